//! The Model Context Protocol, with real processes.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::process::{InteractiveRun, run, with_longer_times};
use crate::support::PATIENCE;

/// A search of this board takes hours.
const HARD: &str = "12x4";

/// The greatest time from a cancellation to the start of the next call.
const CANCELLED_WITHIN: Duration = Duration::from_millis(50);

/// A client.
struct Client(InteractiveRun);

impl Client {
    fn start() -> Self {
        Self(InteractiveRun::start(&["mcp", "--hash", "8"]))
    }

    fn send(&mut self, method: &str, id: Option<&str>, params: &Value) {
        let mut message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        if let Some(id) = id {
            message["id"] = id.into();
        }
        self.0.send(&message.to_string());
    }

    fn call(&mut self, id: &str, tool: &str, arguments: &Value) {
        self.send("tools/call", Some(id), &json!({"name": tool, "arguments": arguments}));
    }

    /// Returns the next message.
    fn receive(&mut self) -> Value {
        serde_json::from_str(&self.0.line()).expect("a message a line")
    }

    /// Returns the reply to a request, which must be the next message.
    fn reply(&mut self, id: &str) -> Value {
        let message = self.receive();
        assert_eq!((&message["jsonrpc"], &message["id"]), (&json!("2.0"), &json!(id)), "{message}");
        message
    }

    fn result(&mut self, id: &str) -> Value {
        let mut reply = self.reply(id);
        assert!(reply["error"].is_null(), "{reply}");
        reply["result"].take()
    }

    /// Calls a tool and returns its text and its record.
    fn tool(&mut self, tool: &str, arguments: &Value) -> (String, Value) {
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

    fn finish(self) {
        let (rest, code) = self.0.finish();
        assert_eq!((rest.as_str(), code), ("", Some(0)));
    }
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
        (&found["supportedVersions"][0], &found["resultType"]),
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
    assert_eq!(client.error_code("d"), -32601);
    client.finish();
}

#[test]
fn the_record_of_a_tool_is_that_of_the_command() {
    let mut client = Client::start();
    let without_cost = |mut record: Value| {
        for field in ["nodes", "time_us"] {
            record.as_object_mut().unwrap().remove(field);
        }
        record
    };
    for (tool, moves, command) in [
        ("analyze", "4433", vec!["analyze", "--json"]),
        ("analyze", "52271237417", vec!["analyze", "--json"]),
        ("explain", "4433", vec!["explain", "4433", "--json"]),
        (
            "explain",
            "6753313356447316657265273262",
            vec!["explain", "6753313356447316657265273262", "--json"],
        ),
        ("review", "4433", vec!["review", "4433", "--json"]),
    ] {
        let (text, record) = client.tool(tool, &json!({"position": moves}));
        let printed = run(&command, moves.as_bytes()).succeeds();
        let expected: Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(without_cost(record), without_cost(expected), "{command:?}");
        assert!(text.contains(" on move "), "{text}");
    }
    client.finish();
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
fn a_line_without_a_request_has_the_code_of_its_error() {
    let mut client = Client::start();
    client.0.send("{");
    assert_eq!(client.receive()["error"]["code"], -32700);
    client.0.send("[]");
    assert_eq!(client.receive()["error"]["code"], -32600);
    client.0.send(&format!("\"{}\"", "x".repeat(300_000)));
    let error = &client.receive()["error"];
    assert!(error["message"].as_str().unwrap().contains("262144 at most"), "{error}");
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

/// Returns the time from the cancellation of a hard call to the reply to the next one. A ping has its reply at once.
fn time_to_cancel(client: &mut Client, tool: &str) -> Duration {
    client.call("hard", tool, &json!({"position": "12", "board": HARD, "time": 600_000}));
    std::thread::sleep(Duration::from_millis(100));
    client.send("ping", Some("ping"), &json!({}));
    client.result("ping");
    let started = Instant::now();
    client.send("notifications/cancelled", None, &json!({"requestId": "hard"}));
    client.call("next", "analyze", &json!({"position": "4433"}));
    assert_eq!(
        client.result("next")["structuredContent"]["score"],
        18,
        "{tool}: the cancelled call has no reply"
    );
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
fn calls_wait_for_their_turn_and_too_many_are_refused() {
    let mut client = Client::start();
    client.call("hard", "analyze", &json!({"position": "", "board": HARD, "time": 600_000}));
    for number in 0..100 {
        client.call(&number.to_string(), "reach", &json!({"position": "44"}));
    }
    for number in 64..100 {
        assert_eq!(client.error_code(&number.to_string()), -32000);
    }
    client.call("3", "reach", &json!({"position": "44"}));
    assert_eq!(client.error_code("3"), -32600, "the id of a call that waits");
    client.send("notifications/cancelled", None, &json!({"requestId": "5"}));
    client.send("notifications/cancelled", None, &json!({"requestId": "hard"}));
    for number in (0..64).filter(|&number| number != 5) {
        assert_eq!(client.result(&number.to_string())["structuredContent"]["moves"], "44");
    }
    client.finish();
}

#[test]
fn a_call_ends_at_its_time_with_the_proven_part() {
    let mut client = Client::start();
    with_longer_times(|factor| {
        let (time, game, started) = (100 * factor, "1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2", Instant::now());
        let mut client = Client::start();
        let (text, record) = client.tool("review", &json!({"position": game, "board": HARD, "time": time}));
        // Each of 20 searches may take that time, and all together no more.
        assert!(started.elapsed() < 10 * Duration::from_millis(time.into()), "{:?}", started.elapsed());
        assert!(text.contains("Not all is proven") && record["moves"][0]["verdict"].is_null(), "{text}");
        client.finish();
    });
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
        reported.push(message["params"]["progress"].as_u64().unwrap());
    };
    assert!(!reported.is_empty() && reported.is_sorted_by(|one, next| one < next), "{reported:?}");
    assert!(record["proven"] == false && record["column_bounds"].is_array(), "{record}");
    client.finish();
}

#[test]
fn the_end_of_the_input_stops_the_searches_and_gives_the_known_answers() {
    let mut client = Client::start();
    for tool in ["analyze", "best_move", "explain", "review"] {
        client.call(tool, tool, &json!({"position": "12", "board": HARD, "time": 600_000}));
    }
    client.call("known", "analyze", &json!({"position": "4433"}));
    let started = Instant::now();
    let (rest, code) = client.0.finish();
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    let replies: Vec<Value> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((replies.len(), code), (5, Some(0)), "{rest}");
    let record = |index: usize| &replies[index]["result"]["structuredContent"];
    assert_eq!((&record(0)["proven"], &record(4)["score"]), (&json!(false), &json!(18)));
}

#[test]
fn a_client_that_stops_reading_ends_the_program() {
    let run = InteractiveRun::start(&["mcp", "--hash", "8"]);
    assert_eq!(run.stop_reading_while_sending(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#), Some(0));
}
