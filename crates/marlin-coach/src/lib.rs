#![doc = include_str!("../README.md")]

pub mod explain;
pub mod level;
pub mod record;
pub mod review;
pub mod task;

use std::time::Duration;

/// The time for the search of a position where none is given and no book may answer. Most positions of small boards are proven
/// in it.
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
