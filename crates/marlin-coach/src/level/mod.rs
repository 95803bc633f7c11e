//! Levels of play, from a beginner to a perfect player.
//!
//! | file | contents |
//! |---|---|
//! | `skill` | the levels, with the sight of each and the chance in its choices |
//! | `sight` | the most promising columns for a player who sees some plies ahead |
//! | `opponent` | a player of a level, and its move |
//! | `shares` | the probability of each column at every level |
//!
//! A level is a sight: the plies that a player looks ahead before a move. The first levels overlook wins and
//! blocks, the middle levels overlook threats that are a few plies deep, and the last levels overlook the
//! zugzwang at the end. A player makes no mistake within its sight. Among moves that look equal, it chooses
//! at random, with a preference for cells with many lines of four. The perfect level makes no random choice:
//! [`Opponent`] has its rule.
//!
//! The choice depends on the position, the level and the seed, and not on the earlier moves. So the same seed
//! plays the same game, even after moves were taken back, or after the game was saved and loaded. The number
//! of threads and the contents of the table make no difference. At levels 7 to 9 the choice also depends on
//! the book, because the book solves early positions for which a search takes more than a few milliseconds.
//!
//! # Examples
//!
//! ```
//! use marlin_coach::level::SkillLevel;
//! use marlin_core::{Game, Solver};
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

mod opponent;
mod shares;
mod sight;
mod skill;

pub use self::opponent::{ChosenMove, LevelTask, Opponent, TABLE_MIB};
pub(crate) use self::shares::Choices;
pub use self::shares::{ColumnShare, LevelShares};
pub use self::sight::{best_or_equal, columns_in_sight};
pub use self::skill::{ParseLevelError, SkillLevel};
