//! [`Options`]: the command line.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{Parser, Subcommand, ValueEnum};
use marlin_coach::level::TABLE_MIB;
use marlin_core::{Solver, TranspositionTable};
use marlin_support::options::{EngineOptions, time, whole};
use marlin_support::solvers::MAX_OTHERS;

use crate::pool::most_search_threads;

/// The maximum time, in milliseconds: no clock must overflow.
const MAX_TIME_MS: u64 = 86_400_000;

const HELP: &str = "\
http://127.0.0.1:8080 has a page to play, analyze and review on. Programs send requests such as
http://127.0.0.1:8080/api/v1/analyze?moves=4433. Moves are the columns played.

  GET /api/v1/analyze   the scores of all columns, as 'marlin-cli analyze --json' prints them;
                        with 'Accept: text/event-stream' the progress too
  GET /api/v1/solve     the score and a best move, as 'marlin-cli solve --json' prints them
  GET /api/v1/best      the move to play; level=1 to 10 and seed=N select a player
  GET /api/v1/explain   why a position is won, lost or drawn
  GET /api/v1/review    the mistakes of a game
      moves=4433 or position=BOARD, board=8x7, time=MS, nodes=N
  GET /api/v1/position  a position by the rules alone, in any notation
  GET /api/v1/reach     moves that lead to a board, or the reason why there are none
  POST /api/v1/lines    one position per line, one JSON line each; answer=analyze or answer=solve
  GET /solve?pos=44     the scores as gamesolver.org gives them, 100 for a full column
  GET /solve/connect4?position=44&level=10
                        columns and their scores, the move of the level first
  POST /mcp             tools for assistants, by the Model Context Protocol: 'help mcp' has them
  /api/v1/openapi.json, /healthz, /readyz, /metrics
                        for programs and operators

Positions of the opening book are answered at once. Other positions are searched, --threads of them
at a time, each on one thread. A position that is not proven within --time is answered by bounds.
Requests beyond --queue get the status 503. A search stops when its client leaves.
All requests for a board share its table of --hash MiB. At most four boards have one at a time:
--board, which is the default of requests, and three other boards, in turn. The server prints the maximum memory that its options allow.
The header Host of a request must be an address, localhost, or a name of --allow-host. A page that uses /mcp needs --cors.
The files of --page are read when the server starts.

SIGTERM and Ctrl-C end the server: it takes no more requests, and gives its searches --grace to end.

Examples:
  marlin-server
  marlin-server --page target/page         serve that page at / instead of the built-in one
  marlin-server --listen 0.0.0.0:80 --threads 4 --time 2000 --log-format json
  curl 'http://127.0.0.1:8080/api/v1/analyze?moves=4433'
  curl --data-binary @positions.txt http://127.0.0.1:8080/api/v1/lines

Exit codes: 0 after SIGTERM or Ctrl-C; 1 internal failure, or --check without an answer; 2 bad usage, or the server cannot start.";

const THREADS_HELP: &str =
    "Number of searches at a time, each on one thread [default: one per hardware thread]";

const CORS_HELP: &str = "\
An origin whose pages may use the server, as in https://example.org, or '*' for all; may be given several times";

/// Answers Connect Four positions over HTTP, and serves a page to play on.
#[derive(Debug, Clone, Parser)]
#[command(after_help = HELP, args_conflicts_with_subcommands = true)]
#[command(mut_arg("threads", |arg| arg.help(THREADS_HELP)))]
pub(crate) struct Options {
    /// The address to listen on, or a port of this machine: 0.0.0.0 admits other machines, and port 0 is any
    /// free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address, allow_hyphen_values = true)]
    pub(crate) listen: SocketAddr,

    /// A name of the server beside addresses and localhost, as in marlin.example.org, or '*' for all; may be
    /// given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,

    /// The folder of a page, with its index.html, instead of the built-in page
    #[arg(long, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,

    // No doc comment, in which a URL needs brackets.
    #[arg(long, value_name = "ORIGIN", help = CORS_HELP)]
    pub(crate) cors: Vec<String>,

    /// Maximum time of a request, and of each line of a batch, in milliseconds
    #[arg(long, value_name = "MS", default_value = "5000", value_parser = milliseconds(1), allow_negative_numbers = true)]
    pub(crate) time: Duration,

    /// Maximum time of a batch of lines, in milliseconds; its client then has --client-timeout to read the
    /// rest
    #[arg(long, value_name = "MS", default_value = "120000", value_parser = milliseconds(1), allow_negative_numbers = true)]
    pub(crate) lines_time: Duration,

    /// Maximum number of requests that wait for a search to begin
    #[arg(long, value_name = "N", default_value = "64", value_parser = whole(1..=1_000_000_usize), allow_negative_numbers = true)]
    pub(crate) queue: usize,

    /// Maximum number of open connections; others wait
    #[arg(long, value_name = "N", default_value = "1024", value_parser = whole(NonZeroUsize::MIN..=NonZeroUsize::MAX), allow_negative_numbers = true)]
    pub(crate) connections: NonZeroUsize,

    /// Maximum time for a client to send a request, or to read a part of the response, in milliseconds
    #[arg(long, value_name = "MS", default_value = "10000", value_parser = milliseconds(1), allow_negative_numbers = true)]
    pub(crate) client_timeout: Duration,

