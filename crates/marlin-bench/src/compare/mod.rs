//! Comparing two runs over the same positions.
//!
//! | file | idea |
//! |---|---|
//! | `comparable.rs` | the conditions of a comparison |
//! | `comparison.rs` | two runs side by side |
//! | `row.rs` | one set of them |
//! | `verdict.rs` | the limits of a comparison: pass, fail or unclear |
//! | `gate.rs` | the conclusion of a comparison |
//! | `builds.rs` | running two builds alternately |

pub(crate) mod builds;
pub(crate) mod comparable;
pub(crate) mod comparison;
pub(crate) mod gate;
pub(crate) mod row;
pub(crate) mod verdict;
