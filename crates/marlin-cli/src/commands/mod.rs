//! The commands, one a file, and the choice between them.

mod analyze;
mod batch;
mod book;
pub(crate) mod perft;
mod pons;
mod score_agent;
mod series;
mod solve;

use std::io::{self, IsTerminal, Write};

use crate::args::{Args, Command, Compat};
use crate::error::CliError;
use crate::protocol::Dialect;
use crate::session::{self, Mode};
use crate::version;

/// Carries out what the command line asks for.
pub(crate) fn run(args: &Args) -> Result<(), CliError> {
    // Even a command that searches nothing refuses an absurd size; memory is only used as it is written.
    let solver = args.engine.solver()?;
    let out = &mut io::stdout().lock();
    if args.version {
        return Ok(writeln!(out, "{}", version::describe(solver.cpu()))?);
    }
    match &args.command {
        None => session::run(input(), out, solver, Dialect::Native, mode()),
        Some(Command::Uci) => session::run(input(), out, solver, Dialect::Uci, Mode::Piped),
        Some(Command::Ugi) => session::run(input(), out, solver, Dialect::Ugi, Mode::Piped),
        Some(Command::Solve { batch, outcome, columns }) => match batch.compat {
            Some(Compat::Pons) => pons::run(batch, *outcome, *columns, &solver, out),
            None if *outcome => solve::outcomes(batch, &solver, out),
            None => solve::scores(batch, &solver, out),
        },
        Some(Command::Analyze { batch, outcome }) => match batch.compat {
            Some(Compat::Pons) => pons::run(batch, *outcome, true, &solver, out),
            None => analyze::run(batch, &solver, out),
        },
        Some(Command::Match(args)) => series::run(args, &solver, out),
        Some(Command::ScoreAgent(args)) => score_agent::run(args, &solver, out),
        Some(Command::Book(command)) => book::run(command, &solver, out),
        Some(Command::Perft { depth, position }) => perft::run(position, *depth, out),
    }
}

/// Returns what a session reads.
fn input() -> io::BufReader<io::Stdin> {
    io::BufReader::new(io::stdin())
}

/// Somebody sits at the session only if both its ends are terminals.
fn mode() -> Mode {
    if io::stdin().is_terminal() && io::stdout().is_terminal() { Mode::Terminal } else { Mode::Piped }
}
