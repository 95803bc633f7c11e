//! `analyze`: the scores of all columns of a position, as a record or, with the progress of the search, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, VARY};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::{BoxFuture, ready};
use futures_util::{FutureExt, Stream};
use marlin_coach::record::ColumnsRecord;
use marlin_coach::task::TaskProgress;
use marlin_core::{Limits, Position, Progress, Report, Solver};
use serde::Serialize;
use tokio::sync::mpsc;

use super::Problem;
use super::params::PositionRequest;
use super::shared::Shared;
use crate::pool::{Budget, Lane, Search};

/// The least time between two events of progress.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers a request with a record, or with events if the client prefers them.
pub(super) async fn analyze(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let request = PositionRequest::parse_with_line(query.as_deref(), &shared)?;
    let response = if prefers_events(&headers) {
        stream(&shared, request)?
    } else {
        let analysis = columns(&shared, Lane::Single, request.position, request.budget).await?;
        Json(record(&shared, &request, &analysis).await?).into_response()
    };
    Ok(([(VARY, "accept")], response).into_response())
}

/// Answers a request with events.
pub(super) async fn events(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let request = PositionRequest::parse_with_line(query.as_deref(), &shared)?;
    stream(&shared, request)
}

/// Returns whether the header `Accept` has server-sent events.
fn prefers_events(headers: &HeaderMap) -> bool {
    let has_events =
        |header: &str| header.split(',').any(|kind| kind.trim().starts_with("text/event-stream"));
    headers.get_all(ACCEPT).iter().any(|header| header.to_str().is_ok_and(has_events))
}

/// Returns the scores of all columns: at once if they are known, and otherwise by a search.
pub(super) async fn columns(
    shared: &Shared,
    lane: Lane,
    position: Position,
    budget: Budget,
) -> Result<Report, Problem> {
    if let Some(known) = shared.pool.lookup_columns(&position)? {
        return Ok(known);
    }
    let search = move |solver: &Solver, limits: &Limits| solver.query(&position).limits(limits).analyze();
    let analysis = shared.pool.search(lane, position.size(), &budget, search).await?;
    shared.metrics.nodes.inc_by(analysis.nodes);
    Ok(analysis)
}

/// Returns the record of an analysis, with the principal variation if it is requested, which takes a search.
async fn record(
    shared: &Shared,
    request: &PositionRequest,
    analysis: &Report,
) -> Result<ColumnsRecord, Problem> {
    let &PositionRequest { position, budget, line: len, .. } = request;
    let record = ColumnsRecord::new(&request.given, &position, analysis);
    if len == 0 {
        return Ok(record);
    }
    let search =
        move |solver: &Solver, limits: &Limits| solver.query(&position).limits(limits).best_line(len).moves;
    let line = shared.pool.search(Lane::Single, position.size(), &budget, search).await?;
    Ok(record.with_line(&line))
}

/// Returns the events of an analysis: `progress` during the search, and at the end `answer` or `error`.
fn stream(shared: &Arc<Shared>, request: PositionRequest) -> Result<Response, Problem> {
    let (sender, progress) = mpsc::channel(16);
    let analysis = if let Some(known) = shared.pool.lookup_columns(&request.position)? {
        ready(Ok(known)).boxed()
    } else {
        result(Arc::clone(shared), enqueue(shared, request.position, request.budget, sender)?).boxed()
    };
    let shared = Arc::clone(shared);
    let answer = async move { record(&shared, &request, &analysis.await?).await };
    let last_event = answer.map(|answer| match answer {
        Ok(record) => event("answer", &record),
        Err(problem) => event("error", &problem),
    });
    Ok(Sse::new(in_order(progress, last_event.boxed())).keep_alive(KeepAlive::default()).into_response())
}

/// Enqueues a search that sends its progress.
fn enqueue(
    shared: &Shared,
    position: Position,
    budget: Budget,
    sender: mpsc::Sender<TaskProgress>,
) -> Result<Search<Report>, Problem> {
    let mut last = None;
    let report = move |progress: &Progress| {
        let is_due = last.is_none_or(|last| progress.elapsed >= last + PAUSE);
        // A slow client misses some progress.
        if is_due && sender.try_send(TaskProgress::from(progress)).is_ok() {
            last = Some(progress.elapsed);
        }
    };
    let search = move |solver: &Solver, limits: &Limits| {
        solver.query(&position).limits(limits).on_progress(report).analyze()
    };
    Ok(shared.pool.enqueue(Lane::Single, position.size(), &budget, search)?)
}

/// Waits for the result of a search.
async fn result(shared: Arc<Shared>, search: Search<Report>) -> Result<Report, Problem> {
    let analysis = search.result().await?;
    shared.metrics.nodes.inc_by(analysis.nodes);
    Ok(analysis)
}

/// Returns the events of all progress, and then the last event.
fn in_order(
    progress: mpsc::Receiver<TaskProgress>,
    last: BoxFuture<'static, Event>,
) -> impl Stream<Item = Result<Event, Infallible>> + Send {
    futures_util::stream::unfold(Some((progress, last)), async |state| {
        let (mut progress, mut last) = state?;
        tokio::select! {
            biased;
            Some(found) = progress.recv() => Some((Ok(event("progress", &found)), Some((progress, last)))),
            event = &mut last => Some((Ok(event), None)),
        }
    })
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    // This cannot fail: no type has a map, whose keys could be no text.
    event.clone().json_data(data).unwrap_or(event)
}
