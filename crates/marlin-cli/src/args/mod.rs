//! The command line and its help. Arguments are parsed here, and checked where they are used.

mod agents;
mod base;
mod batch;
mod book;
mod engine;
mod explain;
mod help;
mod limits;
mod number;
mod play;
mod review;
mod show;

use std::path::PathBuf;

use clap::{ColorChoice, Parser, Subcommand};
use clap_complete::Shell;
use marlin_core::any::{Game, Solver};
use marlin_core::notation::Reader;
use marlin_core::{BoardSize, Cpu};

use self::agents::{MATCH_HELP, SCORE_AGENT_HELP};
pub(crate) use self::agents::{MatchArgs, ScoreAgentArgs};
pub(crate) use self::base::BaseArgs;
use self::batch::{ANALYZE_HELP, SOLVE_HELP};
pub(crate) use self::batch::{BatchArgs, Compat};
pub(crate) use self::book::{BookCommand, ExportFormat};
use self::engine::refuse;
pub(crate) use self::engine::{EngineArgs, SearchArgs};
use self::explain::EXPLAIN_HELP;
pub(crate) use self::explain::ExplainArgs;
use self::help::{COMPLETIONS_HELP, EXAMPLES, MAN_HELP, PERFT_HELP, UCI_HELP};
use self::number::whole;
use self::play::PLAY_HELP;
pub(crate) use self::play::PlayArgs;
use self::review::REVIEW_HELP;
pub(crate) use self::review::{ReviewArgs, ReviewFormat};
use self::show::SHOW_HELP;
pub(crate) use self::show::ShowArgs;
use crate::error::CliError;

/// Answers Connect Four positions exactly: who wins, and in how many moves.
///
/// Without a command it starts a session: type 'help' in it.
#[derive(Debug, Parser)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    #[command(flatten)]
    pub(crate) session: SessionArgs,

    /// Whether a session without a command has colours: 'auto' means at a terminal, unless the variable `NO_COLOR` is set
    #[arg(long, value_name = "WHEN")]
    pub(crate) color: Option<ColorChoice>,

    // Not the flag that clap makes: that one answers before it knows of --cpu.
    /// Print the version, the CPU level in use and those that this machine has
    #[arg(short = 'V', long)]
    pub(crate) version: bool,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The command to run instead of a session.
