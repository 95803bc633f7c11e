//! [`Ending`]: how a game from the empty board ends under best play.

use std::fmt;

use marlin_core::{Player, Score};

/// How a game from the empty board ends under best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With a full board.
    Draw,
    /// The first player completes four with this move of the game.
    FirstWins(u32),
    /// The second player does.
    SecondWins(u32),
}

impl Ending {
    /// Returns the ending that the score of an empty board stands for.
    pub(crate) fn of<const W: usize, const H: usize>(score: Score<W, H>) -> Self {
        let last = score.final_move(0);
        match score.winner(0) {
            None => Self::Draw,
            Some(Player::X) => Self::FirstWins(last),
            Some(Player::O) => Self::SecondWins(last),
        }
    }

    /// Returns the score of the empty board that stands for this ending, `None` if the board has no such ending.
    pub(crate) fn score<const W: usize, const H: usize>(self) -> Option<Score<W, H>> {
        let scores = Score::<W, H>::MIN.get()..=Score::<W, H>::MAX.get();
        scores.filter_map(Score::new).find(|&score| Self::of(score) == self)
    }

    /// Returns the move of the game that wins it, `None` for a draw.
    pub(crate) const fn winning_move(self) -> Option<u32> {
        match self {
            Self::Draw => None,
            Self::FirstWins(number) | Self::SecondWins(number) => Some(number),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => write!(f, "draw"),
            Self::FirstWins(number) => write!(f, "first player wins at move {number}"),
            Self::SecondWins(number) => write!(f, "second player wins at move {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_that_of_its_score() {
        assert_eq!(Ending::FirstWins(41).score::<7, 6>(), Score::new(1));
        assert_eq!(Ending::SecondWins(42).score::<7, 6>(), Score::new(-1));
        assert_eq!(Ending::Draw.score::<5, 5>(), Some(Score::DRAW));
        for score in (-18..=18).filter_map(Score::<7, 6>::new) {
            assert_eq!(Ending::of(score).score(), Some(score));
        }
    }

    #[test]
    fn no_score_stands_for_an_ending_that_cannot_be() {
        assert_eq!(Ending::FirstWins(40).score::<7, 6>(), None);
        assert_eq!(Ending::SecondWins(44).score::<7, 6>(), None);
    }
}
