//! A second, naive implementation of the rules and of exact solving, as the oracle of the tests.
//!
//! It shares no code and no ideas with the library: it has cells in a plain array, walks lines cell by cell,
//! and searches every move to the end. It is slow and plain on purpose, so that a reader can verify it.

use std::collections::HashMap;

/// A cell without a stone.
pub(crate) const EMPTY: u8 = 0;
/// A stone of the first player.
pub(crate) const X: u8 = 1;
/// A stone of the second player.
pub(crate) const O: u8 = 2;

/// The four directions of a line, in columns and rows from one cell to the next.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board of any size: columns from the left and rows from the bottom, both counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    width: usize,
    height: usize,
    /// Column after column, each from the bottom.
    cells: Vec<u8>,
}

impl Board {
    /// Returns the empty board.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { width, height, cells: vec![EMPTY; width * height] }
    }

    /// Returns the board with these cells, given row by row from the top left. Nothing is checked.
    pub(crate) fn from_rows(width: usize, height: usize, rows: &[u8]) -> Self {
        let mut board = Self::new(width, height);
        for (index, &stone) in rows.iter().enumerate() {
            board.put(index % width, height - 1 - index / width, stone);
        }
        board
    }

    /// Returns the cells row by row from the top left.
    pub(crate) fn rows(&self) -> Vec<u8> {
        let mut rows = Vec::new();
        for row in (0..self.height).rev() {
            for column in 0..self.width {
                rows.push(self.stone(column, row));
            }
        }
        rows
    }

    /// Returns the content of a cell.
    pub(crate) fn stone(&self, column: usize, row: usize) -> u8 {
        self.cells[column * self.height + row]
    }

    /// Puts a stone on a cell, or empties the cell, without regard to the rules.
    pub(crate) fn put(&mut self, column: usize, row: usize, stone: u8) {
        self.cells[column * self.height + row] = stone;
    }

    /// Returns the number of cells with this content.
    pub(crate) fn count(&self, stone: u8) -> usize {
        self.cells.iter().map(|&cell| usize::from(cell == stone)).sum()
    }

    /// Returns the number of stones on the board.
    pub(crate) fn ply(&self) -> usize {
        self.cells.len() - self.count(EMPTY)
    }

    /// Returns the player to move.
    pub(crate) fn to_move(&self) -> u8 {
        if self.ply().is_multiple_of(2) { X } else { O }
    }

    /// Returns the number of stones in a column.
    pub(crate) fn stones_in(&self, column: usize) -> usize {
        (0..self.height).filter(|&row| self.stone(column, row) != EMPTY).count()
    }

    /// Drops a stone of the side to move and returns its row. The column must have room.
    pub(crate) fn play(&mut self, column: usize) -> usize {
        let (stone, row) = (self.to_move(), self.stones_in(column));
        assert!(row < self.height, "column {column} is full");
        self.put(column, row, stone);
        row
    }

    /// Takes the topmost stone of a column off the board.
    pub(crate) fn take_back(&mut self, column: usize) {
        let row = self.stones_in(column) - 1;
        self.put(column, row, EMPTY);
    }

    /// Returns the columns that may be played, none when the game is over.
    pub(crate) fn legal_moves(&self) -> Vec<usize> {
        if self.winner().is_some() {
            return Vec::new();
        }
        (0..self.width).filter(|&column| self.stones_in(column) < self.height).collect()
    }

    /// Returns whether every cell holds a stone.
    pub(crate) fn is_full(&self) -> bool {
        !self.cells.contains(&EMPTY)
    }

    /// Returns whether the game has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.is_full() || self.winner().is_some()
    }

    /// Returns the player who has four in a row; the first player if both have.
    pub(crate) fn winner(&self) -> Option<u8> {
        [X, O].into_iter().find(|&stone| self.has_four(stone))
    }

    /// Returns whether a player has four in a row.
    pub(crate) fn has_four(&self, stone: u8) -> bool {
        (0..self.width).any(|column| {
            (0..self.height).any(|row| self.stone(column, row) == stone && self.would_win(column, row, stone))
        })
    }

    /// Returns every four in a row of a player, each from its left or lowest cell on.
    pub(crate) fn fours(&self, stone: u8) -> Vec<[(usize, usize); 4]> {
        let owned = |line: &[(usize, usize); 4]| line.iter().all(|&(c, r)| self.stone(c, r) == stone);
        self.lines().into_iter().filter(owned).collect()
    }

    /// Returns every line of four cells that the board has room for, each from its left or lowest cell on.
    pub(crate) fn lines(&self) -> Vec<[(usize, usize); 4]> {
        let mut lines = Vec::new();
        for column in 0..self.width {
            for row in 0..self.height {
                for direction in DIRECTIONS {
                    let cells = [0, 1, 2, 3].map(|step| self.neighbour(column, row, direction, step));
                    if let [Some(a), Some(b), Some(c), Some(d)] = cells {
                        lines.push([a, b, c, d]);
                    }
                }
            }
        }
        lines
    }

    /// Returns the empty cells, playable at once or not, on which a stone of this player would be part of a
    /// four.
    pub(crate) fn winning_cells(&self, stone: u8) -> Vec<(usize, usize)> {
        let mut cells = Vec::new();
        for column in 0..self.width {
            for row in 0..self.height {
                if self.stone(column, row) == EMPTY && self.would_win(column, row, stone) {
                    cells.push((column, row));
                }
            }
        }
        cells
    }

    /// Returns whether the side to move wins by playing this column, which may be full.
    pub(crate) fn is_winning_move(&self, column: usize) -> bool {
        let row = self.stones_in(column);
        row < self.height && self.would_win(column, row, self.to_move())
    }

    /// Returns whether a stone of this player on a cell would be, or is, part of a four.
    fn would_win(&self, column: usize, row: usize, stone: u8) -> bool {
        DIRECTIONS.into_iter().any(|(right, up)| {
            let ahead = self.run(column, row, (right, up), stone);
            let behind = self.run(column, row, (-right, -up), stone);
            behind + 1 + ahead >= 4
        })
    }

    /// Returns the number of stones of this player that follow a cell in a direction without a gap.
    fn run(&self, column: usize, row: usize, direction: (isize, isize), stone: u8) -> usize {
        let mut length = 0;
        while let Some((c, r)) = self.neighbour(column, row, direction, length as isize + 1) {
            if self.stone(c, r) != stone {
                break;
            }
            length += 1;
        }
        length
    }

    /// Returns the cell some steps away in a direction, `None` beyond the edge.
    fn neighbour(
        &self,
        column: usize,
        row: usize,
        (right, up): (isize, isize),
        steps: isize,
    ) -> Option<(usize, usize)> {
        let column = column.checked_add_signed(right * steps)?;
        let row = row.checked_add_signed(up * steps)?;
        (column < self.width && row < self.height).then_some((column, row))
    }

    /// Returns the board mirrored left to right.
    pub(crate) fn mirror(&self) -> Self {
        let mut mirrored = Self::new(self.width, self.height);
        for column in 0..self.width {
            for row in 0..self.height {
                mirrored.put(self.width - 1 - column, row, self.stone(column, row));
            }
        }
        mirrored
    }

    /// Returns the cells as the digits of two numbers to the base 3, which no other board of this size has.
    pub(crate) fn packed(&self) -> [u128; 2] {
        let (first, second) = self.cells.split_at(self.cells.len().min(64));
        [first, second].map(|cells| cells.iter().fold(0, |number, &cell| 3 * number + u128::from(cell)))
    }

    /// Returns the stones that a player who has won has left to place, the winning one included.
    ///
    /// On a full board the first player has placed one stone in two, and the odd one too if there is one.
    fn stones_left(&self, winner: u8) -> i32 {
        let all = if winner == X { self.cells.len().div_ceil(2) } else { self.cells.len() / 2 };
        (all - self.count(winner) + 1) as i32
    }
}

