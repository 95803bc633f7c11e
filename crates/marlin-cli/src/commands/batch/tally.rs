//! [`Tally`]: counts of the entries of the input, and the result of the run.

use super::reply::EntryState;
use crate::error::CliError;

/// Counts of the entries of the input.
pub(super) struct Tally {
    unit: &'static str,
    total: u64,
    bad: BadEntries,
    wrong: BadEntries,
    unproven: u64,
}

impl Tally {
    /// Returns the counts before the first entry, which is called by its unit.
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
    pub(super) fn result(&self) -> Result<(), CliError> {
        let &Self { unit, total, bad, wrong, unproven } = self;
        match (wrong.count, bad.count, unproven) {
            (0, 0, 0) => Ok(()),
            (0, 0, _) => Err(CliError::Unproven { unproven, total }),
            (0, ..) => Err(CliError::BadLines { unit, bad: bad.count, total, first: bad.first }),
            _ => Err(CliError::WrongScores {
                unit,
                wrong: wrong.count,
                total,
                first: wrong.first,
                bad: bad.count,
            }),
        }
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
