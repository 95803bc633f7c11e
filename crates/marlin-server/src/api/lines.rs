//! `lines`: many positions, a line each, answered in their order.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::future::ready;
use futures_util::{StreamExt, stream};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use marlin_coach::request::{
    Answer, BASE, BOARD, Field, FieldKind, Fields, Found, NODES, POSITION, Request, RequestError, TIME, Verb,
};
use marlin_core::notation::{Base, Reader};
use marlin_support::lines::{Line, Lines};
use marlin_support::text::excerpt;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::yield_now;
use tokio::time::{Instant, timeout};

use super::Problem;
use super::requests::{door, given};
use super::shared::Shared;
use crate::client;
use crate::pool::{Budget, Lane, Rejected, Slot, after};

/// The number of lines after which a request yields to others on its thread.
const LINES_PER_TURN: u64 = 16;

/// The number of comments after which it yields.
const COMMENTS_PER_TURN: u64 = 1_000;

/// The length in bytes beyond which it yields for a single line. The moves of the longest game are shorter.
const LONG_LINE: usize = 256;

const ANSWER: &Field = &Field::new("answer", FieldKind::OneOf(&["analyze", "solve"]));

/// The record of a line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum LineRecord {
    Answer(Answer),
    Problem(LineProblem),
}

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

/// The bytes of a request, as a share of those of all requests.
#[derive(Debug)]
struct Memory {
    _bytes: Option<OwnedSemaphorePermit>,
}

/// The lines of a request.
#[derive(Debug)]
struct Batch {
    shared: Arc<Shared>,
    _slot: Slot,
    _memory: Memory,
    verb: Verb,
    reader: Reader,
    time: Duration,
    nodes: Option<u64>,
    end: Instant,
}

pub(super) async fn lines(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    body: Body,
) -> Result<Response, Problem> {
    let (door, given) = (door(shared.pool.board()), given(query.as_deref())?);
    let fields = Fields::new(&door, &[ANSWER, BOARD, BASE, TIME, NODES], &given)?;
    let verb = if fields.text(ANSWER) == Some("solve") { Verb::Solve } else { Verb::Analyze };
    let base = if fields.number(BASE) == Some(0) { Base::Zero } else { Base::One };
    let reader = Reader::new().board(fields.board()?).default_board(door.board).base(base);
    let time = fields.number(TIME).map_or(shared.time, Duration::from_millis).min(shared.time);
    let nodes = fields.number(NODES);
    let (text, memory) = read(body, &shared).await?;
    let end = after(shared.lines_time);
    let batch = Batch {
        verb,
        reader,
        time,
        nodes,
        end,
        // After the lines have arrived: a head alone would take the slot from others.
        _slot: shared.pool.reserve_batch()?,
        _memory: memory,
        shared,
    };
    // A slow reader would keep the slot for as long as it likes.
    client::end_at(Some(end + batch.shared.client_timeout));
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(records(batch, text))).into_response())
}

/// Reads the lines within the limits of the server.
async fn read(body: Body, shared: &Shared) -> Result<(Bytes, Memory), Problem> {
    let late = |_| {
        Problem::new(StatusCode::REQUEST_TIMEOUT, "the lines arrived too slowly: send them faster, or fewer")
    };
    timeout(shared.client_timeout, collect(body, shared)).await.map_err(late)?
}

/// Collects the lines. They take their share of memory as they arrive.
async fn collect(body: Body, shared: &Shared) -> Result<(Bytes, Memory), Problem> {
    let (mut text, mut memory) = (Vec::new(), None::<OwnedSemaphorePermit>);
    let mut body = Limited::new(body, shared.max_body).into_data_stream();
    while let Some(part) = body.next().await {
        let part = part.map_err(|error| body_problem(&*error, shared.max_body))?;
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
    Ok((text.into(), Memory { _bytes: memory }))
}

/// Returns the problem of lines that cannot be read.
fn body_problem(error: &(dyn std::error::Error + Send + Sync + 'static), most: usize) -> Problem {
    if error.is::<LengthLimitError>() {
        let error = format!("more than {most} bytes: send fewer lines at a time; --max-body allows more");
        return Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error);
    }
    Problem::new(StatusCode::BAD_REQUEST, "the lines broke off: send them again")
}

/// Returns the records in the order of the lines. As many lines are in work as there are threads.
fn records(batch: Batch, text: Bytes) -> impl stream::Stream<Item = Result<Bytes, Infallible>> + Send {
    let threads = batch.shared.pool.threads();
    let batch = Arc::new(batch);
    let mut lines = Lines::new(std::io::Cursor::new(text));
    let mut number = 0;
    // Without a line the request only yields.
    let lines = std::iter::from_fn(move || {
        let begun = number;
        while number < begun + COMMENTS_PER_TURN {
            // Bytes in memory are always readable.
            let line = lines.next_line().ok()??;
            number += 1;
            if !line.as_ref().is_ok_and(|line| line.starts_with('#')) {
                return Some((number, Some(line)));
            }
        }
        Some((number, None))
    });
    let record = move |(number, line): (u64, Option<Line>)| {
        let batch = Arc::clone(&batch);
        async move {
            let is_long =
                line.as_ref().is_none_or(|line| line.as_ref().is_ok_and(|line| line.len() > LONG_LINE));
            if is_long || number.is_multiple_of(LINES_PER_TURN) {
                yield_now().await;
            }
            Some(Ok(json_line(&batch.record(number, line?).await)))
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
    /// Returns the record of a line.
    async fn record(&self, number: u64, line: Line) -> LineRecord {
        let bad = |position: String, error: String| {
            LineRecord::Problem(LineProblem { line: number, position, error })
        };
        let line = match line {
            Ok(line) => line,
            Err(error) => return bad(error.start().to_owned(), error.to_string()),
        };
        let read = match self.reader.read_line(&line) {
            Ok(read) => read,
            Err(error) => {
                let door = door(self.shared.pool.board());
                return bad(excerpt(&line), RequestError::of_position(POSITION.name, &error, &door).text);
            }
        };
        let budget = Budget::from_now(self.time, self.nodes).until(self.end);
        let request = Request::new(self.verb, read.text, read.game.clone());
        let (found, answer) = match self.shared.find(Lane::Batch, request, budget).await {
            Ok(found) => found,
            Err(problem) => return bad(excerpt(read.text), problem.error),
        };
        let contradiction = match found {
            Found::Columns(report, _) | Found::Score(report) => read.contradiction(report.bounds),
            _ => None,
        };
        match contradiction {
            Some(error) => bad(excerpt(read.text), error),
            None => LineRecord::Answer(answer),
        }
    }
}

fn json_line(record: &LineRecord) -> Bytes {
    // This cannot fail: no type has a map, whose keys could be no text.
    let mut line = serde_json::to_vec(record).unwrap_or_default();
    line.push(b'\n');
    line.into()
}
