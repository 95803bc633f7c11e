//! Questions of the layers about a position: cells, forks, forced wins, winning cells and open lines.
//!
//! # References
//!
//! V. Allis, Searching for Solutions in Games and Artificial Intelligence, 1994: threat-space search. A
//! forced win is its plain case, without a choice of replies.

use std::collections::HashSet;

use marlin_core::{Bitboard, Cell, Column, Player, Position, Score};

use super::statement::{Entry, Fork, ForkKind, Statement, Threat, Worth};

/// Returns the cell of the next stone in a column.
pub(super) fn landing(position: &Position, column: Column) -> Option<Cell> {
    Cell::new(column, position.height(column)).filter(|_| position.can_play(column))
}

/// Returns the legal moves, nearest to the centre first, each with its cell and the position after it.
pub(super) fn moves(position: &Position) -> impl Iterator<Item = (Column, Cell, Position)> + use<> {
    let (position, is_over) = (*position, position.is_over());
    let columns = position.size().centre_first().filter(move |_| !is_over);
    columns.filter_map(move |column| Some((column, landing(&position, column)?, position.after(column))))
}

/// Returns the moves that leave the other side no win at once.
pub(super) fn safe_moves(position: &Position) -> impl Iterator<Item = (Column, Cell, Position)> + use<> {
    let safe = position.playable_cells().non_losing(position.opponent_winning_cells());
    moves(position).filter(move |&(_, cell, _)| safe.contains(cell))
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

/// Returns the winning cells of the side that has just moved if no reply stops them; `None` without such a
/// fork, or if the side to move wins at once.
pub(super) fn fork(position: &Position) -> Option<Fork> {
    let (playable, threats) = (position.playable_cells(), position.opponent_winning_cells());
    if position.is_over() || position.can_win_next() || !playable.non_losing(threats).is_empty() {
        return None;
    }
    let mut wins = cells(playable & threats);
    let kind = match wins[..] {
        [] => {
            let higher = playable.iter().filter_map(|cell| above(position, cell));
            wins = higher.filter(|&cell| threats.contains(cell)).collect();
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

/// Returns the score of a win, from the winner's view, that ends the game this many plies after a position:
/// the side to move wins after an odd number of plies, the other side after an even one. It is a draw if the
/// board is full before, and the highest score if no side can have four stones so soon.
pub(super) fn win_in(position: &Position, plies: u32) -> Score {
    let (size, nb_moves) = (position.size(), position.nb_moves());
    if nb_moves + plies > size.cells() {
        return Score::DRAW;
    }
    // A win by the last stone that the winner has on a full board scores 1, and each stone fewer adds 1.
    let last =
        Score::checked(size, 1).map(|win| position.ending(if plies % 2 == 1 { win } else { -win }).plies);
    let win = last.and_then(|last| Score::checked(size, 1 + (last - plies) as i32 / 2));
    win.unwrap_or(Score::highest(size))
}

/// The positions that a search for a forced line may visit. Nearly all searches visit a few hundred at most.
const MAX_POSITIONS: u32 = 20_000;

/// A forced win of the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ForcedWin {
    /// The moves of both sides, the last of them by the winner.
    pub(super) moves: Vec<Cell>,
    /// The threat after them.
    pub(super) fork: Fork,
}

/// Returns the shortest forced win of the side to move, which has no win at once: a double threat if there is
/// one. `None` if there is no forced win, or if the search found none within [`MAX_POSITIONS`].
pub(super) fn forced_win(position: &Position) -> Option<ForcedWin> {
    let mut search = ForcedSearch { visited: 0, failed: HashSet::new(), is_cut_off: true };
    let mut depth = 0;
    while search.is_cut_off && search.visited < MAX_POSITIONS {
        depth += 1;
        search.is_cut_off = false;
        if let Some(mut win) = search.win_within(position, depth) {
            win.moves.reverse();
            return Some(win);
        }
    }
    None
}

/// Returns the double threat of the side to move: the forced win of a single move.
pub(super) fn double_threat(position: &Position) -> Option<(Cell, Fork)> {
    safe_moves(position).find_map(|(_, cell, next)| Some((cell, fork(&next)?)))
}

/// A search by iterative deepening.
struct ForcedSearch {
    /// The positions visited.
    visited: u32,
    /// Positions without a win within this number of moves of the winner.
    failed: HashSet<(Position, u32)>,
    /// Whether a line was cut off at the maximum depth, so that a deeper search may find more.
    is_cut_off: bool,
}

impl ForcedSearch {
    /// Returns the moves of a forced win with at most `depth` moves of the winner, the last one first.
    fn win_within(&mut self, position: &Position, depth: u32) -> Option<ForcedWin> {
        self.visited += 1;
        if let Some((cell, fork)) = double_threat(position) {
            return Some(ForcedWin { moves: vec![cell], fork });
        }
        if self.visited >= MAX_POSITIONS || self.failed.contains(&(*position, depth)) {
            return None;
        }
        for (_, cell, next) in safe_moves(position) {
            let mut replies = safe_moves(&next);
            let (Some((column, reply, _)), None) = (replies.next(), replies.next()) else { continue };
            if depth == 1 {
                self.is_cut_off = true;
                break;
            }
            if let Some(mut win) = self.win_within(&next.after(column), depth - 1) {
                win.moves.extend([reply, cell]);
                return Some(win);
            }
        }
        self.failed.insert((*position, depth));
        None
    }
}

/// Returns the forced win of the other side where the side to move has a single move that does not lose at
/// once.
pub(super) fn forced_loss(position: &Position) -> Option<ForcedWin> {
    let mut replies = safe_moves(position);
    let (Some((_, cell, next)), None) = (replies.next(), replies.next()) else { return None };
    let mut win = forced_win(&next)?;
    win.moves.insert(0, cell);
    Some(win)
}

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

/// Returns whether the game ends lower in the column: on a cell that wins for both sides, or on the upper one
/// of two cells that win for the same side. docs/proofs.md (R5, unreachable cells) has the proof.
fn is_unreachable(position: &Position, cell: Cell) -> bool {
    let lower: Vec<[bool; 2]> = empty_cells(position, cell.column())
        .take_while(|lower| lower.row() < cell.row())
        .map(|lower| wins_for(position, lower))
        .collect();
    let for_both = lower.iter().any(|&[x, o]| x && o);
    let stacked = lower.windows(2).any(|pair| pair[0][0] && pair[1][0] || pair[0][1] && pair[1][1]);
    for_both || stacked
}

/// Returns the player who plays a cell if its column is filled last: the cells from it to the top are then
/// the last cells of the game.
fn falls_to(position: &Position, cell: Cell) -> Player {
    let left = (position.size().height() - cell.row()) as u32;
    Player::to_move_after(position.size().cells() - left)
}

/// Returns the end of the free moves, if both sides avoid the cells right below winning cells; `None` with a
/// playable winning cell, or without a winning cell.
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
    let last = first_to_enter.opponent();
    let is_any = !entries.is_empty();
    is_any.then_some(Statement::FreeMoves { cells: free, last, entries })
}

/// Returns whether a side has no line of four left: each line has a stone of the other side.
pub(super) fn has_no_line(position: &Position, player: Player) -> bool {
    !(!position.stones(player.opponent())).has_four()
}
