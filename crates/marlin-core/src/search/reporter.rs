//! [`Reporter`]: reports the progress of a search to the caller.

use std::time::Duration;

use super::root::{ColumnBounds, Root};
use crate::raw_bounds::RawBounds;
use crate::raw_position::RawPosition;

/// Time between two calls of the progress callback while nothing new is proven.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// The progress of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    pub(crate) position: RawPosition,
    pub(crate) bounds: RawBounds,
    pub(crate) columns: ColumnBounds,
    /// The column of the best move so far.
    pub(crate) best: Option<usize>,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
}

/// The callback of a search for its progress.
pub(crate) type ProgressFn<'a> = dyn FnMut(&Found) + 'a;

/// The progress callback of a search, and the progress that it was called with.
pub(super) struct Reporter<'a> {
    /// `None` if the caller has set none.
    progress: Option<&'a mut ProgressFn<'a>>,
    /// The time of the last report since the search began.
    last_report: Duration,
    /// The latest result: a position, its bounds, those of its columns, and its best move.
    found: Option<(RawPosition, RawBounds, ColumnBounds, Option<usize>)>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(progress: Option<&'a mut ProgressFn<'a>>) -> Self {
        Self { progress, last_report: Duration::ZERO, found: None }
    }

    /// Takes over the proven bounds of a root. Returns whether they are new.
    pub(super) fn update(&mut self, root: &Root) -> bool {
        if self.progress.is_none() {
            return false;
        }
        let found = Some((root.position(), root.bounds(), root.columns(), root.best()));
        let is_new = self.found != found;
        self.found = found;
        is_new
    }

    /// Repeats the latest findings, if the last report was a while ago.
    pub(super) fn report_if_due(&mut self, nodes: u64, elapsed: Duration) {
        if elapsed.saturating_sub(self.last_report) >= PROGRESS_INTERVAL {
            self.report(nodes, elapsed);
        }
    }

    /// Reports the latest findings.
    pub(super) fn report(&mut self, nodes: u64, elapsed: Duration) {
        self.last_report = elapsed;
        let Some((position, bounds, columns, best)) = self.found else { return };
        if let Some(progress) = &mut self.progress {
            progress(&Found { position, bounds, columns, best, nodes, elapsed });
        }
    }
}
