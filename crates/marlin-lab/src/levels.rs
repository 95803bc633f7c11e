//! Measures the levels of play: games between them, and the moves of each in random positions.

use std::io::Write;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use clap::Args;
use marlin_coach::level::{Opponent, SkillLevel};
use marlin_core::{BoardSize, Game, GameOutcome, Player, Score, Solver};
use marlin_support::progress::ProgressReporter;
use marlin_support::random::Random;

use crate::maker::Failure;

/// Measure the levels of play: a table of games and of moves
///
/// Each level plays the one below and the perfect one on 7x6. The games begin with random moves, and each
/// opening is played twice, with the sides changed. Then each level chooses a move in random positions: a
/// good move keeps the win or the draw, and a perfect one the score. `just levels` writes the table into
/// docs/results.md.
#[derive(Debug, Args)]
pub(crate) struct LevelsArgs {
    /// Draw openings, positions and mistakes from this seed: the same seed gives the same table except for
    /// the times
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Play N games of each pair
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u32,
    /// Choose moves in N positions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions: u32,
}

/// The stones of an opening: enough for a hundred different openings, too few to decide the game.
const OPENING_PLIES: u32 = 4;

/// The stones of a position.
const POSITION_PLIES: RangeInclusive<u32> = 8..=36;

/// The streams of random numbers: openings and positions are the same for all levels.
const DRAWN: u64 = 0;
const CHOSEN: u64 = 1;
const CHOSEN_BY_OTHER: u64 = 2;

pub(crate) fn run(args: &LevelsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let solver = Solver::new();
    let progress = ProgressReporter::new("marlin-lab", "measuring", SkillLevel::MAX.get(), "levels");
    writeln!(
        out,
        "| level | against the one below | points | against perfect play | points | good moves | perfect moves | a move |\n\
         |---:|---:|---:|---:|---:|---:|---:|---:|"
    )?;
    for level in SkillLevel::all() {
        let against = |other| Results::of_games(level, other, args, &solver).cells();
        let below = SkillLevel::new(level.get() - 1).map_or_else(|| " | ".to_owned(), against);
        let perfect = against(SkillLevel::MAX);
        writeln!(out, "| {level} | {below} | {perfect} | {} |", moves(level, args)?)?;
        progress.inc();
    }
    Ok(())
}

/// The results of a level against another.
#[derive(Debug, Default)]
struct Results {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Results {
    /// Plays the games of a pair.
    fn of_games(level: SkillLevel, other: SkillLevel, args: &LevelsArgs, solver: &Solver) -> Self {
        let [mut drawn, mut ours, mut theirs] =
            [DRAWN, CHOSEN, CHOSEN_BY_OTHER].map(|stream| Random::new(args.seed, stream));
        let mut opening = Game::on(BoardSize::STANDARD);
        let mut results = Self::default();
        for number in 0..args.games {
            let side = if number % 2 == 0 { Player::X } else { Player::O };
            if side == Player::X {
                opening = drawn.game(BoardSize::STANDARD, OPENING_PLIES, |position| !position.can_win_next());
            }
            let players = [(level, &mut ours), (other, &mut theirs)];
            let [us, them] = players.map(|(player, random)| (player, random.below(u32::MAX).into()));
            let mut game = opening.clone();
            while game.outcome().is_none() {
                let position = game.position();
                let (player, seed) = if position.side_to_move() == side { us } else { them };
                let column = player.choose(position, solver, seed);
                column.and_then(|column| game.play(column).ok()).expect("a level plays legal moves");
            }
            match game.outcome() {
                Some(GameOutcome::Won(winner)) if winner == side => results.wins += 1,
                Some(GameOutcome::Won(_)) => results.losses += 1,
                _ => results.draws += 1,
            }
        }
        results
    }

    /// Returns two cells of the table: the results, and the points. A draw is half a point.
    fn cells(&self) -> String {
        let Self { wins, draws, losses } = self;
        let points = f64::from(100 * wins + 50 * draws) / f64::from(wins + draws + losses);
        format!("{wins} / {draws} / {losses} | {points:.0} %")
    }
}

/// Returns three cells of the table: the shares of good and of perfect moves, and the mean time.
fn moves(level: SkillLevel, args: &LevelsArgs) -> Result<String, Failure> {
    // With a table that the levels before have not filled.
    let solver = Solver::new();
    let [mut drawn, mut chosen] = [DRAWN, CHOSEN].map(|stream| Random::new(args.seed, stream));
    let (mut good, mut perfect, mut time) = (0, 0, Duration::ZERO);
    for _ in 0..args.positions {
        let plies = drawn.within(&POSITION_PLIES);
        let game = drawn.game(BoardSize::STANDARD, plies, |_| true);
        let asked = Instant::now();
        let choice = Opponent::new(level, chosen.below(u32::MAX).into()).choose(game.position(), &solver);
        time += asked.elapsed();
        let column = choice.ok_or_else(|| Failure::failed("a level has no move"))?.column;
        // Only now: the level would find the scores in the table.
        let scores = solver.query(game.position()).analyze().scores().to_vec();
        let (score, best) = (scores[column.index()], scores.iter().flatten().max().copied());
        good += u32::from(score.map(Score::outcome) == best.map(Score::outcome));
        perfect += u32::from(score == best);
    }
    let share = |moves| 100.0 * f64::from(moves) / f64::from(args.positions);
    let mean = 1000.0 * time.as_secs_f64() / f64::from(args.positions);
    Ok(format!("{:.1} % | {:.1} % | {mean:.2} ms", share(good), share(perfect)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(games: u32, positions: u32) -> LevelsArgs {
        LevelsArgs { seed: 1, games, positions }
    }

    #[test]
    fn a_level_meets_each_opening_on_both_sides_and_equal_play_is_even() {
        let solver = Solver::new();
        let results = Results::of_games(SkillLevel::MAX, SkillLevel::MAX, &args(6, 0), &solver);
        assert_eq!((results.wins, results.wins + results.draws / 2), (results.losses, 3));
        let beginner = Results::of_games(SkillLevel::MIN, SkillLevel::MAX, &args(10, 0), &solver);
        assert!(beginner.losses >= 9 && beginner.cells().ends_with(" %"), "{beginner:?}");
    }

    #[test]
    fn the_perfect_level_plays_perfect_moves_and_a_beginner_does_not() {
        let cells = moves(SkillLevel::MAX, &args(0, 50)).expect("moves");
        assert!(cells.starts_with("100.0 % | 100.0 % | "), "{cells}");
        let beginner = moves(SkillLevel::MIN, &args(0, 50)).expect("moves");
        assert!(!beginner.starts_with("100.0 %"), "{beginner}");
    }
}
