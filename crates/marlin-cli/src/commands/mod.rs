//! The commands, one per file, and the choice between them.
//!
//! | module | contents |
//! |---|---|
//! | `batch` | the parts of `solve` and `analyze` |
//! | `mcp` | the Model Context Protocol |
//! | `players` | the parts of `match` and `score-agent` |
//! | `position`, `refused`, `unproven`, `json` | smaller parts of several commands |

mod analyze;
mod batch;
mod book;
mod completions;
mod explain;
mod explore;
mod json;
#[cfg(feature = "man")]
mod man;
#[cfg(feature = "match")]
mod match_players;
mod mcp;
mod perft;
#[cfg(feature = "play")]
mod play;
#[cfg(feature = "match")]
mod players;
mod pons;
mod position;
mod puzzle;
mod refused;
mod review;
#[cfg(feature = "match")]
mod score_agent;
mod sessions;
mod show;
mod solve;
mod unproven;
mod weak;

use std::io::{self, Write};

use clap::ColorChoice;
use marlin_core::Cpu;
use marlin_support::options::EngineOptions;
use marlin_support::version;

use self::refused::{first_given, refuse};
use crate::args::{Args, CliCommand, ProtocolArgs};
use crate::failure::{Failure, Reason};
use crate::protocol::Dialect;

/// An option of a session, given to a command that starts none.
#[derive(Debug, thiserror::Error)]
#[error("{0} is an option of a session, not of this command: leave out one of them")]
struct MisplacedSessionOption(&'static str);

impl Reason for MisplacedSessionOption {}

/// Carries out the command line. Options of the engine before the command complete those after it.
pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let Args { engine, session, color, version, command } = args;
    let out = &mut io::stdout().lock();
    if version {
        let cpu = engine.search.cpu.unwrap_or_else(Cpu::detect);
        let (program, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        return Ok(writeln!(out, "{}", version::describe(program, version, cpu))?);
    }
    let Some(command) = command else {
        return sessions::run(Dialect::Native, &engine, session.strict, color, out);
    };
    check_session_options(&command, session.strict, color)?;
    let merged = |own: &EngineOptions| own.or(&engine);
    let run_protocol = |dialect, args: &ProtocolArgs, out| {
        let is_strict = session.strict || args.session.strict;
        sessions::run(dialect, &merged(&args.engine), is_strict, None, out)
    };
    match command {
        CliCommand::Uci(args) => run_protocol(Dialect::Uci, &args, out),
        CliCommand::Ugi(args) => run_protocol(Dialect::Ugi, &args, out),
        CliCommand::Mcp(args) => mcp::run(&merged(&args.engine), out),
        CliCommand::Solve(args) => solve::run(&args, &merged(&args.engine), out),
        CliCommand::Analyze(args) => analyze::run(&args, &merged(&args.engine), out),
        #[cfg(feature = "match")]
        CliCommand::Match(args) => match_players::run(&args, &merged(&args.engine), out),
        #[cfg(feature = "match")]
        CliCommand::ScoreAgent(args) => score_agent::run(&args, &merged(&args.engine), out),
        CliCommand::Book(command) => book::run(&command, &engine, out),
        #[cfg(feature = "play")]
        CliCommand::Play(args) => play::run(&args, &merged(&args.engine), color, out),
        CliCommand::Puzzle(args) => puzzle::run(&args, &merged(&args.engine), out),
        CliCommand::Explain(args) => explain::run(&args, &merged(&args.engine), out),
        CliCommand::Explore(args) => explore::run(&args, &merged(&args.engine), out),
        CliCommand::Show(args) => show::run(&args, &merged(&args.engine), out),
        CliCommand::Review(args) => review::run(&args, &merged(&args.engine), out),
        CliCommand::Weak(command) => {
            refuse(first_given(&engine), "weak")?;
            weak::run(&command, out)
        }
        CliCommand::Completions { shell } => {
            refuse(first_given(&engine), "completions")?;
            completions::run(shell, out)
        }
        #[cfg(feature = "man")]
        CliCommand::Man { dir } => {
            refuse(first_given(&engine), "man")?;
            man::run(dir.as_deref(), out)
        }
        CliCommand::Perft(args) => {
            refuse(engine.given(), "perft")?;
            perft::run(&args, args.board.or(engine.search.board), out)
        }
    }
}

/// Refuses the options of a session before a command that starts none.
fn check_session_options(
    command: &CliCommand,
    is_strict: bool,
    color: Option<ColorChoice>,
) -> Result<(), MisplacedSessionOption> {
    let is_protocol = matches!(command, CliCommand::Uci(_) | CliCommand::Ugi(_));
    #[cfg(feature = "play")]
    let has_colours = matches!(command, CliCommand::Play(_));
    #[cfg(not(feature = "play"))]
    let has_colours = false;
    match () {
        () if color.is_some() && !has_colours => Err(MisplacedSessionOption("--color")),
        () if is_strict && !is_protocol => Err(MisplacedSessionOption("--strict")),
        () => Ok(()),
    }
}
