//! Requests for drawings, and [`DrawingRecord`], their answer.

use marlin_core::{BoardSize, Column, Score};
use marlin_svg::{Appearance, Diagram, Graph, Sides, Theme};
use serde::Serialize;
use serde_json::Value;

use crate::error::Error;
use crate::fields::{Field, FieldError, Fields};
use crate::given::{Given, GivenError};

/// A board to draw.
#[derive(Debug, Clone, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DiagramRequest {
    /// The position.
    #[cfg_attr(test, schemars(flatten))]
    pub given: Given,
    /// The score of each column, from the left, to show above it; null for none. The caption names the winner by the best of
    /// them, so they should be proven.
    pub scores: Option<Vec<Option<i32>>>,
    /// Whether to show the threats of both sides.
    #[cfg_attr(test, schemars(default))]
    pub threats: bool,
    /// Columns to show as ghost discs, numbered from 1.
    #[cfg_attr(test, schemars(default))]
    pub line: Vec<usize>,
    /// The look.
    #[cfg_attr(test, schemars(default))]
    pub theme: ThemeName,
    /// Light or dark colours.
    #[cfg_attr(test, schemars(default))]
    pub appearance: Colours,
    /// The names of the players.
    #[cfg_attr(test, schemars(default))]
    pub sides: PlayerNames,
    /// Whether to draw the board alone.
    #[cfg_attr(test, schemars(default))]
    pub bare: bool,
}

/// The score over a game, to draw as a graph.
#[derive(Debug, Clone, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GraphRequest {
    /// The size of the board; without it 7x6.
    pub board: Option<String>,
    /// The score after each move, from the view of X; null for an unknown one.
    pub scores: Vec<Option<i32>>,
    /// The numbers of moves to mark.
    #[cfg_attr(test, schemars(default))]
    pub marks: Vec<usize>,
    /// The look.
    #[cfg_attr(test, schemars(default))]
    pub theme: ThemeName,
    /// Light or dark colours.
    #[cfg_attr(test, schemars(default))]
    pub appearance: Colours,
    /// The names of the players.
    #[cfg_attr(test, schemars(default))]
    pub sides: PlayerNames,
}

/// The look of a drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
pub enum ThemeName {
    /// A blue rack with yellow and red stones.
    #[default]
    Classic,
    /// A pale rack.
    Quiet,
    /// Strong colours with an outline around each part.
    HighContrast,
}

/// Light or dark colours of a drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
pub enum Colours {
    /// Light or dark, by the setting of the reader.
    #[default]
    Auto,
    /// Light for every reader.
    Light,
    /// Dark for every reader.
    Dark,
}

/// The names of the players.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
pub enum PlayerNames {
    /// X and O, yellow and red.
    #[default]
    Xo,
    /// Red and Yellow.
    RedYellow,
}

/// A drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Drawing"))]
#[non_exhaustive]
pub struct DrawingRecord {
    /// The drawing.
    pub svg: String,
    /// The same in words, for a text alternative.
    pub description: String,
}

impl DiagramRequest {
    /// Returns the board to draw of a request.
    pub(crate) fn read(fields: &Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            given: Given::read(fields)?,
            scores: fields.optional("scores")?,
            threats: fields.optional("threats")?,
            line: fields.optional("line")?,
            theme: fields.optional("theme")?,
            appearance: fields.optional("appearance")?,
            sides: fields.optional("sides")?,
            bare: fields.optional("bare")?,
        })
    }

    /// Returns the drawing.
    ///
    /// # Errors
    ///
    /// An invalid position, or a column or a score that the board does not have.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_wasm::{DiagramRequest, Given};
    ///
    /// let given = Given { position: "4433".into(), ..Given::default() };
    /// let drawn = DiagramRequest { given, line: vec![5, 4], ..DiagramRequest::default() }.draw()?;
    /// assert!(drawn.svg.starts_with("<svg ") && drawn.description.contains("Best line: 5 4."));
    /// # Ok::<(), marlin_wasm::Error>(())
    /// ```
    pub fn draw(&self) -> Result<DrawingRecord, Error> {
        let game = self.given.game()?;
        let line: Vec<Column> =
            self.line.iter().map(|&found| column(game.size(), found)).collect::<Result<_, _>>()?;
        let mut diagram = Diagram::new(&game)
            .with_line(line)
            .with_theme(self.theme.into())
            .with_appearance(self.appearance.into())
            .with_sides(self.sides.into());
        if let Some(found) = &self.scores {
            diagram = diagram.with_scores(scores(game.size(), found)?);
        }
        if self.threats {
            diagram = diagram.with_threats();
        }
        if self.bare {
            diagram = diagram.bare();
        }
        Ok(DrawingRecord { svg: diagram.to_string(), description: diagram.description() })
    }
}

