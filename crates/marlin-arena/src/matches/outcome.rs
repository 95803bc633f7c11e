//! Outcomes from the view of X, and from that of the other side.

use marlin_core::{GameOutcome, Outcome, Player};

/// Returns the outcome from X's view.
pub(super) const fn for_x(outcome: GameOutcome) -> Outcome {
    match outcome {
        GameOutcome::Won(Player::X) => Outcome::Win,
        GameOutcome::Won(Player::O) => Outcome::Loss,
        GameOutcome::Drawn => Outcome::Draw,
    }
}

/// Returns an outcome from the other side's view.
pub(super) const fn reversed(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => Outcome::Win,
    }
}
