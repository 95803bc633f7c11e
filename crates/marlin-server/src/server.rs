//! A server from its start to its end.

use std::future::Future;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use axum::Router;
use marlin_core::Solver;
use marlin_support::exit::Failure;
use marlin_support::solvers::with_spare;
use tokio::sync::watch;
use tokio::time::timeout;
use tracing::info;

use crate::metrics::Metrics;
use crate::options::{Command, Options};
use crate::pool::Phase;
use crate::{api, connections, observe, page};

/// The time for the last responses, after the searches were stopped.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// The time for a server to tell that it is alive.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves until SIGTERM or Ctrl-C. All errors are found before the first request is taken.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    // The threads panic without memory for their start.
    let solver = options.engine.solver().and_then(|solver| Ok(with_spare(solver)?))?;
    let workers = available_threads(solver.threads()).map_err(not_started)?;
    let metrics = Arc::new(Metrics::default());
    let log = observe::start_log(options.log_format, &metrics);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build();
    let runtime = runtime.map_err(not_started)?;
    let served = match options.command {
        Some(Command::Mcp(_)) => {
            runtime.block_on(api::mcp::serve(options, &solver, &metrics)).map_err(not_started)
        }
        None => runtime.block_on(serve(options, &solver, &metrics)),
    };
    // A search that does not end must not keep the process.
    runtime.shutdown_timeout(DRAIN_TIMEOUT);
    observe::end_log(log);
    served
}

/// Returns the error of a system that refuses threads or signals.
#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
fn not_started(error: io::Error) -> Failure {
    Failure::usage(format_args!("cannot start the server: {error}"))
}

/// Asks the server that listens at an address whether it is alive.
pub(crate) fn check(address: SocketAddr) -> Result<(), Failure> {
    let mut status = [0; 12];
    let asked = TcpStream::connect_timeout(&address, CHECK_TIMEOUT).and_then(|mut stream| {
        stream.set_read_timeout(Some(CHECK_TIMEOUT))?;
        stream.write_all(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")?;
        stream.read_exact(&mut status)
    });
    asked.map_err(|error| match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => {
            Failure::failed(format_args!("no answer from {address} within {} s", CHECK_TIMEOUT.as_secs()))
        }
        _ => Failure::failed(format_args!("no answer from {address}: {error}")),
    })?;
    let is_alive = status.ends_with(b" 200");
    if is_alive { Ok(()) } else { Err(Failure::failed(format_args!("the server at {address} is not alive"))) }
}

/// Prints a line. A reader that has left does not stop the server.
fn print(line: &str) -> Result<(), Failure> {
    match writeln!(io::stdout(), "{line}").and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Listens, prints the address, and serves. At the end searches have the time of `--grace` to end. The
/// remaining ones are stopped, and their requests are answered with the bounds that are proven.
async fn serve(options: &Options, solver: &Solver, metrics: &Arc<Metrics>) -> Result<(), Failure> {
    let shutdown = shutdown_signal().map_err(not_started)?;
    let (router, phase) = app(options, solver, metrics)?;
    let refused = |error: io::Error| {
        let address = options.listen;
        Failure::usage(format_args!("cannot listen on {address}: {error}; --listen names another address"))
    };
    let listener = connections::listen(options.listen).map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    print(&format!("Serving on http://{address}"))?;
    print(&format!("Memory: at most {} MiB", options.most_memory_mib(solver)))?;
    info!(%address, "listening");
    let open = connections::serve_until(listener, router, options, metrics, shutdown).await;
    phase.send_replace(Phase::Draining);
    info!(connections = open.count(), "shutting down");
    let mut closed = Box::pin(open.shutdown());
    if timeout(options.grace, &mut closed).await.is_err() {
        phase.send_replace(Phase::Stopping);
        let _ = timeout(DRAIN_TIMEOUT, closed).await;
    }
    info!("the server has ended");
    Ok(())
}

/// Starts the threads that search, reads the page, and returns the requests with the sender of the phases.
pub(crate) fn app(
    options: &Options,
    solver: &Solver,
    metrics: &Arc<Metrics>,
) -> Result<(Router, watch::Sender<Phase>), Failure> {
    let (phase, phases) = watch::channel(Phase::Serving);
    let router = api::router(options, solver, metrics, phases).map_err(not_started)?;
    let router = page::with_cors(page::with_page(router, options)?, &options.cors)?;
    Ok((observe::observe(router, metrics, &options.allow_host), phase))
}

/// Returns the number of threads that the system grants beside those that search, at most one for each core.
/// A runtime panics where it gets fewer than it requests.
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
