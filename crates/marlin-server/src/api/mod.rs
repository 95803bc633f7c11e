//! The requests, a kind each file.
//!
//! | file | contents |
//! |---|---|
//! | `solve`, `analyze`, `best`, `explain`, `review` | answers to one position or game |
//! | `position` | what the rules alone say |
//! | `events` | an analysis with its progress |
//! | `lines` | answers to many positions |
//! | `compat` | the answers of other servers |
//! | `health` | what those who run the server ask |
//! | `params` | the parameters of a request |
//! | `problem` | errors |

mod analyze;
mod best;
mod compat;
mod events;
mod explain;
mod health;
mod lines;
mod params;
mod position;
mod problem;
mod review;
mod solve;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::OriginalUri;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::response::{Html, IntoResponse};
use axum::routing::{get, post};
use marlin_support::text::excerpt;
use tokio::sync::Semaphore;

pub(crate) use self::problem::Problem;
use crate::config::Config;
use crate::engine::Engine;
use crate::metrics::Metrics;
use crate::phase::Phases;

/// What every request uses.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) engine: Engine,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) phases: Phases,
    /// The time that a request may take.
    pub(crate) time: Duration,
    /// The time that a request of many lines may take in all.
    pub(crate) lines_time: Duration,
    /// The time that a client may take to send its request.
    pub(crate) client_timeout: Duration,
    /// The bytes of a request of many lines.
    pub(crate) body: usize,
    /// The bytes of all requests of many lines.
    pub(crate) bodies: Arc<Semaphore>,
}

impl Shared {
    pub(crate) fn new(config: &Config, metrics: &Arc<Metrics>, phases: Phases) -> io::Result<Self> {
        Ok(Self {
            engine: Engine::start(config, metrics, phases.clone())?,
            metrics: Arc::clone(metrics),
            phases,
            time: config.time,
            lines_time: config.lines_time,
            client_timeout: config.client_timeout,
            body: config.body,
            bodies: Arc::new(Semaphore::new(
                config.body.saturating_mul(config.queue.max(1)).min(Semaphore::MAX_PERMITS),
            )),
        })
    }
}

/// The description of the requests for programs. Its version is put in when it is asked for.
const OPENAPI: &str = include_str!("../openapi.json");

/// The page that shows how to ask.
const HELP: &str = include_str!("help.html");

/// Returns the requests.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/v1/solve", get(solve::solve))
        .route("/api/v1/analyze", get(analyze::analyze))
        .route("/api/v1/analyze/events", get(events::analyze))
        .route("/api/v1/best", get(best::best))
        .route("/api/v1/explain", get(explain::explain))
        .route("/api/v1/review", get(review::review))
        .route("/api/v1/position", get(position::position))
        .route("/api/v1/reach", get(position::reach))
        .route("/api/v1/lines", post(lines::lines))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/solve", get(compat::pos))
        .route("/solve/connect4", get(compat::connect4))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .route("/api", get(help))
        .route("/api/{*rest}", get(not_found))
        .method_not_allowed_fallback(wrong_method)
        .with_state(shared)
}

/// Shows how to ask.
async fn help() -> impl IntoResponse {
    ([(CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'")], Html(HELP))
}

async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], OPENAPI.replace("VERSION", env!("CARGO_PKG_VERSION")))
}

/// Answers a request for something that isn't there.
pub(crate) async fn not_found(OriginalUri(uri): OriginalUri) -> Problem {
    let error = format!("nothing at {}: /api/v1/openapi.json has what there is", excerpt(uri.path()));
    Problem::new(StatusCode::NOT_FOUND, error)
}

async fn wrong_method(method: Method, OriginalUri(uri): OriginalUri) -> Problem {
    let (method, path) = (excerpt(method.as_str()), excerpt(uri.path()));
    let error = format!("{path} doesn't take {method}: the header Allow has what it takes");
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, error)
}
