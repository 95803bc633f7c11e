//! Solves empty Connect Four boards of many sizes, and compares the results with those that are published.
//!
//! The sizes that [`marlin_core`] searches are fixed when it is compiled. This crate compiles the search for 18 boards,
//! which takes long, and chooses one of them by its name at run time.
//!
//! # Examples
//!
//! ```
//! use marlin_boards::{Agreement, Board, Settings};
//! use marlin_core::Cpu;
//!
//! let board = Board::named("5x4")?;
//! let settings = Settings { hash_mib: 1, threads: 1, time: None, cpu: Cpu::detect() };
//! let solved = board.solve(&settings)?;
//! assert_eq!(solved.result(), "draw");
//! assert_eq!(solved.agreement, Agreement::Agrees);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod ending;
mod solved;

pub use board::{Board, DEFAULT_BOARDS, UnknownBoardError};
pub use ending::Ending;
pub use solved::{Agreement, Settings, Solved};
