#![doc = include_str!("../README.md")]

mod board;
mod graph;
mod layout;
mod style;
mod theme;

use marlin_core::{Bounds, Cell, Column, Game, GameOutcome, Player, Score};

pub use self::graph::Graph;
pub use self::layout::Surroundings;
pub use self::theme::{Appearance, Drawing, Sides, Theme};

/// The drawing of a game's board; its [`Display`](std::fmt::Display) form is the SVG.
///
/// All its text is the program's own, so nothing needs escaping.
///
/// # Examples
///
/// ```
/// use marlin_core::Game;
/// use marlin_svg::{Appearance, Diagram, Drawing};
///
/// // . . . . . .
/// // . . . . . .
/// // . . . . . .
/// // . . O X . .
/// let game = Game::parse("6x4".parse()?, "43")?;
/// let drawing = Drawing { appearance: Appearance::Dark, ..Drawing::default() };
/// let svg = Diagram { has_threats: true, drawing, ..Diagram::new(&game) }.to_string();
/// assert!(svg.starts_with("<svg ") && !svg.contains("prefers-color-scheme"));
/// assert_eq!(svg.matches("class=\"x\"").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Diagram<'a> {
    /// The game.
    pub game: &'a Game,
    /// The score of each column, which is drawn above the column; `None` for a column that cannot be played.
    /// [`Query::analyze`](marlin_core::Query::analyze) returns such scores.
    pub scores: Option<Vec<Option<Score>>>,
    /// Whether the drawing marks the empty cells that would complete four in a row. A finished game has none.
    pub has_threats: bool,
    /// Moves that may follow, as ghost discs that are numbered from 1. They end before the first move that
    /// the rules forbid.
    pub line: Vec<Column>,
    /// Columns with an arrow over them.
    pub arrows: Vec<Column>,
    /// The colours and names.
    pub drawing: Drawing,
    /// The surroundings of the board.
    pub surroundings: Surroundings,
}

impl<'a> Diagram<'a> {
    /// Returns the drawing of a game's board and its last move; a game that is won has its fours marked.
    pub fn new(game: &'a Game) -> Self {
        let (drawing, surroundings) = (Drawing::default(), Surroundings::All);
        let (line, arrows) = (Vec::new(), Vec::new());
        Self { game, scores: None, has_threats: false, line, arrows, drawing, surroundings }
    }
}

impl Diagram<'_> {
    /// Returns the description in words that the drawing has for screen readers. It serves as the text
    /// alternative of an image.
    pub fn description(&self) -> String {
        let mut sentences = vec![board(self.game, self.drawing.sides)];
        sentences.extend(self.last_cell().map(|cell| format!("Last move: {cell}.")));
        let four =
            |cells: [Cell; 4]| format!("Four in a row: {}.", cells.map(|cell| cell.to_string()).join(" "));
        sentences.extend(self.game.winning_lines().into_iter().map(four));
        sentences.extend(self.scores.as_deref().map(scores));
        if self.shows_threats() {
            let threats = |player| {
                let cells = self.game.position().threats(player);
                let names: Vec<_> = cells.iter().map(|cell| cell.to_string()).collect();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(" ") };
                format!("Threats of {}: {names}.", self.drawing.sides.name(player))
            };
            sentences.extend([Player::X, Player::O].map(threats));
        }
        let line: Vec<_> = self.ghosts().iter().map(|(cell, _)| cell.column().to_string()).collect();
        if !line.is_empty() {
            sentences.push(format!("Best line: {}.", line.join(" ")));
        }
        if !self.arrows.is_empty() {
            let columns: Vec<_> = self.arrows.iter().map(Column::to_string).collect();
            sentences.push(format!("Arrows over the columns: {}.", columns.join(" ")));
        }
        sentences.join(" ")
    }

    /// Returns the side to move, or the result of the game, and the score of the position if it is shown.
    pub(crate) fn caption(&self) -> String {
        let (game, position) = (self.game, self.game.position());
        let sides = self.drawing.sides;
        let to_move = || format!("{} to move", sides.name(position.side_to_move()));
        let score = self.scores.as_deref().and_then(best_score);
        match (game.outcome(), score) {
            (Some(GameOutcome::Won(winner)), _) => format!("{} has won", sides.name(winner)),
            (Some(GameOutcome::Drawn), _) => GameOutcome::Drawn.to_string(),
            (None, None) => to_move(),
            (None, Some(score)) => {
                let verdict = position.verdict(Bounds::exact(score));
                format!("{}: {}", to_move(), sides.verdict(&verdict))
            }
        }
    }
}

/// Returns the best score of the columns, which is the score of the position.
pub(crate) fn best_score(columns: &[Option<Score>]) -> Option<Score> {
    columns.iter().flatten().copied().max()
}

/// Returns the rows of the board from the top.
fn board(game: &Game, sides: Sides) -> String {
    let drawing = game.position().to_string().replace(' ', "");
    let drawing: String = drawing.chars().map(|cell| sides.letter(cell)).collect();
    let rows = drawing.lines().collect::<Vec<_>>().join(" ");
    let size = game.size();
    format!("{} columns, {} rows, from the top: {rows}.", size.width(), size.height())
}

/// Returns the scores of the columns from the left.
fn scores(columns: &[Option<Score>]) -> String {
    let score = |score: &Option<Score>| score.map_or_else(|| "-".to_owned(), |score| score.to_string());
    let columns: Vec<_> = columns.iter().map(score).collect();
    format!("Scores of the columns from the left: {}.", columns.join(" "))
}
