//! [`SearchThread`]: the state of one thread during a search, its [`Observer`] and its [`Pruning`].

use super::children::FourLimits;
use super::claim::Claim;
use super::moves::Moves;
use super::node::Node;
use super::ordering::MovePicker;
use super::ordering::history::History;
use super::ordering::weights::OrderingWeights;
use super::poll::{Interrupted, Limiter, ProgressFn, Reporter, Searched};
use super::team::{Team, Worker};
use crate::bounds::Bounds;
use crate::cpu::Cpu;
use crate::geometry::Layout;
use crate::limits::Limits;
#[cfg(any(test, feature = "internals"))]
use crate::transposition::TranspositionTable;
use crate::transposition::{FormKey, TableHandle};

/// A search by one thread, alone or among others.
pub struct SearchThread<'a, B: Layout, O = ()> {
    pub(super) board: B,
    /// The table of proven bounds, shared with other searches.
    pub table: TableHandle<'a>,
    pub(super) limiter: Limiter<'a>,
    pub(super) reporter: Reporter<'a>,
    pub(super) cpu: Cpu,
    pub(super) weights: OrderingWeights<'a>,
    /// The memory of moves.
    pub history: History<B::Word>,
    /// An [`Observer`]; `()` in an ordinary search.
    pub observer: O,
    /// Nodes that this thread has visited.
    pub nodes: u64,
    /// The claim of the bound that was proven last, at a node whose bound is stored with one.
    pub(super) claim: Claim<B::Word>,
    /// The place among the threads of the search, if it has several.
    pub(super) worker: Option<Worker<'a>>,
}

impl<'a, B: Layout> SearchThread<'a, B> {
    /// Begins a search.
    pub(super) fn new(
        board: B,
        table: TableHandle<'a>,
        cpu: Cpu,
        limits: &'a Limits,
        progress: Option<&'a mut ProgressFn<'a>>,
    ) -> Self {
        let weights = OrderingWeights::of_board(board.static_masks());
        Self::with(board, table, cpu, weights, limits, progress, ())
    }
}

impl<'a, B: Layout, O> SearchThread<'a, B, O> {
    /// Begins a search with other weights and an observer.
    #[cfg(any(test, feature = "internals"))]
    pub fn observed(
        board: B,
        table: &'a TranspositionTable,
        weights: OrderingWeights<'a>,
        limits: &'a Limits,
        observer: O,
    ) -> Self {
        Self::with(board, table.handle(), Cpu::detect(), weights, limits, None, observer)
    }

    fn with(
        board: B,
        table: TableHandle<'a>,
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
            table,
            cpu,
            weights,
            history: History::new(),
            observer,
            nodes: 0,
            claim: Claim::default(),
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

    /// Polls the limits, and the results of the other threads. Every thread polls the limits, so that they
    /// are obeyed even while the system does not run the leader.
    #[cold]
    pub(super) fn poll_limits(&mut self) -> Searched<()> {
        if let Some(worker) = &mut self.worker {
            worker.report_nodes(self.nodes);
            self.table.touch_some();
        }
        let (in_all, elapsed) = (self.nodes(), self.limiter.elapsed());
        let result = self.limiter.poll(self.nodes, in_all, elapsed);
        if result.is_ok() {
            self.reporter.report_if_due(in_all, elapsed, &self.table);
        }
        let Some(worker) = &self.worker else { return result };
        if result.is_err() {
            worker.team.end();
        }
        if worker.team.is_over() {
            Err(Interrupted::AtLimits)
        } else if !worker.team.is_open(worker.question) {
            Err(Interrupted::Answered)
        } else {
            worker.decided_node(&self.table).map_or(Ok(()), |index| Err(Interrupted::Decided(index)))
        }
    }
}

/// Hooks of a search: the learner observes its nodes, and tests change its behaviour.
pub trait Observer<B: Layout>: Sized {
    /// Whether it observes anything.
    const OBSERVES: bool = true;

    /// Returns the pruning that the search uses.
    #[inline(always)]
    fn pruning(&self) -> Pruning {
        Pruning::ALL
    }

    /// Returns whether another thread seems to be searching a position, even if none is.
    #[inline(always)]
    fn seems_busy(&self, _key: FormKey) -> bool {
        false
    }

    /// Receives the moves of a node that its bounds have not decided, with their priorities, before any is
    /// searched. It may search them itself first.
    ///
    /// Not called at nodes whose moves several threads share.
    #[inline(always)]
    fn before_moves<const L: usize>(
        _search: &mut SearchThread<'_, B, Self>,
        _moves: &Moves<'_, B, L>,
        _picker: &MovePicker<L>,
    ) -> Searched<()> {
        Ok(())
    }

    /// Receives the result of a node that its bounds have not decided, whether it has failed high, and its
    /// number of nodes.
    #[inline(always)]
    fn after_node(&mut self, _node: &Node<B>, _alpha: i32, _fails_high: bool, _nodes: u64) {}

    /// Receives a bound that is stored with its claim.
    #[inline(always)]
    fn after_claim(&mut self, _node: &Node<B>, _claim: Claim<B::Word>, _proven: Bounds) {}
}

/// The observer of an ordinary search, which observes nothing.
impl<B: Layout> Observer<B> for () {
    const OBSERVES: bool = false;
}

/// The kinds of pruning that a search uses.
#[derive(Debug, Clone, Copy)]
pub struct Pruning {
    /// Whether claimeven bounds the score of children.
    pub(super) claimeven: bool,
    /// Selects the children whose fours are examined one by one.
    pub(super) fours: FourLimits,
    /// Whether positions with the same reduced form share an entry of the table.
    pub(super) reduced_form: bool,
    /// Whether the children are looked up in the table.
    pub(super) probe_children: bool,
}

impl Pruning {
    /// The pruning of an ordinary search.
    pub(super) const ALL: Self =
        Self { claimeven: true, fours: FourLimits::STANDARD, reduced_form: true, probe_children: true };
}
