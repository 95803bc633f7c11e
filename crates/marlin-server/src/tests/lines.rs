//! Requests of many lines.

use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use futures_util::{StreamExt, stream};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::task::yield_now;

use super::TestServer;

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn each_line_has_its_answer_in_order() {
    let server = TestServer::new(|_| {});
    let lines = "# a comment\n4433 18\n4433 17\n44x\r\n\n....... / ....... / ....... / ....... / ..OO... / ..XX...\n52271237417";
    let answer = server.post("/api/v1/lines?answer=solve", lines).await;
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    let found = objects(&answer.text);
    assert_eq!((&found[0]["position"], &found[0]["score"]), (&json!("4433"), &json!(18)));
    assert_eq!(found[1], json!({"line": 3, "position": "4433", "error": "the score is 18, not 17"}));
    assert_eq!((&found[2]["line"], &found[2]["position"]), (&json!(4), &json!("44x")));
    let scores: Vec<_> = found[3..].iter().map(|found| &found["score"]).collect();
    assert_eq!(scores, [&json!(1), &json!(18), &json!(-4)]);
    let columns = server.post("/api/v1/lines", "4433").await.json();
    assert_eq!(columns["scores"], json!([-3, 18, 2, 2, 18, -3, -4]));
}

#[tokio::test]
async fn the_order_is_that_of_the_lines_whatever_takes_long() {
    let server = TestServer::new(|_| {});
    let lines: String = (0..40).map(|n| if n % 5 == 0 { "1\n" } else { "12\n" }).collect();
    let found = objects(&server.post("/api/v1/lines?board=10x6&time=10", lines).await.text);
    let given: Vec<_> = found.iter().map(|found| found["position"].as_str().unwrap()).collect();
    let expected: Vec<_> = (0..40).map(|n| if n % 5 == 0 { "1" } else { "12" }).collect();
    assert_eq!(given, expected);
}

#[tokio::test]
async fn lines_that_are_no_text_have_their_error_in_place() {
    let server = TestServer::new(|_| {});
    let mut lines = b"44\n\xff\xfe\n".to_vec();
    lines.extend([b'4'; 5_000]);
    lines.extend(b"\n44\n");
    let found = objects(&server.post("/api/v1/lines", lines).await.text);
    assert_eq!(found[1]["error"], "the line is not valid UTF-8");
    assert_eq!(found[2]["error"], "the line is too long: 5000 bytes, of 4096 at most");
    assert_eq!(found[0]["scores"], found[3]["scores"]);
}

