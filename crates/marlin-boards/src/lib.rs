//! Solves empty Connect Four boards of many sizes, and compares the results with those that are published.
//!
//! A [`Table`] has what is known of these boards: the published results with their sources, and Marlin's own.
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
mod grid;
mod published;
mod solved;
mod table;

pub use board::{Board, DEFAULT_BOARDS};
pub use ending::Ending;
pub use solved::{Agreement, Settings, Solved};
pub use table::{Answer, Entry, Found, MergeTablesError, ReadTableError, Table};
