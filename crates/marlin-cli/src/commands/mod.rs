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
use crate::session::{self, Mode, Setup};
use crate::version;

/// Carries out what the command line asks for.
pub(crate) fn run(args: &Args) -> Result<(), CliError> {
    let out = &mut io::stdout().lock();
    if args.version {
        return Ok(writeln!(out, "{}", version::describe(args.cpu()?))?);
    }
    let is_strict = args.session.strict
        || matches!(&args.command, Some(Command::Uci { session, .. } | Command::Ugi { session, .. }) if session.strict);
    let setup = |dialect, mode| Setup { dialect, mode, is_strict };
    match &args.command {
        None => session::run(input(), out, args.session_solver()?, setup(Dialect::Native, mode())),
        Some(Command::Uci { engine, .. }) => {
            session::run(input(), out, args.solver(engine)?, setup(Dialect::Uci, Mode::Piped))
        }
        Some(Command::Ugi { engine, .. }) => {
            session::run(input(), out, args.solver(engine)?, setup(Dialect::Ugi, Mode::Piped))
        }
        Some(_) if args.session.strict => Err(CliError::NoSession { option: "--strict" }),
        Some(Command::Solve { batch, engine, outcome, columns }) => {
            let solver = &args.solver(engine)?;
            match batch.compat {
                Some(Compat::Pons) => pons::run(batch, *outcome, *columns, solver, out),
                None if *outcome => solve::outcomes(batch, solver, out),
                None => solve::scores(batch, solver, out),
            }
        }
        Some(Command::Analyze { batch, engine, outcome }) => {
            let solver = &args.solver(engine)?;
            match batch.compat {
                Some(Compat::Pons) => pons::run(batch, *outcome, true, solver, out),
                None => analyze::run(batch, solver, out),
            }
        }
        Some(Command::Match { args: players, engine }) => series::run(players, &args.solver(engine)?, out),
        Some(Command::ScoreAgent { args: agent, engine }) => {
            score_agent::run(agent, &args.solver(engine)?, out)
        }
        Some(Command::Book(command)) => book::run(command, args, out),
        Some(Command::Perft { depth, position }) => {
            args.no_solver("perft")?;
            perft::run(position, *depth, out)
        }
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
