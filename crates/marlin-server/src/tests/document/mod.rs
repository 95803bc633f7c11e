//! The OpenAPI document that the server sends, made anew for the test that compares both: its schemas
//! describe the records, its parameters are the ones that the server names, and its examples are answers.
//!
//! | file | contents |
//! |---|---|
//! | `operations` | the operations, with their answers and errors |
//! | `parameters` | the parameters |

mod operations;
mod parameters;

use marlin_coach::record::{ColumnsRecord, schema_generator};
use marlin_coach::task::TaskProgress;
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use self::operations::{Content, OPERATIONS, Operation, error, single};
use self::parameters::parameter;
use crate::api::{LineProblem, Problem};

/// The parts of a document that its operations refer to.
struct Components {
    generator: SchemaGenerator,
    parameters: Map<String, Value>,
    responses: Map<String, Value>,
}

/// Returns the document of a server, which answers a method and a URL.
pub(crate) async fn document(server: impl AsyncFn(&str, &str) -> String) -> Value {
    let mut generator = schema_generator("/components/schemas");
    // The data of events and of lines.
    generator.subschema_for::<ColumnsRecord>();
    generator.subschema_for::<TaskProgress>();
    generator.subschema_for::<LineProblem>();
    let mut components = Components { generator, parameters: Map::new(), responses: Map::new() };
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let parameters: Vec<_> = parameter_names(&server, operation)
            .await
            .into_iter()
            .map(|name| {
                let (parameter, is_own) = parameter(operation.path, &name);
                (name, parameter, is_own)
            })
            .collect();
        let example = if operation.has_example() {
            let given = |(name, parameter, _): &(String, Value, bool)| {
                Some(format!("{name}={}", parameter["example"].as_str()?))
            };
            let query: Vec<_> = parameters.iter().filter_map(given).collect();
            server("get", &format!("{}?{}", operation.path, query.join("&"))).await
        } else {
            String::new()
        };
        let described = components.operation(operation, parameters, &example);
        paths.insert(operation.path.to_owned(), single(operation.method(), described));
    }
    let Components { mut generator, parameters, responses } = components;
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Marlin",
            "version": "VERSION",
            "summary": "Exact scores of four in a row",
            "description": "Scores are from the side to move: above 0 it wins, below 0 it loses, 0 is a draw. A win counts the \
                            stones that the winner has left, the winning one included: 18 for a win with the fourth of 21 \
                            stones. So the further from 0, the sooner. A score without a proof is null.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {"parameters": parameters, "responses": responses, "schemas": generator.take_definitions(true)},
    })
}

/// Returns the names of the parameters that the server takes. It names them when it refuses another one.
async fn parameter_names(server: &impl AsyncFn(&str, &str) -> String, operation: &Operation) -> Vec<String> {
    let refusal = server(operation.method(), &format!("{}?~=", operation.path)).await;
    let names = refusal.split_once("(there are ").and_then(|(_, names)| names.split_once(')'));
    names.map_or_else(Vec::new, |(names, _)| names.split(", ").map(str::to_owned).collect())
}

impl Components {
    fn operation(
        &mut self,
        operation: &Operation,
        parameters: Vec<(String, Value, bool)>,
        example: &str,
    ) -> Value {
        let mut described = json!({"operationId": operation.id, "summary": operation.summary});
        if !operation.about.is_empty() {
            described["description"] = json!(operation.about);
        }
        if !parameters.is_empty() {
            let parameters = parameters.into_iter().map(|parameter| self.parameter(parameter));
            described["parameters"] = parameters.collect();
        }
        let lines = match operation.content {
            Content::Lines => Some("4433\n44x\n"),
            Content::OfLog(_) => Some("2026-11-24 puzzle 328 35 first\n"),
            _ => None,
        };
        if let Some(lines) = lines {
            let lines = json!({"text/plain": {"schema": {"type": "string"}, "example": lines}});
            described["requestBody"] = json!({"required": false, "content": lines});
        }
        let content = self.content(operation.content, example);
        described["responses"] = json!({"200": {"description": operation.answer, "content": content}});
        for &status in operation.errors {
            described["responses"][status.to_string()] = self.error(status);
        }
        described
    }

    /// Returns a parameter, or a reference to one of several operations.
    fn parameter(&mut self, (name, parameter, is_own): (String, Value, bool)) -> Value {
        if is_own {
            return parameter;
        }
        let reference = json!({"$ref": format!("#/components/parameters/{name}")});
        self.parameters.insert(name, parameter);
        reference
    }

    /// Returns a reference to the response with the status of an error.
    fn error(&mut self, status: u16) -> Value {
        let (name, about) = error(status);
        let schema = self.generator.subschema_for::<Problem>();
        let mut response = json!({"description": about, "content": {"application/json": {"schema": schema}}});
        if status == 503 {
            let header = json!({"description": "Seconds to wait.", "schema": {"type": "integer"}});
            response["headers"] = json!({"Retry-After": header});
        }
        self.responses.insert(name.to_owned(), response);
        json!({"$ref": format!("#/components/responses/{name}")})
    }

    fn content(&mut self, content: Content, example: &str) -> Value {
        let events = json!({"schema": {
            "type": "object",
            "description": "An event.",
            "properties": {
                "event": {"type": "string", "enum": ["progress", "answer", "error"]},
                "data": {"type": "string", "description": "JSON."},
            },
            "required": ["event", "data"],
        }});
        let text = json!({"type": "string"});
        let json = |schema| json!({"schema": schema, "example": timeless(example)});
        match content {
            Content::Json(schema) => json!({"application/json": json(schema(&mut self.generator))}),
            Content::JsonOrEvents(schema) => {
                json!({"application/json": json(schema(&mut self.generator)), "text/event-stream": events})
            }
            Content::Events => json!({"text/event-stream": events}),
            Content::OfLog(schema) => json!({"application/json": {"schema": schema(&mut self.generator)}}),
            Content::Lines => json!({"application/x-ndjson": {"schema": text}}),
            Content::Text => json!({"text/plain": {"schema": text, "example": example}}),
            Content::Metrics => json!({"text/plain": {"schema": text}}),
            Content::Picture(media_type) => single(media_type, json!({})),
            Content::Document => json!({"application/json": {"schema": {"type": "object"}}}),
        }
    }
}

/// Returns an answer with a time that is the same on every machine.
fn timeless(answer: &str) -> Value {
    let mut answer: Value = serde_json::from_str(answer).expect("an example has an answer");
    if let Some(time) = answer.get_mut("time_us") {
        *time = json!(2);
    }
    answer
}

/// Returns the text of a document: what fits a line is on one line.
pub(crate) fn text(value: &Value, indent: usize) -> String {
    let line = value.to_string();
    let is_flat = |items: &[Value]| items.iter().all(|item| !item.is_object() && !item.is_array());
    let (inner, outer) = (" ".repeat(indent + 2), " ".repeat(indent));
    match value {
        Value::Object(fields) if indent + line.len() > 120 || indent < 6 => {
            let field = |(name, value)| format!("{inner}{}: {}", json!(name), text(value, indent + 2));
            format!("{{\n{}\n{outer}}}", fields.iter().map(field).collect::<Vec<_>>().join(",\n"))
        }
        Value::Array(items) if indent + line.len() > 120 && !is_flat(items) => {
            let item = |item| format!("{inner}{}", text(item, indent + 2));
            format!("[\n{}\n{outer}]", items.iter().map(item).collect::<Vec<_>>().join(",\n"))
        }
        _ => line,
    }
}
