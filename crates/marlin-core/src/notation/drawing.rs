//! A drawn board, as `Position`'s `Display` draws it.

use super::ParsePositionError;
use crate::position::Position;

impl<const W: usize, const H: usize> Position<W, H> {
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

    /// Reads a board that is drawn on one line, its rows from the top with `/` between them.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::RowCount`], [`ParsePositionError::RowLength`] and those of [`Position::from_drawing`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // . . . .
    /// // O . . .
    /// // X . X .
    /// let position = Position::<4, 3>::from_rows("..../O.../X.X.")?;
    /// assert_eq!(position, "113".parse()?);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn from_rows(text: &str) -> Result<Self, ParsePositionError> {
        let found = text.split('/').count();
        if found != H {
            return Err(ParsePositionError::RowCount { found, expected: H });
        }
        for (row, number) in text.split('/').zip(1..) {
            let found = row.chars().filter(|c| !c.is_whitespace() && *c != '|').count();
            if found != W {
                return Err(ParsePositionError::RowLength { number, found, expected: W });
            }
        }
        Self::from_drawing(&text.replace('/', "\n"))
    }

    /// Returns the board on one line, its rows from the top with `/` between them.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position<4, 3> = "113".parse()?;
    /// assert_eq!(position.to_rows(), "..../O.../X.X.");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn to_rows(&self) -> String {
        self.to_string().trim_end().replace(' ', "").replace('\n', "/")
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
