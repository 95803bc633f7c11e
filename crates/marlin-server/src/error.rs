//! [`ServeError`]: why a server can't start.

use std::io;
use std::net::SocketAddr;

/// Why a server can't start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address can't be listened on.
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
        /// The folder as it was named, fit to print.
        folder: String,
    },
    /// The page can't be read.
    #[error("cannot read the page in {folder}: {source}")]
    ReadPage {
        /// The folder as it was named, fit to print.
        folder: String,
        /// The system's reason.
        source: io::Error,
    },
    /// An origin can't stand in a header.
    #[error("invalid origin '{origin}': write it as a browser does, as in https://example.org, or * for all")]
    Origin {
        /// The origin, fit to print.
        origin: String,
    },
    /// The system refuses threads or signals.
    #[error("cannot start the server: {0}")]
    Start(#[source] io::Error),
    /// The address can't be announced.
    #[error("cannot write the output: {0}")]
    Output(#[source] io::Error),
}
