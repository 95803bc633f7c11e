//! The program `marlin-cli`, as a library, so that its tests and its examples can call it.
//!
//! | module | contents |
//! |---|---|
//! | `commands` | the command line: the commands with their arguments |
//! | `session` | lines taken in turn, and commands carried out |
//! | [`book`] | makes opening books |
//! | `protocol` | the text protocols: lines to commands, and replies to lines |

#[doc(hidden)]
pub mod book;
mod commands;
mod protocol;
mod session;

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use marlin_core::{BoardSize, Game};
use marlin_support::exit;

use crate::commands::Args;

#[doc(hidden)]
pub use crate::protocol::games_of_line;

/// Returns the definition of the command line, for manual pages and completions.
#[doc(hidden)]
pub fn command() -> clap::Command {
    Args::command()
}

/// Returns the program and all commands at every level, each with the line that calls it.
#[doc(hidden)]
pub fn all_commands() -> Vec<(String, clap::Command)> {
    fn add(line: &str, command: &clap::Command, all: &mut Vec<(String, clap::Command)>) {
        all.push((line.to_owned(), command.clone()));
        for command in command.get_subcommands() {
            add(&format!("{line} {}", command.get_name()), command, all);
        }
    }
    let (mut program, mut all) = (command(), Vec::new());
    program.build();
    add(program.get_name(), &program, &mut all);
    all
}

/// Carries out the command line, and returns the exit code.
pub fn main() -> ExitCode {
    exit::main(Args::try_parse().map_err(advised), commands::run)
}

/// Adds advice to an error of usage: the program that has the unknown command, or the command that takes
/// moves.
fn advised(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) {
        if word == "mcp" {
            let answer = "MCP is served by marlin-server: run 'marlin-server mcp'\n";
            return clap::Error::raw(ErrorKind::InvalidSubcommand, answer);
        }
        if Game::parse(BoardSize::STANDARD, word).is_ok() {
            let tip = format!("did you mean 'marlin-cli solve {word}'?").into();
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        }
    }
    error
}
