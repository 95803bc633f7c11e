//! The server under load: the times of other clients, and memory.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::client::{connect, read_some};
use super::hostile::{send_unread, unread_lines, wait_until_full};
use super::{ENDLESS, Program, is_exhaustive};

/// The number of clients that read their responses.
const CLIENTS: usize = 4;

/// A client that asks again and again on one connection.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { stream: BufReader::new(connect(address)) }
    }

    /// Asks for something, and returns the status of the answer after its end.
    pub(crate) fn ask(&mut self, url: &str) -> u16 {
        self.send(&format!("GET {url} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }

    /// Sends a request, and returns the status of its answer.
    fn send(&mut self, request: &str) -> u16 {
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut line, mut status, mut len, mut is_chunked) = (String::new(), 0, 0, false);
        while line != "\r\n" {
            line.clear();
            assert_ne!(self.stream.read_line(&mut line).unwrap(), 0, "no answer to {request:.100}");
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().unwrap();
            } else if let Some(rest) = line.strip_prefix("content-length: ") {
                len = rest.trim().parse().unwrap();
            }
            is_chunked |= line == "transfer-encoding: chunked\r\n";
        }
        if is_chunked {
            // An answer to comments alone.
            len = "0\r\n\r\n".len();
        }
        self.stream.read_exact(&mut vec![0; len]).unwrap();
        status
    }
}

/// Returns the URL of a request: most positions need only the book or the rules, and one in eight needs a
/// search.
fn url(number: usize) -> String {
    let column = |shift: usize| number / shift % 7 + 1;
    if number.is_multiple_of(8) {
        // A search of some milliseconds, of other columns each time.
        return format!(
            "/api/v1/solve?board=6x5&nodes=2000&moves={}{}",
            number / 8 % 6 + 1,
            number / 48 % 6 + 1
        );
    }
    format!("/solve?pos={}{}{}{}", column(1), column(7), column(49), column(343))
}

/// Lets clients ask for a time, and returns how long each answer took.
fn times(address: SocketAddr, time: Duration) -> Vec<Duration> {
    let ask = |first: usize| {
        let (mut client, begun) = (Client::new(address), Instant::now());
        let mut answered = begun;
        let asked = (first..).step_by(CLIENTS).take_while(|_| begun.elapsed() < time);
        let answer = |number| {
            // A client that has stopped for a while has lost its connection to the timeout of the server.
            if answered.elapsed() > Duration::from_millis(200) {
                client = Client::new(address);
            }
            let sent = Instant::now();
            assert_eq!(client.ask(&url(number)), 200, "{}", url(number));
            answered = Instant::now();
            answered.duration_since(sent)
        };
        asked.map(answer).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|first| scope.spawn(move || ask(first))).collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    })
}

/// Returns the time within which 99 % are.
fn p99(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() * 99 / 100]
}

#[test]
fn clients_that_do_not_read_leave_others_their_times() {
    let program = Program::start(&["--threads", "2", "--client-timeout", "60000"]);
    let lines = unread_lines();
    let measure = || [(); 3].map(|()| p99(times(program.address, Duration::from_millis(250))).as_secs_f64());
    let mut ratios = Vec::new();
    // The machine has other work: there are more rounds until their median is within the promise.
    let is_shown = (0..10).any(|_| {
        let without = measure();
        let unread: Vec<_> = (0..12).map(|_| send_unread(program.address, &lines)).collect();
        wait_until_full(&program, "marlin_positions_unknown_total");
        ratios.extend(measure().iter().zip(without).map(|(with, without)| with / without));
        drop(unread);
        program.wait_for("marlin_connections", 1);
        ratios.sort_unstable_by(f64::total_cmp);
        ratios[ratios.len() / 2] <= 2.0
    });
    assert!(is_shown, "99 % of the answers with unread answers, in times of those without: {ratios:.2?}");
}

/// A board whose order of moves takes 349,185 steps, a picture, or lines without an answer.
fn costly(kind: usize, number: usize) -> String {
    let get = |url: &str| format!("GET {url} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    match kind {
        0 => get(
            "/api/v1/reach?board=9x6&position=XXXOXXOXX/OOOXXOXXX/XXXOXXXOO/XOXXOOOXO/OXOOOXOOX/OOOXOOXOO",
        ),
        1 => get(&format!("/board.png?pos=44{}", number % 7 + 1)),
        _ => {
            let head = "POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nContent-Length";
            format!("{head}: 1000000\r\n\r\n{}", "#\n".repeat(500_000))
        }
    }
}

/// Asks for costly things until the end, as a client on another machine would: its own CPU time must not
/// count as the server's.
fn ask_for_costly_things(address: SocketAddr, kind: usize, is_over: &AtomicBool) {
    #[cfg(target_os = "linux")]
    rustix::process::nice(19).unwrap();
    let mut client = Client::new(address);
    for number in 0.. {
        if is_over.load(Relaxed) {
            return;
        }
        client.send(&costly(kind, number));
    }
}

