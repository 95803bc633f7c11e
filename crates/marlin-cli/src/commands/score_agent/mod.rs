//! `score-agent`: how many moves of a player are good, and how many perfect.

mod positions;
mod tally;

use std::io::Write;
use std::time::{Duration, Instant};

use marlin_core::{Game, Solver};

use self::tally::{Answer, Report};
use super::batch::json_line;
use crate::agent::{Agent, Fault, Restarting, Spec, play_move};
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
    let asked_for = games.len();
    let answers = ask(&mut agent, games, args.play.time(), solver);
    let report = Report::new(agent.name(), &answers, args.blunders);
    let text = if args.play.json { json_line(&report)? } else { report.table() };
    out.write_all(text.as_bytes())?;
    report.failures(asked_for).map_or(Ok(()), |failures| Err(CliError::PlayerFailed(failures)))
}

/// Returns the positions to ask about.
fn games(args: &ScoreAgentArgs) -> Result<Vec<Game>, CliError> {
    match &args.positions {
        Some(path) => positions::read(path),
        None => positions::draw(args.count, args.min_plies, args.max_plies, args.play.seed),
    }
}

/// Asks about each position as if it were the first, as long as the player is of use, and solves it.
fn ask(agent: &mut Restarting, games: Vec<Game>, time: Option<Duration>, solver: &Solver) -> Vec<Answer> {
    let bar = progress::bar(Some(games.len() as u64), "{bar:20} {pos}/{len} positions, {eta} left");
    let mut answers = Vec::new();
    for game in games {
        let mut played = game.clone();
        let ready = agent.new_game().map_err(Fault::from);
        let asked = Instant::now();
        let column = ready.and_then(|()| play_move(agent, &mut played, time));
        let elapsed = asked.elapsed();
        if let Some(failure) = column.as_ref().err().and_then(Fault::failure) {
            progress::tell(&bar, format_args!("position {}: {failure}", answers.len() + 1));
        }
        // Only now: a player of this process would find the answer in the table.
        let scores = solver.analyze(game.position());
        answers.push(Answer { game, column, scores, elapsed });
        bar.inc(1);
        if agent.is_given_up() {
            break;
        }
    }
    bar.finish_and_clear();
    answers
}
