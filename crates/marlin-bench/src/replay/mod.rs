//! Replaying position sets: solving every position, checking its score, measuring nodes and time.
//!
//! | file | idea |
//! |---|---|
//! | `runner.rs` | solving positions on several threads |
//! | `stopwatch.rs` | the time of a search on the clock, and its CPU time |
//! | `measurement.rs` | the nodes and times of one position |
//! | `summary.rs`, `histogram.rs` | the figures of a set |
//! | `results.rs` | the results of a run, and the file of them |
//! | `score_hash.rs` | the score signature |
//! | `check.rs` | whether a run is fine |

pub(crate) mod check;
pub(crate) mod histogram;
pub(crate) mod measurement;
pub(crate) mod results;
pub(crate) mod runner;
pub(crate) mod score_hash;
pub(crate) mod stopwatch;
pub(crate) mod summary;
