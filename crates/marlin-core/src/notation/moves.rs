//! Moves: the digits of their columns in a text, or column indices one by one.

use std::str::FromStr;

use super::{Base, ParsePositionError};
use crate::board_size::BoardSize;
use crate::column::Column;
use crate::game::Game;
use crate::geometry::Masks;
use crate::position::Position;
use crate::raw_position::RawPosition;

/// Reads moves as text: `1` is the leftmost column. They form one word, or each is a word by itself with white space or
/// commas between them; white space around them is skipped.
///
/// Several words of several moves are not read: in `4433 12` the second word may be the score of a position set.
///
/// # Errors
///
/// [`ParsePositionError::InvalidCharacter`], [`ParsePositionError::SecondWord`] and
/// [`ParsePositionError::IllegalMove`].
impl FromStr for Game {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(BoardSize::STANDARD, text)
    }
}

impl Game {
    /// Reads a game on a board, as `Game::from_str` does.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::InvalidCharacter`], [`ParsePositionError::SecondWord`] and
    /// [`ParsePositionError::IllegalMove`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Game};
    ///
    /// let game = Game::parse("9x5".parse::<BoardSize>()?, "995")?;
    /// assert_eq!((game.moves().len(), game.to_string()), (3, "995".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParsePositionError> {
        Self::parse_from(size, Base::One, text)
    }

    /// Reads a game on a board whose columns count from a base.
    pub(crate) fn parse_from(size: BoardSize, base: Base, text: &str) -> Result<Self, ParsePositionError> {
        let (position, moves) = read_moves(size.masks(), base, text)?;
        Ok(Self::played(Position::from_raw(size, position), moves))
    }

    /// Returns the game of these moves from the empty position of a board, columns counted from 0.
    ///
    /// # Errors
    ///
    /// Those of [`Game::from_columns`].
    pub fn from_columns(
        size: BoardSize,
        columns: impl IntoIterator<Item = usize>,
    ) -> Result<Self, ParsePositionError> {
        let (position, moves) = read_columns(size.masks(), columns)?;
        Ok(Self::played(Position::from_raw(size, position), moves))
    }
}

/// Reads the position after these moves: see `Game::from_str`.
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(BoardSize::STANDARD, text)
    }
}

impl Position {
    /// Reads the position after some moves on a board: see [`Game::parse`].
    ///
    /// # Errors
    ///
    /// Those of [`Game::parse`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position};
    ///
    /// let position = Position::parse("9x5".parse::<BoardSize>()?, "995")?;
    /// assert_eq!(position.nb_moves(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParsePositionError> {
        Game::parse(size, text).map(|game| *game.position())
    }

    /// Returns the position after some moves on a board: see [`Game::from_columns`].
    ///
    /// # Errors
    ///
    /// Those of [`Game::from_columns`].
    pub fn from_columns(
        size: BoardSize,
        columns: impl IntoIterator<Item = usize>,
    ) -> Result<Self, ParsePositionError> {
        Game::from_columns(size, columns).map(|game| *game.position())
    }
}

/// A position and the moves that led to it from the empty board.
pub(crate) type Played = (RawPosition, Vec<Column>);

/// Reads moves as text: see `Game::from_str`.
fn read_moves(masks: &Masks, base: Base, text: &str) -> Result<Played, ParsePositionError> {
    let (mut position, mut moves) = (RawPosition::EMPTY, Vec::new());
    let (mut words, mut is_in_word, mut has_long_word) = (0, false, false);
    for (index, found) in text.chars().enumerate() {
        if found.is_whitespace() || found == ',' {
            is_in_word = false;
            continue;
        }
        let column = base.column(found).filter(|column| masks.has_column(column.index()));
        let column = column.ok_or_else(|| invalid_move(masks, base, index, found))?;
        words += u32::from(!is_in_word);
        has_long_word |= is_in_word;
        is_in_word = true;
        if words > 1 && has_long_word {
            return Err(ParsePositionError::SecondWord { index });
        }
        let after = position.play(masks, column.index());
        let number = moves.len() + 1;
        position =
            after.map_err(|source| ParsePositionError::IllegalMove { index, found, source, number })?;
        moves.push(column);
    }
    Ok((position, moves))
}

