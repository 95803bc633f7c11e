//! Comparing two runs over the same positions.
//!
//! | file | idea |
//! |---|---|
//! | `comparable.rs` | which runs can be compared at all |
//! | `comparison.rs` | two runs side by side |
//! | `row.rs` | one set of them |
//! | `thresholds.rs` | how much worse a run may be |
//! | `verdict.rs` | whether a measure is worse than that, or whether that is unclear |
//! | `gate.rs` | the conclusion of a comparison |
//! | `builds.rs` | running two builds alternately |

pub(crate) mod builds;
pub(crate) mod comparable;
pub(crate) mod comparison;
pub(crate) mod gate;
pub(crate) mod row;
pub(crate) mod thresholds;
pub(crate) mod verdict;
