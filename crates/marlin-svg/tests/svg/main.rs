//! Drawings as a user of the library gets them.

// Whatever fails here fails a test; the lint knows only functions that are tests themselves.
#![allow(clippy::unwrap_used)]

mod boards;
mod sides;
