//! [`Team`]: the shared state of the threads of a search, and the end of their work.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::busy::BusyTable;
use crate::search::root::Root;
use crate::search::windows::Question;

/// The state that the threads of one search share.
#[derive(Debug)]
pub(in crate::search) struct Team {
    /// The positions that are being searched.
    pub(in crate::search) busy: BusyTable,
    /// The number of the question that is open, or [`DISMISSED`].
    open: AtomicU64,
    posted: Mutex<Option<Posted>>,
    new_question: Condvar,
    /// Nodes that the threads have reported.
    pub(in crate::search) nodes: AtomicU64,
    /// Whether the search has reached its limits, or a helper has panicked.
    is_over: AtomicBool,
}

/// The number of the question when there will be no more of them.
pub(in crate::search) const DISMISSED: u64 = 0;

/// A question about a root, and once it is answered the root with the answer.
#[derive(Debug, Clone)]
pub(in crate::search) struct Posted {
    pub(in crate::search) number: u64,
    pub(in crate::search) root: Root,
    pub(in crate::search) question: Question,
}

impl Team {
    pub(in crate::search) fn new() -> Self {
        Self {
            busy: BusyTable::new(),
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

    /// Returns whether the search has reached its limits, or a helper has panicked.
    pub(in crate::search) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Posts a question for the helpers and returns its number.
    pub(in crate::search) fn post(&self, root: &Root, question: Question) -> u64 {
        let mut posted = self.posted();
        let number = self.open.load(Relaxed) + 1;
        *posted = Some(Posted { number, root: root.clone(), question });
        self.open.store(number, Relaxed);
        self.new_question.notify_all();
        number
    }

    /// Closes a question, unless another thread has done so, and leaves the answer for the leader.
    pub(in crate::search) fn answer(&self, number: u64, root: &Root) {
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

    /// Waits for an open question; `None` if there will be no more.
    pub(in crate::search) fn wait(&self) -> Option<Posted> {
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

    pub(in crate::search) fn posted(&self) -> MutexGuard<'_, Option<Posted>> {
        // A question is written as a whole, so that one left by a thread that panicked is as good as any.
        self.posted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Dismisses the helpers of a team when the leader is done, and when the leader panics.
#[derive(Debug)]
pub(in crate::search) struct DismissOnDrop<'a>(pub(in crate::search) &'a Team);

impl Drop for DismissOnDrop<'_> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

/// Ends the search of a team when a helper panics.
pub(in crate::search) struct EndOnPanic<'a>(pub(in crate::search) &'a Team);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}
