#![doc = include_str!("../README.md")]

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod abi;
mod drawing;
mod engine;
#[cfg(test)]
mod tests;

pub use self::engine::{BookRecord, Engine};
