//! The command line: what can be said, nothing of what it does.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use marlin_boards::DEFAULT_BOARDS;
use marlin_core::Solver;
use serde::Serialize;

use crate::sets::category::Shape;

/// Replay position sets: check every score, and measure nodes and time.
///
/// Each position is solved from an empty table, so that node counts are the same for any number of --threads. Exit codes:
/// 0 fine, 1 a wrong score or a failed check, 2 bad usage, or input or output that fails, 3 a regression against a baseline
/// (with --on-unclear fail also times that can't tell), 4 positions not proven within --limit-ms.
#[derive(Debug, Parser)]
#[command(name = "marlin-bench", args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) replay: ReplayArgs,
    /// Use the instructions of this CPU level, one that --version lists. Scores and node counts are the same on all of
    /// them. If there is a command, the option comes after it [default: the highest level]
    #[arg(long, value_name = "LEVEL", global = true)]
    pub(crate) cpu: Option<String>,
    // Not the flag that clap makes: that one answers before it knows of --cpu.
    /// Print the version, the CPU level in use and those that this machine has
    #[arg(short = 'V', long)]
    pub(crate) version: bool,
}

const EXAMPLES: &str = "\
Columns of the table, with a row for each set and one for all sets together:
  mean, median      time of one position; with --repeat the geometric mean of the rounds
  p95, max          95 of 100 positions take at most p95; the slowest takes max
  mean nodes        positions that the search visits to solve one position
  total nodes       the same for the whole set
  nodes/s           nodes per second of solving: the speed of one search, not of all --threads
  1us...1ms...1s    how the times are spread: three characters for each factor of ten, each
                    label where its time is; the higher the bar, the more positions

Examples:
  marlin-bench                                   all sets of test-positions
  marlin-bench L2_R1 L2_R2                       two of them
  marlin-bench mine.txt --threads 1              a file of lines `MOVES SCORE`
  marlin-bench L1_R3 --limit-ms 1000             give up on a position after a second
  marlin-bench L1_R2 --format json --out l1.json --report markdown=l1.md
  marlin-bench L1_R2 --repeat 5 --save-baseline base.json
  marlin-bench L1_R2 --repeat 5 --baseline base.json --fail-time 10 --fail-nodes 0
  marlin-bench ab old/marlin-bench new/marlin-bench --fail-time 5
  marlin-bench speedtest                         how fast is this machine?
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
    /// Compare two result files: times with their intervals, nodes exactly
    #[command(after_help = COMPARE_HELP)]
    Compare(CompareArgs),
    /// Run two builds of marlin-bench in turn, and compare them
    #[command(after_help = AB_HELP)]
    Ab(AbArgs),
    /// Measure how fast this machine solves hard positions with many threads
    #[command(after_help = SPEEDTEST_HELP)]
    Speedtest(SpeedtestArgs),
    /// Replace a section of a document by standard input
    #[command(after_help = INSERT_HELP)]
    Insert(InsertArgs),
    /// Make position sets: random games, sorted by shape, each score checked by two routes
    Generate(GenerateArgs),
}

/// Arguments of the replay.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// Replay these sets, given by name or by path [default: the six sets of the folder]
    pub(crate) sets: Vec<String>,
    /// Look for sets in this folder [default: test-positions, here or in the workspace]
    #[arg(long, value_name = "DIR")]
    pub(crate) sets_dir: Option<PathBuf>,
    /// Solve this many positions at a time, each on a thread with its own solver
    #[arg(long, value_name = "N", default_value_t = available_threads(), value_parser = threads())]
    pub(crate) threads: u16,
    /// Search each position with this many threads; with more than one, node counts differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = search_threads())]
    pub(crate) search_threads: u16,
    /// Give the solver of each thread a table of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) hash: usize,
    /// Give up on a position after this many milliseconds [default: never]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit_ms: Option<u64>,
    /// Use only the first N positions of each set
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) count: Option<NonZeroUsize>,
    /// Replay all sets K times: with several rounds, a comparison knows how much times vary by chance
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1..=1000_u32))]
    pub(crate) repeat: u32,
    /// Write the report in this form
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    /// Write the report to a file, not to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write another report of the same run to a file, as in csv=times.csv; may be given several times
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = report)]
    pub(crate) reports: Vec<(Format, PathBuf)>,
    /// Write a result file that --baseline and 'compare' read, if the run is fine
    #[arg(long, value_name = "FILE")]
    pub(crate) save_baseline: Option<PathBuf>,
    /// Replace the files that --out, --report and --save-baseline name, if they exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Compare the run with this result file of an earlier one
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) thresholds: Thresholds,
    /// Take this many percent longer on purpose, to show that a gate sees it
    #[arg(long, value_name = "PCT", default_value_t = 0.0, value_parser = percentage)]
    pub(crate) handicap: f64,
}

