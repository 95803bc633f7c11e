//! The arguments of `explain` and its help.

use marlin_support::options::EngineOptions;

use super::shared::{LimitArgs, PositionArgs};

pub(super) const EXPLAIN_HELP: &str = "\
The explanation proceeds from simple to deep layers and ends with the proof of the score: wins at
once and forced blocks; double threats; lines in which every reply is forced; the winning cells of
both sides; zugzwang, with the cells that each side gets; a search. Every statement is proven.
Cells are named by the file from 'a' and the rank from 1: a1 is the lower left corner.

With --json the explanation is one object:
  position      the moves
  board         the size of the board
  to_move       X or O
  headline      the winner and the last move, in words
  score         from the side to move, null if unproven
  winner        X, O or draw, null if unproven
  winner_layer, score_layer
                the deepest layer of their proofs: \"next stones\", \"double threat\",
                \"forced line\", \"threats\", \"zugzwang\" or \"search\"
  steps         the statements, each with
    layer, kind, text
                its layer, its kind, and its sentences; the kinds are over, wins_at_once, must_block,
                cannot_block, double_threat, forced_line, every_move, after, threats, no_line_left,
                too_late, free_moves, claimeven, opening and search
    lower, upper
                the bounds of the score that it proves
    moves       the cells of its moves, in the order of play
    cells       the cells to highlight, each with its player (X, O or null) and its mark: move (with its
                number), win, threat_x, threat_o, threat_both, free, entry, opponent, own, trap or
                stone
    branches    the moves with further statements: cell, cells (all moves with these sentences), intro
                (\"After b6 or g2:\"), steps
    path        the columns from the explained position to the board of the statement
    late_fours  of claimeven: the fours of the side to move that come too late
    nodes, end  of a search: its nodes, and the steps of the position after its moves

After limits or Ctrl-C the proven part is printed, and the exit code is 4.

Examples:
  marlin-cli explain 4433
  marlin-cli explain 6753313356447316657265273262
  marlin-cli explain 4433 --json
  marlin-cli explain 3141 --board 6x5 --time 1000";

// The position. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}
