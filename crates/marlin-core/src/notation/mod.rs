//! Every text or array form of a position or a game, and the one error of reading them.
//!
//! | form | read | written |
//! |---|---|---|
//! | moves as digits, `4433` | [`Game::from_str`], [`Position::from_str`] | `Game`'s `Display` |
//! | column indices one by one | [`Game::from_columns`], [`Position::from_columns`] | [`Game::moves`] |
//! | a drawn board | [`Position::from_drawing`] | `Position`'s `Display` |
//! | two bitboards | [`Position::from_bitboards`] | [`Position::stones`] |
//! | cells row by row from the top | [`Position::from_cells`] | [`Position::to_cells`] |

use std::str::FromStr;

use crate::bitboard;
use crate::column::Column;
use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::{PlayError, Player, Position};

/// Why a text or an array is not a position that can arise in a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// A character that means nothing here.
    #[error("invalid character {found:?} at index {index} ({expected})")]
    InvalidCharacter {
        /// Where it stands, in characters from 0.
        index: usize,
        /// The character.
        found: char,
        /// What may stand there.
        expected: String,
    },
    /// A second group of moves: one of the groups may well be something else, such as a score.
    #[error(
        "a second word at index {index} (moves stand in one word, as in 4433, or each by itself, as in 4 4 3 3)"
    )]
    SecondWord {
        /// Where the moves stop being in one word, or each by itself, in characters from 0.
        index: usize,
    },
    /// A column that the board doesn't have.
    #[error("invalid column {found} at index {index} (columns are 0 to {})", .width - 1)]
    InvalidColumn {
        /// Which of the columns it is, from 0.
        index: usize,
        /// The column given.
        found: usize,
        /// The number of columns.
        width: usize,
    },
    /// A move that the rules don't allow.
    #[error("illegal move {found} at index {index}: {source}")]
    IllegalMove {
        /// Where it stands: in characters from 0, or in columns from 0 where they are given one by one.
        index: usize,
        /// The column as text has it, counted from 1.
        found: char,
        /// The rule.
        source: PlayError,
    },
    /// A number that stands for no state of a cell.
    #[error("invalid cell {found} at index {index} (a cell is 0 for empty, 1 for X or 2 for O)")]
    InvalidCell {
        /// Which of the cells it is, from 0 at the top left, row by row.
        index: usize,
        /// The number given.
        found: u8,
    },
    /// More or fewer cells than the board has.
    #[error("{found} cells, where the board has {expected}")]
    WrongSize {
        /// Cells given.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// A bit that is no cell of the board.
    #[error("a stone outside the board, at bit {index}")]
    OutsideBoard {
        /// The bit, from 0.
        index: u32,
    },
    /// Both players on one cell.
    #[error("stones of both players in column {column}, row {row}")]
    Overlap {
        /// The column, counted from 1.
        column: usize,
        /// The row, counted from 1 at the bottom.
        row: usize,
    },
    /// A stone with an empty cell below it.
    #[error("the stone in column {column}, row {row} has nothing below it")]
    FloatingStone {
        /// The column, counted from 1.
        column: usize,
        /// The row, counted from 1 at the bottom.
        row: usize,
    },
    /// Numbers of stones that alternating moves don't give.
    #[error("{first} stones of X and {second} of O (X moves first: as many, or one more)")]
    StoneCounts {
        /// Stones of X.
        first: u32,
        /// Stones of O.
        second: u32,
    },
    /// Four in a row for both.
    #[error("both players have four in a row")]
    BothWon,
    /// Four in a row for a player who didn't make the last move.
    #[error("{winner} has four in a row, but the other player moved last")]
    WinnerToMove {
        /// Who has four in a row.
        winner: Player,
    },
    /// Fours that no single last stone can have completed.
    #[error("{winner} has won twice over: no single last move completes all the fours")]
    WonTwice {
        /// Who has them.
        winner: Player,
    },
}