    /// Maximum length of a batch of lines, in bytes
    #[arg(long, value_name = "BYTES", default_value = "1048576", value_parser = whole(1..=usize::MAX), allow_negative_numbers = true)]
    pub(crate) max_body: usize,

    /// Time for searches to end when the server shuts down, in milliseconds
    #[arg(long, value_name = "MS", default_value = "5000", value_parser = milliseconds(0), allow_negative_numbers = true)]
    pub(crate) grace: Duration,

    /// The format in which each request is logged, to standard error
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log_format: LogFormat,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,

    /// Ask the server that listens at this address whether it is alive, and exit with 0 or 1
    #[arg(long)]
    pub(crate) check: bool,

    // Not the flag that clap makes: that one is handled before --cpu is known.
    /// Print the version, the CPU level in use and the levels that this machine has
    #[arg(short = 'V', long)]
    pub(crate) version: bool,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The work of the program in place of a server.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum Command {
    /// Serve tools to an assistant that starts the program, by the Model Context Protocol
    #[command(after_help = include_str!("api/mcp/help.txt"))]
    #[command(mut_arg("threads", |arg| arg.help(THREADS_HELP)))]
    Mcp(EngineOptions),
}

/// The memory of the program in MiB: its code, book and page, and the stacks of its threads.
const PROGRAM_MIB: usize = 48;

/// The memory of a connection in KiB: its request, and the buffers of the system for an unread answer.
const CONNECTION_KIB: usize = 16 + 128;

/// The maximum time of a call of the assistant that starts the program.
const ASSISTANT_TIME: Duration = Duration::from_secs(600);

impl Options {
    /// Returns the options of tools for the assistant that starts the program, whose standard error has no
    /// log.
    pub(crate) fn for_assistant(&self, engine: &EngineOptions) -> Self {
        let (time, log_format, engine) = (ASSISTANT_TIME, LogFormat::Off, engine.clone());
        Self { time, log_format, engine, ..self.clone() }
    }

    /// Returns the maximum memory of a server with this solver in MiB, socket buffers included: the sum of
    /// all bounds.
    pub(crate) fn most_memory_mib(&self, solver: &Solver) -> usize {
        let tables = (1 + MAX_OTHERS).saturating_mul(solver.table().hash_mib());
        let searches =
            most_search_threads(solver.threads()).saturating_mul(TranspositionTable::SMALL_MIB + TABLE_MIB);
        let bodies = self.queue.saturating_mul(self.max_body).div_ceil(1 << 20);
        let connections = self.connections.get().saturating_mul(CONNECTION_KIB).div_ceil(1 << 10);
        [tables, searches, bodies, connections].into_iter().fold(PROGRAM_MIB, usize::saturating_add)
    }
}

/// The format in which requests are logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// A line for each request
    Text,
    /// A JSON object for each request
    Json,
    /// No log
    Off,
}

/// Parses an address with its port, or a port of this machine.
fn address(text: &str) -> Result<SocketAddr, &'static str> {
    // A user wrote this text.
    let local = text.strip_prefix("localhost:").unwrap_or(text);
    let address = local.parse::<u16>().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    address
        .or_else(|_| text.parse())
        .map_err(|_| "write an address with its port, as in 127.0.0.1:8080 or [::1]:8080, or a port alone")
}

/// Returns the parser of a time in milliseconds, `least` or more.
fn milliseconds(least: u64) -> impl TypedValueParser<Value = Duration> {
    time(1, least..=MAX_TIME_MS)
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::Options;

    #[test]
    fn the_unit_for_systemd_has_room_for_the_sum_of_all_bounds() {
        let unit = include_str!("../deploy/marlin.service");
        let value = |key: &str| unit.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        let most: usize = value("MemoryMax=").trim_end_matches('M').parse().unwrap();
        let mut options = Options::parse_from(value("ExecStart=").split_whitespace());
        // The unit leaves the number of threads to the machine.
        assert_eq!(options.engine.search.threads, None);
        options.engine.search.threads = Some(16);
        let bounds = options.most_memory_mib(&options.engine.solver().unwrap());
        assert!((most - 64..=most).contains(&bounds), "{bounds} of {most} MiB");
        options.engine.search.threads = Some(17);
        let thread = options.most_memory_mib(&options.engine.solver().unwrap()) - bounds;
        assert!(unit.contains(&format!("each further thread takes {thread} MiB")), "{thread} MiB");
        let document = include_str!("../../../docs/server.md");
        assert!(document.contains(&format!("{thread} MiB for each of")), "{thread} MiB");
    }

    #[test]
    fn every_example_of_the_help_is_a_valid_command_line() {
        let lines = super::HELP.lines().filter(|line| line.starts_with("  marlin-server"));
        let examples: Vec<_> = lines.filter_map(|line| line.trim_start().split("  ").next()).collect();
        assert_eq!(examples.len(), 3, "{examples:?}");
        for example in examples {
            assert!(Options::try_parse_from(example.split_whitespace()).is_ok(), "{example}");
        }
    }

    #[test]
    fn the_options_are_well_defined_and_threads_are_searches_at_a_time() {
        let mut command = Options::command();
        command.clone().debug_assert();
        assert!(command.render_help().to_string().contains("Number of searches at a time"));
    }

    #[test]
    fn a_request_has_the_time_of_an_answer_on_the_command_line() {
        let options = Options::parse_from(["marlin-server"]);
        assert_eq!(options.time, marlin_coach::DEFAULT_TIME);
        assert!(options.listen.ip().is_loopback());
    }
}
