//! A drawn board, as `Position`'s `Display` draws it.

use super::framed::STATES;
use super::{ParsePositionError, from_cells};
use crate::bitboard;
use crate::board::Board;
use crate::board_size::BoardSize;
use crate::geometry::Masks;
use crate::position::Position;
use crate::raw_position::RawPosition;

impl<B: Board> Position<B> {
    /// Reads a drawn board, the top row first: `X` and `O` in either case and `.` for an empty cell.
    ///
    /// White space and `|` are skipped, and so are lines that hold only a frame (`+---+`) or column numbers, and those
    /// that [`Game::to_drawing`](crate::Game::to_drawing) writes below a board.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::InvalidCharacter`], [`ParsePositionError::RowCount`], [`ParsePositionError::RowLength`] and
    /// those of [`Position::from_bitboards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Size};
    ///
    /// let position = Position::<Size<4, 4>>::from_drawing(
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
        read_rows(text, size_of_drawing, from_drawing)
    }

    /// Reads a board that is drawn on one line, its rows from the top with `/` between them.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::RowCount`], [`ParsePositionError::RowLength`] and those of [`Position::from_drawing`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Size};
    ///
    /// // . . . .
    /// // O . . .
    /// // X . X .
    /// let position = Position::<Size<4, 3>>::from_rows("..../O.../X.X.")?;
    /// assert_eq!(position, "113".parse()?);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn from_rows(text: &str) -> Result<Self, ParsePositionError> {
        read_rows(text, size_of_rows, from_rows)
    }

    /// Returns the board on one line, its rows from the top with `/` between them.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Size};
    ///
    /// let position: Position<Size<4, 3>> = "113".parse()?;
    /// assert_eq!(position.to_rows(), "..../O.../X.X.");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn to_rows(&self) -> String {
        bitboard::one_line(self)
    }
}

/// Reads a position from a form that shows the rows of its board. The board is the one of the type or, for a type of
/// boards that are chosen at run time, the one that is shown.
pub(super) fn read_rows<B: Board>(
    text: &str,
    size_of: fn(&str) -> Result<BoardSize, ParsePositionError>,
    read: fn(&Masks, &str) -> Result<RawPosition, ParsePositionError>,
) -> Result<Position<B>, ParsePositionError> {
    let masks = B::KNOWN.map_or_else(|| size_of(text).map(BoardSize::masks), Ok)?;
    let board =
        B::of_size(BoardSize::of_masks(masks)).unwrap_or_else(|| unreachable!("a type has its own board"));
    Ok(Position::from_raw(board, read(masks, text)?))
}

/// Reads a drawn board: see [`Position::from_drawing`].
pub(crate) fn from_drawing(masks: &Masks, text: &str) -> Result<RawPosition, ParsePositionError> {
    let rows = drawn_rows(text)?;
    check_rows(masks, rows.iter().map(Vec::len))?;
    from_cells(masks, &rows.concat())
}

/// Returns the size of a drawn board, whose rows are lines.
pub(crate) fn size_of_drawing(text: &str) -> Result<BoardSize, ParsePositionError> {
    size_of(drawn_rows(text)?.iter().map(Vec::len))
}

/// Reads a board on one line: see [`Position::from_rows`].
pub(crate) fn from_rows(masks: &Masks, text: &str) -> Result<RawPosition, ParsePositionError> {
    check_rows(masks, text.split('/').map(row_length))?;
    from_drawing(masks, &text.replace('/', "\n"))
}

/// Returns the size of a board on one line.
pub(crate) fn size_of_rows(text: &str) -> Result<BoardSize, ParsePositionError> {
    size_of(text.split('/').map(row_length))
}

/// Checks that rows are as many and as long as those of a board.
pub(super) fn check_rows(
    masks: &Masks,
    lengths: impl Iterator<Item = usize> + Clone,
) -> Result<(), ParsePositionError> {
    let (found, expected) = (lengths.clone().count(), masks.height as usize);
    if found != expected {
        return Err(ParsePositionError::RowCount { found, expected });
    }
    check_lengths(masks.width as usize, lengths)
}

/// Returns the size of the board that has rows of these lengths.
pub(super) fn size_of(lengths: impl Iterator<Item = usize> + Clone) -> Result<BoardSize, ParsePositionError> {
    let width = lengths.clone().next().unwrap_or(0);
    check_lengths(width, lengths.clone())?;
    Ok(BoardSize::new(width, lengths.count())?)
}

