//! Every request is counted, logged, and checked for the length of its URL.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::X_CONTENT_TYPE_OPTIONS;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use marlin_support::text::{excerpt, milliseconds};
use tracing::info;

use crate::api::Problem;
use crate::config::LogFormat;
use crate::metrics::Metrics;

/// The bytes of a URL: the longest games take a few hundred, however they are written.
const MAX_URL: usize = 2048;

/// Starts to log, unless the process logs already.
pub(crate) fn start_log(format: LogFormat) {
    let log = tracing_subscriber::fmt().with_writer(io::stderr).with_target(false);
    // It fails only if somebody else has set another one, which then gets the events.
    let _ = match format {
        LogFormat::Text => tracing::subscriber::set_global_default(log.finish()),
        LogFormat::Json => tracing::subscriber::set_global_default(log.json().flatten_event(true).finish()),
        LogFormat::Off => Ok(()),
    };
}

/// Returns a router whose requests are counted and logged.
pub(crate) fn observed(router: Router, metrics: &Arc<Metrics>) -> Router {
    router
        .route_layer(middleware::from_fn_with_state(Arc::clone(metrics), count))
        .layer(middleware::from_fn(log))
}

/// Counts the requests of the endpoints: what else is asked for has too many names.
async fn count(
    State(metrics): State<Arc<Metrics>>,
    path: MatchedPath,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let response = next.run(request).await;
    metrics.answered(path.as_str(), response.status().as_u16(), begun.elapsed());
    response
}

/// Logs a request, and refuses one whose URL is too long.
async fn log(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, url) = (excerpt(request.method().as_str()), excerpt(&request.uri().to_string()));
    let mut response = if request.uri().to_string().len() > MAX_URL {
        let error = format!("a URL of more than {MAX_URL} bytes: POST many positions to /api/v1/lines");
        Problem::new(StatusCode::URI_TOO_LONG, error).into_response()
    } else {
        next.run(request).await
    };
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    info!(method, url, status = response.status().as_u16(), ms = milliseconds(begun.elapsed()), "answered");
    response
}
