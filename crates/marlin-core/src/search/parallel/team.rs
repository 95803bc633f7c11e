//! [`Team`]: what the threads of a search share, and [`Worker`]: what each of them knows of its place in it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::geometry::Geometry;
use crate::search::node::{Node, NodeBounds};
use crate::search::root::Root;
use crate::search::windows::Question;
use crate::transposition::{TableHandle, TableKey};

/// The fewest empty cells of a node whose moves are shared out. With fewer a move takes too little time. Chosen with two
/// threads on the empty board and the first 25 positions of `L1_R3`; the figures stand in docs/measurements.md.
const SHARED_EMPTY_CELLS: u32 = if cfg!(test) { 4 } else { 28 };

/// Plies after the root whose moves are shared out however few cells are empty.
const SHARED_PLIES: u32 = 4;

/// The length of the table of busy positions. There are a few dozen at a time. Of two positions that share an entry one isn't
/// seen, and of two threads at one position the first to leave clears the entry. Both cost some work and nothing else.
const BUSY_LEN: usize = 1024;

/// The state that the threads of one search share.
#[derive(Debug)]
pub(in crate::search) struct Team<const W: usize, const H: usize> {
    /// The hashes of the positions that are being searched, by their lowest bits.
    busy: Box<[AtomicU64]>,
    /// The number of the question that is open, or [`DISMISSED`].
    open: AtomicU64,
    posted: Mutex<Option<Posted<W, H>>>,
    new_question: Condvar,
    /// Nodes that the threads have reported.
    nodes: AtomicU64,
    /// Whether the search has come to its limits, or a helper has panicked.
    is_over: AtomicBool,
}

/// The number of the question when there will be no more of them.
const DISMISSED: u64 = 0;

/// A question about a root, and once it is answered the root with the answer.
#[derive(Debug, Clone)]
pub(in crate::search) struct Posted<const W: usize, const H: usize> {
    pub(in crate::search) number: u64,
    pub(in crate::search) root: Root<W, H>,
    pub(in crate::search) question: Question<W>,
}

/// The place of a thread in its team.
pub(in crate::search) struct Worker<'a, const W: usize, const H: usize> {
    pub(in crate::search) team: &'a Team<W, H>,
    /// The number of the question that the thread works on.
    pub(in crate::search) question: u64,
    /// The fewest empty cells of a node whose moves are shared out at this question.
    shared_empty_cells: u32,
    /// The nodes that were reported to the team.
    reported: u64,
    /// The shared nodes from the root to here: key, number of stones, and alpha.
    pub(in crate::search) path: Vec<(TableKey, u32, i32)>,
}

