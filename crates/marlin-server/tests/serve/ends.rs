//! How a server ends, and begins again.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use super::client::{connect, get, read, request, rest};
use super::{ENDLESS, Program};

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
        let program = Program::start(&[]);
        let mut busy = connect(program.address);
        let requested = Instant::now();
        busy.write_all(request("/api/v1/solve?board=10x5&time=1000").as_bytes()).unwrap();
        program.wait_for("marlin_searches_running", 1);
        let idle = connect(program.address);
        let begun = Instant::now();
        program.signal(signal);
        thread::sleep(Duration::from_millis(200));
        assert!(TcpStream::connect(program.address).is_err(), "no more connections are taken");
        let answer = read(&rest(&mut busy)).unwrap();
        assert_eq!(answer.status, 200);
        // The time that the search was given runs from its request, whenever a thread was free for it.
        assert!(requested.elapsed() >= Duration::from_secs(1), "{}", answer.body);
        let (code, log) = program.end();
        assert_eq!(code, Some(0), "{log}");
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        drop(idle);
    };
    // Both take the time of a search.
    thread::scope(|scope| {
        for signal in ["TERM", "INT"] {
            scope.spawn(move || end(signal));
        }
    });
}

#[test]
fn searches_that_outlast_the_grace_are_stopped_and_still_answer() {
    let program = Program::start(&["--grace", "100", "--time", "60000"]);
    let mut busy = connect(program.address);
    busy.write_all(request(ENDLESS).as_bytes()).unwrap();
    program.wait_for("marlin_searches_running", 1);
    let begun = Instant::now();
    program.signal("TERM");
    let answer = read(&rest(&mut busy)).unwrap();
    assert!(answer.status == 200 && answer.body.contains("\"proven\":false"), "{answer:?}");
    assert_eq!(program.end().0, Some(0));
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}
