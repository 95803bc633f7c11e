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
use crate::metrics::{GaugeGuard, Metrics};
use crate::options::Options;

/// The maximum length of a request before its body, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// The bytes of responses that the system buffers for a client. Linux takes twice as many; without a bound it
/// takes megabytes for each connection.
const SEND_BUFFER: u32 = 64 << 10;

/// The maximum number of connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// The pause after the system has refused a connection, most often because too many files are open.
const REFUSAL_PAUSE: Duration = Duration::from_millis(100);

/// The response to HTTP/2, to which hyper has none.
const NO_HTTP_2: &[u8] =
    b"HTTP/1.1 505 HTTP Version Not Supported\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

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

/// Accepts connections until `end` is ready, and returns those that are still open.
pub(crate) async fn serve_until(
    listener: TcpListener,
    app: Router,
    options: &Options,
    metrics: &Metrics,
    end: impl Future<Output = ()>,
) -> GracefulShutdown {
    let open = GracefulShutdown::new();
    let permits = Arc::new(Semaphore::new(options.connections.get().min(Semaphore::MAX_PERMITS)));
    let client_timeout = options.client_timeout;
    let accept = async {
        loop {
            let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
            let stream = match listener.accept().await {
                Ok((stream, _)) => Arc::new(stream),
                Err(error) => {
                    warn!(%error, "a connection was refused");
                    sleep(REFUSAL_PAUSE).await;
                    continue;
                }
            };
            // Responses are small, and each is written whole.
            let _ = stream.set_nodelay(true);
            let (app, watcher, counted) =
                (app.clone(), open.watcher(), GaugeGuard::new(&metrics.connections));
            tokio::spawn(async move {
                let io = TokioIo::new(WriteTimeout::new(Arc::clone(&stream), client_timeout));
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new())
                    .header_read_timeout(client_timeout)
                    .max_buf_size(MAX_HEAD)
                    .half_close(DETECTS_END);
                let connection = http.serve_connection(io, TowerToHyperService::new(app));
                match client::run_connection(watcher.watch(connection), closed_by_client(&stream)).await {
                    None => debug!("a response was not read in its time"),
                    Some(Err(error)) if error.is_parse() => {
                        if error.is_parse_version_h2() {
                            // A client that takes no bytes at its first request has left.
                            let _ = stream.try_write(NO_HTTP_2);
                        }
                        info!(
                            reason = excerpt(&error.to_string()),
                            "input that is no HTTP request was rejected"
                        );
                    }
                    Some(Err(error)) => debug!(%error, "a connection broke off"),
                    Some(Ok(())) => {}
                }
                drop((permit, counted));
            });
        }
    };
    tokio::select! {
        () = accept => {}
        () = end => {}
    }
    open
}

/// Whether the end of a client is detected here. hyper, which detects it only where no byte is unread,
/// ignores it then.
const DETECTS_END: bool = cfg!(any(target_os = "linux", target_os = "android"));

/// Waits until the client has closed its side, also where bytes of it are unread.
#[cfg(any(target_os = "linux", target_os = "android"))]
async fn closed_by_client(stream: &TcpStream) {
    // Only the end of the client is reported so: the socket is not registered for urgent data, and readable
    // bytes do not count.
    let is_closed = stream.ready(Interest::PRIORITY).await.is_ok_and(Ready::is_read_closed);
    if !is_closed {
        std::future::pending::<()>().await;
    }
}

/// Never returns: hyper detects the end of most clients.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
async fn closed_by_client(_: &TcpStream) {
    std::future::pending::<()>().await;
}

/// A connection that ends when its client reads nothing within a timeout.
#[derive(Debug)]
struct WriteTimeout {
    stream: Arc<TcpStream>,
    timeout: Duration,
    /// Set while the send buffer is full.
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

    /// Writes as soon as the socket is writable, which it is once a third of its buffer is free. A slow
    /// reader frees less than that within the timeout, so that attempts to write distinguish it from a client
    /// that reads nothing.
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
                let error = io::Error::new(io::ErrorKind::TimedOut, "the client does not read");
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