///
/// Deferred, so that only the arguments of the given command are built: with those of all commands, an answer to a single line
/// would take a fifth longer. A doc comment on a flattened struct would then replace the description of the command.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Print the score of each position
    #[command(after_help = SOLVE_HELP)]
    Solve {
        #[command(flatten)]
        batch: BatchArgs,

        #[command(flatten)]
        engine: EngineArgs,

        /// Print 'win', 'draw' or 'loss' for the side to move instead of the score, which is faster
        #[arg(short = 'w', long, visible_alias = "weak", conflicts_with = "pv")]
        outcome: bool,

        /// With --compat, print the scores of all columns, as 'analyze' does
        #[arg(short = 'a', long = "columns", requires = "compat")]
        columns: bool,
    },
    /// Print the scores of all columns of each position
    #[command(after_help = ANALYZE_HELP)]
    Analyze {
        #[command(flatten)]
        batch: BatchArgs,

        #[command(flatten)]
        engine: EngineArgs,

        /// With --compat, print only who wins with each column
        #[arg(short = 'w', long, visible_alias = "weak")]
        outcome: bool,
    },
    /// Start a session in UCI with the variant 'cfour', for Cute Chess and similar programs
    #[command(after_help = UCI_HELP)]
    Uci {
        #[command(flatten)]
        session: SessionArgs,

        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Start a session in UGI, for Cute Games and similar programs
    #[command(after_help = UCI_HELP)]
    Ugi {
        #[command(flatten)]
        session: SessionArgs,

        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Make, check and read opening books
    #[command(subcommand)]
    Book(BookCommand),
    /// Let two players play games, and compare the results with perfect play
    #[command(after_help = MATCH_HELP)]
    Match {
        #[command(flatten)]
        args: MatchArgs,

        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Count the good and the perfect moves of a player
    #[command(after_help = SCORE_AGENT_HELP)]
    ScoreAgent {
        #[command(flatten)]
        args: ScoreAgentArgs,

        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Play against the engine or another person, in the terminal or line by line
    #[command(after_help = PLAY_HELP)]
    Play {
        #[command(flatten)]
        play: PlayArgs,

        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Explain why a position is won, lost or drawn, each statement with its proof
    #[command(after_help = EXPLAIN_HELP)]
    Explain {
        #[command(flatten)]
        explain: ExplainArgs,

        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Draw the board after some moves, as text or as SVG
    #[command(after_help = SHOW_HELP)]
    Show {
        #[command(flatten)]
        show: ShowArgs,

        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Review games: blunders, only moves, accuracy, the turning point
    #[command(after_help = REVIEW_HELP)]
    Review {
        #[command(flatten)]
        review: ReviewArgs,

        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Count the sequences of 1, 2 ... DEPTH moves
    #[command(after_help = PERFT_HELP)]
    Perft {
        /// Length of the longest sequences, 1 to 63: on 7x6 each further move takes about seven times as long
        #[arg(value_parser = whole(1..=63_u32), allow_negative_numbers = true)]
        depth: u32,

        /// Moves that lead to the position to start from, or the position in another notation
        #[arg(long, value_name = "MOVES", default_value = "")]
        position: String,

        /// The board, columns x rows
        #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
        board: Option<String>,

        #[command(flatten)]
        base: BaseArgs,
    },
    /// Print a script that lets a shell complete commands and options
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write those of all commands to a directory
    #[command(after_help = MAN_HELP)]
    Man {
        /// The directory; it must exist
        dir: Option<PathBuf>,
    },
}

// Options of a session. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct SessionArgs {
    /// Exit with 2 at the end of the session if a line could not be carried out; until then the session goes on
    #[arg(long)]
    pub(crate) strict: bool,
}

impl Args {
    /// Returns the CPU level that was asked for, or the highest.
    pub(crate) fn cpu(&self) -> Result<Cpu, CliError> {
        self.engine.search.cpu()
    }

    /// Returns the solver of a session that is asked for without a command.
    pub(crate) fn session_solver(&self) -> Result<Solver, CliError> {
        self.solver(&self.engine)
    }

    /// Returns the board of a command: the one asked for, or the standard one.
    pub(crate) fn board(&self, own: Option<&str>) -> Result<BoardSize, CliError> {
        Ok(self.asked_board(own)?.unwrap_or_default())
    }

    /// Returns the board that is asked for: `own` after the name of the command, or the one before it.
    pub(crate) fn asked_board(&self, own: Option<&str>) -> Result<Option<BoardSize>, CliError> {
        let asked = own.or(self.engine.search.board());
        asked.map(str::parse).transpose().map_err(CliError::Board)
    }

    /// Returns the game of a position on the command line, in any notation. Its words may be separate arguments.
    ///
    /// # Errors
    ///
    /// [`CliError::Board`], and [`CliError::Position`] if the text is no position of that board.
    pub(crate) fn game(
        &self,
        words: &[String],
        own_board: Option<&str>,
        base: BaseArgs,
    ) -> Result<Game, CliError> {
        let reader = Reader::new().board(self.asked_board(own_board)?).base(base.base);
        let read = reader.read(&words.join(" ")).map(|read| read.game);
        read.map_err(|source| CliError::Position { argument: "MOVES", source })
    }

    /// Returns whether a command may use an opening book.
    pub(crate) fn uses_book(&self, engine: &EngineArgs) -> bool {
        !engine.book.or(&self.engine.book).no_book
    }

    /// Makes the solver of a command from its options, and where one isn't given from those before the command.
    pub(crate) fn solver(&self, engine: &EngineArgs) -> Result<Solver, CliError> {
        self.solver_of(engine, self.board(engine.search.board())?)
    }

    /// Makes the solver of a command for a board, in the same way.
    pub(crate) fn solver_of(&self, engine: &EngineArgs, board: BoardSize) -> Result<Solver, CliError> {
        let builder = engine.search.or(&self.engine.search).builder(board)?;
        Ok(engine.book.or(&self.engine.book).open(builder, board)?.build())
    }

    /// Makes the solver of a command that asks no book.
    ///
    /// # Errors
    ///
    /// [`CliError::UnusedOption`] if a book is named before the command, and those of making it.
    pub(crate) fn searching_solver(
        &self,
        search: &SearchArgs,
        board: BoardSize,
        command: &'static str,
    ) -> Result<Solver, CliError> {
        refuse(self.engine.book.given(), command)?;
        Ok(search.or(&self.engine.search).builder(board)?.without_book().build())
    }

    /// Checks that no option of the solver is given to a command that needs no solver.
    ///
    /// # Errors
    ///
    /// [`CliError::UnusedOption`].
    pub(crate) fn no_solver(&self, command: &'static str) -> Result<(), CliError> {
        self.engine.refuse(command)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Args;

    #[test]
    fn the_arguments_are_well_defined() {
        Args::command().debug_assert();
    }

    /// Checks that the help of each command below one begins with the line that lists the command.
    fn assert_commands_are_described(command: &clap::Command) {
        for command in command.get_subcommands() {
            let listed = command.get_about().expect("a line in the list of commands").to_string();
            let mut command = command.clone();
            let help = command.render_help().to_string();
            assert_eq!(help.lines().next(), Some(listed.as_str()), "{}", command.get_name());
            assert_commands_are_described(&command);
        }
    }

    #[test]
    fn the_help_of_a_match_names_the_margin_of_its_clock() {
        let help = Args::command().find_subcommand("match").unwrap().get_after_help().unwrap().to_string();
        let margin = marlin_arena::matches::MARGIN.as_millis();
        assert!(help.contains(&format!(" more than {margin} ms longer ")), "{help}");
    }

    #[test]
    fn the_help_of_a_command_begins_with_its_own_description() {
        assert_commands_are_described(&Args::command());
    }
}
