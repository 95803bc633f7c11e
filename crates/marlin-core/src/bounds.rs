//! [`Bounds`]: the proven bounds of a score.

use std::fmt;
use std::ops::Neg;

use crate::raw_bounds::RawBounds;
use crate::score::{Outcome, Score};

/// The proven bounds of a score: it lies between two values, both included.
///
/// # Examples
///
/// ```
/// use marlin_core::{Bounds, Outcome, Score};
///
/// let bounds = Bounds::<7, 6>::new(Score::new(1).unwrap(), Score::MAX).unwrap();
/// assert_eq!(bounds.score(), None);
/// assert_eq!(bounds.outcome(), Some(Outcome::Win));
/// assert_eq!(bounds.to_string(), "1..18");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds<const W: usize = 7, const H: usize = 6> {
    lower: Score<W, H>,
    upper: Score<W, H>,
}

impl<const W: usize, const H: usize> Bounds<W, H> {
    /// Nothing is known yet.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Bounds;
    /// assert_eq!(Bounds::<7, 6>::UNKNOWN.to_string(), "-18..18");
    /// ```
    pub const UNKNOWN: Self = Self { lower: Score::MIN, upper: Score::MAX };

    /// Returns the bounds, `None` if `lower` is above `upper`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bounds, Score};
    /// assert!(Bounds::<7, 6>::new(Score::DRAW, Score::MAX).is_some());
    /// assert!(Bounds::<7, 6>::new(Score::MAX, Score::DRAW).is_none());
    /// ```
    pub fn new(lower: Score<W, H>, upper: Score<W, H>) -> Option<Self> {
        (lower <= upper).then_some(Self { lower, upper })
    }

    /// Returns the bounds that two proofs of one score give together; `None` if they contradict each other, which only a wrong
    /// book can cause.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bounds, Score};
    /// let [wins, losses] = [(Score::DRAW, Score::MAX), (Score::MIN, Score::DRAW)].map(|(l, u)| Bounds::<7, 6>::new(l, u).unwrap());
    /// assert_eq!(wins.intersection(losses), Some(Bounds::exact(Score::DRAW)));
    /// assert_eq!(wins.intersection(Bounds::exact(Score::MIN)), None);
    /// ```
    pub fn intersection(self, other: Self) -> Option<Self> {
        self.raw().intersection(other.raw()).map(Self::from_raw)
    }

    /// Returns whether a score is possible within the bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bounds, Score};
    /// let bounds = Bounds::<7, 6>::new(Score::DRAW, Score::MAX).unwrap();
    /// assert!(bounds.contains(Score::DRAW) && !bounds.contains(Score::MIN));
    /// assert_eq!((bounds.lower(), bounds.upper()), (Score::DRAW, Score::MAX));
    /// ```
    pub fn contains(self, score: Score<W, H>) -> bool {
        self.lower <= score && score <= self.upper
    }

    /// Returns bounds that the search has kept in order and in range.
    pub(crate) const fn from_raw(RawBounds { lower, upper }: RawBounds) -> Self {
        debug_assert!(lower <= upper);
        Self { lower: Score::from_search(lower), upper: Score::from_search(upper) }
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
    /// # use marlin_core::{Bounds, Score};
    /// let score = Score::<7, 6>::new(3).unwrap();
    /// assert_eq!(Bounds::exact(score).score(), Some(score));
    /// assert_eq!(-Bounds::exact(score), Bounds::exact(-score));
    /// ```
    pub const fn exact(score: Score<W, H>) -> Self {
        Self { lower: score, upper: score }
    }

    /// Returns the lower bound: the score is no lower.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, Outcome, Score};
    ///
    /// // A lower bound of 1 proves a win.
    /// let bounds = Bounds::<7, 6>::new(Score::new(1).unwrap(), Score::MAX).unwrap();
    /// assert_eq!(bounds.lower().outcome(), Outcome::Win);
    /// ```
    pub const fn lower(self) -> Score<W, H> {
        self.lower
    }

    /// Returns the upper bound: the score is no higher.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, Score};
    ///
    /// // An upper bound of 0 proves that the side to move cannot win.
    /// let bounds = Bounds::<7, 6>::new(Score::MIN, Score::DRAW).unwrap();
    /// assert_eq!(bounds.upper(), Score::DRAW);
    /// ```
    pub const fn upper(self) -> Score<W, H> {
        self.upper
    }

    /// Returns the score if it is proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, Score};
    ///
    /// let [low, high] = [2, 3].map(|value| Score::<7, 6>::new(value).unwrap());
    /// assert_eq!(Bounds::new(low, high).unwrap().score(), None);
    /// assert_eq!(Bounds::new(high, high).unwrap().score(), Some(high));
    /// ```
    pub fn score(self) -> Option<Score<W, H>> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Returns who wins if that is proven.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bounds, Outcome, Score};
    /// // At least a draw isn't a win yet.
    /// assert_eq!(Bounds::<7, 6>::new(Score::DRAW, Score::MAX).unwrap().outcome(), None);
    /// assert_eq!(Bounds::<7, 6>::new(Score::MIN, Score::new(-1).unwrap()).unwrap().outcome(), Some(Outcome::Loss));
    /// ```
    pub fn outcome(self) -> Option<Outcome> {
        (self.lower.outcome() == self.upper.outcome()).then_some(self.lower.outcome())
    }
}

/// The bounds from the other side.
impl<const W: usize, const H: usize> Neg for Bounds<W, H> {
    type Output = Self;

    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// The score if it is proven, else `LOWER..UPPER`.
impl<const W: usize, const H: usize> fmt::Display for Bounds<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw().fmt(f)
    }
}
