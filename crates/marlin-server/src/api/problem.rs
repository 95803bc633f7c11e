//! [`Problem`]: the answer to a request that has no other.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::engine::Refused;

/// The answer to a request that has no other: a status, and what went wrong with the way to mend it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    #[serde(skip)]
    pub(crate) status: StatusCode,
    /// What went wrong, fit to print.
    pub(crate) error: String,
    /// The parameter that is wrong, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into(), field: None }
    }

    /// Returns the answer to a request with a wrong parameter.
    pub(crate) fn of_field(field: &str, error: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()), ..Self::new(StatusCode::BAD_REQUEST, error) }
    }

    /// Returns the same with another status.
    pub(crate) fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Busy => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many requests wait for a search: try again in a second",
            ),
            Refused::Late => Self::new(
                StatusCode::GATEWAY_TIMEOUT,
                "the time was up before a search could begin: allow more, or try again later",
            ),
            Refused::Left => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "the connection was closed for sending before a search could begin: keep it open",
            ),
            Refused::Stopping => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "the server shuts down: ask another one")
            }
            Refused::Memory => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "no memory for the table of this board: try again later",
            ),
            Refused::Failed => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the search failed: this is a bug in marlin")
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(self)).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
