//! Prints a table of the levels: each against the one below, each against perfect play, and its share of perfect moves.
//!
//! `cargo run --release -p marlin-cli-arena --example levels -- --games 200`

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::env;
use std::error::Error;
use std::time::Duration;

use marlin_arena::{Agent, AgentSpec, Match, MatchOptions, Random, RestartingAgent, scoring};
use marlin_coach::level::SkillLevel;
use marlin_core::{BoardSize, Score, Solver};

/// The plies of an opening: enough for a hundred different ones, too few to decide the game.
const OPENING_PLIES: u32 = 4;

/// The positions that each level is asked about.
const POSITIONS: u64 = 1000;

/// Wins, draws and losses.
#[derive(Default)]
struct GameCounts([u64; 3]);

impl GameCounts {
    /// Returns the points in percent: a draw is half a point.
    fn points(&self) -> f64 {
        let [wins, draws, losses] = self.0;
        (100 * wins + 50 * draws) as f64 / (wins + draws + losses) as f64
    }

    fn cell(&self) -> String {
        let [wins, draws, losses] = self.0;
        format!("{wins} / {draws} / {losses}")
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let games = games()?;
    let solver = Solver::on(BoardSize::STANDARD);
    println!(
        "| level | against the one below | points | against perfect play | points | good moves | perfect moves | a move |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|");
    for level in SkillLevel::all() {
        let below =
            SkillLevel::new(level.get() - 1).map(|below| play(level, below, games, &solver)).transpose()?;
        let [cell, points] = below.map_or_else(
            || [String::new(), String::new()],
            |results| [results.cell(), format!("{:.0} %", results.points())],
        );
        let perfect = play(level, SkillLevel::MAX, games, &solver)?;
        let (against, lost) = (perfect.cell(), perfect.points());
        let [good, perfect, time] = quality(level, &solver)?;
        println!(
            "| {level} | {cell} | {points} | {against} | {lost:.0} % | {good:.1} % | {perfect:.1} % | {time:.2} ms |"
        );
    }
    Ok(())
}

/// Returns the number of games that is asked for.
fn games() -> Result<u64, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(200),
        ["--games", games] => Ok(games.parse()?),
        _ => Err("usage: levels [--games N]".into()),
    }
}

/// Returns a player of a level.
fn player(level: SkillLevel, solver: &Solver, stream: u64) -> Result<RestartingAgent, Box<dyn Error>> {
    Ok(AgentSpec::Level(level).start(solver, Random::new(1, stream), Duration::from_secs(60))?)
}

/// Lets a level play against another, and returns its results.
fn play(
    level: SkillLevel,
    other: SkillLevel,
    games: u64,
    solver: &Solver,
) -> Result<GameCounts, Box<dyn Error>> {
    let players = [player(level, solver, 1)?, player(other, solver, 2)?];
    let options = MatchOptions::default().games(games).opening_plies(OPENING_PLIES);
    let mut contest = Match::new(options, solver.clone(), players);
    let mut results = GameCounts::default();
    // Each opening is played twice, first with A, our level, as the first player.
    let mut is_first = true;
    while let Some(game) = contest.play_next() {
        let result = match (game.record.result, is_first) {
            ("1-0", true) | ("0-1", false) => 0,
            ("1/2-1/2", _) => 1,
            _ => 2,
        };
        results.0[result] += 1;
        is_first = !is_first;
    }
    Ok(results)
}

/// Returns the shares of good and of perfect moves in percent, and the time of a move in milliseconds.
fn quality(level: SkillLevel, solver: &Solver) -> Result<[f64; 3], Box<dyn Error>> {
    let mut agent = player(level, solver, 1)?;
    agent.new_game()?;
    let positions = scoring::random_positions(solver.size(), POSITIONS, &(8..=36), 1);
    let (mut good, mut perfect, mut time) = (0, 0, Duration::ZERO);
    for game in positions {
        let answer = scoring::rate_move(&mut agent, game, None, solver);
        let best = answer.scores.iter().flatten().max().copied();
        let score = answer.scores[answer.column.map_err(|_| "a level made no move")?.index()];
        good += u64::from(score.map(Score::outcome) == best.map(Score::outcome));
        perfect += u64::from(score == best);
        time += answer.elapsed;
    }
    let share = |count: u64| 100.0 * count as f64 / POSITIONS as f64;
    Ok([share(good), share(perfect), 1000.0 * time.as_secs_f64() / POSITIONS as f64])
}
