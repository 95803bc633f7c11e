//! The log of all requests, and the times of those to endpoints.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::http::header::X_CONTENT_TYPE_OPTIONS;
use axum::middleware::{self, Next};
use axum::response::Response;
use marlin_support::text::{excerpt, milliseconds};
use tracing::info;

use crate::guard::{self, AllowedHosts};
use crate::metrics::Metrics;
use crate::options::LogFormat;

/// Starts the log.
pub(crate) fn start_log(format: LogFormat) {
    let log = tracing_subscriber::fmt().with_writer(io::stderr).with_target(false);
    // It fails only where another log has been started, which then gets the events.
    let _ = match format {
        LogFormat::Text => tracing::subscriber::set_global_default(log.finish()),
        LogFormat::Json => tracing::subscriber::set_global_default(log.json().flatten_event(true).finish()),
        LogFormat::Off => Ok(()),
    };
}

/// Returns a router whose requests are checked, counted and logged.
pub(crate) fn observe(router: Router, metrics: &Arc<Metrics>, hosts: AllowedHosts) -> Router {
    router
        .route_layer(middleware::from_fn_with_state(Arc::clone(metrics), count))
        .layer(middleware::from_fn_with_state(Arc::new(hosts), log))
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
async fn log(State(hosts): State<Arc<AllowedHosts>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, url) = (excerpt(request.method().as_str()), excerpt(&request.uri().to_string()));
    let mut response = match guard::rejection(&request, &hosts) {
        Some(rejection) => rejection,
        None => next.run(request).await,
    };
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    info!(method, url, status = response.status().as_u16(), ms = milliseconds(begun.elapsed()), "answered");
    response
}
