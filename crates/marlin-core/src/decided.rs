//! Scores that the next two stones decide.

use crate::bitboard;
use crate::board::Board;
use crate::geometry::Masks;
use crate::position::Position;
use crate::raw_position::RawPosition;
use crate::score::Score;

/// Returns the score of a position that is decided within the next two stones: the game is over, the side to move wins
/// with the next stone, or the other side wins with the one after it. `None` if it takes more than that.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, Score, decided};
///
/// // X to move has three in the bottom row and wins with the seventh stone, its fourth.
/// let position: Position = "112233".parse()?;
/// assert_eq!(decided(&position), Score::new(18));
/// assert_eq!(decided(&Position::new()), None);
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
pub fn decided<B: Board>(position: &Position<B>) -> Option<Score<B>> {
    let score = decided_score(&position.masks(), &position.raw)?;
    Some(Score::from_search(position.board(), score))
}

/// Returns the score of a position that the next two stones decide: see [`decided`].
pub(crate) fn decided_score(masks: &Masks, position: &RawPosition) -> Option<i32> {
    let next = NextTwoStones {
        is_lost: position.winner(masks).is_some(),
        our_threats: position.our_threats(masks),
        their_threats: position.their_threats(masks),
        playable: position.playable(masks),
    };
    next.decide(masks, position.nb_moves())
}

/// The part of a position that determines whether the next two stones decide it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NextTwoStones {
    /// Whether the last stone has completed four in a row.
    pub(crate) is_lost: bool,
    /// The winning cells of the side to move.
    pub(crate) our_threats: u64,
    /// The winning cells of the other side.
    pub(crate) their_threats: u64,
    /// The cells that can be played next.
    pub(crate) playable: u64,
}

impl NextTwoStones {
    /// Returns the score if the next two stones decide it: see [`decided`].
    pub(crate) const fn decide(&self, masks: &Masks, nb_moves: u32) -> Option<i32> {
        if self.is_lost {
            Some(masks.lost_at(nb_moves))
        } else if self.playable == 0 {
            Some(0)
        } else if self.our_threats & self.playable != 0 {
            Some(masks.win_in(nb_moves, 0))
        } else if bitboard::non_losing_cells(self.playable, self.their_threats) == 0 {
            Some(-masks.win_in(nb_moves, 1))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided_score(moves: &str) -> Option<i32> {
        let position: Position = moves.parse().expect("a legal game");
        decided(&position).map(Score::get)
    }

    #[test]
    fn positions_that_the_next_two_stones_decide_have_their_score() {
        assert_eq!(decided_score("1122334"), Some(-18), "the game is over");
        assert_eq!(decided_score("112233"), Some(18), "the next stone wins");
        assert_eq!(decided_score("4455132"), None, "one threat that can be answered");
        assert_eq!(decided_score("44553"), Some(-18), "two threats in a row");
        assert_eq!(decided_score("4433"), None);
        assert_eq!(decided_score(""), None);
    }
}
