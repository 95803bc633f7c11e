//! A drawn board: one row on each line, or all on one line. `rows` finds its cells.

use super::cells::in_reading_order;
use super::rows::{Row, is_around, rows_of_lines, rows_of_text};
use super::{ParsePositionError, from_cells};
use crate::bitboard;
use crate::board_size::BoardSize;
use crate::game::Game;
use crate::geometry::Masks;
use crate::position::Position;
use crate::raw_position::RawPosition;

/// The least number of digits in rows of cells: on a narrow board they may be moves.
const FEWEST_DIGITS: usize = 4;

impl Position {
    /// Reads a drawn board, the top row first.
    ///
    /// - Stones are `X` and `O`, `x` and `o`, `1` and `2`, or `●` and `○`, the first player's first. Small beside capital
    ///   letters of one player are those of a won game, whose winning stones alone are capitals.
    /// - Empty cells are `.`, `-`, `_`, `*` or `·`, beside digits `0`, and between two bars a blank: one sign in all rows.
    /// - Rows are in bars, cell by cell or as a whole, or not at all, or in brackets, as `NumPy` prints them.
    /// - A frame, the names of columns and rows, and the lines that [`Game::to_drawing`](crate::Game::to_drawing) writes
    ///   below a board are skipped.
    ///
    /// No cell is skipped: where blanks may be cells and cannot be counted, the text is refused.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::InvalidCharacter`], [`ParsePositionError::Drawing`], [`ParsePositionError::RowCount`],
    /// [`ParsePositionError::RowLength`] and those of [`Position::from_bitboards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position = Position::from_drawing(
    ///     "| . . . . |
    ///      | . . . . |
    ///      | . O . . |
    ///      | . X X . |
    ///      +---------+
    ///        1 2 3 4",
    /// )?;
    /// assert_eq!(position, Position::parse("4x4".parse()?, "223")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
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
    /// use marlin_core::Position;
    ///
    /// // . . . .
    /// // O . . .
    /// // X . X .
    /// let position = Position::from_rows("..../O.../X.X.")?;
    /// assert_eq!(position, Position::parse("4x3".parse()?, "113")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_rows(text: &str) -> Result<Self, ParsePositionError> {
        read_rows(text, size_of_rows, from_rows)
    }

    /// Returns the board on one line, its rows from the top with `/` between them.
    pub fn to_rows(&self) -> String {
        bitboard::one_line(self)
    }
}

/// Reads a position whose text shows its board.
pub(super) fn read_rows(
    text: &str,
    size_of: fn(&str) -> Result<BoardSize, ParsePositionError>,
    read: fn(&Masks, &str) -> Result<RawPosition, ParsePositionError>,
) -> Result<Position, ParsePositionError> {
    let size = size_of(text)?;
    Ok(Position::from_raw(size, read(size.masks(), text)?))
}

/// Reads a drawn board: see [`Position::from_drawing`].
pub(crate) fn from_drawing(masks: &Masks, text: &str) -> Result<RawPosition, ParsePositionError> {
    from_found(masks, &rows_of_text(text)?)
}

/// Returns the size of a drawn board, whose rows are lines.
pub(crate) fn size_of_drawing(text: &str) -> Result<BoardSize, ParsePositionError> {
    size_of(rows_of_text(text)?.iter().map(Row::len))
}

/// Reads a board on one line: see [`Position::from_rows`].
pub(crate) fn from_rows(masks: &Masks, text: &str) -> Result<RawPosition, ParsePositionError> {
    from_found(masks, &rows_of_lines(text, '/')?)
}

/// Returns the size of a board on one line.
pub(crate) fn size_of_rows(text: &str) -> Result<BoardSize, ParsePositionError> {
    size_of(rows_of_lines(text, '/')?.iter().map(Row::len))
}

/// Compares the lines that Marlin writes below a board with the board: the moves played, the side to move and the result.
pub(super) fn check_remarks(text: &str, game: &Game) -> Result<(), ParsePositionError> {
    let position = game.position();
    let said = |name: &str| text.lines().find_map(|line| Some(line.trim().strip_prefix(name)?.trim()));
    let outcome = game.outcome().map(|outcome| outcome.to_string());
    let is_true = said("Moves played:").is_none_or(|moves| moves == position.nb_moves().to_string())
        && said("Current player:").is_none_or(|side| side == position.side_to_move().to_string())
        && said("Game over:").is_none_or(|end| outcome.is_some_and(|outcome| end.starts_with(&outcome)));
    let reason = "the lines below the board are not those of its stones: leave them out";
    if is_true { Ok(()) } else { Err(ParsePositionError::Drawing { index: text.chars().count(), reason }) }
}

