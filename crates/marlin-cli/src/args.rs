//! What may stand on the command line, and the help. Arguments are parsed here and judged where they are used.

mod agents;
mod batch;

use std::path::PathBuf;
use std::sync::Arc;

use clap::{ColorChoice, Parser, Subcommand, ValueEnum};
use marlin_book::Shard;
use marlin_core::{Book, Cpu, Solver, SolverBuilder};

use self::agents::{MATCH_HELP, SCORE_AGENT_HELP};
pub(crate) use self::agents::{MatchArgs, ScoreAgentArgs};
use self::batch::{ANALYZE_HELP, SOLVE_HELP};
pub(crate) use self::batch::{BatchArgs, Compat, InputNotation};
use crate::error::CliError;
use marlin_protocol::setting::{self, SettingError};

const EXAMPLES: &str = "\
Positions are the columns played from the empty board, 1 to 7 from the left; X moves first.

Scores are from the side to move: 0 is a draw, a win counts the stones that the winner has
left when the game ends (18 at most: a win with the fourth stone), a loss is its negative.

Examples:
  marlin-cli                               start a session; type 'help' in it
  printf 'position 4433\\ngo\\n' | marlin-cli
                                           the same without a keyboard
  echo 4433 | marlin-cli solve             4433 18
  echo 4433 | marlin-cli analyze           4433 -3 18 2 2 18 -3 -4
  marlin-cli solve --json positions.txt    one JSON object a line
  marlin-cli solve --csv --time 100 positions.txt
                                           at most 100 ms a position, for a spreadsheet
  marlin-cli --strict < commands.txt       exit with 2 if a line was wrong
  marlin-cli uci                           a session in UCI, for Cute Chess and its like
  marlin-cli show 4433                     draw a board; --svg for a picture
  marlin-cli perft 9                       count the games of 1 to 9 moves
  marlin-cli book info                     what the opening book of the program covers
  marlin-cli book generate --plies 2 --out 2.book
                                           make an opening book, which --book 2.book takes
  marlin-cli match perfect depth:4         let two players play, programs or these two
  marlin-cli score-agent depth:4           count the good moves of a player
  marlin-cli --version                     with the CPU levels that --cpu takes here

Exit codes: 0 fine, 1 internal failure, failed check or a player that crashed or fell silent,
2 bad usage, input or output, 4 limits left something unproven.";

const UCI_HELP: &str = "\
A session without a command switches to either with its first line, 'uci' or 'ugi'. A move is a
drop: P@ and a cell, files a to g, ranks 1 to 6; a position is 'startpos' or a FEN, as 'd' prints it.
'go' takes movetime, wtime and btime (in UGI p1time and p2time), nodes, depth (plies to look ahead),
mate, searchmoves, infinite, ponder and perft. A score is the number of moves until the mate, or
'cp 0' for a draw; it is a bound until it is proven. Level 10 plays perfectly; the levels below it
see 1 to 20 plies ahead and choose at random among what neither wins nor loses within them.
After a position that was refused, 'go' answers 'bestmove (none)'.

Example:
  printf 'uci\\nposition startpos moves P@d1 P@d2\\ngo movetime 1000\\n' | marlin-cli uci";

const GENERATE_HELP: &str = "\
Scores are found by search and written down chunk by chunk in FILE.record, so a run that was
interrupted, even by kill -9, goes on where it was when the same command is given again. The
book is the same byte for byte, however many threads, interruptions and shards there were.

A larger table helps: --hash 4096. For many machines, or a scheduler of jobs:
  parallel marlin-cli book generate --plies 8 --out 8.book --shard {}/10 ::: $(seq 10)
  marlin-cli book merge --out 8.book 8.book.*-of-10.record

Examples:
  marlin-cli book generate --plies 2 --out 2.book
  marlin-cli book verify 2.book --all
  echo | marlin-cli analyze --book 2.book";

const EXPORT_HELP: &str = "\
Each position stands there once, mirror images of it don't. Fields:
  moves   columns that lead to it from the empty board
  score   -18 to 18 from the side to move
Positions in which the game is over are left out. In CSV the first line has these names.

Examples:
  marlin-cli book export --plies 4
  marlin-cli book export 2.book --format json > 2.jsonl";

const SHOW_HELP: &str = "\
The SVG follows the reader's colour scheme, light or dark, and tells the stones apart without
colours too.

Examples:
  marlin-cli show 4433
  marlin-cli show 4433 --svg --scores > board.svg";

const PERFT_HELP: &str = "\
A won game has no continuation. The counts are a check of the rules: anybody's are the same.

Examples:
  marlin-cli perft 9
  marlin-cli perft 3 --position 4433";

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

    /// Colours in a session without a command: 'auto' means at a terminal, unless the variable `NO_COLOR` is set
    #[arg(long, value_name = "WHEN")]
    pub(crate) color: Option<ColorChoice>,

    // Not the flag that clap makes: that one answers before it knows of --cpu.
    /// Print the version, the CPU level in use and those that this machine has
    #[arg(short = 'V', long)]
    pub(crate) version: bool,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do instead of a session.