/// Checks that every row has as many cells as expected.
fn check_lengths(expected: usize, lengths: impl Iterator<Item = usize>) -> Result<(), ParsePositionError> {
    match lengths.zip(1..).find(|&(found, _)| found != expected) {
        Some((found, number)) => Err(ParsePositionError::RowLength { number, found, expected }),
        None => Ok(()),
    }
}

/// Returns the number of cells in a row as text.
fn row_length(row: &str) -> usize {
    row.chars().filter(|c| !c.is_whitespace() && *c != '|').count()
}

/// Returns the cells of each line of a drawing that has any.
fn drawn_rows(text: &str) -> Result<Vec<Vec<u8>>, ParsePositionError> {
    let mut rows = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        if !is_frame(line) {
            rows.push(drawn_row(line, line_start)?);
        }
        line_start += line.chars().count();
    }
    Ok(rows)
}

/// Returns the cells of a line that begins at an index of the text.
fn drawn_row(line: &str, start: usize) -> Result<Vec<u8>, ParsePositionError> {
    let mut cells = Vec::new();
    for (offset, found) in line.chars().enumerate() {
        match found {
            '.' => cells.push(0),
            'X' | 'x' => cells.push(1),
            'O' | 'o' => cells.push(2),
            '|' => {}
            _ if found.is_whitespace() => {}
            _ => {
                let expected = "cells are X, O and .".to_owned();
                return Err(ParsePositionError::InvalidCharacter { index: start + offset, found, expected });
            }
        }
    }
    Ok(cells)
}

/// Returns whether a line of a drawing holds no cells: a frame, column numbers, the state of the game, or nothing.
fn is_frame(line: &str) -> bool {
    let text = line.trim_start();
    line.chars().all(|c| c.is_whitespace() || "+-=|".contains(c))
        || STATES.iter().any(|state| text.starts_with(state))
        || is_column_numbers(line)
}

/// Returns whether a line counts the columns, from 1 or from 0: in words, past the ninth as numbers or in letters, or
/// all in one word.
fn is_column_numbers(line: &str) -> bool {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty()).collect();
    let counts_from = |first: u32| {
        let letters =
            |word: &str, number: u32| word.chars().zip(number..).all(|(c, n)| c.to_digit(36) == Some(n));
        match words[..] {
            [word] => letters(word, first),
            _ => words.iter().zip(first..).all(|(word, number)| {
                **word == *number.to_string() || word.chars().count() == 1 && letters(word, number)
            }),
        }
    };
    counts_from(1) || counts_from(0)
}

/// Returns the rows of a drawn board on one line with `/` between them, without its frame and the lines around it. Rows
/// are kept as they are, also if they are not those of a board.
///
/// # Examples
///
/// ```
/// use marlin_core::notation::join_rows;
///
/// let drawing = "| . O . |\n| X X . |\n+-------+\n  1 2 3\n";
/// assert_eq!(join_rows(drawing), ". O ./X X .");
/// ```
pub fn join_rows(drawing: &str) -> String {
    let rows = drawing.lines().filter(|line| !is_frame(line));
    rows.map(|row| row.trim().trim_matches('|').trim()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Standard;

    fn drawing_error(text: &str) -> ParsePositionError {
        Position::<Standard>::from_drawing(text).unwrap_err()
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
        assert_eq!(drawing_error("X"), ParsePositionError::RowCount { found: 1, expected: 6 });
        // As many cells as the board has, but not its rows.
        let upright = ". . . . . .\n".repeat(7);
        assert_eq!(drawing_error(&upright), ParsePositionError::RowCount { found: 7, expected: 6 });
    }

    #[test]
    fn only_numbers_that_count_the_columns_are_skipped() {
        for numbers in [
            "1 2 3",
            "0 1 2",
            "123",
            "012",
            "| 1 | 2 | 3 |",
            "1 2 3 4 5 6 7 8 9 10 11",
            "1 2 3 4 5 6 7 8 9 a b",
        ] {
            assert!(is_frame(numbers), "{numbers}");
        }
        for moves in ["4433", "2 3", "1 2 4", "1 2 3 4 5 6 7 8 9 10 12"] {
            assert!(!is_frame(moves), "{moves}");
        }
    }

    #[test]
    fn rows_are_joined_without_what_is_around_them() {
        let drawing = "| X . |\n| . O |\n+---+\n  1 2\nMoves played: 4\nCurrent player: X\n";
        assert_eq!(join_rows(drawing), "X ./. O");
        assert_eq!((join_rows("X\nGame over: X has won"), join_rows("a\r\nb\n")), ("X".into(), "a/b".into()));
    }
}
