//! [`GameRecord`]: a review as plain data, for JSON and the like.

use marlin_core::Column;
use marlin_core::any::Score;
use marlin_core::{GameOutcome, Player};
use serde::Serialize;

use super::{Choice, Review, ReviewedMove, Side, Verdict};

/// A review as plain data. The names are part of the interface; columns and moves count from 1.
///
/// # Examples
///
/// ```
/// use marlin_coach::review::Review;
/// use marlin_core::Limits;
/// use marlin_core::any::{Game, Solver};
///
/// let game = Game::parse("6x5".parse()?, "3141516")?;
/// let record = Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {}).record();
/// assert_eq!((record.result, record.turning_point), (Some("X"), Some(2)));
/// assert_eq!(record.moves[1].verdict, Some("blunder"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GameRecord {
    /// The moves, as text.
    pub game: String,
    /// The size of the board, as in `7x6`.
    pub board: String,
    /// `X`, `O` or `draw`; `None` if the game isn't over.
    pub result: Option<&'static str>,
    /// Both sides, X first.
    pub sides: [SideRecord; 2],
    /// The number of the move that decided the game.
    pub turning_point: Option<u32>,
    /// The longest stretch of moves of one side that were the only ones: the numbers of its first and its last move.
    pub longest_stretch: Option<[u32; 2]>,
    /// All moves.
    pub moves: Vec<MoveRecord>,
    /// The number of blunders as text, with the moves that aren't proven and the stones of the setup.
    pub summary: String,
    /// The stones on the board before the first of the moves: a setup, which isn't reviewed.
    pub setup: u32,
}

/// The moves of a side together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SideRecord {
    /// `X` or `O`.
    pub player: &'static str,
    /// Its accuracy in percent.
    pub accuracy: Option<f64>,
    /// Its moves.
    pub moves: usize,
    /// Those that kept the score.
    pub perfect: usize,
    /// Those that changed who wins.
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
    /// Its accuracy as text: `unknown` and `no choice` have no percentage.
    pub accuracy_words: String,
}

/// A move.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveRecord {
    /// Its number.
    pub number: u32,
    /// `X` or `O`.
    pub player: &'static str,
    /// The number of its column.
    pub column: usize,
    /// The score before it, from the view of its player. This and all that follows is `None` or empty if it isn't proven.
    pub before: Option<i32>,
    /// The score after it, from the same view.
    pub after: Option<i32>,
    /// The number of the move that ends the game under best play from before this one.
    pub final_move: Option<u32>,
    /// The score of each column; `None` for one that couldn't be played.
    pub scores: Vec<Option<i32>>,
    /// The columns that keep the score.
    pub best: Vec<usize>,
    /// `perfect`, `slow win`, `quick loss` or `blunder`.
    pub verdict: Option<&'static str>,
    /// The outcome before and after a blunder, as in `["win", "draw"]`.
    pub outcomes: Option<[String; 2]>,
    /// `free`, `only` or `forced`.
    pub choice: Option<&'static str>,
    /// After a blunder, the columns of a line of perfect play instead.
    pub line: Vec<usize>,
}

impl Review {
    /// Returns the review as plain data.
    pub fn record(&self) -> GameRecord {
        GameRecord {
            game: self.game.to_string(),
            board: self.game.size().to_string(),
            result: self.game.outcome().map(|outcome| match outcome {
                GameOutcome::Won(player) => name(player),
                GameOutcome::Drawn => "draw",
            }),
            sides: [Player::X, Player::O].map(|player| SideRecord::new(&self.side(player))),
            turning_point: self.turning_point().map(|played| played.number),
            longest_stretch: self
                .longest_stretch()
                .map(|stretch| [stretch.first, stretch.first + 2 * (stretch.moves - 1)]),
            moves: self.moves.iter().map(ReviewedMove::record).collect(),
            summary: self.summary(),
            setup: self.game.start().nb_moves(),
        }
    }
}

impl ReviewedMove {
    /// Returns the move as plain data.
    pub fn record(&self) -> MoveRecord {
        MoveRecord::new(self)
    }
}

impl SideRecord {
    fn new(side: &Side) -> Self {
        let &Side {
            player,
            moves,
            assessed,
            perfect,
            blunders,
            slow_wins,
            quick_losses,
            only_moves,
            forced,
            accuracy,
        } = side;
        Self {
            player: name(player),
            accuracy,
            moves,
            perfect,
            blunders,
            slow_wins,
            quick_losses,
            only_moves,
            forced,
            proven: assessed,
            accuracy_words: side.accuracy_words(),
        }
    }
}

impl MoveRecord {
    fn new(played: &ReviewedMove) -> Self {
        let found = played.assessment.as_ref();
        let verdict = played.verdict();
        Self {
            number: played.number,
            player: name(played.player),
            column: played.column.number(),
            before: found.map(|found| found.before.get()),
            after: found.map(|found| found.after.get()),
            final_move: found.map(|found| found.before.final_move(played.number - 1)),
            scores: found.map_or_else(Vec::new, |found| {
                found.columns.iter().map(|score| score.map(Score::get)).collect()
            }),
            best: found.map_or_else(Vec::new, |found| numbers(&found.best)),
            verdict: verdict.map(|verdict| match verdict {
                Verdict::Perfect => "perfect",
                Verdict::SlowWin { .. } => "slow win",
                Verdict::QuickLoss { .. } => "quick loss",
                Verdict::Blunder { .. } => "blunder",
            }),
            outcomes: match verdict {
                Some(Verdict::Blunder { from, to }) => Some([from.to_string(), to.to_string()]),
                _ => None,
            },
            choice: found.map(|found| match found.choice {
                Choice::Free => "free",
                Choice::Only => "only",
                Choice::Forced => "forced",
            }),
            line: numbers(&played.line),
        }
    }
}

fn numbers(columns: &[Column]) -> Vec<usize> {
    columns.iter().map(|column| column.number()).collect()
}

const fn name(player: Player) -> &'static str {
    match player {
        Player::X => "X",
        Player::O => "O",
    }
}
