//! The log of all requests, and the times of those to endpoints.

use std::io::{self, Write};
use std::panic;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::http::header::X_CONTENT_TYPE_OPTIONS;
use axum::middleware::{self, Next};
use axum::response::Response;
use marlin_support::text::{excerpt, milliseconds};
use prometheus_client::metrics::counter::Counter;
use tracing::{error, info};
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::guard;
use crate::metrics::Metrics;
use crate::options::LogFormat;

/// The maximum number of lines that wait to be written. Others are lost.
const MAX_LOG_LINES: usize = 8192;

/// The time to write the last lines.
const LOG_END: Duration = Duration::from_secs(2);

/// Starts the log on standard error. A thread of its own writes it, so that no request waits for a reader of
/// the log, or fails with it.
pub(crate) fn start_log(format: LogFormat, metrics: &Metrics) -> Option<WorkerGuard> {
    if format == LogFormat::Off {
        return None;
    }
    let stderr = CountedWriter { failed: metrics.log_lines_failed.clone() };
    let (writer, guard) =
        NonBlockingBuilder::default().buffered_lines_limit(MAX_LOG_LINES).lossy(true).finish(stderr);
    // There is one log.
    let _ = metrics.log_lines_dropped.set(writer.error_counter());
    let log = tracing_subscriber::fmt().with_writer(writer).with_target(false).log_internal_errors(false);
    // The SDK of the tools logs each message with texts of clients, and wrote this text.
    let ours = filter_fn(|event| !event.target().starts_with("rmcp"));
    // It fails only where another log has been started, which then gets the events.
    let _ = match format {
        LogFormat::Json => log.json().flatten_event(true).finish().with(ours).try_init(),
        _ => log.finish().with(ours).try_init(),
    };
    // The hook of the standard library writes to standard error itself.
    panic::set_hook(Box::new(|panic| error!(%panic, "a thread panicked: this is a bug in marlin")));
    Some(guard)
}

/// Writes the last lines of the log, within some two seconds.
pub(crate) fn end_log(guard: Option<WorkerGuard>) {
    let Some(guard) = guard else { return };
    let (sender, ended) = mpsc::channel::<()>();
    // The guard prints that the log cannot be ended, which panics or waits where standard output has no
    // reader.
    let waiter = thread::Builder::new().spawn(move || drop((guard, sender)));
    if waiter.is_ok() {
        let _ = ended.recv_timeout(LOG_END);
    }
}

/// Standard error, with a count of the lines that it refused.
#[derive(Debug)]
struct CountedWriter {
    failed: Counter,
}

impl Write for CountedWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let written = io::stderr().write_all(line);
        if written.is_err() {
            self.failed.inc();
        }
        written.map(|()| line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Returns a router whose requests are checked, counted and logged.
pub(crate) fn observe(router: Router, metrics: &Arc<Metrics>, names: &[String]) -> Router {
    router
        .route_layer(middleware::from_fn_with_state(Arc::clone(metrics), count))
        .layer(middleware::from_fn_with_state(Arc::<[String]>::from(names), log))
}

/// Counts the requests to endpoints: other paths have too many names.
async fn count(
    State(metrics): State<Arc<Metrics>>,
    path: MatchedPath,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let response = next.run(request).await;
    metrics.observe_request(path.as_str(), response.status().as_u16(), begun.elapsed());
    response
}

/// Logs a request, after the check of [`guard::rejection`].
async fn log(State(names): State<Arc<[String]>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, url) = (excerpt(request.method().as_str()), excerpt(&request.uri().to_string()));
    let mut response = match guard::rejection(&request, &names) {
        Some(rejection) => rejection,
        None => next.run(request).await,
    };
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    info!(method, url, status = response.status().as_u16(), ms = milliseconds(begun.elapsed()), "answered");
    response
}