///
/// Deferred, so that only the arguments of the given command are built: with all of them, an answer to one line would take a
/// fifth longer. A doc comment on a flattened struct would then replace the description of the command.
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

        /// With --compat, print the scores of all seven columns, as 'analyze' does
        #[arg(short = 'a', long = "columns", requires = "compat")]
        columns: bool,
    },
    /// Print the scores of all seven columns of each position
    #[command(after_help = ANALYZE_HELP)]
    Analyze {
        #[command(flatten)]
        batch: BatchArgs,

        #[command(flatten)]
        engine: EngineArgs,

        /// With --compat, print only who wins with each column
        #[arg(short = 'w', long, visible_alias = "weak", requires = "compat")]
        outcome: bool,
    },
    /// Start a session in UCI with the variant 'cfour', for Cute Chess and its like
    #[command(after_help = UCI_HELP)]
    Uci {
        #[command(flatten)]
        session: SessionArgs,

        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Start a session in UGI, for Cute Games and its like
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
    /// Count how many moves of a player are good, and how many perfect
    #[command(after_help = SCORE_AGENT_HELP)]
    ScoreAgent {
        #[command(flatten)]
        args: ScoreAgentArgs,

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
    /// Count the sequences of 1, 2 ... DEPTH moves
    #[command(after_help = PERFT_HELP)]
    Perft {
        /// The length of the longest sequences, 1 to 42: each more takes about seven times as long
        #[arg(value_parser = clap::value_parser!(u32).range(1..=42))]
        depth: u32,

        /// Moves that lead to the position to start from
        #[arg(long, value_name = "MOVES", default_value = "")]
        position: String,
    },
}

/// What to do with an opening book, deferred like [`Command`].
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum BookCommand {
    /// Make the book of all positions of up to N stones
    #[command(after_help = GENERATE_HELP)]
    Generate {
        /// Greatest number of stones on the board: positions with more aren't in the book
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
        plies: u8,

        /// The file of the book
        #[arg(long, value_name = "FILE")]
        out: PathBuf,

        /// Search one of N equal parts only, and leave its scores in FILE.I-of-N.record for 'book merge'
        #[arg(long, value_name = "I/N")]
        shard: Option<Shard>,

        /// Replace the file of the book if it exists
        #[arg(long)]
        force: bool,

        #[command(flatten)]
        search: SearchArgs,
    },
    /// Make a book from the records of all its shards
    Merge {
        /// The file of the book
        #[arg(long, value_name = "FILE")]
        out: PathBuf,

        /// The records, in any order
        #[arg(required = true, value_name = "RECORD")]
        records: Vec<PathBuf>,

        /// Replace the file of the book if it exists
        #[arg(long)]
        force: bool,
    },
    /// Search positions of a book again and compare the scores
    Verify {
        /// The book [default: the one that is part of the program]
        file: Option<PathBuf>,

        /// Search N positions of the book, chosen at random
        #[arg(long, value_name = "N", default_value = "1000", conflicts_with = "all")]
        sample: usize,

        /// Seed of the random choice: the same seed chooses the same positions
        #[arg(long, value_name = "SEED", default_value = "1")]
        seed: u64,

        /// Search all of its positions
        #[arg(long)]
        all: bool,

        /// Search only positions of up to N stones
        #[arg(long, value_name = "N")]
        plies: Option<u32>,

        #[command(flatten)]
        search: SearchArgs,
    },
    /// Say what a book covers
    Info {
        /// The book [default: the one that is part of the program]
        file: Option<PathBuf>,
    },
    /// Print every position of a book with its score
    #[command(after_help = EXPORT_HELP)]
    Export {
        /// The book [default: the one that is part of the program]
        file: Option<PathBuf>,

        /// Output format
        #[arg(long, value_enum, default_value = "csv")]
        format: ExportFormat,

        /// Print only positions of up to N stones
        #[arg(long, value_name = "N")]
        plies: Option<u32>,
    },
}

/// How a book is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A line of names, then one line a position.
    Csv,
    /// One object a line.
    Json,
}

// What to draw. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// Moves that lead to the position, none for the empty board
    #[arg(default_value = "")]
    pub(crate) moves: String,

    /// Print an SVG instead of text
    #[arg(long)]
    pub(crate) svg: bool,

    /// Add the score of each column
    #[arg(long)]
    pub(crate) scores: bool,
}

// What a session is for. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct SessionArgs {
    /// Exit with 2 at the end of the session if a line could not be carried out; the session goes on meanwhile
    #[arg(long)]
    pub(crate) strict: bool,
}

