//! [`FinishedGame`]: a finished game, with its review.

use marlin_coach::review::{MoveQuality, Review, ReviewedMove};
use marlin_core::{Game, GameOutcome, Limits, Player, Score, Solver};
use serde::{Deserialize, Serialize};

use crate::side::Side;
use crate::state::{GameState, LoggedMove, replay};

/// A finished game: a line of `finished.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedGame {
    /// Its number, from 1.
    pub game: u32,
    /// Its result.
    pub result: GameResult,
    /// Its moves as text: the columns.
    pub moves: String,
    /// Its moves, each with its player and issue.
    pub log: Vec<LoggedMove>,
    /// Its review.
    pub review: ReviewSummary,
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Red won.
    Red,
    /// Yellow won. Games of earlier versions name it blue.
    #[serde(alias = "blue")]
    Yellow,
    /// The board is full.
    Draw,
    /// Ended by the beginning of the next game.
    Abandoned,
}

/// The review of a game: the part that is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewSummary {
    /// The score after each move, from red's view.
    pub scores: Vec<i32>,
    /// The quality of each move.
    pub verdicts: Vec<Quality>,
    /// The accuracy of red and of yellow in percent; `None` for a side that had no choice.
    pub accuracy: [Option<f64>; 2],
    /// The number of the last blunder.
    pub turning_point: Option<u32>,
}

/// The quality of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// Keeps the score.
    Perfect,
    /// Keeps a win, at a later move.
    #[serde(rename = "slow win")]
    SlowWin,
    /// Keeps a loss, at an earlier move.
    #[serde(rename = "quick loss")]
    QuickLoss,
    /// Changes the result under perfect play.
    Blunder,
}

impl FinishedGame {
    /// Returns the running game of a state as a finished one.
    pub(crate) fn new(state: &GameState, solver: &Solver) -> Self {
        let game = state.board();
        let result = match game.outcome() {
            Some(GameOutcome::Won(Player::X)) => GameResult::Red,
            Some(GameOutcome::Won(Player::O)) => GameResult::Yellow,
            Some(GameOutcome::Drawn) => GameResult::Draw,
            None => GameResult::Abandoned,
        };
        let review = ReviewSummary::new(&review(&game, solver));
        Self { game: state.game, result, moves: game.to_string(), log: state.moves.clone(), review }
    }

    /// Returns the winner.
    pub fn winner(&self) -> Option<Side> {
        match self.result {
            GameResult::Red => Some(Side::Red),
            GameResult::Yellow => Some(Side::Yellow),
            GameResult::Draw | GameResult::Abandoned => None,
        }
    }

    /// Returns the moves, each with its side and quality.
    pub(crate) fn judged(&self) -> impl Iterator<Item = (Side, &LoggedMove, Option<Quality>)> {
        let qualities = self.review.verdicts.iter().copied().map(Some).chain(std::iter::repeat(None));
        let sides = [Side::Red, Side::Yellow].into_iter().cycle();
        sides.zip(&self.log).zip(qualities).map(|((side, played), quality)| (side, played, quality))
    }

    /// Returns the game computed from its log, `None` if the log has an illegal move.
    pub(crate) fn recomputed(&self, solver: &Solver) -> Option<Self> {
        replay(&self.log).ok()?;
        let state = GameState { game: self.game, moves: self.log.clone(), ..GameState::new("", 0) };
        Some(Self::new(&state, solver))
    }
}

impl ReviewSummary {
    fn new(review: &Review) -> Self {
        let assessed =
            || review.moves.iter().filter_map(|played| Some((played, played.assessment.as_ref()?)));
        let view = |played: &ReviewedMove, score: Score| {
            if played.player == Player::X { score.get() } else { -score.get() }
        };
        Self {
            scores: assessed().map(|(played, found)| view(played, found.after)).collect(),
            verdicts: assessed().map(|(_, found)| found.verdict().into()).collect(),
            accuracy: [Player::X, Player::O].map(|player| review.side(player).accuracy),
            turning_point: review.turning_point().map(|played| played.number),
        }
    }
}

impl From<MoveQuality> for Quality {
    fn from(verdict: MoveQuality) -> Self {
        match verdict {
            MoveQuality::Perfect => Self::Perfect,
            MoveQuality::SlowWin { .. } => Self::SlowWin,
            MoveQuality::QuickLoss { .. } => Self::QuickLoss,
            MoveQuality::Blunder { .. } => Self::Blunder,
        }
    }
}

/// Returns the review of a game, without limits: with the book it takes less than 0.1 s.
pub(crate) fn review(game: &Game, solver: &Solver) -> Review {
    Review::new(game, solver, &Limits::NONE, |_| {})
}

/// The error of a line that is not a finished game.
#[derive(Debug, thiserror::Error)]
#[error("finished.jsonl, line {line}: {reason}")]
pub struct FinishedError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

/// Reads a line.
fn parse_line(line: usize, text: &str) -> Result<FinishedGame, FinishedError> {
    let error = |reason| FinishedError { line, reason };
    let game: FinishedGame = serde_json::from_str(text).map_err(|source| error(source.to_string()))?;
    match replay(&game.log) {
        Ok(_) => Ok(game),
        Err((number, column)) => Err(error(format!("move {number}, column {column}, is illegal"))),
    }
}

/// Reads the contents of `finished.jsonl`.
pub(crate) fn parse(text: &str) -> Result<Vec<FinishedGame>, FinishedError> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(line, text)| parse_line(line, text)).collect()
}

/// Returns the contents of `finished.jsonl`.
pub(crate) fn to_lines(games: &[FinishedGame]) -> String {
    let line =
        |game| serde_json::to_string(game).expect("a finished game has no map and no writer that could fail");
    games.iter().map(|game| line(game) + "\n").collect()
}
