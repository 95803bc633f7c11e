//! The option for columns that count from 0.

use marlin_core::notation::Base;

// The base of columns. No doc comment: see `Command`.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct BaseArgs {
    /// Number of the leftmost column in the moves that are read, 0 or 1. Answers count columns from 1
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    pub(crate) base: Base,
}
