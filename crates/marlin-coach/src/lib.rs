#![doc = include_str!("../README.md")]

pub mod explain;
pub mod level;
pub mod opening;
pub mod puzzle;
pub mod record;
pub mod review;
pub mod task;
pub mod weak;

use std::time::Duration;

/// The default time for the search of a position outside the book. It suffices for most positions of small boards.
///
/// # Examples
///
/// ```
/// use marlin_core::Limits;
///
/// let limits = Limits::NONE.time(marlin_coach::DEFAULT_TIME);
/// assert_eq!(limits.time.unwrap().as_secs(), 5);
/// ```
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);
