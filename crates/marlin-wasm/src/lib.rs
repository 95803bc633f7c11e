#![doc = include_str!("../README.md")]

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod abi;
mod drawing;
mod engine;
mod error;
mod fields;
mod given;
mod request;
pub mod task;
#[cfg(test)]
mod types;

pub use self::drawing::{Colours, DiagramRequest, DrawingRecord, GraphRequest, PlayerNames, ThemeName};
pub use self::engine::{BookRecord, Engine, InfoRecord, Response};
pub use self::error::{Error, ErrorRecord};
pub use self::given::{Given, GivenError};
pub use self::request::Request;
