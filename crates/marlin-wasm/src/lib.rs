#![doc = include_str!("../README.md")]

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod abi;
mod drawing;
mod engine;
mod error;
mod given;
pub mod task;
#[cfg(test)]
mod types;

pub use self::drawing::{Colours, DiagramRequest, DrawingRecord, GraphRequest, PlayerNames, ThemeName};
pub use self::engine::{BookRecord, Engine, InfoRecord, Request, Response};
pub use self::error::{Error, ErrorRecord};
pub use self::given::{Given, GivenError};
