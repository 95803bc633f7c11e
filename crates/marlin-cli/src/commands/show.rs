//! `show`: a board as text, or as SVG too.

use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use marlin_core::{Column, Columns, Game, Player, Score};
use marlin_support::options::{EngineOptions, whole};
use marlin_support::text::push_line;
use marlin_svg::{Appearance, Diagram, Drawing, Theme};

use super::shared::{PositionArgs, SvgArgs};
use crate::failure::Failure;

// The drawing. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Add the score of each column
    #[arg(long)]
    scores: bool,

    /// Add the threats of both sides: the empty cells that would complete four in a row
    #[arg(long)]
    threats: bool,

    /// Add the next N moves of best play (8 without a number), in the SVG as numbered ghost discs
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
        default_missing_value = "8", value_parser = whole(1..=64_usize))]
    line: Option<usize>,

    /// Look of the SVG
    #[arg(long, requires = "svg", default_value = "classic", hide_default_value = true, value_parser = theme())]
    theme: Theme,

    /// Light or dark colours of the SVG
    #[arg(long, value_name = "WHEN", requires = "svg", default_value = "auto", hide_default_value = true, value_parser = appearance())]
    appearance: Appearance,

    #[command(flatten)]
    svg: SvgArgs,

    #[command(flatten)]
    engine: EngineOptions,
}

/// The looks of the SVG, with their names and descriptions.
const THEMES: [(&str, &str); 3] = [
    ("classic", "A blue rack with yellow and red stones"),
    ("quiet", "A pale rack"),
    ("high-contrast", "Strong colours with outlines"),
];

/// Returns the reader of a theme's name.
fn theme() -> impl TypedValueParser<Value = Theme> {
    let values = THEMES.map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(|name| name.parse().unwrap_or_default())
}

/// Returns the reader of an appearance's name.
fn appearance() -> impl TypedValueParser<Value = Appearance> {
    PossibleValuesParser::new(Appearance::ALL.map(Appearance::name))
        .map(|name| name.parse().unwrap_or_default())
}

/// Additions to the board.
#[derive(Debug, Default)]
pub(super) struct Extras {
    pub(super) scores: Option<Columns<Option<Score>>>,
    /// Whether the threats of both sides are shown.
    pub(super) threats: bool,
    pub(super) line: Option<Vec<Column>>,
}

impl ShowArgs {
    /// Prints the board of a position. A solver is made only for scores or a line.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.position.read_or_piped(self.engine.search.board)?;
        let mut extras = Extras { threats: self.threats, ..Extras::default() };
        if self.scores || self.line.is_some() {
            let (solver, position) = (self.engine.solver_on(game.size())?, game.position());
            extras.scores = self.scores.then(|| solver.query(position).analyze().scores());
            extras.line = self.line.map(|length| solver.query(position).best_line(length).moves);
        }
        let drawing = Drawing { theme: self.theme, appearance: self.appearance, ..Drawing::default() };
        let diagram = || Diagram { drawing, ..to_diagram(&game, &extras) };
        self.svg.write(&to_text(&game, &extras), || diagram().to_string(), out)
    }
}

/// Returns the picture of a board with the additions.
pub(super) fn to_diagram<'a>(game: &'a Game, extras: &Extras) -> Diagram<'a> {
    let scores = extras.scores.map(|columns| columns.into_iter().collect());
    let line = extras.line.clone().unwrap_or_default();
    Diagram { scores, line, has_threats: extras.threats, ..Diagram::new(game) }
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
pub(super) fn joined(items: impl IntoIterator<Item: ToString>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}
