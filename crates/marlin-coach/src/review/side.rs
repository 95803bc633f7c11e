//! [`SideReview`]: the moves of one side together.

use marlin_core::Player;

use super::{ChoiceKind, MoveQuality, Review, ReviewedMove};

/// The moves of one side together.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SideReview {
    /// The side.
    pub player: Player,
    /// Its moves.
    pub moves: usize,
    /// Those whose scores are proven: all without a limit. The numbers below are of these.
    pub assessed: usize,
    /// Those that kept the score.
    pub perfect: usize,
    /// Moves that changed the result.
    pub blunders: usize,
    /// Those that put a win off.
    pub slow_wins: usize,
    /// Those that hastened a loss.
    pub quick_losses: usize,
    /// Those where a single column kept the win or the draw, without being obvious.
    pub only_moves: usize,
    /// Those without a choice: one column left, or a win to block.
    pub forced: usize,
    /// The mean of the moves' points, in percent, to a tenth: see the [module](super#accuracy). `None` if the side never had a choice.
    pub accuracy: Option<f64>,
}

impl SideReview {
    pub(super) fn new(review: &Review, player: Player) -> Self {
        let moves: Vec<&ReviewedMove> =
            review.moves.iter().filter(|played| played.player == player).collect();
        let assessed: Vec<_> = moves.iter().filter_map(|played| played.assessment.as_ref()).collect();
        let count =
            |counts: fn(MoveQuality) -> bool| assessed.iter().filter(|found| counts(found.verdict())).count();
        let chosen = |choice: ChoiceKind| assessed.iter().filter(|found| found.choice == choice).count();
        let points_of = |played: &&ReviewedMove| played.assessment.as_ref()?.points(played.position.size());
        let points: Vec<f64> = moves.iter().filter_map(points_of).collect();
        Self {
            player,
            moves: moves.len(),
            assessed: assessed.len(),
            perfect: count(|verdict| verdict == MoveQuality::Perfect),
            blunders: count(MoveQuality::is_blunder),
            slow_wins: count(|verdict| matches!(verdict, MoveQuality::SlowWin { .. })),
            quick_losses: count(|verdict| matches!(verdict, MoveQuality::QuickLoss { .. })),
            only_moves: chosen(ChoiceKind::Only),
            forced: chosen(ChoiceKind::Forced),
            accuracy: mean(&points),
        }
    }
}

/// Returns the mean of points to a tenth, `None` of none.
fn mean(points: &[f64]) -> Option<f64> {
    let mean = points.iter().sum::<f64>() / points.len() as f64;
    (!points.is_empty()).then(|| (mean * 10.0).round() / 10.0)
}

/// Returns an accuracy as text. Its tenths are printed as whole numbers: the code that prints an `f64` is 25 kB of the module for
/// pages, which has no other use for it.
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

/// Returns the longest stretch of moves of one side, at least two, that were forced or the only ones, and were found.
pub(super) fn longest_stretch(moves: &[ReviewedMove]) -> Option<Stretch> {
    let mut longest: Option<Stretch> = None;
    let mut current = [None::<Stretch>; 2];
    for played in moves {
        let found = played.assessment.as_ref();
        let is_only = found
            .is_some_and(|found| found.choice != ChoiceKind::Free && found.verdict() == MoveQuality::Perfect);
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
