//! The arguments of `explore` and its help.

use marlin_support::options::EngineOptions;

use super::shared::{LimitArgs, PositionArgs};

pub(super) const EXPLORE_HELP: &str = "\
The first table has a line for each column: its score for the side to move and its result; how many
of the opponent's replies hold the result that the opponent has then, as in '1 of 7' (the fewer, the
easier it is to go wrong); and the number of move orders that lead to the position after it. The
second table has the probability of each column at every level from 1 to 10.

With the book, 7x6 up to 11 stones takes no search.

With --json the exploration is one object:
  position      the moves
  board         the size of the board
  stones        the stones on the board
  to_move       X or O, null after the end of the game
  score, outcome
                from the side to move, null if unproven
  orders        the number of move orders, null if they are too many to count
  columns       the columns: column, cell, score, outcome, final_move, replies, holding, orders
  levels        the levels: level, and columns, each with its share from 0 to 1; null if unknown
  census        the table of --plies; empty on other boards
  proven        true if all scores and replies are proven

After limits or Ctrl-C the proven part is printed, and the exit code is 4.

Examples:
  marlin-cli explore
  marlin-cli explore 44
  marlin-cli explore 4433 --json
  marlin-cli explore 3141 --board 6x5
  marlin-cli explore --plies";

// The position. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ExploreArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Print the number of won, drawn and lost positions of 7x6 with 0 to 12 stones instead
    #[arg(long, conflicts_with_all = ["moves", "base", "time", "nodes"])]
    pub(crate) plies: bool,

    /// Print a JSON object, with --plies an array of them
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}
