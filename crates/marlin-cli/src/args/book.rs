//! The arguments of `book`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use marlin_support::options::{SearchOptions, Shard, seed, whole};

/// The most stones of a position in a book that `book generate` makes.
const MAX_BOOK_PLIES: u8 = 16;

const GENERATE_HELP: &str = "\
The scores are saved in FILE.record as they are found. A run that was interrupted, even by
kill -9, resumes when the same command is given again. The book is the same byte for byte,
whatever the number of threads, interruptions and shards.

A larger table helps: --hash 4096. With many machines, or a job scheduler:
  parallel marlin-cli book generate --plies 8 --out 8.book --shard {}/10 ::: $(seq 10)
  marlin-cli book merge --out 8.book 8.book.*-of-10.record

Examples:
  marlin-cli book generate --plies 4 --out 5x5.book --board 5x5
  marlin-cli book verify 5x5.book --all
  echo | marlin-cli analyze --board 5x5 --book 5x5.book";

const EXPORT_HELP: &str = "\
Each position is printed once, without its mirror image. Fields:
  moves   columns that lead to it from the empty board
  score   from the side to move
Positions in which the game is over are left out. The first line of CSV has these names.

Examples:
  marlin-cli book export --plies 4
  marlin-cli book export 5x5.book --format json > 5x5.jsonl";

/// The commands on opening books, deferred like those of the program.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum BookCommand {
    /// Make the book of all positions of up to N stones
    #[command(after_help = GENERATE_HELP)]
    Generate {
        /// Greatest number of stones on the board of a position in the book
        #[arg(long, value_name = "N", value_parser = whole(1..=MAX_BOOK_PLIES), allow_negative_numbers = true)]
        plies: u8,

        /// The file of the book
        #[arg(long, value_name = "FILE")]
        out: PathBuf,

        /// Search only part I of N equal parts, and leave its scores in FILE.I-of-N.record for 'book merge'
        #[arg(long, value_name = "I/N")]
        shard: Option<Shard>,

        /// Replace the file of the book if it exists
        #[arg(long)]
        force: bool,

        #[command(flatten)]
        search: SearchOptions,
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
    /// Search positions of a book again, and compare the scores
    Verify {
        /// The book [default: the one that is part of the program]
        file: Option<PathBuf>,

        /// Search N positions of the book, chosen at random
        #[arg(long, value_name = "N", default_value = "1000", value_parser = whole(0..=usize::MAX), conflicts_with = "all", allow_negative_numbers = true)]
        sample: usize,

        /// Seed of the random choice: the same seed chooses the same positions
        #[arg(long, value_name = "SEED", default_value = "1", value_parser = seed(), allow_negative_numbers = true)]
        seed: u64,

        /// Search all of its positions
        #[arg(long)]
        all: bool,

        /// Search only positions of up to N stones
        #[arg(long, value_name = "N", value_parser = whole(0..=u32::from(MAX_BOOK_PLIES)), allow_negative_numbers = true)]
        plies: Option<u32>,

        #[command(flatten)]
        search: SearchOptions,
    },
    /// Describe a book
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
        #[arg(long, value_name = "N", value_parser = whole(0..=u32::from(MAX_BOOK_PLIES)), allow_negative_numbers = true)]
        plies: Option<u32>,
    },
}

/// The output format of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A line of names, then a line for each position
    Csv,
    /// A JSON object for each position
    Json,
}
