//! An analysis with its progress, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::{BoxFuture, ready};
use futures_util::{FutureExt, Stream, stream};
use marlin_coach::record::ProgressRecord;
use marlin_core::Limits;
use marlin_core::any::{Analysis, Position, Progress, Solver};
use serde::Serialize;
use tokio::sync::mpsc;

use super::analyze::{Asked, record};
use super::{Problem, Shared};
use crate::engine::{Budget, Search, Turn};

/// The least time between two events of progress.
const PAUSE: Duration = Duration::from_millis(50);

pub(super) async fn analyze(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let asked = Asked::with_line(query.as_deref(), &shared)?;
    of(&shared, asked)
}

/// Returns the events of an analysis: `progress` as the search goes on, and at the end `answer` or `error`.
pub(super) fn of(shared: &Arc<Shared>, asked: Asked) -> Result<Response, Problem> {
    let (sender, progress) = mpsc::channel(16);
    let analysis = if let Some(known) = shared.engine.known(&asked.position)? {
        ready(Ok(known)).boxed()
    } else {
        finished(Arc::clone(shared), begin(shared, asked.position, asked.budget, sender)?).boxed()
    };
    let shared = Arc::clone(shared);
    let answer = async move { record(&shared, &asked, &analysis.await?).await };
    let last_event = answer.map(|answer| match answer {
        Ok(record) => event("answer", &record),
        Err(problem) => event("error", &problem),
    });
    Ok(Sse::new(one_after_another(progress, last_event.boxed()))
        .keep_alive(KeepAlive::default())
        .into_response())
}

/// Begins a search that sends its progress.
fn begin(
    shared: &Shared,
    position: Position,
    budget: Budget,
    sender: mpsc::Sender<ProgressRecord>,
) -> Result<Search<Analysis>, Problem> {
    let mut last = None;
    let report = move |progress: &Progress| {
        let is_due = last.is_none_or(|last| progress.elapsed >= last + PAUSE);
        // A client that doesn't keep up misses some progress.
        if is_due && sender.try_send(ProgressRecord::from(progress)).is_ok() {
            last = Some(progress.elapsed);
        }
    };
    let ask = move |solver: &Solver, limits: &Limits| {
        solver.query(&position).limits(limits).on_progress(report).analyze()
    };
    Ok(shared.engine.begin(Turn::Counted, position.size(), &budget, ask)?)
}

/// Waits for the end of a search.
async fn finished(shared: Arc<Shared>, search: Search<Analysis>) -> Result<Analysis, Problem> {
    let analysis = search.answer().await?;
    shared.metrics.searched(analysis.nodes);
    Ok(analysis)
}

/// Returns each progress at once, and then the last event.
fn one_after_another(
    progress: mpsc::Receiver<ProgressRecord>,
    last: BoxFuture<'static, Event>,
) -> impl Stream<Item = Result<Event, Infallible>> + Send {
    stream::unfold(Some((progress, last)), async |state| {
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
    // These types have no map whose keys aren't text, so this can't fail.
    event.clone().json_data(data).unwrap_or(event)
}
