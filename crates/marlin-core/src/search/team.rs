//! Many threads at one position: they search the same tree with the same table, and a move that one thread is
//! searching is deferred by the others until no other move is left (ABDADA, `abdada.rs`).
//!
//! The driver starts the threads. One of them, the leader, asks the questions about the root. The others help
//! with the open question. The first thread to answer closes the question, and the first thread to reach the
//! limits ends the search. Here is the state that they share ([`Team`], [`BusyTable`]), and the place of each
//! in it ([`Worker`]).
//!
//! # References
//!
//! J.-C. Weill, The ABDADA distributed minimax search algorithm, 1996; T. Kerrigan, Simplified ABDADA.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::node::Node;
use super::poll::NODES_BETWEEN_POLLS;
use super::root::Root;
use super::windows::{Question, Window};
use crate::geometry::Layout;
use crate::transposition::{FormKey, TableHandle};

/// The state that the threads of one search share.
#[derive(Debug)]
pub(super) struct Team {
    sharing: Sharing,
    /// The positions that are being searched.
    pub(super) busy: BusyTable,
    /// The number of the question that is open, or [`DISMISSED`].
    open: AtomicU64,
    posted: Mutex<Option<Posted>>,
    new_question: Condvar,
    /// Nodes that the threads have reported.
    pub(super) nodes: AtomicU64,
    /// Whether the search has reached its limits, or a helper has panicked.
    is_over: AtomicBool,
}

/// The number of the question when there will be no more of them.
pub(super) const DISMISSED: u64 = 0;

/// A question about a root, and once it is answered the root with the answer.
#[derive(Debug, Clone)]
pub(super) struct Posted {
    pub(super) number: u64,
    pub(super) root: Root,
    pub(super) question: Question,
}

impl Team {
    pub(super) fn new(sharing: Sharing) -> Self {
        Self {
            sharing,
            busy: BusyTable::new(),
            open: AtomicU64::new(DISMISSED + 1),
            posted: Mutex::new(None),
            new_question: Condvar::new(),
            nodes: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    /// Makes every thread end the search at its next poll.
    pub(super) fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Returns whether the search has reached its limits, or a helper has panicked.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Posts a question for the helpers and returns its number.
    pub(super) fn post(&self, root: &Root, question: Question) -> u64 {
        let mut posted = self.posted();
        let number = self.open.load(Relaxed) + 1;
        *posted = Some(Posted { number, root: root.clone(), question });
        self.open.store(number, Relaxed);
        self.new_question.notify_all();
        number
    }

    /// Closes a question, unless another thread has done so, and leaves the answer for the leader.
    pub(super) fn answer(&self, number: u64, root: &Root) {
        let mut posted = self.posted();
        if let Some(posted) = posted.as_mut().filter(|posted| posted.number == number && self.is_open(number))
        {
            posted.root = root.clone();
            self.open.store(number + 1, Relaxed);
        }
    }

    pub(super) fn is_open(&self, number: u64) -> bool {
        self.open.load(Relaxed) == number
    }

    /// Waits for an open question; `None` if there will be no more.
    pub(super) fn wait(&self) -> Option<Posted> {
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

    pub(super) fn posted(&self) -> MutexGuard<'_, Option<Posted>> {
        // A question is written as a whole, so it is valid even if the thread that wrote it has panicked.
        self.posted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Dismisses the helpers of a team when the leader is done, and when the leader panics.
#[derive(Debug)]
pub(super) struct DismissOnDrop<'a>(pub(super) &'a Team);

impl Drop for DismissOnDrop<'_> {
    fn drop(&mut self) {
        let _posted = self.0.posted();
        self.0.open.store(DISMISSED, Relaxed);
        self.0.new_question.notify_all();
    }
}

/// Ends the search of a team when a helper panics.
pub(super) struct EndOnPanic<'a>(pub(super) &'a Team);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

/// The extent to which the threads share a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sharing {
    /// Nodes that one thread searches before others help.
    pub(super) serial_nodes: u64,
    /// The minimum number of empty cells of a node whose moves are shared out. With fewer empty cells a move
    /// takes too little time.
    least_empty_cells: u32,
    /// One poll in this number checks whether another thread has decided a node on the path.
    polls_between_looks: u64,
}

impl Sharing {
    /// The sharing of an ordinary search. Easy positions have no overhead, because the serial nodes take a
    /// few milliseconds. The values were chosen with two threads on the empty board and the first 25
    /// positions of `L1_R3`; docs/history.md has the figures.
    pub(crate) const STANDARD: Self =
        Self { serial_nodes: 20_000, least_empty_cells: 28, polls_between_looks: 4 };

