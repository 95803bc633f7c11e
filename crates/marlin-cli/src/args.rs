//! What may stand on the command line, and the help. Arguments are parsed here and judged where they are used.

mod agents;
mod batch;

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Parser, Subcommand, ValueEnum};
use marlin_book::Shard;
use marlin_core::{Cpu, Solver};

use self::agents::{MATCH_HELP, SCORE_AGENT_HELP};
pub(crate) use self::agents::{MatchArgs, ScoreAgentArgs};
use self::batch::{ANALYZE_HELP, SOLVE_HELP};
pub(crate) use self::batch::{BatchArgs, Compat, InputNotation};
use crate::error::CliError;
use crate::setting::{self, SettingError};

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
  marlin-cli uci                           a session in UCI, for Cute Chess and its like
  marlin-cli perft 9                       count the games of 1 to 9 moves
  marlin-cli book info                     what the opening book of the program covers
  marlin-cli book generate --plies 2 --out 2.book
                                           make an opening book, which --book 2.book takes
  marlin-cli match perfect depth:4         let two players play, programs or these two
  marlin-cli score-agent depth:4           count the good moves of a player
  marlin-cli --version                     with the CPU levels that --cpu takes here

Exit codes: 0 fine, 1 internal failure or a player that ended, 2 bad usage or bad input, 4 limits left something unproven.";

const UCI_HELP: &str = "\
A session without a command switches to either with its first line, 'uci' or 'ugi'. A move is a
drop: P@ and a cell, files a to g, ranks 1 to 6; a position is 'startpos' or a FEN, as 'd' prints it.
'go' takes movetime, wtime and btime (in UGI p1time and p2time), nodes, depth (plies to look ahead),
mate, searchmoves, infinite, ponder and perft. A score is the number of moves until the mate, or
'cp 0' for a draw; it is a bound until it is proven. Level 10 plays perfectly; the levels below it
see 1 to 20 plies ahead and choose at random among what neither wins nor loses within them.

Example:
  printf 'uci\\nposition startpos moves P@d1 P@d2\\ngo movetime 1000\\n' | marlin-cli uci";

const GENERATE_HELP: &str = "\
Scores are found by search and written down chunk by chunk in FILE.record, so a run that was
interrupted, even by kill -9, goes on where it was when the same command is given again. The
book is the same byte for byte, however many threads, interruptions and shards there were.

More memory helps: --hash 4096. For many machines, or a scheduler of jobs:
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

    // Not the flag that clap makes: that one answers before it knows of --cpu.
    /// Print the version, the CPU level in use and those that this machine has
    #[arg(short = 'V', long)]
    pub(crate) version: bool,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do instead of a session.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the score of each position
    #[command(after_help = SOLVE_HELP)]
    Solve {
        #[command(flatten)]
        batch: BatchArgs,

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

        /// With --compat, print only who wins with each column
        #[arg(short = 'w', long, visible_alias = "weak", requires = "compat")]
        outcome: bool,
    },
    /// Start a session in UCI with the variant 'cfour', for Cute Chess and its like
    #[command(after_help = UCI_HELP)]
    Uci,
    /// Start a session in UGI, for Cute Games and its like
    #[command(after_help = UCI_HELP)]
    Ugi,
    /// Make, check and read opening books
    #[command(subcommand)]
    Book(BookCommand),
    /// Let two players play games, and compare the results with perfect play
    #[command(after_help = MATCH_HELP)]
    Match(MatchArgs),
    /// Count how many moves of a player are good, and how many perfect
    #[command(after_help = SCORE_AGENT_HELP)]
    ScoreAgent(ScoreAgentArgs),
    /// Count the sequences of 1, 2 ... DEPTH moves
    #[command(after_help = PERFT_HELP)]
    Perft {
        /// The greatest number of moves
        #[arg(value_parser = clap::value_parser!(u32).range(1..=42))]
        depth: u32,

        /// Moves that lead to the position to start from
        #[arg(long, value_name = "MOVES", default_value = "")]
        position: String,
    },
}

/// What to do with an opening book.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Make the book of all positions of up to so many stones
    #[command(after_help = GENERATE_HELP)]
    Generate {
        /// Stones on the board: positions with more of them are not in the book
        #[arg(long, value_parser = clap::value_parser!(u8).range(1..=16))]
        plies: u8,

        /// The file of the book
        #[arg(long, value_name = "FILE")]
        out: PathBuf,

        /// Search one of N equal parts only, and leave its scores in FILE.I-of-N.record for 'book merge'
        #[arg(long, value_name = "I/N")]
        shard: Option<Shard>,
    },
    /// Make a book from the records of all its shards
    Merge {
        /// The file of the book
        #[arg(long, value_name = "FILE")]
        out: PathBuf,

        /// The records, in any order
        #[arg(required = true, value_name = "RECORD")]
        records: Vec<PathBuf>,
    },
    /// Search positions of a book again and compare the scores
    Verify {
        /// The book [default: the one that is part of the program]
        file: Option<PathBuf>,

        /// Search so many of its positions, chosen at random
        #[arg(long, value_name = "N", default_value = "1000", conflicts_with = "all")]
        sample: usize,

        /// What chooses them: the same seed chooses the same
        #[arg(long, value_name = "SEED", default_value = "1")]
        seed: u64,

        /// Search all of its positions
        #[arg(long)]
        all: bool,

        /// Only those of up to so many stones
        #[arg(long, value_name = "N")]
        plies: Option<u32>,
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

        /// How
        #[arg(long, value_enum, default_value = "csv")]
        format: ExportFormat,

        /// Only those of up to so many stones
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

/// What the engine is given to work with.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// Memory for what the search remembers, in MiB
    #[arg(
        long = "hash",
        value_name = "MIB",
        default_value = "64",
        global = true,
        allow_negative_numbers = true
    )]
    hash_mib: String,

    /// Threads: 'solve' and 'analyze' give each a position, and all to one that is left alone; elsewhere they search one
    /// position together [default: as many as the machine runs at once]
    #[arg(long, value_name = "N", global = true, allow_negative_numbers = true)]
    threads: Option<String>,

    /// An opening book, made by 'marlin-cli book generate', instead of the one that is part of the program
    #[arg(long, value_name = "FILE", global = true)]
    book: Option<PathBuf>,

    /// Search every position, the first ones too
    #[arg(long, global = true, conflicts_with = "book")]
    no_book: bool,

    /// Instructions to use, a level that --version lists: answers are the same on all of them [default: the highest]
    #[arg(long, value_name = "LEVEL", global = true)]
    cpu: Option<String>,
}

impl EngineArgs {
    /// Makes a solver from what was asked for.
    pub(crate) fn solver(&self) -> Result<Solver, CliError> {
        let cpu = self.cpu.as_deref().map_or_else(|| Ok(Cpu::detect()), str::parse)?;
        let mib = setting::hash_mib(&self.hash_mib)?;
        let threads = self.threads.as_deref().map(setting::threads).transpose()?;
        let solver = Solver::with_hash_mib(mib).map_err(SettingError::from)?.with_cpu(cpu);
        let solver = match &self.book {
            Some(path) => solver.with_book(Arc::new(setting::read_book(path)?)),
            None if self.no_book => solver.without_book(),
            None => solver,
        };
        Ok(match threads {
            Some(threads) => solver.with_threads(threads),
            None => solver,
        })
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
}
