//! [`SearchThread`]: the state of one thread during a search.

use super::limiter::Limiter;
use super::ordering::history::History;
use super::ordering::weights::OrderingWeights;
use super::parallel::team::Team;
use super::parallel::worker::Worker;
use super::pruning::Pruning;
use super::reporter::{ProgressFn, Reporter};
use crate::cpu::Cpu;
use crate::geometry::Layout;
use crate::limits::Limits;
use crate::transposition::{TableHandle, TranspositionTable};

/// A search by one thread, alone or among others.
pub(crate) struct SearchThread<'a, B: Layout, O = ()> {
    pub(super) board: B,
    /// The table of proven bounds, shared with other searches.
    pub(super) table: TableHandle<'a>,
    pub(super) limiter: Limiter<'a>,
    pub(super) reporter: Reporter<'a>,
    pub(super) cpu: Cpu,
    pub(super) weights: OrderingWeights<'a>,
    pub(super) history: History,
    /// An [`Observer`](super::observer::Observer); `()` in an ordinary search.
    pub(super) observer: O,
    #[cfg(test)]
    pub(super) pruning: Pruning,
    /// Whether every third position counts as one that another thread is searching.
    #[cfg(test)]
    pub(super) pretend_busy: bool,
    pub(super) nodes: u64,
    /// The place among the threads of the search, if there are others.
    pub(super) worker: Option<Worker<'a>>,
}

impl<'a, B: Layout> SearchThread<'a, B> {
    /// Begins a search.
    pub(super) fn new(
        board: B,
        table: &'a TranspositionTable,
        cpu: Cpu,
        limits: &'a Limits,
        progress: Option<&'a mut ProgressFn<'a>>,
    ) -> Self {
        Self::observed(
            board,
            table,
            cpu,
            OrderingWeights::of_board(board.static_masks()),
            limits,
            progress,
            (),
        )
    }
}

impl<'a, B: Layout, O> SearchThread<'a, B, O> {
    /// Begins a search with other weights and an observer.
    pub(super) fn observed(
        board: B,
        table: &'a TranspositionTable,
        cpu: Cpu,
        weights: OrderingWeights<'a>,
        limits: &'a Limits,
        progress: Option<&'a mut ProgressFn<'a>>,
        observer: O,
    ) -> Self {
        Self {
            limiter: Limiter::new(limits),
            reporter: Reporter::new(progress),
            board,
            table: table.handle(),
            cpu,
            weights,
            history: History::new(),
            observer,
            #[cfg(test)]
            pruning: Pruning::ALL,
            #[cfg(test)]
            pretend_busy: false,
            nodes: 0,
            worker: None,
        }
    }

    /// Joins a team.
    pub(super) fn join(&mut self, team: &'a Team) {
        let mut worker = Worker::new(team);
        worker.report_nodes(self.nodes);
        self.worker = Some(worker);
    }

    /// Returns the team that the thread has joined, if there is one.
    pub(super) fn team(&self) -> Option<&'a Team> {
        self.worker.as_ref().map(|worker| worker.team)
    }

    /// Returns the nodes visited so far, by all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.worker.as_ref().map_or(self.nodes, |worker| worker.nodes(self.nodes))
    }

    /// Returns the pruning that the search uses.
    #[inline(always)]
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "it is a constant but in tests"))]
    pub(super) const fn pruning(&self) -> Pruning {
        #[cfg(test)]
        return self.pruning;
        #[cfg(not(test))]
        Pruning::ALL
    }
}
