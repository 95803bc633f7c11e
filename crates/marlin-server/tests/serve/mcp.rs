//! The Model Context Protocol on standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::documentation::fits;
use super::{PATIENCE, command};

/// A search of this board takes hours.
pub(crate) const HARD: &str = "12x4";

/// The maximum time from a cancellation to the start of the next call.
const CANCELLED_WITHIN: Duration = Duration::from_millis(50);

/// A client that has started the program.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Client {
    pub(crate) fn start() -> Self {
        let mut child = command(&["mcp", "--hash", "8", "--threads", "1"]);
        let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    pub(crate) fn send_line(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(&[line, b"\n"].concat()).unwrap();
    }

    fn send(&mut self, method: &str, id: Option<&str>, params: &Value) {
        self.send_line(message(method, id, params).to_string().as_bytes());
    }

    fn call(&mut self, id: &str, tool: &str, arguments: &Value) {
        self.send("tools/call", Some(id), &json!({"name": tool, "arguments": arguments}));
    }

    /// Returns the next message.
    pub(crate) fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).expect("a message a line")
    }

    /// Returns the reply to a request, which must be the next message beside reports of progress.
    fn reply(&mut self, id: &str) -> Value {
        let message = loop {
            let message = self.receive();
            if message["method"] != "notifications/progress" {
                break message;
            }
        };
        assert_eq!((&message["jsonrpc"], &message["id"]), (&json!("2.0"), &json!(id)), "{message}");
        message
    }

    fn result(&mut self, id: &str) -> Value {
        let mut reply = self.reply(id);
        assert!(reply["error"].is_null(), "{reply}");
        reply["result"].take()
    }

    /// Calls a tool and returns its text and its record.
    pub(crate) fn tool(&mut self, tool: &str, arguments: &Value) -> (String, Value) {
        self.call("tool", tool, arguments);
        let mut result = self.result("tool");
        assert_eq!(result["isError"], false, "{result}");
        let text = result["content"][0]["text"].as_str().unwrap().to_owned();
        (text, result["structuredContent"].take())
    }

    /// Calls a tool with a mistake, and returns the text of the error.
    fn mistake(&mut self, tool: &str, arguments: &Value) -> String {
        self.call("mistake", tool, arguments);
        let result = self.result("mistake");
        assert!(result["isError"] == true && result.get("structuredContent").is_none(), "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    fn error_code(&mut self, id: &str) -> i64 {
        self.reply(id)["error"]["code"].as_i64().unwrap()
    }

    /// Closes the input, and returns the rest of the output.
    pub(crate) fn rest(mut self) -> String {
        let mut rest = String::new();
        drop(self.input.take());
        self.output.read_to_string(&mut rest).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        rest
    }

    pub(crate) fn finish(self) {
        assert_eq!(self.rest(), "");
    }
}

pub(crate) fn message(method: &str, id: Option<&str>, params: &Value) -> Value {
    let mut message = json!({"jsonrpc": "2.0", "method": method, "params": params});
    if let Some(id) = id {
        message["id"] = id.into();
    }
    message
}

