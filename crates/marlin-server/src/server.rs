//! [`Server`]: a server from its start to its end.

use std::future::Future;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;
use tracing::info;

use crate::api::{self, Shared};
use crate::config::Config;
use crate::connections::{self, Rules};
use crate::error::ServeError;
use crate::guard::Hosts;
use crate::metrics::Metrics;
use crate::observe;
use crate::page;
use crate::phase::Phase;

/// The time that answers have to go out after the searches were stopped.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Serves until the process is asked to end: by SIGTERM or Ctrl-C. The address is written to `out` first.
///
/// # Errors
///
/// [`ServeError`], all before the first request is taken.
///
/// # Examples
///
/// ```no_run
/// use marlin_core::BoardSize;
/// use marlin_core::any::Solver;
/// use marlin_server::{Config, run};
///
/// let config = Config::new(Solver::on(BoardSize::STANDARD));
/// run(&config, &mut std::io::stdout())?;
/// # Ok::<(), marlin_server::ServeError>(())
/// ```
pub fn run(config: &Config, out: &mut dyn Write) -> Result<(), ServeError> {
    observe::start_log(config.log);
    let workers = granted_threads(config.solver.threads()).map_err(ServeError::Start)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build();
    let runtime = runtime.map_err(ServeError::Start)?;
    let served = runtime.block_on(async {
        let asked_to_end = asked_to_end().map_err(ServeError::Start)?;
        let server = Server::bind(config)?;
        // Whoever started the server doesn't want it to be kept from its work by a closed pipe.
        let announced = writeln!(out, "Serving on http://{}", server.address()).and_then(|()| out.flush());
        announced
            .or_else(|error| if is_gone(&error) { Ok(()) } else { Err(error) })
            .map_err(ServeError::Output)?;
        server.serve_until(asked_to_end).await;
        Ok(())
    });
    // A search that doesn't end must not keep the process.
    runtime.shutdown_timeout(LAST_WORDS);
    served
}

/// Returns how many threads the system grants beside those that search, at most one for each core. A runtime panics where it
/// gets fewer than it asks for.
fn granted_threads(searching: usize) -> io::Result<usize> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let wanted = cores.saturating_add(searching);
    let gate = Mutex::new(());
    let granted = thread::scope(|scope| {
        // The threads wait for it, so that all of them exist at once.
        let closed = gate.lock();
        let starts = |_: &usize| thread::Builder::new().spawn_scoped(scope, || drop(gate.lock())).is_ok();
        let granted = (0..wanted).take_while(starts).count();
        drop(closed);
        granted
    });
    // One at least is left for the searches.
    match granted.saturating_sub(1) {
        0 => Err(io::Error::other(format!("the system grants {granted} of the two threads that it needs"))),
        _ => Ok(granted.saturating_sub(searching).clamp(1, cores)),
    }
}

fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Returns what waits until the process is asked to end.
#[cfg(unix)]
fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Returns what waits until the process is asked to end.
#[cfg(not(unix))]
fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// A server that listens, for programs that have an asynchronous runtime of their own.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_core::any::Solver;
/// use marlin_server::{Config, Server};
///
/// # let runtime = tokio::runtime::Runtime::new().unwrap();
/// # runtime.block_on(async {
/// let mut config = Config::new(Solver::on(BoardSize::STANDARD));
/// config.listen.set_port(0);
/// let server = Server::bind(&config)?;
/// assert_ne!(server.address().port(), 0);
/// server.serve_until(async {}).await;
/// # Ok::<(), marlin_server::ServeError>(())
/// # }).unwrap();
/// ```
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Router,
    metrics: Arc<Metrics>,
    phase: watch::Sender<Phase>,
    rules: Rules,
    grace: Duration,
}

impl Server {
    /// Starts the threads that search, reads the page and listens on the address of the settings.
    ///
    /// # Errors
    ///
    /// [`ServeError`].
    ///
    /// # Panics
    ///
    /// Outside of a Tokio runtime.
    pub fn bind(config: &Config) -> Result<Self, ServeError> {
        let (phase, app, metrics) = app(config)?;
        let refused = |source| ServeError::Listen { address: config.listen, source };
        let listener = connections::listen(config.listen).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let rules = Rules { connections: config.connections.get(), client_timeout: config.client_timeout };
        Ok(Self { listener, address, app, metrics, phase, rules, grace: config.grace })
    }

    /// Returns the address.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `end` is there. Then no more requests are taken, and searches have the time of grace to end. Those that
    /// haven't are stopped, and answer with what they have proven.
    pub async fn serve_until(self, end: impl Future<Output = ()>) {
        let Self { listener, address, app, metrics, phase, rules, grace } = self;
        info!(%address, "listening");
        let open = connections::serve_until(listener, app, rules, metrics, end).await;
        phase.send_replace(Phase::Draining);
        info!(connections = open.count(), "shutting down");
        let mut closed = Box::pin(open.shutdown());
        if timeout(grace, &mut closed).await.is_err() {
            phase.send_replace(Phase::Stopping);
            let _ = timeout(LAST_WORDS, closed).await;
        }
        info!("the server has ended");
    }
}

/// Returns what answers the requests, and what tells it the phase.
pub(crate) fn app(config: &Config) -> Result<(watch::Sender<Phase>, Router, Arc<Metrics>), ServeError> {
    let metrics = Arc::new(Metrics::default());
    let (phase, phases) = watch::channel(Phase::Serving);
    let shared = Arc::new(Shared::new(config, &metrics, phases).map_err(ServeError::Start)?);
    let router = page::with_page(api::router(shared), config)?;
    let router = match page::origins(&config.cors)? {
        Some(origins) => router.layer(origins),
        None => router,
    };
    Ok((phase, observe::observed(router, &metrics, Hosts::new(&config.hosts)), metrics))
}
