//! Makes the puzzles of marlin-coach: drawn from games between levels of play, rated by the levels, and laid
//! out by days.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use marlin_coach::level::SkillLevel;
use marlin_coach::puzzle::{Day, Puzzle, PuzzleKind, difficulty, judge};
use marlin_core::{BoardSize, Column, Cpu, Game, Solver, TableError};
use marlin_support::files::{Existing, write_whole};
use marlin_support::progress::ProgressReporter;
use marlin_support::random::Random;
use rayon::prelude::*;

use crate::maker::{Failure, JobsArgs, MakerArgs};

/// Make the puzzles of marlin-coach: positions with one solution, rated by the levels of play
///
/// The puzzles are positions of games between levels 1 to 9 in which exactly one column keeps the win or the
/// draw, by the solver with its opening book. The difficulty is the percentage of moves of levels 1 to 9 that
/// miss that column. It rises from Monday to Sunday; the first line is for 2026-01-01. `just puzzles` makes
/// the file of marlin-coach.
///
/// The command prints the number of puzzles of each kind with the minimum, the median and the maximum
/// difficulty, and the rank correlation (Spearman) of the difficulties with those from the next seed.
#[derive(Debug, Args)]
pub(crate) struct PuzzlesArgs {
    /// Draw games, difficulties and the order from this seed: the same seed gives the same file, byte for
    /// byte
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Make N puzzles
    #[arg(long, value_name = "N", default_value = "3650")]
    count: NonZeroUsize,
    #[command(flatten)]
    jobs: JobsArgs,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    maker: MakerArgs,
}

/// Makes the puzzles, and prints a summary.
pub(crate) fn run(args: &PuzzlesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    args.maker.check_free(&args.out)?;
    let puzzles = args.jobs.pool()?.install(|| make(args))?;
    write_whole(&args.out, render(args.seed, &puzzles).as_bytes(), Existing::by_force(args.maker.force))?;
    Ok(write_summary(&puzzles, out)?)
}

/// Makes the puzzles, in the order of the file.
fn make(args: &PuzzlesArgs) -> Result<Vec<RatedPuzzle>, TableError> {
    let cpu = args.maker.cpu();
    let count = args.count.into();
    let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "making", 2 * count, "steps");
    progress.set_part("games");
    let candidates = select(args.seed, count, cpu, |chosen| progress.set_done(chosen))?;
    progress.set_part("ratings");
    let rated = rate(args.seed, &candidates, cpu, || progress.inc())?;
    Ok(by_days(args.seed, rated))
}

/// Writes the number of puzzles of each kind with their difficulties, and the correlation of two seeds.
fn write_summary(puzzles: &[RatedPuzzle], out: &mut dyn Write) -> std::io::Result<()> {
    let mut kinds: BTreeMap<_, Vec<u8>> = BTreeMap::new();
    for (puzzle, _) in puzzles {
        kinds.entry(puzzle.kind).or_default().push(puzzle.difficulty);
    }
    for (kind, mut difficulties) in kinds {
        difficulties.sort_unstable();
        let [least, median, maximum] =
            [0, difficulties.len() / 2, difficulties.len() - 1].map(|i| difficulties[i]);
        writeln!(out, "{kind}: {} puzzles, difficulty {least} {median} {maximum}", difficulties.len())?;
    }
    let pairs: Vec<_> = puzzles.iter().map(|(puzzle, other)| (puzzle.difficulty, *other)).collect();
    match rank_correlation(&pairs) {
        Some(correlation) => writeln!(out, "rank correlation of two seeds: {correlation:.4}"),
        None => writeln!(out, "rank correlation of two seeds: none, all difficulties are equal"),
    }
}

/// The size of the table of each thread, in MiB.
const HASH_MIB: usize = 16;

/// Returns the solver of a thread, with the opening book.
fn solver(cpu: Cpu) -> Result<Solver, TableError> {
    Ok(Solver::builder().hash_mib(HASH_MIB)?.cpu(cpu).threads(1).build())
}

/// A position of a game that is a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate {
    game: Game,
    kind: PuzzleKind,
    solution: Column,
}

/// Returns the stones that a puzzle of a kind has. A line of the file is as long as its game, so these ranges
/// decide its size; and with fewer stones, a simple solver takes too long to check a puzzle.
const fn stones(kind: PuzzleKind) -> RangeInclusive<u32> {
    match kind {
        PuzzleKind::OnlyWin | PuzzleKind::OnlyHold => 12..=17,
        PuzzleKind::WinIn3 | PuzzleKind::WinIn5 | PuzzleKind::WinIn7 => 12..=20,
        PuzzleKind::Zugzwang => 12..=24,
    }
}

/// The stones of puzzles of all kinds.
const STONES: RangeInclusive<u32> = stones(PuzzleKind::Zugzwang);

