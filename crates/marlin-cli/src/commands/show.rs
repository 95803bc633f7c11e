//! `show`: a board as text or as SVG.

use std::io::Write;

use marlin_core::any::{Game, Score};
use marlin_protocol::board;
use marlin_svg::Diagram;

use crate::args::{Args, EngineArgs, ShowArgs};
use crate::error::CliError;

/// The command that has no use for a solver, as errors name it.
const WITHOUT_SCORES: &str = "show without --scores";

/// Prints the board after the given moves. A solver is made only where scores are asked for.
pub(super) fn run(
    show: &ShowArgs,
    args: &Args,
    engine: &EngineArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let moves = show.moves.join(" ");
    let board = args.board(engine.search().board())?;
    let game =
        Game::parse(board, &moves).map_err(|source| CliError::Position { argument: "MOVES", source })?;
    let scores = if show.scores {
        Some(args.solver(engine)?.analyze(game.position()))
    } else {
        engine.refuse_but_board(WITHOUT_SCORES)?;
        args.engine.refuse_but_board(WITHOUT_SCORES)?;
        None
    };
    if show.svg {
        let diagram = Diagram::new(&game);
        let diagram = scores.map_or(diagram.clone(), |columns| diagram.with_scores(columns));
        return Ok(write!(out, "{diagram}")?);
    }
    write!(out, "{}", board::draw(&game))?;
    if let Some(columns) = scores {
        let column = |score: Option<Score>| score.map_or_else(|| "-".to_owned(), |score| score.to_string());
        writeln!(out, "Scores: {}", columns.into_iter().map(column).collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}
