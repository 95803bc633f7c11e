//! The command line and its help.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

const HELP: &str = "\
A game is a folder of text files and a section of a README. On GitHub an action runs 'apply'; the
other commands are for the owner, in a clone of the repository:

  marlin-readme init --repository octocat/octocat     begin
  marlin-readme verify                                check all files
  marlin-readme undo 2                                take back two moves

Exit codes: 0 success; 1 'verify' found differences; 2 bad usage, input or output.";

const INIT_HELP: &str = "\
Creates the folder with settings.toml, which explains every setting, and the first game. A README
without the two lines

  <!-- connect4 begin -->
  <!-- connect4 end -->

gets them at its end; the board is shown between them, and they may be moved. Then copy the
workflow, and push all files.

Example:
  marlin-readme init --repository octocat/octocat";

const APPLY_HELP: &str = "\
The input is the list of issues from GitHub's API. Issues with other titles than 'connect4|...' are
ignored. The state records the issues that are done: applying them again changes nothing, and only
repeats the answers to those that are still open. Prints the subject of a commit.

The folder of the answers gets a file 'list' with a line for each issue to answer:
  ISSUE  REACTION  LABEL  new|again       (separated by tabs)
and a file ISSUE.md for each with the comment. 'again': an earlier run has decided the issue, and
may have answered it. Then one of its comments ends with the last line of ISSUE.md.

A folder without a state begins a first game with the default settings.

Example:
  gh api --paginate 'repos/octocat/octocat/issues?state=open&per_page=100' > issues.json
  marlin-readme apply --issues issues.json --repository octocat/octocat --answers answers";

const VERIFY_HELP: &str = "\
Replays all games by the rules, and compares their results and reviews, the drawings and the README.
Prints a line for each difference, and exits with 1 if there is one.

'render' repairs the drawings, the README and the reviews. To repair a log, edit state.toml or
finished.jsonl: both are text.";

const UNDO_HELP: &str = "\
Takes back the last moves of the running game, and renders the drawings and the README. If the
running game has no moves, the command takes back its beginning, which counts as one move: the game
before it continues. The issues of these moves remain done, so that no later run makes them again.

Example:
  marlin-readme undo 2";

const IMPORT_HELP: &str = "\
The file is the YAML state of the Ruby program that inspired this one: two bitboards, the peaks of
the columns, and the turn, which counts the moves made. It has neither the players nor the order of
the moves. The new game continues from its board, and its moves so far are by 'someone'.

Example:
  marlin-readme import connect4/game.yml --repository octocat/octocat";

/// Keeps a game of Connect Four in a README, which readers play through issues.
#[derive(Debug, Parser)]
#[command(
    name = "marlin-readme",
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    override_usage = "marlin-readme <COMMAND>",
    after_help = HELP
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
    #[command(after_help = INIT_HELP)]
    Init(FirstGameArgs),
    /// Apply all open issues to the game, and write the answers to them
    #[command(after_help = APPLY_HELP)]
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
    #[command(after_help = VERIFY_HELP)]
    Verify(PathArgs),
    /// Take back the last moves
    #[command(after_help = UNDO_HELP)]
    Undo {
        /// The number of moves
        #[arg(default_value_t = 1)]
        count: usize,

        #[command(flatten)]
        paths: PathArgs,
    },
    /// Begin with the board of another game in a README, from its YAML state
    #[command(after_help = IMPORT_HELP)]
    Import {
        /// The state, in YAML; '-' for standard input
        file: PathBuf,

        #[command(flatten)]
        first: FirstGameArgs,
    },
}

// The files of a game: its folder, and the README that shows it. No doc comment: it would replace the description of the command
// that flattens it.
#[derive(Debug, clap::Args)]
pub(crate) struct PathArgs {
    /// The folder of the game
    #[arg(long, value_name = "DIR", default_value = "connect4")]
    pub(crate) dir: PathBuf,

    /// The README that shows it
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
