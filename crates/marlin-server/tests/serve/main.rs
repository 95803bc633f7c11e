//! The program, over TCP. The tests end it by signals of Unix.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "these are tests, which report their skips; clippy knows only the functions marked as such"
)]

mod client;
mod clients;
mod documentation;
mod ends;
mod hostile;
mod load;
mod mcp;
mod mcp_damaged;
mod mcp_http;

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which a test stops waiting. A machine may be busy, or pause for seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time of a search or a client, in milliseconds, that is well beyond the patience of a test.
const LONG: &str = "600000";

/// A position that no search solves within the time of a test.
const ENDLESS: &str = "/api/v1/solve?board=10x6";

/// Returns whether tests check all that they can, as by night, in place of a sample.
fn is_exhaustive() -> bool {
    std::env::var_os("MARLIN_EXHAUSTIVE").is_some()
}

/// A running server.
#[derive(Debug)]
struct Program {
    child: Child,
    address: SocketAddr,
    log: Option<ChildStderr>,
    /// Open until the end of the program.
    _output: BufReader<ChildStdout>,
}

impl Program {
    /// Starts the program on any free port.
    fn start(options: &[&str]) -> Self {
        Self::start_at("127.0.0.1:0", options)
    }

    fn start_at(address: &str, options: &[&str]) -> Self {
        Self::start_under(&[], &[&["--listen", address], options].concat())
    }

    /// Starts the program through another one, such as `prlimit`.
    fn start_under(wrapper: &[&str], options: &[&str]) -> Self {
        Self::try_start(wrapper, options).expect("it serves")
    }

    /// Starts the program through another one. A program that does not serve is the error.
    fn try_start(wrapper: &[&str], options: &[&str]) -> Result<Self, Child> {
        // A log without a reader would fill its pipe.
        let quiet: &[&str] = if options.contains(&"--log-format") { &[] } else { &["--log-format", "off"] };
        let table: &[&str] = if options.contains(&"--hash") { &[] } else { &["--hash", "8"] };
        let mut child = wrapped(wrapper, &[table, quiet, options].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let Some(address) = line.trim_end().strip_prefix("Serving on http://") else { return Err(child) };
        let (address, log) = (address.parse().unwrap(), child.stderr.take());
        Ok(Self { child, address, log, _output: output })
    }

    /// Returns the value of a metric.
    fn metric(&self, name: &str) -> u64 {
        let text = client::get(self.address, "/metrics").body;
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("{name} is not in\n{text}")).parse().unwrap()
    }

    /// Waits until a metric has a value.
    fn wait_for(&self, name: &str, value: u64) {
        self.wait_until(name, |found| found == value);
    }