fn from_found(masks: &Masks, rows: &[Row]) -> Result<RawPosition, ParsePositionError> {
    check_rows(masks, rows.iter().map(Row::len))?;
    let cells: Vec<u8> = rows.iter().flat_map(Row::cells).collect();
    let position = from_cells(masks, &cells)?;
    check_letters(masks, rows, &position)?;
    Ok(position)
}

/// Checks the letters of a player who has small ones and capitals: after a win, as [`Game::to_drawing`] writes it, the
/// winning stones alone are capitals. Elsewhere a small letter may mark an empty cell.
///
/// [`Game::to_drawing`]: crate::Game::to_drawing
fn check_letters(masks: &Masks, rows: &[Row], position: &RawPosition) -> Result<(), ParsePositionError> {
    let mut capitals = 0;
    let (mut small, mut is_mixed) = ([None; 2], false);
    let stones = || rows.iter().flat_map(|row| &row.signs).zip(in_reading_order(masks));
    for (&(index, sign), cell) in stones() {
        if sign.is_ascii_uppercase() {
            capitals |= cell;
        } else if sign.is_ascii_lowercase() {
            small[usize::from(sign == 'o')].get_or_insert(index);
        }
    }
    for (&(_, sign), _) in stones() {
        is_mixed |= sign == 'X' && small[0].is_some() || sign == 'O' && small[1].is_some();
    }
    match small[0].or(small[1]) {
        Some(index) if is_mixed && capitals != position.winning_stones(masks) => {
            Err(ParsePositionError::Drawing {
                index,
                reason: "a player has small letters and capitals, and the capitals are not the stones that won",
            })
        }
        _ => Ok(()),
    }
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

/// Returns whether a text looks like a drawn board: it has a sign that only drawings have, or a row of stones and empty
/// cells, or several rows of digits for cells.
pub(super) fn is_drawing(text: &str) -> bool {
    let rows = || text.lines().filter(|line| !is_around(line));
    let digits = |line: &str| {
        let cells = line.chars().filter(|found| !found.is_whitespace() && !",[]".contains(*found));
        cells.clone().all(|found| "012".contains(found)).then(|| cells.count())
    };
    let first = rows().next().and_then(digits);
    let is_matrix =
        first >= Some(FEWEST_DIGITS) && rows().count() > 1 && rows().all(|line| digits(line) == first);
    text.contains(['.', '|', '│', '┃', '║', '·', '●', '○'])
        || text.lines().any(is_row)
        || rows().count() > 1
            && rows().all(|row| row.chars().all(|found| "xo".contains(found) || found.is_whitespace()))
        || is_matrix
}

/// Returns whether a line is a row of stones and empty cells, with the number of the row or without. Digits beside dashes
/// may be moves and a score.
fn is_row(line: &str) -> bool {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &&str| word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    if words.len() > 1 && words.first().is_some_and(is_number) {
        let number = words.remove(0);
        words.pop_if(|last| *last == number);
    }
    let signs = words.concat();
    let only = |allowed: &str| signs.chars().all(|found| allowed.contains(found));
    signs.contains(['X', 'O']) && only("XxOo-_*")
        || signs.len() > 1
            && (only("xo-") && signs.contains('-') || only("xo12_*") && signs.contains(['_', '*']))
}

/// Returns the rows of a drawn board on one line with `/` between them, without its frame and the lines around it. A text
/// that is no drawing is kept, with `/` between its lines.
pub fn join_rows(drawing: &str) -> String {
    let rows: Vec<String> = match rows_of_text(drawing) {
        Ok(rows) => rows
            .iter()
            .map(|row| row.cells().map(|cell| ['.', 'X', 'O'][usize::from(cell)]).collect())
            .collect(),
        Err(_) => {
            drawing.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
        }
    };
    rows.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing_error(text: &str) -> ParsePositionError {
        from_drawing(BoardSize::STANDARD.masks(), text).unwrap_err()
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
    fn rows_are_joined_without_what_is_around_them() {
        let drawing = "| X . |\n| . O |\n+---+\n  1 2\nMoves played: 4\nCurrent player: X\n";
        assert_eq!(join_rows(drawing), "X./.O");
        assert_eq!((join_rows("X\nGame over: X has won"), join_rows("a\r\nb\n")), ("X".into(), "a/b".into()));
    }
}
