//! The requests in process, without connections.

mod answers;
mod cost;
mod document;
mod limits;
mod lines;
mod mcp;
mod openapi;
mod page;
mod picture;

use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, StatusCode};
use clap::Parser;
use http_body_util::BodyExt;
use serde_json::Value;
use tokio::sync::watch;
use tower::ServiceExt;

use crate::options::Options;
use crate::pool::Phase;
use crate::server;

/// The time after which a test stops waiting. A machine may be busy, or pause for seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A position that no search solves within the time of a test.
const ENDLESS: &str = "/api/v1/solve?board=10x6";

/// A server in process.
#[derive(Debug, Clone)]
struct TestServer {
    app: Router,
    phase: watch::Sender<Phase>,
}

/// A complete response.
#[derive(Debug)]
struct Reply {
    head: axum::http::response::Parts,
    bytes: usize,
    text: String,
}

impl Reply {
    fn status(&self) -> StatusCode {
        self.head.status
    }

    fn header(&self, name: &str) -> &str {
        self.head.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

fn options() -> Options {
    Options::parse_from(["marlin-server", "--hash", "8", "--threads", "2", "--time", "600000"])
}

impl TestServer {
    fn new(change: impl FnOnce(&mut Options)) -> Self {
        let mut options = options();
        change(&mut options);
        let solver = options.engine.solver().unwrap();
        let (app, phase) = server::app(&options, &solver, &std::sync::Arc::default()).unwrap();
        Self { app, phase }
    }

    async fn begin(&self, mut request: Request<Body>) -> Response<Body> {
        request.headers_mut().entry("host").or_insert(HeaderValue::from_static("localhost"));
        self.app.clone().oneshot(request).await.unwrap()
    }

    async fn ask(&self, request: Request<Body>) -> Reply {
        let answer = async {
            let (head, body) = self.begin(request).await.into_parts();
            (head, body.collect().await.unwrap().to_bytes())
        };
        let (head, bytes) = tokio::time::timeout(PATIENCE, answer).await.expect("an answer");
        Reply { head, bytes: bytes.len(), text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    async fn get(&self, url: &str) -> Reply {
        self.ask(Request::get(url).body(Body::empty()).unwrap()).await
    }

    async fn get_with(&self, url: &str, header: &str, value: &str) -> Reply {
        self.ask(Request::get(url).header(header, value).body(Body::empty()).unwrap()).await
    }

    async fn post(&self, url: &str, body: impl Into<Body>) -> Reply {
        self.ask(Request::post(url).body(body.into()).unwrap()).await
    }

    /// Returns the value of a metric.
    async fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").await.text;
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("{name} is not in\n{text}")).parse().unwrap()
    }

    /// Waits until a metric has a value.
    async fn wait_for(&self, name: &str, value: u64) {
        let begun = Instant::now();
        while self.metric(name).await != value {
            assert!(begun.elapsed() < PATIENCE, "{name} never is {value}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
