//! The end of a client, as its requests observe it, and the end of its connection, as they set it.

use std::future::{Future, pending};

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// The connection of the current task. Requests are polled by the task of their connection.
#[derive(Debug)]
struct Connection {
    /// Whether the client has closed its side.
    is_closed: watch::Receiver<bool>,
    /// The instant at which the connection ends, even if the response is not read by then.
    end: watch::Sender<Option<Instant>>,
}

tokio::task_local! {
    static CONNECTION: Connection;
}

/// Runs a connection, and reports the end of its client to all its requests. `None` if it ends before it is
/// done.
pub(crate) async fn run_connection<T>(
    connection: impl Future<Output = T>,
    closed: impl Future<Output = ()>,
) -> Option<T> {
    let (sender, is_closed) = watch::channel(false);
    let forward_closed = async {
        closed.await;
        sender.send_replace(true);
        pending::<()>().await;
    };
    let (end, mut ends) = watch::channel(None::<Instant>);
    let at_end = async {
        loop {
            let end = *ends.borrow_and_update();
            tokio::select! {
                () = sleep_until(end.unwrap_or_else(Instant::now)), if end.is_some() => return,
                changed = ends.changed() => if changed.is_err() { pending::<()>().await },
            }
        }
    };
    CONNECTION
        .scope(Connection { is_closed, end }, async {
            tokio::select! {
                done = connection => Some(done),
                () = at_end => None,
                () = forward_closed => None,
            }
        })
        .await
}

/// Ends the connection of this task at an instant, however slowly its client reads; `None` lets it go on.
pub(crate) fn end_at(end: Option<Instant>) {
    // Only tests have requests without a connection.
    let _ = CONNECTION.try_with(|connection| connection.end.send_replace(end));
}

/// Waits until the client of this task's connection has closed its side.
pub(crate) async fn closed() {
    let is_closed = match CONNECTION.try_with(|connection| connection.is_closed.clone()) {
        Ok(mut receiver) => receiver.wait_for(|&is_closed| is_closed).await.is_ok(),
        Err(_) => false,
    };
    if !is_closed {
        pending::<()>().await;
    }
}