/// How much worse a run may be. Without a threshold a difference is only told.
#[derive(Debug, Clone, Copy, Args, Serialize)]
pub(crate) struct Thresholds {
    /// Exit with 3 if the time of a set grows by more than this many percent, and its confidence interval lies above 0 %
    #[arg(long, value_name = "PCT", value_parser = percentage)]
    pub(crate) fail_time: Option<f64>,
    /// Exit with 3 if the nodes of a set grow by more than this many percent; they are exact, so 0 makes sense
    #[arg(long, value_name = "PCT", value_parser = percentage)]
    pub(crate) fail_nodes: Option<f64>,
    /// Choose what happens if the interval of a time is too wide to judge it by --fail-time
    #[arg(long, value_enum, value_name = "VERDICT", default_value_t = OnUnclear::Pass, requires = "fail_time")]
    pub(crate) on_unclear: OnUnclear,
}

/// What becomes of a run whose times can't be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OnUnclear {
    /// Exit with 0, and warn
    Pass,
    /// Exit with 3
    Fail,
}

impl Thresholds {
    /// Everything is allowed.
    pub(crate) const NONE: Self = Self { fail_time: None, fail_nodes: None, on_unclear: OnUnclear::Pass };

    /// Returns whether there is any.
    pub(crate) const fn is_any(&self) -> bool {
        self.fail_time.is_some() || self.fail_nodes.is_some()
    }

    /// Says what is allowed, and what isn't judged.
    pub(crate) fn describe(&self) -> String {
        let say = |measure: &str, allowed: Option<f64>| {
            let allowed = allowed.map(|allowed| format!("{measure}: at most {allowed} % more"));
            allowed.unwrap_or_else(|| format!("{measure}: not judged without --fail-{measure}"))
        };
        format!("{}; {}", say("time", self.fail_time), say("nodes", self.fail_nodes))
    }
}

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns for people to read
    Table,
    /// One JSON object with all numbers, the machine and a schema version
    Json,
    /// A JSON object for each position, on a line of its own
    Jsonl,
    /// Comma-separated values, with a row for each set
    Csv,
    /// A Markdown table for a document
    Markdown,
    /// The format `customSmallerIsBetter` of github-action-benchmark
    Github,
    /// The Bencher Metric Format, which bencher.dev reads
    Bencher,
}

/// The forms of a short report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShortFormat {
    /// Aligned columns for people to read
    Table,
    /// One JSON object with all numbers
    Json,
    /// A Markdown table for a document
    Markdown,
}

/// Reads `FORMAT=FILE`.
fn report(text: &str) -> Result<(Format, PathBuf), String> {
    let parts = text.split_once('=').filter(|(_, path)| !path.is_empty());
    let (format, path) = parts.ok_or("expected FORMAT=FILE, as in csv=times.csv")?;
    let format = Format::from_str(format, false).map_err(|_| {
        let names = Format::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<_> = names.map(|value| value.get_name().to_owned()).collect();
        format!("no format {format:?} (there are {})", names.join(", "))
    })?;
    Ok((format, path.into()))
}

/// Reads a number of percent.
fn percentage(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim_end().parse().ok();
    number
        .filter(|percent| (0.0..=1e6).contains(percent))
        .ok_or_else(|| "expected percent, from 0 to 1000000".to_owned())
}

const COMPARE_HELP: &str = "\
Result files come from --save-baseline or --format json. The interval of a time is the
confidence interval of 95 % for the ratio, as far as the repeats of the two runs tell;
whether the machine was another one in between they can't tell, 'ab' can.

