//! [`Reporter`]: tells the caller how far a search has come.

use std::sync::Arc;
use std::time::Duration;

use super::root::Root;
use crate::bounds::Bounds;
use crate::column::Column;
use crate::position::Position;
use crate::report::Progress;
use crate::transposition::TranspositionTable;

/// Time between two calls of the progress callback while nothing new is proven.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// The progress callback of a search, and the progress that it was called with.
pub(super) struct Reporter<'a, const W: usize, const H: usize> {
    progress: &'a mut dyn FnMut(&Progress<W, H>),
    table: &'a Arc<TranspositionTable<W, H>>,
    /// The time of the last report since the search began.
    last_report: Duration,
    /// The latest result: a position, its bounds and its best move.
    found: Option<(Position<W, H>, Bounds<W, H>, Option<Column<W>>)>,
}

impl<'a, const W: usize, const H: usize> Reporter<'a, W, H> {
    pub(super) fn new(
        table: &'a Arc<TranspositionTable<W, H>>,
        progress: &'a mut dyn FnMut(&Progress<W, H>),
    ) -> Self {
        Self { progress, table, last_report: Duration::ZERO, found: None }
    }

    /// Takes over what is proven of a root. Returns whether it is new.
    pub(super) fn update(&mut self, root: &Root<W, H>) -> bool {
        let found = Some((root.position(), root.bounds(), root.best()));
        let is_new = self.found != found;
        self.found = found;
        is_new
    }

    /// Reports again what was found last, if the last report was a while ago.
    pub(super) fn report_if_due(&mut self, nodes: u64, elapsed: Duration) {
        if elapsed.saturating_sub(self.last_report) >= PROGRESS_INTERVAL {
            self.report(nodes, elapsed);
        }
    }

    /// Reports what was found last.
    pub(super) fn report(&mut self, nodes: u64, elapsed: Duration) {
        self.last_report = elapsed;
        let Some((position, bounds, best)) = self.found else { return };
        let table = Arc::clone(self.table);
        (self.progress)(&Progress { bounds, best, nodes, elapsed, position, table });
    }
}
