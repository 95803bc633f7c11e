//! [`RunningSearch`]: the running search, and the command that it answers.

use std::time::Instant;

use marlin_core::StopFlag;
use marlin_protocol::{Go, ReplyOn, SearchResult};

/// The running search.
#[derive(Debug)]
pub(super) struct RunningSearch {
    /// Ends the search.
    pub(super) stop: StopFlag,
    /// The command that it answers.
    pub(super) command: SearchCommand,
    /// The time of the answer.
    pub(super) reply_on: ReplyOn,
    /// The end of its time, if that began with a ponder hit.
    pub(super) deadline: Option<Instant>,
    /// The result, until it is printed.
    pub(super) result: Option<Box<SearchResult>>,
}

/// The command that a search answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SearchCommand {
    /// `go`: the best move.
    BestMove(Go),
    /// `hint`: the best move in plain words.
    Hint,
    /// `analyze`: the scores of all columns.
    Columns,
}

/// The result of a search is of no use when its session has ended.
impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
