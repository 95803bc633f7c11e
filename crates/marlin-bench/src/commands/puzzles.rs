//! The command `puzzles`: makes the puzzles of marlin-coach from a seed.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use marlin_core::Cpu;
use marlin_support::files::Existing;
use marlin_support::progress::ProgressReporter;
use rayon::ThreadPoolBuilder;

use super::shared::{available_jobs, count, jobs};
use crate::failure::Failure;
use crate::output::ReportFile;
use crate::puzzles::calendar::{by_days, render};
use crate::puzzles::rating::{RatedPuzzle, rank_correlation, rate};
use crate::puzzles::selection::select;

pub(super) const HELP: &str = "\
The puzzles are positions of games between levels 1 to 9 in which exactly one column keeps the win or
the draw, by the solver with its opening book. The difficulty is the percentage of moves of levels 1
to 9 that miss that column. It rises from Monday to Sunday; the first line is for 2026-01-01.

The command prints the number of puzzles of each kind with the least, the median and the greatest
difficulty, and the rank correlation (Spearman) of the difficulties with those from the next seed.

Example, the file of marlin-coach:
  marlin-bench puzzles --seed 1 --out crates/marlin-coach/puzzles.txt --force";

/// Arguments of `puzzles`.
#[derive(Debug, Args)]
pub(super) struct PuzzlesArgs {
    /// Draw games, difficulties and the order from this seed: the same seed gives the same file, byte for byte
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Make N puzzles
    #[arg(long, value_name = "N", default_value = "3650", value_parser = count)]
    count: NonZeroUsize,
    /// Search N positions at a time; the file is the same for any N
    #[arg(long, value_name = "N", default_value_t = available_jobs(), value_parser = jobs())]
    jobs: u16,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Makes the puzzles, and prints a summary.
pub(super) fn run(args: &PuzzlesArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let file = ReportFile::open(&args.out, Existing::by_force(args.force))?;
    let pool = ThreadPoolBuilder::new().num_threads(args.jobs.into()).build();
    let pool = pool.map_err(|error| Failure::Input(format!("cannot start threads: {error}")))?;
    let puzzles = pool.install(|| make(args, cpu))?;
    file.write(&render(args.seed, &puzzles))?;
    Ok(write_summary(&puzzles, out)?)
}

/// Makes the puzzles, in the order of the file.
fn make(args: &PuzzlesArgs, cpu: Cpu) -> Result<Vec<RatedPuzzle>, Failure> {
    let count = args.count.into();
    let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "making", 2 * count, "steps");
    progress.set_part("games");
    let failure = |error| Failure::Input(format!("{error}"));
    let candidates = select(args.seed, count, cpu, |chosen| progress.set_done(chosen)).map_err(failure)?;
    progress.set_part("ratings");
    let rated = rate(args.seed, &candidates, cpu, || progress.inc()).map_err(failure)?;
    Ok(by_days(args.seed, rated))
}

/// Writes the number of puzzles of each kind with their difficulties, and the correlation of two seeds.
fn write_summary(puzzles: &[RatedPuzzle], out: &mut dyn Write) -> std::io::Result<()> {
    let mut kinds: BTreeMap<_, Vec<u8>> = BTreeMap::new();
    for RatedPuzzle { puzzle, .. } in puzzles {
        kinds.entry(puzzle.kind).or_default().push(puzzle.difficulty);
    }
    for (kind, mut difficulties) in kinds {
        difficulties.sort_unstable();
        let [least, median, greatest] =
            [0, difficulties.len() / 2, difficulties.len() - 1].map(|i| difficulties[i]);
        writeln!(out, "{kind}: {} puzzles, difficulty {least} {median} {greatest}", difficulties.len())?;
    }
    let pairs: Vec<_> =
        puzzles.iter().map(|rated| (rated.puzzle.difficulty, rated.other_difficulty)).collect();
    match rank_correlation(&pairs) {
        Some(correlation) => writeln!(out, "rank correlation of two seeds: {correlation:.4}"),
        None => writeln!(out, "rank correlation of two seeds: none, all difficulties are equal"),
    }
}