impl GraphRequest {
    /// Returns the graph to draw of a request.
    pub(crate) fn read(fields: &Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            board: fields.optional("board")?,
            scores: fields.required("scores")?,
            marks: fields.optional("marks")?,
            theme: fields.optional("theme")?,
            appearance: fields.optional("appearance")?,
            sides: fields.optional("sides")?,
        })
    }

    /// Returns the drawing.
    ///
    /// # Errors
    ///
    /// An invalid board, or a score that it does not have.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_wasm::GraphRequest;
    ///
    /// let request = GraphRequest { scores: vec![Some(1), Some(-4)], marks: vec![2], ..GraphRequest::default() };
    /// assert_eq!(request.draw()?.description, "From move 1 X wins, from move 2 O wins. Marked: move 2.");
    /// # Ok::<(), marlin_wasm::Error>(())
    /// ```
    pub fn draw(&self) -> Result<DrawingRecord, Error> {
        let size = self.board.as_deref().map(str::parse::<BoardSize>).transpose();
        let size = size.map_err(GivenError::Board)?.unwrap_or_default();
        let graph = Graph::new(size, scores(size, &self.scores)?)
            .with_marks(self.marks.clone())
            .with_theme(self.theme.into())
            .with_appearance(self.appearance.into())
            .with_sides(self.sides.into());
        Ok(DrawingRecord { svg: graph.to_string(), description: graph.description() })
    }
}

impl Field for ThemeName {
    const EXPECTED: &'static str = "`classic`, `quiet` or `high-contrast`";

    fn read(value: &Value) -> Option<Self> {
        match value.as_str()? {
            "classic" => Some(Self::Classic),
            "quiet" => Some(Self::Quiet),
            "high-contrast" => Some(Self::HighContrast),
            _ => None,
        }
    }
}

impl Field for Colours {
    const EXPECTED: &'static str = "`auto`, `light` or `dark`";

    fn read(value: &Value) -> Option<Self> {
        match value.as_str()? {
            "auto" => Some(Self::Auto),
            "light" => Some(Self::Light),
            "dark" => Some(Self::Dark),
            _ => None,
        }
    }
}

impl Field for PlayerNames {
    const EXPECTED: &'static str = "`xo` or `red_yellow`";

    fn read(value: &Value) -> Option<Self> {
        match value.as_str()? {
            "xo" => Some(Self::Xo),
            "red_yellow" => Some(Self::RedYellow),
            _ => None,
        }
    }
}

/// Returns a column of a board by its number.
fn column(size: BoardSize, found: usize) -> Result<Column, Error> {
    let column = Column::from_number(found).filter(|&column| size.has_column(column));
    column.ok_or(Error::Column { found, width: size.width() })
}

fn scores(size: BoardSize, found: &[Option<i32>]) -> Result<Vec<Option<Score>>, Error> {
    let score =
        |found: i32| Score::on(size, found).ok_or_else(|| Error::Score { found, board: size.to_string() });
    found.iter().map(|found| found.map(score).transpose()).collect()
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Classic => Self::Classic,
            ThemeName::Quiet => Self::Quiet,
            ThemeName::HighContrast => Self::HighContrast,
        }
    }
}

impl From<Colours> for Appearance {
    fn from(colours: Colours) -> Self {
        match colours {
            Colours::Auto => Self::Auto,
            Colours::Light => Self::Light,
            Colours::Dark => Self::Dark,
        }
    }
}

impl From<PlayerNames> for Sides {
    fn from(names: PlayerNames) -> Self {
        match names {
            PlayerNames::Xo => Self::XO,
            PlayerNames::RedYellow => Self::RedYellow,
        }
    }
}
