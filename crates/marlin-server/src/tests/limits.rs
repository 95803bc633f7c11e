//! Searches at a time, the queue, and clients that go away.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tokio::task::JoinHandle;

use super::{Answer, ENDLESS, TestServer};
use crate::phase::Phase;

/// Returns a server with one search at a time, and a queue of one.
fn narrow() -> TestServer {
    TestServer::new(|config| {
        config.solver = config.solver.to_builder().threads(1).build();
        config.queue = 1;
    })
}

fn ask(server: &TestServer, url: &'static str) -> JoinHandle<Answer> {
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
    assert_eq!(server.post("/api/v1/lines", "44").await.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(server.metric("marlin_refused_total").await, 2);
    assert_eq!(server.get("/solve?pos=44").await.status(), StatusCode::OK);
    assert_eq!(server.get("/api/v1/solve?moves=44").await.json()["source"], "book");
    running.abort();
    waiting.abort();
    server.wait_for("marlin_searches_running", 0).await;
    server.wait_for("marlin_searches_waiting", 0).await;
    assert_eq!(server.get("/api/v1/solve?board=9x6&time=20").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_request_that_goes_away_stops_its_search() {
    let server = narrow();
    for url in [
        ENDLESS,
        "/api/v1/analyze?board=9x6",
        "/api/v1/analyze/events?board=9x6",
        "/api/v1/best?board=9x6",
        "/api/v1/review?board=9x6&moves=123",
        "/api/v1/explain?board=9x6",
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
async fn whoever_waits_longer_than_the_time_is_told_so() {
    let server = narrow();
    let running = ask(&server, ENDLESS);
    server.wait_for("marlin_searches_running", 1).await;
    let begun = Instant::now();
    let late = server.get("/api/v1/solve?board=9x6&time=50").await;
    assert_eq!(late.status(), StatusCode::GATEWAY_TIMEOUT);
    assert!(begun.elapsed() < Duration::from_secs(2));
    running.abort();
}

#[tokio::test]
async fn many_positions_of_a_review_share_one_time() {
    let server = narrow();
    let begun = Instant::now();
    let review = server.get("/api/v1/review?board=9x6&moves=551199&time=100").await;
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert!(review.json()["moves"].as_array().unwrap().iter().any(|played| played["verdict"].is_null()));
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
    let server = TestServer::new(|config| {
        config.solver = config.solver.to_builder().without_book().build();
        config.time = Duration::from_millis(20);
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
