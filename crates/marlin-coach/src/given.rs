//! [`Given`]: a position as it was given, in any notation.
//!
//! | notation | recognised by |
//! |---|---|
//! | moves, `4433` or `4 4 3 3` | what is nothing else |
//! | drops, `P@d1 P@d2` | `P@` at the beginning |
//! | a drawn board, on many lines | a `.`, `|`, `X` or `O` |
//! | a board on one line, `....... / ..XO...` | `/` between rows |
//! | FEN, `7/7/7/7/7/3P3 b` | `/` between rows, and digits or the letter P |
//! | Kaggle's observation, `{"board": [0, 1, ...]}` | `{` at the beginning |
//! | a row of connect-4.data, `b,x,o,...` | letters with commas |

use marlin_core::any::{Game, Position};
use marlin_core::{BoardSize, BoardSizeError, DropError, ParsePositionError};
use marlin_core::{Cell, Column, DropMove};
use serde::Deserialize;

/// A position as text, in any notation of the engine.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Given {
    /// The text: most often the moves.
    #[serde(default)]
    pub position: String,
    /// The size of the board, as in `8x7`. Without it a drawn board tells its own, and anything else is on 7x6.
    #[serde(default)]
    pub board: Option<String>,
}

/// Why a text isn't a position.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GivenError {
    /// It isn't a size of a board.
    #[error(transparent)]
    Board(#[from] BoardSizeError),
    /// It isn't a position of a game.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A position in Kaggle's form that can't be read.
    #[error("not an observation of Kaggle's: {0} (it is {{\"board\": [0, 1, 2 ...], \"mark\": 1}})")]
    Kaggle(serde_json::Error),
    /// A drop that the rules don't allow, or that isn't one.
    #[error("drop {index}: {source}")]
    Drop {
        /// Which of the drops it is, from 0.
        index: usize,
        /// The reason.
        source: DropError,
    },
}

impl GivenError {
    /// Returns where the text goes wrong, in characters from 0, if it is at one of them.
    pub const fn index(&self) -> Option<usize> {
        match *self {
            Self::Position(
                ParsePositionError::InvalidCharacter { index, .. }
                | ParsePositionError::SecondWord { index }
                | ParsePositionError::IllegalMove { index, .. },
            ) => Some(index),
            _ => None,
        }
    }

    /// Returns the cell that can't be as it is, if it is one.
    pub fn cell(&self) -> Option<Cell> {
        match *self {
            Self::Position(
                ParsePositionError::FloatingStone { column, row }
                | ParsePositionError::Overlap { column, row },
            ) => Cell::new(Column::from_number(column)?, row.checked_sub(1)?),
            _ => None,
        }
    }

    /// Returns whether the text was understood, and breaks a rule of the game.
    pub const fn breaks_a_rule(&self) -> bool {
        matches!(
            self,
            Self::Drop { source: DropError::Illegal(_), .. }
                | Self::Position(
                    ParsePositionError::FloatingStone { .. }
                        | ParsePositionError::StoneCounts { .. }
                        | ParsePositionError::BothWon
                        | ParsePositionError::WinnerToMove { .. }
                        | ParsePositionError::WonTwice { .. }
                        | ParsePositionError::IllegalMove { .. }
                )
        )
    }
}

/// A notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Notation {
    Moves,
    Drops,
    Drawing,
    Rows,
    Fen,
    Kaggle,
    Connect4Data,
}

/// Kaggle's observation: the fields that matter.
#[derive(Deserialize)]
struct Kaggle {
    board: Vec<u8>,
    mark: Option<u8>,
}

impl Given {
    /// Returns the game: with its moves if the text has them, and from the position on if it shows a board.
    ///
    /// # Errors
    ///
    /// The text isn't a position, or is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::given::Given;
    ///
    /// let drawn = Given { position: "..../..../..O./.XX.".into(), board: None };
    /// assert_eq!(drawn.game()?.size().to_string(), "4x4");
    /// # Ok::<(), marlin_coach::given::GivenError>(())
    /// ```
    pub fn game(&self) -> Result<Game, GivenError> {
        self.game_on(BoardSize::STANDARD)
    }

    /// Returns the game, which is on a usual board where neither the size is given nor the text shows it.
    ///
    /// # Errors
    ///
    /// As for [`Self::game`].
    pub fn game_on(&self, usual: BoardSize) -> Result<Game, GivenError> {
        let text = self.position.as_str();
        let asked = self.size()?;
        let size = asked.unwrap_or(usual);
        let position = match recognise(text) {
            Notation::Moves => return Ok(Game::parse(size, text)?),
            Notation::Drops => return read_drops(size, text),
            Notation::Drawing => Position::from_drawing(text)?,
            Notation::Rows => Position::from_rows(text)?,
            Notation::Fen => Position::from_fen(text)?,
            Notation::Kaggle => read_kaggle(size, text)?,
            Notation::Connect4Data => Position::from_connect4_data(size, text)?,
        };
        Ok(Game::from_position(position))
    }

    fn size(&self) -> Result<Option<BoardSize>, GivenError> {
        Ok(self.board.as_deref().map(str::parse).transpose()?)
    }
}

/// Returns the notation that a text looks like.
fn recognise(text: &str) -> Notation {
    let text = text.trim_start();
    let has = |chars: &[char]| text.contains(chars);
    if text.starts_with('{') {
        Notation::Kaggle
    } else if text.starts_with("P@") || text.starts_with("p@") {
        Notation::Drops
    } else if has(&['/']) {
        let is_fen = text.contains(|found: char| found.is_ascii_digit() || found.eq_ignore_ascii_case(&'p'));
        if is_fen { Notation::Fen } else { Notation::Rows }
    } else if has(&['.', '|', 'X', 'O']) {
        Notation::Drawing
    } else if has(&[',']) && text.starts_with(|found: char| found.is_ascii_alphabetic()) {
        Notation::Connect4Data
    } else {
        Notation::Moves
    }
}

fn read_kaggle(size: BoardSize, text: &str) -> Result<Position, GivenError> {
    let Kaggle { board, mark } = serde_json::from_str(text).map_err(GivenError::Kaggle)?;
    Ok(Position::from_kaggle(size, &board, mark)?)
}

fn read_drops(size: BoardSize, text: &str) -> Result<Game, GivenError> {
    let mut game = Game::on(size);
    for (index, word) in text.split_whitespace().enumerate() {
        let played = DropMove::parse(size, word).and_then(|drop| drop.play_in(&mut game));
        played.map_err(|source| GivenError::Drop { index, source })?;
    }
    Ok(game)
}
