//! The rules of 7x6 once more, and a plain alpha-beta search of the outcome, without a word from the library.

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;

/// The columns, those in the middle first.
const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// A board: a bit for each cell, seven to a column from the bottom, of which the topmost is always empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    /// The stones of the side to move.
    us: u64,
    /// All stones.
    all: u64,
}

const fn bottom(column: u32) -> u64 {
    1 << (column * (HEIGHT + 1))
}

const fn cells(column: u32) -> u64 {
    ((1 << HEIGHT) - 1) << (column * (HEIGHT + 1))
}

/// Returns whether four stones are in a line.
fn has_four(stones: u64) -> bool {
    // Upwards, to the right, and both diagonals.
    [1, HEIGHT + 1, HEIGHT, HEIGHT + 2].into_iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Board {
    /// Plays digits from the empty board; `None` if a move is illegal, or follows the end of the game.
    pub(crate) fn after(moves: &str) -> Option<Self> {
        moves.chars().try_fold(Self { us: 0, all: 0 }, |board, digit| {
            let column = digit.to_digit(10)?.checked_sub(1).filter(|&column| column < WIDTH)?;
            if board.is_over() { None } else { board.play(column) }
        })
    }

    const fn them(self) -> u64 {
        self.us ^ self.all
    }

    /// Returns the cell of the next stone in a column.
    const fn next_cell(self, column: u32) -> Option<u64> {
        let cell = (self.all + bottom(column)) & cells(column);
        if cell == 0 { None } else { Some(cell) }
    }

    pub(crate) fn play(self, column: u32) -> Option<Self> {
        let cell = self.next_cell(column)?;
        Some(Self { us: self.them(), all: self.all | cell })
    }

    /// Returns the boards after each move, with the column.
    pub(crate) fn moves(self) -> impl Iterator<Item = (u32, Self)> {
        ORDER.into_iter().filter_map(move |column| Some((column, self.play(column)?)))
    }

    fn is_full(self) -> bool {
        (0..WIDTH).all(|column| self.next_cell(column).is_none())
    }

    pub(crate) fn is_over(self) -> bool {
        has_four(self.us) || has_four(self.them()) || self.is_full()
    }

    /// Returns the columns where a stone of one side would complete four.
    fn wins(self, stones: u64) -> impl Iterator<Item = u32> {
        let wins = move |&column: &u32| self.next_cell(column).is_some_and(|cell| has_four(stones | cell));
        ORDER.into_iter().filter(wins)
    }

    /// Returns whether the side to move wins with the next stone.
    pub(crate) fn wins_at_once(self) -> bool {
        self.wins(self.us).next().is_some()
    }

    /// Returns whether the other side would win with the next stone if it were to move.
    pub(crate) fn must_block(self) -> bool {
        self.wins(self.them()).next().is_some()
    }

    /// Returns whether the side to move loses within a number of plies.
    pub(crate) fn loses_within(self, plies: u32) -> bool {
        !self.is_full() && !self.wins_at_once() && self.moves().all(|(_, next)| next.wins_within(plies - 1))
    }

    /// Returns whether the side to move wins within a number of plies.
    fn wins_within(self, plies: u32) -> bool {
        if self.wins_at_once() || plies < 3 {
            return self.wins_at_once();
        }
        let block = self.wins(self.them()).next();
        let mut moves = self.moves().filter(|&(column, _)| block.is_none_or(|block| block == column));
        moves.any(|(_, next)| next.loses_within(plies - 1))
    }
}

/// A search, with the bounds of positions that it has seen.
pub(crate) struct Search {
    table: Vec<(u64, i8, i8)>,
}

/// The positions that are kept.
const ENTRIES: usize = 1 << 20;

impl Search {
    pub(crate) fn new() -> Self {
        Self { table: vec![(0, -1, 1); ENTRIES] }
    }

    /// Returns 1 for a win of the side to move, 0 for a draw, -1 for a loss. A result outside `alpha..beta` is a bound: at most
    /// alpha, or at least beta.
    pub(crate) fn outcome(&mut self, board: Board, mut alpha: i8, mut beta: i8) -> i8 {
        if board.wins_at_once() {
            return 1;
        }
        if board.is_full() {
            return 0;
        }
        // The stones of the side to move below a mark in each column: no two positions have the same word.
        let key = board.us + board.all + (0..WIDTH).map(bottom).sum::<u64>();
        let index = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44) as usize;
        let (mut lower, mut upper) = match self.table[index] {
            (found, lower, upper) if found == key => (lower, upper),
            _ => (-1, 1),
        };
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        if alpha >= beta {
            return if lower >= beta { lower } else { upper };
        }
        let window = (alpha, beta);
        // A threat has to be blocked; the others are tried in order.
        let blocks: Vec<u32> = board.wins(board.them()).take(1).collect();
        let mut best = -1;
        for (column, next) in board.moves() {
            if blocks.first().is_some_and(|&block| block != column) {
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
        self.table[index] = (key, lower, upper);
        best
    }
}

#[test]
fn the_naive_search_finds_what_is_known() {
    let outcome = |moves: &str| Search::new().outcome(Board::after(moves).unwrap(), -1, 1);
    assert_eq!(outcome("112233"), 1);
    // docs/proofs.md (R4) has this position: O wins.
    assert_eq!(outcome("6753313356447316657265273262"), -1);
    // X threatens both ends of three in a row.
    let double = Board::after("44335").unwrap();
    assert!(double.loses_within(2) && !double.wins_at_once() && double.must_block());
    assert!(Board::after("4444444").is_none() && Board::after("8").is_none());
}
