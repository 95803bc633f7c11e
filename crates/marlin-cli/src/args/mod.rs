//! The command line and its help.
//!
//! | module | contents |
//! |---|---|
//! | `command` | the commands |
//! | `batch`, `book`, `contest`, `explain`, `explore`, `mcp`, `perft`, `play`, `puzzle`, `review`, `show`, `weak` | the arguments of a command or two |
//! | `shared` | arguments that several commands have |
//! | `help` | the help of the program and of smaller commands |

mod batch;
mod book;
mod command;
#[cfg(feature = "match")]
mod contest;
mod explain;
mod explore;
mod help;
mod mcp;
mod perft;
#[cfg(feature = "play")]
mod play;
mod puzzle;
mod review;
mod shared;
mod show;
mod weak;

use clap::{ColorChoice, Parser};
use marlin_support::options::EngineOptions;

pub(crate) use self::batch::{AnalyzeArgs, BatchArgs, Compat, SolveArgs};
pub(crate) use self::book::{BookCommand, ExportFormat};
pub(crate) use self::command::CliCommand;
#[cfg(feature = "match")]
pub(crate) use self::contest::{MatchArgs, ScoreAgentArgs};
pub(crate) use self::explain::ExplainArgs;
pub(crate) use self::explore::ExploreArgs;
use self::help::EXAMPLES;
pub(crate) use self::perft::PerftArgs;
#[cfg(feature = "play")]
pub(crate) use self::play::PlayArgs;
pub(crate) use self::puzzle::PuzzleArgs;
pub(crate) use self::review::{ReviewArgs, ReviewFormat};
pub(crate) use self::shared::{BaseArgs, LimitArgs, PositionArgs, ProtocolArgs, SessionArgs};
pub(crate) use self::show::ShowArgs;
pub(crate) use self::weak::WeakCommand;

/// Answers Connect Four positions exactly: the winner, and the move that ends the game.
///
/// Without a command it starts a session: type 'help' in it.
#[derive(Debug, Parser)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) engine: EngineOptions,

    #[command(flatten)]
    pub(crate) session: SessionArgs,

    /// Colours of a session: 'auto' means at a terminal, unless the variable `NO_COLOR` is set
    #[arg(long, value_name = "WHEN")]
    pub(crate) color: Option<ColorChoice>,

    // Not the flag that clap makes: that one answers before it knows of --cpu.
    /// Print the version, the CPU level in use and those that this machine has
    #[arg(short = 'V', long)]
    pub(crate) version: bool,

    #[command(subcommand)]
    pub(crate) command: Option<CliCommand>,
}

#[cfg(test)]
pub(crate) mod tests {
    use clap::{Command, CommandFactory};

    use super::Args;

    /// Returns the program and all commands at every level, each with the line that calls it.
    pub(crate) fn all_commands() -> Vec<(String, Command)> {
        fn add(line: &str, command: &Command, all: &mut Vec<(String, Command)>) {
            all.push((line.to_owned(), command.clone()));
            for command in command.get_subcommands() {
                add(&format!("{line} {}", command.get_name()), command, all);
            }
        }
        let (mut program, mut all) = (Args::command(), Vec::new());
        program.build();
        add(program.get_name(), &program, &mut all);
        all
    }

    #[test]
    fn the_arguments_are_well_defined() {
        Args::command().debug_assert();
    }

    #[cfg(feature = "match")]
    #[test]
    fn the_help_of_a_match_names_the_margin_of_its_clock() {
        let help = Args::command().find_subcommand("match").unwrap().get_after_help().unwrap().to_string();
        let margin = crate::arena::TimeControl::MARGIN.as_millis();
        assert!(help.contains(&format!(" more than {margin} ms longer ")), "{help}");
    }

    #[test]
    fn the_help_of_a_command_begins_with_its_own_description() {
        for (line, mut command) in all_commands() {
            let listed = command.get_about().expect("a line in the list of commands").to_string();
            let help = command.render_help().to_string();
            assert_eq!(help.lines().next(), Some(listed.as_str()), "{line}");
        }
    }
}
