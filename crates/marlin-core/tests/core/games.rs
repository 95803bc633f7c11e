//! Random games for properties, chosen by numbers that quickcheck can make and shrink.

use marlin_core::{Column, Game, Position, Size};
use quickcheck::{Arbitrary, Gen};

/// A random game on a board of any size: each number chooses one of the legal moves, until the game is over.
#[derive(Debug, Clone)]
pub(crate) struct Choices(pub(crate) Vec<u8>);

impl Choices {
    /// Returns the game.
    pub(crate) fn into_game<const W: usize, const H: usize>(self) -> Game<Size<W, H>> {
        let mut game = Game::default();
        for choice in self.0 {
            if let Some(column) = choose(choice, game.legal_moves()) {
                game.play(column).expect("a legal move");
            }
        }
        game
    }
}

impl Arbitrary for Choices {
    fn arbitrary(g: &mut Gen) -> Self {
        // Long enough to fill the largest board now and then; short ones end in the opening.
        let len = u8::arbitrary(g) % 80;
        Self((0..len).map(|_| u8::arbitrary(g)).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

/// A random position of the standard board that isn't over, with enough stones to be solved in a moment.
///
/// Nobody has completed a four on the way though they could have, so that long games are no rarity.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Late(pub(crate) Position);

impl Late {
    /// Returns the position after a random game of a number of moves, `None` if it comes to an end before them.
    fn play(g: &mut Gen, plies: u8) -> Option<Self> {
        let mut position = Position::new();
        for _ in 0..plies {
            let quiet = position.legal_moves().filter(|&column| !position.is_winning_move(column)).collect();
            position.play(choose(u8::arbitrary(g), quiet)?).expect("a legal move");
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

/// Returns the move that a number chooses, `None` if there is none.
fn choose(choice: u8, moves: Vec<Column>) -> Option<Column> {
    let count = moves.len();
    moves.into_iter().nth(usize::from(choice) % count.max(1))
}
