//! `solve`: the score of each position, or who wins it.

use std::io::Write;

use marlin_core::Source;
use marlin_core::any::{Bounds, Column, Position, Report, Score};
use serde_json::{Value, json};

use super::batch::{self, Answer, BatchEngine, Body, Format, Request};
use crate::args::BatchArgs;
use crate::error::CliError;

/// The names of the fields. They are part of the interface, and new ones come last.
const FIELDS: [&str; 14] = [
    "position",
    "score",
    "outcome",
    "plies_to_end",
    "final_move",
    "source",
    "nodes",
    "time_us",
    "best",
    "proven",
    "bounds",
    "best_proven",
    "winning_cells",
    "board",
];

/// Prints the score of each position.
pub(super) fn scores(args: &BatchArgs, engine: &BatchEngine, out: &mut dyn Write) -> Result<(), CliError> {
    let with_line = args.pv;
    batch::run(args, names(with_line), engine, out, move |request| score(request, with_line))
}

/// Prints who wins each position.
pub(super) fn outcomes(args: &BatchArgs, engine: &BatchEngine, out: &mut dyn Write) -> Result<(), CliError> {
    batch::run(args, names(false), engine, out, outcome)
}

/// Returns the names of the fields, with that of the principal variation or without.
fn names(with_line: bool) -> Vec<&'static str> {
    FIELDS.into_iter().chain(with_line.then_some("pv")).collect()
}

fn score(request: &Request<'_>, with_line: bool) -> Answer {
    let report = request.search.score(&request.position);
    let (score, bounds) = (report.bounds.score(), report.bounds);
    let is_proven = score.is_some();
    if request.format == Format::Text {
        return Answer { is_proven, bounds, body: Body::Text(bounds.to_string()) };
    }
    let (search, position) = (&request.search, &request.position);
    // The best move is the first of the line. Where even the score isn't proven, there is nothing to look for.
    let line = match (score, with_line) {
        (None, _) => Vec::new(),
        (_, true) => search.line(position, usize::MAX),
        // An answer of the book must not take the time of a search, unless limits bound that time.
        _ if report.source == Source::Book && !search.is_limited() => {
            search.best_by_book(position).into_iter().collect()
        }
        _ => search.line(position, 1),
    };
    let so_far = report.best.filter(|_| search.is_limited());
    let best = Best { column: line.first().copied().or(so_far), is_proven: !line.is_empty() };
    let line: Vec<_> = line.iter().map(|column| column.number()).collect();
    let mut values = fields(request, &report, score, best, is_proven);
    values.extend(with_line.then(|| json!(line)));
    Answer { is_proven, bounds, body: Body::Fields(values) }
}

fn outcome(request: &Request<'_>) -> Answer {
    let report = request.search.outcome(&request.position);
    let outcome = report.bounds.outcome();
    let body = if request.format == Format::Text {
        Body::Text(outcome.map_or_else(|| report.bounds.to_string(), |outcome| outcome.to_string()))
    } else {
        // Sometimes the score is known too, but users shouldn't rely on a field that is rarely filled.
        Body::Fields(fields(request, &report, None, Best::default(), outcome.is_some()))
    };
    Answer { is_proven: outcome.is_some(), bounds: report.bounds, body }
}

/// The best move, if it is known.
#[derive(Debug, Clone, Copy, Default)]
struct Best {
    /// The move, if there is one to print.
    column: Option<Column>,
    /// Whether it is proven to keep the score.
    is_proven: bool,
}

/// Returns the values of [`FIELDS`].
fn fields(
    request: &Request<'_>,
    report: &Report,
    score: Option<Score>,
    best: Best,
    is_proven: bool,
) -> Vec<Value> {
    let nb_moves = request.position.nb_moves();
    vec![
        json!(request.given),
        json!(score.map(Score::get)),
        json!(report.bounds.outcome().map(|outcome| outcome.to_string())),
        json!(score.map(|score| score.plies_to_end(nb_moves))),
        json!(score.map(|score| score.final_move(nb_moves))),
        json!(report.source.to_string()),
        json!(report.nodes),
        json!(report.elapsed.as_micros() as u64),
        json!(best.column.map(Column::number)),
        json!(is_proven),
        if is_proven { Value::Null } else { bounds(report.bounds) },
        json!(best.column.map(|_| best.is_proven)),
        winning_cells(&request.position),
        json!(request.position.size().to_string()),
    ]
}

/// Returns the names of the cells whose stones won, null if nobody has won.
pub(super) fn winning_cells(position: &Position) -> Value {
    let stones = position.winning_stones();
    if stones.is_empty() { Value::Null } else { stones.iter().map(|cell| cell.to_string()).collect() }
}

/// Returns bounds as a value.
pub(super) fn bounds(bounds: Bounds) -> Value {
    json!([bounds.lower().get(), bounds.upper().get()])
}
