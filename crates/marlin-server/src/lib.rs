#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! | module | contents |
//! |---|---|
//! | `config` | what a server serves, and what it allows |
//! | `error` | why a server can't start |
//! | `server` | a server from its start to its end |
//! | `phase` | where a server is on this way |
//! | `connections` | connections, with limits on their number and on slow clients |
//! | `observe` | every request counted, logged and checked for its length |
//! | `api` | the requests, a kind each file |
//! | `engine` | answers from the book at once, and from searches in turn |
//! | `page` | the page, or the one that shows how to use the server |
//! | `metrics` | counts for Prometheus |

mod api;
mod config;
mod connections;
mod engine;
mod error;
mod metrics;
mod observe;
mod page;
mod phase;
mod server;
#[cfg(test)]
mod tests;

pub use self::config::{Config, LogFormat};
pub use self::error::ServeError;
pub use self::server::{Server, run};
