//! Replaying position sets: solve every position, check its score, measure nodes and time.

pub(crate) mod check;
pub(crate) mod measurement;
pub(crate) mod results;
pub(crate) mod runner;
pub(crate) mod summary;
