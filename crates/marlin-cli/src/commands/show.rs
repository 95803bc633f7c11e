//! `show`: a board as text or as SVG.

use std::io::Write;

use marlin_core::{Column, Columns, Game, Player, Score};
use marlin_support::options::EngineOptions;
use marlin_support::text::push_line;
use marlin_svg::Diagram;

use super::position;
use super::refused::refuse;
use crate::args::ShowArgs;
use crate::failure::Failure;

/// The command that has no use for a solver, as errors name it.
const WITHOUT_SOLVER: &str = "show without --scores and --line";

/// Additions to the board.
#[derive(Debug, Default)]
pub(super) struct Extras {
    pub(super) scores: Option<Columns<Option<Score>>>,
    /// Whether the threats of both sides are shown.
    pub(super) threats: bool,
    pub(super) line: Option<Vec<Column>>,
}

/// Prints the board of a position. A solver is made only for scores or a line.
pub(super) fn run(show: &ShowArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let game = position::read_or_piped(&show.position, engine.search.board)?;
    let extras = if show.scores || show.line.is_some() {
        let (solver, position) = (engine.solver_on(game.size())?, game.position());
        let scores = show.scores.then(|| solver.query(position).analyze().scores());
        let line = show.line.map(|length| solver.query(position).best_line(length).moves);
        Extras { scores, line, threats: show.threats }
    } else {
        refuse(engine.given(), WITHOUT_SOLVER)?;
        Extras { threats: show.threats, ..Extras::default() }
    };
    if show.svg {
        let diagram = to_diagram(&game, &extras);
        return Ok(write!(out, "{}", diagram.with_theme(show.theme()).with_appearance(show.appearance()))?);
    }
    Ok(out.write_all(to_text(&game, &extras).as_bytes())?)
}

/// Returns the picture of a board with the additions.
pub(super) fn to_diagram<'a>(game: &'a Game, extras: &Extras) -> Diagram<'a> {
    let mut diagram = Diagram::new(game).with_line(extras.line.clone().unwrap_or_default());
    if let Some(columns) = extras.scores {
        diagram = diagram.with_scores(columns);
    }
    if extras.threats { diagram.with_threats() } else { diagram }
}

/// Returns the drawing of a board with the additions.
pub(super) fn to_text(game: &Game, extras: &Extras) -> String {
    let mut text = game.to_drawing();
    if let Some(columns) = extras.scores {
        let column = |score: Option<Score>| score.map_or_else(|| "-".to_owned(), |score| score.to_string());
        push_line(&mut text, format_args!("Scores: {}", joined(columns.into_iter().map(column))));
    }
    if extras.threats && game.outcome().is_none() {
        for player in [Player::X, Player::O] {
            let cells = joined(game.position().threats(player).iter());
            let cells = if cells.is_empty() { "none" } else { &cells };
            push_line(&mut text, format_args!("Threats of {player}: {cells}"));
        }
    }
    if let Some(line) = extras.line.as_ref().filter(|line| !line.is_empty()) {
        push_line(&mut text, format_args!("Best line: {}", joined(line)));
    }
    text
}

/// Returns the names of items with spaces between them.
fn joined(items: impl IntoIterator<Item: ToString>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}
