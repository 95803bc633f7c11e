//! Connections, with limits on their number and on slow clients.

use std::future::Future;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use marlin_support::text::excerpt;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
#[cfg(any(target_os = "linux", target_os = "android"))]
use tokio::io::{Interest, Ready};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep};
use tracing::{debug, info, warn};

use crate::client;
use crate::guard;
use crate::metrics::Metrics;

/// The bytes of a request before its body.
const MAX_HEAD: usize = 16 << 10;

/// The bytes of answers that the system keeps for a client that has not read them yet. Linux takes twice as many; without a
/// bound it takes megabytes for each connection.
const SEND_BUFFER: u32 = 64 << 10;

/// The connections that wait to be accepted.
const BACKLOG: u32 = 1024;

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

/// Listens on an address.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // On Windows this would let a second server take the same port.
    if cfg!(not(windows)) {
        socket.set_reuseaddr(true)?;
    }
    // Accepted connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
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
                Ok((stream, _)) => Arc::new(stream),
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
                let io = TokioIo::new(WriteTimeout::new(Arc::clone(&stream), rules.client_timeout));
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new())
                    .header_read_timeout(rules.client_timeout)
                    .max_buf_size(MAX_HEAD)
                    .half_close(HAS_WATCH);
                let connection = http.serve_connection(io, TowerToHyperService::new(app));
                match client::watched(watcher.watch(connection), closed_by_client(&stream)).await {
                    Err(error) if error.is_parse() => {
                        info!(reason = excerpt(&error.to_string()), "what is no request was refused");
                    }
                    Err(error) => debug!(%error, "a connection broke off"),
                    Ok(()) => {}
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

/// Whether the end of a client is seen beside hyper, which sees it only where nothing else is unread: then hyper leaves it alone.
const HAS_WATCH: bool = cfg!(any(target_os = "linux", target_os = "android"));

/// Waits until the client has closed its side, whatever it has sent before.
#[cfg(any(target_os = "linux", target_os = "android"))]
async fn closed_by_client(stream: &TcpStream) {
    // Only the end of the client is reported so: the socket isn't registered for urgent data, and what is readable doesn't count.
    let is_closed = stream.ready(Interest::PRIORITY).await.is_ok_and(Ready::is_read_closed);
    if !is_closed {
        std::future::pending::<()>().await;
    }
}

/// Waits for good: hyper sees the end of most clients.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
async fn closed_by_client(_: &TcpStream) {
    std::future::pending::<()>().await;
}

/// A connection that ends when its client reads nothing for a while.
#[derive(Debug)]
struct WriteTimeout {
    stream: Arc<TcpStream>,
    timeout: Duration,
    /// While the send buffer is full.
    wait: Option<Wait>,
}

/// A wait for a client to read.
#[derive(Debug)]
struct Wait {
    end: Instant,
    next_try: Pin<Box<Sleep>>,
}

impl WriteTimeout {
    const fn new(stream: Arc<TcpStream>, timeout: Duration) -> Self {
        Self { stream, timeout, wait: None }
    }

    /// Writes as soon as the socket is writable, which it is once a third of its buffer is free. Bytes that the client has
    /// read meanwhile make room as well: so a slow reader is told from one that reads nothing by trying.
    fn poll_send(&mut self, context: &mut Context<'_>, bytes: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        while let Poll::Ready(ready) = self.stream.poll_write_ready(context) {
            match ready.and_then(|()| self.stream.try_write_vectored(bytes)) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => {
                    self.wait = None;
                    return Poll::Ready(written);
                }
            }
        }
        let (now, pause) = (Instant::now(), self.timeout / 8);
        let wait = self.wait.get_or_insert_with(|| Wait {
            end: now + self.timeout,
            next_try: Box::pin(tokio::time::sleep_until(now + pause)),
        });
        loop {
            ready!(wait.next_try.as_mut().poll(context));
            match SockRef::from(&*self.stream).send_vectored(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => {
                    self.wait = None;
                    return Poll::Ready(written);
                }
            }
            if Instant::now() >= wait.end {
                let error = io::Error::new(io::ErrorKind::TimedOut, "the client doesn't read");
                return Poll::Ready(Err(error));
            }
            wait.next_try.as_mut().reset(Instant::now() + pause);
        }
    }
}

impl AsyncRead for WriteTimeout {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read_buf(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(drop)),
            }
        }
    }
}

impl AsyncWrite for WriteTimeout {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let Some(answer) = bytes.first().and_then(|head| guard::with_body(head)) {
            let written = ready!(self.poll_send(context, &[IoSlice::new(&answer)]));
            return Poll::Ready(written.map(|_| bytes[0].len()));
        }
        self.poll_send(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(SockRef::from(&*self.stream).shutdown(std::net::Shutdown::Write))
    }
}
