#![doc = include_str!("../README.md")]

pub mod explain;
pub mod lesson;
pub mod level;
pub mod opening;
pub mod progress;
pub mod puzzle;
pub mod record;
pub mod request;
pub mod review;
pub mod task;
pub mod text;
pub mod weak;

use std::time::Duration;

/// The default time for the search of a position outside the book. It suffices for most positions of small
/// boards.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Returns the time that limits the search of a position if no limit is given: none on [boards that are
/// solved in seconds](level::SkillLevel::is_perfect).
pub fn default_time(size: marlin_core::BoardSize) -> Option<Duration> {
    (!level::SkillLevel::MAX.is_perfect(size)).then_some(DEFAULT_TIME)
}
