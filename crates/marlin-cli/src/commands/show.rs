//! `show`: a board as text or as SVG.

use std::io::{self, Write};

use marlin_core::Column;
use marlin_core::any::{Game, Score};
use marlin_core::{Columns, Player};
use marlin_support::options::EngineOptions;
use marlin_svg::Diagram;

use super::position;
use super::unused::refuse;
use crate::args::ShowArgs;
use crate::failure::Failure;

/// The command that has no use for a solver, as errors name it.
const WITHOUT_SOLVER: &str = "show without --scores and --line";

/// Additions to the board.
struct Extras {
    scores: Option<Columns<Option<Score>>>,
    line: Option<Vec<Column>>,
}

/// Prints the board of a position. A solver is made only for scores or a line.
pub(super) fn run(show: &ShowArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let game = position::read(&show.position, engine.search.board)?;
    let extras = if show.scores || show.line.is_some() {
        let (solver, position) = (engine.solver_on(game.size())?, game.position());
        let scores = show.scores.then(|| solver.analyze(position));
        let line = show.line.map(|length| solver.query(position).principal_variation(length));
        Extras { scores, line }
    } else {
        refuse(engine.given(), WITHOUT_SOLVER)?;
        Extras { scores: None, line: None }
    };
    let write = if show.svg { write_svg } else { write_text };
    Ok(write(show, &game, extras, out)?)
}

fn write_svg(show: &ShowArgs, game: &Game, extras: Extras, out: &mut dyn Write) -> io::Result<()> {
    let mut diagram = Diagram::new(game)
        .with_theme(show.theme())
        .with_appearance(show.appearance())
        .with_line(extras.line.unwrap_or_default());
    if let Some(columns) = extras.scores {
        diagram = diagram.with_scores(columns);
    }
    if show.threats {
        diagram = diagram.with_threats();
    }
    write!(out, "{diagram}")
}

fn write_text(show: &ShowArgs, game: &Game, extras: Extras, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}", game.to_drawing())?;
    if let Some(columns) = extras.scores {
        let column = |score: Option<Score>| score.map_or_else(|| "-".to_owned(), |score| score.to_string());
        writeln!(out, "Scores: {}", joined(columns.into_iter().map(column)))?;
    }
    if show.threats && game.outcome().is_none() {
        for player in [Player::X, Player::O] {
            let cells = joined(game.position().threats(player).iter());
            writeln!(out, "Threats of {player}: {}", if cells.is_empty() { "none" } else { &cells })?;
        }
    }
    if let Some(line) = extras.line.filter(|line| !line.is_empty()) {
        writeln!(out, "Best line: {}", joined(line))?;
    }
    Ok(())
}

/// Returns the names of items with spaces between them.
fn joined(items: impl IntoIterator<Item: ToString>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}
