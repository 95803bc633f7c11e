//! [`Interrupted`]: the reason why a search returns without an answer.

/// The reason why a search ends before it has proven anything. It leaves all nodes without storing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interrupted {
    /// The search has reached its limits, or was stopped.
    AtLimits,
    /// The search takes long, and other threads are to join it. The driver starts them and repeats the question; stored
    /// nodes need not be searched anew.
    HelpersDue,
    /// Another thread has answered the question that this one was working on.
    Answered,
    /// Another thread has decided a shared node on the path to here: its index in
    /// [`Worker::path`](super::parallel::worker::Worker::path).
    Decided(usize),
}
