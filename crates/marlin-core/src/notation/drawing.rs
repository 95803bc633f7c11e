//! A drawn board, as `Position`'s `Display` draws it.

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

/// Reads a position from a form that shows the rows of its board. The board is the one of the type or, for a type of boards that
/// are chosen at run time, the one that is shown.
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
    from_cells(masks, &drawn_rows(text)?.concat())
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

/// Returns whether a line of a drawing holds no cells: a frame, column numbers, or nothing.
fn is_frame(line: &str) -> bool {
    let is_frame = |c: char| c.is_whitespace() || c.is_ascii_digit() || "+-=|".contains(c);
    line.chars().all(is_frame) || is_column_numbers(line)
}

/// Returns whether a line counts the columns, past the ninth in letters.
fn is_column_numbers(line: &str) -> bool {
    let mut names = line.chars().filter(|c| !c.is_whitespace() && *c != '|').zip(1..);
    names.all(|(name, number)| name.to_digit(36) == Some(number))
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
        assert_eq!(drawing_error("X"), ParsePositionError::WrongSize { found: 1, expected: 42 });
    }
}
