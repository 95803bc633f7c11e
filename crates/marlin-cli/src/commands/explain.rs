//! `explain`: why a position has its score.

use std::io::Write;

use marlin_coach::explain::explain;
use marlin_coach::record::ExplanationRecord;
use marlin_support::exit::Failure;
use marlin_support::options::EngineOptions;
use marlin_support::progress;

use super::shared::{LimitArgs, PositionArgs, check_stated, json_line, stop_at_interrupt};

// The position. No doc comment: see `CliCommand`.
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
    /// If the limits left the score unproven, an error follows the explanation.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (game, stated) = self.position.read_or_piped(self.engine.search.board)?;
        let (solver, stop) = (self.engine.solver_on(game.size())?, stop_at_interrupt());
        let bar = progress::waiting_bar("explaining");
        let explanation = explain(&solver, game.position(), &self.limits.limits(&solver, &stop));
        bar.finish_and_clear();
        check_stated(&stated, explanation.bounds)?;
        let text = if self.json {
            json_line(&ExplanationRecord::new(&self.position.given(&game), &explanation))?
        } else {
            explanation.to_text(&game)
        };
        out.write_all(text.as_bytes())?;
        self.limits.check_proven(&solver, &stop, explanation.score_layer.is_none().into(), 1)
    }
}