#[tokio::test]
async fn too_many_lines_are_refused() {
    let server = TestServer::new(|options| options.max_body = 1_000);
    assert_eq!(server.post("/api/v1/lines", "44\n".repeat(333)).await.status(), StatusCode::OK);
    let refused = server.post("/api/v1/lines", "44\n".repeat(334)).await;
    assert_eq!(refused.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(refused.json()["error"], "more than 1000 bytes: send less at a time; --max-body allows more");
}

#[tokio::test]
async fn lines_that_arrive_too_slowly_are_rejected() {
    let server = TestServer::new(|options| options.client_timeout = Duration::from_millis(50));
    let endless = stream::once(async { Ok::<_, Infallible>(Bytes::from("44\n")) }).chain(stream::pending());
    let refused = server.post("/api/v1/lines", Body::from_stream(endless)).await;
    assert_eq!(refused.status(), StatusCode::REQUEST_TIMEOUT);
}

#[tokio::test]
async fn after_the_end_of_the_time_lines_have_the_bounds_that_are_known() {
    let mut is_searched = false;
    // On a machine that pauses for seconds the time may end before the first search: then the test repeats
    // with a longer time.
    for time in [100, 1_000, 10_000] {
        let server = TestServer::new(|options| options.lines_time = Duration::from_millis(time));
        let (lines, url) =
            ("1\n".repeat(100) + "1,1\n", format!("/api/v1/lines?board=10x6&time={}", time * 2 / 5));
        let found = objects(&server.post(&url, lines).await.text);
        let last = found.last().unwrap();
        let is_late = last["error"].as_str().is_some_and(|error| error.starts_with("the time was up"));
        assert!(found.len() == 101 && (is_late || last["nodes"] == json!(0)), "{last}");
        is_searched = found[0]["nodes"].as_u64() > Some(0);
        if is_searched {
            break;
        }
    }
    assert!(is_searched, "the first line has a search");
}

#[tokio::test]
async fn records_are_sent_as_soon_as_they_are_found() {
    let server = TestServer::new(|_| {});
    let request = Request::post("/api/v1/lines?board=10x6").body(Body::from("decided\n1\n")).unwrap();
    let mut body = server.begin(request).await.into_body();
    let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
    assert!(first.starts_with(b"{\"line\":1,"));
    let reader = tokio::spawn(async move { body.frame().await.is_some() });
    server.wait_for("marlin_searches_running", 1).await;
    reader.abort();
    server.wait_for("marlin_searches_running", 0).await;
}

#[tokio::test]
async fn the_goals_of_lines_are_analyze_and_solve() {
    let server = TestServer::new(|_| {});
    let refused = server.post("/api/v1/lines?answer=explain", "44").await.json();
    assert_eq!(
        refused,
        json!({"error": "invalid answer 'explain': analyze or solve is expected", "field": "answer"})
    );
}

#[tokio::test]
async fn a_line_may_have_any_notation() {
    let server = TestServer::new(|_| {});
    for position in ["7/7/7/7/2pp3/2PP3 w - - 0 3", "P@d1 P@d2 P@c1 P@c2", "1. d1 d2 2. c1 c2 *"] {
        let line = server.post("/api/v1/lines", position).await.json();
        let url = form_urlencoded::byte_serialize(position.as_bytes()).collect::<String>();
        let alone = server.get(&format!("/api/v1/analyze?position={url}")).await.json();
        assert_eq!(
            (&line["scores"], &line["position"]),
            (&json!([-3, 18, 2, 2, 18, -3, -4]), &json!(position))
        );
        assert_eq!(alone["scores"], line["scores"], "{position}");
    }
}

#[tokio::test]
async fn a_comment_before_the_positions_states_their_board() {
    let server = TestServer::new(|_| {});
    for (query, lines, boards, error) in [
        ("", "# a set\n# board 5x5\n1212121\n", &["5x5"][..], ""),
        ("&board=5x5", "# board 5x5\n\n1212121\n", &["5x5", "5x5"], ""),
        ("", "1212121\n# board 7x6\n1212121\n", &["7x6", "7x6"], ""),
        ("", "1212121\n# board 5x5\n4\n", &["7x6"], "a set of board 5x5, where 7x6 is expected"),
        ("&board=5x5", "# board 6x5\n4\n", &[], "a set of board 6x5, where 5x5 is expected"),
        ("", "# board 5x5\n...../...../...../....\n", &[], "read as a drawn board"),
        ("", "# board 99x9\n4\n", &[], "a board of 99x9 does not fit"),
    ] {
        let answer = server.post(&format!("/api/v1/lines?answer=solve{query}"), lines).await;
        let mut found = objects(&answer.text);
        if !error.is_empty() {
            let last = found.pop().unwrap();
            assert!(last["error"].as_str().unwrap().starts_with(error), "{lines:?}: {last}");
        }
        let found: Vec<_> = found.iter().map(|found| found["board"].as_str().unwrap()).collect();
        assert_eq!(found, boards, "{lines:?}");
    }
}

#[tokio::test]
async fn columns_may_count_from_zero() {
    let server = TestServer::new(|_| {});
    let scores = json!([-3, 18, 2, 2, 18, -3, -4]);
    assert_eq!(server.post("/api/v1/lines?base=0", "3322").await.json()["scores"], scores);
    for name in ["moves", "position"] {
        let url = format!("/api/v1/analyze?{name}=3322&base=0");
        assert_eq!(server.get(&url).await.json()["scores"], scores);
        let problem = server.get(&format!("/api/v1/analyze?{name}=40")).await;
        assert_eq!(problem.status(), StatusCode::BAD_REQUEST);
        let hint = "column 0 at character 2: columns count from 1 here; base=0 reads columns from 0";
        assert_eq!(problem.json(), json!({"error": hint, "field": name}));
    }
    let line = server.post("/api/v1/lines", "40").await.json();
    assert!(line["error"].as_str().is_some_and(|error| error.contains("base=0")), "{line}");
}

#[tokio::test]
async fn lines_without_a_search_leave_others_their_turns() {
    let server = TestServer::new(|_| {});
    let long = "./".repeat(2_000) + "\n";
    for body in ["#\n".repeat(20_000), long.repeat(20), "4433\n".repeat(320)] {
        let (mut answer, mut turns) = (pin!(server.post("/api/v1/lines", body.clone())), 0);
        loop {
            tokio::select! {
                biased;
                _ = &mut answer => break,
                () = yield_now() => turns += 1,
            }
        }
        assert!(turns >= 8, "{turns} turns of others in {} bytes", body.len());
    }
}

#[tokio::test]
async fn a_log_has_the_record_of_its_person_on_a_day() {
    let server = TestServer::new(|options| options.max_body = 1_000);
    let log = "2026-01-01 puzzle 1 40 first\nx\n2026-01-02 puzzle 2 50 later\n";
    let record = server.post("/api/v1/progress?today=2026-01-03", log).await.json();
    assert_eq!((&record["streak"], &record["solved"], &record["daily"]), (&json!(2), &json!(2), &json!(3)));
    let refused = server.post("/api/v1/progress", log).await;
    assert_eq!((refused.status(), &refused.json()["field"]), (StatusCode::BAD_REQUEST, &json!("today")));
    let too_long = server.post("/api/v1/progress?today=2026-01-03", log.repeat(20)).await;
    assert_eq!(too_long.status(), StatusCode::PAYLOAD_TOO_LARGE);
}