// What a search works with. No doc comment: see `Command`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SearchArgs {
    /// Memory for the transposition table, in MiB [default: 64]
    #[arg(long = "hash", value_name = "MIB", allow_negative_numbers = true)]
    hash_mib: Option<String>,

    /// Threads: 'solve' and 'analyze' search a position on each, and when only one is left, all work on it; elsewhere all
    /// search one position together [default: as many as the machine runs at once]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<String>,

    /// Instructions to use, a level that --version lists: answers are the same on all of them [default: the highest]
    #[arg(long, value_name = "LEVEL")]
    cpu: Option<String>,
}

// What answers before the search. No doc comment: see `Command`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BookArgs {
    /// An opening book, made by 'marlin-cli book generate', instead of the one that is part of the program
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Option<PathBuf>,

    /// Search every position, the first ones too
    #[arg(long)]
    no_book: bool,
}

// What the engine is given to work with. No doc comment: see `Command`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    book: BookArgs,
}

impl EngineArgs {
    /// Refuses these options for a command that has no use for them.
    ///
    /// # Errors
    ///
    /// [`CliError::UnusedOption`] if one of them is given.
    pub(crate) fn refuse(&self, command: &'static str) -> Result<(), CliError> {
        refuse(self.search.given().or(self.book.given()), command)
    }
}

/// The size of the table in MiB unless another is asked for.
const DEFAULT_HASH: &str = "64";

impl SearchArgs {
    /// Returns a builder of a solver without a book.
    fn builder(&self) -> Result<SolverBuilder, CliError> {
        let cpu = self.cpu()?;
        let mib = setting::hash_mib(self.hash_mib.as_deref().unwrap_or(DEFAULT_HASH))?;
        let threads = self.threads.as_deref().map(setting::threads).transpose()?;
        let builder = Solver::builder().hash_mib(mib).map_err(SettingError::from)?.cpu(cpu).without_book();
        Ok(match threads {
            Some(threads) => builder.threads(threads),
            None => builder,
        })
    }

    /// Returns the CPU level that was asked for, or the highest.
    fn cpu(&self) -> Result<Cpu, CliError> {
        Ok(self.cpu.as_deref().map_or_else(|| Ok(Cpu::detect()), str::parse)?)
    }

    /// Returns these options, and where one isn't given that of the others.
    fn or(&self, others: &Self) -> Self {
        let or = |own: &Option<String>, other: &Option<String>| own.clone().or_else(|| other.clone());
        Self {
            hash_mib: or(&self.hash_mib, &others.hash_mib),
            threads: or(&self.threads, &others.threads),
            cpu: or(&self.cpu, &others.cpu),
        }
    }

    /// Returns the name of an option that was given.
    fn given(&self) -> Option<&'static str> {
        let options = [("--hash", &self.hash_mib), ("--threads", &self.threads), ("--cpu", &self.cpu)];
        options.into_iter().find(|(_, value)| value.is_some()).map(|(name, _)| name)
    }
}

impl BookArgs {
    /// Opens the book, if there is one.
    fn open(&self) -> Result<Option<Book>, CliError> {
        match &self.book {
            Some(path) => Ok(Some(setting::read_book(path)?)),
            None if self.no_book => Ok(None),
            None => Ok(Book::embedded()),
        }
    }

    /// Returns these options, and if none is given the others.
    fn or(&self, others: &Self) -> Self {
        if self.given().is_some() { self.clone() } else { others.clone() }
    }

    /// Returns the name of an option that was given.
    fn given(&self) -> Option<&'static str> {
        match self {
            Self { book: Some(_), .. } => Some("--book"),
            Self { no_book: true, .. } => Some("--no-book"),
            _ => None,
        }
    }
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

    /// Makes the solver of a command from its options, and where one isn't given from those before the command.
    pub(crate) fn solver(&self, engine: &EngineArgs) -> Result<Solver, CliError> {
        let builder = engine.search.or(&self.engine.search).builder()?;
        Ok(match engine.book.or(&self.engine.book).open()? {
            Some(book) => builder.book(Arc::new(book)).build(),
            None => builder.build(),
        })
    }

    /// Makes the solver of a command that asks no book.
    ///
    /// # Errors
    ///
    /// [`CliError::UnusedOption`] if a book is named before the command, and those of making it.
    pub(crate) fn searching_solver(
        &self,
        search: &SearchArgs,
        command: &'static str,
    ) -> Result<Solver, CliError> {
        refuse(self.engine.book.given(), command)?;
        Ok(search.or(&self.engine.search).builder()?.build())
    }

    /// Makes sure that a command that needs no solver isn't given anything for one.
    ///
    /// # Errors
    ///
    /// [`CliError::UnusedOption`].
    pub(crate) fn no_solver(&self, command: &'static str) -> Result<(), CliError> {
        self.engine.refuse(command)
    }
}

/// Refuses an option that a command has no use for: whoever gives it expects another answer.
fn refuse(option: Option<&'static str>, command: &'static str) -> Result<(), CliError> {
    option.map_or(Ok(()), |option| Err(CliError::UnusedOption { option, command }))
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
