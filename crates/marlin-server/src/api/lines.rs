//! `lines`: answers to many positions, a line each, in their order.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use marlin_coach::record::{ColumnsRecord, ScoreRecord};
use marlin_core::notation::Reader;
use marlin_support::lines::{Line, Lines};
use marlin_support::text::excerpt;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout};

use super::analyze::columns;
use super::params::Params;
use super::solve::score;
use super::{Problem, Shared};
use crate::engine::{Budget, Place, Refused, Turn, after};

/// What is asked about every position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    Analyze,
    Solve,
}

/// The answer to a line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    Columns(Box<ColumnsRecord>),
    Score(Box<ScoreRecord>),
    Error(BadLine),
}

/// The answer to a line that has no other.
#[derive(Debug, Serialize)]
struct BadLine {
    line: u64,
    position: String,
    error: String,
}

/// The bytes of a request, of those that all requests share.
#[derive(Debug)]
struct Memory {
    _bytes: Option<OwnedSemaphorePermit>,
}

/// What all lines have in common.
#[derive(Debug)]
struct Batch {
    shared: Arc<Shared>,
    _place: Place,
    _memory: Memory,
    question: Question,
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
    let question = match params.text("answer") {
        None | Some("analyze") => Question::Analyze,
        Some("solve") => Question::Solve,
        Some(other) => {
            let error = format!("invalid answer '{}': analyze or solve is expected", excerpt(other));
            return Err(Problem::of_field("answer", error));
        }
    };
    let reader = params.reader(shared.engine.board())?;
    let (time, nodes) = (params.time(shared.time)?, params.nodes()?);
    let (text, memory) = read(body, &shared).await?;
    let batch = Batch {
        question,
        reader,
        time,
        nodes,
        end: after(shared.lines_time),
        // A place is for lines that are there: a head alone would keep it from others.
        _place: shared.engine.place()?,
        _memory: memory,
        shared,
    };
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(answers(batch, text))).into_response())
}

/// Reads the lines, at most as many bytes and for as long as the server allows.
async fn read(body: Body, shared: &Shared) -> Result<(Bytes, Memory), Problem> {
    let late = |_| {
        Problem::new(StatusCode::REQUEST_TIMEOUT, "the lines came too slowly: send them faster, or fewer")
    };
    timeout(shared.client_timeout, collect(body, shared)).await.map_err(late)?
}

/// Collects the lines, with the memory that all requests share: bytes take theirs when they are there.
async fn collect(body: Body, shared: &Shared) -> Result<(Bytes, Memory), Problem> {
    let (mut text, mut memory) = (Vec::new(), None::<OwnedSemaphorePermit>);
    let mut body = Limited::new(body, shared.body).into_data_stream();
    while let Some(part) = body.next().await {
        let part = part.map_err(|error| unread(&*error, shared.body))?;
        let len = u32::try_from(part.len()).map_err(|_| Refused::Busy)?;
        let more = Arc::clone(&shared.bodies).try_acquire_many_owned(len).map_err(|_| Refused::Busy)?;
        match &mut memory {
            Some(memory) => memory.merge(more),
            None => memory = Some(more),
        }
        text.extend_from_slice(&part);
    }
    Ok((text.into(), Memory { _bytes: memory }))
}

/// Returns the answer to lines that can't be read.
fn unread(error: &(dyn std::error::Error + Send + Sync + 'static), most: usize) -> Problem {
    if error.is::<LengthLimitError>() {
        let error = format!("more than {most} bytes: send fewer lines at a time; --max-body allows more");
        return Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error);
    }
    Problem::new(StatusCode::BAD_REQUEST, "the lines broke off: send them again")
}

/// Returns the answers as they come, in the order of the lines. As many are worked on as there are threads.
fn answers(batch: Batch, text: Bytes) -> impl stream::Stream<Item = Result<Bytes, Infallible>> + Send {
    let threads = batch.shared.engine.threads();
    let batch = Arc::new(batch);
    let mut lines = Lines::new(std::io::Cursor::new(text));
    let mut number = 0;
    let positions = std::iter::from_fn(move || {
        loop {
            // Bytes in memory can always be read.
            let line = lines.next_line().ok()??;
            number += 1;
            if !line.as_ref().is_ok_and(|line| line.starts_with('#')) {
                return Some((number, line));
            }
        }
    });
    let answer = move |(number, line)| {
        let batch = Arc::clone(&batch);
        async move { Ok(json_line(&batch.answer(number, line).await)) }
    };
    stream::iter(positions).map(answer).buffered(threads)
}

impl Batch {
    async fn answer(&self, number: u64, line: Line) -> Answer {
        let bad = |position: String, error: String| Answer::Error(BadLine { line: number, position, error });
        let line = match line {
            Ok(line) => line,
            Err(error) => return bad(error.start().to_owned(), error.to_string()),
        };
        let read = match self.reader.read_line(&line) {
            Ok(read) => read,
            Err(error) => return bad(excerpt(&line), error.to_string()),
        };
        let (given, position, stated) = (read.text, *read.position(), read.score);
        let (turn, budget) = (Turn::Covered, Budget::from_now(self.time, self.nodes).until(self.end));
        let answer = match self.question {
            Question::Analyze => columns(&self.shared, turn, position, budget).await.map(|analysis| {
                let record = ColumnsRecord::new(given, &position, &analysis);
                (analysis.bounds, Answer::Columns(Box::new(record)))
            }),
            Question::Solve => score(&self.shared, turn, position, budget).await.map(|found| {
                let record = ScoreRecord::of_score(given, &position, &found);
                (found.bounds, Answer::Score(Box::new(record)))
            }),
        };
        match answer {
            Ok((bounds, _)) if stated.is_some_and(|stated| !bounds.contains(stated)) => {
                let stated = stated.map(|stated| stated.to_string()).unwrap_or_default();
                bad(excerpt(given), format!("the score is {bounds}, not {stated}"))
            }
            Ok((_, answer)) => answer,
            Err(problem) => bad(excerpt(given), problem.error),
        }
    }
}

fn json_line(answer: &Answer) -> Bytes {
    // These types have no map whose keys aren't text, so this can't fail.
    let mut line = serde_json::to_vec(answer).unwrap_or_default();
    line.push(b'\n');
    line.into()
}
