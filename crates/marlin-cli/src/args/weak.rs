//! The arguments of `weak`.

use std::path::PathBuf;

use clap::Subcommand;

use super::shared::PositionArgs;

const VERIFY_HELP: &str = "\
Plays every reply of O at every position to the end, with X's moves by the solution and by the
rules of the game alone, without a solver or a book. Prints the counts, or the first game that X
does not win. Exit code 1 if there is one or if the text is damaged, 2 if it cannot be read.

Examples:
  marlin-cli weak verify
  marlin-cli weak verify weak.txt";

const MOVE_HELP: &str = "\
Prints the column that the solution plays, and the reason. X's moves so far must be those of the
solution.

Examples:
  marlin-cli weak move 44
  marlin-cli weak move 444444";

/// The commands on the weak solution, deferred like those of the program.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum WeakCommand {
    /// Play every reply to the end by the rules alone
    #[command(after_help = VERIFY_HELP)]
    Verify {
        /// The solution [default: the one that is part of the program]
        file: Option<PathBuf>,
    },
    /// Print the move of X that the solution plays
    #[command(after_help = MOVE_HELP)]
    Move(PositionArgs),
    /// Draw the tree as SVG
    Draw,
}
