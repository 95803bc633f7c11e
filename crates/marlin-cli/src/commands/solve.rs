//! `solve`: the score of each position, or its outcome.

use std::io::{self, Write};

use marlin_coach::record::ScoreRecord;
use marlin_support::options::EngineOptions;

use super::batch::{self, EntryAnswer, EntryRequest};
use super::pons;
use crate::args::{Compat, SolveArgs};
use crate::failure::Failure;

/// Prints the score of each position, or its outcome.
pub(super) fn run(args: &SolveArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let SolveArgs { batch, outcome: is_outcome, columns, .. } = args;
    match batch.compat {
        Some(Compat::Pons) => pons::run(batch, *is_outcome, *columns, engine, out),
        None if *is_outcome => batch::run(batch, ScoreRecord::FIELDS, engine, out, outcome),
        None => batch::run(batch, ScoreRecord::FIELDS, engine, out, score),
    }
}

fn score(request: &EntryRequest<'_>) -> io::Result<EntryAnswer> {
    let (search, position) = (&request.search, &request.position);
    let (bounds, line) = if request.is_for_text() {
        let bounds = search.score(position).bounds;
        (bounds, request.text(&bounds.to_string()))
    } else {
        let found = search.score_and_move(position);
        let mut record = ScoreRecord::of_score(request.given, position, &found);
        if request.with_line() {
            record = record.with_line(&request.proven_line(found.bounds));
        }
        (found.bounds, request.record(&record)?)
    };
    Ok(EntryAnswer { is_proven: bounds.score().is_some(), bounds, line })
}

fn outcome(request: &EntryRequest<'_>) -> io::Result<EntryAnswer> {
    let report = request.search.outcome(&request.position);
    let (outcome, bounds) = (report.bounds.outcome(), report.bounds);
    let line = if request.is_for_text() {
        request.text(&outcome.map_or_else(|| bounds.to_string(), |outcome| outcome.to_string()))
    } else {
        request.record(&ScoreRecord::of_outcome(request.given, &request.position, &report))?
    };
    Ok(EntryAnswer { is_proven: outcome.is_some(), bounds, line })
}
