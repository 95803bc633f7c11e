//! [`ReviewRecord`]: the quality of the moves of a game as plain data.

use marlin_core::any::Score;
use marlin_core::{BoardSize, Column, Outcome, Player};
use serde::Serialize;

use super::ResultRecord;
use crate::review::{ChoiceKind, MoveQuality, Review, ReviewedMove, SideReview};

/// The quality of the moves of a game as plain data. Moves are numbered from 1.
///
/// # Examples
///
/// ```
/// use marlin_coach::record::{ResultRecord, ReviewRecord};
/// use marlin_coach::review::Review;
/// use marlin_core::Limits;
/// use marlin_core::any::{Game, Solver};
///
/// let game = Game::parse("6x5".parse()?, "3141516")?;
/// let record = ReviewRecord::new(&Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {}));
/// assert_eq!((record.result, record.turning_point), (Some(ResultRecord::X), Some(2)));
/// assert_eq!(record.moves[1].verdict, Some("blunder"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Review"))]
#[non_exhaustive]
pub struct ReviewRecord {
    /// The moves of the game.
    pub game: String,
    /// The size of the board.
    pub board: BoardSize,
    /// The result of the game; null before its end.
    pub result: Option<ResultRecord>,
    /// Both sides, X first.
    pub sides: [ReviewedSideRecord; 2],
    /// The number of the last move that changed the winner.
    pub turning_point: Option<u32>,
    /// The first and the last move of the longest stretch of only moves that one side found.
    pub longest_stretch: Option<[u32; 2]>,
    /// All moves.
    pub moves: Vec<ReviewedMoveRecord>,
    /// The number of blunders in words, with that of the unproven moves and of the stones of the setup.
    pub summary: String,
    /// The stones on the board before the first of the moves: a setup, which is not reviewed.
    pub setup: u32,
    /// The turning point in words.
    pub turning_point_words: String,
}

/// The moves of a side together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ReviewedSide"))]
#[non_exhaustive]
pub struct ReviewedSideRecord {
    /// The side.
    pub player: Player,
    /// Its accuracy in percent; null if no move counts.
    pub accuracy: Option<f64>,
    /// Its moves.
    pub moves: usize,
    /// Those that kept the score.
    pub perfect: usize,
    /// Those that changed the outcome.
    pub blunders: usize,
    /// Those that put a win off.
    pub slow_wins: usize,
    /// Those that hastened a loss.
    pub quick_losses: usize,
    /// Those where a single column kept the win or the draw.
    pub only_moves: usize,
    /// Those without a choice.
    pub forced: usize,
    /// Its moves whose scores are proven: the other numbers are of these.
    pub proven: usize,
    /// Its accuracy as text: a percentage, `no choice` or `unknown`.
    pub accuracy_words: String,
}

/// A move of the game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ReviewedMove"))]
#[non_exhaustive]
pub struct ReviewedMoveRecord {
    /// Its number.
    pub number: u32,
    /// Its player.
    pub player: Player,
    /// Its column.
    pub column: Column,
    /// The score before it, from the view of its player. This and all fields after it are null or empty without a proof.
    pub before: Option<Score>,
    /// The score after it, from the same view.
    pub after: Option<Score>,
    /// The number of the last move of the game under best play from before this one.
    pub final_move: Option<u32>,
    /// The score of each column; null for a full one.
    pub scores: Vec<Option<Score>>,
    /// The columns that keep the score.
    pub best: Vec<Column>,
    /// The quality of the move.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["perfect", "slow win", "quick loss", "blunder", null])))]
    pub verdict: Option<&'static str>,
    /// The outcomes before and after a blunder.
    pub outcomes: Option<[Outcome; 2]>,
    /// The choice of its player.
    pub choice: Option<ChoiceKind>,
    /// After a blunder, a line of perfect play instead.
    pub line: Vec<Column>,
    /// The mark beside the move: `??` for a blunder, `?` for a slow win or a quick loss, `!` for the only move that kept the
    /// result, or nothing.
    pub mark: &'static str,
    /// The height of the score after it on an evaluation bar, from the view of X: 1 for a win of X with the next stone, 0 for a
    /// draw, -1 for a win of O.
    pub evaluation: Option<f64>,
    /// A blunder in words: the move, its loss and the better columns; null for other moves.
    pub story: Option<String>,
    /// After a blunder, perfect play of both sides from the position after it: the proof of the loss.
    pub refutation: Vec<Column>,
}

impl ReviewRecord {
    /// Returns the record of a review.
    pub fn new(review: &Review) -> Self {
        Self {
            game: review.game.to_string(),
            board: review.game.size(),
            result: review.game.outcome().map(ResultRecord::from),
            sides: [Player::X, Player::O].map(|player| ReviewedSideRecord::new(&review.side(player))),
            turning_point: review.turning_point().map(|played| played.number),
            longest_stretch: review
                .longest_stretch()
                .map(|stretch| [stretch.first, stretch.first + 2 * (stretch.moves - 1)]),
            moves: review.moves.iter().map(ReviewedMoveRecord::new).collect(),
            summary: review.summary(),
            setup: review.game.start().nb_moves(),
            turning_point_words: review.turning_point_in_words(),
        }
    }
}

impl ReviewedSideRecord {
    fn new(side: &SideReview) -> Self {
        Self {
            player: side.player,
            accuracy: side.accuracy,
            moves: side.moves,
            perfect: side.perfect,
            blunders: side.blunders,
            slow_wins: side.slow_wins,
            quick_losses: side.quick_losses,
            only_moves: side.only_moves,
            forced: side.forced,
            proven: side.assessed,
            accuracy_words: side.accuracy_words(),
        }
    }
}

impl ReviewedMoveRecord {
    fn new(played: &ReviewedMove) -> Self {
        let found = played.assessment.as_ref();
        let verdict = played.verdict();
        Self {
            number: played.number,
            player: played.player,
            column: played.column,
            before: found.map(|found| found.before),
            after: found.map(|found| found.after),
            final_move: found.map(|found| played.position.ending(found.before).final_move),
            scores: found.map_or_else(Vec::new, |found| found.columns.to_vec()),
            best: found.map_or_else(Vec::new, |found| found.best.clone()),
            verdict: verdict.map(MoveQuality::name),
            outcomes: match verdict {
                Some(MoveQuality::Blunder { from, to }) => Some([from, to]),
                _ => None,
            },
            choice: found.map(|found| found.choice),
            line: played.line.clone(),
            mark: played.mark(),
            evaluation: played.evaluation(),
            story: played.story(),
            refutation: played.refutation.clone(),
        }
    }
}
