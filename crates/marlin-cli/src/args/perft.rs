//! The arguments of `perft` and its help.

use marlin_core::BoardSize;
use marlin_support::options::whole;

use super::shared::BaseArgs;

pub(super) const PERFT_HELP: &str = "\
A won game has no continuation. The counts check the rules: every correct program finds the same.

Examples:
  marlin-cli perft 9
  marlin-cli perft 3 --position 4433
  marlin-cli perft 5 --board 8x7";

// Arguments of `perft`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct PerftArgs {
    /// Length of the longest sequences, 1 to 63: on 7x6 each further move takes about seven times as long
    #[arg(value_parser = whole(1..=63_u32), allow_negative_numbers = true)]
    pub(crate) depth: u32,

    /// Moves that lead to the position to start from, or the position in another notation
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) position: String,

    /// The board, columns x rows
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    pub(crate) board: Option<BoardSize>,

    #[command(flatten)]
    pub(crate) base: BaseArgs,
}
