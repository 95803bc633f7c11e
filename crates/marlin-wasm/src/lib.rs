#![doc = include_str!("../README.md")]

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod abi;
mod drawing;
mod engine;
mod error;
pub mod task;

pub use self::drawing::{Colours, DiagramRequest, DrawingRecord, GraphRequest, Names};
pub use self::engine::{BookRecord, Engine, InfoRecord, Request, Response};
pub use self::error::{Error, ErrorRecord};
pub use marlin_coach::answer::{PositionRecord, ReachRecord, ThreatsRecord};
pub use marlin_coach::given::{Given, GivenError};
