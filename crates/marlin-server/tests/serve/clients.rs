//! Clients that leave, are many, are slow, or send invalid input.

use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

use super::client::{connect, get, read, request, rest, send};
use super::{ENDLESS, PATIENCE, Program};

#[test]
fn a_client_that_goes_away_stops_its_search() {
    let program = Program::start(&["--threads", "1"]);
    for url in [ENDLESS, "/api/v1/analyze/events?board=10x6"] {
        let before = program.metric("marlin_searches_abandoned_total");
        let mut stream = connect(program.address);
        stream.write_all(request(url).as_bytes()).unwrap();
        program.wait_for("marlin_searches_running", 1);
        drop(stream);
        program.wait_for("marlin_searches_running", 0);
        assert_eq!(program.metric("marlin_searches_abandoned_total"), before + 1, "{url}");
    }
}

#[test]
fn two_hundred_clients_at_once_are_all_answered() {
    let program = Program::start(&["--queue", "200"]);
    let mut streams: Vec<_> = (0..200).map(|_| connect(program.address)).collect();
    for (number, stream) in streams.iter_mut().enumerate() {
        let url = if number % 2 == 0 { "/solve?pos=44" } else { "/api/v1/solve?board=6x5&moves=31" };
        stream.write_all(request(url).as_bytes()).unwrap();
    }
    for stream in &mut streams {
        assert_eq!(read(&rest(stream)).unwrap().status, 200);
    }
    program.wait_for("marlin_connections", 1);
}

#[test]
fn connections_beyond_the_limit_wait_their_turn() {
    let program = Program::start(&["--connections", "2"]);
    let held = [connect(program.address), connect(program.address)];
    thread::sleep(Duration::from_millis(100));
    let mut third = connect(program.address);
    third.write_all(request("/healthz").as_bytes()).unwrap();
    third.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    assert!(third.read(&mut [0]).is_err(), "no answer before a connection is closed");
    drop(held);
    third.set_read_timeout(Some(PATIENCE)).unwrap();
    assert_eq!(read(&rest(&mut third)).unwrap().body, "ok\n");
}

#[test]
fn a_client_that_sends_its_request_too_slowly_is_cut_off() {
    let program = Program::start(&["--client-timeout", "300"]);
    let mut slow = connect(program.address);
    for byte in request("/healthz").bytes() {
        if slow.write_all(&[byte]).is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    let text = rest(&mut slow);
    assert!(!text.contains("200 OK"), "{text}");
    let head = "POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 100\r\n\r\n44\n";
    assert_eq!(read(&send(program.address, head.as_bytes())).unwrap().status, 408);
    assert_eq!(get(program.address, "/healthz").status, 200);
}

#[test]
fn a_client_that_does_not_read_its_answer_is_cut_off() {
    let program = Program::start(&["--client-timeout", "300", "--max-body", "4000000"]);
    let body = "44\n".repeat(200_000);
    let mut deaf = connect(program.address);
    let head =
        format!("POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n", body.len());
    // A slow machine may be cut off before all of it is sent.
    let _ = deaf.write_all((head + &body).as_bytes());
    program.wait_for("marlin_connections", 1);
    assert_eq!(get(program.address, "/healthz").status, 200);
}

#[test]
fn input_that_is_no_request_is_rejected() {
    let program = Program::start(&["--client-timeout", "500"]);
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /api/v1/solve?moves=\xff HTTP/1.1\r\nHost: localhost\r\nHost\r\n\r\n",
        b"POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let mut stream = connect(program.address);
        stream.write_all(bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let answer = rest(&mut stream);
        assert!(!answer.contains("200 OK"), "{bytes:?}: {answer}");
        assert_eq!(get(program.address, "/healthz").status, 200, "{bytes:?}");
    }
}

#[test]
fn a_request_that_is_too_long_is_rejected() {
    let program = Program::start(&["--max-body", "1000", "--client-timeout", "1000"]);
    let url = |len: usize| request(&format!("/solve?pos={}", "4".repeat(len)));
    let headers = format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    let body = format!(
        "POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\n{}",
        "4\n".repeat(1_000)
    );
    for (text, status) in [(url(3_000), 414), (url(100_000), 414), (headers, 431), (body, 413)] {
        // A server may also close the connection while the rest still arrives.
        let found = send(program.address, text.as_bytes());
        let found = read(&found).map(|answer| answer.status);
        assert!(
            found.is_none_or(|found| found == status || found == 431),
            "{found:?}, where {status} is expected"
        );
    }
    assert_eq!(get(program.address, "/healthz").head.split(' ').nth(1), Some("200"));
}
