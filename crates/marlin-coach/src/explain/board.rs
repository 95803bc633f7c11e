//! Questions of the layers about a position.

use marlin_core::any::{Bitboard, Position, Score};
use marlin_core::{Cell, Column};

use super::statement::{Fork, ForkKind};

/// Returns the position after a move.
pub(crate) fn after(position: &Position, column: Column) -> Position {
    let mut next = *position;
    next.make_move(column);
    next
}

/// Returns the cell of the next stone in a column.
pub(super) fn landing(position: &Position, column: Column) -> Option<Cell> {
    Cell::new(column, position.height(column)).filter(|_| position.can_play(column))
}

/// Returns the legal moves, nearest to the centre first, each with its cell and the position after it.
pub(super) fn moves(position: &Position) -> impl Iterator<Item = (Column, Cell, Position)> + use<> {
    let position = *position;
    let columns = position.size().centre_first().filter(move |_| !position.is_over());
    columns.filter_map(move |column| Some((column, landing(&position, column)?, after(&position, column))))
}

/// Returns the moves that leave the other side no win at once.
pub(super) fn safe_moves(position: &Position) -> impl Iterator<Item = (Column, Cell, Position)> + use<> {
    moves(position).filter(|(_, _, next)| !next.can_win_next())
}

/// Returns the cells of a set.
pub(super) fn cells(set: Bitboard) -> Vec<Cell> {
    set.iter().collect()
}

/// Returns the cell right above another, `None` at the top.
pub(super) fn above(position: &Position, cell: Cell) -> Option<Cell> {
    Cell::new(cell.column(), cell.row() + 1).filter(|cell| cell.row() < position.size().height())
}

/// Returns the cell right below another, `None` at the bottom.
pub(super) fn below(cell: Cell) -> Option<Cell> {
    Cell::new(cell.column(), cell.row().checked_sub(1)?)
}

/// Returns the empty cells of a column from the bottom up.
pub(super) fn empty_cells(position: &Position, column: Column) -> impl Iterator<Item = Cell> + use<> {
    (position.height(column)..position.size().height()).filter_map(move |row| Cell::new(column, row))
}

/// Returns the winning cells of the side that has just moved if no reply stops them; `None` without such a fork, or if the
/// side to move wins at once.
pub(super) fn fork(position: &Position) -> Option<Fork> {
    if position.is_over() || position.can_win_next() || safe_moves(position).next().is_some() {
        return None;
    }
    let threats = position.opponent_winning_cells();
    let is_threat = |cell: &Cell| threats.contains(*cell);
    let playable = cells(position.playable_cells());
    let mut wins: Vec<Cell> = playable.iter().copied().filter(is_threat).collect();
    let kind = match wins[..] {
        [] => {
            wins = playable.iter().filter_map(|&cell| above(position, cell)).filter(is_threat).collect();
            ForkKind::Zugzwang
        }
        [blocked] => {
            wins.extend(above(position, blocked));
            ForkKind::Stacked
        }
        _ => ForkKind::TwoCells,
    };
    Some(Fork { kind, wins })
}

/// Returns the score of a win, from the winner's view, that ends the game this many plies after a position: the side to move
/// wins after an odd number of plies, the other side after an even one. It is a draw if the board is full before, and the
/// greatest score if no side can have four stones so soon.
pub(super) fn win_in(position: &Position, plies: u32) -> Score {
    let (size, nb_moves) = (position.size(), position.nb_moves());
    if nb_moves + plies > size.cells() {
        return Score::DRAW;
    }
    let seen = |score: Score| if plies % 2 == 1 { score } else { -score };
    let wins = (1..=Score::highest(size).get()).filter_map(|value| Score::on(size, value));
    wins.into_iter().find(|&win| position.ending(seen(win)).plies == plies).unwrap_or(Score::highest(size))
}
