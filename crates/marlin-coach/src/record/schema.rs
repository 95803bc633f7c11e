//! The JSON Schemas of the records.

use schemars::transform::RecursiveTransform;
use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::Value;

/// Returns a generator of the JSON Schemas of records, which puts them below a pointer such as `/$defs`.
///
/// # Examples
///
/// ```
/// use marlin_coach::record::{ScoreRecord, schema_generator};
///
/// let mut generator = schema_generator("/$defs");
/// let schema = generator.subschema_for::<ScoreRecord>();
/// assert_eq!(schema.get("$ref").and_then(|name| name.as_str()), Some("#/$defs/Score"));
/// assert_eq!(generator.definitions()["Score"]["properties"]["nodes"]["type"], "integer");
/// ```
pub fn schema_generator(definitions: &'static str) -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .with(|settings| settings.definitions_path = definitions.into())
        .with_transform(RecursiveTransform(simplify))
        .into_generator()
}

/// Removes the names of Rust's integers and the examples in Rust, and forbids other fields. A field that may
/// be absent is never null.
fn simplify(schema: &mut Schema) {
    schema.remove("format");
    if let Some(Value::String(text)) = schema.get_mut("description") {
        text.truncate(text.find("\n\n# ").unwrap_or(text.len()));
    }
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(Value::Object(fields)) = schema.get_mut("properties") {
        let optional = fields.iter_mut().filter(|(name, _)| !required.iter().any(|other| other == *name));
        optional.for_each(|(_, field)| remove_null(field));
        schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
}

/// Removes null from the types of a field: it is the second of two, after the type of the value.
fn remove_null(field: &mut Value) {
    let has_two = |kinds: &str| field[kinds].as_array().is_none_or(|kinds| kinds.len() == 2);
    debug_assert!(has_two("type") && has_two("anyOf"), "{field}");
    if let Some(name) = field.pointer("/type/0").cloned() {
        field["type"] = name;
    }
    if let Some(Value::Object(kind)) = field.pointer("/anyOf/0").cloned()
        && let Some(field) = field.as_object_mut()
    {
        field.remove("anyOf");
        field.extend(kind);
    }
}
