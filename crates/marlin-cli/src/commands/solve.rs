//! `solve`: the score of each position, or its outcome.

use std::io::Write;

use marlin_coach::record::ScoreRecord;
use marlin_support::options::EngineOptions;

use super::batch::{self, Answer, Body, Format, Record, Request};
use super::pons;
use crate::args::{Compat, SolveArgs};
use crate::failure::Failure;

/// Prints the score of each position, or its outcome.
pub(super) fn run(args: &SolveArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let SolveArgs { batch, outcome: is_outcome, columns, .. } = args;
    let with_line = batch.pv;
    match batch.compat {
        Some(Compat::Pons) => pons::run(batch, *is_outcome, *columns, engine, out),
        None if *is_outcome => {
            batch::run(batch, batch::names(ScoreRecord::FIELDS, false), engine, out, outcome)
        }
        None => {
            batch::run(batch, batch::names(ScoreRecord::FIELDS, with_line), engine, out, move |request| {
                score(request, with_line)
            })
        }
    }
}

fn score(request: &Request<'_>, with_line: bool) -> Answer {
    let (search, position) = (&request.search, &request.position);
    if request.format == Format::Text {
        let bounds = search.score(position).bounds;
        return Answer { is_proven: bounds.score().is_some(), bounds, body: Body::Text(bounds.to_string()) };
    }
    let found = search.score_and_move(position);
    let (is_proven, bounds) = (found.bounds.score().is_some(), found.bounds);
    let mut record = ScoreRecord::of_score(request.given, position, &found);
    if with_line {
        // Where even the score is not proven, there is no line to look for.
        let line = if is_proven { search.line(position) } else { Vec::new() };
        record = record.with_line(&line);
    }
    Answer { is_proven, bounds, body: Body::Record(Box::new(Record::Score(record))) }
}

fn outcome(request: &Request<'_>) -> Answer {
    let report = request.search.outcome(&request.position);
    let outcome = report.bounds.outcome();
    let body = if request.format == Format::Text {
        Body::Text(outcome.map_or_else(|| report.bounds.to_string(), |outcome| outcome.to_string()))
    } else {
        let record = ScoreRecord::of_outcome(request.given, &request.position, &report);
        Body::Record(Box::new(Record::Score(record)))
    };
    Answer { is_proven: outcome.is_some(), bounds: report.bounds, body }
}
