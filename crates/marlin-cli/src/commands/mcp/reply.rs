//! [`CallReply`]: the result of a tool as a client gets it, in words and as a record.

use serde::Serialize;
use serde_json::{Map, Value};

use super::version::Era;

/// The result of a tool: text for people, and its record.
#[derive(Debug)]
pub(super) struct Found<R> {
    pub(super) text: String,
    pub(super) record: R,
    /// A picture.
    pub(super) svg: Option<String>,
}

impl<R> Found<R> {
    /// Returns a result without a picture.
    pub(super) const fn new(text: String, record: R) -> Self {
        Self { text, record, svg: None }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallReply<'a, R> {
    content: Vec<Content<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<R>,
    is_error: bool,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
enum Content<'a> {
    Text {
        text: &'a str,
    },
    /// A picture is a resource: models take no images that are SVG.
    Resource {
        resource: Resource<'a>,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Resource<'a> {
    uri: &'a str,
    mime_type: &'a str,
    text: &'a str,
}

/// Returns the result of a tool as JSON.
pub(super) fn found<R: Serialize>(era: Era, found: &Found<R>) -> serde_json::Result<String> {
    let Found { text, record, svg } = found;
    let picture = svg.as_ref().map(|text| Content::Resource {
        resource: Resource { uri: "marlin://board.svg", mime_type: "image/svg+xml", text },
    });
    let content = [Content::Text { text }].into_iter().chain(picture).collect();
    let fields = era.fields();
    serde_json::to_string(&CallReply { content, structured_content: Some(record), is_error: false, fields })
}

/// Returns the error of a tool as JSON, which the model reads.
pub(super) fn failed(era: Era, text: &str) -> serde_json::Result<String> {
    let (content, fields) = (vec![Content::Text { text }], era.fields());
    serde_json::to_string(&CallReply::<()> { content, structured_content: None, is_error: true, fields })
}
