//! [`Config`]: what a server serves, and what it allows.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use marlin_coach::DEFAULT_TIME;
use marlin_core::any::Solver;

/// What a server serves, and what it allows.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use marlin_core::BoardSize;
/// use marlin_core::any::Solver;
/// use marlin_server::Config;
///
/// let mut config = Config::new(Solver::on(BoardSize::STANDARD));
/// config.time = Duration::from_secs(1);
/// assert!(config.listen.ip().is_loopback());
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Config {
    /// The solver of requests that name no board. Its threads are the number of searches at a time, each on one thread, and
    /// the size of its table is that of the tables of other boards, which have books as [`Solver::for_board`] says.
    pub solver: Solver,
    /// The address to listen on. Port 0 is any free one.
    pub listen: SocketAddr,
    /// The time that a request may take, and each line of many.
    pub time: Duration,
    /// The time that a request of many lines may take in all.
    pub lines_time: Duration,
    /// The number of requests that may wait for a search to begin.
    pub queue: usize,
    /// The number of open connections.
    pub connections: NonZeroUsize,
    /// The time that a client may take to send its request, or to read a part of the answer.
    pub client_timeout: Duration,
    /// The bytes of a request of many lines.
    pub body: usize,
    /// The time that searches have to end when the server shuts down, before they are stopped.
    pub grace: Duration,
    /// The folder of the page; without one, the page that comes with the server.
    pub page: Option<PathBuf>,
    /// The origins whose pages may use the server; `*` for all.
    pub cors: Vec<String>,
    /// The names under which clients reach the server, beside addresses and `localhost`; `*` for all.
    pub hosts: Vec<String>,
    /// How requests are logged.
    pub log: LogFormat,
}

/// How requests are logged, to standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// A line each.
    Text,
    /// A JSON object each.
    Json,
    /// Not at all.
    Off,
}

impl Config {
    /// Returns the settings of a server for this machine alone, with a solver.
    pub fn new(solver: Solver) -> Self {
        Self {
            solver,
            listen: SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8080),
            time: DEFAULT_TIME,
            lines_time: Duration::from_secs(600),
            queue: 64,
            connections: NonZeroUsize::MIN.saturating_add(1023),
            client_timeout: Duration::from_secs(10),
            body: 1 << 20,
            grace: Duration::from_secs(5),
            page: None,
            cors: Vec::new(),
            hosts: Vec::new(),
            log: LogFormat::Text,
        }
    }
}
