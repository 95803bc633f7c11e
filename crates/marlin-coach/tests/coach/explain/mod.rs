//! Every statement of an explanation is true: checked by code that knows the rules of the game and shares
//! nothing with the library that makes the statements. Scores are the solver's.
//!
//! `MARLIN_EXHAUSTIVE=1` checks all positions of the sets in place of a sample.

mod check;
mod claimeven;
pub(crate) mod random;
mod records;
mod second_fours;
mod suites;
