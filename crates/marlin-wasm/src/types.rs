//! The TypeScript of the package for npm, made of the JSON Schemas of requests and answers: `npm/records.d.ts`.

use marlin_coach::record::{
    ColumnsRecord, ExplanationRecord, ExplorationRecord, LevelMoveRecord, PositionRecord, ReachRecord,
    ReviewRecord, schema_generator,
};
use marlin_coach::task::TaskProgress;
use serde_json::{Map, Value};

use crate::task::LineRecord;
use crate::{BookRecord, DrawingRecord, ErrorRecord, InfoRecord, Request};

const HEAD: &str = "// Written by `MARLIN_WRITE=1 cargo test -p marlin-wasm types` from the records in Rust. Columns and moves count \
                    from 1,\n// cells are named as in `d3`, and scores are from the side to move unless said otherwise: 0 for a \
                    draw, above it for a win,\n// the further from 0 the sooner.\n";

/// Returns the schemas of answers and of requests by their names.
fn schemas() -> Map<String, Value> {
    let mut answers = schema_generator("/$defs");
    answers.subschema_for::<InfoRecord>();
    answers.subschema_for::<BookRecord>();
    answers.subschema_for::<PositionRecord>();
    answers.subschema_for::<ReachRecord>();
    answers.subschema_for::<DrawingRecord>();
    answers.subschema_for::<ColumnsRecord>();
    answers.subschema_for::<LineRecord>();
    answers.subschema_for::<LevelMoveRecord>();
    answers.subschema_for::<ReviewRecord>();
    answers.subschema_for::<ExplanationRecord>();
    answers.subschema_for::<ExplorationRecord>();
    answers.subschema_for::<TaskProgress>();
    answers.subschema_for::<ErrorRecord>();
    let mut requests = answers.settings().clone().for_deserialize().into_generator();
    requests.subschema_for::<Request>();
    let mut schemas = answers.take_definitions(true);
    schemas.extend(requests.take_definitions(true));
    schemas
}

/// Returns the declaration of a type.
fn declaration((name, schema): (&String, &Value)) -> String {
    let about = comment(schema, "");
    match &parts(schema, "")[..] {
        [object] if object.starts_with("{\n") => format!("{about}export interface {name} {object}\n"),
        parts => format!("{about}export type {name} = {};\n", parts.join(" & ")).replace("= \n", "=\n"),
    }
}

/// Returns the description of a schema as a comment.
fn comment(schema: &Value, indent: &str) -> String {
    let about = schema["description"].as_str().map(|about| about.replace('\n', " "));
    about.map_or_else(String::new, |about| format!("{indent}/** {about} */\n"))
}

/// Returns the type of a schema.
fn type_of(schema: &Value, indent: &str) -> String {
    parts(schema, indent).join(" & ")
}

/// Returns the types that a value of a schema has at once.
fn parts(schema: &Value, indent: &str) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(reference) = schema["$ref"].as_str() {
        parts.push(reference.trim_start_matches("#/$defs/").to_owned());
    }
    if schema.get("properties").is_some() {
        parts.push(object(schema, indent));
    }
    for kinds in ["oneOf", "anyOf"].iter().filter_map(|key| schema[key].as_array()) {
        let union = union(kinds, indent);
        parts.push(if parts.is_empty() { union } else { format!("({union}\n{indent})") });
    }
    if parts.is_empty() {
        parts.push(plain(schema, indent));
    }
    parts
}

/// Returns the type of an object.
fn object(schema: &Value, indent: &str) -> String {
    let inner = format!("{indent}    ");
    let required = schema["required"].as_array().map_or(&[][..], |names| names);
    let field = |(name, field): (&String, &Value)| {
        let sign = if required.iter().any(|other| other == name) { "" } else { "?" };
        format!("{}{inner}{name}{sign}: {};\n", comment(field, &inner), type_of(field, &inner))
    };
    let fields: Vec<_> = schema["properties"].as_object().into_iter().flatten().map(field).collect();
    format!("{{\n{}{indent}}}", fields.concat())
}

/// Returns the type of one of several kinds: on a line, or with a line for each object.
fn union(kinds: &[Value], indent: &str) -> String {
    let inner = format!("{indent}    ");
    let types: Vec<_> = kinds.iter().map(|kind| type_of(kind, &inner)).collect();
    if !types.iter().any(|kind| kind.contains('\n')) {
        return types.join(" | ");
    }
    let line = |(kind, name)| format!("\n{}{inner}| {name}", comment(kind, &inner));
    kinds.iter().zip(&types).map(line).collect::<Vec<_>>().concat()
}

/// Returns the type of a text, a number, a constant or a list.
fn plain(schema: &Value, indent: &str) -> String {
    let quoted = |value: &Value| value.as_str().map_or_else(|| value.to_string(), |text| format!("'{text}'"));
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(quoted).collect::<Vec<_>>().join(" | ");
    }
    if let Some(value) = schema.get("const") {
        return quoted(value);
    }
    let names = match &schema["type"] {
        Value::Array(names) => names.clone(),
        name => vec![name.clone()],
    };
    let of_name = |name: &Value| match name.as_str() {
        Some("integer") => "number".to_owned(),
        Some("array") => list(schema, indent),
        Some(name) => name.to_owned(),
        None => panic!("a type of TypeScript for {schema}"),
    };
    names.iter().map(of_name).collect::<Vec<_>>().join(" | ")
}

/// Returns the type of a list, with a fixed length if it has one.
fn list(schema: &Value, indent: &str) -> String {
    let item = type_of(&schema["items"], indent);
    match schema["maxItems"].as_u64() {
        Some(len) => format!("[{}]", vec![item; len as usize].join(", ")),
        None if item.contains(" | ") => format!("({item})[]"),
        None => format!("{item}[]"),
    }
}

/// `MARLIN_WRITE=1 cargo test -p marlin-wasm types` writes the types anew.
#[test]
fn the_types_of_the_package_are_those_of_the_records() {
    let declarations: Vec<_> = schemas().iter().map(declaration).collect();
    let expected = format!("{HEAD}\n{}", declarations.join("\n"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/npm/records.d.ts");
    if std::env::var_os("MARLIN_WRITE").is_some() {
        std::fs::write(path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap();
    assert!(found == expected, "MARLIN_WRITE=1 cargo test -p marlin-wasm types writes the types anew");
}
