//! [`Tally`]: counts of the entries of the input, and the result of the run.

use super::reply::EntryState;
use crate::commands::unproven::Unproven;
use crate::failure::{BAD_INPUT, FAILED, Failure, Reason};

/// Entries that were answered by an error.
#[derive(Debug, thiserror::Error)]
enum FailedEntries {
    /// Some entries are not positions.
    #[error("{}", not_positions(unit, *.bad, *.total, *.first))]
    BadLines {
        /// The unit of an entry: line or board.
        unit: &'static str,
        /// The number of those without a position.
        bad: u64,
        /// The number of all.
        total: u64,
        /// The line of the first bad one, counted from 1.
        first: u64,
    },
    /// Entries state wrong scores.
    #[error("{}", wrong_scores(unit, *.wrong, *.total, *.first, *.bad))]
    WrongScores {
        /// The unit of an entry: line or board.
        unit: &'static str,
        /// The number of those with a wrong score.
        wrong: u64,
        /// The number of all.
        total: u64,
        /// The line of the first wrong one, counted from 1.
        first: u64,
        /// The number of those without a position.
        bad: u64,
    },
}

impl Reason for FailedEntries {
    fn exit_code(&self) -> u8 {
        if matches!(self, Self::WrongScores { .. }) { FAILED } else { BAD_INPUT }
    }
}

/// Counts of the entries of the input.
pub(super) struct Tally {
    unit: &'static str,
    total: u64,
    bad: BadEntries,
    wrong: BadEntries,
    unproven: u64,
}

impl Tally {
    /// Returns the counts before the first entry; `unit` is the name of an entry.
    pub(super) fn new(unit: &'static str) -> Self {
        Self { unit, total: 0, bad: BadEntries::default(), wrong: BadEntries::default(), unproven: 0 }
    }

    /// Counts an entry.
    pub(super) fn count(&mut self, state: EntryState) {
        self.total += 1;
        match state {
            EntryState::Answered => {}
            EntryState::Unproven => self.unproven += 1,
            EntryState::Invalid(line) => self.bad.add(line),
            EntryState::WrongScore(line) => self.wrong.add(line),
        }
    }

    /// Returns the result of the run.
    pub(super) fn result(&self) -> Result<(), Failure> {
        let &Self { unit, total, bad, wrong, unproven } = self;
        Err(match (wrong.count, bad.count, unproven) {
            (0, 0, 0) => return Ok(()),
            (0, 0, _) => Unproven::Limits { unproven, total }.into(),
            (0, ..) => FailedEntries::BadLines { unit, bad: bad.count, total, first: bad.first }.into(),
            (wrong_count, bad, _) => {
                FailedEntries::WrongScores { unit, wrong: wrong_count, total, first: wrong.first, bad }.into()
            }
        })
    }
}

/// Entries with the same kind of error.
#[derive(Debug, Default, Clone, Copy)]
struct BadEntries {
    count: u64,
    /// The line of the first one.
    first: u64,
}

impl BadEntries {
    fn add(&mut self, line: u64) {
        self.count += 1;
        if self.count == 1 {
            self.first = line;
        }
    }
}

fn not_positions(unit: &str, bad: u64, total: u64, first: u64) -> String {
    let are = if bad == 1 { "is not a valid position" } else { "aren't valid positions" };
    some_entries(unit, bad, total, first, are)
}

fn wrong_scores(unit: &str, wrong: u64, total: u64, first: u64, bad: u64) -> String {
    let have = if wrong == 1 { "has a wrong score" } else { "have a wrong score" };
    let others = match bad {
        0 => String::new(),
        1 => "; 1 is not a valid position".to_owned(),
        _ => format!("; {bad} aren't valid positions"),
    };
    some_entries(unit, wrong, total, first, have) + &others
}

/// Describes the number of the entries, and the place of the first.
fn some_entries(unit: &str, count: u64, total: u64, first: u64, predicate: &str) -> String {
    let place = if unit == "line" { "line" } else { "at line" };
    match count {
        1 => format!("1 of {total} {unit}s {predicate} ({place} {first})"),
        _ => format!("{count} of {total} {unit}s {predicate}, the first is {place} {first}"),
    }
}