With --fail-time the report ends with a verdict: fail where a time exceeds the threshold and
its interval lies above 0 %; unclear where the interval extends to either side by more than
the threshold, so that a regression could hide in it; else pass.

Exit codes: 1 other or wrong scores, 2 files that can't be compared, 3 a regression (with
--on-unclear fail also a time that can't be judged), 4 unproven positions in the later file.

Examples:
  marlin-bench compare old.json new.json
  marlin-bench compare old.json new.json --fail-time 10 --fail-nodes 0";

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Result file to compare with, the earlier one
    pub(crate) old: PathBuf,
    /// Result file to judge, the later one
    pub(crate) new: PathBuf,
    #[command(flatten)]
    pub(crate) thresholds: Thresholds,
    /// Write the report in this form
    #[arg(long, value_enum, default_value_t = ShortFormat::Table)]
    pub(crate) format: ShortFormat,
}

const AB_HELP: &str = "\
Runs A B B A, each on one thread, again and again, and takes the ratio within each round.
What slows the machine down for a while slows down both, and which of them is first makes
no difference, so the ratio means something even where single times don't, as on the
machines of a CI.

With --fail-time the report ends with a verdict, as 'compare --help' explains.

Exit codes: 1 a build has a wrong score, 2 a build that can't be run, 3 a regression (with
--on-unclear fail also a time that can't be judged).

Examples:
  marlin-bench ab old/marlin-bench new/marlin-bench
  marlin-bench ab old/marlin-bench new/marlin-bench L1_R2 --count 50 --rounds 10 --fail-time 5";

/// Arguments of `ab`.
#[derive(Debug, Args)]
pub(crate) struct AbArgs {
    /// Build to compare with
    #[arg(value_name = "BIN_A")]
    pub(crate) old: PathBuf,
    /// Build to judge
    #[arg(value_name = "BIN_B")]
    pub(crate) new: PathBuf,
    /// Replay these sets, given by name or by path
    #[arg(default_values = ["L2_R2", "L1_R1", "L1_R2"])]
    pub(crate) sets: Vec<String>,
    /// Look for sets in this folder [default: test-positions, here or in the workspace]
    #[arg(long, value_name = "DIR")]
    pub(crate) sets_dir: Option<PathBuf>,
    /// Use only the first N positions of each set
    #[arg(long, value_name = "N", default_value = "100", value_parser = count)]
    pub(crate) count: NonZeroUsize,
    /// Run N rounds of four runs each, A B B A: more rounds make the interval narrower
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole(1..=10_000_u32))]
    pub(crate) rounds: u32,
    /// Give each build a table of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) hash: usize,
    #[command(flatten)]
    pub(crate) thresholds: Thresholds,
    /// Write the report in this form
    #[arg(long, value_enum, default_value_t = ShortFormat::Table)]
    pub(crate) format: ShortFormat,
}

const SPEEDTEST_HELP: &str = "\
Solves the empty board and the first hard positions of L1_R3, each from an empty table and
with all threads together. The best of the repeats counts. Node counts differ from run to
run with more than one thread.

Examples:
  marlin-bench speedtest
  marlin-bench speedtest --threads 1
  marlin-bench speedtest --hash 1024 --repeat 5 --format json";

/// Arguments of `speedtest`.
#[derive(Debug, Args)]
pub(crate) struct SpeedtestArgs {
    /// Search each position with this many threads
    #[arg(long, value_name = "N", default_value_t = available_search_threads(), value_parser = search_threads())]
    pub(crate) threads: u16,
    /// Give the solver a table of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) hash: usize,
    /// Measure K times; the fastest round counts
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = whole(1..=1000_u32))]
    pub(crate) repeat: u32,
    /// Solve the first N positions of the hard set `L1_R3`
    #[arg(long, value_name = "N", default_value = "8", value_parser = count)]
    pub(crate) count: NonZeroUsize,
    /// Look for sets in this folder [default: test-positions, here or in the workspace]
    #[arg(long, value_name = "DIR")]
    pub(crate) sets_dir: Option<PathBuf>,
    /// Write the report in this form
    #[arg(long, value_enum, default_value_t = ShortFormat::Table)]
    pub(crate) format: ShortFormat,
}

