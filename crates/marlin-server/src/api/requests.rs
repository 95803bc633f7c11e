//! The requests about one position or game, as the coach reads and answers them: by a record or, with the
//! progress of the search, by server-sent events. [`Shared`] is the state of all requests.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::header::{ACCEPT, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::{BoxFuture, ready};
use futures_util::{FutureExt, Stream};
use marlin_coach::request::{Answer, Door, Found, Request, RequestError, Verb};
use marlin_coach::task::TaskProgress;
use marlin_core::{BoardSize, Limits, Position, Progress, Report, Solver};
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::sync::{Semaphore, mpsc, watch};

use super::Problem;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::pool::{Budget, Lane, Phase, SearchPool};

/// The minimum time between two events of progress.
const PAUSE: Duration = Duration::from_millis(50);

/// The state that all requests share.
pub(super) struct Shared {
    pub(super) pool: SearchPool,
    pub(super) metrics: Arc<Metrics>,
    pub(super) options: Options,
    /// The bytes of all requests of many lines.
    pub(super) body_bytes: Arc<Semaphore>,
}

/// Returns the form of requests by URL.
pub(crate) const fn door(board: BoardSize) -> Door {
    Door { noun: Some("parameter"), without: &[], is_url: true, notation: None, board }
}

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Self {
        let is_illegal = error.breaks_a_rule;
        let status = if is_illegal { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::BAD_REQUEST };
        Self { status, error: error.text, field: error.field }
    }
}

/// Returns the parameters of a URL, each of which may be given once.
pub(super) fn given(query: Option<&str>) -> Result<Map<String, Value>, Problem> {
    let mut given = Map::new();
    for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
        // Clients such as jQuery add the parameter `_`, so that no cache answers.
        if name != "_" && given.insert(name.to_string(), value.into_owned().into()).is_some() {
            let name = marlin_support::text::excerpt(&name);
            let text = format!("{name} is given twice: leave out one");
            return Err(RequestError::of_request(Some(name), text).into());
        }
    }
    Ok(given)
}

/// The state of all requests, and the parameters of one.
pub(super) type Asked = (State<Arc<Shared>>, RawQuery);

/// The findings of a request and its answer.
type Findings = Result<(Found, Answer), Problem>;

impl Shared {
    /// Starts the threads that search.
    pub(super) fn start(
        options: &Options,
        solver: &Solver,
        metrics: &Arc<Metrics>,
        phases: watch::Receiver<Phase>,
    ) -> io::Result<Arc<Self>> {
        let body_bytes = options.max_body.saturating_mul(options.queue).min(Semaphore::MAX_PERMITS);
        Ok(Arc::new(Self {
            pool: SearchPool::start(solver, options.queue, metrics, phases)?,
            metrics: Arc::clone(metrics),
            options: options.clone(),
            body_bytes: Arc::new(Semaphore::new(body_bytes)),
        }))
    }

    /// Reads a request.
    fn read(&self, verb: Verb, query: Option<&str>) -> Result<Request, Problem> {
        Ok(Request::read(verb, &door(self.pool.board()), &given(query)?)?)
    }

    /// Returns the limits of a request that has just arrived. The time is at most the server's.
    pub(super) fn budget(&self, request: &Request) -> Budget {
        let most = self.options.time;
        Budget::from_now(request.time.unwrap_or(most).min(most), request.nodes)
    }

    /// Returns the findings of a request and its answer: at once if they are known, and otherwise by a
    /// search.
    pub(super) async fn find(&self, lane: Lane, request: Request, budget: Budget) -> Findings {
        self.find_by(lane, request, budget, Request::run).await
    }

    /// Returns the findings of a request and its answer by a search that a function carries out.
    pub(super) async fn find_by(
        &self,
        lane: Lane,
        request: Request,
        budget: Budget,
        run: impl FnOnce(&Request, &Solver, &Limits) -> Found + Send + 'static,
    ) -> Findings {
        if let Some(found) = self.pool.lookup(&request) {
            let answer = request.answer(&found)?;
            return Ok((found, answer));
        }
        self.begin(lane, request, budget, run)?.await
    }

    /// Returns the findings of a request and its answer by a search.
    pub(super) async fn search(&self, lane: Lane, request: Request, budget: Budget) -> Findings {
        self.begin(lane, request, budget, Request::run)?.await
    }

