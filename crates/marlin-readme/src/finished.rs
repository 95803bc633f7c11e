//! [`FinishedGame`]: a game that is over, with its review.

use marlin_coach::review::{Review, ReviewedMove, Verdict};
use marlin_core::any::{Game, Score, Solver};
use marlin_core::{GameOutcome, Limits, Player};
use serde::{Deserialize, Serialize};

use crate::side::Side;
use crate::state::{Move, State, replay};

/// A game that is over: a line of `finished.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedGame {
    /// Its number, from 1.
    pub game: u32,
    /// How it ended.
    pub result: Ending,
    /// Its moves as text: the columns.
    pub moves: String,
    /// Its moves, who made each, and with which issue.
    pub log: Vec<Move>,
    /// Its review.
    pub review: Summary,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// Red won.
    Red,
    /// Blue won.
    Blue,
    /// The board is full.
    Draw,
    /// A new game was begun before its end.
    Abandoned,
}

/// The review of a game, as far as readers see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// The score after each move, from red's view.
    pub scores: Vec<i32>,
    /// The quality of each move: `perfect`, `slow win`, `quick loss` or `blunder`.
    pub verdicts: Vec<Quality>,
    /// The accuracy of red and of blue in percent; `None` for a side that had no choice.
    pub accuracy: [Option<f64>; 2],
    /// The number of the last move that changed who wins.
    pub turning_point: Option<u32>,
}

/// The quality of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// It kept the score.
    Perfect,
    /// It put a win off.
    #[serde(rename = "slow win")]
    SlowWin,
    /// It hastened a loss.
    #[serde(rename = "quick loss")]
    QuickLoss,
    /// It changed who wins.
    Blunder,
}

impl FinishedGame {
    /// Returns the running game of a state as one that is over.
    pub(crate) fn new(state: &State, solver: &Solver) -> Self {
        let game = state.board();
        let result = match game.outcome() {
            Some(GameOutcome::Won(Player::X)) => Ending::Red,
            Some(GameOutcome::Won(Player::O)) => Ending::Blue,
            Some(GameOutcome::Drawn) => Ending::Draw,
            None => Ending::Abandoned,
        };
        let review = Summary::new(&review(&game, solver));
        Self { game: state.game, result, moves: game.to_string(), log: state.moves.clone(), review }
    }

    /// Returns the side that won.
    pub fn winner(&self) -> Option<Side> {
        match self.result {
            Ending::Red => Some(Side::Red),
            Ending::Blue => Some(Side::Blue),
            Ending::Draw | Ending::Abandoned => None,
        }
    }

    /// Returns the moves with their qualities and the side that made each.
    pub(crate) fn judged(&self) -> impl Iterator<Item = (Side, &Move, Option<Quality>)> {
        let qualities = self.review.verdicts.iter().copied().map(Some).chain(std::iter::repeat(None));
        let sides = [Side::Red, Side::Blue].into_iter().cycle();
        sides.zip(&self.log).zip(qualities).map(|((side, played), quality)| (side, played, quality))
    }

    /// Returns what the game must be by its log and the rules; `None` if its moves aren't possible.
    pub(crate) fn recomputed(&self, solver: &Solver) -> Option<Self> {
        replay(&self.log).ok()?;
        let state = State { game: self.game, moves: self.log.clone(), ..State::new("", 0) };
        Some(Self::new(&state, solver))
    }
}

impl Summary {
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

impl From<Verdict> for Quality {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Perfect => Self::Perfect,
            Verdict::SlowWin { .. } => Self::SlowWin,
            Verdict::QuickLoss { .. } => Self::QuickLoss,
            Verdict::Blunder { .. } => Self::Blunder,
        }
    }
}

/// Returns the review of a game, without limits: with the book it takes a few hundredths of a second.
pub(crate) fn review(game: &Game, solver: &Solver) -> Review {
    Review::new(game, solver, &Limits::NONE, |_| {})
}

/// The error of a line that is no finished game.
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
        Err((number, column)) => Err(error(format!("move {number}, column {column}, isn't possible"))),
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
