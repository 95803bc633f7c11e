//! [`Request`] and its form in JSON.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::drawing::{DiagramRequest, GraphRequest};
use crate::fields::{FieldError, Fields};
use crate::given::Given;
use crate::task::TaskRequest;

/// A request.
#[derive(Debug, Clone)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(tag = "op", rename_all = "snake_case"))]
pub enum Request {
    /// The version, the size of the table and the books.
    Info,
    /// Sets the size of the table in MiB. It is empty then.
    Configure {
        /// The new size.
        hash_mib: usize,
    },
    /// Empties the table.
    Clear,
    /// A position by the rules.
    Position {
        /// The position.
        #[cfg_attr(test, schemars(flatten))]
        given: Given,
        /// Whether to add the scores of all columns where rules and book suffice for them.
        #[cfg_attr(test, schemars(default))]
        known: bool,
    },
    /// The game that leads to a board.
    Reach(Given),
    /// Draws a board.
    Diagram(DiagramRequest),
    /// Draws the score over a game.
    Graph(GraphRequest),
    /// Begins a task.
    Start(TaskRequest),
    /// Goes on with a task.
    Step {
        /// Its number.
        task: u32,
        /// The nodes of the slice; without them it goes on to the end. Slices below 10,000 nodes grow during the task, up to that
        /// number: each starts again with the table, and one of a few nodes might store nothing.
        nodes: Option<u64>,
    },
    /// Ends a task before its result.
    Cancel {
        /// Its number.
        task: u32,
    },
}

/// The values of `op`.
const OPS: &str =
    "`info`, `configure`, `clear`, `position`, `reach`, `diagram`, `graph`, `start`, `step` or `cancel`";

impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Fields::new(&value).and_then(|fields| Self::read(&fields)).map_err(D::Error::custom)
    }
}

impl Request {
    fn read(fields: &Fields<'_>) -> Result<Self, FieldError> {
        Ok(match &*fields.required::<String>("op")? {
            "info" => Self::Info,
            "configure" => Self::Configure { hash_mib: fields.required("hash_mib")? },
            "clear" => Self::Clear,
            "position" => Self::Position { given: Given::read(fields)?, known: fields.optional("known")? },
            "reach" => Self::Reach(Given::read(fields)?),
            "diagram" => Self::Diagram(DiagramRequest::read(fields)?),
            "graph" => Self::Graph(GraphRequest::read(fields)?),
            "start" => Self::Start(TaskRequest::read(fields)?),
            "step" => Self::Step { task: fields.required("task")?, nodes: fields.optional("nodes")? },
            "cancel" => Self::Cancel { task: fields.required("task")? },
            _ => return Err(FieldError::Invalid { name: "op", expected: OPS }),
        })
    }
}

#[cfg(test)]
mod tests;
