//! `explain`: why a position has its score.

use std::io::Write;

use marlin_coach::explain::{Explanation, Layer, explain};
use marlin_coach::record::ExplanationRecord;
use marlin_core::Game;
use marlin_support::options::EngineOptions;
use marlin_support::progress;
use marlin_support::text::push_line;

use super::shared::{LimitArgs, PositionArgs, check_stated, json_line, stop_at_interrupt};
use marlin_support::exit::Failure;

// The position. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Print a JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    engine: EngineOptions,
}

impl ExplainArgs {
    /// Prints the explanation of a position.
    ///
    /// # Errors
    ///
    /// Those of an unproven position after it, if the limits left the score open.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (game, stated) = self.position.read_or_piped(self.engine.search.board)?;
        let (solver, stop) = (self.engine.solver_on(game.size())?, stop_at_interrupt());
        let bar = progress::waiting_bar(None, "explaining");
        let explanation = explain(&solver, game.position(), &self.limits.limits(&solver, &stop));
        bar.finish_and_clear();
        check_stated(&stated, explanation.bounds)?;
        let text = if self.json {
            json_line(&ExplanationRecord::new(&self.position.given(&game), &explanation))?
        } else {
            to_text(&game, &explanation)
        };
        out.write_all(text.as_bytes())?;
        self.limits.check_proven(&solver, &stop, explanation.score_layer.is_none().into(), 1)
    }
}

/// Returns the board, the result, and every statement with its drawing.
pub(super) fn to_text(game: &Game, explanation: &Explanation) -> String {
    let mut text = format!("{}\n{}.\n", game.to_drawing(), explanation.headline());
    let by = |layer: Option<Layer>| layer.map(|layer| explanation.source_of(layer));
    match (by(explanation.outcome_layer), by(explanation.score_layer)) {
        (Some(winner), Some(score)) if winner == score => {
            push_line(&mut text, format_args!("Proven by: {score}"));
        }
        (Some(winner), Some(score)) => {
            push_line(&mut text, format_args!("Winner proven by: {winner}\nScore proven by: {score}"));
        }
        (Some(winner), None) => push_line(&mut text, format_args!("Winner proven by: {winner}")),
        (None, _) => {}
    }
    for step in &explanation.steps {
        push_line(&mut text, format_args!("\n{}", step.sentence(&explanation.position)));
        if let Some(drawing) = step.drawing(&explanation.position) {
            text.push('\n');
            text.push_str(&drawing);
        }
    }
    text
}
