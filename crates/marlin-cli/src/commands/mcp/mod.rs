//! `mcp`: the tools of the Model Context Protocol, for assistants.
//!
//! JSON-RPC 2.0 on standard input and output, a message a line. Three threads: one reads lines, one carries out a call, and the
//! server waits for events of both, so that it replies and cancels calls during a search.
//!
//! | module | contents |
//! |---|---|
//! | `message` | JSON-RPC: a line to a message, and replies to lines; the versions of the protocol |
//! | `tool` | the tools, and their calls |
//! | `server` | the connection: the calls that wait, and the one that runs |

mod message;
mod server;
mod tool;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use marlin_support::lines::Lines;
use marlin_support::options::EngineOptions;
use marlin_support::pipeline::ThreadError;
use marlin_support::solvers::SolverPool;

use self::server::{Event, Server};
use crate::commands::shared::{input, is_interactive};
use marlin_support::exit::Failure;

/// The greatest length of a line, in bytes. The description of a client is one line and may have icons.
const MAX_LINE: usize = 256 << 10;

/// The events that wait for the server. A line more waits in the reading thread, and the others in the pipe.
const MAX_EVENTS: usize = 16;

/// Answers the requests of standard input until it ends.
pub(super) fn run(engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let pool = SolverPool::new(engine.solver()?);
    if is_interactive() {
        // Without a terminal a client reads this stream, or none does.
        let _ = writeln!(io::stderr(), "A client of MCP starts this program: see 'marlin-cli help mcp'.");
    }
    let (events, inbox) = mpsc::sync_channel(MAX_EVENTS);
    let reader = events.clone();
    let reading = thread::Builder::new().name("reader".to_owned()).spawn(move || read(input(), &reader));
    reading.map_err(ThreadError)?;
    Ok(Server::new(pool, out, events).run(&inbox)?)
}

/// Sends the server all lines, and then the end of the input.
fn read(input: impl BufRead, events: &SyncSender<Event>) {
    let mut lines = Lines::with_limit(input, MAX_LINE);
    let ended = loop {
        let line = match lines.next_line() {
            Ok(Some(line)) => line,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        };
        if events.send(Event::Line(line)).is_err() {
            // The server has ended.
            return;
        }
    };
    // Without a server the end is of no interest.
    let _ = events.send(Event::InputEnded(ended));
}
