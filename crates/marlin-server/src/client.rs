//! The end of a client, as its requests observe it.

use std::future::{Future, pending};

use tokio::sync::watch;

tokio::task_local! {
    /// Whether the client has closed its side. Requests are polled by the task of their connection.
    static IS_CLOSED: watch::Receiver<bool>;
}

/// Runs a connection, and reports the end of its client to all its requests.
pub(crate) async fn run_connection<T>(
    connection: impl Future<Output = T>,
    end: impl Future<Output = ()>,
) -> T {
    let (sender, is_closed) = watch::channel(false);
    let forward_end = async {
        end.await;
        sender.send_replace(true);
        pending().await
    };
    IS_CLOSED
        .scope(is_closed, async {
            tokio::select! {
                done = connection => done,
                never = forward_end => never,
            }
        })
        .await
}

/// Waits until the client of this task's connection has closed its side.
pub(crate) async fn closed() {
    let is_closed = match IS_CLOSED.try_with(watch::Receiver::clone) {
        Ok(mut receiver) => receiver.wait_for(|&is_closed| is_closed).await.is_ok(),
        Err(_) => false,
    };
    if !is_closed {
        pending::<()>().await;
    }
}
