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

use marlin_core::BoardSize;
use marlin_core::any::{DropMove, Game, Position};
use serde::Deserialize;

use crate::error::Error;

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
    /// use marlin_wasm::Given;
    ///
    /// let drawn = Given { position: "..../..../..O./.XX.".into(), board: None };
    /// assert_eq!(drawn.game()?.size().to_string(), "4x4");
    /// # Ok::<(), marlin_wasm::Error>(())
    /// ```
    pub fn game(&self) -> Result<Game, Error> {
        let text = self.position.as_str();
        let asked = self.size()?;
        let size = asked.unwrap_or_default();
        let position = match recognise(text) {
            Notation::Moves => return Ok(Game::parse(size, text)?),
            Notation::Drops => return read_drops(size, text),
            Notation::Drawing => Position::from_drawing(asked, text)?,
            Notation::Rows => Position::from_rows(asked, text)?,
            Notation::Fen => Position::from_fen(asked, text)?,
            Notation::Kaggle => read_kaggle(size, text)?,
            Notation::Connect4Data => Position::from_connect4_data(size, text)?,
        };
        Ok(Game::from_position(position))
    }

    fn size(&self) -> Result<Option<BoardSize>, Error> {
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

fn read_kaggle(size: BoardSize, text: &str) -> Result<Position, Error> {
    let Kaggle { board, mark } = serde_json::from_str(text).map_err(Error::Kaggle)?;
    Ok(Position::from_kaggle(size, &board, mark)?)
}

fn read_drops(size: BoardSize, text: &str) -> Result<Game, Error> {
    let mut game = Game::empty(size);
    for (index, word) in text.split_whitespace().enumerate() {
        let played = DropMove::parse(size, word).and_then(|drop| drop.play_in(&mut game));
        played.map_err(|source| Error::Drop { index, source })?;
    }
    Ok(game)
}