    /// As much as possible, for tests.
    #[cfg(test)]
    pub(super) const EAGER: Self = Self { serial_nodes: 0, least_empty_cells: 4, polls_between_looks: 1 };
}

/// Nodes up to this many plies after the root share out their moves, for any number of empty cells.
const SHARED_PLIES: u32 = 4;

/// The place of a thread in its team.
pub(super) struct Worker<'a> {
    pub(super) team: &'a Team,
    /// The number of the question that the thread works on.
    pub(super) question: u64,
    /// The minimum number of empty cells of a node whose moves are shared out during this question.
    shared_empty_cells: u32,
    /// The nodes that were reported to the team.
    reported: u64,
    /// The shared nodes from the root to here.
    pub(super) path: Vec<SharedNode>,
}

/// A node that several threads may be searching.
pub(super) struct SharedNode {
    /// The key of its answer.
    pub(super) key: FormKey,
    /// The question on entry.
    pub(super) window: Window,
}

impl<'a> Worker<'a> {
    pub(super) const fn new(team: &'a Team) -> Self {
        Self { team, question: DISMISSED, shared_empty_cells: u32::MAX, reported: 0, path: Vec::new() }
    }

    /// Begins to work on a question.
    pub(super) fn begin(&mut self, number: u64, root: &Root) {
        self.question = number;
        self.shared_empty_cells =
            self.team.sharing.least_empty_cells.min(root.empty_cells().saturating_sub(SHARED_PLIES));
        self.path.clear();
    }

    /// Reports to the team the nodes since the last report.
    pub(super) fn report_nodes(&mut self, nodes: u64) {
        self.team.nodes.fetch_add(nodes - self.reported, Relaxed);
        self.reported = nodes;
    }

    /// Returns the nodes of all threads, given the nodes that this thread has visited.
    pub(super) fn nodes(&self, nodes: u64) -> u64 {
        self.team.nodes.load(Relaxed) + nodes - self.reported
    }

    /// Returns whether the moves of a node are shared out.
    #[inline(always)]
    pub(super) fn shares_moves<B: Layout>(&self, node: &Node<B>) -> bool {
        node.nb_moves + self.shared_empty_cells <= node.masks().cells()
    }

    /// Returns the index in the path of the first shared node that another thread has decided. A check of the
    /// whole path costs about the time of a dozen nodes, so only every fourth poll makes it.
    pub(super) fn decided_node(&self, table: &TableHandle<'_>) -> Option<usize> {
        if self.reported % (self.team.sharing.polls_between_looks * NODES_BETWEEN_POLLS)
            >= NODES_BETWEEN_POLLS
        {
            return None;
        }
        self.path.iter().position(|&SharedNode { key, window: Window { known, alpha } }| {
            table.narrowed_by_answer(known, key).decides(alpha).is_some()
        })
    }
}

/// The number of entries. There are a few dozen busy positions at a time. If two positions share an entry,
/// only one of them is seen as busy; if two threads search one position, the first to leave clears the entry.
/// Both cases cost some work and nothing else.
const BUSY_LEN: usize = 1024;

/// The positions that are being searched.
#[derive(Debug)]
pub(super) struct BusyTable {
    /// Their hashes, by the lowest bits.
    hashes: Box<[AtomicU64]>,
}

/// Returns the mark of a position.
fn mark(key: FormKey) -> u64 {
    (key.hash ^ key.check.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl BusyTable {
    pub(super) fn new() -> Self {
        Self { hashes: (0..BUSY_LEN).map(|_| AtomicU64::new(0)).collect() }
    }

    fn entry(&self, key: FormKey) -> &AtomicU64 {
        &self.hashes[(mark(key) >> 32) as usize % BUSY_LEN]
    }

    /// Returns whether a thread is searching a position.
    pub(super) fn is_marked(&self, key: FormKey) -> bool {
        self.entry(key).load(Relaxed) == mark(key)
    }

    /// Marks a position that a thread begins to search.
    pub(super) fn mark(&self, key: FormKey) {
        self.entry(key).store(mark(key), Relaxed);
    }

    /// Takes the mark off a position that a thread has searched.
    pub(super) fn unmark(&self, key: FormKey) {
        let _or_another_is_marked = self.entry(key).compare_exchange(mark(key), 0, Relaxed, Relaxed);
    }
}
