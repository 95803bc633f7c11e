//! `score-agent`: the numbers of good and of perfect moves of a player.

use std::io::{BufReader, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use marlin_core::{BoardSize, Game, Solver};
use marlin_support::files::open_regular;
use marlin_support::options::EngineOptions;
use marlin_support::progress;
use marlin_support::random::Random;

use super::json::json_line;
use super::players::{self, PlayerFailed, USUAL_PLIES};
use crate::arena::{self, Agent, AgentSpec, QualityReport, RatedMove, ReadPositionsError, RestartingAgent};
use crate::args::ScoreAgentArgs;
use crate::failure::{Failure, Reason};
use crate::files::{FileError, name};

/// The reason why there are no positions to ask about.
#[derive(Debug, thiserror::Error)]
enum ScoreAgentError {
    /// A line of the file has no position.
    #[error("{name}, {error}")]
    Position {
        /// The file, fit to print.
        name: String,
        /// The line and the reason.
        error: ReadPositionsError,
    },
    /// The file has no positions.
    #[error("no positions in {name}: each line must have one, as in '4433'")]
    NoPositions {
        /// The file, fit to print.
        name: String,
    },
    /// The range of plies is empty.
    #[error("--min-plies {min} is greater than --max-plies {max}")]
    NoPlies {
        /// The least number.
        min: u32,
        /// The greatest number.
        max: u32,
    },
}

impl Reason for ScoreAgentError {}

/// The stream of random numbers that the player draws from; the positions have another stream.
const MOVES: u64 = 1;

/// Asks a player about positions, and prints the quality of its answers.
pub(super) fn run(args: &ScoreAgentArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let spec = AgentSpec::from_words(&args.agent)?;
    let games = games(args, engine.search.board)?;
    let board = games.first().map_or_else(BoardSize::default, Game::size);
    let solver = &engine.solver_on(board)?;
    let mut agent = spec.start(solver, Random::new(args.contest.seed, MOVES), args.contest.timeout)?;
    let asked_for = games.len();
    let answers = ask(&mut agent, games, args, solver);
    let report = QualityReport::new(agent.name(), &answers, args.blunders);
    let text = if args.contest.json { json_line(&report)? } else { report.table() };
    out.write_all(text.as_bytes())?;
    report.failures(asked_for).map_or(Ok(()), |failures| Err(PlayerFailed(failures).into()))
}

/// Returns the positions to ask about, all of one board.
fn games(args: &ScoreAgentArgs, board: Option<BoardSize>) -> Result<Vec<Game>, Failure> {
    if let Some(path) = &args.positions {
        return read(path, board);
    }
    let board = board.unwrap_or_default();
    Ok(arena::random_positions(board, args.count, &plies(args, board)?, args.contest.seed))
}

fn read(path: &Path, board: Option<BoardSize>) -> Result<Vec<Game>, Failure> {
    let games = open_regular(path)
        .map_err(ReadPositionsError::from)
        .and_then(|file| arena::read_positions(board, BufReader::new(file)));
    games.map_err(|error| match error {
        ReadPositionsError::Io(source) => FileError::read(path, source).into(),
        ReadPositionsError::Empty => ScoreAgentError::NoPositions { name: name(path) }.into(),
        error @ ReadPositionsError::Line { .. } => {
            ScoreAgentError::Position { name: name(path), error }.into()
        }
    })
}

/// Returns the numbers of stones that random positions of a board may have.
fn plies(args: &ScoreAgentArgs, board: BoardSize) -> Result<RangeInclusive<u32>, Failure> {
    let usual_most = board.cells().saturating_sub(6);
    let min = players::plies("--min-plies", args.min_plies, USUAL_PLIES.min(usual_most), board, 4)?;
    let max = players::plies("--max-plies", args.max_plies, usual_most, board, 4)?;
    if min > max { Err(ScoreAgentError::NoPlies { min, max }.into()) } else { Ok(min..=max) }
}

/// Asks about each position, until the player has failed too often in a row.
fn ask(
    agent: &mut RestartingAgent,
    games: Vec<Game>,
    args: &ScoreAgentArgs,
    solver: &Solver,
) -> Vec<RatedMove> {
    let bar = progress::bar(Some(games.len() as u64), "{bar:20} {pos}/{len} positions, {eta} left");
    let mut answers = Vec::new();
    for game in games {
        let answer = arena::rate_move(agent, game, args.contest.time, solver);
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
