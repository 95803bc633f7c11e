//! [`Review`]: the moves of a game with their quality, and [`SideReview`], the moves of one side.

use marlin_core::{Column, Game, Limits, Outcome, Player, Position, Score, Solver};
use serde::Serialize;

use super::assess::{Assessment, ChoiceKind, MoveQuality};
use crate::task::{Asked, Asks, Goal, Steps, Task};

/// The maximum number of plies of the line that would have been better than a blunder, and of the line after
/// the blunder.
pub const LINE_PLIES: usize = 12;

/// The maximum number of moves that a slip leaves.
const CLOSE: u32 = 2;

/// A game with the quality of each of its moves.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Review {
    /// The game.
    pub game: Game,
    /// Its moves.
    pub moves: Vec<ReviewedMove>,
}

/// A move of a game.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReviewedMove {
    /// Its number: the stones on the board after it.
    pub number: u32,
    /// Its player.
    pub player: Player,
    /// The column.
    pub column: Column,
    /// The position before it.
    pub position: Position,
    /// Its quality; `None` if a limit has left it unproven.
    pub assessment: Option<Assessment>,
    /// The better line after a blunder: perfect play of both sides, as far as it is proven, 12 plies at most.
    /// Empty for other moves.
    pub line: Vec<Column>,
    /// Perfect play of both sides after a blunder, as far as it is proven, 12 plies at most: the proof of the
    /// loss. Empty for other moves.
    pub refutation: Vec<Column>,
}

impl ReviewedMove {
    /// Returns the quality of the move, `None` without a proof.
    pub fn verdict(&self) -> Option<MoveQuality> {
        Some(self.assessment.as_ref()?.verdict())
    }

    /// Returns the mark of the move beside its column. All other moves have an empty mark:
    ///
    /// | mark | move |
    /// |---|---|
    /// | `??` | a blunder: it changed the result |
    /// | `?` | a slip: it put the win off to one of the winner's last two stones, nearly a draw, or hastened the loss to the opponent's next two moves |
    /// | `·` | any other slow win or quick loss |
    /// | `!` | the only move that kept the result |
    pub fn mark(&self) -> &'static str {
        let Some(found) = &self.assessment else { return "" };
        match found.verdict() {
            MoveQuality::Blunder { .. } => "??",
            MoveQuality::SlowWin { .. } | MoveQuality::QuickLoss { .. } if self.is_slip(found) => "?",
            MoveQuality::SlowWin { .. } | MoveQuality::QuickLoss { .. } => "·",
            MoveQuality::Perfect if found.choice == ChoiceKind::Only => "!",
            MoveQuality::Perfect => "",
        }
    }

    /// Returns whether a slow win or a quick loss left at most two moves where there were more: moves of the
    /// winner between its win and a full board, or moves of the opponent up to its win.
    fn is_slip(&self, found: &Assessment) -> bool {
        let left = |score: Score| match score.outcome() {
            Outcome::Loss => self.position.ending(score).plies / 2,
            _ => score.get().unsigned_abs(),
        };
        left(found.before) > CLOSE && left(found.after) <= CLOSE
    }

    /// Returns the score after the move on an evaluation bar, from the view of X: see
    /// [`Ending::evaluation`](marlin_core::Ending::evaluation). `None` without a proof.
    pub fn evaluation(&self) -> Option<f64> {
        let score = -self.assessment.as_ref()?.after;
        Some(self.position.after(self.column).ending(score).evaluation())
    }

    /// Returns whether the move changed the outcome.
    pub fn is_blunder(&self) -> bool {
        self.verdict().is_some_and(MoveQuality::is_blunder)
    }
}

