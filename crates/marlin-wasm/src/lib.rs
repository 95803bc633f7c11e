#![doc = include_str!("../README.md")]

#[cfg(target_os = "unknown")]
mod abi;
mod engine;
#[cfg(test)]
mod tests;

pub use self::engine::{BookRecord, Engine};
