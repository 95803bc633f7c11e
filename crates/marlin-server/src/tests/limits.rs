//! Limits on searches and on the queue, and clients that leave.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use futures_util::{StreamExt, stream};
use http_body_util::BodyExt;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::{ENDLESS, Reply, TestServer};
use crate::pool::Phase;

/// Returns a server with one search at a time, and a queue of one.
fn narrow() -> TestServer {
    TestServer::new(|options| {
        options.engine.search.threads = Some(1);
        options.queue = 1;
    })
}

fn ask(server: &TestServer, url: &'static str) -> JoinHandle<Reply> {
    let server = server.clone();
    tokio::spawn(async move { server.get(url).await })
}

#[tokio::test]
async fn requests_beyond_the_queue_are_refused_and_the_book_still_answers() {
    let server = narrow();
    let running = ask(&server, ENDLESS);
    server.wait_for("marlin_searches_running", 1).await;
    let waiting = ask(&server, ENDLESS);
    server.wait_for("marlin_searches_waiting", 1).await;
    let refused = server.get(ENDLESS).await;
    assert_eq!((refused.status(), refused.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "1"));
    assert_eq!(server.post("/api/v1/lines", "44").await.status(), StatusCode::OK);
    assert_eq!(server.metric("marlin_refused_total").await, 1);
    assert_eq!(server.get("/solve?pos=44").await.status(), StatusCode::OK);
    assert_eq!(server.get("/api/v1/solve?moves=44").await.json()["source"], "book");
    running.abort();
    waiting.abort();
    server.wait_for("marlin_searches_running", 0).await;
    server.wait_for("marlin_searches_waiting", 0).await;
    assert_eq!(server.get("/api/v1/solve?board=10x6&time=20").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_request_that_goes_away_stops_its_search() {
    let server = narrow();
    for url in [
        ENDLESS,
        "/api/v1/analyze?board=10x6",
        "/api/v1/analyze/events?board=10x6",
        "/api/v1/best?board=10x6",
        "/api/v1/review?board=10x6&moves=1,2,3",
        "/api/v1/explain?board=10x6",
        "/api/v1/explore?board=10x6",
    ] {
        let before = server.metric("marlin_searches_abandoned_total").await;
        let running = ask(&server, url);
        server.wait_for("marlin_searches_running", 1).await;
        running.abort();
        server.wait_for("marlin_searches_running", 0).await;
        assert_eq!(server.metric("marlin_searches_abandoned_total").await, before + 1, "{url}");
    }
}

#[tokio::test]
async fn an_answer_that_is_not_read_holds_no_search() {
    let lines = |()| Request::post("/api/v1/lines?board=10x6").body(Body::from("1\n1,2\n")).unwrap();
    let events = |()| Request::get("/api/v1/analyze/events?board=10x6").body(Body::empty()).unwrap();
    for unread in [lines(()), events(())] {
        let server = TestServer::new(|options| {
            options.engine.search.threads = Some(1);
        });
        let running = ask(&server, ENDLESS);
        server.wait_for("marlin_searches_running", 1).await;
        let mut body = server.begin(unread).await.into_body();
        // Its search waits for a thread, and nothing reads on when it gets one.
        assert!(timeout(Duration::from_millis(20), body.frame()).await.is_err());
        running.abort();
        // The time of a search that is held would be beyond the patience of the test.
        let answer = server.get("/api/v1/solve?board=10x6&nodes=1000").await;
        assert_eq!(answer.status(), StatusCode::OK, "{}", answer.text);
        drop(body);
    }
}

#[tokio::test]
async fn requests_of_many_lines_leave_the_queue_to_others() {
    let server = narrow();
    let lines = || Request::post("/api/v1/lines?board=10x6&time=100").body(Body::from("1\n1,2\n")).unwrap();
    let unread = server.begin(lines()).await;
    assert_eq!(unread.status(), StatusCode::OK);
    assert_eq!(server.begin(lines()).await.status(), StatusCode::SERVICE_UNAVAILABLE);
    let running = ask(&server, "/api/v1/solve?board=10x6&nodes=10000");
    server.wait_for("marlin_searches_running", 1).await;
    let waiting = ask(&server, "/api/v1/solve?board=10x6&nodes=1000");
    for request in [running, waiting] {
        assert_eq!(request.await.unwrap().status(), StatusCode::OK);
    }
}

#[tokio::test]
async fn bodies_share_one_bound_of_memory() {
    let server = TestServer::new(|options| {
        (options.max_body, options.queue) = (1_000, 2);
        options.client_timeout = Duration::from_secs(600);
    });
    let (taken, mut is_taken) = tokio::sync::mpsc::channel(2);
    let (end, _) = tokio::sync::watch::channel(false);
    let unfinished = || {
        let part = stream::once(async { Ok::<_, Infallible>(Bytes::from("4\n".repeat(450))) });
        let (taken, mut ends) = (taken.clone(), end.subscribe());
        // The server asks for the rest once it has memory for the part.
        let rest = stream::once(async move {
            taken.send(()).await.unwrap();
            ends.changed().await.unwrap();
            Ok(Bytes::new())
        });
        Body::from_stream(part.chain(rest))
    };
    let held: Vec<_> = (0..2)
        .map(|_| {
            let (server, body) = (server.clone(), unfinished());
            tokio::spawn(async move { server.post("/api/v1/lines?nodes=1", body).await.status() })
        })
        .collect();
    for _ in 0..2 {
        is_taken.recv().await.unwrap();
    }
    assert_eq!(server.post("/api/v1/lines", "44\n").await.status(), StatusCode::OK);
    let refused = server.post("/api/v1/lines", "44\n".repeat(300)).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE, "{}", refused.text);
    end.send(true).unwrap();
    for request in held {
        assert_eq!(request.await.unwrap(), StatusCode::OK);
    }
    assert_eq!(server.post("/api/v1/lines", "44\n".repeat(300)).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_busy_server_is_ready() {
    let server = narrow();
    assert_eq!(server.get("/readyz").await.text, "ok\n");
    let running = ask(&server, ENDLESS);
    server.wait_for("marlin_searches_running", 1).await;
    assert_eq!(server.get("/readyz").await.text, "ok\n", "its search has time");
    assert!(!running.is_finished(), "the answer does not wait for it");
    assert_eq!(server.metric("marlin_refused_total").await, 0, "the probe takes no place");
    running.abort();
}

#[tokio::test]
async fn a_request_that_waits_longer_than_its_time_gets_the_reason() {
    let server = narrow();
    let running = ask(&server, ENDLESS);
    server.wait_for("marlin_searches_running", 1).await;
    let late = server.get("/api/v1/solve?board=10x6&time=50").await;
    assert_eq!(late.status(), StatusCode::GATEWAY_TIMEOUT);
    assert!(!running.is_finished(), "the answer does not wait for another search");
    running.abort();
}

#[tokio::test]
async fn many_positions_of_a_review_share_one_time() {
    let server = narrow();
    let mut is_shared = false;
    // On a machine that pauses for seconds it may exceed one of these times, but not the longest.
    for time in [100, 2_000, 20_000] {
        let begun = Instant::now();
        let review =
            server.get(&format!("/api/v1/review?board=10x6&moves=5,5,1,1,9,9,2,2,8,8&time={time}")).await;
        is_shared = begun.elapsed() < 5 * Duration::from_millis(time);
        let review = review.json();
        let moves = review["moves"].as_array().unwrap();
        assert!(moves.len() == 10 && moves.iter().any(|played| played["verdict"].is_null()), "{review}");
        if is_shared {
            break;
        }
    }
    assert!(is_shared, "ten searches take ten times");
}

#[tokio::test]
async fn searches_are_stopped_when_the_server_stops() {
    let server = narrow();
    let running = ask(&server, ENDLESS);
    server.wait_for("marlin_searches_running", 1).await;
    server.phase.send_replace(Phase::Draining);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!running.is_finished(), "searches may end in peace first");
    server.phase.send_replace(Phase::Stopping);
    let answer = running.await.unwrap();
    assert_eq!((answer.status(), answer.json()["proven"].as_bool()), (StatusCode::OK, Some(false)));
    assert_eq!(server.metric("marlin_searches_abandoned_total").await, 0, "its client has its answer");
}

#[tokio::test]
async fn answers_without_a_place_for_bounds_say_that_they_are_late() {
    let server = TestServer::new(|options| {
        options.engine.no_book = true;
        options.time = Duration::from_millis(20);
    });
    for url in ["/solve?pos=", "/solve/connect4?position="] {
        assert_eq!(server.get(url).await.status(), StatusCode::GATEWAY_TIMEOUT, "{url}");
    }
}

#[tokio::test]
async fn a_url_is_short() {
    let server = narrow();
    let answer = server.get(&format!("/api/v1/solve?moves={}", "4".repeat(3_000))).await;
    assert_eq!(answer.status(), StatusCode::URI_TOO_LONG);
    assert!(answer.json()["error"].as_str().unwrap().contains("2048 bytes"));
}
