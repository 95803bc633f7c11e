//! A plain alpha-beta search of the outcome by the naive rules, on the standard board.

use marlin_core::Player;

use crate::naive::Board;

/// The columns, those in the middle first.
const ORDER: [usize; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Returns the boards after each move, with the column.
pub(crate) fn moves(board: Board) -> impl Iterator<Item = (usize, Board)> {
    let open = move |&column: &usize| board.height_of(column) < board.height;
    ORDER.into_iter().filter(open).map(move |column| (column, board.after(column)))
}

/// Returns whether the side to move wins with the next stone.
pub(crate) fn wins_at_once(board: Board) -> bool {
    board.wins_of(board.to_move()).next().is_some()
}

/// Returns a column where the other side would win with the next stone if it were to move.
pub(crate) fn block(board: Board) -> Option<usize> {
    board.wins_of(board.to_move().opponent()).next().map(|(column, _)| column)
}

/// Returns whether the side to move loses within a number of plies.
pub(crate) fn loses_within(board: Board, plies: u32) -> bool {
    board.empty() > 0 && !wins_at_once(board) && moves(board).all(|(_, next)| wins_within(next, plies - 1))
}

/// Returns whether the side to move wins within a number of plies.
fn wins_within(board: Board, plies: u32) -> bool {
    if wins_at_once(board) || plies < 3 {
        return wins_at_once(board);
    }
    let block = block(board);
    let mut moves = moves(board).filter(|&(column, _)| block.is_none_or(|block| block == column));
    moves.any(|(_, next)| loses_within(next, plies - 1))
}

/// A search, with the bounds of positions that it has seen.
pub(crate) struct Search {
    table: Vec<(Option<Board>, i8, i8)>,
}

/// The positions that are kept.
const ENTRIES: usize = 1 << 20;

impl Search {
    pub(crate) fn new() -> Self {
        Self { table: vec![(None, -1, 1); ENTRIES] }
    }

    /// Returns 1 for a win of the side to move, 0 for a draw, -1 for a loss. A result outside `alpha..beta`
    /// is a bound: at most alpha, or at least beta.
    pub(crate) fn outcome(&mut self, board: Board, mut alpha: i8, mut beta: i8) -> i8 {
        if wins_at_once(board) {
            return 1;
        }
        if board.empty() == 0 {
            return 0;
        }
        let [x, o] = [Player::X, Player::O].map(|player| board.set(player) as u64);
        let index = ((x.wrapping_mul(3) ^ o).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44) as usize;
        let (mut lower, mut upper) = match self.table[index] {
            (Some(found), lower, upper) if found == board => (lower, upper),
            _ => (-1, 1),
        };
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        if alpha >= beta {
            return if lower >= beta { lower } else { upper };
        }
        let window = (alpha, beta);
        // A threat has to be blocked; the others are tried in order.
        let block = block(board);
        let mut best = -1;
        for (column, next) in moves(board) {
            if block.is_some_and(|block| block != column) {
                continue;
            }
            best = best.max(-self.outcome(next, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        if best > window.0 {
            lower = lower.max(best);
        }
        if best < window.1 {
            upper = upper.min(best);
        }
        self.table[index] = (Some(board), lower, upper);
        best
    }
}

#[test]
fn the_naive_search_finds_what_is_known() {
    let outcome = |moves: &str| Search::new().outcome(Board::played(moves).unwrap(), -1, 1);
    assert_eq!(outcome("112233"), 1);
    // docs/proofs.md (R4) has this position: O wins.
    assert_eq!(outcome("6753313356447316657265273262"), -1);
    // X threatens both ends of three in a row.
    let double = Board::played("44335").unwrap();
    assert!(loses_within(double, 2) && !wins_at_once(double) && block(double).is_some());
    assert!(Board::played("4444444").is_none() && Board::played("8").is_none());
}