/// Returns the puzzles of the game with a number between two levels of play, one of each kind. The levels are
/// drawn too.
fn candidates(seed: u64, number: u64, solver: &Solver) -> Vec<Candidate> {
    let mut random = Random::named(seed, "puzzles", number);
    let mut level = || SkillLevel::all().nth(random.below(9) as usize).unwrap_or_default();
    let levels = [level(), level()];
    let mut found: Vec<Candidate> = Vec::new();
    let mut game = Game::on(BoardSize::STANDARD);
    while game.position().nb_moves() < *STONES.end() {
        let level = levels[game.moves().len() % 2];
        let Some(column) = level.choose(game.position(), solver, number) else { break };
        if game.play(column).is_err() {
            break;
        }
        found.extend(candidate(&game, solver));
    }
    let one_of_kind = |kind| {
        let of_kind: Vec<_> = found.iter().filter(|candidate| candidate.kind == kind).collect();
        random.one_of(&of_kind).cloned()
    };
    PuzzleKind::ALL.into_iter().filter_map(one_of_kind).collect()
}

/// Returns the puzzle after the moves of a game, if it is one.
fn candidate(game: &Game, solver: &Solver) -> Option<Candidate> {
    let nb_moves = game.position().nb_moves();
    if !STONES.contains(&nb_moves) {
        return None;
    }
    let (kind, solution) = judge(game.position(), solver)?;
    stones(kind).contains(&nb_moves).then(|| Candidate { game: game.clone(), kind, solution })
}

/// The games that are played at once, in parallel. The result does not depend on it.
const BATCH: u64 = 256;

/// The share of each kind in percent. Wins in 5 and in 7 are rare: with larger shares, most games would be
/// played only for them.
const fn share(kind: PuzzleKind) -> usize {
    match kind {
        PuzzleKind::OnlyWin | PuzzleKind::OnlyHold => 25,
        PuzzleKind::WinIn3 | PuzzleKind::Zugzwang => 14,
        PuzzleKind::WinIn5 | PuzzleKind::WinIn7 => 11,
    }
}

/// Returns `count` puzzles of games of a seed, no two of them equal or mirror images.
fn select(
    seed: u64,
    count: usize,
    cpu: Cpu,
    mut on_progress: impl FnMut(usize),
) -> Result<Vec<Candidate>, TableError> {
    let (mut wanted, mut taken, mut chosen) = (quotas(count), HashSet::new(), Vec::new());
    for batch in 0.. {
        if wanted.iter().all(|&(_, left)| left == 0) {
            break;
        }
        let numbers = batch * BATCH..(batch + 1) * BATCH;
        let games: Result<Vec<_>, _> = numbers
            .into_par_iter()
            .map_init(
                || solver(cpu),
                |solver, number| Ok(candidates(seed, number, solver.as_ref().map_err(|&error| error)?)),
            )
            .collect();
        for candidate in games?.into_iter().flatten() {
            let left = wanted.iter_mut().find(|(kind, left)| *kind == candidate.kind && *left > 0);
            if let Some((_, left)) = left
                && taken.insert(candidate.game.position().canonical().key())
            {
                *left -= 1;
                chosen.push(candidate);
            }
        }
        on_progress(chosen.len());
    }
    Ok(chosen)
}

/// Returns the number of puzzles of each kind.
fn quotas(count: usize) -> Vec<(PuzzleKind, usize)> {
    let mut upper = 0;
    let mut quota = |kind| {
        let lower = upper;
        upper += share(kind);
        // Rounded at the borders between kinds, so that the sum is the count.
        count * upper / 100 - count * lower / 100
    };
    PuzzleKind::ALL.into_iter().map(|kind| (kind, quota(kind))).collect()
}

/// A puzzle, and its difficulty by the other seed.
type RatedPuzzle = (Puzzle, u8);

/// Rates puzzles by the moves of the levels with a seed and, for comparison, with the next one.
fn rate(
    seed: u64,
    candidates: &[Candidate],
    cpu: Cpu,
    on_progress: impl Fn() + Sync,
) -> Result<Vec<RatedPuzzle>, TableError> {
    let rate = |solver: &mut Result<_, TableError>, candidate: &Candidate| {
        let solver = solver.as_ref().map_err(|&error| error)?;
        let difficulties = [seed, seed + 1]
            .map(|seed| difficulty(candidate.game.position(), candidate.solution, solver, seed));
        on_progress();
        Ok((Puzzle::new(candidate.game.clone(), candidate.kind, difficulties[0]), difficulties[1]))
    };
    candidates.par_iter().map_init(|| solver(cpu), rate).collect()
}

/// Returns Spearman's rank correlation of two lists of numbers, from -1 to 1. Equal numbers have the mean of
/// their ranks. `None` if the numbers of a list are all equal.
fn rank_correlation(pairs: &[(u8, u8)]) -> Option<f64> {
    let (first, second): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    let (first, second) = (ranks(&first), ranks(&second));
    let covariance = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let spread = (covariance(&first, &first) * covariance(&second, &second)).sqrt();
    (spread > 0.0).then(|| covariance(&first, &second) / spread)
}

