//! `analyze`: the scores of all columns of each position.

use std::io::Write;

use marlin_core::{Analysis, Bounds, Limits, Score, Solver};
use serde::Serialize;

use super::batch::{self, Question};
use super::solve::unproven;
use crate::args::BatchArgs;
use crate::error::CliError;

/// The answer to a position. The names are part of the interface.
#[derive(Debug, Serialize)]
struct Analyzed<'a> {
    position: &'a str,
    scores: [Option<i32>; 7],
    best: Option<usize>,
    score: i32,
    outcome: String,
    plies_to_end: u32,
    final_move: u32,
    source: String,
    nodes: u64,
    time_us: u64,
}

impl<'a> Analyzed<'a> {
    fn new(question: &Question<'a>, analysis: &Analysis, score: Score) -> Self {
        let nb_moves = question.position.nb_moves();
        Self {
            position: question.given,
            scores: scores(analysis).map(|score| score.map(Score::get)),
            best: analysis.best.map(|column| column.index() + 1),
            score: score.get(),
            outcome: score.outcome().to_string(),
            plies_to_end: score.plies_to_end(nb_moves),
            final_move: score.final_move(nb_moves),
            source: analysis.source.to_string(),
            nodes: analysis.nodes,
            time_us: analysis.elapsed.as_micros() as u64,
        }
    }
}

/// Prints the seven scores of each position.
pub(crate) fn run(args: &BatchArgs, solver: &Solver, out: &mut dyn Write) -> Result<(), CliError> {
    batch::run(args, out, |question, tell| {
        let analysis = solver.analyze_within(&question.position, &Limits::NONE, tell);
        let score = analysis.bounds.score().filter(|_| analysis.is_complete()).ok_or_else(unproven)?;
        let text = scores(&analysis).map(|score| score.map_or_else(|| "-".to_owned(), |s| s.to_string()));
        question.reply(&text.join(" "), &Analyzed::new(question, &analysis, score))
    })
}

/// Returns the score of every column, `None` where no move is possible.
fn scores(analysis: &Analysis) -> [Option<Score>; 7] {
    analysis.columns.map(|bounds| bounds.and_then(Bounds::score))
}
