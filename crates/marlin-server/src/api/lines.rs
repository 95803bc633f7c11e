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
use marlin_coach::record::{ColumnsRecord, ScoreRecord};
use marlin_core::notation::Reader;
use marlin_support::lines::{Line, Lines};
use marlin_support::text::excerpt;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::yield_now;
use tokio::time::{Instant, timeout};

use super::Problem;
use super::analyze::columns;
use super::params::{Params, in_words};
use super::position::score;
use super::shared::Shared;
use crate::client;
use crate::pool::{Budget, Lane, Rejected, Slot, after};

/// The number of lines after which a request yields to others on its thread.
const LINES_PER_TURN: u64 = 16;

/// The number of comments after which it yields.
const COMMENTS_PER_TURN: u64 = 1_000;

/// The length in bytes beyond which it yields for a single line. The moves of the longest game are shorter.
const LONG_LINE: usize = 256;

/// The goal of the search of each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineGoal {
    Analyze,
    Solve,
}

/// The record of a line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum LineRecord {
    Columns(Box<ColumnsRecord>),
    Score(Box<ScoreRecord>),
    Problem(LineProblem),
}

/// The error of a line.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct LineProblem {
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
    goal: LineGoal,
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
    let params = Params::new(query.as_deref(), &["answer", "board", "base", "time", "nodes"])?;
    let goal = match params.text("answer") {
        None | Some("analyze") => LineGoal::Analyze,
        Some("solve") => LineGoal::Solve,
        Some(other) => {
            let error = format!("invalid answer '{}': analyze or solve is expected", excerpt(other));
            return Err(Problem::of_field("answer", error));
        }
    };
    let reader = params.reader(shared.pool.board())?;
    let (time, nodes) = (params.time(shared.time)?, params.nodes()?);
    let (text, memory) = read(body, &shared).await?;
    let end = after(shared.lines_time);
    let batch = Batch {
        goal,
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
            Err(error) => return bad(excerpt(&line), in_words(&error)),
        };
        let (given, position) = (read.text, *read.position());
        let budget = Budget::from_now(self.time, self.nodes).until(self.end);
        let result = match self.goal {
            LineGoal::Analyze => columns(&self.shared, Lane::Batch, position, budget).await.map(|analysis| {
                let record = ColumnsRecord::new(given, &position, &analysis);
                (analysis.bounds, LineRecord::Columns(Box::new(record)))
            }),
            LineGoal::Solve => score(&self.shared, Lane::Batch, position, budget).await.map(|found| {
                let record = ScoreRecord::of_score(given, &position, &found);
                (found.bounds, LineRecord::Score(Box::new(record)))
            }),
        };
        match result {
            Ok((bounds, record)) => match read.contradiction(bounds) {
                Some(error) => bad(excerpt(given), error),
                None => record,
            },
            Err(problem) => bad(excerpt(given), problem.error),
        }
    }
}

fn json_line(record: &LineRecord) -> Bytes {
    // This cannot fail: no type has a map, whose keys could be no text.
    let mut line = serde_json::to_vec(record).unwrap_or_default();
    line.push(b'\n');
    line.into()
}
