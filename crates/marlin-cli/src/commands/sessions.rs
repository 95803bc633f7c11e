//! Sessions: in Marlin's own dialect, and in the protocols of GUIs.

use std::io::Write;

use clap::ColorChoice;
use marlin_support::options::EngineOptions;

use crate::failure::Failure;
use crate::protocol::Dialect;
use crate::session::{self, Mode, Setup};
use crate::terminal::{has_colours, input, is_interactive};

/// Runs a session. Marlin's own dialect is for a person too, at a terminal.
pub(super) fn run(
    dialect: Dialect,
    engine: &EngineOptions,
    is_strict: bool,
    color: Option<ColorChoice>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let is_native = dialect == Dialect::Native;
    let mode = if is_native && is_interactive() { Mode::Terminal } else { Mode::Piped };
    let uses_book = !engine.book.no_book;
    let setup = Setup { dialect, mode, is_strict, uses_book, is_coloured: is_native && has_colours(color) };
    let solver = engine.solver()?;
    match mode {
        Mode::Terminal => session::run_at_terminal(input(), out, solver, setup),
        Mode::Piped => session::run(input(), out, solver, setup),
    }
}
