//! `explain`: why a position has its score.

use std::io::Write;

use marlin_coach::explain::{Explanation, Layer, explain};
use marlin_coach::record::ExplanationRecord;
use marlin_core::Game;
use marlin_support::options::EngineOptions;
use marlin_support::progress;
use marlin_support::text::push_line;

use super::json::json_line;
use super::position;
use super::unproven::{check_proven, stop_at_interrupt};
use crate::args::ExplainArgs;
use crate::failure::Failure;

/// Prints the explanation of a position.
///
/// # Errors
///
/// Those of an unproven position after it, if the limits left the score open.
pub(super) fn run(args: &ExplainArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let game = position::read_or_piped(&args.position, engine.search.board)?;
    let (solver, stop) = (engine.solver_on(game.size())?, stop_at_interrupt());
    let bar = progress::waiting_bar(None, "explaining");
    let explanation = explain(&solver, game.position(), &args.limits.limits(&solver, &stop));
    bar.finish_and_clear();
    if args.json {
        let has_moves = game.start().nb_moves() == 0;
        let given = if has_moves { game.to_string() } else { args.position.moves.join(" ") };
        let record = ExplanationRecord::new(&given, &explanation);
        out.write_all(json_line(&record)?.as_bytes())?;
    } else {
        out.write_all(to_text(&game, &explanation).as_bytes())?;
    }
    let unproven = u64::from(explanation.score_layer.is_none());
    Ok(check_proven(&args.limits, &solver, &stop, unproven, 1)?)
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
