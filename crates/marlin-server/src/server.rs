//! [`Server`]: a server from its start to its end.

use std::future::Future;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use axum::Router;
use marlin_core::Solver;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;
use tracing::info;

use crate::api::{self, Shared};
use crate::connections::{self, ConnectionLimits};
use crate::error::ServeError;
use crate::guard::AllowedHosts;
use crate::metrics::Metrics;
use crate::observe;
use crate::options::Options;
use crate::page;
use crate::phase::Phase;

/// The time for the last responses, after the searches were stopped.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves until SIGTERM or Ctrl-C. The address is written to `out` first.
///
/// # Errors
///
/// [`ServeError`], all before the first request is taken.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), ServeError> {
    let solver = options.engine.solver()?;
    let workers = available_threads(solver.threads()).map_err(ServeError::Start)?;
    let metrics = Arc::new(Metrics::default());
    let log = observe::start_log(options.log_format, &metrics);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build();
    let runtime = runtime.map_err(ServeError::Start)?;
    let served = runtime.block_on(async {
        let shutdown = shutdown_signal().map_err(ServeError::Start)?;
        let server = Server::bind(options, &solver, &metrics)?;
        let announced = writeln!(out, "Serving on http://{}", server.address).and_then(|()| out.flush());
        // A closed stdout must not stop the server.
        announced
            .map_err(ServeError::Output)
            .or_else(|error| if error.is_silent() { Ok(()) } else { Err(error) })?;
        server.serve_until(shutdown).await;
        Ok(())
    });
    // A search that does not end must not keep the process.
    runtime.shutdown_timeout(DRAIN_TIMEOUT);
    observe::end_log(log);
    served
}

/// Returns the number of threads that the system grants beside those that search, at most one for each core. A runtime panics
/// where it gets fewer than it requests.
fn available_threads(searching: usize) -> io::Result<usize> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let wanted = cores.saturating_add(searching).saturating_add(1);
    let gate = Mutex::new(());
    let granted = thread::scope(|scope| {
        // The threads wait for it, so that all of them exist at once.
        let closed = gate.lock();
        let starts = |_: &usize| thread::Builder::new().spawn_scoped(scope, || drop(gate.lock())).is_ok();
        let granted = (0..wanted).take_while(starts).count();
        drop(closed);
        granted
    });
    // One at least is left for the searches, and one for the log.
    match granted {
        0..3 => {
            Err(io::Error::other(format!("the system grants {granted} of the three threads that it needs")))
        }
        _ => Ok(granted.saturating_sub(searching + 1).clamp(1, cores)),
    }
}

/// Returns a future that is ready after SIGTERM or Ctrl-C.
#[cfg(unix)]
fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Returns a future that is ready after Ctrl-C.
#[cfg(not(unix))]
fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// A server that listens.
#[derive(Debug)]
struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
    limits: ConnectionLimits,
    grace: Duration,
}

impl Server {
    /// Starts the threads that search, reads the page and listens on the address of the options.
    fn bind(options: &Options, solver: &Solver, metrics: &Arc<Metrics>) -> Result<Self, ServeError> {
        let app = App::new(options, solver, metrics)?;
        let refused = |source| ServeError::Listen { address: options.listen, source };
        let listener = connections::listen(options.listen).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let limits = ConnectionLimits {
            connections: options.connections.get(),
            client_timeout: options.client_timeout,
        };
        Ok(Self { listener, address, app, limits, grace: options.grace })
    }

    /// Serves until `end` is ready. Then it takes no more requests, and searches have the time of grace to end. The remaining
    /// ones are stopped, and their requests are answered with the bounds that are proven.
    async fn serve_until(self, end: impl Future<Output = ()>) {
        let Self { listener, address, app: App { router, metrics, phase }, limits, grace } = self;
        info!(%address, "listening");
        let open = connections::serve_until(listener, router, limits, metrics, end).await;
        phase.send_replace(Phase::Draining);
        info!(connections = open.count(), "shutting down");
        let mut closed = Box::pin(open.shutdown());
        if timeout(grace, &mut closed).await.is_err() {
            phase.send_replace(Phase::Stopping);
            let _ = timeout(DRAIN_TIMEOUT, closed).await;
        }
        info!("the server has ended");
    }
}

/// The requests of a server, without its connections.
#[derive(Debug, Clone)]
pub(crate) struct App {
    pub(crate) router: Router,
    pub(crate) metrics: Arc<Metrics>,
    /// The sender of the phases.
    pub(crate) phase: watch::Sender<Phase>,
}

impl App {
    /// Starts the threads that search, and reads the page.
    pub(crate) fn new(
        options: &Options,
        solver: &Solver,
        metrics: &Arc<Metrics>,
    ) -> Result<Self, ServeError> {
        let (phase, phases) = watch::channel(Phase::Serving);
        let shared = Shared::new(options, solver, metrics, phases).map_err(ServeError::Start)?;
        let router = page::with_page(api::router(Arc::new(shared)), options)?;
        let router = match page::cors(&options.cors)? {
            Some(cors) => router.layer(cors),
            None => router,
        };
        Ok(Self {
            router: observe::observe(router, metrics, AllowedHosts::new(&options.allow_host)),
            metrics: Arc::clone(metrics),
            phase,
        })
    }
}