/// Reads moves as text: `1` is the leftmost column. They stand in one word, or each by itself with white space or commas
/// between them; white space around them is skipped.
///
/// Several words of several moves aren't read: in `4433 12` the second word may be the score of a position set.
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
impl<const W: usize, const H: usize> FromStr for Game<W, H> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut game = Self::default();
        let (mut words, mut is_in_word, mut has_long_word) = (0, false, false);
        for (index, found) in text.chars().enumerate() {
            if found.is_whitespace() || found == ',' {
                is_in_word = false;
                continue;
            }
            let column = Column::from_char(found).ok_or_else(|| {
                let last = Column::<W>::all().next_back().map_or('?', Column::to_char);
                let expected = format!("moves are columns, 1 to {last}");
                ParsePositionError::InvalidCharacter { index, found, expected }
            })?;
            words += u32::from(!is_in_word);
            has_long_word |= is_in_word;
            is_in_word = true;
            if words > 1 && has_long_word {
                return Err(ParsePositionError::SecondWord { index });
            }
            game.play(column).map_err(|source| ParsePositionError::IllegalMove { index, found, source })?;
        }
        Ok(game)
    }
}

impl<const W: usize, const H: usize> Game<W, H> {
    /// Returns the game of these moves from the empty board, columns counted from 0.
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
        let mut game = Self::default();
        for (index, found) in columns.into_iter().enumerate() {
            let column =
                Column::new(found).ok_or(ParsePositionError::InvalidColumn { index, found, width: W })?;
            let found = column.to_char();
            game.play(column).map_err(|source| ParsePositionError::IllegalMove { index, found, source })?;
        }
        Ok(game)
    }
}

/// Reads the position after these moves: see `Game::from_str`.
impl<const W: usize, const H: usize> FromStr for Position<W, H> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(|game: Game<W, H>| *game.position())
    }
}

