//! [`Problem`]: the response to a request that fails.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use marlin_support::text::excerpt;
use serde::Serialize;

use crate::pool::Rejected;

/// The status of a server that may answer later.
const BUSY: StatusCode = StatusCode::SERVICE_UNAVAILABLE;

/// The response to a request that fails: a status, and the error with its remedy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Problem"))]
pub(crate) struct Problem {
    #[serde(skip)]
    pub(crate) status: StatusCode,
    /// The error, fit to print.
    pub(crate) error: String,
    /// The invalid parameter, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into(), field: None }
    }

    /// Returns the response to a request for a path that does not exist.
    pub(crate) fn not_found(uri: &Uri) -> Self {
        let error = format!("nothing at {}: /api/v1/openapi.json lists all requests", excerpt(uri.path()));
        Self::new(StatusCode::NOT_FOUND, error)
    }
}

impl From<Rejected> for Problem {
    fn from(rejected: Rejected) -> Self {
        let (status, error) = match rejected {
            Rejected::QueueFull => (BUSY, "too many requests wait for a search: try again in a second"),
            Rejected::TimedOut => (
                StatusCode::GATEWAY_TIMEOUT,
                "the time was up before a search could begin: allow more, or try again later",
            ),
            Rejected::ClientLeft => {
                (BUSY, "the connection was closed for sending before a search could begin: keep it open")
            }
            Rejected::ShuttingDown => (BUSY, "the server shuts down: ask another one"),
            Rejected::OutOfMemory => (BUSY, "no memory for the table of this board: try again later"),
            Rejected::Panicked => {
                (StatusCode::INTERNAL_SERVER_ERROR, "the search failed: this is a bug in marlin")
            }
        };
        Self::new(status, error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(self)).into_response();
        if status == BUSY {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
