//! Comparing two runs over the same positions: the commands `compare` and `ab`.

pub(crate) mod comparison;
pub(crate) mod report;
pub(crate) mod row;

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use marlin_core::{Cpu, TranspositionTable, suite};
use marlin_support::exit::{Failure, InFile};
use marlin_support::options::whole;
use marlin_support::process::{Cleanup, ProcessGroup};
use marlin_support::progress::ProgressReporter;
use tempfile::TempDir;

use self::comparison::Comparison;
use self::report::conclude;
use self::row::Thresholds;
use crate::Result;
use crate::replay::results::ReplayResults;
use crate::report::ReportArgs;
use crate::sets::{self, PositionSet, board_head};

/// Compare two result files: times with their intervals, nodes exactly
#[derive(Debug, Args)]
#[command(after_help = include_str!("../help/compare.txt"))]
pub(crate) struct CompareArgs {
    /// Earlier result file, to compare with
    old: PathBuf,
    /// Later result file, to judge
    new: PathBuf,
    #[command(flatten)]
    thresholds: Thresholds,
    #[command(flatten)]
    report: ReportArgs,
}

/// Compares two result files, and returns an error if the later one exceeds a threshold.
pub(crate) fn compare(args: &CompareArgs, out: &mut dyn Write) -> Result<()> {
    args.report.check(args.report.out.as_deref())?;
    let (old, new) = (ReplayResults::read(&args.old)?, ReplayResults::read(&args.new)?);
    conclude(&Comparison::new(&old, &new, &args.thresholds)?, &args.report, out)
}

/// Run two builds of marlin-bench alternately, and compare them
#[derive(Debug, Args)]
#[command(after_help = include_str!("../help/ab.txt"))]
pub(crate) struct AbArgs {
    /// First build, to compare with
    #[arg(value_name = "BIN_A")]
    old: PathBuf,
    /// Second build, to judge
    #[arg(value_name = "BIN_B")]
    new: PathBuf,
    /// Replay these sets, given by name or by path
    #[arg(default_values = ["L2_R2", "L1_R1", "L1_R2"])]
    sets: Vec<String>,
    /// Look for sets in this folder [default: test-positions]
    #[arg(long, value_name = "DIR")]
    sets_dir: Option<PathBuf>,
    /// Use only the first N positions of each set [default: 100 of sets given by name, all of those given by
    /// path]
    #[arg(long, value_name = "N", value_parser = whole(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    count: Option<NonZeroUsize>,
    /// Run N rounds of four runs each, A B B A: more rounds make the interval narrower
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole(1..=10_000_u32))]
    rounds: u32,
    /// Give each build a table of MIB MiB
    #[arg(long, value_name = "MIB", default_value_t = TranspositionTable::DEFAULT_MIB)]
    hash: usize,
    #[command(flatten)]
    thresholds: Thresholds,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the builds alternately, compares them round by round, and returns an error if the second exceeds a
/// threshold.
pub(crate) fn ab(args: &AbArgs, cpu: Option<Cpu>, out: &mut dyn Write) -> Result<()> {
    if args.thresholds.fail_time.is_some() && args.rounds < 2 {
        return Err(Failure::usage("--fail-time needs --rounds 2 or more: a single ratio is noise"));
    }
    args.report.check(args.report.out.as_deref())?;
    let count = |set: &str| args.count.or(NonZeroUsize::new(100).filter(|_| !sets::is_path(set)));
    let sets = sets::load(&args.sets, args.sets_dir.as_deref(), None, count)?;
    let [old, new] = [&args.old, &args.new].map(|program| Build { program, hash_mib: args.hash, cpu });
    let (old, new) = replay_alternately(&old, &new, &sets, args.rounds)?;
    let comparison = Comparison::of_alternate_runs(&old, &new, &args.thresholds)?;
    conclude(&comparison, &args.report, out)
}

/// A build of this program.
#[derive(Debug, Clone, Copy)]
struct Build<'a> {
    program: &'a Path,
    /// MiB of its table.
    hash_mib: usize,
    /// The CPU level; without one, each build chooses its own.
    cpu: Option<Cpu>,
}

