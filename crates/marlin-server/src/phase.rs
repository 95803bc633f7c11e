//! [`Phase`]: where a server is on its way from start to end.

use tokio::sync::watch;

/// Where a server is on its way from start to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// It takes requests.
    Serving,
    /// It takes no more requests, and lets searches end.
    Draining,
    /// It stops searches.
    Stopping,
}

/// What tells every request of the phase.
pub(crate) type Phases = watch::Receiver<Phase>;

/// Waits until the server has reached a phase.
pub(crate) async fn reached(mut phases: Phases, wanted: Phase) {
    if phases.wait_for(|&phase| phase >= wanted).await.is_err() {
        // Nobody is left who could say so.
        std::future::pending::<()>().await;
    }
}
