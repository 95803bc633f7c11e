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
use std::panic;
use std::process::ExitCode;

use clap::Parser;
use marlin_core::Cpu;
use marlin_support::text;

use crate::options::{Command, Options};

/// The exit code of an internal failure.
const FAILURE: u8 = 1;

/// The exit code of bad usage, and of a server that cannot start.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => return report_usage(&error),
    };
    match panic::catch_unwind(|| run(&options)) {
        Ok(result) => report(result, if options.check { FAILURE } else { BAD_INPUT }),
        // The panic has been reported on standard error already.
        Err(_) => ExitCode::from(FAILURE),
    }
}

/// Prints the version or checks a server if that is requested, and serves otherwise.
fn run(options: &Options) -> Result<(), String> {
    if options.version {
        let cpu = options.engine.search.cpu.unwrap_or_else(Cpu::detect);
        return server::print(&text::version(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), cpu));
    }
    match &options.command {
        Some(Command::Mcp(engine)) => server::run(&options.for_assistant(engine)),
        None if options.check => server::check(options.listen),
        None => server::run(options),
    }
}

/// Prints help or an error of usage, and returns the exit code.
fn report_usage(error: &clap::Error) -> ExitCode {
    match server::printed(error.print()) {
        // Help is output, and an error of its output is reported. An error of usage has no other place.
        Err(unwritten) if !error.use_stderr() => report(Err(unwritten), BAD_INPUT),
        _ => ExitCode::from(error.exit_code() as u8),
    }
}

/// Prints the error in one line, and returns its exit code.
fn report(result: Result<(), String>, failure: u8) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    // Without standard error the exit code is the only report.
    let _ = writeln!(io::stderr(), "error: {error}");
    ExitCode::from(failure)
}
