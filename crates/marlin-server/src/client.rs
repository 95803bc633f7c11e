//! The client of a connection, as far as its requests need to know about it.

use std::future::{Future, pending};

use tokio::sync::watch;

tokio::task_local! {
    /// Whether the client has closed its side. Requests are polled by the task of their connection.
    static LEFT: watch::Receiver<bool>;
}

/// Runs a connection and, beside it, a watch for the end of its client, of which all its requests are told.
pub(crate) async fn watched<T>(connection: impl Future<Output = T>, end: impl Future<Output = ()>) -> T {
    let (sender, left) = watch::channel(false);
    let watch = async {
        end.await;
        sender.send_replace(true);
        pending().await
    };
    LEFT.scope(left, async {
        tokio::select! {
            done = connection => done,
            never = watch => never,
        }
    })
    .await
}

/// Waits until the client of this task's connection has closed its side.
pub(crate) async fn left() {
    let left = LEFT.try_with(watch::Receiver::clone);
    let is_told = match left {
        Ok(mut left) => left.wait_for(|&left| left).await.is_ok(),
        Err(_) => false,
    };
    if !is_told {
        pending::<()>().await;
    }
}
