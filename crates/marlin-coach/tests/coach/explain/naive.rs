//! The rules of the game once more, on lists of stones, without a word from the library.

use marlin_core::{Cell, Player, Position};

/// A cell as column and row, both from 0.
pub(crate) type Place = (usize, usize);

/// A board: each column has its stones from the bottom up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) width: usize,
    pub(crate) height: usize,
    columns: Vec<Vec<Player>>,
}

pub(crate) fn place(cell: Cell) -> Place {
    (cell.column().index(), cell.row())
}

pub(crate) fn places(cells: &[Cell]) -> Vec<Place> {
    cells.iter().map(|&cell| place(cell)).collect()
}

impl Board {
    /// Reads the drawing of a position.
    pub(crate) fn of(position: &Position) -> Self {
        let drawing = position.to_string();
        let rows: Vec<Vec<char>> = drawing.lines().map(|row| row.chars().step_by(2).collect()).collect();
        let (width, height) = (rows[0].len(), rows.len());
        let mut columns = vec![Vec::new(); width];
        for row in rows.iter().rev() {
            for (column, symbol) in row.iter().enumerate() {
                match symbol {
                    'X' => columns[column].push(Player::X),
                    'O' => columns[column].push(Player::O),
                    _ => {}
                }
            }
        }
        Self { width, height, columns }
    }

    pub(crate) fn cells(&self) -> usize {
        self.width * self.height
    }

    pub(crate) fn stones(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    pub(crate) fn empty(&self) -> usize {
        self.cells() - self.stones()
    }

    pub(crate) fn to_move(&self) -> Player {
        if self.stones().is_multiple_of(2) { Player::X } else { Player::O }
    }

    pub(crate) fn height_of(&self, column: usize) -> usize {
        self.columns[column].len()
    }

    pub(crate) fn at(&self, (column, row): Place) -> Option<Player> {
        self.columns.get(column)?.get(row).copied()
    }

    /// Returns the places of all lines of four on the board.
    pub(crate) fn lines(&self) -> Vec<[Place; 4]> {
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

    pub(crate) fn has_won(&self, player: Player) -> bool {
        self.lines().iter().any(|line| line.iter().all(|&place| self.at(place) == Some(player)))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.empty() == 0 || self.has_won(Player::X) || self.has_won(Player::O)
    }

    /// Returns whether a player's stone on an empty cell, wherever it is, would complete a four.
    pub(crate) fn completes(&self, player: Player, cell: Place) -> bool {
        let fits = |&place: &Place| place == cell || self.at(place) == Some(player);
        self.at(cell).is_none()
            && self.lines().iter().any(|line| line.contains(&cell) && line.iter().all(fits))
    }

    /// Returns the cells that can be played.
    pub(crate) fn legal(&self) -> Vec<Place> {
        if self.is_over() {
            return Vec::new();
        }
        let open = |&column: &usize| self.height_of(column) < self.height;
        (0..self.width).filter(open).map(|column| (column, self.height_of(column))).collect()
    }

    /// Returns the board after the side to move has played a column. Whether the game is over isn't asked.
    pub(crate) fn after(&self, column: usize) -> Self {
        self.with(column, self.to_move())
    }

    /// Returns the board with one stone more, of any player.
    pub(crate) fn with(&self, column: usize, player: Player) -> Self {
        let mut next = self.clone();
        next.columns[column].push(player);
        assert!(next.columns[column].len() <= self.height, "column {column} is full");
        next
    }

    /// Returns the cells on which the side to move wins at once.
    pub(crate) fn wins(&self) -> Vec<Place> {
        let player = self.to_move();
        self.legal().into_iter().filter(|&(column, _)| self.after(column).has_won(player)).collect()
    }

    /// Returns the moves after which the other side doesn't win at once.
    pub(crate) fn safe(&self) -> Vec<Place> {
        self.legal().into_iter().filter(|&(column, _)| self.after(column).wins().is_empty()).collect()
    }

    /// Returns whether the side to move can avoid that `player` wins, by trying everything.
    pub(crate) fn can_win(&self, player: Player) -> bool {
        if self.is_over() {
            return self.has_won(player);
        }
        let mut results = self.legal().into_iter().map(|(column, _)| self.after(column).can_win(player));
        if self.to_move() == player { results.any(|wins| wins) } else { results.all(|wins| wins) }
    }
}