const INSERT_HELP: &str = "\
A section stands between two lines of the document, which stay:
  <!-- NAME -->
  <!-- /NAME -->

Example:
  marlin-bench --threads 1 --format markdown > sets.md && marlin-bench insert docs/measurements.md sets < sets.md";

/// Arguments of `insert`.
#[derive(Debug, Args)]
pub(crate) struct InsertArgs {
    /// Document to change
    pub(crate) file: PathBuf,
    /// Name of the section to replace
    pub(crate) name: String,
}

/// Arguments of `signature`.
#[derive(Debug, Args)]
pub(crate) struct SignatureArgs {
    /// Compare with signature.toml, and exit with 1 if anything differs
    #[arg(long, conflicts_with = "write")]
    pub(crate) check: bool,
    /// Record scores, nodes and sets in signature.toml
    #[arg(long)]
    pub(crate) write: bool,
    /// Look for the sets and signature.toml in this folder [default: test-positions, here or in the workspace]
    #[arg(long, value_name = "DIR")]
    pub(crate) sets_dir: Option<PathBuf>,
    /// Solve this many positions at a time; scores and nodes don't depend on it
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
    /// Solve the empty boards of these sizes, width x height
    #[arg(value_name = "WxH", default_values = DEFAULT_BOARDS)]
    pub(crate) boards: Vec<String>,
    /// Threads that search one position together; with more than one, node counts differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = search_threads())]
    pub(crate) search_threads: u16,
    /// Give the solver a table of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) hash: usize,
    /// Give up on a board after this many milliseconds [default: never]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit_ms: Option<u64>,
    /// Write the report in this form
    #[arg(long, value_enum, default_value_t = ShortFormat::Table)]
    pub(crate) format: ShortFormat,
}

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Draw the games from this seed: the same one gives the same sets, byte for byte
    #[arg(long, value_name = "S")]
    pub(crate) seed: u64,
    /// Make the sets of these shapes [default: all six]
    #[arg(long = "shape", value_name = "SHAPE", value_enum, num_args = 1..)]
    pub(crate) shapes: Vec<Shape>,
    /// Make sets of N positions; a smaller set is the beginning of a larger one
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    pub(crate) count: NonZeroUsize,
    /// Decide candidates on this many threads; the sets don't depend on it
    #[arg(long, value_name = "N", default_value_t = available_threads(), value_parser = threads())]
    pub(crate) threads: u16,
    /// Write the sets to this folder; an interrupted run leaves its decisions there and goes on from them
    /// [default: test-positions, here or in the workspace]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace files that exist: sets of another seed or with more positions, and what an interrupted run has left of
    /// another seed
    #[arg(long)]
    pub(crate) force: bool,
}

/// The most threads that may be asked for: beyond any machine of today.
const MAX_THREADS: u16 = 1024;

fn threads() -> impl TypedValueParser<Value = u16> {
    whole(1..=MAX_THREADS)
}

fn search_threads() -> impl TypedValueParser<Value = u16> {
    whole(1..=Solver::<7, 6>::MAX_THREADS as u16)
}

/// Returns what reads a whole number within a range, and names the range where it can't.
fn whole<T>(range: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Reads a number of positions.
fn count(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number, 1 or more".to_owned())
}

fn available_search_threads() -> u16 {
    available_threads().min(Solver::<7, 6>::MAX_THREADS as u16)
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

    #[test]
    fn a_report_has_a_known_format_and_a_file() {
        assert_eq!(report("csv=a=b.csv"), Ok((Format::Csv, PathBuf::from("a=b.csv"))));
        assert!(report("xml=a").unwrap_err().starts_with("no format \"xml\" (there are table, json"));
        assert!(["csv", "csv=", ""].iter().all(|text| report(text).is_err()));
    }

    #[test]
    fn percent_may_have_their_sign() {
        assert_eq!((percentage("2.5"), percentage("10 %"), percentage("0")), (Ok(2.5), Ok(10.0), Ok(0.0)));
        assert!(["-1", "x", "", "nan", "inf"].iter().all(|text| percentage(text).is_err()));
    }
}
