#![doc = include_str!("../README.md")]

mod board;
mod description;
mod glyph;
mod graph;
mod layout;
mod overlay;
mod palette;
mod sides;
mod style;
mod theme;

use marlin_core::{Column, Game, Score};

pub use self::graph::Graph;
use self::layout::Surroundings;
pub use self::sides::Sides;
pub use self::theme::{Appearance, Theme};

/// The drawing of a game's board; its [`Display`](std::fmt::Display) form is the SVG.
///
/// All its text is the program's own, so nothing needs escaping.
///
/// # Examples
///
/// ```
/// use marlin_core::Game;
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
    appearance: Appearance,
    sides: Sides,
    surroundings: Surroundings,
}

impl<'a> Diagram<'a> {
    /// Returns the drawing of a game's board and its last move; a game that is won has its fours marked.
    pub const fn new(game: &'a Game) -> Self {
        Self {
            game,
            scores: None,
            has_threats: false,
            line: Vec::new(),
            theme: Theme::Classic,
            appearance: Appearance::Auto,
            sides: Sides::XO,
            surroundings: Surroundings::All,
        }
    }

    /// Shows the score of each column over it, `None` being a column that cannot be played, as
    /// [`Query::analyze`](marlin_core::Query::analyze) returns them.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Game, Solver};
    /// use marlin_svg::Diagram;
    ///
    /// let game = Game::parse(BoardSize::STANDARD, "4433")?;
    /// let scores = Solver::on(game.size()).query(game.position()).analyze().scores();
    /// let svg = Diagram::new(&game).with_scores(scores).to_string();
    /// assert!(svg.contains("Scores of the columns from the left: -3 18 2 2 18 -3 -4."));
    /// # Ok::<(), marlin_core::ParseError>(())
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
    /// use marlin_core::Game;
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
    /// [`Solver::best_line`](marlin_core::Solver::best_line). They end before the first move
    /// that the rules do not allow.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Game, Solver};
    /// use marlin_svg::Diagram;
    ///
    /// let game = Game::parse(BoardSize::STANDARD, "4433")?;
    /// let line = Solver::on(game.size()).best_line(game.position()).moves;
    /// let svg = Diagram::new(&game).with_line(line).to_string();
    /// assert!(svg.contains("Best line: 5 4 2."));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn with_line(mut self, moves: impl IntoIterator<Item = Column>) -> Self {
        let mut position = *self.game.position();
        self.line = moves.into_iter().take_while(|&column| position.play(column).is_ok()).collect();
        self
    }

    /// Sets the look, by default [`Theme::Classic`].
    #[must_use]
    pub const fn with_theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Sets light or dark colours; by default they follow the reader's colour scheme.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Game;
    /// use marlin_svg::{Appearance, Diagram};
    ///
    /// let game = Game::on("8x7".parse()?);
    /// let light = Diagram::new(&game).with_appearance(Appearance::Light).to_string();
    /// assert!(!light.contains("@media"));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[must_use]
    pub const fn with_appearance(mut self, appearance: Appearance) -> Self {
        self.appearance = appearance;
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
    /// use marlin_core::Game;
    /// use marlin_svg::Diagram;
    ///
    /// let game = Game::on("7x6".parse()?);
    /// assert!(Diagram::new(&game).bare().to_string().contains("viewBox=\"0 0 520 456\""));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[must_use]
    pub const fn bare(mut self) -> Self {
        self.surroundings = Surroundings::Bare;
        self
    }

    /// Draws a single column with its number below it. The drawings of all columns, all equally wide and side by side
    /// without a gap, are the board: for a page on which each column is a link.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Game;
    /// use marlin_svg::Diagram;
    ///
    /// let game = Game::parse("7x6".parse()?, "443")?;
    /// let columns: Vec<_> = game.size().columns().map(|column| Diagram::new(&game).column(column).to_string()).collect();
    /// assert_eq!(columns.concat().matches("class=\"x\"").count(), 2);
    /// assert!(columns[3].contains("class=\"o\"") && !columns[2].contains("class=\"o\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn column(mut self, column: Column) -> Self {
        self.surroundings = Surroundings::Column(column);
        self
    }

    /// Draws the board on a card of 1200 x 630 pixels, the size of previews of links. It has no text: scores are paths, so
    /// that the picture does not depend on the fonts of a machine.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Game;
    /// use marlin_svg::Diagram;
    ///
    /// let svg = Diagram::new(&Game::on("7x6".parse()?)).card().to_string();
    /// assert!(svg.contains("width=\"1200\" height=\"630\"") && !svg.contains("<text"));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[must_use]
    pub const fn card(mut self) -> Self {
        self.surroundings = Surroundings::Card;
        self
    }
}
