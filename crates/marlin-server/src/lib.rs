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
//! | `client` | what requests know of the client of their connection |
//! | `observe` | every request checked, counted and logged |
//! | `guard` | what is refused of a request before anything else |
//! | `api` | the requests, a kind each file |
//! | `engine` | answers from the book at once, and from searches in turn |
//! | `page` | the page, or the one that shows how to use the server |
//! | `metrics` | counts for Prometheus |

mod api;
mod client;
mod config;
mod connections;
mod engine;
mod error;
mod guard;
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