impl<const W: usize, const H: usize> Team<W, H> {
    pub(in crate::search) fn new() -> Self {
        Self {
            busy: (0..BUSY_LEN).map(|_| AtomicU64::new(0)).collect(),
            open: AtomicU64::new(DISMISSED + 1),
            posted: Mutex::new(None),
            new_question: Condvar::new(),
            nodes: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    /// Ends the work of the helpers.
    fn dismiss(&self) {
        let _posted = self.posted();
        self.open.store(DISMISSED, Relaxed);
        self.new_question.notify_all();
    }

    /// Makes every thread end the search at its next poll.
    pub(in crate::search) fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Returns whether the search has come to its limits, or a helper has panicked.
    pub(in crate::search) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    fn busy(&self, key: TableKey) -> &AtomicU64 {
        &self.busy[key.hash as usize % BUSY_LEN]
    }

    /// Returns whether a thread is searching a position.
    pub(in crate::search) fn is_busy(&self, key: TableKey) -> bool {
        self.busy(key).load(Relaxed) == key.hash
    }

    /// Says that a thread begins to search a position.
    pub(in crate::search) fn enter(&self, key: TableKey) {
        self.busy(key).store(key.hash, Relaxed);
    }

    /// Says that a thread has searched a position.
    pub(in crate::search) fn leave(&self, key: TableKey) {
        let _or_another_is_busy = self.busy(key).compare_exchange(key.hash, 0, Relaxed, Relaxed);
    }

    /// Posts a question for the helpers and returns its number.
    pub(in crate::search) fn post(&self, root: &Root<W, H>, question: Question<W>) -> u64 {
        let mut posted = self.posted();
        let number = self.open.load(Relaxed) + 1;
        *posted = Some(Posted { number, root: root.clone(), question });
        self.open.store(number, Relaxed);
        self.new_question.notify_all();
        number
    }

    /// Closes a question, unless another thread has done so, and leaves the answer for the leader.
    pub(in crate::search) fn answer(&self, number: u64, root: &Root<W, H>) {
        let mut posted = self.posted();
        if let Some(posted) = posted.as_mut().filter(|posted| posted.number == number && self.is_open(number))
        {
            posted.root = root.clone();
            self.open.store(number + 1, Relaxed);
        }
    }

    pub(in crate::search) fn is_open(&self, number: u64) -> bool {
        self.open.load(Relaxed) == number
    }

    /// Waits for a question that isn't answered; `None` says that there will be none.
    pub(in crate::search) fn wait(&self) -> Option<Posted<W, H>> {
        let mut posted = self.posted();
        loop {
            if self.is_open(DISMISSED) {
                return None;
            }
            if let Some(open) = posted.as_ref().filter(|posted| self.is_open(posted.number)) {
                return Some(open.clone());
            }
            posted = self.new_question.wait(posted).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub(in crate::search) fn posted(&self) -> MutexGuard<'_, Option<Posted<W, H>>> {
        // A question is written as a whole, so that one left by a thread that panicked is as good as any.
        self.posted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Dismisses the helpers of a team when the leader is done, and when the leader panics.
#[derive(Debug)]
pub(in crate::search) struct DismissOnDrop<'a, const W: usize, const H: usize>(
    pub(in crate::search) &'a Team<W, H>,
);

impl<const W: usize, const H: usize> Drop for DismissOnDrop<'_, W, H> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

/// Ends the search of a team when a helper panics.
pub(in crate::search) struct EndOnPanic<'a, const W: usize, const H: usize>(
    pub(in crate::search) &'a Team<W, H>,
);

impl<const W: usize, const H: usize> Drop for EndOnPanic<'_, W, H> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

impl<'a, const W: usize, const H: usize> Worker<'a, W, H> {
    pub(in crate::search) const fn new(team: &'a Team<W, H>) -> Self {
        Self { team, question: DISMISSED, shared_empty_cells: u32::MAX, reported: 0, path: Vec::new() }
    }

    /// Begins to work on a question.
    pub(in crate::search) fn begin(&mut self, number: u64, root: &Root<W, H>) {
        self.question = number;
        self.shared_empty_cells = SHARED_EMPTY_CELLS.min(root.empty_cells().saturating_sub(SHARED_PLIES));
        self.path.clear();
    }

    /// Reports to the team the nodes since the last report.
    pub(in crate::search) fn report_nodes(&mut self, nodes: u64) {
        self.team.nodes.fetch_add(nodes - self.reported, Relaxed);
        self.reported = nodes;
    }

    /// Returns the nodes of all threads, if this one has visited some.
    pub(in crate::search) fn nodes(&self, nodes: u64) -> u64 {
        self.team.nodes.load(Relaxed) + nodes - self.reported
    }

    /// Returns whether the moves of a node are shared out.
    #[inline(always)]
    pub(in crate::search) const fn shares_moves(&self, node: &Node<W, H>) -> bool {
        node.nb_moves + self.shared_empty_cells <= Geometry::<W, H>::CELLS
    }

    /// Returns the depth of the first shared node on the path that another thread has decided.
    pub(in crate::search) fn decided_node(&self, table: &TableHandle<'_, W, H>) -> Option<usize> {
        self.path.iter().position(|&(key, nb_moves, alpha)| {
            let known = table.probe(key, nb_moves).map(NodeBounds::from);
            known.is_some_and(|known| known.decides(alpha).is_some())
        })
    }
}
