//! Rows of `connect-4.data`, the set of positions in the machine learning repository of UCI.

use super::{ParsePositionError, from_cells, to_cells};
use crate::board_size::BoardSize;
use crate::bounds::Bounds;
use crate::geometry::Masks;
use crate::player::Player;
use crate::position::Position;
use crate::raw_position::RawPosition;
use crate::score::Score;

/// The classes of the set: the result of perfect play for the first player.
const CLASSES: [&str; 3] = ["win", "loss", "draw"];

/// The letters of cells that are empty, of X and of O.
const LETTERS: [&str; 3] = ["b", "x", "o"];

/// Characters of a foreign text that an error keeps.
const KEPT: usize = 60;

impl Position {
    /// Reads a row of `connect-4.data`: a letter for each cell, column by column from the bottom left, with commas
    /// between them: `b` for an empty cell, `x` and `o`. A class (`win`, `loss` or `draw`) may follow; it is checked
    /// and skipped.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::FieldCount`], [`ParsePositionError::InvalidField`], [`ParsePositionError::InvalidClass`]
    /// and those of [`Position::from_bitboards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position};
    ///
    /// // . . . .
    /// // O . . .
    /// // X . X .
    /// let size: BoardSize = "4x3".parse()?;
    /// let position = Position::from_connect4_data(size, "x,o,b,b,b,b,x,b,b,b,b,b,win")?;
    /// assert_eq!(position, Position::parse(size, "113")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # References
    ///
    /// John Tromp, Connect-4, <https://archive.ics.uci.edu/dataset/26/connect+4>.
    pub fn from_connect4_data(size: BoardSize, text: &str) -> Result<Self, ParsePositionError> {
        from_connect4_data(size.masks(), text).map(|raw| Self::from_raw(size, raw))
    }

    /// Returns the position as a row of `connect-4.data`, without a class.
    pub fn to_connect4_data(&self) -> String {
        to_connect4_data(self.masks(), &self.raw)
    }
}

/// Reads a row of `connect-4.data`: see [`Position::from_connect4_data`].
pub(crate) fn from_connect4_data(masks: &Masks, text: &str) -> Result<RawPosition, ParsePositionError> {
    let expected = masks.cells() as usize;
    let fields: Vec<_> = text.split(',').map(str::trim).collect();
    let (letters, class) = fields.split_at(fields.len().min(expected));
    if letters.len() < expected || class.len() > 1 {
        return Err(ParsePositionError::FieldCount { found: fields.len(), expected });
    }
    if let Some(found) = class.iter().find(|class| !CLASSES.contains(class)) {
        return Err(ParsePositionError::InvalidClass { found: start_of(found) });
    }
    let mut cells = vec![0; expected];
    for (index, found) in letters.iter().enumerate() {
        let cell = LETTERS.iter().position(|letter| letter == found);
        cells[reading_index(masks, index)] = cell
            .ok_or_else(|| ParsePositionError::InvalidField { number: index + 1, found: start_of(found) })?
            as u8;
    }
    from_cells(masks, &cells)
}

/// Returns the scores that the class of a row allows, for the side to move.
pub(super) fn stated_scores(position: &Position, text: &str) -> Option<Bounds> {
    let size = position.size();
    let all = Bounds::unknown(size);
    let (win, draw, loss) = (Score::on(size, 1), Score::on(size, 0)?, Score::on(size, -1));
    match (text.split(',').nth(size.cells() as usize)?.trim(), position.side_to_move()) {
        ("draw", _) => Some(Bounds::exact(draw)),
        ("win", Player::X) | ("loss", Player::O) => Bounds::new(win?, all.upper()),
        ("loss", Player::X) | ("win", Player::O) => Bounds::new(all.lower(), loss?),
        _ => None,
    }
}

/// Returns the position as a row of `connect-4.data`: see [`Position::to_connect4_data`].
pub(crate) fn to_connect4_data(masks: &Masks, position: &RawPosition) -> String {
    let cells = to_cells(masks, position);
    let letter = |index| LETTERS[usize::from(cells[reading_index(masks, index)])];
    (0..cells.len()).map(letter).collect::<Vec<_>>().join(",")
}

/// Returns the index of a field's cell among the cells row by row from the top.
const fn reading_index(masks: &Masks, field: usize) -> usize {
    let (width, height) = (masks.width as usize, masks.height as usize);
    let (column, row) = (field / height, field % height);
    (height - 1 - row) * width + column
}

/// Returns as much of a foreign text as an error shows.
fn start_of(text: &str) -> String {
    text.chars().take(KEPT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_size::BoardSize;

    #[test]
    fn cells_go_up_the_columns_from_the_left() {
        let row = format!("x,o{},x{},draw", ",b".repeat(28), ",b".repeat(11));
        // Column 1 holds X below O; the 31st field is the bottom of column 6.
        assert_eq!(Position::from_connect4_data(BoardSize::STANDARD, &row), "116".parse::<Position>());
    }

    #[test]
    fn what_is_no_row_is_refused_with_its_reason() {
        let row = "4433".parse::<Position>().unwrap().to_connect4_data();
        for (row, part) in [
            ("b,b".to_owned(), "2 fields, where 42 cells are expected"),
            (format!("{row},win,win"), "44 fields"),
            (format!("{row},won"), "invalid class \"won\""),
            (row.replacen('b', "B", 1), "invalid cell \"B\" in field 1"),
            (row.replacen('b', "o", 1), "2 stones of X and 3 of O"),
        ] {
            let error = Position::from_connect4_data(BoardSize::STANDARD, &row).unwrap_err().to_string();
            assert!(error.contains(part), "{row}: {error}");
        }
    }
}
