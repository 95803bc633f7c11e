//! `analyze`: the scores of all columns of a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, VARY};
use axum::response::{IntoResponse, Response};

use super::columns::{columns, record};
use super::request::PositionRequest;
use super::shared::Shared;
use super::{Problem, events};
use crate::pool::Lane;

/// Answers a request with a record, or with events if the client prefers them.
pub(super) async fn analyze(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let request = PositionRequest::parse_with_line(query.as_deref(), &shared)?;
    let response = if prefers_events(&headers) {
        events::stream(&shared, request)?
    } else {
        let analysis = columns(&shared, Lane::Single, request.position, request.budget).await?;
        Json(record(&shared, &request, &analysis).await?).into_response()
    };
    Ok(([(VARY, "accept")], response).into_response())
}

/// Returns whether the header `Accept` has server-sent events.
fn prefers_events(headers: &HeaderMap) -> bool {
    let has_events =
        |header: &str| header.split(',').any(|kind| kind.trim().starts_with("text/event-stream"));
    headers.get_all(ACCEPT).iter().any(|header| header.to_str().is_ok_and(has_events))
}