impl Review {
    /// Reviews a game: a [`ReviewTask`] without steps. The function calls `on_move` after each move, with the
    /// number of moves that are left.
    ///
    /// The limits apply to each search: for a position, and for the lines instead of a blunder and after it.
    /// The last moves are reviewed first, because their results help the searches of the others.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn new(game: &Game, solver: &Solver, limits: &Limits, mut on_move: impl FnMut(usize)) -> Self {
        let mut task = ReviewTask::new(game, solver, limits);
        let mut left = game.moves().len();
        loop {
            let review = task.step(&Limits::NONE);
            let still_left = task.progress().moves_left.unwrap_or(0);
            (still_left..left).rev().for_each(&mut on_move);
            left = still_left;
            if let Some(review) = review {
                return review;
            }
        }
    }

    /// Returns whether every move has its assessment.
    pub fn is_complete(&self) -> bool {
        self.open_moves() == 0
    }

    /// Returns the number of moves that have no assessment.
    pub(super) fn open_moves(&self) -> usize {
        self.moves.iter().filter(|played| played.assessment.is_none()).count()
    }

    /// Returns the score after each move from the view of X, `None` for an unproven one: the course of the
    /// game.
    pub fn scores_of_x(&self) -> Vec<Option<Score>> {
        let of_x = |played: &ReviewedMove| {
            let after = played.assessment.as_ref()?.after;
            Some(if played.player == Player::X { after } else { -after })
        };
        self.moves.iter().map(of_x).collect()
    }

    /// Returns the moves of one side together.
    pub fn side(&self, player: Player) -> SideReview {
        let moves: Vec<&ReviewedMove> = self.moves.iter().filter(|played| played.player == player).collect();
        let assessed: Vec<_> = moves.iter().filter_map(|played| played.assessment.as_ref()).collect();
        let count = |is: fn(MoveQuality) -> bool| assessed.iter().filter(|found| is(found.verdict())).count();
        let chosen = |choice: ChoiceKind| assessed.iter().filter(|found| found.choice == choice).count();
        let points_of = |played: &&ReviewedMove| played.assessment.as_ref()?.points(played.position.size());
        let points: Vec<f64> = moves.iter().filter_map(points_of).collect();
        let accuracy = mean(&points);
        SideReview {
            player,
            moves: moves.len(),
            proven: assessed.len(),
            perfect: count(|verdict| verdict == MoveQuality::Perfect),
            blunders: count(MoveQuality::is_blunder),
            slow_wins: count(|verdict| matches!(verdict, MoveQuality::SlowWin { .. })),
            quick_losses: count(|verdict| matches!(verdict, MoveQuality::QuickLoss { .. })),
            only_moves: chosen(ChoiceKind::Only),
            forced: chosen(ChoiceKind::Forced),
            accuracy,
            accuracy_words: match accuracy {
                Some(accuracy) => percent(accuracy),
                None if assessed.len() == moves.len() => NO_CHOICE.to_owned(),
                None => "unknown".to_owned(),
            },
        }
    }

    /// Returns the last move that changed the outcome: no later one gave the result away. `None` if no move
    /// did, or if a later move is unproven.
    pub fn turning_point(&self) -> Option<&ReviewedMove> {
        let ended = self.moves.iter().rev().find(|played| played.assessment.is_none() || played.is_blunder());
        ended.filter(|played| played.is_blunder())
    }

    /// Returns the longest stretch of at least two moves of one side that were all forced, or were found as
    /// the only moves to keep the outcome. Among stretches of the same length it is the first.
    pub fn longest_stretch(&self) -> Option<Stretch> {
        let mut longest: Option<Stretch> = None;
        let mut current = [None::<Stretch>; 2];
        for played in &self.moves {
            let is_only = played.assessment.as_ref().is_some_and(|found| {
                found.choice != ChoiceKind::Free && found.verdict() == MoveQuality::Perfect
            });
            let run = &mut current[usize::from(played.player == Player::O)];
            *run = is_only.then(|| {
                let before = run.unwrap_or(Stretch { player: played.player, first: played.number, moves: 0 });
                Stretch { moves: before.moves + 1, ..before }
            });
            if let Some(run) = run
                && run.moves > longest.map_or(1, |longest| longest.moves)
            {
                longest = Some(*run);
            }
        }
        longest
    }
}

