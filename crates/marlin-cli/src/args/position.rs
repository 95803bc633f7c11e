//! The arguments that give a position.

use marlin_core::notation::Base;

// The base of columns. No doc comment: see `Command`.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct BaseArgs {
    /// Number of the leftmost column in the moves that are read, 0 or 1. Answers count columns from 1
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    pub(crate) base: Base,
}

// A position. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The position: moves from the empty board, as in 4433 or 4 4 3 3, or another notation, as in 7/7/7/7/3p3/3P3; - is
    /// standard input [default: a pipe's content, or the empty board]
    pub(crate) moves: Vec<String>,

    #[command(flatten)]
    pub(crate) base: BaseArgs,
}
