//! Lists of cells or columns, and objects with them, such as the observations of Kaggle's `ConnectX`.

use super::reader::{Notation, Reader, Reading};
use super::{NotationError, ParsePositionError, from_cells, json};
use crate::board_size::BoardSize;
use crate::column::Column;
use crate::geometry::Masks;
use crate::player::Player;
use crate::position::Position;
use crate::raw_position::RawPosition;
use crate::{Bounds, Game, Score};

/// The greatest number of characters of a word that an error repeats.
const SHOWN: usize = 20;

impl Position {
    /// Reads an observation of Kaggle's `ConnectX`: `cells` lists the cells row by row from the top left, 0 for empty
    /// and 1 and 2 for the players, of whom 1 moves first; `mark`, if there is one, is the side to move.
    ///
    /// It is [`Position::from_cells`] and a check of the mark; [`Position::to_cells`] writes the list.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::Mark`] and those of [`Position::from_cells`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, ParsePositionError, Position};
    ///
    /// // . . . .
    /// // 2 . . .
    /// // 1 . 1 .
    /// let size: BoardSize = "4x3".parse()?;
    /// let cells = [0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 1, 0];
    /// assert_eq!(Position::from_kaggle(size, &cells, Some(2)), Position::parse(size, "113"));
    /// assert_eq!(
    ///     Position::from_kaggle(size, &cells, Some(1)),
    ///     Err(ParsePositionError::Mark { found: 1, expected: 2 }),
    /// );
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    ///
    /// # References
    ///
    /// <https://www.kaggle.com/c/connectx>
    pub fn from_kaggle(size: BoardSize, cells: &[u8], mark: Option<u8>) -> Result<Self, ParsePositionError> {
        from_kaggle(size.masks(), cells, mark).map(|raw| Self::from_raw(size, raw))
    }
}

/// Reads an observation of Kaggle's `ConnectX`: see [`Position::from_kaggle`].
pub(crate) fn from_kaggle(
    masks: &Masks,
    board: &[u8],
    mark: Option<u8>,
) -> Result<RawPosition, ParsePositionError> {
    let position = from_cells(masks, board)?;
    let expected = match position.side_to_move() {
        Player::X => 1,
        Player::O => 2,
    };
    match mark {
        Some(found) if found != expected => Err(ParsePositionError::Mark { found, expected }),
        _ => Ok(position),
    }
}

impl Reader {
    /// Reads an object of JSON.
    pub(super) fn read_json(self, text: &str) -> Result<Reading<'_>, NotationError> {
        if text.trim_start().strip_prefix('{').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '+') && !rest.contains(':')
        }) {
            return Err(NotationError::Pgn { index: 0 });
        }
        let error = |index, reason| NotationError::Kaggle { index, cells: self.size().cells(), reason };
        let end = || text.chars().count();
        let stated = json::stated(text).map_err(|json::JsonError { index, reason }| error(index, reason))?;
        let size = stated.size(self.size()).map_err(|reason| error(end(), reason))?;
        let reader = match size {
            Some(found) if self.board.is_some_and(|board| board != found) => {
                return Err(NotationError::DrawnSize { found, expected: self.size() });
            }
            Some(size) => self.board(Some(size)),
            None => self,
        };
        let (game, inner) = match (&stated.cells, &stated.position) {
            (Some(cells), _) => {
                if let Some(shown) = stated.shown() {
                    reader.check_size(shown.map_err(|reason| error(end(), reason))?)?;
                }
                (Game::from_position(Position::from_kaggle(reader.size(), cells, stated.mark)?), None)
            }
            (None, Some(position)) if position.trim_start().starts_with('{') => {
                return Err(error(end(), "an object in `position`"));
            }
            (None, position) => {
                let position = position.as_deref().unwrap_or_default();
                let Reading { game, stated: inner, .. } = reader.notation(None).read(position)?;
                // A mark is checked as beside cells.
                Position::from_kaggle(game.size(), &game.position().to_cells(), stated.mark)?;
                (game, inner)
            }
        };
        if stated.to_move.is_some_and(|side| side != game.position().side_to_move()) {
            return Err(error(end(), "`to_move` is not the side to move by the stones"));
        }
        // A score beside cells is another program's, of which neither the side nor the scale is known.
        let stated = stated
            .score
            .filter(|_| stated.position.is_some())
            .and_then(|score| Score::on(game.size(), score))
            .map(Bounds::exact)
            .or(inner);
        Ok(Reading { text, notation: Notation::Kaggle, game, stated })
    }

    /// Reads a list of columns or of cells.
    pub(super) fn read_list(self, text: &str) -> Result<Reading<'_>, NotationError> {
        let size = self.size();
        let unclear = |index, reason| ParsePositionError::Drawing { index, reason };
        let inside = text.trim().trim_start_matches('[');
        if inside.starts_with(|found: char| found.is_ascii_alphabetic()) {
            return Err(NotationError::Pgn { index: 0 });
        }
        let inside =
            inside.strip_suffix(']').ok_or_else(|| unclear(text.chars().count(), "the list has no end"))?;
        let words = inside.split(|found: char| found.is_whitespace() || found == ',');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let cells: Vec<u8> =
            words.iter().map_while(|word| word.parse().ok()).filter(|&cell| cell <= 2).collect();
        let moves = self.listed_moves(&words);
        if cells.len() < words.len() || cells.len() != size.cells() as usize {
            return Ok(Reading { text, notation: Notation::Moves, game: moves?, stated: None });
        }
        // On a board of two or three columns these may be moves as well.
        if moves.is_ok() {
            return Err(unclear(
                0,
                "a list of columns or of cells: write the moves in one word, or the cells row by row",
            )
            .into());
        }
        let game = Game::from_position(Position::from_cells(size, &cells)?);
        Ok(Reading { text, notation: Notation::Kaggle, game, stated: None })
    }

    /// Returns the game of a list of columns.
    fn listed_moves(self, words: &[&str]) -> Result<Game, NotationError> {
        let (size, least) = (self.size(), self.base.number());
        let mut game = Game::on(size);
        for (index, word) in words.iter().enumerate() {
            let column = word.parse::<usize>().ok().and_then(|number| number.checked_sub(least));
            let column = column.and_then(Column::new).filter(|&column| size.has_column(column));
            let column = column.ok_or_else(|| NotationError::ListedColumn {
                number: index + 1,
                found: word.chars().take(SHOWN).collect(),
                least,
                greatest: least + size.width() - 1,
            })?;
            game.play(column).map_err(|source| ParsePositionError::IllegalMove {
                index,
                found: column.to_char(),
                source,
                number: index + 1,
            })?;
        }
        Ok(game)
    }
}
