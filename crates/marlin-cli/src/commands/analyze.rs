//! `analyze`: the scores of all columns of each position.

use std::io::{self, Write};

use marlin_coach::record::ColumnsRecord;
use marlin_core::Bounds;
use marlin_support::options::EngineOptions;

use super::batch::{self, EntryAnswer, EntryRequest};
use super::pons;
use crate::args::{AnalyzeArgs, Compat};
use crate::failure::{Failure, Reason};

/// Outcomes, which only the imitation of another program has for each column.
#[derive(Debug, thiserror::Error)]
#[error("--outcome belongs to 'solve': 'analyze' takes it only with --compat pons")]
struct UnsupportedColumnOutcomes;

impl Reason for UnsupportedColumnOutcomes {}

/// Prints the scores of all columns of each position.
pub(super) fn run(args: &AnalyzeArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    match args.batch.compat {
        Some(Compat::Pons) => pons::run(&args.batch, args.outcome, true, engine, out),
        None if args.outcome => Err(UnsupportedColumnOutcomes.into()),
        None => batch::run(&args.batch, ColumnsRecord::FIELDS, engine, out, columns),
    }
}

fn columns(request: &EntryRequest<'_>) -> io::Result<EntryAnswer> {
    let analysis = request.search.columns(&request.position);
    let line = if request.is_for_text() {
        let column = |bounds: &Option<Bounds>| bounds.map_or_else(|| "-".to_owned(), |b| b.to_string());
        request.text(&analysis.columns.iter().map(column).collect::<Vec<_>>().join(" "))
    } else {
        let mut record = ColumnsRecord::new(request.given, &request.position, &analysis);
        if request.with_line() {
            record = record.with_line(&request.proven_line(analysis.bounds));
        }
        request.record(&record)?
    };
    Ok(EntryAnswer { is_proven: analysis.is_complete(), bounds: analysis.bounds, line })
}
