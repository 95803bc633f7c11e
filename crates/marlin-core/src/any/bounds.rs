//! [`Bounds`]: the proven bounds of a score on a board whose size is chosen at run time.

use std::fmt;
use std::ops::Neg;

use super::score::Score;
use crate::board_size::BoardSize;
use crate::raw_bounds::RawBounds;
use crate::score::Outcome;

/// The proven bounds of a score on a board of any size; [`Bounds`](crate::Bounds) has the size in its type.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Bounds, Score};
///
/// let size = BoardSize::new(8, 5)?;
/// assert_eq!(Bounds::unknown(size).to_string(), "-17..17");
/// assert_eq!(Bounds::exact(Score::draw(size)).score(), Some(Score::draw(size)));
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    lower: Score,
    upper: Score,
}

impl Bounds {
    /// Returns bounds, `None` if the lower one is above the upper one or their boards differ.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Bounds, Score};
    ///
    /// let [low, high] = [2, 3].map(|value| Score::new(BoardSize::STANDARD, value).unwrap());
    /// assert!(Bounds::new(low, high).is_some() && Bounds::new(high, low).is_none());
    /// ```
    pub fn new(lower: Score, upper: Score) -> Option<Self> {
        (lower.size() == upper.size() && lower <= upper).then_some(Self { lower, upper })
    }

    /// Returns the bounds of a score of which nothing is known.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Bounds;
    ///
    /// assert_eq!(Bounds::unknown(BoardSize::STANDARD).score(), None);
    /// ```
    pub const fn unknown(size: BoardSize) -> Self {
        Self { lower: Score::min(size), upper: Score::max(size) }
    }

    /// Returns the bounds of a proven score.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Bounds, Score};
    ///
    /// assert_eq!(Bounds::exact(Score::draw(BoardSize::STANDARD)).to_string(), "0");
    /// ```
    pub const fn exact(score: Score) -> Self {
        Self { lower: score, upper: score }
    }

    /// Returns bounds that the search has kept in order and in range.
    pub(crate) const fn from_raw(size: BoardSize, bounds: RawBounds) -> Self {
        Self { lower: Score::from_search(size, bounds.lower), upper: Score::from_search(size, bounds.upper) }
    }

    /// Returns the bounds as plain numbers.
    pub(crate) const fn raw(self) -> RawBounds {
        RawBounds { lower: self.lower.get(), upper: self.upper.get() }
    }

    /// Returns the lower bound: the score is no lower.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Bounds;
    ///
    /// assert_eq!(Bounds::unknown(BoardSize::STANDARD).lower().get(), -18);
    /// ```
    pub const fn lower(self) -> Score {
        self.lower
    }

    /// Returns the upper bound: the score is no higher.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Bounds;
    ///
    /// assert_eq!(Bounds::unknown(BoardSize::STANDARD).upper().get(), 18);
    /// ```
    pub const fn upper(self) -> Score {
        self.upper
    }

    /// Returns the bounds that two proofs of one score give together: see [`Bounds::intersection`](crate::Bounds::intersection).
    /// `None` also for bounds of two boards.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Bounds, Score};
    ///
    /// let unknown = Bounds::unknown(BoardSize::STANDARD);
    /// let draw = Bounds::exact(Score::draw(BoardSize::STANDARD));
    /// assert_eq!(unknown.intersection(draw), Some(draw));
    /// ```
    pub fn intersection(self, other: Self) -> Option<Self> {
        let (size, bounds) = (self.lower.size(), self.raw().intersection(other.raw())?);
        (size == other.lower.size()).then(|| Self::from_raw(size, bounds))
    }

    /// Returns whether a score lies within the bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Bounds, Score};
    ///
    /// assert!(Bounds::unknown(BoardSize::STANDARD).contains(Score::draw(BoardSize::STANDARD)));
    /// ```
    pub fn contains(self, score: Score) -> bool {
        self.lower <= score && score <= self.upper
    }

    /// Returns the score if it is proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Bounds, Score};
    ///
    /// let draw = Score::draw(BoardSize::STANDARD);
    /// assert_eq!(Bounds::exact(draw).score(), Some(draw));
    /// ```
    pub fn score(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Returns who wins if that is proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Bounds, Score};
    /// use marlin_core::{BoardSize, Outcome};
    ///
    /// // At least a draw isn't a win yet.
    /// let size = BoardSize::STANDARD;
    /// assert_eq!(Bounds::new(Score::draw(size), Score::max(size)).unwrap().outcome(), None);
    /// assert_eq!(Bounds::exact(Score::max(size)).outcome(), Some(Outcome::Win));
    /// ```
    pub fn outcome(self) -> Option<Outcome> {
        self.raw().outcome()
    }
}

/// The bounds from the other side.
impl Neg for Bounds {
    type Output = Self;

    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// The score if it is proven, else `LOWER..UPPER`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw().fmt(f)
    }
}
