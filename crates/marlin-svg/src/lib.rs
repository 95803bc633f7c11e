#![doc = include_str!("../README.md")]

mod description;
mod graph;
mod layout;
mod style;

use std::fmt;

use marlin_core::Player;
use marlin_core::any::{Cell, Game, Score};

pub use self::graph::Graph;
use self::layout::Layout;

/// The drawing of a game's board; its [`Display`](fmt::Display) form is the SVG.
///
/// Nothing in it comes from outside the program, so no text needs escaping.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Game;
/// use marlin_svg::Diagram;
///
/// // . . . . . .
/// // . . . . . .
/// // . . . . . .
/// // . . O X . .
/// let game = Game::parse("6x4".parse()?, "43")?;
/// let svg = Diagram::new(&game).to_string();
/// assert!(svg.starts_with("<svg "));
/// assert_eq!(svg.matches("class=\"x\"").count(), 1);
/// assert_eq!(svg.matches("class=\"o\"").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Diagram<'a> {
    game: &'a Game,
    scores: Option<Vec<Option<Score>>>,
}

impl<'a> Diagram<'a> {
    /// Returns the drawing of a game's board without scores.
    pub const fn new(game: &'a Game) -> Self {
        Self { game, scores: None }
    }

    /// Shows the score of each column over it, `None` being a column that can't be played: what
    /// [`Solver::analyze`](marlin_core::any::Solver::analyze) returns.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Game, Solver};
    /// use marlin_svg::Diagram;
    ///
    /// let game = Game::parse(BoardSize::STANDARD, "4433")?;
    /// let scores = Solver::new(game.size()).analyze(game.position());
    /// let svg = Diagram::new(&game).with_scores(scores).to_string();
    /// assert!(svg.contains("Scores of the columns from the left: -3 18 2 2 18 -3 -4."));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn with_scores(mut self, columns: Vec<Option<Score>>) -> Self {
        self.scores = Some(columns);
        self
    }

    /// Writes the score over each column.
    fn write_scores(&self, f: &mut fmt::Formatter<'_>, layout: &Layout) -> fmt::Result {
        let Some(columns) = &self.scores else { return Ok(()) };
        let best = best_score(columns);
        for (column, score) in self.game.size().columns().zip(columns) {
            let &Some(score) = score else { continue };
            let (x, y) = layout.score(column);
            let mut class = "score";
            if Some(score) == best {
                let (left, top) = (x - 24, y - 15);
                writeln!(f, r#"<rect class="best" x="{left}" y="{top}" width="48" height="30" rx="15"/>"#)?;
                class = "score chosen";
            }
            writeln!(f, r#"<text class="{class}" x="{x}" y="{}">{score}</text>"#, y + 7)?;
        }
        Ok(())
    }

    /// Writes the board with its holes and stones.
    fn write_board(&self, f: &mut fmt::Formatter<'_>, layout: &Layout) -> fmt::Result {
        let (x, y, width, height) = layout.board();
        writeln!(f, r#"<rect class="board" x="{x}" y="{y}" width="{width}" height="{height}" rx="12"/>"#)?;
        for row in (0..self.game.size().height()).rev() {
            for column in self.game.size().columns() {
                let (x, y) = layout.cell(column, row);
                match Cell::new(column, row).and_then(|cell| self.game.position().at(cell)) {
                    None => writeln!(f, r#"<circle class="hole" cx="{x}" cy="{y}" r="25"/>"#)?,
                    Some(Player::X) => {
                        let (left, top, right, bottom) = (x - 10, y - 10, x + 10, y + 10);
                        writeln!(f, r#"<circle class="x" cx="{x}" cy="{y}" r="25"/>"#)?;
                        let cross = format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}");
                        writeln!(f, r#"<path class="cross" d="{cross}"/>"#)?;
                    }
                    Some(Player::O) => writeln!(f, r#"<circle class="o" cx="{x}" cy="{y}" r="20"/>"#)?,
                }
            }
        }
        Ok(())
    }

    /// Writes a frame around the cell of the last move and rings around the winning stones.
    fn write_marks(&self, f: &mut fmt::Formatter<'_>, layout: &Layout) -> fmt::Result {
        if let Some(cell) = self.last_cell() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            let (x, y) = (x - 30, y - 30);
            writeln!(f, r#"<rect class="last" x="{x}" y="{y}" width="60" height="60" rx="8"/>"#)?;
        }
        for cell in self.game.winning_stones().iter() {
            let (x, y) = layout.cell(cell.column(), cell.row());
            writeln!(f, r#"<circle class="four" cx="{x}" cy="{y}" r="26"/>"#)?;
        }
        Ok(())
    }

    /// Returns the cell of the last stone that was played.
    fn last_cell(&self) -> Option<Cell> {
        let column = *self.game.moves().last()?;
        let row = self.game.position().height(column).checked_sub(1)?;
        Cell::new(column, row)
    }
}

/// Returns the best score of the columns, which is that of the position.
fn best_score(columns: &[Option<Score>]) -> Option<Score> {
    columns.iter().flatten().copied().max()
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = &Layout::new(self.game.size(), self.scores.is_some());
        let (width, height) = layout.size();
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="marlin" role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">"#
        )?;
        let caption = description::caption(self.game, self.scores.as_deref().and_then(best_score));
        writeln!(f, "<title>Connect Four, {caption}</title>")?;
        writeln!(f, "<desc>{}</desc>", description::text(self.game, self.scores.as_deref()))?;
        writeln!(f, "<style>\n{}</style>", style::STYLE)?;
        let (inner_width, inner_height) = (width - 2, height - 2);
        writeln!(
            f,
            r#"<rect class="page" x="1" y="1" width="{inner_width}" height="{inner_height}" rx="12"/>"#
        )?;
        self.write_scores(f, layout)?;
        self.write_board(f, layout)?;
        self.write_marks(f, layout)?;
        for column in self.game.size().columns() {
            let (x, y) = layout.number(column);
            writeln!(f, r#"<text class="number" x="{x}" y="{y}">{column}</text>"#)?;
        }
        let (x, y) = layout.caption();
        writeln!(f, r#"<text class="caption" x="{x}" y="{y}">{caption}</text>"#)?;
        writeln!(f, "</svg>")
    }
}
