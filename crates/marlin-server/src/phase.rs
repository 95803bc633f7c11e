//! [`Phase`]: the phases of a server from its start to its end.

use tokio::sync::watch;

/// A phase of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// It takes requests.
    Serving,
    /// It accepts no more requests, and waits for the searches.
    Draining,
    /// It stops searches.
    Stopping,
}

/// The receiver of the phases, of which every request has one.
pub(crate) type Phases = watch::Receiver<Phase>;

/// Waits until the server has reached a phase.
pub(crate) async fn wait_for(mut phases: Phases, wanted: Phase) {
    if phases.wait_for(|&phase| phase >= wanted).await.is_err() {
        // The sender is gone, so that no phase follows.
        std::future::pending::<()>().await;
    }
}
