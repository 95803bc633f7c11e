//! Random games: of every board beside the naive one, and late positions that quickcheck can make.

use marlin_core::{BoardSize, Column, Game, Position};
use quickcheck::{Arbitrary, Gen};

use crate::reference::Board;

/// A generator of numbers that gives the same ones in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Returns the column with this index.
pub(crate) fn column_at(index: usize) -> Column {
    Column::new(index).expect("a column of some board")
}

/// Calls a function at every ply of random games on every board, and of many more on the standard one. The
/// naive board beside each game has the same stones.
///
/// Half of the games last as long as they can: no move completes a four as long as another one is possible.
pub(crate) fn at_every_ply(games: usize, mut visit: impl FnMut(&Game, &Board)) {
    for size in BoardSize::all() {
        let mut random = Random((size.width() * 100 + size.height()) as u64);
        let games = if size == BoardSize::STANDARD { 10 * games } else { games };
        for number in 0..games {
            let (mut game, mut board) = (Game::on(size), Board::new(size.width(), size.height()));
            visit(&game, &board);
            while !board.is_over() {
                let mut moves = board.legal_moves();
                if number < games / 2 && moves.iter().any(|&column| !board.is_winning_move(column)) {
                    moves.retain(|&column| !board.is_winning_move(column));
                }
                let column = moves[random.below(moves.len())];
                game.play(column_at(column)).expect("a legal move");
                board.play(column);
                visit(&game, &board);
            }
        }
    }
}

/// Plays columns on a board.
pub(crate) fn played(size: BoardSize, columns: impl IntoIterator<Item = Column>) -> Game {
    let mut game = Game::on(size);
    columns.into_iter().for_each(|column| game.play(column).expect("a legal move"));
    game
}

/// Calls a function with random games on every board that are over.
pub(crate) fn with_every_game(games: usize, mut visit: impl FnMut(&Game)) {
    at_every_ply(games, |game, board| {
        if board.is_over() {
            visit(game);
        }
    });
}

/// A random position of the standard board that is not over, with enough stones to be solved in a moment.
///
/// No move on the way completes a four if another move is possible, so that long games are frequent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Late(pub(crate) Position);

impl Late {
    /// Returns the position after a random game of a number of moves, `None` if the game ends earlier.
    fn play(g: &mut Gen, plies: u8) -> Option<Self> {
        let mut position = Position::new();
        for _ in 0..plies {
            let is_quiet = |column: &Column| !position.is_winning_move(*column);
            let quiet: Vec<_> = position.legal_moves().filter(is_quiet).collect();
            let choice = usize::from(u8::arbitrary(g)) % quiet.len().max(1);
            position = position.after(*quiet.get(choice)?);
        }
        (!position.is_over()).then_some(Self(position))
    }
}

impl Arbitrary for Late {
    fn arbitrary(g: &mut Gen) -> Self {
        loop {
            let plies = 18 + u8::arbitrary(g) % 16;
            if let Some(late) = Self::play(g, plies) {
                return late;
            }
        }
    }
}
