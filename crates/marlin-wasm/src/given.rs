//! [`Given`]: the position of a request, and [`GivenError`].

use marlin_core::{
    Game, ParseError, ParseErrorKind,
    notation::{Base, Reader},
};

use crate::fields::{FieldError, Fields};

/// The position of a request as text, in any notation.
///
/// # Notations
///
/// Those of [`marlin_core::notation`].
#[derive(Debug, Clone, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Given {
    /// The text: moves such as `4433`, or a board in any notation; empty for the empty board.
    #[cfg_attr(test, schemars(default))]
    pub position: String,
    /// The size of the board, as in `8x7`; without it that of a drawn board, and otherwise 7x6.
    pub board: Option<String>,
    /// The number of the leftmost column in moves, 0 or 1; without it 1. Answers count columns from 1.
    #[cfg_attr(test, schemars(extend("enum" = [0, 1])))]
    pub base: Option<usize>,
}

/// The error of the position of a request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GivenError {
    /// An invalid size of a board.
    #[error(transparent)]
    Board(ParseError),
    /// An invalid number of the leftmost column.
    #[error(transparent)]
    Base(ParseError),
    /// An invalid position.
    #[error("{}", in_words(.0))]
    Position(#[from] ParseError),
}

/// Returns the reason with the field that helps.
fn in_words(error: &ParseError) -> String {
    match error.kind() {
        ParseErrorKind::ColumnZero => format!("{error}; base: 0 reads columns from 0"),
        _ => error.to_string(),
    }
}

impl Given {
    /// Returns the game: with its moves if the text has them, and from the position on if it shows a board.
    ///
    /// # Errors
    ///
    /// Each [`GivenError`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_wasm::Given;
    ///
    /// let drawn = Given { position: "..../..../..O./.XX.".into(), ..Given::default() };
    /// assert_eq!(drawn.game()?.size().to_string(), "4x4");
    /// let zero = Given { position: "3322".into(), base: Some(0), ..Given::default() };
    /// assert_eq!(zero.game()?.to_string(), "4433");
    /// # Ok::<(), marlin_wasm::GivenError>(())
    /// ```
    pub fn game(&self) -> Result<Game, GivenError> {
        Ok(self.reader()?.read(&self.position)?.game)
    }

    /// Returns the position of a request.
    pub(crate) fn read(fields: &Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            position: fields.optional("position")?,
            board: fields.optional("board")?,
            base: fields.optional("base")?,
        })
    }

    /// Returns the reader of the position.
    pub(crate) fn reader(&self) -> Result<Reader, GivenError> {
        let board = self.board.as_deref().map(str::parse).transpose().map_err(GivenError::Board)?;
        let base = self.base.map(|base| base.to_string().parse::<Base>()).transpose();
        let base = base.map_err(GivenError::Base)?.unwrap_or_default();
        Ok(Reader::new().board(board).base(base))
    }
}