/// Scores positions of boards of one size by a search of every move to the end of the game.
#[derive(Debug, Default)]
pub(crate) struct Oracle {
    /// The scores found so far, by the content of the board.
    scores: HashMap<[u128; 2], i8>,
}

impl Oracle {
    /// Returns the exact score of a board, from the side to move: the stones that the winner has left, the
    /// winning one included, positive if the side to move wins and 0 for a draw.
    pub(crate) fn score(&mut self, board: &Board) -> i32 {
        match board.winner() {
            Some(winner) if winner == board.to_move() => board.stones_left(winner),
            Some(winner) => -board.stones_left(winner),
            None => self.search(&mut board.clone()),
        }
    }

    /// Returns the score of a board without a four.
    fn search(&mut self, board: &mut Board) -> i32 {
        if board.is_full() {
            return 0;
        }
        let key = board.packed();
        if let Some(&score) = self.scores.get(&key) {
            return i32::from(score);
        }
        let us = board.to_move();
        let mut best = i32::MIN;
        for column in 0..board.width {
            if board.stones_in(column) < board.height {
                let row = board.play(column);
                let wins = board.would_win(column, row, us);
                let score = if wins { board.stones_left(us) } else { -self.search(board) };
                best = best.max(score);
                board.take_back(column);
            }
        }
        self.scores.insert(key, best as i8);
        best
    }
}
