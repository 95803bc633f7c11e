//! Drawings through the public interface of the library.

// A failure here fails a test. The lint exempts only functions marked as tests.
#![allow(clippy::unwrap_used)]

mod boards;
mod sides;