#[test]
fn a_connection_begins_with_a_version_and_lists_six_tools() {
    let mut client = Client::start();
    let described = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": described});
    client.send("initialize", Some("a"), &params);
    let result = client.result("a");
    assert_eq!(
        (&result["protocolVersion"], &result["capabilities"]),
        (&json!("2025-06-18"), &json!({"tools": {}}))
    );
    assert!(result["instructions"].as_str().unwrap().contains("numbered from 1"));
    client.send("notifications/initialized", None, &json!({}));
    client.send("tools/list", Some("b"), &json!({}));
    let list = client.result("b");
    let names: Vec<_> = list["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["analyze", "best_move", "explain", "review", "draw", "reach"]);
    assert_eq!(list.as_object().unwrap().len(), 1, "newer fields are for newer versions");
    client.finish();
}

#[test]
fn a_request_may_name_its_version_itself() {
    let mut client = Client::start();
    let meta = |version: &str| {
        json!({"_meta": {
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        }})
    };
    client.send("server/discover", Some("a"), &meta("2026-07-28"));
    let found = client.result("a");
    assert_eq!(
        (&found["supportedVersions"][4], &found["resultType"]),
        (&json!("2026-07-28"), &json!("complete"))
    );
    let mut params = meta("2026-07-28");
    params["name"] = "reach".into();
    params["arguments"] = json!({"position": "44"});
    client.send("tools/call", Some("b"), &params);
    let result = client.result("b");
    assert_eq!(
        (&result["resultType"], &result["structuredContent"]["moves"]),
        (&json!("complete"), &json!("44"))
    );
    client.send("tools/list", Some("c"), &meta("1999-01-01"));
    let error = &client.reply("c")["error"];
    assert_eq!((&error["code"], &error["data"]["requested"]), (&json!(-32022), &json!("1999-01-01")));
    client.send("server/discover", Some("d"), &json!({}));
    assert_eq!(client.error_code("d"), -32602);
    client.finish();
}

#[test]
fn the_example_of_the_documentation_is_answered_as_it_says() {
    let document = include_str!("../../../../docs/protocols.md");
    let example =
        document.split_once("\n$ echo '").and_then(|(_, rest)| rest.split_once("' | marlin-server mcp\n"));
    let (line, expected) = example.unwrap();
    let mut client = Client::start();
    client.send_line(line.as_bytes());
    let found = client.rest();
    assert!(fits(expected.lines().next().unwrap(), found.trim_end()), "{found}");
}

#[test]
fn a_move_is_the_best_one_or_that_of_a_level() {
    let mut client = Client::start();
    let (text, record) = client.tool("best_move", &json!({"position": "4433"}));
    assert_eq!(text, "X plays column 5. After it: X wins on move 7. It is proven to be best.\n");
    assert_eq!((&record["play"], &record["best_proven"]), (&json!(5), &json!(true)));
    let (text, record) = client.tool("best_move", &json!({"position": "4433", "level": 1, "seed": 3}));
    assert!(text.contains("Level 1 plays so") && record["level"] == 1, "{text}");
    let (text, record) = client.tool("best_move", &json!({"position": "1212121"}));
    assert!(text.contains("The game is over: X has won") && record["play"].is_null(), "{text}");
    client.finish();
}

#[test]
fn a_board_is_drawn_and_tested_for_a_game() {
    let mut client = Client::start();
    let arguments = json!({"position": "4433", "scores": true, "threats": true, "svg": true});
    client.call("a", "draw", &arguments);
    let result = client.result("a");
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("| . . X X . . . |") && text.contains("Scores: -3 18 2 2 18 -3 -4"), "{text}");
    let picture = &result["content"][1]["resource"];
    assert_eq!(picture["mimeType"], "image/svg+xml");
    assert!(picture["text"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(result["structuredContent"]["known"]["score"], 18);
    let (text, record) = client.tool("reach", &json!({"position": "..../..../.OO./.XX."}));
    assert_eq!(record["possible"], true);
    assert!(text.contains(record["moves"].as_str().unwrap()), "{text}");
    let (text, record) = client.tool("reach", &json!({"position": "..../..../OOO./.XX."}));
    assert!(record["possible"] == false && text.contains(record["reason"].as_str().unwrap()), "{text}");
    client.finish();
}

#[test]
fn a_mistake_of_the_model_has_the_fix_in_its_text() {
    let mut client = Client::start();
    for (tool, arguments, expected) in [
        ("analyze", json!({"position": "448"}), "as in \"4433\""),
        ("analyze", json!({"moves": "44"}), "there are position, board, line, time, nodes"),
        ("analyze", json!({"position": "", "board": "13x9"}), "does not fit"),
        ("best_move", json!({"level": 11}), "from 1 to 10"),
        ("reach", json!({}), "position is missing"),
        ("best_move", json!({"position": null}), "position is missing"),
        ("reach", json!({"position": "hello"}), "invalid position"),
        ("review", json!({"position": "..../..../..O./.XX."}), "needs the moves"),
        ("review", json!({"position": "44", "setup": 3}), "and 2 moves"),
    ] {
        let text = client.mistake(tool, &arguments);
        assert!(text.contains(expected), "{text}");
    }
    client.finish();
}

#[test]
fn a_line_without_a_request_is_skipped_or_has_the_code_of_its_error() {
    let mut client = Client::start();
    client.send_line(b"{");
    client.send_line("4".repeat(300_000).as_bytes());
    client.send_line(b"[]");
    assert_eq!(client.receive()["error"]["code"], -32600);
    for (method, params, code) in [
        ("fly", json!({}), -32601),
        ("tools/call", json!({}), -32602),
        ("tools/call", json!({"name": "solve"}), -32602),
        ("tools/call", json!({"name": "draw", "arguments": []}), -32602),
        ("tools/list", json!({"cursor": "x"}), -32602),
        ("initialize", json!({}), -32602),
    ] {
        client.send(method, Some("a"), &params);
        assert_eq!(client.error_code("a"), code, "{method}");
    }
    client.finish();
}

#[test]
fn the_last_line_needs_no_end() {
    let mut client = Client::start();
    let last = message("ping", Some("last"), &json!({})).to_string();
    client.input.as_mut().unwrap().write_all(last.as_bytes()).unwrap();
    assert_eq!(client.rest(), "{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"result\":{}}\n");
}

/// Returns the parameters of a hard call that reports its progress.
pub(crate) fn hard(tool: &str, position: &str) -> Value {
    let arguments = json!({"position": position, "board": HARD, "time": 600_000});
    json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": "token"}})
}

/// Returns the time from the cancellation of a hard call to the reply to the next one, which takes its
/// thread: at once, and not after its slice of 100 ms.
fn time_to_cancel(client: &mut Client, tool: &str) -> Duration {
    client.call("hard", tool, &json!({"position": "12", "board": HARD, "time": 600_000}));
    client.send("ping", Some("ping"), &json!({}));
    client.result("ping");
    let started = Instant::now();
    client.send("notifications/cancelled", None, &json!({"requestId": "hard"}));
    client.call("next", "reach", &json!({"position": "44"}));
    // The cancelled call has no reply.
    assert_eq!(client.result("next")["structuredContent"]["moves"], "44", "{tool}");
    started.elapsed()
}

#[test]
fn a_cancelled_search_ends_within_50_ms() {
    let mut client = Client::start();
    for tool in ["analyze", "best_move", "explain", "review"] {
        // The machine may be busy with other tests: one of 50 times counts.
        let is_in_time = (0..50).any(|_| time_to_cancel(&mut client, tool) < CANCELLED_WITHIN);
        assert!(is_in_time, "{tool}");
    }
    client.finish();
}

/// A long search for a game that leads to a board, of 324,500 steps: found by a climb over many boards.
const LONG_TO_REACH: &str = "XOX.X.X.X/XXOOO.XXX/OOXXX.OOX/OXOOX.XXO/XOXXO.OOO/OXOOO.OXO";

#[test]
fn other_requests_are_answered_during_a_search_for_a_game_which_can_be_cancelled() {
    let mut client = Client::start();
    let arguments = json!({"position": LONG_TO_REACH, "board": "9x6"});
    for tool in ["reach", "draw"] {
        let mut is_beside = || {
            let started = Instant::now();
            client.call("long", tool, &arguments);
            client.send("ping", Some("ping"), &json!({}));
            client.result("ping");
            let answered = started.elapsed();
            client.send("notifications/cancelled", None, &json!({"requestId": "long"}));
            client.call("next", "reach", &json!({"position": "44"}));
            // The cancelled call has no reply.
            assert_eq!(client.result("next")["structuredContent"]["moves"], "44", "{tool}");
            answered < started.elapsed() / 2
        };
        assert!((0..50).any(|_| is_beside()), "{tool}");
    }
    client.finish();
}

#[test]
fn calls_take_turns_and_too_many_are_refused() {
    let mut client = Client::start();
    // One runs, others are paused for it, and 64 wait.
    for number in 0..200 {
        client.send("tools/call", Some(&number.to_string()), &hard("analyze", ""));
    }
    let mut refused = 0;
    while refused < 200 - 1 - 32 - 64 {
        let message = client.receive();
        if message["method"] != "notifications/progress" {
            assert_eq!(message["error"]["code"], -32000, "{message}");
            refused += 1;
        }
    }
    // What is known takes no turn.
    client.call("known", "analyze", &json!({"position": "4433"}));
    while client.receive()["id"] != "known" {}
    let replies = client.rest();
    assert!(replies.contains("\"proven\":false"), "{replies}");
}

#[test]
fn a_call_ends_at_its_time_with_the_proven_part() {
    let mut client = Client::start();
    let game = "1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2";
    // Each of 20 searches may take that time, and all together no more. The machine may be busy.
    let is_in_time = [100, 1_000, 6_000].into_iter().any(|time| {
        let started = Instant::now();
        let (text, record) = client.tool("review", &json!({"position": game, "board": HARD, "time": time}));
        assert!(text.contains("Not all is proven") && record["moves"][0]["verdict"].is_null(), "{text}");
        started.elapsed() < 10 * Duration::from_millis(time)
    });
    assert!(is_in_time);
    let (_, record) =
        client.tool("analyze", &json!({"position": "", "board": HARD, "nodes": 1000, "time": 600_000}));
    assert!(record["score"].is_null() && record["bounds"] != json!([0, 0]), "{record}");
    assert!(record["nodes"].as_u64().unwrap() <= 1000, "{record}");
    client.finish();
}

#[test]
fn progress_is_reported_to_a_client_that_wants_it() {
    let mut client = Client::start();
    let arguments = json!({"position": "", "board": HARD, "time": 1800});
    let params = json!({"name": "analyze", "arguments": arguments, "_meta": {"progressToken": "token"}});
    client.send("tools/call", Some("a"), &params);
    let mut reported = Vec::new();
    let record = loop {
        let mut message = client.receive();
        if message["id"] == "a" {
            break message["result"]["structuredContent"].take();
        }
        assert_eq!(
            (&message["method"], &message["params"]["progressToken"]),
            (&json!("notifications/progress"), &json!("token"))
        );
        assert!(message["params"]["message"].as_str().unwrap().contains("bounds of the score"));
        reported.push(message["params"]["progress"].as_f64().unwrap());
    };
    assert!(!reported.is_empty() && reported.is_sorted_by(|one, next| one < next), "{reported:?}");
    assert!(record["proven"] == false && record["column_bounds"].is_array(), "{record}");
    client.finish();
}

#[test]
fn the_end_of_the_input_stops_the_searches_and_gives_the_known_answers() {
    let mut client = Client::start();
    for tool in ["analyze", "best_move", "explain", "review"] {
        client.send("tools/call", Some(tool), &hard(tool, "12"));
    }
    // Each has begun when it reports its progress, which takes turns.
    for _ in 0..8 {
        assert_eq!(client.receive()["method"], "notifications/progress");
    }
    client.call("known", "analyze", &json!({"position": "4433"}));
    let started = Instant::now();
    let rest = client.rest();
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    let replies: Vec<Value> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let record = |id: &str| {
        let reply = replies.iter().find(|reply| reply["id"] == id).expect(&rest);
        &reply["result"]["structuredContent"]
    };
    assert_eq!((&record("analyze")["proven"], &record("known")["score"]), (&json!(false), &json!(18)));
}

#[test]
fn a_client_that_stops_reading_ends_the_program() {
    let Client { mut child, input, output } = Client::start();
    drop(output);
    let (mut input, ping) = (input.unwrap(), message("ping", Some("a"), &json!({})));
    while writeln!(input, "{ping}").is_ok() {}
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
