#![doc = include_str!("../README.md")]
#![no_std]

/// The book of the standard board, as a file of the format that `docs/formats.md` specifies.
pub const STANDARD: &[u8] = include_bytes!("../7x6.book");
