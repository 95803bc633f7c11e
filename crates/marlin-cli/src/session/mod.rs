//! A session: lines are taken in turn, carried out, and answered.
//!
//! Three threads: one reads lines, one searches, and the session waits for events of both. A line that comes during a search
//! waits for its turn, unless it concerns the search, as `stop` does. A user at a terminal may also leave at once, and a program
//! that speaks UCI or UGI ends the search by `quit`. So a file of commands gets the same answers however fast it is read. At a
//! terminal, a line is edited while the session prints: a fourth thread prints above the line.
//!
//! | module | contents |
//! |---|---|
//! | `turns` | takes lines in turn |
//! | `waiting` | the lines that wait for their turn |
//! | `executor` | carries commands out |
//! | `running` | the running search, and the command that it answers |
//! | `job` | the search itself, on another thread |
//! | `event` | reports of the threads to the session |
//! | `reader` | the thread that reads |
//! | `terminal` | lines edited at a terminal |
//! | `colours` | the colours at a terminal |
//! | `setup` | how a session begins |

mod colours;
mod event;
mod executor;
mod job;
mod reader;
mod running;
mod setup;
mod terminal;
#[cfg(test)]
mod tests;
mod turns;
mod waiting;

use std::io::{BufRead, Write};
use std::sync::mpsc;

use marlin_core::any::Solver;

pub(crate) use self::setup::{Mode, Setup};
use self::terminal::LineEditor;
use self::turns::Session;
use crate::error::CliError;

/// Carries out the lines of the input until it ends or one of them ends the session.
///
/// # Errors
///
/// [`CliError::Thread`], [`CliError::Output`] and [`CliError::Input`] at once, [`CliError::SearchFailed`] and, of a strict session,
/// [`CliError::RefusedLines`] at the end.
pub(crate) fn run(
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    solver: Solver,
    setup: Setup,
) -> Result<(), CliError> {
    let (events, inbox) = mpsc::channel();
    let feed = reader::spawn(input, events.clone())?;
    Session::new(solver, setup, out, events, feed).run(&inbox)
}

/// Carries out the lines that a user enters and edits at a terminal; where the terminal can't do that, the lines of the
/// input.
///
/// # Errors
///
/// Those of [`run`].
pub(crate) fn run_at_terminal(
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    solver: Solver,
    setup: Setup,
) -> Result<(), CliError> {
    let Some((editor, mut printer)) = LineEditor::open() else { return run(input, out, solver, setup) };
    let (events, inbox) = mpsc::channel();
    let feed = reader::spawn_editor(editor, events.clone())?;
    Session::new(solver, setup, &mut printer, events, feed).run(&inbox)
}
