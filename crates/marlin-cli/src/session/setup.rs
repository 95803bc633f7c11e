//! [`Setup`]: how a session begins.

use marlin_protocol::Dialect;

/// The kind of user at the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A person: with a banner and a prompt, and `quit` doesn't wait for the search.
    Terminal,
    /// A program or a file: every command is answered in full before the next.
    Piped,
}

/// How a session begins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup {
    /// The dialect of the first line.
    pub(crate) dialect: Dialect,
    /// The kind of user at the other end.
    pub(crate) mode: Mode,
    /// Whether a line that can't be carried out is an error at the end of the session.
    pub(crate) is_strict: bool,
    /// Whether an opening book is used.
    pub(crate) uses_book: bool,
    /// Whether boards and best moves have colours.
    pub(crate) is_coloured: bool,
}
