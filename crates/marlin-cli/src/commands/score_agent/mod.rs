//! `score-agent`: how many moves of a player are good, and how many perfect.

mod positions;
mod tally;

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use marlin_core::{Game, Solver};

use self::tally::{Answer, Report};
use super::batch::json_line;
use crate::agent::{Agent, AgentError, Spec};
use crate::args::ScoreAgentArgs;
use crate::error::CliError;
use crate::progress;
use crate::random::Random;

/// The purposes of random numbers: the positions, and the moves of a player that plays at random.
const POSITIONS: u64 = 0;
const MOVES: u64 = 1;

/// Asks a player about positions, and prints how good the answers are.
pub(crate) fn run(args: &ScoreAgentArgs, solver: &Solver, out: &mut dyn Write) -> Result<(), CliError> {
    let spec = Spec::from_words(&args.agent)?;
    let games = games(args)?;
    let mut agent = spec.start(solver, Random::new(args.play.seed, MOVES), args.play.patience())?;
    let bar = progress::bar(Some(games.len() as u64), "{bar:20} {pos}/{len} positions, {eta} left");
    let answers = ask(agent.as_mut(), games, args.play.time(), solver, &bar)?;
    bar.finish_and_clear();
    let report = Report::new(agent.name(), &answers, args.blunders);
    let text = if args.play.json { json_line(&report)? } else { report.table() };
    Ok(out.write_all(text.as_bytes())?)
}

/// Returns the positions to ask about.
fn games(args: &ScoreAgentArgs) -> Result<Vec<Game>, CliError> {
    match &args.positions {
        Some(path) => positions::read(path),
        None => positions::draw(args.count, args.min_plies, args.max_plies, args.play.seed),
    }
}

/// Asks about each position as if it were the first, and solves it.
fn ask(
    agent: &mut dyn Agent,
    games: Vec<Game>,
    time: Option<Duration>,
    solver: &Solver,
    bar: &ProgressBar,
) -> Result<Vec<Answer>, AgentError> {
    let ask = |game: Game| {
        agent.new_game()?;
        let asked = Instant::now();
        let choice = agent.choose(&game, time)?;
        let elapsed = asked.elapsed();
        let column = choice.play_in(&mut game.clone());
        // Only now: a player of this process would find the answer in the table.
        let scores = solver.analyze(game.position());
        bar.inc(1);
        Ok(Answer { game, column, scores, elapsed })
    };
    games.into_iter().map(ask).collect()
}
