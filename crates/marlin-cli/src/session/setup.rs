//! [`Setup`]: the values at the start of a session.

use marlin_protocol::Dialect;

/// The kind of user at the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A person: with a banner and a prompt, and `quit` ends the search.
    Terminal,
    /// A program or a file: every command is answered in full before the next.
    Piped,
}

/// The values at the start of a session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup {
    /// The dialect of the first line.
    pub(crate) dialect: Dialect,
    /// The kind of user at the other end.
    pub(crate) mode: Mode,
    /// Whether a refused line is an error at the end of the session.
    pub(crate) is_strict: bool,
    /// Whether an opening book is used.
    pub(crate) uses_book: bool,
    /// Whether boards and best moves have colours.
    pub(crate) is_coloured: bool,
}
