//! [`ServeError`]: the reasons why a server cannot start.

use std::io;
use std::net::SocketAddr;

use marlin_support::options::EngineError;

/// The reason why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServeError {
    /// No memory for the table, or no book in the file of `--book`.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The system refuses the address.
    #[error("cannot listen on {address}: {source}; --listen names another address")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's reason.
        source: io::Error,
    },
    /// The folder of the page has no page.
    #[error("no page in {folder}: the folder of --page needs a file index.html")]
    Page {
        /// The folder, fit to print.
        folder: String,
    },
    /// The page cannot be read.
    #[error("cannot read the page in {folder}: {source}")]
    ReadPage {
        /// The folder, fit to print.
        folder: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The value of `--cors` is not an origin.
    #[error("invalid origin '{origin}': write it as a browser does, as in https://example.org, or * for all")]
    Origin {
        /// The origin, fit to print.
        origin: String,
    },
    /// The system refuses threads or signals.
    #[error("cannot start the server: {0}")]
    Start(#[source] io::Error),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[source] io::Error),
}

impl ServeError {
    /// Returns whether the reader of the output has left, which needs no message.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
