//! [`DoneIssues`]: the numbers of the issues that are done.

use std::fmt;

use serde::Deserialize;

/// The numbers that are kept one by one. GitHub may list an issue late, but never this late.
const KEPT: usize = 500;

/// The numbers of the issues that are done: all up to a limit, and single ones after it.
///
/// # Examples
///
/// ```
/// use marlin_readme::DoneIssues;
///
/// let mut done = DoneIssues::default();
/// done.insert(7);
/// assert!(done.contains(7) && !done.contains(6));
/// assert_eq!(done.highest(), 7);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoneIssues {
    up_to: u64,
    since: Vec<u64>,
}

impl DoneIssues {
    /// Adds a number. Of many, all numbers far below the highest count as done.
    pub fn insert(&mut self, number: u64) {
        if self.contains(number) {
            return;
        }
        let place = self.since.partition_point(|&done| done < number);
        self.since.insert(place, number);
        while self.since.len() > KEPT {
            self.up_to = self.since.remove(0);
        }
    }

    /// Returns whether a number was added.
    pub fn contains(&self, number: u64) -> bool {
        number <= self.up_to || self.since.contains(&number)
    }

    /// Returns the highest number that was added, 0 if there is none.
    pub fn highest(&self) -> u64 {
        self.since.iter().copied().max().unwrap_or(self.up_to)
    }
}

/// A table of TOML on one line.
impl fmt::Display for DoneIssues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{ up_to = {}, since = {:?} }}", self.up_to, self.since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_that_comes_late_is_not_done() {
        let mut done = DoneIssues::default();
        for number in [5, 3, 9] {
            done.insert(number);
        }
        assert_eq!((1..=9).filter(|&number| done.contains(number)).collect::<Vec<_>>(), [3, 5, 9]);
    }

    #[test]
    fn the_list_stays_short() {
        let mut done = DoneIssues::default();
        (1..=2_000).for_each(|number| done.insert(number));
        assert_eq!((done.up_to, done.since.len(), done.highest()), (1_500, KEPT, 2_000));
        assert!(done.contains(1) && done.contains(1_500) && done.contains(2_000) && !done.contains(2_001));
    }
}