/// Returns the time within which 99 % of the answers about health come.
fn p99_of_health(address: SocketAddr) -> f64 {
    let mut client = Client::new(address);
    let ask = |_| {
        thread::sleep(Duration::from_millis(1));
        let sent = Instant::now();
        assert_eq!(client.ask("/healthz"), 200);
        sent.elapsed()
    };
    p99((0..if is_exhaustive() { 400 } else { 200 }).map(ask).collect()).as_secs_f64()
}

#[test]
fn costly_requests_leave_others_their_times() {
    let program = Program::start(&["--threads", "2"]);
    let address = program.address;
    for (kind, clients) in [(0, 16), (1, 8), (2, 8)] {
        let mut ratios = Vec::new();
        // Until the median is within the limit, as above. A build with debug assertions takes many times as
        // long for each of these requests: the promise of ten times is measured in release code.
        let is_shown = (0..10).any(|_| {
            let (quiet, is_over) = (p99_of_health(address), AtomicBool::new(false));
            let beside = thread::scope(|scope| {
                for _ in 0..clients {
                    scope.spawn(|| ask_for_costly_things(address, kind, &is_over));
                }
                thread::sleep(Duration::from_millis(100));
                let beside = p99_of_health(address);
                is_over.store(true, Relaxed);
                beside
            });
            ratios.push(beside / quiet);
            ratios.sort_unstable_by(f64::total_cmp);
            ratios[ratios.len() / 2] <= 30.0
        });
        eprintln!(
            "99 % of the answers beside {clients} clients of kind {kind}: {ratios:.2?} of their quiet times"
        );
        assert!(is_shown, "{ratios:.2?}");
    }
}

/// Returns the memory of the program in KiB.
fn memory(program: &Program) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", program.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Clients that leave at once, read slowly, or not at all, one after the other until the end.
fn misbehave(address: SocketAddr, kind: usize, is_over: &AtomicBool) -> usize {
    let (lines, mut count) = (unread_lines(), 0);
    let long = format!("GET {ENDLESS} HTTP/1.1\r\nHost: localhost\r\n\r\nG");
    while !is_over.load(Relaxed) {
        let text = if kind == 0 { &long } else { &lines };
        let mut stream = send_unread(address, text);
        let stay = Instant::now();
        let time = Duration::from_millis([5, 700, 700][kind]);
        let mut part = [0; 1_000];
        while stay.elapsed() < time && !is_over.load(Relaxed) {
            if kind == 1 && read_some(&mut stream, &mut part).unwrap_or(0) == 0 {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        count += 1;
    }
    count
}

/// Runs a server with clients that leave, read slowly or do not read, and checks the responses to others and
/// the memory.
///
/// The pools of the allocator fill at a pace that depends on the machine, so the rounds continue until one
/// takes no more memory than the round before. A leak never stops growing.
fn soak(threads: &str, time: Duration) {
    let program = Program::start(&["--threads", threads, "--time", "2000", "--client-timeout", "500"]);
    let (address, is_over, bad) = (program.address, AtomicBool::new(false), AtomicUsize::new(0));
    let (rounds, samples) = (4, 5_u32);
    let (answers, most) = thread::scope(|scope| {
        for kind in [0, 0, 1, 1, 2, 2, 2, 2] {
            let (is_over, bad) = (&is_over, &bad);
            scope.spawn(move || bad.fetch_add(misbehave(address, kind, is_over), Relaxed));
        }
        let (mut answers, mut most) = (0, Vec::new());
        while most.len() < rounds || most.len() < 8 * rounds && !is_flat(&most) {
            let sample = |_| {
                // Each of these is asserted to be answered.
                answers += times(address, time / (rounds as u32 * samples)).len();
                memory(&program)
            };
            most.push((0..samples).map(sample).max().unwrap());
        }
        is_over.store(true, Relaxed);
        (answers, most)
    });
    eprintln!(
        "{threads} threads: {answers} answers beside {} bad clients, at most {most:?} KiB by rounds",
        bad.load(Relaxed)
    );
    assert!(is_flat(&most), "the memory grows: {most:?}");
    program.wait_for("marlin_connections", 1);
    program.wait_for("marlin_searches_running", 0);
    program.wait_for("marlin_searches_waiting", 0);
}

/// Returns `true` if a round after the first two took at most 3 % more memory than the one before.
fn is_flat(most: &[usize]) -> bool {
    most[1..].windows(2).any(|pair| pair[1] * 32 <= pair[0] * 33)
}

/// Seconds for each number of threads, more by night; `just soak` asks for ten minutes.
fn soak_time() -> Duration {
    let seconds = std::env::var("MARLIN_SOAK").ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(seconds.unwrap_or(if is_exhaustive() { 6 } else { 2 }))
}

#[test]
fn one_thread_answers_all_beside_clients_that_misbehave() {
    soak("1", soak_time());
}

#[test]
fn two_threads_answer_all_beside_clients_that_misbehave() {
    soak("2", soak_time());
}
