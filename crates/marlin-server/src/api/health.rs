//! Health and metrics, for operators.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::Problem;
use super::shared::Shared;
use crate::phase::Phase;
use crate::pool::Rejected;

/// The media type of `OpenMetrics`.
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers as long as the process does.
pub(super) async fn alive() -> &'static str {
    "ok\n"
}

/// Answers as long as the server takes requests and its searches end.
pub(super) async fn ready(State(shared): State<Arc<Shared>>) -> Result<&'static str, Problem> {
    if *shared.phases.borrow() != Phase::Serving {
        return Err(Rejected::ShuttingDown.into());
    }
    if shared.pool.is_ready().await {
        return Ok("ok\n");
    }
    Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "no thread searches: start the server again"))
}

pub(super) async fn metrics(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, OPENMETRICS)], shared.metrics.text())
}
