//! The rules: games in a README, played by issues.

// A panic here fails a test. The lint exempts only functions marked as tests.
#![allow(clippy::unwrap_used)]

mod foreign;
mod played;
mod repairs;
mod ruled;
mod scene;
