#![doc = include_str!("../README.md")]

mod description;
mod graph;
mod layout;
mod overlay;
mod sides;
mod style;

use std::fmt;

use marlin_core::Player;
use marlin_core::any::{Game, Score};
use marlin_core::{Cell, Column};

pub use self::graph::Graph;
use self::layout::Layout;
pub use self::sides::Sides;
pub use self::style::Theme;

/// The drawing of a game's board; its [`Display`](fmt::Display) form is the SVG.
///
/// All its text is the program's own, so nothing needs escaping.
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
    has_threats: bool,
    /// Moves that the rules allow, one after the other.
    line: Vec<Column>,
    theme: Theme,
    sides: Sides,
    is_bare: bool,
}

impl<'a> Diagram<'a> {
    /// Returns the drawing of a game's board and its last move; a game that is won has its fours marked.
    pub const fn new(game: &'a Game) -> Self {
        Self {
            game,
            scores: None,
            has_threats: false,
            line: Vec::new(),
            theme: Theme::Auto,
            sides: Sides::XO,
            is_bare: false,
        }
    }

    /// Shows the score of each column over it, `None` being a column that cannot be played, as
    /// [`Solver::analyze`](marlin_core::any::Solver::analyze) returns them.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Game, Solver};
    /// use marlin_svg::Diagram;
    ///
    /// let game = Game::parse(BoardSize::STANDARD, "4433")?;
    /// let scores = Solver::on(game.size()).analyze(game.position());
    /// let svg = Diagram::new(&game).with_scores(scores).to_string();
    /// assert!(svg.contains("Scores of the columns from the left: -3 18 2 2 18 -3 -4."));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn with_scores(mut self, columns: impl IntoIterator<Item = Option<Score>>) -> Self {
        self.scores = Some(columns.into_iter().collect());
        self
    }

    /// Shows the threats of both players: the empty cells that would complete four in a row. A finished game has none.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    /// use marlin_svg::Diagram;
    ///
    /// // . . . . .
    /// // . . . . .
    /// // O O O . .
    /// // X X X . .
    /// let game = Game::parse("5x4".parse()?, "112233")?;
    /// let svg = Diagram::new(&game).with_threats().to_string();
    /// assert!(svg.contains("Threats of X: d1. Threats of O: d2."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_threats(mut self) -> Self {
        self.has_threats = true;
        self
    }

    /// Shows moves that may follow as ghost discs, numbered from 1: for example the first moves of
    /// [`Solver::principal_variation`](marlin_core::any::Solver::principal_variation). They end before the first move
    /// that the rules do not allow.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Game, Solver};
    /// use marlin_svg::Diagram;
    ///
    /// let game = Game::parse(BoardSize::STANDARD, "4433")?;
    /// let line = Solver::on(game.size()).principal_variation(game.position());
    /// let svg = Diagram::new(&game).with_line(line).to_string();
    /// assert!(svg.contains("Best line: 5 4 2."));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn with_line(mut self, moves: impl IntoIterator<Item = Column>) -> Self {
        let mut position = *self.game.position();
        self.line = moves.into_iter().take_while(|&column| position.play(column).is_ok()).collect();
        self
    }

    /// Sets light or dark colours; by default they follow the reader's colour scheme.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    /// use marlin_svg::{Diagram, Theme};
    ///
    /// let game = Game::on("8x7".parse()?);
    /// assert!(!Diagram::new(&game).with_theme(Theme::Light).to_string().contains("@media"));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    #[must_use]
    pub const fn with_theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Sets the names and colours of the players, by default X and O.
    #[must_use]
    pub const fn with_sides(mut self, sides: Sides) -> Self {
        self.sides = sides;
        self
    }

    /// Omits the surroundings of the board: the margin, the numbers of the columns and the caption. For a page that has
    /// these in its own text.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    /// use marlin_svg::Diagram;
    ///
    /// let game = Game::on("7x6".parse()?);
    /// assert!(Diagram::new(&game).bare().to_string().contains("viewBox=\"0 0 464 400\""));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    #[must_use]
    pub const fn bare(mut self) -> Self {
        self.is_bare = true;
        self
    }

    /// Returns all that is drawn in words, as the drawing has them for screen readers: for the text alternative of an
    /// image.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Game;
    /// use marlin_svg::Diagram;
    ///
    /// let game = Game::parse("5x4".parse()?, "33")?;
    /// let words = "5 columns, 4 rows, from the top: ..... ..... ..O.. ..X... Last move: c2.";
    /// assert_eq!(Diagram::new(&game).description(), words);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn description(&self) -> String {
        description::text(self)
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

    /// Writes the numbers of the columns and the caption.
    fn write_foot(&self, f: &mut fmt::Formatter<'_>, layout: &Layout, caption: &str) -> fmt::Result {
        for column in self.game.size().columns() {
            let (x, y) = layout.number(column);
            writeln!(f, r#"<text class="number" x="{x}" y="{y}">{column}</text>"#)?;
        }
        let (x, y) = layout.caption();
        writeln!(f, r#"<text class="caption" x="{x}" y="{y}">{caption}</text>"#)
    }
}

/// Returns the best score of the columns, which is that of the position.
fn best_score(columns: &[Option<Score>]) -> Option<Score> {
    columns.iter().flatten().copied().max()
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = &Layout::new(self.game.size(), self.scores.is_some(), self.is_bare);
        let (width, height) = layout.size();
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="marlin" role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">"#
        )?;
        let caption = description::caption(self);
        writeln!(f, "<title>Connect Four, {caption}</title>")?;
        writeln!(f, "<desc>{}</desc>", description::text(self))?;
        writeln!(f, "<style>\n{}</style>", self.theme.style(self.sides))?;
        if !self.is_bare {
            let (width, height) = (width - 2, height - 2);
            writeln!(f, r#"<rect class="page" x="1" y="1" width="{width}" height="{height}" rx="12"/>"#)?;
        }
        self.write_scores(f, layout)?;
        self.write_board(f, layout)?;
        self.write_marks(f, layout)?;
        self.write_line(f, layout)?;
        self.write_threats(f, layout)?;
        if !self.is_bare {
            self.write_foot(f, layout, &caption)?;
        }
        writeln!(f, "</svg>")
    }
}
