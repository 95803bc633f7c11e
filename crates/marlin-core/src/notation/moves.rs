//! Moves: the digits of their columns in a text, or column indices one by one.

use std::str::FromStr;

use super::{Base, ParsePositionError};
use crate::board::Board;
use crate::column::Column;
use crate::game::Game;
use crate::geometry::{Masks, Size};
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
///
/// # Examples
///
/// ```
/// use marlin_core::Game;
///
/// let game: Game = "4433".parse()?;
/// assert_eq!(game, "4, 4 3\n3".parse()?);
///
/// assert!("4433 12".parse::<Game>().is_err());
/// let error = "44x".parse::<Game>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid character 'x' at index 2 (moves are columns, 1 to 7)");
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
impl<const W: usize, const H: usize> FromStr for Game<Size<W, H>> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(Size, text)
    }
}

impl<const W: usize, const H: usize> Game<Size<W, H>> {
    /// Returns the game of these moves from the empty board, with columns counted from 0.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::InvalidColumn`] and [`ParsePositionError::IllegalMove`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Game;
    ///
    /// let game: Game = Game::from_columns([3, 3, 2, 2])?;
    /// assert_eq!(game.to_string(), "4433");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn from_columns(columns: impl IntoIterator<Item = usize>) -> Result<Self, ParsePositionError> {
        Self::from_columns_on(Size, columns)
    }
}

impl<B: Board> Game<B> {
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
    pub fn parse(board: B, text: &str) -> Result<Self, ParsePositionError> {
        Self::parse_from(board, Base::One, text)
    }

    /// Reads a game on a board whose columns count from a base.
    pub(crate) fn parse_from(board: B, base: Base, text: &str) -> Result<Self, ParsePositionError> {
        let (position, moves) = read_moves(&board.masks(), base, text)?;
        Ok(Self::played(Position::from_raw(board, position), moves))
    }

    /// Returns the game of these moves from the empty position of a board, columns counted from 0.
    ///
    /// # Errors
    ///
    /// Those of [`Game::from_columns`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Game};
    ///
    /// assert_eq!(Game::from_columns_on("9x5".parse::<BoardSize>()?, [8, 8, 4])?.to_string(), "995");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_columns_on(
        board: B,
        columns: impl IntoIterator<Item = usize>,
    ) -> Result<Self, ParsePositionError> {
        let (position, moves) = read_columns(&board.masks(), columns)?;
        Ok(Self::played(Position::from_raw(board, position), moves))
    }
}

/// Reads the position after these moves: see `Game::from_str`.
impl<const W: usize, const H: usize> FromStr for Position<Size<W, H>> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(Size, text)
    }
}

impl<const W: usize, const H: usize> Position<Size<W, H>> {
    /// Returns the position after these moves from the empty board, columns counted from 0.
    ///
    /// # Errors
    ///
    /// Those of [`Game::from_columns`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Size};
    ///
    /// let position: Position = Position::from_columns([3, 3, 2, 2])?;
    /// assert_eq!(position, "4433".parse()?);
    /// let wide = Position::<Size<9, 5>>::from_columns([8])?;
    /// assert_eq!(wide, "9".parse()?);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn from_columns(columns: impl IntoIterator<Item = usize>) -> Result<Self, ParsePositionError> {
        Game::from_columns(columns).map(|game| *game.position())
    }
}

impl<B: Board> Position<B> {
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
    pub fn parse(board: B, text: &str) -> Result<Self, ParsePositionError> {
        Game::parse(board, text).map(|game| *game.position())
    }

    /// Returns the position after some moves on a board: see [`Game::from_columns_on`].
    ///
    /// # Errors
    ///
    /// Those of [`Game::from_columns`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position};
    ///
    /// let size: BoardSize = "9x5".parse()?;
    /// assert_eq!(Position::from_columns_on(size, [8, 8, 4])?, Position::parse(size, "995")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_columns_on(
        board: B,
        columns: impl IntoIterator<Item = usize>,
    ) -> Result<Self, ParsePositionError> {
        Game::from_columns_on(board, columns).map(|game| *game.position())
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
    use crate::geometry::Standard;
    use crate::play_error::PlayError;
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
            Game::<Standard>::from_columns([0, 7]),
            Err(ParsePositionError::InvalidColumn { index: 1, found: 7, width: 7 })
        );
    }

    #[test]
    fn boards_wider_than_nine_count_on_in_letters() {
        let game: Game<Size<12, 4>> = "9abc".parse().unwrap();
        assert_eq!(game.moves().iter().map(|c| c.index()).collect::<Vec<_>>(), [8, 9, 10, 11]);
        assert_eq!(game.to_string(), "9abc");
    }
}
