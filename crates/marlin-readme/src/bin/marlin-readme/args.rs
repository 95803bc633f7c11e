//! The command line and its help.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Keeps a game of Connect Four in a README, which readers play through issues.
#[derive(Debug, Parser)]
#[command(
    name = "marlin-readme",
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    override_usage = "marlin-readme <COMMAND>",
    after_help = include_str!("help/marlin-readme.txt")
)]
pub(crate) struct Args {
    // Not the flag that clap makes: it has no CPU levels.
    /// Print the version, and the CPU levels of this machine
    #[arg(short = 'V', long)]
    version: bool,

    /// The command: none with --version alone.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// A command on the files of a game.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Begin a first game: settings, state, drawings, and a section of the README
    #[command(after_help = include_str!("help/init.txt"))]
    Init(FirstGameArgs),
    /// Apply all open issues to the game, and write the answers to them
    #[command(after_help = include_str!("help/apply.txt"))]
    Apply {
        /// The open issues as GitHub's API lists them; '-' for standard input
        #[arg(long, value_name = "FILE")]
        issues: PathBuf,

        /// The folder for the answers: a new one, or one with earlier answers, which are removed
        #[arg(long, value_name = "DIR")]
        answers: PathBuf,

        #[command(flatten)]
        first: FirstGameArgs,
    },
    /// Write the drawings, the README and the reviews of finished games again
    Render(PathArgs),
    /// Replay all games, and print the differences from their log
    #[command(after_help = include_str!("help/verify.txt"))]
    Verify(PathArgs),
    /// Take back the last moves
    #[command(after_help = include_str!("help/undo.txt"))]
    Undo {
        /// The number of moves
        #[arg(default_value_t = 1)]
        count: usize,

        #[command(flatten)]
        paths: PathArgs,
    },
    /// Begin with the board of another game in a README, from its YAML state
    #[command(after_help = include_str!("help/import.txt"))]
    Import {
        /// The state, in YAML; '-' for standard input
        file: PathBuf,

        #[command(flatten)]
        first: FirstGameArgs,
    },
}

// The files of a game: its folder, and the README that shows it. No doc comment: it would replace the
// description of the command that flattens it.
#[derive(Debug, clap::Args)]
pub(crate) struct PathArgs {
    /// The folder of the game
    #[arg(long, value_name = "DIR", default_value = "connect4")]
    pub(crate) dir: PathBuf,

    /// The README that shows the game
    #[arg(long, value_name = "FILE", default_value = "README.md")]
    pub(crate) readme: PathBuf,
}

// The origin of a first game. No doc comment: see `PathArgs`.
#[derive(Debug, clap::Args)]
pub(crate) struct FirstGameArgs {
    #[command(flatten)]
    pub(crate) paths: PathArgs,

    /// The repository on GitHub, the target of the links
    #[arg(long, value_name = "OWNER/NAME")]
    pub(crate) repository: String,

    /// The seed of the bot's choice among equally good moves, for a first game
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Args;

    #[test]
    fn the_help_of_a_command_begins_with_its_own_description_and_has_no_long_lines() {
        let mut program = Args::command();
        program.clone().debug_assert();
        for command in program.get_subcommands_mut() {
            let listed = command.get_about().unwrap().to_string();
            let help = command.render_help().to_string();
            assert!(help.starts_with(&listed), "{}", command.get_name());
            // clap would wrap a longer line.
            let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(notes.lines().all(|line| line.len() <= 100), "{}", command.get_name());
        }
    }
}
