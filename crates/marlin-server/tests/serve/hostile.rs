//! The promises of `docs/faults.md` about the server, a test each. The line above a test is the fault as the
//! table has it.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::client::{connect, get, post, read, read_some, request, rest, send};
use super::load::Client;
use super::{ENDLESS, LONG, PATIENCE, Program, is_exhaustive, wrapped};

/// A short search.
const SEARCH: &str = "/api/v1/solve?board=10x6&nodes=2000";

/// Returns a request of lines of which one in four is answered at once. The others need a search, three in a
/// row, so that one waits for a thread when the answer before it is the last that is taken.
pub(crate) fn unread_lines() -> String {
    let body = "1212121\n1\n12\n2\n".repeat(10_000);
    let url = "/api/v1/lines?board=10x6&time=1";
    format!("POST {url} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

/// Sends a request whose answer is never read.
pub(crate) fn send_unread(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = connect(address);
    // A server may refuse it.
    let _ = stream.write_all(text.as_bytes());
    stream
}

/// Waits until no more lines are answered, because the buffers of the system are full of unread answers.
/// `metric` counts the answers.
pub(crate) fn wait_until_full(program: &Program, metric: &str) {
    let (begun, mut before, mut full_since) = (Instant::now(), 0, Instant::now());
    while before == 0 || full_since.elapsed() < Duration::from_millis(150) {
        thread::sleep(Duration::from_millis(5));
        let answered = program.metric(metric);
        if answered != before {
            (before, full_since) = (answered, Instant::now());
        }
        assert!(begun.elapsed() < PATIENCE, "{answered} lines, and more");
    }
}

/// Checks that a search gets a thread. Without one it has the status 504 after the time of the server.
fn is_searched(program: &Program) {
    let answer = get(program.address, SEARCH);
    assert!(answer.status == 200 && answer.body.contains("\"bounds\":"), "{answer:?}");
}

/// Clients of `/lines` that do not read
#[test]
fn clients_that_do_not_read_their_lines_hold_no_search() {
    let program = Program::start(&["--threads", "2", "--time", "20000", "--client-timeout", LONG]);
    let lines = unread_lines();
    let unread: Vec<_> = (0..12).map(|_| send_unread(program.address, &lines)).collect();
    wait_until_full(&program, "marlin_positions_unknown_total");
    for _ in 0..5 {
        is_searched(&program);
    }
    drop(unread);
}

/// Returns the command that runs a program as a user whose threads can be limited. The threads of root
/// cannot.
fn limited_user() -> Option<&'static [&'static str]> {
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let user: &[_] = if is_root { &["setpriv", "--reuid", "65534", "--clear-groups", "--"] } else { &[] };
    let starts = |words: &[&str]| {
        let mut probe = wrapped(words, &["--version"]);
        probe.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    let can_limit = starts(&[user, &["prlimit", "--nproc=100"]].concat());
    if !can_limit {
        eprintln!("skipped: no limit of threads for this user");
    }
    can_limit.then_some(user)
}

/// The server is refused threads
#[test]
fn searches_go_on_when_the_system_refuses_threads() {
    let Some(user) = limited_user() else { return };
    let program =
        Program::start_under(user, &["--listen", "127.0.0.1:0", "--threads", "2", "--time", "20000"]);
    let pid = program.child.id().to_string();
    let words = [user, &["prlimit", "--nproc=1", "--pid", &pid]].concat();
    assert!(Command::new(words[0]).args(&words[1..]).status().unwrap().success());
    for _ in 0..5 {
        is_searched(&program);
        assert_eq!(get(program.address, "/readyz").body, "ok\n");
    }
}

#[test]
fn a_server_without_its_threads_does_not_start() {
    let Some(user) = limited_user() else { return };
    let words = [user, &["prlimit", "--nproc=1"]].concat();
    let output = wrapped(&words, &["--listen", "127.0.0.1:0", "--hash", "8"]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.starts_with("error: cannot start the server: "), "{error}");
}

/// A client that reads its answer slowly
#[test]
fn a_steady_reader_gets_all_its_lines() {
    // On a machine that pauses for seconds the reader pauses too, so a repetition has more patience and a
    // slower reader.
    assert!([1, 10, 60].into_iter().any(reads_all_its_lines_steadily));
}

/// Returns whether a client that reads for so many seconds gets all its lines from a server with as much
/// patience.
fn reads_all_its_lines_steadily(slowness: u32) -> bool {
    let program = Program::start(&["--client-timeout", &(400 * slowness).to_string()]);
    // Many times the buffers of the system, and more than is read within the time of a client.
    let count = if is_exhaustive() { 25_000 } else { 8_000 };
    let body = "44\n".repeat(count);
    let head = "POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ";
    let mut slow = connect(program.address);
    slow.write_all(format!("{head}{}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
    let (mut text, mut part, begun) = (Vec::new(), vec![0; 20_000], Instant::now());
    loop {
        match read_some(&mut slow, &mut part) {
            Ok(0) => break,
            Ok(len) => text.extend_from_slice(&part[..len]),
            Err(error) => {
                eprintln!("{error} after {} bytes in {:?}", text.len(), begun.elapsed());
                return false;
            }
        }
        // 1 MB a second: more slowly than the server sends, so that its buffer is full all the time.
        let due = slowness * Duration::from_secs_f64(text.len() as f64 / 1e6);
        thread::sleep(due.saturating_sub(begun.elapsed()));
    }
    read(&String::from_utf8(text).unwrap()).is_some_and(|answer| answer.body.lines().count() == count)
}

/// A client that reads its lines slowly for longer than `--lines-time`
#[test]
fn a_slow_reader_leaves_its_place_in_the_end() {
    // On a machine that pauses for seconds the test may not see that the place is taken.
    assert!([1, 10, 60].into_iter().any(leaves_its_place_in_the_end));
}

/// Returns whether a slow reader has a place, and checks that it has left it after its end.
fn leaves_its_place_in_the_end(slowness: u32) -> bool {
    let [lines_time, client_timeout] = [300, 700].map(|time| (time * slowness).to_string());
    let program =
        Program::start(&["--lines-time", &lines_time, "--client-timeout", &client_timeout, "--queue", "1"]);
    let body = "44\n".repeat(40_000);
    let head = "POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nContent-Length: ";
    let mut slow = connect(program.address);
    slow.write_all(format!("{head}{}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
    let (mut part, mut is_taken, begun) = (vec![0; 20_000], false, Instant::now());
    while read_some(&mut slow, &mut part).is_ok_and(|len| len > 0) {
        thread::sleep(slowness * Duration::from_millis(20));
        // After the time of lines.
        if !is_taken && begun.elapsed() > slowness * Duration::from_millis(400) {
            is_taken = post(program.address, "/api/v1/lines", "44\n").status == 503;
        }
    }
    assert_eq!(post(program.address, "/api/v1/lines", "44\n").status, 200);
    is_taken
}

/// A log that is not read, or cannot be written
#[test]
fn requests_are_answered_whatever_becomes_of_the_log() {
    let full = ["sh", "-c", "exec \"$@\" 2>/dev/full", "sh"];
    // The log fills the pipe of the output too.
    let shared = ["sh", "-c", "exec \"$@\" 2>&1", "sh"];
    let answers = |wrapper: &[&str], is_closed: bool| {
        let options = ["--listen", "127.0.0.1:0", "--log-format", "text"];
        let mut program = Program::start_under(wrapper, &options);
        if is_closed {
            program.log = None;
        }
        // Until a pipe and the queue of the log are full.
        let mut client = Client::new(program.address);
        while program.metric("marlin_log_lines_lost_total") <= 100 {
            for _ in 0..500 {
                assert_eq!(client.ask("/healthz"), 200);
            }
        }
        program.signal("TERM");
        assert_eq!(program.exit_code(), Some(0));
    };
    // Most wait for their log at the end.
    thread::scope(|scope| {
        for (wrapper, is_closed) in [(&[][..], false), (&[], true), (&full, true), (&shared, true)] {
            scope.spawn(move || answers(wrapper, is_closed));
        }
    });
}

/// A client whose lines are hard, and others with a search
#[test]
fn hard_searches_leave_others_their_turns() {
    let program = Program::start(&["--threads", "2", "--time", LONG]);
    let lines = "POST /api/v1/lines?board=10x6 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\n";
    let hard: Vec<_> = (0..4)
        .map(|_| send_unread(program.address, &format!("{lines}1\n2\n3\n4\n")))
        .chain((0..8).map(|_| send_unread(program.address, &request(ENDLESS))))
        .chain(
            (1..=4)
                .map(|column| send_unread(program.address, &request(&format!("/board.png?pos=44{column}")))),
        )
        .collect();
    program.wait_until("marlin_searches_running", |running| running >= 10);
    for column in 1..=if is_exhaustive() { 6 } else { 3 } {
        // Without a turn it has the status 504 after its time, which is far below the time of the others.
        let url = format!("/api/v1/solve?board=6x5&nodes=2000&time=20000&moves={column}");
        let answer = get(program.address, &url);
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    drop(hard);
}

/// A client that leaves while bytes of it are unread
#[test]
fn a_search_stops_when_its_client_leaves_whatever_it_has_sent_before() {
    let program = Program::start(&["--threads", "1", "--time", LONG]);
    let (asked, other) = (request(ENDLESS).replace("Connection: close\r\n", ""), request("/healthz"));
    let lines = "POST /api/v1/lines?board=10x6 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n1\nX";
    let shapes = [
        asked.clone(),
        format!("{asked}G"),
        format!("{asked}{other}"),
        asked + &other.repeat(2_000),
        lines.to_owned(),
    ];
    for text in shapes {
        let mut stream = connect(program.address);
        stream.write_all(text.as_bytes()).unwrap();
        program.wait_for("marlin_searches_running", 1);
        drop(stream);
        program.wait_for("marlin_searches_running", 0);
    }
    assert_eq!(program.metric("marlin_searches_abandoned_total"), 5);
}

/// A request other than POST that announces a body
#[test]
fn a_body_where_none_belongs_is_refused_at_once() {
    let program = Program::start(&["--time", LONG, "--client-timeout", LONG]);
    for body in ["Content-Length: 5\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"] {
        let text = request(ENDLESS).replace("\r\n\r\n", "\r\n") + body;
        let answer = read(&send(program.address, text.as_bytes())).unwrap();
        assert!(answer.status == 400 && answer.body.contains("GET takes no body"), "{answer:?}");
    }
}

/// A client that closes its side before the answer
#[test]
fn a_client_that_has_closed_its_side_gets_what_is_proven() {
    let program = Program::start(&["--time", LONG]);
    for (url, expected) in [("/solve?pos=44", "-3,-3,-2,1,-2,-3,-3"), (ENDLESS, "\"proven\":false")] {
        let mut stream = connect(program.address);
        stream.write_all(request(url).as_bytes()).unwrap();
        if url == ENDLESS {
            program.wait_for("marlin_searches_running", 1);
        }
        stream.shutdown(Shutdown::Write).unwrap();
        let answer = read(&rest(&mut stream)).unwrap();
        assert!(answer.status == 200 && answer.body.contains(expected), "{answer:?}");
    }
}

/// A request of many lines without its body
#[test]
fn heads_without_a_body_take_no_place_in_the_queue() {
    let program = Program::start(&["--queue", "4", "--client-timeout", LONG]);
    let head = "POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n";
    let waiting: Vec<_> = (0..64).map(|_| send_unread(program.address, head)).collect();
    program.wait_for("marlin_connections", 65);
    thread::sleep(Duration::from_millis(200));
    assert_eq!(post(program.address, "/api/v1/lines", "44\n").status, 200);
    drop(waiting);
    // Requests that announce too many bytes are refused before the bytes arrive.
    for (len, status, reason) in [("2000000", 413, Some("--max-body")), ("18446744073709551615", 431, None)] {
        let answer = read(&send(program.address, head.replace("100", len).as_bytes())).unwrap();
        let is_told = reason.map_or(answer.body.is_empty(), |reason| answer.body.contains(reason));
        assert!(answer.status == status && is_told, "{answer:?}");
    }
}

/// Returns whether the memory of a program can be limited.
fn can_limit_memory() -> bool {
    let can = Command::new("prlimit").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !can {
        eprintln!("skipped: prlimit is not installed");
    }
    can
}

/// The system refuses open files or memory
#[test]
fn a_server_whose_memory_is_refused_says_so_and_never_panics() {
    let (mut answered, mut refused) = (0, 0);
    for mebibytes in [140_u64, 230, 310, 400, 430, 490].into_iter().filter(|_| can_limit_memory()) {
        let limit = format!("--as={}", mebibytes << 20);
        let options = ["--listen", "127.0.0.1:0", "--threads", "2", "--hash", "4", "--time", "2000"];
        let mut program = match Program::try_start(&["prlimit", &limit], &options) {
            Ok(program) => program,
            Err(child) => {
                let error = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
                assert!(!error.is_empty() && !error.contains("panicked at crates"), "{error}");
                // Even the minimum of --threads and --hash may need more than the limit.
                assert!(
                    !error.contains("no memory for the tables") || error.contains("ulimit -v"),
                    "{error}"
                );
                refused += 1;
                continue;
            }
        };
        // The libraries of the system end the process where they lack memory.
        let ask = |url: &str| {
            let (mut stream, mut text) = (TcpStream::connect(program.address).ok()?, Vec::new());
            stream.write_all(request(url).as_bytes()).and_then(|()| stream.read_to_end(&mut text)).ok()?;
            Some(read(&String::from_utf8_lossy(&text))?.status)
        };
        let of_board = |board: &str| {
            let verbs = ["solve", "analyze", "best", "explain", "explore", "review", "analyze/events"];
            let urls = verbs.map(|verb| format!("/api/v1/{verb}?board={board}&moves=1,2&nodes=2000"));
            let others =
                ["/board.png?pos=44", "/solve/connect4?position=44&level=3", "/board.svg?pos=44&scores"];
            urls.iter().map(|url| ask(url)).chain(others.map(ask)).flatten().collect::<Vec<_>>()
        };
        let statuses = thread::scope(|scope| {
            let boards =
                ["8x7", "9x6", "6x5", "10x5", "7x6"].map(|board| scope.spawn(move || of_board(board)));
            boards.map(|board| board.join().unwrap()).concat()
        });
        program.child.kill().unwrap();
        let (_, log) = program.end();
        let in_order = statuses.iter().all(|status| [200, 503, 504].contains(status));
        assert!(in_order && !log.contains("panicked at crates"), "{mebibytes} MiB: {statuses:?} {log}");
        answered += statuses.iter().filter(|&&status| status == 200).count();
        refused += statuses.iter().filter(|&&status| status == 503).count();
    }
    assert!(answered > 0 && refused > 0 || !can_limit_memory());
}

/// No memory for the table of another board
#[test]
fn the_oldest_table_makes_room_for_a_new_one() {
    if !can_limit_memory() {
        return;
    }
    let options = ["--listen", "127.0.0.1:0", "--threads", "1", "--hash", "512"];
    let limit = format!("--as={}", 1_900_u64 << 20);
    let program = Program::start_under(&["prlimit", &limit], &options);
    for board in ["8x7", "9x6", "8x6", "6x7", "8x5", "7x7"] {
        let answer = get(program.address, &format!("/api/v1/solve?board={board}&time=50"));
        assert_eq!(answer.status, 200, "{board}: {answer:?}");
    }
}

/// Searches on many boards
#[test]
fn endless_searches_on_many_boards_leave_turns_to_another_board() {
    let program = Program::start(&["--threads", "2", "--hash", "8", "--time", LONG]);
    let endless = ["9x6", "8x7", "9x7", "10x6", "8x8"]
        .map(|board| send_unread(program.address, &request(&format!("/api/v1/solve?board={board}"))));
    program.wait_for("marlin_searches_waiting", 2);
    // A search, a win at once, and a game that is over.
    for rest in
        ["solve?board=6x5&nodes=2000", "analyze?board=6x5&moves=121212", "solve?board=5x5&moves=1212121"]
    {
        let answer = get(program.address, &format!("/api/v1/{rest}"));
        assert_eq!(answer.status, 200, "{rest}: {answer:?}");
    }
    drop(endless);
}

/// A page of another site whose name resolves to this machine
#[test]
fn only_the_hosts_of_the_server_are_answered() {
    let program = Program::start(&["--allow-host", "marlin.example"]);
    let ask = |hosts: &str, version: &str| {
        let text = format!("GET /metrics HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n");
        read(&send(program.address, text.as_bytes())).unwrap()
    };
    for (hosts, version, status) in [
        ("Host: localhost:1\r\n", "1.1", 200),
        ("Host: Marlin.example\r\n", "1.1", 200),
        ("Host: [::1]:8080\r\n", "1.1", 200),
        ("", "1.0", 200),
        ("", "1.1", 400),
        ("Host: localhost\r\nHost: localhost\r\n", "1.1", 400),
        ("Host: localhost\r\nHost: evil.example\r\n", "1.1", 400),
        ("Host: \r\n", "1.1", 400),
        ("Host: evil.example\r\n", "1.1", 421),
        ("Host: 127.0.0.1.evil.example:8080\r\n", "1.1", 421),
        ("Host: user@evil.example\r\n", "1.1", 421),
    ] {
        let answer = ask(hosts, version);
        assert_eq!(answer.status, status, "{hosts:?}: {answer:?}");
        assert_eq!(answer.body.contains("marlin_connections"), status == 200, "{answer:?}");
    }
}

/// Input that is no HTTP request
#[test]
fn input_that_is_no_request_gets_its_status_and_a_line_of_log() {
    let program = Program::start(&["--log-format", "json"]);
    for text in [
        "GET {/solve?pos=44 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /solve?pos=< HTTP/1.1\r\n\r\n",
        "\x16\x03\x01\r\n\r\n",
    ] {
        let answer = read(&send(program.address, text.as_bytes())).unwrap();
        assert_eq!(answer.status, 400, "{answer:?}");
    }
    let answer =
        read(&send(program.address, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0")).unwrap();
    assert_eq!(answer.status, 505, "{answer:?}");
    let endless = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "4".repeat(100_000));
    let answer = read(&send(program.address, endless.as_bytes()));
    assert!(answer.is_none_or(|answer| [414, 431].contains(&answer.status)));
    program.signal("TERM");
    let (_, log) = program.end();
    assert_eq!(log.matches("input that is no HTTP request was rejected").count(), 5, "{log}");
}

/// A client that does not read a long answer
#[test]
fn unread_answers_take_little_memory() {
    let program = Program::start(&["--max-body", "2000000", "--client-timeout", LONG]);
    let body = "44\n".repeat(300_000);
    let head = "POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nContent-Length: ";
    let mut unread = send_unread(program.address, &format!("{head}{}\r\n\r\n{body}", body.len()));
    wait_until_full(&program, "marlin_positions_known_total");
    program.signal("KILL");
    let (mut sent, mut part) = (0, vec![0; 1 << 16]);
    loop {
        match read_some(&mut unread, &mut part) {
            Ok(0) => break,
            Ok(len) => sent += len,
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(sent < 1 << 20, "the system kept {sent} bytes for a client that reads none");
}

#[test]
fn every_fault_of_these_tests_is_in_the_table() {
    let table = include_str!("../../../../docs/faults.md").to_lowercase();
    let faults: Vec<_> = include_str!("hostile.rs").lines().collect();
    let faults = faults
        .windows(2)
        .filter(|lines| lines[1] == "#[test]")
        .filter_map(|lines| lines[0].strip_prefix("/// "));
    let missing: Vec<_> =
        faults.clone().filter(|fault| !table.contains(&format!("\n| {} |", fault.to_lowercase()))).collect();
    assert!(faults.count() >= 11 && missing.is_empty(), "docs/faults.md lacks {missing:?}");
}