/// A review of a game. It begins with the last moves, because their results help the searches of the others.
pub type ReviewTask = Steps<Review>;

impl Steps<Review> {
    /// Returns the review of a game, with the limits of each search: for a position, and for the lines
    /// instead of a blunder and after it.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(game: &Game, solver: &Solver, limits: &Limits) -> Self {
        let (game, limits) = (game.clone(), limits.clone());
        Self::of(solver, move |asks| {
            let (mut before, mut moves) = (game.clone(), Vec::new());
            while let Some(column) = before.undo() {
                asks.set_moves_left(before.moves().len() + 1);
                moves.push(judged(asks, before.position(), column, &limits)?);
            }
            asks.set_moves_left(0);
            moves.reverse();
            Ok(Review { game: game.clone(), moves })
        })
    }
}

/// Returns a move with its quality, and after a blunder with the better line and the proof of the loss.
fn judged(asks: &mut Asks<'_>, position: &Position, column: Column, limits: &Limits) -> Asked<ReviewedMove> {
    let analysis = asks.scores(position, Goal::Columns, limits)?;
    let (number, player) = (position.nb_moves() + 1, position.side_to_move());
    let (assessment, position) = (Assessment::new(position, column, &analysis), *position);
    let (line, refutation) = (Vec::new(), Vec::new());
    let mut found = ReviewedMove { number, player, column, position, assessment, line, refutation };
    if found.is_blunder() {
        found.line = asks.line(&position, LINE_PLIES, limits)?;
        found.refutation = asks.line(&position.after(column), LINE_PLIES, limits)?;
    }
    Ok(found)
}

/// The moves of a side together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ReviewedSide"))]
#[non_exhaustive]
pub struct SideReview {
    /// The side.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Player>"))]
    pub player: Player,
    /// Its accuracy in percent; null if no move counts.
    pub accuracy: Option<f64>,
    /// Its moves.
    pub moves: usize,
    /// Moves that kept the score.
    pub perfect: usize,
    /// Moves that changed the outcome.
    pub blunders: usize,
    /// Moves that put a win off.
    pub slow_wins: usize,
    /// Moves that hastened a loss.
    pub quick_losses: usize,
    /// Moves where a single column kept the win or the draw.
    pub only_moves: usize,
    /// Moves without a choice.
    pub forced: usize,
    /// Its moves whose scores are proven. The other numbers count only these.
    pub proven: usize,
    /// Its accuracy as text: a percentage, `no choice` or `unknown`.
    pub accuracy_words: String,
}

/// The accuracy of a side whose moves all led to the same score.
pub(super) const NO_CHOICE: &str = "no choice";

/// Returns the mean of points to a tenth, `None` without points.
fn mean(points: &[f64]) -> Option<f64> {
    let mean = points.iter().sum::<f64>() / points.len() as f64;
    (!points.is_empty()).then(|| (mean * 10.0).round() / 10.0)
}

/// Returns an accuracy as text. Its tenths are printed as whole numbers: the code that prints an `f64` is 25
/// kB of the module for pages, which has no other use for it.
pub(super) fn percent(accuracy: f64) -> String {
    let tenths = (accuracy * 10.0).round() as u32;
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// Moves of one side, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stretch {
    /// The side.
    pub player: Player,
    /// The number of its first move.
    pub first: u32,
    /// The number of its moves.
    pub moves: u32,
}

impl Stretch {
    /// Returns the number of its last move.
    pub(crate) const fn last(self) -> u32 {
        self.first + 2 * (self.moves - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accuracy_is_printed_to_a_tenth() {
        for tenths in 0..=1000 {
            let accuracy = mean(&[f64::from(tenths) / 10.0]).unwrap();
            assert_eq!(percent(accuracy), format!("{accuracy:.1} %"));
        }
    }
}
