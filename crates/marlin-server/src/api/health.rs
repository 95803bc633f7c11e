//! What those who run the server ask.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::{Problem, Shared};
use crate::engine::Refused;
use crate::phase::Phase;

/// The text format of Prometheus.
const METRICS: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Answers as long as the server can answer at all.
pub(super) async fn alive() -> &'static str {
    "ok\n"
}

/// Answers as long as the server takes requests and searches for them.
pub(super) async fn ready(State(shared): State<Arc<Shared>>) -> Result<&'static str, Problem> {
    if *shared.phases.borrow() != Phase::Serving {
        return Err(Refused::Stopping.into());
    }
    if shared.engine.is_ready().await {
        return Ok("ok\n");
    }
    Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "no thread searches: start the server again"))
}

pub(super) async fn metrics(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, METRICS)], shared.metrics.to_string())
}
