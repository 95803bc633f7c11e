//! Levels of play, from a beginner to a perfect player.
//!
//! | file | contents |
//! |---|---|
//! | `skill` | the sight of each level |
//! | `opponent` | a player of a level, and its move |
//! | `task` | the choice of a move, in steps |
//! | `perfect` | the move of the perfect level |
//! | `skilled` | the move of the other levels |
//! | `shares` | the probability of each column at every level |
//! | `sight` | the most promising columns for a player who sees some plies ahead |
//! | `lines` | the promise of a cell to a player without sight |
//! | `chance` | random numbers that depend on a seed and the position |
//!
//! A level is a sight, the plies that a player looks ahead before a move: the first levels overlook wins and blocks, those
//! in the middle overlook threats that are a few plies deep, and the last ones overlook the zugzwang at the end.
//! A player makes no mistake within its sight. Among moves of equal looks it chooses at random, and prefers cells
//! with many lines of four. The perfect level chooses nothing at random: [`Opponent`] has its rule.
//!
//! The choice depends on the position, the level and the seed, and not on the moves before: the same seed plays the same
//! game, also after moves were taken back, and after the game was saved and loaded. The number of threads and the contents
//! of the table make no difference. At levels 7 to 9 the choice depends on the book as well: it solves early positions that
//! take more than a few milliseconds without it.
//!
//! # Examples
//!
//! ```
//! use marlin_coach::level::SkillLevel;
//! use marlin_core::any::{Game, Solver};
//!
//! let size = "6x5".parse()?;
//! let solver = Solver::on(size);
//! let [weak, strong] = [SkillLevel::MIN, SkillLevel::MAX];
//! let mut game = Game::on(size);
//! while !game.position().is_over() {
//!     let level = if game.moves().len() % 2 == 0 { strong } else { weak };
//!     let column = level.choose(game.position(), &solver, 1).expect("a game that isn't over has a move");
//!     game.play(column)?;
//! }
//! assert!(!game.is_win(marlin_core::Player::O));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chance;
mod lines;
mod opponent;
mod perfect;
mod shares;
mod sight;
mod skill;
mod skilled;
mod task;

use std::fmt;
use std::str::FromStr;

use marlin_core::any::{Position, Solver};
use marlin_core::{BoardSize, Column};

pub use self::opponent::{ChosenMove, Opponent};
pub use self::shares::LevelShares;
pub(crate) use self::shares::SharesTask;
pub use self::sight::columns_in_sight;
pub use self::task::LevelTask;

/// A strength of play, from 1 to 10.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::SkillLevel;
///
/// let level: SkillLevel = "3".parse()?;
/// assert!(SkillLevel::MIN < level && level < SkillLevel::MAX);
/// assert_eq!(level.to_string(), "3");
/// let error = "11".parse::<SkillLevel>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid level: a whole number from 1 to 10 is expected");
/// # Ok::<(), marlin_coach::level::ParseLevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillLevel(u8);

/// The error of a text that is no level.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::SkillLevel;
///
/// assert!(["0", "11", "", "x", "1.5"].iter().all(|text| text.parse::<SkillLevel>().is_err()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("invalid level: a whole number from {} to {} is expected", SkillLevel::MIN, SkillLevel::MAX)]
pub struct ParseLevelError;

/// The cells of the boards that are solved from the first move on in a second or two, beside 7x6: see `docs/boards.md`.
const PROVEN_CELLS: u32 = 35;

impl SkillLevel {
    /// The weakest level.
    pub const MIN: Self = Self(1);

    /// The perfect level: within its limits it never gives score away, so it wins as soon as possible and loses as late as
    /// possible.
    pub const MAX: Self = Self(10);

    /// Returns the level with a number from 1 to 10, `None` for any other.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::SkillLevel;
    ///
    /// assert_eq!(SkillLevel::new(10), Some(SkillLevel::MAX));
    /// assert_eq!(SkillLevel::new(0), None);
    /// ```
    pub const fn new(number: usize) -> Option<Self> {
        if number >= Self::MIN.get() && number <= Self::MAX.get() { Some(Self(number as u8)) } else { None }
    }

    /// Returns the number of the level.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(marlin_coach::level::SkillLevel::MAX.get(), 10);
    /// ```
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// Returns the name of the level on a board: that of level 10 is `strongest` where it [is not perfect](Self::is_perfect).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::SkillLevel;
    ///
    /// assert_eq!(SkillLevel::MAX.name("7x6".parse()?), "perfect");
    /// assert_eq!(SkillLevel::MAX.name("9x6".parse()?), "strongest");
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn name(self, size: BoardSize) -> &'static str {
        if self == Self::MAX && !self.is_perfect(size) { "strongest" } else { skill::NAMES[self.get() - 1].0 }
    }

    /// Returns whether a player of the level proves its moves on a board from the first one on, within the limits of a game
    /// with a person: level 10 on 7x6, and on boards of four columns and rows or more and at most 35 cells. Without limits level 10 does so on every board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::SkillLevel;
    ///
    /// assert!(SkillLevel::MAX.is_perfect("7x6".parse()?) && SkillLevel::MAX.is_perfect("7x5".parse()?));
    /// assert!(!SkillLevel::MAX.is_perfect("11x3".parse()?) && !SkillLevel::MAX.is_perfect("9x6".parse()?) && !SkillLevel::MIN.is_perfect("7x6".parse()?));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn is_perfect(self, size: BoardSize) -> bool {
        // Boards of two or three rows are harder: 16x2 and 11x3 are not solved in as many seconds.
        let is_thick = size.width().min(size.height()) >= 4;
        self == Self::MAX && (size == BoardSize::STANDARD || size.cells() <= PROVEN_CELLS && is_thick)
    }

    /// Returns the strength of the level in a sentence.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(marlin_coach::level::SkillLevel::MIN.summary(), "Overlooks most wins and blocks.");
    /// ```
    pub const fn summary(self) -> &'static str {
        skill::NAMES[self.get() - 1].1
    }

    /// Returns all levels, the weakest first.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::SkillLevel;
    ///
    /// assert!(SkillLevel::all().map(SkillLevel::get).eq(1..=10));
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (Self::MIN.0..=Self::MAX.0).map(Self)
    }

    /// Returns the move of a player of this level, `None` if the game is over: [`Opponent`] with no more settings.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::SkillLevel;
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let solver = Solver::on(BoardSize::STANDARD);
    /// let position = Position::parse(BoardSize::STANDARD, "121212")?;
    /// let level = SkillLevel::new(8).expect("a level");
    /// assert_eq!(level.choose(&position, &solver, 7).map(|column| column.number()), Some(1));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn choose(self, position: &Position, solver: &Solver, seed: u64) -> Option<Column> {
        Some(Opponent::new(self, seed).choose(position, solver)?.column)
    }
}

/// The perfect level.
impl Default for SkillLevel {
    fn default() -> Self {
        Self::MAX
    }
}

impl FromStr for SkillLevel {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        text.parse().ok().and_then(Self::new).ok_or(ParseLevelError)
    }
}

/// The number.
impl fmt::Display for SkillLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