/// Runs two builds over some sets in the order A B B A, for a number of rounds, and returns the results of
/// each. Results `2k` and `2k + 1` belong to round `k`.
fn replay_alternately(
    old: &Build<'_>,
    new: &Build<'_>,
    sets: &[PositionSet],
    rounds: u32,
) -> Result<(Vec<ReplayResults>, Vec<ReplayResults>)> {
    let removal = |folder: &TempDir| {
        let path = folder.path().to_owned();
        move || drop(fs::remove_dir_all(path))
    };
    let (folder, _removal) = Cleanup::make(tempfile::tempdir, removal).in_file(&std::env::temp_dir())?;
    let files = write_sets(sets, folder.path())?;
    let runs = 2 + 4 * rounds as usize;
    let progress =
        ProgressReporter::new(env!("CARGO_PKG_NAME"), "running the builds alternately", runs, "runs");
    let run_old = || old.replay(&files).inspect(|_| progress.inc());
    let run_new = || new.replay(&files).inspect(|_| progress.inc());
    // The first runs read files that are not cached and find slow clocks: they only show that both builds
    // work.
    run_old().and_then(|_| run_new())?;
    let (mut of_old, mut of_new) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        of_old.push(run_old()?);
        of_new.push(run_new()?);
        of_new.push(run_new()?);
        of_old.push(run_old()?);
    }
    check_same_nodes(old.program, &of_old)?;
    check_same_nodes(new.program, &of_new)?;
    Ok((of_old, of_new))
}

/// Writes the sets to files for both builds, even for builds without `--count`.
fn write_sets(sets: &[PositionSet], folder: &Path) -> Result<Vec<PathBuf>> {
    let write = |(index, set): (usize, &PositionSet)| {
        // Sets of other folders may have the same name.
        let folder = folder.join(index.to_string());
        let path = folder.join(format!("{}.txt", set.name));
        let lines: Vec<_> =
            set.lines.iter().map(|(game, score)| suite::to_line(game, *score) + "\n").collect();
        let text = board_head(set.board) + &lines.concat();
        fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text)).in_file(&path)?;
        Ok(path)
    };
    sets.iter().enumerate().map(write).collect()
}

impl Build<'_> {
    /// Replays the sets, one position at a time.
    fn replay(&self, sets: &[PathBuf]) -> Result<ReplayResults> {
        let program = self.program;
        // A name without a folder names a file in this folder, not a command in PATH.
        let is_here = program.components().count() == 1 && program.is_file();
        let mut command =
            Command::new(if is_here { Path::new(".").join(program) } else { program.to_owned() });
        let hash = self.hash_mib.to_string();
        command.args(sets).args(["--jobs", "1", "--json", "--hash", &hash]);
        command.args(self.cpu.iter().flat_map(|level| ["--cpu", level.name()]));
        // Errors of the builds are reported by this program.
        command.env_remove("GITHUB_ACTIONS").stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = ProcessGroup::start(&mut command).and_then(|(child, _group)| child.wait_with_output());
        let output = output.in_file(program)?;
        let results = ReplayResults::parse(&String::from_utf8_lossy(&output.stdout));
        if output.status.success() {
            return results.in_file(program);
        }
        let reason = format!("{}: {} ({})", program.display(), complaint(&output.stderr), output.status);
        // Programs end with 1 for many reasons; a build that has found a wrong score has results.
        let is_wrong = output.status.code() == Some(1) && results.is_ok();
        Err(if is_wrong { Failure::failed(reason) } else { Failure::usage(reason) })
    }
}

/// Returns the error message of a build: the first line that begins as one, else the last line.
fn complaint(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    // Another build wrote this text.
    let errors = text.lines().find_map(|line| line.strip_prefix("error: "));
    errors.or(text.lines().last()).unwrap_or("it said nothing").to_owned()
}

/// Returns an error if the node counts of a build differ from run to run.
fn check_same_nodes(program: &Path, runs: &[ReplayResults]) -> Result<()> {
    let nodes = |run: &ReplayResults| run.sets.iter().map(|set| set.total_nodes).collect::<Vec<_>>();
    if runs.windows(2).all(|pair| nodes(&pair[0]) == nodes(&pair[1])) {
        return Ok(());
    }
    Err(Failure::failed(format!("{}: node counts differ from run to run", program.display())))
}
