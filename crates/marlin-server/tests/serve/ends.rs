//! How a server ends, and begins again.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use super::client::{connect, get, read, request, rest};
use super::{ENDLESS, LONG, PATIENCE, Program};

#[test]
fn a_server_that_was_killed_begins_again_on_its_port() {
    let mut program = Program::start(&[]);
    let address = program.address;
    let mut busy = connect(address);
    busy.write_all(request(ENDLESS).as_bytes()).unwrap();
    program.wait_for("marlin_searches_running", 1);
    program.child.kill().unwrap();
    program.child.wait().unwrap();
    let again = Program::start_at(&address.to_string(), &[]);
    assert_eq!(again.address, address);
    assert_eq!(get(address, "/solve?pos=44").status, 200);
}

#[test]
fn searches_end_in_peace_when_the_server_is_asked_to_end() {
    let end = |signal| {
        let program = Program::start(&["--grace", LONG, "--time", LONG]);
        let [mut endless, mut busy] = [(); 2].map(|()| connect(program.address));
        endless.write_all(request(ENDLESS).as_bytes()).unwrap();
        busy.write_all(request("/api/v1/solve?board=10x6&nodes=30000").as_bytes()).unwrap();
        program.wait_for("marlin_positions_unknown_total", 2);
        let idle = connect(program.address);
        program.signal(signal);
        // No more connections are taken while an endless search runs.
        let begun = Instant::now();
        while TcpStream::connect(program.address).is_ok() {
            assert!(begun.elapsed() < PATIENCE, "it takes connections");
            thread::sleep(Duration::from_millis(5));
        }
        let answer = read(&rest(&mut busy)).unwrap();
        assert_eq!(answer.status, 200);
        assert!(answer.body.contains("\"nodes\":30000,"), "it goes on to its limit: {}", answer.body);
        // A connection without a request does not keep the server for its grace.
        drop(endless);
        let (code, log) = program.end();
        assert_eq!(code, Some(0), "{log}");
        drop(idle);
    };
    thread::scope(|scope| {
        for signal in ["TERM", "INT"] {
            scope.spawn(move || end(signal));
        }
    });
}

#[test]
fn searches_that_outlast_the_grace_are_stopped_and_still_answer() {
    let program = Program::start(&["--grace", "100", "--time", LONG]);
    let mut busy = connect(program.address);
    busy.write_all(request(ENDLESS).as_bytes()).unwrap();
    program.wait_for("marlin_searches_running", 1);
    program.signal("TERM");
    let answer = read(&rest(&mut busy)).unwrap();
    assert!(answer.status == 200 && answer.body.contains("\"proven\":false"), "{answer:?}");
    assert_eq!(program.end().0, Some(0));
}
