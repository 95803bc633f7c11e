//! The fields of requests as JSON Schema with descriptions, and the schemas of answers. A server makes the
//! schemas of the tools for assistants when it starts; tests print the OpenAPI document and the types for
//! TypeScript.

use marlin_core::BoardSize;
use serde_json::{Map, Value, json};

use super::{Door, Field, FieldKind, MAX_JSON_NUMBER, MOVES, Verb};

/// Returns the description of a field of a request.
pub fn about(verb: Verb, field: &Field) -> &'static str {
    let own = verb.fields().iter().find(|own| own.name == field.name);
    own.map_or(field, |own| own).words.1
}

/// Returns the JSON Schema of the values of a field.
pub fn schema(field: &Field, door: &Door) -> Value {
    let mut schema = match field.kind {
        FieldKind::Text if door.is_url && field == MOVES => moves(),
        FieldKind::Text if door.is_url => json!({"type": "string", "maxLength": 600}),
        FieldKind::Board if door.is_url => {
            json!({"type": "string", "enum": BoardSize::all().map(|size| size.to_string()).collect::<Vec<_>>()})
        }
        FieldKind::Text | FieldKind::Board => json!({"type": "string"}),
        FieldKind::Flag => json!({"type": "boolean", "default": false}),
        FieldKind::Number { least: 0, most: 1 } => json!({"type": "integer", "enum": [0, 1]}),
        FieldKind::Number { least, most } => {
            let maximum = if door.is_url { most } else { most.min(MAX_JSON_NUMBER) };
            json!({"type": "integer", "minimum": least, "maximum": maximum})
        }
        FieldKind::OneOf(words) => json!({"type": "string", "enum": words}),
    };
    if let Some(default) = field.words.0 {
        schema["default"] = default.into();
    }
    schema
}

/// Returns the JSON Schema of moves in a URL: digits together, or numbers with separators.
pub fn moves() -> Value {
    json!({"type": "string", "pattern": "^([0-9]*|[0-9]{1,2}([ ,]+[0-9]{1,2})*)$", "maxLength": 600})
}

/// Returns the JSON Schema of an object whose fields are the given fields of a request that a program takes.
pub fn object(verb: Verb, fields: &[&'static Field], door: &Door) -> Value {
    let property = |field: &Field| {
        let mut schema = schema(field, door);
        schema["description"] = about(verb, field).into();
        (field.name.to_owned(), schema)
    };
    let properties: Map<_, _> = door.takes(fields).map(property).collect();
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

#[cfg(test)]
mod tests {
    use super::super::Fields;
    use super::*;

    /// Returns whether a schema of the kinds above allows a value.
    fn allows(schema: &Value, value: &Value) -> bool {
        let is_of_type = match schema["type"].as_str().unwrap() {
            "boolean" => value.is_boolean(),
            "string" => value.is_string(),
            "integer" => value.as_f64().is_some_and(|number| {
                let least = schema["minimum"].as_f64().unwrap_or(f64::MIN);
                number.fract() == 0.0
                    && number >= least
                    && number <= schema["maximum"].as_f64().unwrap_or(f64::MAX)
            }),
            other => panic!("a value for {other}"),
        };
        is_of_type && schema["enum"].as_array().is_none_or(|values| values.contains(value))
    }

    #[test]
    fn fields_take_the_values_that_their_schemas_describe() {
        let own = [&const { Field::new("look", FieldKind::OneOf(&["light", "dark"])) }];
        let numbers =
            [json!(0), json!(1), json!(7), json!(11), json!(-7), json!(2.5), json!(5_000_000_000_u64)];
        let texts = ["", "44", "8x7", "dark", "Dark"].map(Value::from);
        let others =
            [json!(true), json!([]), json!([1, 2]), json!([-1]), json!([null]), json!(["44"]), json!({})];
        let of_verbs = Verb::ALL.iter().flat_map(|verb| Door::JSON.takes(verb.fields()));
        for field in of_verbs.chain(own) {
            let (mut accepted, schema) = (0, schema(field, &Door::JSON));
            for value in numbers.iter().chain(&texts).chain(&others) {
                let given = Map::from_iter([(field.name.to_owned(), value.clone())]);
                let fields = [field];
                let found = Fields::new(&Door::JSON, &fields, &given);
                assert_eq!(found.is_ok(), allows(&schema, value), "{value} for {schema}");
                if let Err(error) = &found {
                    assert!(error.text.starts_with(&format!("invalid {}", field.name)), "{error}");
                }
                accepted += usize::from(found.is_ok());
            }
            assert!(accepted > 0 && accepted < 19, "{schema}");
        }
    }

    #[test]
    fn every_field_of_every_request_has_a_description() {
        for &verb in Verb::ALL {
            let object = object(verb, verb.fields(), &Door::JSON);
            assert_eq!(
                object["properties"].as_object().unwrap().len(),
                Door::JSON.takes(verb.fields()).count(),
                "{verb:?}"
            );
            assert!(
                verb.fields().iter().all(|field| about(verb, field).ends_with('.'))
                    && !verb.summary().is_empty()
            );
        }
    }
}
