//! [`Ending`]: the end of a game from the empty board under best play.

use std::fmt;

use marlin_core::any::Score;
use marlin_core::{BoardSize, Player};

/// The end of a game from the empty board under best play.
///
/// # Examples
///
/// ```
/// use marlin_boards::Ending;
/// use marlin_core::BoardSize;
/// use marlin_core::any::Score;
///
/// assert_eq!(Ending::of(Score::on(BoardSize::STANDARD, 1).unwrap()), Ending::FirstWins(41));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The board is full without four in a row.
    Draw,
    /// The first player completes four in a row with this move of the game.
    FirstWins(u32),
    /// The second player completes four in a row with this move of the game.
    SecondWins(u32),
}

impl Ending {
    /// Returns the ending that the score of an empty board stands for.
    pub fn of(score: Score) -> Self {
        let last = score.final_move(0);
        match score.winner(0) {
            None => Self::Draw,
            Some(Player::X) => Self::FirstWins(last),
            Some(Player::O) => Self::SecondWins(last),
        }
    }

    /// Returns the score of the empty board that stands for this ending, `None` if no game on the board can end so.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_boards::Ending;
    /// use marlin_core::BoardSize;
    ///
    /// let score = |ending: Ending| ending.score(BoardSize::STANDARD).map(|score| score.get());
    /// assert_eq!(score(Ending::FirstWins(41)), Some(1));
    /// assert_eq!(score(Ending::FirstWins(42)), None); // the second player makes that move
    /// ```
    pub fn score(self, size: BoardSize) -> Option<Score> {
        let mut scores = Score::lowest(size).get()..=Score::highest(size).get();
        scores.find_map(|value| Score::on(size, value).filter(|&score| Self::of(score) == self))
    }

    /// Returns the move of the game that wins it, `None` for a draw.
    pub const fn winning_move(self) -> Option<u32> {
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
