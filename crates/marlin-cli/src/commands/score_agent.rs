//! `score-agent`: how many moves of a player are good, and how many perfect.

use std::io::{BufReader, Write};
use std::path::Path;

use marlin_arena::scoring::{self, Answer, ReadPositionsError, Report};
use marlin_arena::{Agent, Random, Restarting, Spec};
use marlin_core::BoardSize;
use marlin_core::any::{Game, Solver};
use marlin_support::files::open_regular;
use marlin_support::progress;
use marlin_support::text::excerpt;

use super::json::json_line;
use crate::args::{Args, EngineArgs, ScoreAgentArgs};
use crate::error::CliError;

/// The stream of random numbers that the player draws from; the positions have another stream.
const MOVES: u64 = 1;

/// Asks a player about positions, and prints the quality of its answers.
pub(crate) fn run(
    args: &ScoreAgentArgs,
    program: &Args,
    engine: &EngineArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let spec = Spec::from_words(&args.agent)?;
    let games = games(args, program.asked_board(engine.search().board())?)?;
    let board = games.first().map_or_else(BoardSize::default, Game::size);
    let solver = &program.solver_of(engine, board)?;
    let mut agent = spec.start(solver, Random::new(args.play.seed, MOVES), args.play.timeout())?;
    let asked_for = games.len();
    let answers = ask(&mut agent, games, args, solver);
    let report = Report::new(agent.name(), &answers, args.blunders);
    let text = if args.play.json { json_line(&report)? } else { report.table() };
    out.write_all(text.as_bytes())?;
    report.failures(asked_for).map_or(Ok(()), |failures| Err(CliError::PlayerFailed(failures)))
}

/// Returns the positions to ask about, all of one board.
fn games(args: &ScoreAgentArgs, board: Option<BoardSize>) -> Result<Vec<Game>, CliError> {
    if let Some(path) = &args.positions {
        return read(path, board);
    }
    let board = board.unwrap_or_default();
    Ok(scoring::random_positions(board, args.count, &args.plies(board)?, args.play.seed))
}

fn read(path: &Path, board: Option<BoardSize>) -> Result<Vec<Game>, CliError> {
    let name = excerpt(&path.to_string_lossy());
    let games = open_regular(path)
        .map_err(ReadPositionsError::from)
        .and_then(|file| scoring::read_positions(board, BufReader::new(file)));
    games.map_err(|error| match error {
        ReadPositionsError::Io(source) => CliError::Input { name, source },
        ReadPositionsError::Empty => CliError::NoPositions { name },
        error => CliError::BadPosition { name, error },
    })
}

/// Asks about each position, until the player has failed too often in a row.
fn ask(agent: &mut Restarting, games: Vec<Game>, args: &ScoreAgentArgs, solver: &Solver) -> Vec<Answer> {
    let bar = progress::bar(Some(games.len() as u64), "{bar:20} {pos}/{len} positions, {eta} left");
    let mut answers = Vec::new();
    for game in games {
        let answer = scoring::ask(agent, game, args.play.time(), solver);
        if let Some(failure) = answer.failure() {
            progress::write_line(&bar, format_args!("position {}: {failure}", answers.len() + 1));
        }
        answers.push(answer);
        bar.inc(1);
        if agent.has_failed_too_often() {
            break;
        }
    }
    bar.finish_and_clear();
    answers
}
