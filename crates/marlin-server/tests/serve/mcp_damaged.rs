//! Damaged messages of the Model Context Protocol: none ends the program, and the next request has its reply.
//!
//! `MARLIN_EXHAUSTIVE=1` takes 100,000 lines in place of a sample.

use marlin_support::random::Random;
use serde_json::{Value, json};

use super::client::{read, send};
use super::mcp::Client;
use super::mcp_http::request;
use super::{Program, is_exhaustive};

/// A damaged line in so many is longer than a line may be.
const HUGE_EVERY: u32 = 500;

fn lines() -> u32 {
    if is_exhaustive() { 100_000 } else { 3_000 }
}

/// Returns valid messages, each answered at once.
fn valid() -> Vec<Vec<u8>> {
    let call = |tool: &str, arguments: Value| {
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {
            "name": tool, "arguments": arguments, "_meta": {"progressToken": "t"},
        }})
    };
    let messages = [
        json!({"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "é", "version": "1"},
        }}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "server/discover", "params": {"_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }}}),
        call("analyze", json!({"time": 1, "nodes": 1, "position": "4433", "line": 3})),
        call("best_move", json!({"time": 1, "position": "44", "level": 3, "seed": 5})),
        call("explain", json!({"time": 1, "nodes": 1, "position": "d1 d2 c1 c2"})),
        call("review", json!({"time": 1, "nodes": 1, "position": "4433", "setup": 1})),
        call("draw", json!({"position": "..../..../..O./.XX.", "board": "4x4", "svg": false})),
        call("reach", json!({"position": "7/7/7/7/2pp3/2PP3 w", "board": "7x6"})),
    ];
    messages.iter().map(|message| message.to_string().into_bytes()).collect()
}

/// Returns a position within some bytes.
fn place(random: &mut Random, bytes: &[u8]) -> usize {
    random.below(bytes.len() as u32 + 1) as usize
}

/// Damages a message in one of many ways.
fn damage(random: &mut Random, mut line: Vec<u8>) -> Vec<u8> {
    let [one, other] = [place(random, &line), place(random, &line)];
    let (start, end) = (one.min(other), one.max(other));
    match random.below(9) {
        0 => line.truncate(start),
        1 => drop(line.drain(start..end)),
        2 => line.insert(start, random.below(256) as u8),
        3 => {
            if let Some(byte) = line.get_mut(start) {
                *byte ^= 1 << random.below(8);
            }
        }
        4 => {
            let copy = line[start..end].to_vec();
            line.splice(start..start, copy);
        }
        5 => {
            let depth = 1 + random.below(20_000) as usize;
            let nested = if random.below(2) == 0 { "[".repeat(depth) } else { "{\"a\":".repeat(depth) };
            line.splice(start..end, nested.into_bytes());
        }
        6 => drop(line.splice(start..end, [0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80])),
        7 => {
            let value =
                [&b"1e999"[..], b"-0", b"null", b"99999999999999999999", b"\"\\ud800\"", b"[[]]", b"\0"];
            line.splice(start..end, value[random.below(7) as usize].iter().copied());
        }
        _ => line = (0..random.below(200)).map(|_| random.below(256) as u8).collect(),
    }
    line
}

/// Returns damaged messages.
fn damaged() -> impl Iterator<Item = Vec<u8>> {
    let (mut random, valid) = (Random::new(38, 0), valid());
    (1..=lines()).map(move |number| {
        let mut line = valid[random.below(valid.len() as u32) as usize].clone();
        for _ in 0..=random.below(3) {
            line = damage(&mut random, line);
        }
        if number % HUGE_EVERY == 0 {
            line.resize(300_000, b'4');
        }
        line
    })
}

#[test]
fn damaged_lines_end_nothing() {
    let mut client = Client::start();
    let mut replies = Vec::new();
    // A line may be several.
    for line in damaged() {
        client.send_line(&line);
        client.send_line(br#"{"jsonrpc":"2.0","id":"next","method":"ping"}"#);
        loop {
            let reply = client.receive();
            assert_eq!(reply["jsonrpc"], "2.0", "{reply}");
            if reply["id"] == "next" {
                break;
            }
            replies.push(reply);
        }
    }
    replies.extend(client.rest().lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
    for code in [-32600, -32602] {
        assert!(replies.iter().any(|reply| reply["error"]["code"] == code), "{code}");
    }
    assert!(replies.iter().any(|reply| reply["result"]["isError"] == true));
    assert!(replies.iter().any(|reply| reply["result"]["structuredContent"].is_object()));
}

#[test]
fn damaged_messages_over_http_get_a_response() {
    let program = Program::start(&[]);
    for message in damaged().step_by(10) {
        let reply = read(&send(program.address, &request("", &message))).expect("a response");
        assert!(reply.status < 500, "{reply:?} to {:?}", String::from_utf8_lossy(&message));
    }
}
