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
pub mod weak;

use std::time::Duration;

/// The default time for the search of a position outside the book. It suffices for most positions of small boards.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);
