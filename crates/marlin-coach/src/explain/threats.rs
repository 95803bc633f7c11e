//! The winning cells and the open lines of both sides.

use marlin_core::Cell;
use marlin_core::Player;
use marlin_core::any::Position;

use super::board::{below, cells, empty_cells};
use super::statement::{Entry, Statement, Threat, Worth};

const PLAYERS: [Player; 2] = [Player::X, Player::O];

/// Returns the winning cells of both sides, column by column from the bottom up.
pub(super) fn threats(position: &Position) -> Vec<Threat> {
    let of_cell = move |cell: Cell| {
        let wins = wins_for(position, cell);
        PLAYERS.into_iter().zip(wins).filter(|&(_, wins)| wins).map(move |(player, _)| Threat {
            player,
            cell,
            worth: worth(position, cell),
            falls_to: falls_to(position, cell),
        })
    };
    let columns = position.size().columns();
    columns.flat_map(|column| empty_cells(position, column)).flat_map(of_cell).collect()
}

/// Returns whether a cell wins for X, and for O.
fn wins_for(position: &Position, cell: Cell) -> [bool; 2] {
    PLAYERS.map(|player| position.threats(player).contains(cell))
}

/// Returns the value of a winning cell now.
fn worth(position: &Position, cell: Cell) -> Worth {
    let lowest = position.height(cell.column());
    if is_unreachable(position, cell) {
        return Worth::Unreachable;
    }
    match cell.row() - lowest {
        0 => Worth::Playable,
        1 => Worth::Guarded,
        _ => Worth::Waiting,
    }
}

/// Returns whether the game ends lower in the column: on a cell that wins for both sides, or on the upper one of two cells
/// that win for the same side. docs/proofs.md (R5, unreachable cells) says why.
fn is_unreachable(position: &Position, cell: Cell) -> bool {
    let lower: Vec<[bool; 2]> = empty_cells(position, cell.column())
        .take_while(|lower| lower.row() < cell.row())
        .map(|lower| wins_for(position, lower))
        .collect();
    let for_both = lower.iter().any(|&[x, o]| x && o);
    let stacked = lower.windows(2).any(|pair| pair[0][0] && pair[1][0] || pair[0][1] && pair[1][1]);
    for_both || stacked
}

/// Returns who plays a cell if its column is the last one to be filled: the cells from it to the top are then the last ones.
fn falls_to(position: &Position, cell: Cell) -> Player {
    let left = (position.size().height() - cell.row()) as u32;
    Player::to_move_after(position.size().cells() - left)
}

/// Returns the end of the free moves, if both sides avoid the cells right below winning cells; `None` with a playable winning
/// cell, or without a winning cell.
pub(super) fn free_moves(position: &Position) -> Option<Statement> {
    let (mut free, mut entries) = (Vec::new(), Vec::new());
    for column in position.size().columns() {
        let threat = empty_cells(position, column).find(|&cell| wins_for(position, cell) != [false; 2]);
        let Some(threat) = threat else {
            free.extend(empty_cells(position, column));
            continue;
        };
        let entry = below(threat).filter(|&cell| cell.row() >= position.height(column))?;
        free.extend(empty_cells(position, column).take_while(|cell| cell.row() < entry.row()));
        entries.push(Entry { cell: entry, above: threat, wins_for: wins_for(position, threat) });
    }
    let first_to_enter = Player::to_move_after(position.nb_moves() + free.len() as u32);
    (!entries.is_empty()).then(|| Statement::FreeMoves {
        cells: free,
        last: first_to_enter.opponent(),
        entries,
    })
}

/// Returns whether a side has no line of four left: each has a stone of the other side.
pub(super) fn has_no_line(position: &Position, player: Player) -> bool {
    let others = cells(position.stones(player.opponent()));
    let (width, height) = (position.size().width() as isize, position.size().height() as isize);
    let mut blocked = vec![false; (width * height) as usize];
    for cell in others {
        blocked[cell.column().index() * height as usize + cell.row()] = true;
    }
    let is_open = |column: isize, row: isize| {
        (0..width).contains(&column)
            && (0..height).contains(&row)
            && !blocked[(column * height + row) as usize]
    };
    let line_is_open = |column: isize, row: isize, (right, up): (isize, isize)| {
        (0..4).all(|step| is_open(column + step * right, row + step * up))
    };
    let starts_open_line = |column, row| {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|direction| line_is_open(column, row, direction))
    };
    !(0..width).any(|column| (0..height).any(|row| starts_open_line(column, row)))
}
