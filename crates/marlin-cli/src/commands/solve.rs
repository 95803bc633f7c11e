//! `solve`: the score of each position, or who wins it.

use std::io::{self, Write};

use marlin_core::{Limits, Outcome, Report, Score, Solver};
use serde::Serialize;

use super::batch::{self, Question};
use crate::args::BatchArgs;
use crate::error::CliError;

/// The answer to a position. The names are part of the interface.
#[derive(Debug, Serialize)]
struct Solved<'a> {
    position: &'a str,
    score: Option<i32>,
    outcome: String,
    plies_to_end: Option<u32>,
    final_move: Option<u32>,
    source: String,
    nodes: u64,
    time_us: u64,
}

impl<'a> Solved<'a> {
    fn new(question: &Question<'a>, report: &Report, outcome: Outcome, score: Option<Score>) -> Self {
        let nb_moves = question.position.nb_moves();
        Self {
            position: question.given,
            score: score.map(Score::get),
            outcome: outcome.to_string(),
            plies_to_end: score.map(|score| score.plies_to_end(nb_moves)),
            final_move: score.map(|score| score.final_move(nb_moves)),
            source: report.source.to_string(),
            nodes: report.nodes,
            time_us: report.elapsed.as_micros() as u64,
        }
    }
}

/// Prints the score of each position.
pub(crate) fn scores(args: &BatchArgs, solver: &Solver, out: &mut dyn Write) -> Result<(), CliError> {
    batch::run(args, out, |question, tell| {
        let report = solver.solve_within(&question.position, &Limits::NONE, tell);
        let score = report.bounds.score().ok_or_else(unproven)?;
        question.reply(&score.to_string(), &Solved::new(question, &report, score.outcome(), Some(score)))
    })
}

/// Prints who wins each position.
pub(crate) fn outcomes(args: &BatchArgs, solver: &Solver, out: &mut dyn Write) -> Result<(), CliError> {
    batch::run(args, out, |question, tell| {
        let report = solver.solve_outcome_within(&question.position, &Limits::NONE, tell);
        let outcome = report.bounds.outcome().ok_or_else(unproven)?;
        // That the score comes out as well, now and then, would only surprise.
        question.reply(&outcome.to_string(), &Solved::new(question, &report, outcome, None))
    })
}

/// Returns the error of a search that ended without the proof it had no limits to find.
pub(super) fn unproven() -> io::Error {
    io::Error::other("the search ended without a proof")
}