    /// Begins a search that a function carries out.
    fn begin<R>(
        &self,
        lane: Lane,
        request: Request,
        budget: Budget,
        run: R,
    ) -> Result<impl Future<Output = Findings> + Send + use<R>, Problem>
    where
        R: FnOnce(&Request, &Solver, &Limits) -> Found + Send + 'static,
    {
        let lane = if request.needs_no_search() { Lane::Short } else { lane };
        let board = request.board().unwrap_or(self.pool.board());
        let run = move |solver: &Solver, limits: &Limits| {
            let found = run(&request, solver, limits);
            let answer = request.answer(&found);
            (found, answer)
        };
        let (search, metrics) = (self.pool.enqueue(lane, board, budget, run)?, Arc::clone(&self.metrics));
        Ok(async move {
            let (found, answer) = search.result().await?;
            metrics.nodes.inc_by(found.nodes());
            Ok((found, answer?))
        })
    }

    /// Returns the scores of all columns, or a problem: some responses have no field for bounds.
    pub(super) async fn proven(&self, position: Position, budget: Budget) -> Result<Report, Problem> {
        let request = Request::new(Verb::Analyze, "", marlin_core::Game::from_position(position));
        match self.find(Lane::Single, request, budget).await?.0 {
            Found::Columns(report, _) if report.is_complete() => Ok(report),
            _ => {
                let error = "the scores were not proven in time, or before the turn of another board: try again, or \
                     /api/v1/analyze, which has bounds";
                Err(Problem::new(StatusCode::GATEWAY_TIMEOUT, error))
            }
        }
    }
}

/// Answers a request.
pub(super) async fn answer(verb: Verb, asked: Asked) -> Result<Json<Answer>, Problem> {
    let (State(shared), RawQuery(query)) = asked;
    let request = shared.read(verb, query.as_deref())?;
    let budget = shared.budget(&request);
    Ok(Json(shared.find(Lane::Single, request, budget).await?.1))
}

/// Answers a request for the scores of all columns with a record, or with events if the client prefers them.
pub(super) async fn analyze(headers: HeaderMap, asked: Asked) -> Result<Response, Problem> {
    let has_events =
        // A client wrote this text.
        |header: &str| header.split(',').any(|kind| kind.trim().starts_with("text/event-stream"));
    let accepted = headers.get_all(ACCEPT);
    let prefers_events = accepted.iter().any(|header| header.to_str().is_ok_and(has_events));
    let response = if prefers_events {
        events(asked).await?
    } else {
        answer(Verb::Analyze, asked).await?.into_response()
    };
    Ok(([(VARY, "accept")], response).into_response())
}

/// Answers a request by the events of an analysis: `progress` during the search, and at the end `answer` or
/// `error`.
pub(super) async fn events((State(shared), RawQuery(query)): Asked) -> Result<Response, Problem> {
    let request = shared.read(Verb::Analyze, query.as_deref())?;
    let (sender, progress) = mpsc::channel(16);
    let answer = if let Some(known) = shared.pool.lookup(&request) {
        ready(request.answer(&known).map_err(Problem::from)).boxed()
    } else {
        let budget = shared.budget(&request);
        let run = move |request: &Request, solver: &Solver, limits: &Limits| {
            request.task(solver, limits).run_with(&mut reporting(sender))
        };
        let search = shared.begin(Lane::Single, request, budget, run)?;
        search.map(|found| found.map(|(_, answer)| answer)).boxed()
    };
    let last_event = answer.map(|answer| match answer {
        Ok(answer) => event("answer", &answer),
        Err(problem) => event("error", &problem),
    });
    Ok(Sse::new(in_order(progress, last_event.boxed())).keep_alive(KeepAlive::default()).into_response())
}

/// Returns a function that sends progress. A slow client misses some of it.
fn reporting(sender: mpsc::Sender<TaskProgress>) -> impl FnMut(&Progress) {
    let mut last = None;
    move |progress| {
        let is_due = last.is_none_or(|last| progress.elapsed >= last + PAUSE);
        if is_due && sender.try_send(TaskProgress::from(progress)).is_ok() {
            last = Some(progress.elapsed);
        }
    }
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

/// Returns a record as a line of JSON.
pub(super) fn json_line(record: &impl Serialize) -> Bytes {
    // This cannot fail: no type has a map, whose keys could be no text.
    let mut line = serde_json::to_vec(record).unwrap_or_default();
    line.push(b'\n');
    line.into()
}