/// Returns the error of a character that does not name a column.
fn invalid_move(masks: &Masks, base: Base, index: usize, found: char) -> ParsePositionError {
    let first = base.number();
    let last = base.name_of(masks.width as usize - 1);
    let columns = match last {
        '0'..='9' => format!("{first} to {last}"),
        'a' => format!("{first} to 9 and a"),
        _ => format!("{first} to 9 and a to {last}"),
    };
    let expected = format!("moves are columns, {columns}");
    ParsePositionError::InvalidCharacter { index, found, expected }
}

/// Reads columns counted from 0: see [`Game::from_columns`].
pub(crate) fn read_columns(
    masks: &Masks,
    columns: impl IntoIterator<Item = usize>,
) -> Result<Played, ParsePositionError> {
    let (mut position, mut moves) = (RawPosition::EMPTY, Vec::new());
    for (index, found) in columns.into_iter().enumerate() {
        let column = Column::new(found).filter(|column| masks.has_column(column.index()));
        let width = masks.width as usize;
        let column = column.ok_or(ParsePositionError::InvalidColumn { index, found, width })?;
        let after = position.play(masks, column.index());
        let found = column.to_char();
        let number = moves.len() + 1;
        position =
            after.map_err(|source| ParsePositionError::IllegalMove { index, found, source, number })?;
        moves.push(column);
    }
    Ok((position, moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::PlayError;
    use crate::player::Player;

    #[test]
    fn a_move_is_named_by_its_number_with_words_between_too() {
        let error = "4 4 4 4 4 4 4".parse::<Game>().unwrap_err();
        assert_eq!((error.index(), error.to_string().as_str()), (Some(12), "move 7: column 4 is full"));
    }

    #[test]
    fn a_move_after_the_end_is_named_with_its_index() {
        assert_eq!(
            "12121213".parse::<Game>(),
            Err(ParsePositionError::IllegalMove {
                index: 7,
                found: '3',
                source: PlayError::GameOver { winner: Some(Player::X) },
                number: 8,
            })
        );
    }

    #[test]
    fn moves_stand_in_one_word_or_each_by_itself() {
        for text in ["4433", " 4433\n", "4 4 3 3", "4,4, 3 ,3", ",4\t4\r\n3 3 "] {
            assert_eq!(text.parse::<Game>().unwrap().to_string(), "4433", "{text:?}");
        }
        for (text, index) in [("44 33", 3), ("4 433", 3), ("4433 1", 5), ("4 4 33", 5), ("44,3", 3)] {
            assert_eq!(text.parse::<Game>(), Err(ParsePositionError::SecondWord { index }), "{text:?}");
        }
        assert!(matches!("44 x".parse::<Game>(), Err(ParsePositionError::InvalidCharacter { index: 3, .. })));
    }

    #[test]
    fn columns_off_the_board_are_named() {
        for (text, found) in [("0", '0'), ("8", '8'), ("9", '9'), ("a", 'a'), ("é", 'é')] {
            let error = text.parse::<Game>().unwrap_err();
            assert!(
                matches!(error, ParsePositionError::InvalidCharacter { index: 0, found: f, .. } if f == found)
            );
        }
        assert_eq!(
            Game::from_columns(BoardSize::STANDARD, [0, 7]),
            Err(ParsePositionError::InvalidColumn { index: 1, found: 7, width: 7 })
        );
    }

    #[test]
    fn boards_wider_than_nine_count_on_in_letters() {
        let game = Game::parse("12x4".parse().unwrap(), "9abc").unwrap();
        assert_eq!(game.moves().iter().map(|c| c.index()).collect::<Vec<_>>(), [8, 9, 10, 11]);
        assert_eq!(game.to_string(), "9abc");
    }
}
