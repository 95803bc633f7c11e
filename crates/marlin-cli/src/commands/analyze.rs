//! `analyze`: the scores of all columns of each position.

use std::io::Write;

use marlin_core::any::{Analysis, Bounds, Column, Score};
use serde_json::{Value, json};

use super::batch::{self, Answer, BatchEngine, Body, Format, Request};
use super::solve::{bounds, winning_cells};
use crate::args::BatchArgs;
use crate::error::CliError;

/// The names of the fields. They are part of the interface, and new ones come last.
const FIELDS: [&str; 17] = [
    "position",
    "scores",
    "best",
    "score",
    "outcome",
    "plies_to_end",
    "final_move",
    "source",
    "nodes",
    "time_us",
    "best_columns",
    "proven",
    "bounds",
    "column_bounds",
    "best_proven",
    "winning_cells",
    "board",
];

/// Prints the seven scores of each position.
pub(super) fn run(args: &BatchArgs, engine: &BatchEngine, out: &mut dyn Write) -> Result<(), CliError> {
    let with_line = args.pv;
    let names = FIELDS.into_iter().chain(with_line.then_some("pv")).collect();
    batch::run(args, names, engine, out, move |request| answer(request, with_line))
}

fn answer(request: &Request<'_>, with_line: bool) -> Answer {
    let analysis = request.search.columns(&request.position);
    let is_proven = analysis.is_complete();
    if request.format == Format::Text {
        let column = |bounds: &Option<Bounds>| bounds.map_or_else(|| "-".to_owned(), |b| b.to_string());
        let body = Body::Text(analysis.columns.iter().map(column).collect::<Vec<_>>().join(" "));
        return Answer { is_proven, bounds: analysis.bounds, body };
    }
    let mut values = fields(request, &analysis, is_proven);
    values.extend(with_line.then(|| {
        let line = if analysis.bounds.score().is_some() {
            request.search.line(&request.position, usize::MAX)
        } else {
            Vec::new()
        };
        numbers(&line)
    }));
    Answer { is_proven, bounds: analysis.bounds, body: Body::Fields(values) }
}

/// Returns the values of [`FIELDS`].
fn fields(request: &Request<'_>, analysis: &Analysis, is_proven: bool) -> Vec<Value> {
    let nb_moves = request.position.nb_moves();
    let score = analysis.bounds.score();
    let columns = analysis.columns.iter();
    let column_scores: Vec<_> =
        columns.map(|bounds| bounds.and_then(Bounds::score).map(Score::get)).collect();
    let keeps_score = |column: Column| {
        score.is_some_and(|score| analysis.columns[column.index()].is_some_and(|b| b.lower() >= score))
    };
    vec![
        json!(request.given),
        json!(column_scores),
        json!(analysis.best.map(Column::number)),
        json!(score.map(Score::get)),
        json!(analysis.bounds.outcome().map(|outcome| outcome.to_string())),
        json!(score.map(|score| score.plies_to_end(nb_moves))),
        json!(score.map(|score| score.final_move(nb_moves))),
        json!(analysis.source.to_string()),
        json!(analysis.nodes),
        json!(analysis.elapsed.as_micros() as u64),
        if is_proven { numbers(&best_columns(analysis)) } else { Value::Null },
        json!(is_proven),
        if is_proven { Value::Null } else { bounds(analysis.bounds) },
        if is_proven {
            Value::Null
        } else {
            analysis.columns.iter().map(|column| column.map(bounds)).collect()
        },
        json!(analysis.best.map(keeps_score)),
        winning_cells(&request.position),
        json!(request.position.size().to_string()),
    ]
}

/// Returns the columns that keep the score, none when the game is over.
fn best_columns(analysis: &Analysis) -> Vec<Column> {
    let columns = Column::all().zip(&analysis.columns);
    columns.filter(|(_, bounds)| **bounds == Some(analysis.bounds)).map(|(column, _)| column).collect()
}

fn numbers(columns: &[Column]) -> Value {
    columns.iter().map(|column| column.number()).collect()
}
