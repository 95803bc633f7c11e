//! The commands, one a file, and the choice between them.

mod analyze;
mod batch;
mod book;
mod explain;
mod json;
mod match_players;
mod perft;
mod play;
mod pons;
mod review;
mod score_agent;
mod shell;
mod show;
mod solve;

use std::io::{self, IsTerminal, Write};

use anstream::AutoStream;
use clap::ColorChoice;
use marlin_core::StopFlag;
use marlin_core::notation::Reader;
use marlin_protocol::Dialect;
use marlin_support::{interrupts, version};

use self::batch::BatchEngine;
use crate::args::{Args, Command, Compat, EngineArgs};
use crate::error::CliError;
use crate::session::{self, Mode, Setup};

/// Carries out the command of the command line.
pub(crate) fn run(args: &Args) -> Result<(), CliError> {
    let out = &mut io::stdout().lock();
    if args.version {
        return Ok(writeln!(
            out,
            "{}",
            version::describe(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), args.cpu()?)
        )?);
    }
    let is_strict = args.session.strict
        || matches!(&args.command, Some(Command::Uci { session, .. } | Command::Ugi { session, .. }) if session.strict);
    let setup = |dialect, mode, engine, is_coloured| {
        let uses_book = args.uses_book(engine);
        Setup { dialect, mode, is_strict, uses_book, is_coloured }
    };
    match &args.command {
        None => {
            let solver = args.session_solver()?;
            let setup = setup(Dialect::Native, mode(), &args.engine, has_colours(args.color));
            match setup.mode {
                Mode::Terminal => session::run_at_terminal(input(), out, solver, setup),
                Mode::Piped => session::run(input(), out, solver, setup),
            }
        }
        Some(command) if args.color.is_some() && !matches!(command, Command::Play { .. }) => {
            Err(CliError::NoSession { option: "--color" })
        }
        Some(Command::Uci { engine, .. }) => {
            session::run(input(), out, args.solver(engine)?, setup(Dialect::Uci, Mode::Piped, engine, false))
        }
        Some(Command::Ugi { engine, .. }) => {
            session::run(input(), out, args.solver(engine)?, setup(Dialect::Ugi, Mode::Piped, engine, false))
        }
        Some(_) if args.session.strict => Err(CliError::NoSession { option: "--strict" }),
        Some(Command::Solve { batch, engine, outcome, columns }) => {
            let batch_engine = &batch_engine(args, engine)?;
            match batch.compat {
                Some(Compat::Pons) => pons::run(batch, *outcome, *columns, batch_engine, out),
                None if *outcome => solve::outcomes(batch, batch_engine, out),
                None => solve::scores(batch, batch_engine, out),
            }
        }
        Some(Command::Analyze { batch, engine, outcome }) => {
            let batch_engine = &batch_engine(args, engine)?;
            match batch.compat {
                Some(Compat::Pons) => pons::run(batch, *outcome, true, batch_engine, out),
                None if *outcome => Err(CliError::OutcomesOfColumns),
                None => analyze::run(batch, batch_engine, out),
            }
        }
        Some(Command::Match { args: players, engine }) => {
            match_players::run(players, &args.solver(engine)?, out)
        }
        Some(Command::ScoreAgent { args: agent, engine }) => score_agent::run(agent, args, engine, out),
        Some(Command::Book(command)) => book::run(command, args, out),
        Some(Command::Play { play, engine }) => play::run(play, args, engine, out),
        Some(Command::Explain { explain, engine }) => explain::run(explain, args, engine, out),
        Some(Command::Show { show, engine }) => show::run(show, args, engine, out),
        Some(Command::Review { review, engine }) => review::run(review, args, engine, out),
        Some(Command::Completions { shell }) => {
            args.no_solver("completions")?;
            shell::completions(*shell, out)
        }
        Some(Command::Man { dir }) => {
            args.no_solver("man")?;
            shell::man(dir.as_deref(), out)
        }
        Some(Command::Perft { depth, position, board, base }) => {
            args.engine.refuse_but_board("perft")?;
            let reader = Reader::new().board(args.asked_board(board.as_deref())?).base(base.base);
            perft::run(reader, position, *depth, out)
        }
    }
}

/// Returns the solver of a batch, and the board that was asked for.
fn batch_engine(args: &Args, engine: &EngineArgs) -> Result<BatchEngine, CliError> {
    Ok(BatchEngine { solver: args.solver(engine)?, board: args.asked_board(engine.search().board())? })
}

/// Returns whether the output has colours: as asked for, and otherwise at a terminal that has them, unless `NO_COLOR` is
/// set.
fn has_colours(asked: Option<ColorChoice>) -> bool {
    match asked.unwrap_or_default() {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    }
}

/// Returns a flag that is raised by the first Ctrl-C; the second one ends the program.
fn stop_at_interrupt() -> StopFlag {
    let stop = StopFlag::new();
    let flag = stop.clone();
    interrupts::on_first(move || flag.stop());
    stop
}

/// Returns the input of a session.
fn input() -> io::BufReader<io::Stdin> {
    io::BufReader::new(io::stdin())
}

/// Returns who is at the other end of the session: a person only if input and output are terminals.
fn mode() -> Mode {
    if io::stdin().is_terminal() && io::stdout().is_terminal() { Mode::Terminal } else { Mode::Piped }
}
