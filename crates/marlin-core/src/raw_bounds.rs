//! [`RawBounds`]: the proven bounds of a score as plain numbers, for a board of any size.

use std::fmt;
use std::ops::Neg;

use crate::score::Outcome;

/// The proven bounds of a score, the lower at most the upper one. The search narrows them, and the table stores them.
/// [`Bounds`](crate::Bounds) is the public form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RawBounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl RawBounds {
    /// Returns the bounds of a proven score.
    pub(crate) const fn exact(score: i32) -> Self {
        Self { lower: score, upper: score }
    }

    /// Returns the score, if it is proven.
    pub(crate) fn score(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Returns the outcome, if it is proven.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        let [lower, upper] = [self.lower, self.upper].map(Outcome::of);
        (lower == upper).then_some(lower)
    }

    pub(crate) const fn contains(self, score: i32) -> bool {
        self.lower <= score && score <= self.upper
    }

    pub(crate) const fn overlaps(self, other: Self) -> bool {
        self.lower <= other.upper && other.lower <= self.upper
    }

    /// Returns the bounds that two proofs give together; `None` if they contradict each other.
    pub(crate) fn intersection(self, other: Self) -> Option<Self> {
        self.overlaps(other).then(|| self.within(other))
    }

    /// Raises the lower bound, no further than the upper one.
    pub(crate) fn raise_lower(&mut self, score: i32) {
        self.lower = self.lower.max(score).min(self.upper);
    }

    /// Cuts the upper bound, no further than the lower one.
    pub(crate) fn cut_upper(&mut self, score: i32) {
        self.upper = self.upper.min(score).max(self.lower);
    }

    /// Returns the bounds that follow from both.
    #[inline(always)]
    pub(crate) fn within(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Returns the bound that decides whether the score is above alpha, if one does.
    #[inline(always)]
    pub(crate) const fn decides(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// The bounds for the other side.
impl Neg for RawBounds {
    type Output = Self;

    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// The score if it is proven, else `LOWER..UPPER`.
impl fmt::Display for RawBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score() {
            Some(score) => write!(f, "{score}"),
            None => write!(f, "{}..{}", self.lower, self.upper),
        }
    }
}
