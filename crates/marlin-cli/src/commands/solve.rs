//! `solve`: the score of each position, or who wins it.

use std::io::Write;

use marlin_coach::answer::{Best, ScoreRecord};
use marlin_core::Source;

use super::batch::{self, Answer, BatchEngine, Body, Format, Record, Request};
use crate::args::BatchArgs;
use crate::error::CliError;

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
    ScoreRecord::FIELDS.into_iter().chain(with_line.then_some("pv")).collect()
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
    let record = ScoreRecord::of_score(request.given, position, &report, best);
    let record = if with_line { record.with_line(&line) } else { record };
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
