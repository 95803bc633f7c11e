//! The command line: what can be said, nothing of what it does.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::RangedI64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use marlin_core::Solver;

use crate::boards::DEFAULT_BOARDS;
use crate::shape::Shape;

/// Replay position sets: check every score, and measure nodes and time.
///
/// Each position is solved from an empty table, so that node counts are the same for any number of --threads. Exit codes:
/// 0 fine, 1 a wrong score or a failed check, 2 bad usage or input, 4 positions not proven within --limit-ms.
#[derive(Debug, Parser)]
#[command(name = "marlin-bench", args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) replay: ReplayArgs,
    /// Instructions to use, a level that --version lists: scores and node counts are the same on all of them. After
    /// the command, if there is one [default: the highest]
    #[arg(long, value_name = "LEVEL", global = true)]
    pub(crate) cpu: Option<String>,
    // Not the flag that clap makes: that one answers before it knows of --cpu.
    /// Print the version, the CPU level in use and those that this machine has
    #[arg(short = 'V', long)]
    pub(crate) version: bool,
}

const EXAMPLES: &str = "\
Examples:
  marlin-bench                                   all sets of test-positions
  marlin-bench L2_R1 L2_R2                       two of them
  marlin-bench mine.txt --threads 1              a file of lines `MOVES SCORE`
  marlin-bench L1_R3 --limit-ms 1000             give up on a position after a second
  marlin-bench L1_R2 --format json --out l1.json
  marlin-bench signature --check                 did a change keep scores and node counts?
  marlin-bench signature --cpu baseline          the same on any machine
  marlin-bench boards 6x5 7x6                    solve empty boards
  marlin-bench generate --seed 1 --shape L2_R1 --count 100 --out sets";

/// The commands beside replaying.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print what identifies the search: a hash of its scores, and its node count, over a fixed suite
    Signature(SignatureArgs),
    /// Solve empty boards of several sizes, and compare with the published results
    #[command(after_help = BOARDS_HELP)]
    Boards(BoardsArgs),
    /// Make position sets: random games, sorted by shape, each score checked by two routes
    Generate(GenerateArgs),
}

/// Arguments of the replay.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// Sets by name or by path [default: the six of the folder]
    pub(crate) sets: Vec<String>,
    /// Folder of the sets [default: test-positions, here or in the workspace]
    #[arg(long, value_name = "DIR")]
    pub(crate) sets_dir: Option<PathBuf>,
    /// Threads, each with its own solver and positions
    #[arg(long, value_name = "N", default_value_t = available_threads(), value_parser = threads())]
    pub(crate) threads: u16,
    /// Threads that search one position together; with more than one, node counts differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = search_threads())]
    pub(crate) search_threads: u16,
    /// Table of each thread's solver in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) hash: usize,
    /// Time for one position in milliseconds [default: until it is proven]
    #[arg(long, value_name = "T")]
    pub(crate) limit_ms: Option<u64>,
    /// Form of the report
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    /// Write the report to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns, for people
    Table,
    /// One object, with a schema version
    Json,
    /// One row a set
    Csv,
    /// A table for a document
    Markdown,
}

/// Arguments of `signature`.
#[derive(Debug, Args)]
pub(crate) struct SignatureArgs {
    /// Compare with signature.toml, and exit with 1 if anything differs
    #[arg(long, conflicts_with = "write")]
    pub(crate) check: bool,
    /// Update signature.toml
    #[arg(long)]
    pub(crate) write: bool,
    /// Folder of the sets and of signature.toml [default: test-positions, here or in the workspace]
    #[arg(long, value_name = "DIR")]
    pub(crate) sets_dir: Option<PathBuf>,
    /// Threads; what is printed doesn't depend on them
    #[arg(long, value_name = "N", default_value_t = available_threads(), value_parser = threads())]
    pub(crate) threads: u16,
}

const BOARDS_HELP: &str = "\
Each board is solved from an empty table, and its row is printed as soon as it is
done. Columns:
  board    width x height
  result   who wins under best play, and with which move of the game; where the limit came
           first, the bounds of the score that are proven: above 0 the first player wins,
           below 0 the second
  agrees   with the results of John Tromp and Christophe Steininger: yes, NO, open (not proven
           yet), - (none to compare with)

Exit codes: 1 a result that disagrees, 2 bad usage, 4 a board that isn't proven within --limit-ms.

Examples:
  marlin-bench boards                            those that take minutes at most
  marlin-bench boards 7x7 --hash 4096            a hard one
  marlin-bench boards --limit-ms 10000 --format json";

/// Arguments of `boards`.
#[derive(Debug, Args)]
pub(crate) struct BoardsArgs {
    /// Boards by width and height
    #[arg(value_name = "WxH", default_values = DEFAULT_BOARDS)]
    pub(crate) boards: Vec<String>,
    /// Threads that search one position together; with more than one, node counts differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = search_threads())]
    pub(crate) search_threads: u16,
    /// Table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) hash: usize,
    /// Time for one board in milliseconds [default: until it is proven]
    #[arg(long, value_name = "T")]
    pub(crate) limit_ms: Option<u64>,
    /// Form of the report
    #[arg(long, value_enum, default_value_t = BoardsFormat::Table)]
    pub(crate) format: BoardsFormat,
}

/// The forms of the report on boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardsFormat {
    /// A row as soon as a board is done, for people
    Table,
    /// One object at the end, with a schema version
    Json,
}

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// The seed: the same one gives the same sets, byte for byte
    #[arg(long, value_name = "S")]
    pub(crate) seed: u64,
    /// A shape, any number of times [default: all six]
    #[arg(long = "shape", value_name = "SHAPE", value_enum, num_args = 1..)]
    pub(crate) shapes: Vec<Shape>,
    /// Positions in each set; the first of a larger set are those of a smaller one
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(crate) count: NonZeroUsize,
    /// Threads; what is written doesn't depend on them
    #[arg(long, value_name = "N", default_value_t = available_threads(), value_parser = threads())]
    pub(crate) threads: u16,
    /// Folder to write to; an interrupted run leaves its decisions there and goes on from them
    /// [default: test-positions, here or in the workspace]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace a set of another seed, or one with more positions
    #[arg(long)]
    pub(crate) force: bool,
}

/// The most threads that may be asked for: beyond any machine of today.
const MAX_THREADS: u16 = 1024;

fn threads() -> RangedI64ValueParser<u16> {
    value_parser!(u16).range(1..=i64::from(MAX_THREADS))
}

fn search_threads() -> RangedI64ValueParser<u16> {
    value_parser!(u16).range(1..=Solver::<7, 6>::MAX_THREADS as i64)
}

fn available_threads() -> u16 {
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    u16::try_from(available).unwrap_or(MAX_THREADS).min(MAX_THREADS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
