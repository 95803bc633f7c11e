//! The rules of the game once more, for boards of every size, without code of the library.

use marlin_core::{Cell, Player, Position};

/// A cell as column and row, both from 0.
pub(crate) type Place = (usize, usize);

/// A board. A set of cells has a bit for each, column by column from the bottom; the one above a column is
/// always empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The stones of X and of O.
    sets: [u128; 2],
}

pub(crate) fn place(cell: Cell) -> Place {
    (cell.column().index(), cell.row())
}

pub(crate) fn places(cells: &[Cell]) -> Vec<Place> {
    cells.iter().map(|&cell| place(cell)).collect()
}

impl Board {
    /// Returns the empty board.
    pub(crate) const fn new(width: usize, height: usize) -> Self {
        Self { width, height, sets: [0; 2] }
    }

    /// Reads the drawing of a position.
    pub(crate) fn of(position: &Position) -> Self {
        let drawing = position.to_string();
        let rows: Vec<Vec<char>> = drawing.lines().map(|row| row.chars().step_by(2).collect()).collect();
        let mut board = Self::new(rows[0].len(), rows.len());
        for row in rows.iter().rev() {
            for (column, symbol) in row.iter().enumerate() {
                match symbol {
                    'X' => board = board.with(column, Player::X),
                    'O' => board = board.with(column, Player::O),
                    _ => {}
                }
            }
        }
        board
    }

    /// Plays digits from the empty board of 7x6; `None` if a move is illegal, or follows the end of the game.
    pub(crate) fn played(moves: &str) -> Option<Self> {
        moves.chars().try_fold(Self::new(7, 6), |board, digit| {
            let column = (digit.to_digit(10)? as usize).checked_sub(1)?;
            let is_legal = board.legal().iter().any(|&(legal, _)| legal == column);
            is_legal.then(|| board.after(column))
        })
    }

    /// Returns the stones of a player.
    pub(crate) const fn set(self, player: Player) -> u128 {
        self.sets[matches!(player, Player::O) as usize]
    }

    pub(crate) const fn bit(self, (column, row): Place) -> u128 {
        1 << (column * (self.height + 1) + row)
    }

    pub(crate) const fn cells(self) -> usize {
        self.width * self.height
    }

    const fn occupied(self) -> u128 {
        self.sets[0] | self.sets[1]
    }

    pub(crate) const fn stones(self) -> usize {
        self.occupied().count_ones() as usize
    }

    pub(crate) const fn empty(self) -> usize {
        self.cells() - self.stones()
    }

    pub(crate) const fn to_move(self) -> Player {
        if self.stones().is_multiple_of(2) { Player::X } else { Player::O }
    }

    pub(crate) const fn height_of(self, column: usize) -> usize {
        (self.occupied() >> (column * (self.height + 1))).trailing_ones() as usize
    }

    pub(crate) fn at(self, place: Place) -> Option<Player> {
        [Player::X, Player::O].into_iter().find(|&player| self.set(player) & self.bit(place) != 0)
    }

    /// Returns the places of all lines of four on the board.
    pub(crate) fn lines(self) -> Vec<[Place; 4]> {
        let mut lines = Vec::new();
        for column in 0..self.width as isize {
            for row in 0..self.height as isize {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let line = [0, 1, 2, 3].map(|step| (column + step * right, row + step * up));
                    let (last_column, last_row) = line[3];
                    if last_column < self.width as isize && (0..self.height as isize).contains(&last_row) {
                        lines.push(line.map(|(column, row)| (column as usize, row as usize)));
                    }
                }
            }
        }
        lines
    }

    /// Returns whether four cells of a set are in a line.
    pub(crate) fn has_four(self, set: u128) -> bool {
        // Upwards, to the right, and both diagonals.
        [1, self.height + 1, self.height, self.height + 2].into_iter().any(|step| {
            let pairs = set & (set >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    pub(crate) fn has_won(self, player: Player) -> bool {
        self.has_four(self.set(player))
    }

    pub(crate) fn is_over(self) -> bool {
        self.empty() == 0 || self.has_won(Player::X) || self.has_won(Player::O)
    }

    /// Returns whether a player's stone on an empty cell, wherever it is, would complete the first four.
    pub(crate) fn completes(self, player: Player, cell: Place) -> bool {
        self.has_four(self.set(player) | self.bit(cell)) && self.at(cell).is_none() && !self.has_won(player)
    }

    /// Returns the lowest empty cells, from the left.
    pub(crate) fn open(self) -> impl Iterator<Item = Place> {
        let lowest = (0..self.width).map(move |column| (column, self.height_of(column)));
        lowest.filter(move |&(_, row)| row < self.height)
    }

    /// Returns the cells that can be played.
    pub(crate) fn legal(self) -> Vec<Place> {
        self.open().filter(|_| !self.is_over()).collect()
    }

    /// Returns the board after the side to move has played a column. Whether the game is over is not checked.
    pub(crate) fn after(self, column: usize) -> Self {
        self.with(column, self.to_move())
    }

    /// Returns the board with one stone more, of any player.
    pub(crate) fn with(self, column: usize, player: Player) -> Self {
        let cell = (column, self.height_of(column));
        assert!(cell.1 < self.height, "column {column} is full");
        let mut next = self;
        next.sets[usize::from(player == Player::O)] |= self.bit(cell);
        next
    }

    /// Returns the cells on which a player would win with the next stone.
    pub(crate) fn wins_of(self, player: Player) -> impl Iterator<Item = Place> {
        self.open().filter(move |&cell| self.completes(player, cell))
    }

    /// Returns the cells on which the side to move wins at once.
    pub(crate) fn wins(self) -> Vec<Place> {
        if self.is_over() { Vec::new() } else { self.wins_of(self.to_move()).collect() }
    }

    /// Returns the moves after which the other side does not win at once.
    pub(crate) fn safe(self) -> Vec<Place> {
        self.legal().into_iter().filter(|&(column, _)| self.after(column).wins().is_empty()).collect()
    }

    /// Returns whether `player` can force a win, by a search of all moves.
    pub(crate) fn can_win(self, player: Player) -> bool {
        if self.is_over() {
            return self.has_won(player);
        }
        let mut results = self.legal().into_iter().map(|(column, _)| self.after(column).can_win(player));
        if self.to_move() == player { results.any(|wins| wins) } else { results.all(|wins| wins) }
    }
}
