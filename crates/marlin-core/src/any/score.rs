//! [`Score`]: the value of a position on a board whose size is chosen at run time.

use std::fmt;
use std::ops::Neg;

use crate::board_size::BoardSize;
use crate::player::Player;
use crate::score::Outcome;

/// The score of a position on a board of any size; [`Score`](crate::Score) tells what it counts, and has the size in its
/// type.
///
/// Scores are ordered by their value, which compares those of one board.
///
/// # Examples
///
/// ```
/// use marlin_core::any::{Game, Solver};
///
/// let size = "5x4".parse()?;
/// let score = Solver::new(size).solve(Game::empty(size).position());
/// assert_eq!((score.get(), score.final_move(0)), (0, 20));
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score {
    value: i8,
    size: BoardSize,
}

impl Score {
    /// Returns the score with a value, `None` if no game on this board can have it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Score;
    ///
    /// assert!(Score::new(BoardSize::STANDARD, 18).is_some() && Score::new(BoardSize::STANDARD, 19).is_none());
    /// ```
    pub const fn new(size: BoardSize, value: i32) -> Option<Self> {
        let most = size.masks().max_score();
        if -most <= value && value <= most { Some(Self::from_search(size, value)) } else { None }
    }

    /// Returns the score of a value that the search has kept in range.
    pub(crate) const fn from_search(size: BoardSize, value: i32) -> Self {
        Self { size, value: value as i8 }
    }

    /// Returns the score of the fastest win of all: see [`Score::MAX`](crate::Score::MAX).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Score;
    ///
    /// assert_eq!(Score::max(BoardSize::new(8, 7)?).get(), 25);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub const fn max(size: BoardSize) -> Self {
        Self::from_search(size, size.masks().max_score())
    }

    /// Returns the score of the fastest loss of all, the negative of [`Self::max`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Score;
    ///
    /// assert_eq!(Score::min(BoardSize::STANDARD).get(), -18);
    /// ```
    pub const fn min(size: BoardSize) -> Self {
        Self::from_search(size, -size.masks().max_score())
    }

    /// Returns the score of a draw.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Score;
    ///
    /// assert_eq!(Score::draw(BoardSize::STANDARD).get(), 0);
    /// ```
    pub const fn draw(size: BoardSize) -> Self {
        Self::from_search(size, 0)
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Score;
    ///
    /// assert_eq!(Score::draw(BoardSize::STANDARD).size(), BoardSize::STANDARD);
    /// ```
    pub const fn size(self) -> BoardSize {
        self.size
    }

    /// Returns the value: see [`Score::get`](crate::Score::get).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Score;
    ///
    /// assert_eq!(Score::new(BoardSize::STANDARD, -2).map(Score::get), Some(-2));
    /// ```
    pub const fn get(self) -> i32 {
        self.value as i32
    }

    /// Returns who wins: see [`Score::outcome`](crate::Score::outcome).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Score;
    /// use marlin_core::{BoardSize, Outcome};
    ///
    /// assert_eq!(Score::min(BoardSize::STANDARD).outcome(), Outcome::Loss);
    /// ```
    pub const fn outcome(self) -> Outcome {
        Outcome::of(self.get())
    }

    /// Returns the number of the move that ends the game: see [`Score::final_move`](crate::Score::final_move).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Score;
    ///
    /// // The empty board of 8x5: the first player wins with its 20th stone, the 39th of all.
    /// assert_eq!(Score::new(BoardSize::new(8, 5)?, 1).unwrap().final_move(0), 39);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub const fn final_move(self, nb_moves: u32) -> u32 {
        self.size.masks().final_move(self.get(), nb_moves)
    }

    /// Returns the number of moves until the game ends: see [`Score::plies_to_end`](crate::Score::plies_to_end).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Score;
    ///
    /// assert_eq!(Score::draw(BoardSize::STANDARD).plies_to_end(40), 2);
    /// ```
    pub const fn plies_to_end(self, nb_moves: u32) -> u32 {
        self.final_move(nb_moves).saturating_sub(nb_moves)
    }

    /// Returns the player who wins a position after `nb_moves` moves, `None` for a draw.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Score;
    /// use marlin_core::{BoardSize, Player};
    ///
    /// assert_eq!(Score::min(BoardSize::STANDARD).winner(3), Some(Player::X));
    /// ```
    pub const fn winner(self, nb_moves: u32) -> Option<Player> {
        self.outcome().winner(nb_moves)
    }

    /// Returns the score of a position after `nb_moves` moves in plain words.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Score;
    ///
    /// let score = Score::new(BoardSize::new(8, 5)?, 1).unwrap();
    /// assert_eq!(score.in_words(0), "X wins in 39 plies, at move 39");
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn in_words(self, nb_moves: u32) -> String {
        self.size.masks().in_words(self.get(), nb_moves)
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

impl From<Score> for i32 {
    fn from(score: Score) -> Self {
        score.get()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value, f)
    }
}
