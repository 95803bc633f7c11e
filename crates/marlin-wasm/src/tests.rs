//! The TypeScript of the package for npm, `npm/records.d.ts`, made from the JSON Schemas of requests and
//! answers.

use marlin_coach::progress::ProgressRecord;
use marlin_coach::record::schema_generator;
use marlin_coach::request::schema::object as object_of;
use marlin_coach::request::{BASE, BOARD, Field, MOVES, NODES, POSITION, RequestError, Verb};
use marlin_coach::task::TaskProgress;
use serde_json::{Map, Value, json};

use crate::BookRecord;
use crate::engine::{DOOR, InfoRecord, SuiteRecord, TASKS};

const HEAD: &str = "// Written by `MARLIN_WRITE=1 cargo test -p marlin-wasm types` from the records in Rust. Columns and moves count \
                    from 1,\n// cells are named as in `d3`, and scores are from the side to move unless said otherwise: 0 for a \
                    draw, above it for a win,\n// the further from 0 the sooner.\n";

/// The fields that all tasks have.
const COMMON: [&Field; 5] = [MOVES, POSITION, BOARD, BASE, NODES];

/// Returns the schemas of answers and of requests by their names.
fn schemas() -> Map<String, Value> {
    let mut answers = schema_generator("/$defs");
    answers.subschema_for::<InfoRecord>();
    answers.subschema_for::<BookRecord>();
    answers.subschema_for::<SuiteRecord>();
    answers.subschema_for::<ProgressRecord>();
    answers.subschema_for::<TaskProgress>();
    answers.subschema_for::<RequestError>();
    for verb in [Verb::Position, Verb::Reach].into_iter().chain(TASKS.map(|(_, verb)| verb)) {
        verb.record(&mut answers);
    }
    let mut schemas = answers.take_definitions(true);
    let about = |mut schema: Value, about: &str| {
        schema["description"] = about.into();
        schema
    };
    let tasks = TASKS.map(|(name, verb)| {
        let own: Vec<_> = verb.fields().iter().copied().filter(|field| !COMMON.contains(field)).collect();
        let own = object_of(verb, &own, &DOOR)["properties"].clone();
        kind(("task", name), &format!("{}.", verb.summary()), own, &[])
    });
    let mut task = object_of(Verb::Analyze, &COMMON, &DOOR);
    task["oneOf"] = tasks.to_vec().into();
    let of = |base: &str, mut kind: Value| {
        kind["$ref"] = format!("#/$defs/{base}").into();
        kind
    };
    let number = |text: &str| json!({"type": "integer", "description": text});
    let own = Verb::Position.fields().iter().copied().filter(|field| field.name == "known");
    let known = object_of(Verb::Position, &own.collect::<Vec<_>>(), &DOOR)["properties"].clone();
    let text =
        json!({"text": {"type": "string", "description": "Lines of moves and a score, as in `4433 18`."}});
    let log = json!({
        "log": {"type": "string", "description": "The lines of the log."},
        "today": {"type": "string", "description": "The local date, as in `2026-11-24`."},
    });
    let size = json!({"hash_mib": number("The new size.")});
    let its_number = json!({"task": number("Its number.")});
    let slice = json!({"task": number("Its number."), "nodes": number(
        "The nodes of the slice; without them it goes on to the end. Slices below 10,000 nodes grow during the task, up to that \
         number: each starts again with the table, and one of a few nodes might store nothing.",
    )});
    let op = |name, text: &str, own, required: &[&str]| kind(("op", name), text, own, required);
    let none = || json!({});
    let requests = [
        op("info", "The version, the size of the table and the books.", none(), &[]),
        op("configure", "Sets the size of the table in MiB. It is empty then.", size, &["hash_mib"]),
        op("clear", "Empties the table.", none(), &[]),
        of("Given", op("position", "A position by the rules.", known, &[])),
        of("Given", op("reach", "The game that leads to a board.", none(), &[])),
        op("progress", "The record of a person by a log.", log, &["log", "today"]),
        op("read", "Reads a position set.", text, &["text"]),
        of("TaskRequest", op("start", "Begins a task.", none(), &[])),
        op("step", "Goes on with a task.", slice, &["task"]),
        op("cancel", "Ends a task before its result.", its_number, &["task"]),
    ];
    let named = [
        ("Request", json!({"oneOf": requests}), "A request."),
        (
            "Given",
            object_of(Verb::Analyze, &COMMON[..4], &DOOR),
            "The position of a request as text, in any notation.",
        ),
        ("TaskRequest", task, "A request that begins a task."),
    ];
    schemas.extend(named.map(|(name, schema, text)| (name.to_owned(), about(schema, text))));
    schemas
}

/// Returns the schema of an object that is identified by the word of a field.
fn kind((field, word): (&str, &str), about: &str, own: Value, required: &[&str]) -> Value {
    let mut properties = Map::from_iter([(field.to_owned(), json!({"const": word}))]);
    let Value::Object(own) = own else { panic!("{own} has no fields") };
    properties.extend(own);
    let required = [&[field], required].concat();
    json!({"description": about, "properties": properties, "required": required})
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

/// Returns the types that a value of a schema has together.
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