impl<const W: usize, const H: usize> Position<W, H> {
    /// Returns the position after these moves from the empty board, columns counted from 0.
    ///
    /// # Errors
    ///
    /// Those of [`Game::from_columns`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position = Position::from_columns([3, 3, 2, 2])?;
    /// assert_eq!(position, "4433".parse()?);
    /// let wide = Position::<9, 5>::from_columns([8])?;
    /// assert_eq!(wide, "9".parse()?);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn from_columns(columns: impl IntoIterator<Item = usize>) -> Result<Self, ParsePositionError> {
        Game::from_columns(columns).map(|game| *game.position())
    }

    /// Reads a drawn board, the top row first: `X` and `O` in either case and `.` for an empty cell.
    ///
    /// White space and `|` are skipped, and so are lines that hold only a frame (`+---+`) or column numbers.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::InvalidCharacter`], [`ParsePositionError::WrongSize`] and those of
    /// [`Position::from_bitboards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position = Position::<4, 4>::from_drawing(
    ///     "| . . . . |
    ///      | . . . . |
    ///      | . O . . |
    ///      | . X X . |
    ///      +---------+
    ///        1 2 3 4",
    /// )?;
    /// assert_eq!(position, "223".parse()?);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn from_drawing(text: &str) -> Result<Self, ParsePositionError> {
        let mut cells = Vec::with_capacity(W * H);
        let mut line_start = 0;
        for line in text.split_inclusive('\n') {
            if !is_frame(line) {
                for (offset, found) in line.chars().enumerate() {
                    match found {
                        '.' => cells.push(0),
                        'X' | 'x' => cells.push(1),
                        'O' | 'o' => cells.push(2),
                        '|' => {}
                        _ if found.is_whitespace() => {}
                        _ => {
                            let expected = "cells are X, O and .".to_owned();
                            let index = line_start + offset;
                            return Err(ParsePositionError::InvalidCharacter { index, found, expected });
                        }
                    }
                }
            }
            line_start += line.chars().count();
        }
        Self::from_cells(&cells)
    }

    /// Reads the cells row by row from the top left: 0 for empty, 1 for X, 2 for O.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::WrongSize`], [`ParsePositionError::InvalidCell`] and those of
    /// [`Position::from_bitboards`].
    pub fn from_cells(cells: &[u8]) -> Result<Self, ParsePositionError> {
        if cells.len() != W * H {
            return Err(ParsePositionError::WrongSize { found: cells.len(), expected: W * H });
        }
        let mut stones = [0; 3];
        for (index, &found) in cells.iter().enumerate() {
            let cell = Self::cell_in_reading_order(index);
            *stones.get_mut(usize::from(found)).ok_or(ParsePositionError::InvalidCell { index, found })? |=
                cell;
        }
        Self::from_bitboards(stones[1], stones[2])
    }

    /// Returns the cells row by row from the top left: 0 for empty, 1 for X, 2 for O.
    pub fn to_cells(&self) -> Vec<u8> {
        let (first, second) = (self.stones(Player::X), self.stones(Player::O));
        (0..W * H)
            .map(Self::cell_in_reading_order)
            .map(|cell| u8::from(first & cell != 0) + 2 * u8::from(second & cell != 0))
            .collect()
    }

    fn cell_in_reading_order(index: usize) -> u64 {
        Geometry::<W, H>::bottom_mask(index % W) << (H - 1 - index / W)
    }

    /// Returns the position with these stones of X and of O, in the layout of [`Geometry`].
    ///
    /// What is checked makes a position sound to play on from and to solve: every stone rests on another, X has as
    /// many stones as O or one more, and a four in a row was completed by the last move. Whether some order of moves
    /// leads there (a column `O X` from below has none on an otherwise empty board) isn't checked.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::OutsideBoard`], [`ParsePositionError::Overlap`],
    /// [`ParsePositionError::FloatingStone`], [`ParsePositionError::StoneCounts`], [`ParsePositionError::BothWon`],
    /// [`ParsePositionError::WinnerToMove`] and [`ParsePositionError::WonTwice`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{ParsePositionError, Position};
    ///
    /// let position: Position = Position::from_bitboards(0b01, 0b10)?;
    /// assert_eq!(position, "11".parse()?);
    /// assert_eq!(
    ///     Position::<7, 6>::from_bitboards(0b100, 0b001),
    ///     Err(ParsePositionError::FloatingStone { column: 1, row: 3 }),
    /// );
    /// # Ok::<(), ParsePositionError>(())
    /// ```
    pub fn from_bitboards(first: u64, second: u64) -> Result<Self, ParsePositionError> {
        let mask = first | second;
        let outside = mask & !Geometry::<W, H>::BOARD_MASK;
        if outside != 0 {
            return Err(ParsePositionError::OutsideBoard { index: outside.trailing_zeros() });
        }
        if let Some((column, row)) = Self::lowest_cell(first & second) {
            return Err(ParsePositionError::Overlap { column, row });
        }
        if let Some((column, row)) = Self::lowest_cell(mask & !(mask << 1 | Geometry::<W, H>::BOTTOM_MASK)) {
            return Err(ParsePositionError::FloatingStone { column, row });
        }
        let counts = (first.count_ones(), second.count_ones());
        if counts.0 != counts.1 && counts.0 != counts.1 + 1 {
            return Err(ParsePositionError::StoneCounts { first: counts.0, second: counts.1 });
        }
        let position = Self::from_stones(if counts.0 == counts.1 { first } else { second }, mask);
        position.check_winner()?;
        Ok(position)
    }

    /// Returns the lowest cell of a set as column and row, both counted from 1.
    fn lowest_cell(cells: u64) -> Option<(usize, usize)> {
        (cells != 0).then(|| (Geometry::<W, H>::column_of(cells) + 1, Geometry::<W, H>::row_of(cells) + 1))
    }

    /// Checks that a four in a row, if there is one, was completed by the last move.
    fn check_winner(&self) -> Result<(), ParsePositionError> {
        let last_mover = self.side_to_move().opponent();
        match (bitboard::has_four::<H>(self.opponent()), bitboard::has_four::<H>(self.current())) {
            (true, true) => Err(ParsePositionError::BothWon),
            (false, true) => Err(ParsePositionError::WinnerToMove { winner: self.side_to_move() }),
            (true, false) if !self.one_stone_completed_all_fours() => {
                Err(ParsePositionError::WonTwice { winner: last_mover })
            }
            _ => Ok(()),
        }
    }

    /// Returns whether the side that moved last has a topmost stone without which it has no four.
    fn one_stone_completed_all_fours(&self) -> bool {
        Column::<W>::all().any(|column| {
            let column_stones = self.mask() & Geometry::<W, H>::column_mask(column.index());
            let topmost = column_stones & !(column_stones >> 1);
            !bitboard::has_four::<H>(self.opponent() & !topmost)
        })
    }
}

