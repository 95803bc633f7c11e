//! The arguments of `serve` and its help.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use marlin_core::any::Solver;
use marlin_server::{Config, LogFormat};

use super::limits::default_ms;
use super::number::whole;

/// The greatest time, in milliseconds: longer ones serve nobody, and no clock must overflow.
const DAY: u64 = 86_400_000;

pub(super) const SERVE_HELP: &str = "\
At http://127.0.0.1:8080 is a page to play, analyse and review on. Programs ask as in
http://127.0.0.1:8080/api/v1/analyze?moves=4433. Moves are the columns played.

  GET /api/v1/analyze   the scores of all columns, as 'analyze --json' prints them;
                        with 'Accept: text/event-stream' the progress too
  GET /api/v1/solve     the score and a best move, as 'solve --json' prints them
  GET /api/v1/best      the move to play; level=1 to 10 and seed=N make it that of a player
  GET /api/v1/explain   why a position is won, lost or drawn
  GET /api/v1/review    what the moves of a game gave away
      moves=4433 or position=BOARD, board=8x7, time=MS, nodes=N
  GET /api/v1/position  what the rules say of a position, in any notation
  GET /api/v1/reach     moves that lead to a board, or why none do
  POST /api/v1/lines    a position a line, a JSON line each; answer=analyze or answer=solve
  GET /solve?pos=44     the scores as gamesolver.org gives them, 100 for a full column
  GET /solve/connect4?position=44&level=10
                        columns and their scores, the move of the level first
  /api/v1/openapi.json, /healthz, /readyz, /metrics
                        for programs and for those who run the server

Positions of the opening book are answered at once. The others are searched, as many at a time as
--threads says, each on one thread. What isn't proven within --time is answered by bounds. Beyond
--queue, requests are refused with the status 503. A search stops when its client goes away.
All requests for a board share its table of --hash MiB. At most four boards have one at a time:
--board, which requests have that name none, and the three others that were asked for last.
Requests name the server by an address, by localhost, or by a name of --allow-host.
The files of --page are read when the server starts.

SIGTERM and Ctrl-C end the server: no more requests are taken, and searches have --grace to end.

Examples:
  marlin-cli serve
  marlin-cli serve --page target/page      with that page at /, not the one that comes with Marlin
  marlin-cli serve --listen 0.0.0.0:80 --threads 4 --time 2000 --log-format json
  curl 'http://127.0.0.1:8080/api/v1/analyze?moves=4433'
  curl --data-binary @positions.txt http://127.0.0.1:8080/api/v1/lines";

// A server. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// The address to listen on, or a port of this machine: 0.0.0.0 lets other machines in, and port 0 is any free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address, allow_hyphen_values = true)]
    listen: SocketAddr,

    /// A name of the server beside addresses and localhost, as in marlin.example.org, or '*' for all; it may be given several times
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,

    /// The folder of a page, with its index.html; without it, the page that comes with Marlin
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,

    /// An origin whose pages may use the server, as in <https://example.org>, or '*' for all; it may be given several times
    #[arg(long, value_name = "ORIGIN")]
    cors: Vec<String>,

    /// The longest time that a request may take, and each line of many, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = default_ms(), value_parser = whole(1..=DAY), allow_negative_numbers = true)]
    time: u64,

    /// The longest time that a request of many lines may take in all, in milliseconds
    #[arg(long, value_name = "MS", default_value = "600000", value_parser = whole(1..=DAY), allow_negative_numbers = true)]
    lines_time: u64,

    /// The most requests that wait for a search to begin
    #[arg(long, value_name = "N", default_value = "64", value_parser = whole(1..=1_000_000_usize), allow_negative_numbers = true)]
    queue: usize,

    /// The most connections at a time; others wait
    #[arg(long, value_name = "N", default_value = "1024", value_parser = whole(NonZeroUsize::MIN..=NonZeroUsize::MAX), allow_negative_numbers = true)]
    connections: NonZeroUsize,

    /// The longest time for a client to send a request, or to read a part of the answer, in milliseconds
    #[arg(long, value_name = "MS", default_value = "10000", value_parser = whole(1..=DAY), allow_negative_numbers = true)]
    client_timeout: u64,

    /// The longest body of a request of many lines, in bytes
    #[arg(long, value_name = "BYTES", default_value = "1048576", value_parser = whole(1..=usize::MAX), allow_negative_numbers = true)]
    max_body: usize,

    /// The time that searches have to end when the server shuts down, in milliseconds
    #[arg(long, value_name = "MS", default_value = "5000", value_parser = whole(0..=DAY), allow_negative_numbers = true)]
    grace: u64,

    /// How each request is logged, to standard error
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Log::Text)]
    log_format: Log,
}

/// How requests are logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Log {
    /// A line
    Text,
    /// A JSON object
    Json,
    /// Not at all
    Off,
}

/// Reads an address with its port, or a port of this machine.
fn address(text: &str) -> Result<SocketAddr, &'static str> {
    let local = text.strip_prefix("localhost:").unwrap_or(text);
    let address = local.parse::<u16>().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    address
        .or_else(|_| text.parse())
        .map_err(|_| "write an address with its port, as in 127.0.0.1:8080 or [::1]:8080, or a port alone")
}

impl ServeArgs {
    /// Returns the settings of a server.
    pub(crate) fn config(&self, solver: Solver) -> Config {
        let mut config = Config::new(solver);
        config.listen = self.listen;
        config.page.clone_from(&self.page);
        config.cors.clone_from(&self.cors);
        config.hosts.clone_from(&self.allow_host);
        config.time = Duration::from_millis(self.time);
        config.lines_time = Duration::from_millis(self.lines_time);
        config.queue = self.queue;
        config.connections = self.connections;
        config.client_timeout = Duration::from_millis(self.client_timeout);
        config.body = self.max_body;
        config.grace = Duration::from_millis(self.grace);
        config.log = match self.log_format {
            Log::Text => LogFormat::Text,
            Log::Json => LogFormat::Json,
            Log::Off => LogFormat::Off,
        };
        config
    }
}
