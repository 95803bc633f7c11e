//! The arguments of `readme-game`, and its help.

use std::path::PathBuf;

use clap::Subcommand;

const INIT_HELP: &str = "\
Makes the folder with settings.toml, which explains every setting, and the first game, and adds the
place of the game to the end of the README if it has none yet: the lines

  <!-- connect4 begin -->
  <!-- connect4 end -->

which may be moved to where the board shall stand. Then copy the workflow, and push all of it.

Example:
  marlin-cli readme-game init --repository octocat/octocat";

const APPLY_HELP: &str = "\
The issues are those that GitHub's API lists. Issues whose titles don't begin with 'connect4|' are
left alone. What is done stands in the state, so applying the same issues again changes nothing, and
only repeats the answers to those that are still open. Prints the subject of a commit.

The folder of the answers gets a file 'list' with a line for each issue to answer:
  ISSUE  REACTION  LABEL  new|again       (separated by tabs)
and a file ISSUE.md for each with the comment. 'again' means that an earlier run has decided it, and
may have answered it already: then a comment of the issue ends with the last line of ISSUE.md.

A folder without a state begins a first game with the default settings.

Example:
  gh api --paginate 'repos/octocat/octocat/issues?state=open&per_page=100' > issues.json
  marlin-cli readme-game apply --issues issues.json --repository octocat/octocat --answers answers";

const VERIFY_HELP: &str = "\
Replays all games by the rules, and compares their results and reviews, the drawings and the README.
Prints what differs, a line each, and exits with 1 then.

'render' mends drawings, the README and the reviews. A log is mended in an editor: state.toml and
finished.jsonl are text.";

const UNDO_HELP: &str = "\
Takes back the last moves of the running game, and writes the drawings and the README anew. If the
running game has no move, it takes back its beginning instead: then the game before it goes on. That
counts as one move. The issues of these moves stay done, so nothing makes them again.

Example:
  marlin-cli readme-game undo 2";

const IMPORT_HELP: &str = "\
The state of the game that this one comes from is YAML with two bitboards and the peaks of the
columns. It knows neither who made the moves nor their order, so the game goes on from its board,
and its moves so far are by nobody.

Example:
  marlin-cli readme-game import connect4/game.yml --repository octocat/octocat";

/// What to do with the game of a README.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum ReadmeGameCommand {
    /// Begin a first game: settings, state, drawings, and its place in the README
    #[command(after_help = INIT_HELP)]
    Init {
        #[command(flatten)]
        place: PlaceArgs,

        #[command(flatten)]
        first: FirstGameArgs,
    },
    /// Apply all open issues to the game, and write answers to them
    #[command(after_help = APPLY_HELP)]
    Apply {
        /// The open issues as GitHub's API lists them; '-' for standard input
        #[arg(long, value_name = "FILE")]
        issues: PathBuf,

        /// The folder for the answers: a new one, or one with earlier answers, which are removed
        #[arg(long, value_name = "DIR")]
        answers: PathBuf,

        #[command(flatten)]
        place: PlaceArgs,

        #[command(flatten)]
        first: FirstGameArgs,
    },
    /// Write the drawings, the README and the reviews of finished games anew
    Render {
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Replay all games, and say what differs from their log
    #[command(after_help = VERIFY_HELP)]
    Verify {
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Take back the last moves
    #[command(after_help = UNDO_HELP)]
    Undo {
        /// The number of moves
        #[arg(default_value_t = 1)]
        count: usize,

        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Begin with the board of the game that this one comes from
    #[command(after_help = IMPORT_HELP)]
    Import {
        /// Its state, in YAML
        file: PathBuf,

        #[command(flatten)]
        place: PlaceArgs,

        #[command(flatten)]
        first: FirstGameArgs,
    },
}

// The files of a game. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct PlaceArgs {
    /// The folder of the game
    #[arg(long, value_name = "DIR", default_value = "connect4")]
    pub(crate) dir: PathBuf,

    /// The README that shows it
    #[arg(long, value_name = "FILE", default_value = "README.md")]
    pub(crate) readme: PathBuf,
}

// What a first game needs to know. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct FirstGameArgs {
    /// The repository on GitHub, which the links lead to
    #[arg(long, value_name = "OWNER/NAME")]
    pub(crate) repository: String,

    /// What decides which of several best moves the bot plays: for a first game
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}