/// Returns whether a line of a drawing holds no cells: a frame, column numbers, or nothing.
fn is_frame(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || c.is_ascii_digit() || "+-=|".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing_error(text: &str) -> ParsePositionError {
        Position::<7, 6>::from_drawing(text).unwrap_err()
    }

    #[test]
    fn a_move_after_the_end_is_named_with_its_index() {
        assert_eq!(
            "12121213".parse::<Game>(),
            Err(ParsePositionError::IllegalMove {
                index: 7,
                found: '3',
                source: PlayError::GameOver { winner: Some(Player::X) }
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
            Game::<7, 6>::from_columns([0, 7]),
            Err(ParsePositionError::InvalidColumn { index: 1, found: 7, width: 7 })
        );
    }

    #[test]
    fn boards_wider_than_nine_count_on_in_letters() {
        let game: Game<12, 4> = "9abc".parse().unwrap();
        assert_eq!(game.moves().iter().map(|c| c.index()).collect::<Vec<_>>(), [8, 9, 10, 11]);
        assert_eq!(game.to_string(), "9abc");
    }

    #[test]
    fn a_drawing_with_foreign_characters_is_refused_with_their_index() {
        let text = ". . . . . . .\n. . . ? . . .\n";
        assert!(matches!(
            drawing_error(text),
            ParsePositionError::InvalidCharacter { index: 20, found: '?', .. }
        ));
    }

    #[test]
    fn a_drawing_of_the_wrong_size_is_refused() {
        assert_eq!(drawing_error("X"), ParsePositionError::WrongSize { found: 1, expected: 42 });
    }

    #[test]
    fn stones_that_no_game_leaves_are_refused() {
        let board = |first, second| Position::<7, 6>::from_bitboards(first, second).unwrap_err();
        assert_eq!(board(1 << 6, 0), ParsePositionError::OutsideBoard { index: 6 });
        assert_eq!(board(1 << 63, 0), ParsePositionError::OutsideBoard { index: 63 });
        assert_eq!(board(1, 1), ParsePositionError::Overlap { column: 1, row: 1 });
        assert_eq!(board(0b11, 0), ParsePositionError::StoneCounts { first: 2, second: 0 });
        assert_eq!(board(0, 1), ParsePositionError::StoneCounts { first: 0, second: 1 });
        assert_eq!(board(0b1111, 0b1111 << 7), ParsePositionError::BothWon);
        assert_eq!(board(0b1111, 1 << 11), ParsePositionError::FloatingStone { column: 2, row: 5 });
        assert_eq!(
            board(0b1111, 0b0111 << 7 | 1 << 14),
            ParsePositionError::WinnerToMove { winner: Player::X }
        );
        let two_columns = 0b1111 | 0b1111 << 14;
        assert_eq!(
            board(two_columns, 0b111 << 7 | 0b111 << 21 | 1 << 28),
            ParsePositionError::WonTwice { winner: Player::X }
        );
    }

    #[test]
    fn two_fours_completed_by_one_stone_are_accepted() {
        // X has 1 2 3 and 5 6 7 of the bottom row and plays 4: four lines of four at once.
        let position: Position = "1122335566774".parse().unwrap();
        let again = Position::from_bitboards(position.stones(Player::X), position.stones(Player::O));
        assert_eq!(again, Ok(position));
    }
}
