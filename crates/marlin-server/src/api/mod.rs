//! The requests.
//!
//! | file | contents |
//! |---|---|
//! | `requests` | one position or game, as the coach answers it |
//! | `lines` | many positions; the log of a person |
//! | `picture` | a board as SVG or PNG |
//! | `mcp` | the tools of assistants |
//! | `compat` | the requests and responses of other servers |
//! | `problem` | errors |

mod compat;
mod lines;
pub(crate) mod mcp;
mod picture;
mod problem;
mod requests;

use std::io;
use std::sync::Arc;

use axum::Router;
use axum::extract::{OriginalUri, State};
use axum::handler::Handler;
use axum::http::header::{ALLOW, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::response::{Html, IntoResponse};
use axum::routing::{MethodRouter, get, post};
use marlin_coach::request::Verb;
use marlin_core::Solver;
use marlin_support::text::excerpt;
use tokio::sync::watch;

pub(crate) use self::picture::card;
pub(crate) use self::problem::Problem;
use self::requests::Shared;
#[cfg(test)]
pub(crate) use self::{
    compat::{ScoredColumn, Scores},
    lines::LineProblem,
    requests::door,
};
use crate::metrics::Metrics;
use crate::options::Options;
use crate::pool::{Phase, Rejected};

/// The description of the requests for programs, with a placeholder for the version.
const OPENAPI: &str = include_str!("../openapi.json");

/// The page with examples of requests.
const HELP: &str = include_str!("help.html");

/// The media type of `OpenMetrics`.
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Starts the threads that search, and returns the router of the requests.
pub(crate) fn router(
    options: &Options,
    solver: &Solver,
    metrics: &Arc<Metrics>,
    phases: watch::Receiver<Phase>,
) -> io::Result<Router> {
    let shared = Shared::start(options, solver, metrics, phases)?;
    let requests = Router::new()
        .route("/api/v1/solve", answers(Verb::Solve))
        .route("/api/v1/analyze", search(requests::analyze))
        .route("/api/v1/analyze/events", search(requests::events))
        .route("/api/v1/best", answers(Verb::Level))
        .route("/api/v1/explain", answers(Verb::Explain))
        .route("/api/v1/explore", answers(Verb::Explore))
        .route("/api/v1/review", answers(Verb::Review))
        .route("/api/v1/position", answers(Verb::Position))
        .route("/api/v1/reach", answers(Verb::Reach))
        .route("/api/v1/lines", post(lines::lines))
        .route("/api/v1/progress", post(lines::progress))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/solve", search(compat::pos))
        .route("/solve/connect4", search(compat::connect4))
        .route("/board.svg", search(picture::svg))
        .route("/mcp", mcp::route(&shared))
        .route("/healthz", get("ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(openmetrics))
        .route("/api", get(help))
        .route("/api/{*rest}", get(not_found))
        .method_not_allowed_fallback(wrong_method);
    #[cfg(feature = "png")]
    let requests = requests.route("/board.png", search(picture::png::png));
    Ok(requests.with_state(shared))
}

/// Returns the route of a request about one position or game.
fn answers(verb: Verb) -> MethodRouter<Arc<Shared>> {
    search(move |asked| requests::answer(verb, asked))
}

/// Returns the route of a request that may take a search. For HEAD, which has no body, none is done.
fn search<T: 'static>(answer: impl Handler<T, Arc<Shared>>) -> MethodRouter<Arc<Shared>> {
    get(answer).head(async |uri| ([(ALLOW, "GET")], wrong_method(Method::HEAD, uri).await))
}

/// Answers as long as the server takes requests and its searches end.
async fn ready(State(shared): State<Arc<Shared>>) -> Result<&'static str, Problem> {
    if !shared.pool.is_serving() {
        return Err(Rejected::ShuttingDown.into());
    }
    if shared.pool.is_ready().await {
        return Ok("ok\n");
    }
    Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "no thread searches: start the server again"))
}

async fn openmetrics(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, OPENMETRICS)], shared.metrics.text())
}

/// Returns the page with examples of requests.
async fn help() -> impl IntoResponse {
    ([(CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'")], Html(HELP))
}

async fn openapi() -> impl IntoResponse {
    // A template has this text.
    ([(CONTENT_TYPE, "application/json")], OPENAPI.replace("VERSION", env!("CARGO_PKG_VERSION")))
}

async fn not_found(OriginalUri(uri): OriginalUri) -> Problem {
    Problem::not_found(&uri)
}

async fn wrong_method(method: Method, OriginalUri(uri): OriginalUri) -> Problem {
    let (method, path) = (excerpt(method.as_str()), excerpt(uri.path()));
    let error = format!("{path} does not take {method}: the header Allow has the methods that it takes");
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, error)
}
