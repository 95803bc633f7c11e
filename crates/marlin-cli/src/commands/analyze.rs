//! `analyze`: the scores of all columns of each position.

use std::io::Write;

use marlin_coach::record::ColumnsRecord;
use marlin_core::any::Bounds;
use marlin_support::options::EngineOptions;

use super::batch::{self, Answer, Body, Format, Record, Request};
use super::pons;
use crate::args::{AnalyzeArgs, BatchArgs, Compat};
use crate::failure::{Failure, Reason};

/// Outcomes, which only the imitation of another program has for each column.
#[derive(Debug, thiserror::Error)]
#[error("--outcome belongs to 'solve': 'analyze' takes it only with --compat pons")]
struct OutcomesOfColumns;

impl Reason for OutcomesOfColumns {}

/// Prints the scores of all columns of each position.
pub(super) fn run(args: &AnalyzeArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    match args.batch.compat {
        Some(Compat::Pons) => pons::run(&args.batch, args.outcome, true, engine, out),
        None if args.outcome => Err(OutcomesOfColumns.into()),
        None => columns(&args.batch, engine, out),
    }
}

fn columns(args: &BatchArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let with_line = args.pv;
    batch::run(args, batch::names(ColumnsRecord::FIELDS, with_line), engine, out, move |request| {
        answer(request, with_line)
    })
}

fn answer(request: &Request<'_>, with_line: bool) -> Answer {
    let analysis = request.search.columns(&request.position);
    let is_proven = analysis.is_complete();
    if request.format == Format::Text {
        let column = |bounds: &Option<Bounds>| bounds.map_or_else(|| "-".to_owned(), |b| b.to_string());
        let body = Body::Text(analysis.columns.iter().map(column).collect::<Vec<_>>().join(" "));
        return Answer { is_proven, bounds: analysis.bounds, body };
    }
    let mut record = ColumnsRecord::new(request.given, &request.position, &analysis);
    if with_line {
        let line = match analysis.bounds.score() {
            Some(_) => request.search.line(&request.position),
            None => Vec::new(),
        };
        record = record.with_line(&line);
    }
    Answer {
        is_proven,
        bounds: analysis.bounds,
        body: Body::Record(Box::new(Record::Columns(Box::new(record)))),
    }
}
