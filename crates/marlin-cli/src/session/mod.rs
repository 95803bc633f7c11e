//! A session: lines are taken in turn, carried out, and answered.
//!
//! Three threads: one reads lines, one searches, and the session waits for events of both. A line that
//! arrives during a search waits for its turn, unless it concerns the search, as `stop` does. A user at a
//! terminal may also leave at once, and a program that speaks UCI or UGI ends the search by `quit`. So a file
//! of commands gets the same answers however fast it is read.
//!
//! | module | contents |
//! |---|---|
//! | `turns` | takes lines in turn |
//! | `executor` | the solver and its options; carries commands out, and prints the answers, in colours at a terminal |
//! | `job` | the running search, the command that it answers, and its work on another thread |
//! | `input` | the thread that reads, the reports of the threads, and the commands that wait for their turn |

mod executor;
mod input;
mod job;
#[cfg(test)]
mod tests;
mod turns;

use std::io::{BufRead, Write};
use std::sync::mpsc;

use marlin_core::Solver;
use marlin_support::exit::Failure;

use self::turns::Session;
pub(crate) use self::turns::{Mode, Setup};

/// Carries out the lines of the input until it ends or one of them ends the session.
///
/// # Errors
///
/// An error of a thread, of the input or of the output ends the session at once. A failed search, or a
/// refused line of a strict session, is an error at its end.
pub(crate) fn run(
    lines: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    solver: Solver,
    setup: Setup,
) -> Result<(), Failure> {
    let (events, inbox) = mpsc::channel();
    let permits = input::spawn(lines, events.clone())?;
    Session::new(solver, setup, out, events, permits).run(&inbox)
}
