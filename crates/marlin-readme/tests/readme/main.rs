//! Games in a README, played by issues.

// Whatever fails here fails a test; the lint knows only functions that are tests themselves.
#![allow(clippy::unwrap_used)]

mod foreign;
mod mending;
mod played;
mod ruled;
mod scene;
