//! [`Board`]: a board size by its name, with its published result.

use marlin_core::TableSizeError;

use crate::ending::Ending;
use crate::ending::Ending::{Draw, FirstWins, SecondWins};
use crate::solved::{Settings, Solved, solve};

/// A board size. The search for each of them is compiled: a name chooses one.
///
/// # Examples
///
/// ```
/// use marlin_boards::{Board, Ending};
///
/// let board = Board::named("8x5")?;
/// assert_eq!(board.published(), Some(Ending::FirstWins(39)));
/// assert!(Board::all().any(|board| board.name() == "7x6"));
/// # Ok::<(), marlin_boards::UnknownBoardError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Board {
    width: usize,
    height: usize,
    published: Option<Ending>,
    solve: fn(Option<Ending>, &Settings) -> Result<Solved, TableSizeError>,
}

/// The boards, by height.
///
/// # References
///
/// The results are John Tromp's (<https://tromp.github.io/c4/c4.html>) and Christophe Steininger's.
// A constant would be copied into every crate that uses it, and the search for all boards would be compiled there again.
static BOARDS: [Board; 18] = [
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

/// The names of the boards that take minutes at most.
pub const DEFAULT_BOARDS: [&str; 11] =
    ["4x4", "5x4", "6x4", "5x5", "6x5", "7x5", "6x6", "7x6", "5x7", "6x7", "8x5"];

/// The search isn't compiled for a board of this name.
///
/// # Examples
///
/// ```
/// use marlin_boards::Board;
///
/// let error = Board::named("9x9").unwrap_err();
/// assert!(error.known.contains(&"7x7".to_owned()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no board {name:?} (known: {})", known.join(", "))]
#[non_exhaustive]
pub struct UnknownBoardError {
    /// The name that was asked for.
    pub name: String,
    /// The names of all boards.
    pub known: Vec<String>,
}

impl Board {
    const fn new<const W: usize, const H: usize>(published: Option<Ending>) -> Self {
        Self { width: W, height: H, published, solve: solve::<W, H> }
    }

    /// Returns all boards, by height.
    pub fn all() -> impl Iterator<Item = Self> {
        BOARDS.iter().copied()
    }

    /// Returns the board with a name such as `7x6`, width first.
    ///
    /// # Errors
    ///
    /// [`UnknownBoardError`] if there is none.
    pub fn named(name: &str) -> Result<Self, UnknownBoardError> {
        let board = Self::all().find(|board| board.name() == name);
        board.ok_or_else(|| UnknownBoardError {
            name: name.to_owned(),
            known: Self::all().map(|board| board.name()).collect(),
        })
    }

    /// Returns the name: the width, `x` and the height.
    pub fn name(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }

    /// Returns the published ending of a game on it under best play, `None` if none is known.
    pub const fn published(&self) -> Option<Ending> {
        self.published
    }

    /// Solves the empty board from an empty table.
    ///
    /// # Errors
    ///
    /// [`TableSizeError`] if there can't be a table of the size.
    pub fn solve(&self, settings: &Settings) -> Result<Solved, TableSizeError> {
        (self.solve)(self.published, settings)
    }
}
