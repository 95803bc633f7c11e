//! The Model Context Protocol over HTTP.

use std::io::{BufRead, BufReader, Write};

use serde_json::{Value, json};

use super::Program;
use super::client::{Reply, connect, get, read, send};
use super::mcp::{Client, HARD, hard, message};

/// Returns a message as a request of HTTP, with more lines in its head.
pub(crate) fn request(head: &str, message: &[u8]) -> Vec<u8> {
    let accepted = "Accept: application/json, text/event-stream\r\nContent-Type: application/json";
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{accepted}\r\n{head}Content-Length: {}\r\n\r\n",
        message.len()
    );
    [head.as_bytes(), message].concat()
}

/// Sends a message over HTTP.
fn post(program: &Program, head: &str, method: &str, params: &Value) -> Reply {
    let message = message(method, Some("a"), params).to_string();
    read(&send(program.address, &request(head, message.as_bytes()))).expect("a response")
}

/// Calls a tool over HTTP, and returns its result.
fn call_by_http(program: &Program, tool: &str, arguments: &Value) -> Value {
    let reply = post(program, "", "tools/call", &json!({"name": tool, "arguments": arguments}));
    assert_eq!(reply.status, 200, "{reply:?}");
    let mut message: Value = serde_json::from_str(&reply.body).unwrap();
    message["result"].take()
}

#[test]
fn the_record_of_a_tool_is_that_of_a_request_to_the_server() {
    // Each has a table of its own, so that all visit the same nodes.
    let (mut client, [program, other]) = (Client::start(), [(); 2].map(|()| Program::start(&[])));
    let without_cost = |mut record: Value| {
        for field in ["nodes", "time_us"] {
            record.as_object_mut().unwrap().remove(field);
        }
        record
    };
    for (tool, moves) in [
        ("analyze", "4433"),
        ("analyze", "52271237417"),
        ("explain", "4433"),
        ("explain", "6753313356447316657265273262"),
        ("review", "4433"),
    ] {
        let (text, record) = client.tool(tool, &json!({"position": moves}));
        let answer = get(program.address, &format!("/api/v1/{tool}?position={moves}")).body;
        let expected = without_cost(serde_json::from_str(&answer).unwrap());
        let by_http = call_by_http(&other, tool, &json!({"position": moves}));
        for record in [record, by_http["structuredContent"].clone()] {
            assert_eq!(without_cost(record), expected, "{tool} {moves}");
        }
        assert!(text.contains(" on move ") && by_http["content"][0]["text"] == text, "{text}");
    }
    client.finish();
}

#[test]
fn a_call_over_http_has_the_limits_of_the_server() {
    let program = Program::start(&["--threads", "1", "--time", "200", "--max-body", "16000"]);
    let hard = json!({"position": "", "board": HARD, "time": 600_000});
    let result = call_by_http(&program, "analyze", &hard);
    assert_eq!(result["structuredContent"]["proven"], false, "{result}");
    let list = post(&program, "", "tools/list", &json!({})).body;
    let list: Value = serde_json::from_str(&list).unwrap();
    let time = &list["result"]["tools"][3]["inputSchema"]["properties"]["time"];
    assert_eq!((&time["default"], &time["maximum"]), (&json!(200), &json!(200)));
    let long = json!({"name": "draw", "arguments": {"position": "4".repeat(1_000)}});
    assert_eq!(post(&program, "", "tools/call", &long).status, 413);
    assert!(program.metric("marlin_nodes_total") > 0);
}

#[test]
fn a_call_over_http_reports_progress_and_stops_when_its_client_leaves() {
    let program = Program::start(&["--threads", "1", "--time", "600000"]);
    let mut stream = connect(program.address);
    let message = message("tools/call", Some("a"), &hard("analyze", "")).to_string();
    stream.write_all(&request("", message.as_bytes())).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let report = lines.find(|line| line.starts_with("data:")).unwrap();
    assert!(report.contains("notifications/progress") && report.contains("bounds of the score"), "{report}");
    drop(lines);
    program.wait_for("marlin_searches_running", 0);
    // A call without reports has no response yet.
    let mut stream = connect(program.address);
    let message = message.replace("progressToken", "token");
    stream.write_all(&request("", message.as_bytes())).unwrap();
    program.wait_for("marlin_searches_running", 1);
    drop(stream);
    program.wait_for("marlin_searches_running", 0);
}

#[test]
fn tools_are_for_the_hosts_and_the_origins_of_the_server() {
    let list = |program: &Program, origin: &str| {
        post(program, &format!("Origin: {origin}\r\n"), "tools/list", &json!({})).status
    };
    let program = Program::start(&[]);
    assert_eq!(list(&program, "https://example.org"), 403);
    let foreign = String::from_utf8(request("", b"{}")).unwrap().replace("localhost", "example.org");
    assert_eq!(read(&send(program.address, foreign.as_bytes())).unwrap().status, 421);
    let program = Program::start(&["--cors", "https://example.org"]);
    let statuses = ["https://example.org", "https://example.org:8443", "http://example.org"]
        .map(|origin| list(&program, origin));
    assert_eq!(statuses, [200, 403, 403]);
    assert_eq!(list(&Program::start(&["--cors", "*"]), "https://example.org"), 200);
}
