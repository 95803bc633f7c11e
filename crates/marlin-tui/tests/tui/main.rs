//! The game without a terminal: keys in, screens out.

// A panic here fails a test. The lint exempts only functions marked as tests.
#![allow(clippy::unwrap_used)]

mod engine;
mod keys;
mod picture;
mod plain;
mod player;
mod screens;
mod story;
mod task;
