//! The Marlin Connect Four engine over HTTP, for pages, bots and scripts.
//!
//! | module | contents |
//! |---|---|
//! | `options` | the command line |
//! | `server` | a server from its start to its end |
//! | `connections` | connections, with limits on their number and on slow clients |
//! | `client` | the end of a client, as its requests notice it |
//! | `observe` | the log, and the times of requests |
//! | `guard` | requests that are rejected before anything else |
//! | `api` | the requests, one kind per file |
//! | `pool` | searches on a bounded number of threads |
//! | `page` | the files of the page |
//! | `metrics` | counters and gauges for Prometheus |

mod api;
mod client;
mod connections;
mod guard;
mod metrics;
mod observe;
mod options;
mod page;
mod pool;
mod server;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use marlin_core::Cpu;
use marlin_support::exit::{self, Failure};
use marlin_support::text;

use crate::options::{Command, Options};

fn main() -> ExitCode {
    exit::main(Options::try_parse(), |options| run(&options))
}

/// Prints the version or checks a server if that is requested, and serves otherwise.
fn run(options: &Options) -> Result<(), Failure> {
    if options.version {
        let cpu = options.engine.search.cpu.unwrap_or_else(Cpu::detect);
        let version = text::version(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), cpu);
        return Ok(writeln!(io::stdout(), "{version}")?);
    }
    match &options.command {
        Some(Command::Mcp(engine)) => server::run(&options.for_assistant(engine)),
        None if options.check => server::check(options.listen),
        None => server::run(options),
    }
}
