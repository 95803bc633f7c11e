//! [`Bounds`]: the proven bounds of a score.

use std::fmt;
use std::ops::Neg;

use crate::board::Board;
use crate::board_size::BoardSize;
use crate::geometry::{Size, Standard};
use crate::raw_bounds::RawBounds;
use crate::score::{Outcome, Score};

/// The proven bounds of a score: it is between two values, both included.
///
/// # Examples
///
/// ```
/// use marlin_core::{Bounds, Outcome, Score, Standard};
///
/// let bounds = Bounds::<Standard>::new(Score::new(1).unwrap(), Score::MAX).unwrap();
/// assert_eq!(bounds.score(), None);
/// assert_eq!(bounds.outcome(), Some(Outcome::Win));
/// assert_eq!(bounds.to_string(), "1..18");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds<B: Board = Standard> {
    lower: Score<B>,
    upper: Score<B>,
}

impl<const W: usize, const H: usize> Bounds<Size<W, H>> {
    /// The bounds without any knowledge.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bounds, Standard};
    /// assert_eq!(Bounds::<Standard>::UNKNOWN.to_string(), "-18..18");
    /// ```
    pub const UNKNOWN: Self = Self { lower: Score::MIN, upper: Score::MAX };
}

impl<B: Board> Bounds<B> {
    /// Returns the bounds of an unknown score: [`Bounds::UNKNOWN`] where the size is known at run time.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, BoardSize};
    ///
    /// assert_eq!(Bounds::unknown("8x5".parse::<BoardSize>()?).to_string(), "-17..17");
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn unknown(board: B) -> Self {
        Self { lower: Score::lowest(board), upper: Score::highest(board) }
    }

    /// Returns the same bounds with their board in another type; `None` if that is the type of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, BoardSize, Standard};
    ///
    /// assert_eq!(Bounds::unknown(BoardSize::STANDARD).cast::<Standard>(), Some(Bounds::UNKNOWN));
    /// ```
    pub fn cast<C: Board>(self) -> Option<Bounds<C>> {
        Some(Bounds { lower: self.lower.cast()?, upper: self.upper.cast()? })
    }

    /// Returns the bounds, `None` if `lower` is above `upper` or their boards differ.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bounds, Score, Standard};
    /// assert!(Bounds::<Standard>::new(Score::DRAW, Score::MAX).is_some());
    /// assert!(Bounds::<Standard>::new(Score::MAX, Score::DRAW).is_none());
    /// ```
    pub fn new(lower: Score<B>, upper: Score<B>) -> Option<Self> {
        (lower.size() == upper.size() && lower <= upper).then_some(Self { lower, upper })
    }

    /// Returns the bounds that two proofs of one score give together; `None` if they contradict each other, which only
    /// a wrong book can cause, or belong to different boards.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bounds, Score, Standard};
    /// let [wins, losses] = [(Score::DRAW, Score::MAX), (Score::MIN, Score::DRAW)].map(|(l, u)| Bounds::<Standard>::new(l, u).unwrap());
    /// assert_eq!(wins.intersection(losses), Some(Bounds::exact(Score::DRAW)));
    /// assert_eq!(wins.intersection(Bounds::exact(Score::MIN)), None);
    /// ```
    pub fn intersection(self, other: Self) -> Option<Self> {
        let bounds = self.raw().intersection(other.raw()).filter(|_| self.size() == other.size())?;
        Some(Self::from_raw(self.lower.board(), bounds))
    }

    /// Returns whether a score is possible within the bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bounds, Score, Standard};
    /// let bounds = Bounds::<Standard>::new(Score::DRAW, Score::MAX).unwrap();
    /// assert!(bounds.contains(Score::DRAW) && !bounds.contains(Score::MIN));
    /// assert_eq!((bounds.lower(), bounds.upper()), (Score::DRAW, Score::MAX));
    /// ```
    pub fn contains(self, score: Score<B>) -> bool {
        self.size() == score.size() && self.lower <= score && score <= self.upper
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, BoardSize, Standard};
    ///
    /// assert_eq!(Bounds::<Standard>::UNKNOWN.size(), BoardSize::STANDARD);
    /// ```
    pub fn size(self) -> BoardSize {
        self.lower.size()
    }

    /// Returns bounds that the search has kept in order and in range.
    pub(crate) const fn from_raw(board: B, RawBounds { lower, upper }: RawBounds) -> Self {
        debug_assert!(lower <= upper);
        Self { lower: Score::from_search(board, lower), upper: Score::from_search(board, upper) }
    }

    /// Returns the bounds as plain numbers.
    pub(crate) const fn raw(self) -> RawBounds {
        RawBounds { lower: self.lower.get(), upper: self.upper.get() }
    }

    /// Returns the bounds of a score that is known.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bounds, Score, Standard};
    /// let score = Score::new(3).unwrap();
    /// assert_eq!(Bounds::exact(score).score(), Some(score));
    /// assert_eq!(-Bounds::exact(score), Bounds::exact(-score));
    /// ```
    pub const fn exact(score: Score<B>) -> Self {
        Self { lower: score, upper: score }
    }

    /// Returns the lower bound: the score is no lower.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, Outcome, Score, Standard};
    ///
    /// // A lower bound of 1 proves a win.
    /// let bounds = Bounds::<Standard>::new(Score::new(1).unwrap(), Score::MAX).unwrap();
    /// assert_eq!(bounds.lower().outcome(), Outcome::Win);
    /// ```
    pub const fn lower(self) -> Score<B> {
        self.lower
    }

    /// Returns the upper bound: the score is no higher.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, Score, Standard};
    ///
    /// // An upper bound of 0 proves that the side to move cannot win.
    /// let bounds = Bounds::<Standard>::new(Score::MIN, Score::DRAW).unwrap();
    /// assert_eq!(bounds.upper(), Score::DRAW);
    /// ```
    pub const fn upper(self) -> Score<B> {
        self.upper
    }

    /// Returns the score if it is proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, Score, Standard};
    ///
    /// let [low, high] = [2, 3].map(|value| Score::new(value).unwrap());
    /// assert_eq!(Bounds::new(low, high).unwrap().score(), None);
    /// assert_eq!(Bounds::new(high, high).unwrap().score(), Some(high));
    /// ```
    pub fn score(self) -> Option<Score<B>> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Returns the outcome if it is proven.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bounds, Outcome, Score, Standard};
    /// // At least a draw is not a win yet.
    /// assert_eq!(Bounds::<Standard>::new(Score::DRAW, Score::MAX).unwrap().outcome(), None);
    /// assert_eq!(Bounds::<Standard>::new(Score::MIN, Score::new(-1).unwrap()).unwrap().outcome(), Some(Outcome::Loss));
    /// ```
    pub fn outcome(self) -> Option<Outcome> {
        (self.lower.outcome() == self.upper.outcome()).then_some(self.lower.outcome())
    }
}

/// The bounds from the other side.
impl<B: Board> Neg for Bounds<B> {
    type Output = Self;

    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// The score if it is proven, else `LOWER..UPPER`.
impl<B: Board> fmt::Display for Bounds<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw().fmt(f)
    }
}

impl<const W: usize, const H: usize> From<Bounds<Size<W, H>>> for Bounds<BoardSize> {
    fn from(bounds: Bounds<Size<W, H>>) -> Self {
        Self { lower: bounds.lower.into(), upper: bounds.upper.into() }
    }
}
