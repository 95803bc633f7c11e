//! [`DropMove`]: a move by the cell that its stone falls to, as in `P@d1`.

use std::fmt;

use crate::board_size::BoardSize;
use crate::column::{Column, FILES};
use crate::game::Game;
use crate::geometry::Masks;
use crate::player::PlayError;
use crate::position::Position;
use crate::raw_position::RawPosition;

/// A move as UCI's variant `cfour` writes it: a piece dropped on a cell, columns as the files `a`, `b` and on, rows as
/// the ranks from 1 at the bottom. The files after `z`, which only boards of one row have, are `aa`, `ab` and so on.
///
/// The parser accepts shorter forms: `d1` and `d` are moves in the fourth column too.
///
/// # Examples
///
/// ```
/// use marlin_core::{BoardSize, Column, DropMove, Game};
///
/// // . . . . . . .
/// // . . . . . . .
/// // . . . . . . .
/// // . . . . . . .
/// // . . . O . . .
/// // . . . X . . .
/// let mut game: Game = "44".parse()?;
/// let column = Column::D;
/// assert_eq!(DropMove::new(game.position(), column).to_string(), "P@d3");
///
/// let drop = DropMove::parse(BoardSize::STANDARD, "P@d3")?;
/// drop.play_in(&mut game)?;
/// assert_eq!(game.to_string(), "444");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DropMove {
    column: Column,
    row: Option<usize>,
}

/// The reason why a text is no drop that can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DropError {
    /// The text names no cell of the board.
    #[error("moves are drops like P@{last_file}1, a to {last_file} and 1 to {ranks}")]
    NoCell {
        /// The file of the last column.
        last_file: &'static str,
        /// The number of rows.
        ranks: usize,
    },
    /// The stone would not land on the named rank.
    #[error("the next stone there falls on rank {rank}")]
    WrongRank {
        /// The rank of the lowest empty cell, counted from 1.
        rank: usize,
    },
    /// The rules do not allow the move.
    #[error(transparent)]
    Illegal(#[from] PlayError),
}

impl DropMove {
    /// Returns a move in a column that is not full, with the cell that the stone falls to.
    ///
    /// # Panics
    ///
    /// If a column is full or not on the board.
    pub fn new(position: &Position, column: Column) -> Self {
        assert!(position.can_play(column), "column {column} is full, or not on the board");
        Self { column, row: Some(position.height(column)) }
    }

    /// Returns the drops of a line of play from a position.
    ///
    /// # Panics
    ///
    /// If a column is full or not on the board.
    pub fn line(position: &Position, moves: &[Column]) -> Vec<Self> {
        let mut position = *position;
        let mut drop = |&column: &Column| {
            let drop = Self::new(&position, column);
            position.make_move(column);
            drop
        };
        moves.iter().map(&mut drop).collect()
    }

    /// Reads a drop on a board: a cell, with `P@` before it or without, or a file alone.
    ///
    /// # Errors
    ///
    /// [`DropError::NoCell`] if the text names no cell of the board.
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, DropError> {
        let (column, row) = read_drop(size.masks(), text)?;
        Ok(Self { column, row })
    }

    /// Returns the column.
    pub const fn column(self) -> Column {
        self.column
    }

    /// Returns the row, counted from 0 at the bottom; `None` if the text that was read names none.
    pub const fn row(self) -> Option<usize> {
        self.row
    }

    /// Plays the move; the game is unchanged if that fails.
    ///
    /// # Errors
    ///
    /// [`DropError::WrongRank`] if the stone does not fall to the cell, [`DropError::Illegal`] if the rules do not
    /// allow it.
    pub fn play_in(self, game: &mut Game) -> Result<(), DropError> {
        let position = game.position();
        check_rank(&position.masks(), &position.raw, self.column.index(), self.row)?;
        Ok(game.play(self.column)?)
    }
}

/// Checks that the next stone in a column lands on a row, if the row is given and the column is not full.
pub(crate) fn check_rank(
    masks: &Masks,
    position: &RawPosition,
    column: usize,
    row: Option<usize>,
) -> Result<(), DropError> {
    if !masks.has_column(column) || !position.can_play(masks, column) {
        return Ok(()); // the rules refuse it, whatever the rank
    }
    let height = position.height(masks, column);
    match row {
        Some(row) if row != height => Err(DropError::WrongRank { rank: height + 1 }),
        _ => Ok(()),
    }
}

/// Reads a drop, in small letters or capitals: the column, and the row if it is named.
pub(crate) fn read_drop(masks: &Masks, text: &str) -> Result<(Column, Option<usize>), DropError> {
    let files = &FILES[..masks.width as usize];
    let ranks = masks.height as usize;
    let no_cell = DropError::NoCell { last_file: files[files.len() - 1], ranks };
    let text = text.to_ascii_lowercase();
    let cell = text.strip_prefix("p@").unwrap_or(&text);
    let file = cell.trim_end_matches(|c: char| c.is_ascii_digit());
    let column = files.iter().position(|known| *known == file).and_then(Column::new).ok_or(no_cell)?;
    let rank = &cell[file.len()..];
    if rank.is_empty() {
        return Ok((column, None));
    }
    let rank = rank.parse().ok().filter(|rank| (1..=ranks).contains(rank));
    Ok((column, Some(rank.ok_or(no_cell)? - 1)))
}

/// Writes a drop.
pub(crate) fn write_drop(f: &mut fmt::Formatter<'_>, column: Column, row: Option<usize>) -> fmt::Result {
    write!(f, "P@{}", column.file())?;
    row.map_or(Ok(()), |row| write!(f, "{}", row + 1))
}

impl fmt::Display for DropMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_drop(f, self.column, self.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_size::BoardSize;

    #[test]
    fn a_drop_names_the_cell_where_the_stone_rests() {
        let mut game = Game::new();
        for text in ["P@d1", "p@d2", "P@e1", "e", "g1"] {
            DropMove::parse(BoardSize::STANDARD, text).unwrap().play_in(&mut game).unwrap();
        }
        assert_eq!(game.to_string(), "44557");
        let refused = |text: &str, game: &mut Game| -> String {
            DropMove::parse(BoardSize::STANDARD, text)
                .and_then(|drop| drop.play_in(game))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(refused("P@d1", &mut game), "the next stone there falls on rank 3");
        for text in ["P@h1", "e2e4", "", "d7", "d0", "d+1", "P@"] {
            assert_eq!(refused(text, &mut game), "moves are drops like P@g1, a to g and 1 to 6", "{text}");
        }
        assert_eq!(game.to_string(), "44557");
    }

    #[test]
    fn a_full_column_is_refused_whatever_the_rank() {
        let mut game: Game = "444444".parse().unwrap();
        let drop = DropMove::parse(BoardSize::STANDARD, "d6").unwrap();
        assert_eq!(drop.play_in(&mut game), Err(DropError::Illegal(PlayError::ColumnFull { number: 4 })));
    }

    #[test]
    fn the_drops_of_a_line_stand_on_one_another() {
        let moves = [3, 3, 0].map(|index| Column::new(index).unwrap());
        let line = DropMove::line(&"4".parse::<Position>().unwrap(), &moves);
        assert_eq!(line.iter().map(ToString::to_string).collect::<Vec<_>>(), ["P@d2", "P@d3", "P@a1"]);
    }
}
