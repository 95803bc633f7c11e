//! `lines`: many positions, a line each, answered in their order; and `progress`, the record of a person by
//! the lines of a log.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::future::ready;
use futures_util::{StreamExt, stream};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Body as _;
use marlin_coach::progress::{Progress, ProgressRecord};
use marlin_coach::puzzle::{Day, ParsePuzzleError};
use marlin_coach::request::{
    Answer, BASE, BOARD, Field, FieldKind, Fields, NODES, POSITION, Request, RequestError, TIME, Verb, reader,
};
use marlin_core::{BoardSize, suite};
use marlin_notation::{Base, Reader};
use marlin_support::lines::{Line, Lines};
use marlin_support::text::excerpt;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::yield_now;
use tokio::time::{Instant, timeout};

use super::Problem;
use super::requests::{Asked, Shared, door, given, json_line};
use crate::client;
use crate::pool::{Budget, Lane, Rejected};

/// The work after which a request yields to others on its thread.
const TURN: Duration = Duration::from_micros(200);

/// The number of comments after which it yields.
const COMMENTS_PER_TURN: u64 = 1_000;

/// The length in bytes beyond which it yields for a single line. The moves of the longest game are shorter.
const LONG_LINE: usize = 256;

/// The maximum length of a log in bytes, as on the page: some 30,000 entries.
const MAX_LOG: usize = 1 << 20;

const TODAY: &Field = &Field::new("today", FieldKind::Text);

const ANSWER: &Field = &Field::new("answer", FieldKind::OneOf(&["analyze", "solve"]));

/// The error of a line.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LineProblem {
    /// The number of the line.
    line: u64,
    /// The start of the line.
    position: String,
    /// The reason.
    error: String,
}

/// A line with the reader of its board, or the start of the line and the reason why it has no board.
type Placed = Result<(Reader, Line), (String, String)>;

/// The lines of a request.
struct Batch {
    shared: Arc<Shared>,
    _slot: OwnedSemaphorePermit,
    /// The permits for its bytes, which all requests share.
    _memory: Option<OwnedSemaphorePermit>,
    verb: Verb,
    reader: Reader,
    /// The board that the request states.
    board: Option<BoardSize>,
    time: Duration,
    nodes: Option<u64>,
    end: Instant,
}

pub(super) async fn lines(asked: Asked, body: Body) -> Result<Response, Problem> {
    let (State(shared), RawQuery(query)) = asked;
    let (door, given) = (door(shared.pool.board()), given(query.as_deref())?);
    let fields = Fields::new(&door, &[ANSWER, BOARD, BASE, TIME, NODES], &given)?;
    let verb = if fields.text(ANSWER) == Some("solve") { Verb::Solve } else { Verb::Analyze };
    let base = if fields.number(BASE) == Some(0) { Base::Zero } else { Base::One };
    let board = fields.board()?;
    let reader = reader().default_board(door.board).base(base);
    let (most, client_timeout) = (shared.options.time, shared.options.client_timeout);
    let time = fields.number(TIME).map_or(most, Duration::from_millis).min(most);
    let nodes = fields.number(NODES);
    let (text, memory) = collect(body, &shared, shared.options.max_body).await?;
    let end = Instant::now() + shared.options.lines_time;
    let batch = Batch {
        verb,
        reader,
        board,
        time,
        nodes,
        end,
        // The slot is taken after the lines have arrived: a client that sends only a head must not keep it
        // from others.
        _slot: shared.pool.workers.reserve(Lane::Batch)?,
        _memory: memory,
        shared,
    };
    // Without a deadline a slow reader could keep the slot forever.
    client::end_at(Some(end + client_timeout));
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(records(batch, text))).into_response())
}

/// Answers `POST /api/v1/progress?today=2026-11-24` for the built-in page, which has no engine of its own.
/// Nothing is kept.
pub(super) async fn progress(asked: Asked, body: Body) -> Result<Json<ProgressRecord>, Problem> {
    let (State(shared), RawQuery(query)) = asked;
    let (door, given) = (door(shared.pool.board()), given(query.as_deref())?);
    let fields = Fields::new(&door, &[TODAY], &given)?;
    let today: Day = fields.text(TODAY).unwrap_or_default().parse().map_err(|error: ParsePuzzleError| {
        RequestError::of_request(Some(TODAY.name.to_owned()), error.to_string())
    })?;
    let (log, _memory) = collect(body, &shared, MAX_LOG.min(shared.options.max_body)).await?;
    Ok(Json(Progress::parse(&String::from_utf8_lossy(&log)).record(today)))
}

/// A body, and its share of the memory for all.
type Collected = (Bytes, Option<OwnedSemaphorePermit>);

/// Collects a body of at most some bytes, which arrives in the time of a client.
pub(super) async fn collect(body: Body, shared: &Shared, most: usize) -> Result<Collected, Problem> {
    let late =
        |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body arrived too slowly: send it faster, or less");
    timeout(shared.options.client_timeout, collect_parts(body, shared, most)).await.map_err(late)?
}

