//! Connections, with limits on their number and on slow clients.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep};
use tracing::{debug, warn};

use crate::metrics::Metrics;

/// The bytes of a request before its body.
const MAX_HEAD: usize = 16 << 10;

/// The time to wait after the system has refused a connection, most often because too many files are open.
const AFTER_REFUSAL: Duration = Duration::from_millis(100);

/// The limits on connections.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    /// The number of open connections. Others wait until one is closed.
    pub(crate) connections: usize,
    /// The time that a client may take to send a request's head, or to read a part of an answer.
    pub(crate) client_timeout: Duration,
}

/// Takes connections until `end` is there, and returns those that are still open.
pub(crate) async fn serve_until(
    listener: TcpListener,
    app: Router,
    rules: Rules,
    metrics: Arc<Metrics>,
    end: impl Future<Output = ()>,
) -> GracefulShutdown {
    let open = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(rules.connections.min(Semaphore::MAX_PERMITS)));
    let take = async {
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(error) => {
                    warn!(%error, "a connection was refused");
                    sleep(AFTER_REFUSAL).await;
                    continue;
                }
            };
            // Answers are small, and each is written at once.
            let _ = stream.set_nodelay(true);
            let (app, watcher, counted) = (app.clone(), open.watcher(), metrics.connection());
            tokio::spawn(async move {
                let stream = TokioIo::new(Impatient::new(stream, rules.client_timeout));
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new())
                    .header_read_timeout(rules.client_timeout)
                    .max_buf_size(MAX_HEAD);
                let connection = http.serve_connection(stream, TowerToHyperService::new(app));
                if let Err(error) = watcher.watch(connection).await {
                    debug!(%error, "a connection broke off");
                }
                drop((place, counted));
            });
        }
    };
    tokio::select! {
        () = take => {}
        () = end => {}
    }
    open
}

/// A connection that ends when its client doesn't read for a while.
#[derive(Debug)]
struct Impatient {
    stream: TcpStream,
    patience: Duration,
    /// When patience ends, while a client doesn't read.
    end: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream, patience, end: None }
    }

    /// Passes on what writing has come to, or an error after too long a wait.
    fn unless_too_long<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.end = None;
            return written;
        }
        let due = Instant::now() + self.patience;
        let end = self.end.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(due)));
        ready!(end.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client doesn't read")))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.unless_too_long(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.unless_too_long(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.unless_too_long(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
