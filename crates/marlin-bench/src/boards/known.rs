//! The boards by name, and what is published about them.

use super::ending::Ending;
use super::ending::Ending::{Draw, FirstWins, SecondWins};
use super::solved::{Settings, Solved, solve};
use crate::failure::Failure;

/// A board size. The solver's sizes are fixed when it is compiled: a name chooses one of the functions that are there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Board {
    width: usize,
    height: usize,
    /// How a game on it ends under best play, as far as somebody else has said so.
    published: Option<Ending>,
    solve: fn(Option<Ending>, &Settings) -> Result<Solved, Failure>,
}

impl Board {
    const fn new<const W: usize, const H: usize>(published: Option<Ending>) -> Self {
        Self { width: W, height: H, published, solve: solve::<W, H> }
    }

    /// Returns the name, `WIDTHxHEIGHT`.
    pub(crate) fn name(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }

    /// Solves the empty board.
    pub(crate) fn solve(&self, settings: &Settings) -> Result<Solved, Failure> {
        (self.solve)(self.published, settings)
    }
}

/// The boards, by height.
///
/// # References
///
/// The results are John Tromp's (<https://tromp.github.io/c4/c4.html>) and Christophe Steininger's.
const KNOWN: [Board; 18] = [
    Board::new::<4, 4>(Some(Draw)),
    Board::new::<5, 4>(Some(Draw)),
    Board::new::<6, 4>(Some(SecondWins(24))),
    Board::new::<7, 4>(Some(Draw)),
    Board::new::<8, 4>(Some(SecondWins(32))),
    Board::new::<5, 5>(Some(Draw)),
    Board::new::<6, 5>(Some(Draw)),
    Board::new::<7, 5>(Some(Draw)),
    Board::new::<8, 5>(Some(FirstWins(39))),
    Board::new::<4, 6>(Some(Draw)),
    Board::new::<5, 6>(Some(Draw)),
    Board::new::<6, 6>(Some(SecondWins(36))),
    Board::new::<7, 6>(Some(FirstWins(41))),
    Board::new::<8, 6>(None),
    Board::new::<4, 7>(Some(Draw)),
    Board::new::<5, 7>(Some(Draw)),
    Board::new::<6, 7>(Some(FirstWins(41))),
    Board::new::<7, 7>(None),
];

/// The boards that are solved unless others are named: those that take minutes at most.
pub(crate) const DEFAULT: [&str; 11] =
    ["4x4", "5x4", "6x4", "5x5", "6x5", "7x5", "6x6", "7x6", "5x7", "6x7", "8x5"];

/// Returns the boards with these names.
pub(crate) fn choose(names: &[String]) -> Result<Vec<Board>, Failure> {
    names.iter().map(|name| find(name)).collect()
}

fn find(name: &str) -> Result<Board, Failure> {
    KNOWN.into_iter().find(|board| board.name() == name).ok_or_else(|| {
        let known: Vec<_> = KNOWN.iter().map(Board::name).collect();
        Failure::Input(format!("no board {name:?} (known: {})", known.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_default_boards_are_known_and_published() {
        for name in DEFAULT {
            assert!(find(name).unwrap().published.is_some(), "{name}");
        }
    }

    #[test]
    fn names_are_given_once() {
        let names: std::collections::HashSet<_> = KNOWN.iter().map(Board::name).collect();
        assert_eq!(names.len(), KNOWN.len());
    }
}
