//! Requests are read as their JSON Schema describes them, from which the types of the package for npm are written.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::Request;

/// Values of every type, some at the ends of ranges.
fn values() -> Vec<Value> {
    let ends =
        [json!(null), json!(true), json!(0), json!(7), json!(-7), json!(2.5), json!(5_000_000_000_u64)];
    let texts = ["", "44", "auto", "dark", "quiet", "xo", "red_yellow"].map(Value::from);
    let lists = [
        json!([]),
        json!([1, 2]),
        json!([-1]),
        json!([5_000_000_000_u64]),
        json!([null]),
        json!(["44"]),
        json!({}),
    ];
    [&ends[..], &texts, &lists].concat()
}

/// The schemas of requests by the names of their types.
struct Schemas(Map<String, Value>);

impl Schemas {
    fn new() -> Self {
        let mut requests = SchemaSettings::draft2020_12().for_deserialize().into_generator();
        requests.subschema_for::<Request>();
        Self(requests.take_definitions(true))
    }

    /// Returns the schema that a schema refers to.
    fn referred(&self, schema: &Value) -> Option<&Value> {
        schema["$ref"].as_str().map(|name| &self.0[name.trim_start_matches("#/$defs/")])
    }

    /// Returns the kinds of objects that a schema describes: the schemas of their fields, and the names of those they must have.
    fn kinds(&self, schema: &Value) -> Vec<(Map<String, Value>, Vec<Value>)> {
        let own = (
            schema["properties"].as_object().cloned().unwrap_or_default(),
            schema["required"].as_array().cloned().unwrap_or_default(),
        );
        let variants = schema["oneOf"].as_array().map(|kinds| kinds.iter().flat_map(|kind| self.kinds(kind)));
        let parts = [variants.map(Vec::from_iter), self.referred(schema).map(|of| self.kinds(of))];
        parts.into_iter().flatten().fold(vec![own], |kinds, part| {
            let joined = kinds.iter().flat_map(|(fields, required)| {
                part.iter().map(|(others, also)| {
                    let fields = fields.clone().into_iter().chain(others.clone()).collect();
                    (fields, [&required[..], also].concat())
                })
            });
            joined.collect()
        })
    }

    /// Returns whether a schema allows a value.
    fn allows(&self, schema: &Value, value: &Value) -> bool {
        if let Some(referred) = self.referred(schema) {
            return self.allows(referred, value);
        }
        if let Some(kinds) = schema["oneOf"].as_array() {
            return kinds.iter().any(|kind| self.allows(kind, value));
        }
        if let Some(constant) = schema.get("const") {
            return value == constant;
        }
        let is = |name: &Value| match name.as_str().unwrap() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "string" => value.is_string(),
            "integer" => integer_fits(schema, value),
            "array" => value
                .as_array()
                .is_some_and(|items| items.iter().all(|item| self.allows(&schema["items"], item))),
            other => panic!("a value for {other}"),
        };
        match &schema["type"] {
            Value::Array(names) => names.iter().any(is),
            name => is(name),
        }
    }
}

fn integer_fits(schema: &Value, value: &Value) -> bool {
    match schema["format"].as_str().unwrap() {
        "int32" => value.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
        "uint32" => value.as_u64().is_some_and(|number| u32::try_from(number).is_ok()),
        "uint" | "uint64" => value.is_u64(),
        other => panic!("the range of {other}"),
    }
}

fn read(request: &Map<String, Value>) -> Result<String, String> {
    let read = serde_json::from_str::<Request>(&Value::from(request.clone()).to_string());
    read.map(|request| format!("{request:?}")).map_err(|error| error.to_string())
}

#[test]
fn requests_are_read_as_their_schema_describes_them() {
    let schemas = Schemas::new();
    let kinds = schemas.kinds(&schemas.0["Request"]);
    assert_eq!(kinds.len(), 9 + 7, "operations, one of them with seven tasks");
    for (fields, required) in kinds {
        let sample = |name: &Value| {
            let schema = &fields[name.as_str().unwrap()];
            let value = values().into_iter().chain(schema.get("const").cloned());
            (
                name.as_str().unwrap().to_owned(),
                value.rev().find(|value| schemas.allows(schema, value)).unwrap(),
            )
        };
        let least: Map<_, _> = required.iter().map(sample).collect();
        let expected = read(&least).unwrap();
        for name in least.keys() {
            let mut without = least.clone();
            without.remove(name);
            assert_eq!(read(&without).unwrap_err(), format!("missing field `{name}`"), "{least:?}");
        }
        for (name, schema) in &fields {
            let mut has_effect = schema.get("const").is_some();
            for value in values() {
                let mut request = least.clone();
                request.insert(name.clone(), value.clone());
                match read(&request) {
                    Ok(read) => {
                        assert!(schemas.allows(schema, &value), "{request:?}");
                        has_effect |= read != expected;
                    }
                    Err(error) => {
                        assert!(!schemas.allows(schema, &value), "{request:?}: {error}");
                        assert!(error.starts_with(&format!("invalid field `{name}`: expected ")), "{error}");
                    }
                }
            }
            assert!(has_effect, "{name} of {least:?}");
        }
    }
}

#[test]
fn the_error_of_an_unknown_operation_or_task_lists_those_there_are() {
    let schemas = Schemas::new();
    let error = |text| serde_json::from_str::<Request>(text).unwrap_err().to_string();
    let operations = error(r#"{"op": "dance"}"#);
    let tasks = error(r#"{"op": "start", "task": "dance"}"#);
    for (fields, _) in schemas.kinds(&schemas.0["Request"]) {
        let name = |field: &str| fields[field]["const"].as_str().map(|name| format!("`{name}`")).unwrap();
        assert!(operations.contains(&name("op")), "{operations}");
        if name("op") == "`start`" {
            assert!(tasks.contains(&name("task")), "{tasks}");
        }
    }
}

#[test]
fn unknown_fields_are_ignored_and_other_values_are_no_requests() {
    let read = |text| serde_json::from_str::<Request>(text).map_err(|error| error.to_string());
    assert!(matches!(read(r#"{"op": "info", "colour": 1}"#), Ok(Request::Info)));
    for text in ["null", "[]", "7", "\"info\""] {
        assert_eq!(read(text).unwrap_err(), "expected an object", "{text}");
    }
}