/// Collects a body. Its parts take their share of memory as they arrive.
async fn collect_parts(body: Body, shared: &Shared, most: usize) -> Result<Collected, Problem> {
    let (mut text, mut memory) = (Vec::new(), None::<OwnedSemaphorePermit>);
    // The head states the length, and the client may wait with the body.
    if body.size_hint().lower() > most as u64 {
        return Err(too_large(most));
    }
    let mut body = Limited::new(body, most).into_data_stream();
    while let Some(part) = body.next().await {
        let part = part.map_err(|error| body_problem(&*error, most))?;
        let len = u32::try_from(part.len()).map_err(|_| Rejected::QueueFull)?;
        let more =
            Arc::clone(&shared.body_bytes).try_acquire_many_owned(len).map_err(|_| Rejected::QueueFull)?;
        match &mut memory {
            Some(memory) => memory.merge(more),
            None => memory = Some(more),
        }
        text.extend_from_slice(&part);
        // Many parts may have arrived.
        yield_now().await;
    }
    Ok((text.into(), memory))
}

fn too_large(most: usize) -> Problem {
    let error = format!("more than {most} bytes: send less at a time; --max-body allows more");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error)
}

/// Returns the problem of a body that cannot be read.
fn body_problem(error: &(dyn std::error::Error + Send + Sync + 'static), most: usize) -> Problem {
    if error.is::<LengthLimitError>() {
        return too_large(most);
    }
    Problem::new(StatusCode::BAD_REQUEST, "the body broke off: send it again")
}

/// Returns the records in the order of the lines. As many lines are in work as there are threads.
fn records(batch: Batch, text: Bytes) -> impl stream::Stream<Item = Result<Bytes, Infallible>> + Send {
    let threads = batch.shared.pool.workers.threads();
    let batch = Arc::new(batch);
    let mut lines = Lines::new(std::io::Cursor::new(text));
    let (mut number, mut board, mut is_begun, mut is_wrong) = (0, batch.board, false, false);
    let (reader, default_board) = (batch.reader, batch.shared.pool.board());
    // Without a line the request only yields.
    let lines = std::iter::from_fn(move || {
        let begun = number;
        while number < begun + COMMENTS_PER_TURN && !is_wrong {
            // Bytes in memory are always readable.
            let line = lines.next_line().ok()??;
            number += 1;
            let text = line.as_deref().unwrap_or_default();
            // A position before it is one of the default board, unless it shows another one.
            let mut stated = board.or(is_begun.then_some(default_board));
            match suite::is_comment(&mut stated, text) {
                Ok(true) if is_begun => {}
                Ok(true) => board = stated,
                Ok(false) => {
                    is_begun = true;
                    return Some((number, Some(Ok((reader.board(board), line)))));
                }
                // As on the command line, no later line is read: its board is unknown.
                Err(error) => {
                    is_wrong = true;
                    return Some((number, Some(Err((excerpt(text), error.to_string())))));
                }
            }
        }
        (!is_wrong).then_some((number, None))
    });
    let mut turn = Instant::now();
    let record = move |(number, line): (u64, Option<Placed>)| {
        let batch = Arc::clone(&batch);
        let is_long = match &line {
            None => true,
            Some(Ok((_, Ok(text)))) => text.len() > LONG_LINE,
            Some(_) => false,
        };
        let yields = is_long || turn.elapsed() >= TURN;
        if yields {
            turn = Instant::now();
        }
        async move {
            if yields {
                yield_now().await;
            }
            let record = match line? {
                Ok((reader, line)) => batch.record(reader, line).await,
                Err(error) => Err(error),
            };
            let record = record.map(|answer| json_line(&answer));
            Some(Ok(record.unwrap_or_else(|(position, error)| {
                json_line(&LineProblem { line: number, position, error })
            })))
        }
    };
    stream::iter(lines).map(record).buffered(threads).filter_map(ready)
}

impl Drop for Batch {
    /// Lets the connection take other requests.
    fn drop(&mut self) {
        client::end_at(None);
    }
}

impl Batch {
    /// Returns the answer to a line, or its start and the error.
    async fn record(&self, reader: Reader, line: Line) -> Result<Answer, (String, String)> {
        let line = line.map_err(|error| (error.start().to_owned(), error.to_string()))?;
        let read = reader.read_line(&line).map_err(|error| {
            let door = door(self.shared.pool.board());
            (excerpt(&line), RequestError::of_position(POSITION.name, &error, &door).text)
        })?;
        let bad = |error| (excerpt(read.text), error);
        let budget = Budget::from_now(self.time, self.nodes);
        let budget = Budget { deadline: budget.deadline.min(self.end), ..budget };
        let mut request = Request::new(self.verb, read.text, read.game.clone());
        request.stated = read.stated.clone();
        let found = self.shared.find(Lane::Batch, request, budget).await;
        found.map(|(_, answer)| answer).map_err(|problem| bad(problem.error))
    }
}
