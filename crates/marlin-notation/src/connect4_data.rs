//! Rows of UCI's `connect-4.data`: a position, and perhaps the result of perfect play.

use marlin_core::{BoardSize, Bounds, ParseError, Player, Position, Score};

use crate::text::{form_error, start_of};

/// Reads a row of `connect-4.data`: a letter for each cell, column by column from the bottom left, with
/// commas between them: `b` for an empty cell, `x` and `o`. A class (`win`, `loss` or `draw`) may follow; it
/// is checked and skipped.
///
/// # Errors
///
/// [`ParseError`] if the row has other fields, and in the cases of [`Position::from_bitboards`].
///
/// # References
///
/// John Tromp, Connect-4, <https://archive.ics.uci.edu/dataset/26/connect+4>.
pub(crate) fn from_connect4_data(size: BoardSize, text: &str) -> Result<Position, ParseError> {
    let expected = size.cells() as usize;
    let fields: Vec<_> = text.split(',').map(str::trim).collect();
    let (letters, class) = fields.split_at(fields.len().min(expected));
    if letters.len() < expected || class.len() > 1 {
        let (found, after) = (fields.len(), "and 'win', 'loss' or 'draw' after them or nothing");
        let message = format!("{found} fields, where {expected} cells are expected, {after}");
        return Err(form_error(None, message));
    }
    if let Some(found) = class.iter().find(|class| !CLASSES.contains(class)) {
        let message = format!("invalid class {:?} (it is win, loss or draw)", start_of(found));
        return Err(form_error(None, message));
    }
    let mut cells = vec![0; expected];
    for (index, found) in letters.iter().enumerate() {
        let cell = LETTERS.iter().position(|letter| letter == found).ok_or_else(|| {
            let (number, found) = (index + 1, start_of(found));
            let expected = "a cell is b for empty, x or o";
            form_error(None, format!("invalid cell {found:?} in field {number} ({expected})"))
        })?;
        cells[reading_index(size, index)] = cell as u8;
    }
    Position::from_cells(size, &cells)
}

/// Returns the position as a row of `connect-4.data`, without a class.
pub fn to_connect4_data(position: &Position) -> String {
    let cells = position.to_cells();
    let letter = |index| LETTERS[usize::from(cells[reading_index(position.size(), index)])];
    (0..cells.len()).map(letter).collect::<Vec<_>>().join(",")
}

/// The classes of `connect-4.data`: the result of perfect play for the first player.
const CLASSES: [&str; 3] = ["win", "loss", "draw"];

/// The letters of cells that are empty, of X and of O.
const LETTERS: [&str; 3] = ["b", "x", "o"];

/// Returns the index of a field's cell among the cells row by row from the top.
fn reading_index(size: BoardSize, field: usize) -> usize {
    let (column, row) = (field / size.height(), field % size.height());
    (size.height() - 1 - row) * size.width() + column
}

/// Returns the scores that the class of a row of `connect-4.data` allows, for the side to move.
pub(crate) fn stated_scores(position: &Position, text: &str) -> Option<Bounds> {
    let of_first = match text.split(',').nth(position.size().cells() as usize)?.trim() {
        "win" => 1,
        "draw" => 0,
        "loss" => -1,
        _ => return None,
    };
    let sign = if position.side_to_move() == Player::X { 1 } else { -1 };
    scores_of(position.size(), sign * of_first)
}

/// Returns the scores of an outcome for the side to move: 1 for a win, 0 for a draw, -1 for a loss.
pub(crate) fn scores_of(size: BoardSize, outcome: i32) -> Option<Bounds> {
    let (all, least) = (Bounds::unknown(size), Score::checked(size, outcome)?);
    match outcome {
        0 => Some(Bounds::exact(least)),
        1.. => Bounds::new(least, all.upper()),
        _ => Bounds::new(all.lower(), least),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_row_go_up_the_columns_from_the_left() {
        let row = format!("x,o{},x{},draw", ",b".repeat(28), ",b".repeat(11));
        // Column 1 holds X below O; the 31st field is the bottom of column 6.
        assert_eq!(from_connect4_data(BoardSize::STANDARD, &row), "116".parse::<Position>());
    }

    #[test]
    fn what_is_no_row_is_refused_with_its_reason() {
        let row = to_connect4_data(&"4433".parse().unwrap());
        for (row, part) in [
            ("b,b".to_owned(), "2 fields, where 42 cells are expected"),
            (format!("{row},win,win"), "44 fields"),
            (format!("{row},won"), "invalid class \"won\""),
            (row.replacen('b', "B", 1), "invalid cell \"B\" in field 1"),
            (row.replacen('b', "o", 1), "2 stones of X and 3 of O"),
        ] {
            let error = from_connect4_data(BoardSize::STANDARD, &row).unwrap_err().to_string();
            assert!(error.contains(part), "{row}: {error}");
        }
    }
}