    fn wait_until(&self, name: &str, is_expected: impl Fn(u64) -> bool) {
        let begun = Instant::now();
        while !is_expected(self.metric(name)) {
            assert!(begun.elapsed() < PATIENCE, "{name} remains {}", self.metric(name));
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until the program has ended, and returns its exit code.
    fn exit_code(&mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the program has ended, and returns its exit code and its log.
    fn end(mut self) -> (Option<i32>, String) {
        let mut log = String::new();
        let code = self.exit_code();
        self.log.take().unwrap().read_to_string(&mut log).unwrap();
        (code, log)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(options: &[&str]) -> Command {
    wrapped(&[], options)
}

fn wrapped(wrapper: &[&str], options: &[&str]) -> Command {
    let words = [wrapper, &[env!("CARGO_BIN_EXE_marlin-server")], options].concat();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).stdin(Stdio::null());
    command
}

/// Runs the program with options that it refuses, and returns its error.
fn refused(options: &[&str]) -> String {
    let output = command(options).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    error
}

#[test]
fn the_program_says_where_it_serves_and_answers_there() {
    let program = Program::start(&[]);
    let answer = client::get(program.address, "/solve?pos=44");
    assert_eq!((answer.status, &*answer.body), (200, "{\"pos\":\"44\",\"score\":[-3,-3,-2,1,-2,-3,-3]}\n"));
    let events = client::get(program.address, "/api/v1/analyze/events?board=10x6&time=200");
    assert!(events.body.contains("event: progress\n") && events.body.contains("event: answer\n"));
    let lines = client::post(program.address, "/api/v1/lines", "4433\nx\n");
    assert_eq!(lines.body.lines().count(), 2);
}

#[test]
fn the_version_names_the_cpu_level_and_the_help_the_requests() {
    let stdout = |option| String::from_utf8(command(&[option]).output().unwrap().stdout).unwrap();
    let version = stdout("--version");
    let name = concat!("marlin-server ", env!("CARGO_PKG_VERSION"), " (");
    assert!(version.starts_with(name) && version.contains("; available: baseline"), "{version}");
    assert!(stdout("--help").contains("GET /api/v1/analyze "));
}

#[test]
fn options_that_make_no_server_are_refused() {
    let program = Program::start(&[]);
    let taken = program.address.to_string();
    assert!(refused(&["--listen", &taken]).starts_with(&format!("error: cannot listen on {taken}: ")));
    for wrong in ["localhost", "example.org:80", "65536", "127.0.0.1"] {
        let error = refused(&["--listen", wrong]);
        let form = "write an address with its port, as in 127.0.0.1:8080 or [::1]:8080, or a port alone";
        assert!(
            error.contains(&format!("invalid value '{wrong}' for '--listen")) && error.contains(form),
            "{error}"
        );
    }
    assert!(refused(&["--page", "nowhere"]).starts_with("error: no page in nowhere: "));
    assert!(refused(&["--cors", "example.org"]).starts_with("error: invalid origin 'example.org': "));
    assert!(refused(&["--book", "."]).contains("it is a directory, where a file is expected"));
    for option in ["--time", "--queue", "--connections", "--client-timeout", "--max-body", "--lines-time"] {
        let error = refused(&[option, "0"]);
        assert!(error.contains("a whole number") && error.contains("is expected"), "{error}");
    }
}

#[test]
fn a_check_tells_whether_a_server_is_alive() {
    let program = Program::start_at("0.0.0.0:0", &[]);
    let address = program.address.to_string();
    let check = || wrapped(&[], &["--listen", &address, "--check"]).output().unwrap();
    assert_eq!(check().status.code(), Some(0));
    program.signal("TERM");
    program.end();
    let refused = check();
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).starts_with("error: no answer from "), "{refused:?}");
    let silent = std::net::TcpListener::bind(&address).unwrap();
    let refused = check();
    let error = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(
        error.trim_end().split_once(" from "),
        Some(("error: no answer", &*format!("{address} within 5 s")))
    );
    drop(silent);
}

#[test]
fn a_port_alone_is_one_of_this_machine() {
    for address in ["0", "localhost:0"] {
        let program = Program::start_at(address, &[]);
        assert!(program.address.ip().is_loopback() && program.address.port() != 0);
        assert_eq!(client::get(program.address, "/healthz").status, 200);
    }
}

#[test]
fn requests_are_logged_without_what_could_harm_a_terminal() {
    let program = Program::start(&["--log-format", "json"]);
    client::get(program.address, "/api/v1/solve?moves=%1b44\u{2028}");
    client::send(program.address, b"GET /\x1b[31m HTTP/1.1\r\n\r\n");
    client::get(program.address, "/solve?pos=44");
    program.signal("TERM");
    let (code, log) = program.end();
    assert_eq!(code, Some(0));
    let lines: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answered = lines.iter().find(|line| line["url"] == "/solve?pos=44").expect(&log);
    assert_eq!((&answered["status"], &answered["method"]), (&200.into(), &"GET".into()));
    assert!(!log.contains('\u{1b}') && !log.contains('\u{2028}'), "{log:?}");
}
