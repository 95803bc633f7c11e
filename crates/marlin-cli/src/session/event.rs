//! [`SessionEvent`]: a report of another thread to the session.

use std::io;

use marlin_support::lines::Line;

use crate::protocol::SearchResult;

/// A report of another thread to the session.
#[derive(Debug)]
pub(super) enum SessionEvent {
    /// A line was read.
    Line(Line),
    /// The user at a terminal has pressed Ctrl-C on an empty line.
    #[cfg_attr(not(feature = "line-editor"), expect(dead_code, reason = "an editor of lines reports it"))]
    Interrupted,
    /// There are no more lines, because of an error or not.
    InputEnded(io::Result<()>),
    /// The search has made progress: these lines describe it.
    Progress(String),
    /// The search has ended; without a result if it panicked.
    Finished(Option<Box<SearchResult>>),
}