/// Returns the rank of each number, counted from the mean rank.
fn ranks(numbers: &[u8]) -> Vec<f64> {
    let mut counts = [0_u32; 256];
    for &number in numbers {
        counts[usize::from(number)] += 1;
    }
    let mean = (numbers.len() as f64 - 1.0) / 2.0;
    let rank = |number: u8| {
        let below: u32 = counts[..usize::from(number)].iter().sum();
        f64::from(below) + (f64::from(counts[usize::from(number)]) - 1.0) / 2.0 - mean
    };
    numbers.iter().map(|&number| rank(number)).collect()
}

/// Returns puzzles in the order of the days from 2026-01-01 on. The easiest seventh has the Mondays, and so
/// on; each day of the week has its puzzles in a random order.
fn by_days(seed: u64, mut puzzles: Vec<RatedPuzzle>) -> Vec<RatedPuzzle> {
    let mut random = Random::named(seed, "calendar", 0);
    shuffle(&mut random, &mut puzzles);
    // Puzzles of the same difficulty stay in their random order.
    puzzles.sort_by_key(|(puzzle, _)| puzzle.difficulty);
    let days = puzzles.len() as i64;
    let mut dated: Vec<(i64, RatedPuzzle)> = Vec::new();
    let mut easiest = puzzles.into_iter();
    for weekday in 0..7 {
        let mut days: Vec<i64> = (0..days).filter(|&day| Day(day).weekday() == weekday).collect();
        shuffle(&mut random, &mut days);
        dated.extend(days.into_iter().zip(&mut easiest));
    }
    dated.sort_by_key(|&(day, _)| day);
    dated.into_iter().map(|(_, rated)| rated).collect()
}

/// Puts items into a random order, each order equally often.
fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u32 + 1) as usize);
    }
}

/// Returns the text of the file: its contents, the command that makes it, and a puzzle a line.
fn render(seed: u64, puzzles: &[RatedPuzzle]) -> String {
    let mut text = format!(
        "# Puzzles of 7x6: moves, kind, difficulty. Line k is day k from 2026-01-01 on. Kinds:\n\
         # W only win, H only hold, 3 5 7 win in as many plies, Z zugzwang.\n\
         # marlin-bench puzzles --seed {seed} --count {}\n",
        puzzles.len()
    );
    text.extend(puzzles.iter().map(|(puzzle, _)| format!("{puzzle}\n")));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correlation_is_that_of_the_textbook() {
        let close = |pairs: &[(u8, u8)], value: f64| {
            let found = rank_correlation(pairs).unwrap();
            assert!((found - value).abs() < 1e-9, "{found}");
        };
        close(&[(1, 10), (2, 20), (3, 99)], 1.0);
        close(&[(1, 30), (2, 20), (3, 10)], -1.0);
        // 1 - 6 * sum of squared differences / (n (n^2 - 1)), with the differences 0, 1 and 1.
        close(&[(1, 1), (2, 3), (3, 2)], 0.5);
        // Two numbers share the ranks 0 and 1.
        close(&[(5, 1), (5, 2), (7, 3)], 0.75_f64.sqrt());
        assert_eq!(rank_correlation(&[(1, 1), (1, 2)]), None);
    }

    fn rated(difficulty: u8) -> RatedPuzzle {
        (format!("41 W {difficulty}").parse().unwrap(), difficulty)
    }

    #[test]
    fn the_difficulty_rises_from_monday_to_sunday_and_no_puzzle_is_lost() {
        let puzzles: Vec<_> = (1..=60).map(rated).collect();
        let ordered: Vec<u8> =
            by_days(1, puzzles.clone()).iter().map(|(puzzle, _)| puzzle.difficulty).collect();
        for (day, pair) in ordered.windows(2).enumerate() {
            assert!(Day(day as i64 + 1).weekday() == 0 || pair[0] < pair[1], "day {day}: {ordered:?}");
        }
        let mut sorted = ordered.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(1..=60));
        assert_ne!(by_days(2, puzzles.clone()), by_days(1, puzzles));
    }

    #[test]
    fn puzzles_depend_on_the_seed_and_not_on_the_games_of_a_solver_before() -> Result<(), TableError> {
        let (used, numbers) = (solver(Cpu::detect())?, 0..8);
        let of_seed =
            |seed| numbers.clone().map(|number| candidates(seed, number, &used)).collect::<Vec<_>>();
        let (found, other) = (of_seed(7), of_seed(8));
        assert!(found != other && found.iter().flatten().count() > 0, "{found:?}");
        for number in numbers.clone().rev() {
            let alone = candidates(7, number, &solver(Cpu::detect())?);
            assert_eq!(alone, found[number as usize]);
        }
        Ok(())
    }

    #[test]
    fn the_quotas_of_the_kinds_are_the_count_together() {
        for count in [1, 9, 10, 77, 3650] {
            let quotas = quotas(count);
            assert_eq!(quotas.iter().map(|(_, quota)| quota).sum::<usize>(), count);
        }
        let quotas: Vec<_> = quotas(3650).into_iter().map(|(_, quota)| quota).collect();
        assert_eq!(quotas, [912, 913, 511, 401, 402, 511]);
    }
}
