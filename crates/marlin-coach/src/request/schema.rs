//! The fields of requests as JSON Schema with descriptions, and the schemas of answers. A server makes those of the tools for
//! assistants when it starts; tests print the OpenAPI document and the types for TypeScript.

use marlin_core::BoardSize;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::field::{
    self, BASE, BOARD, Door, Field, FieldKind, LEVEL, MOVES, NODES, POSITION, SEED, TIME, Verb,
};
use super::{LineRecord, MAX_JSON_NUMBER};
use crate::record::{
    ColumnsRecord, ExplanationRecord, ExplorationRecord, LevelMoveRecord, PositionRecord, ReachRecord,
    ReviewRecord, ScoreRecord,
};

/// The fields with descriptions, and the numbers that an absent field stands for.
const FIELDS: [(&Field, &str, Option<u64>); 15] = [
    (
        MOVES,
        "The columns played from the empty board, the leftmost being 1, as in 4433; on a board of more than nine columns they \
         are separated, as in 10,3,10. No text is the empty board.",
        None,
    ),
    (
        POSITION,
        "The position: the columns played from the empty board, the leftmost being 1, as in 4433 or 10,3,10, or any other \
         notation: cells such as d1 d2, drops such as P@d1 P@d2, a game such as 1. d1 d2 *, FEN such as \
         7/7/7/7/2pp3/2PP3 w, a drawn board with its rows from the top and / between them, such as \
         ......./......./......./......./..OO.../..XX..., an observation of Kaggle, or a row of connect-4.data. No text is the \
         empty board.",
        None,
    ),
    (
        BOARD,
        "The size of the board, columns x rows, as in 8x7: any of up to 32 columns with columns * (rows + 1) of at most 128. Without it that of a drawn \
         board, and otherwise that of the program, most often 7x6.",
        None,
    ),
    (BASE, "The number of the leftmost column in moves, 0 or 1. Answers count columns from 1.", Some(1)),
    (
        TIME,
        "The time for the answer, in milliseconds; a program may allow less. A score without a proof by then is null.",
        None,
    ),
    (
        NODES,
        "The greatest number of nodes of each search, in a review of that of each position. A score without a proof by then is \
         null.",
        None,
    ),
    (LEVEL, "The strength of a player: 1 is a beginner, 10 plays perfectly.", Some(10)),
    (
        SEED,
        "The seed of the choices among moves of equal looks, and of the mistakes: the same seed plays the same game.",
        Some(0),
    ),
    (field::KNOWN, "Whether to add the scores of all columns where rules and book suffice for them.", None),
    (
        field::LINE,
        "The greatest number of moves of best play by both sides in the answer; 0 for none.",
        Some(0),
    ),
    (field::PLIES, "The greatest number of moves; all of them if absent.", None),
    (
        field::SETUP,
        "The number of the first moves that only set the board up: the review begins after them.",
        Some(0),
    ),
    (field::SCORES, "Whether to add the score of each column.", None),
    (field::THREATS, "Whether to show the threats of both sides.", None),
    (field::SVG, "Whether to add the board as an SVG of some kilobytes.", None),
];

/// The position of a review.
const GAME: &str = "The moves of the game: the columns played from the empty board, the leftmost being 1, as in 4433 or 10,3,10, \
                    or cells, as in d1 d2 c1 c2.";

/// Returns the description of a field of a request.
///
/// # Panics
///
/// If it is none of the table.
pub fn about(verb: Verb, field: &Field) -> &'static str {
    if verb == Verb::Review && field == POSITION {
        return GAME;
    }
    let found = FIELDS.iter().find(|(known, ..)| *known == field);
    found.unwrap_or_else(|| panic!("{} has no description", field.name)).1
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
            let greatest = if door.is_url { most } else { most.min(MAX_JSON_NUMBER) };
            json!({"type": "integer", "minimum": least, "maximum": greatest})
        }
        FieldKind::OneOf(words) => json!({"type": "string", "enum": words}),
    };
    if let Some(default) = FIELDS.iter().find(|(known, ..)| *known == field).and_then(|known| known.2) {
        schema["default"] = default.into();
    }
    schema
}

/// Returns the JSON Schema of moves in a URL: digits together, or numbers with separators.
pub fn moves() -> Value {
    json!({"type": "string", "pattern": "^([0-9]*|[0-9]{1,2}([ ,]+[0-9]{1,2})*)$", "maxLength": 600})
}

/// Returns the JSON Schema of an object with those of some fields of a request that a program takes.
pub fn object(verb: Verb, fields: &[&'static Field], door: &Door) -> Value {
    let property = |field: &Field| {
        let mut schema = schema(field, door);
        schema["description"] = about(verb, field).into();
        (field.name.to_owned(), schema)
    };
    let properties: Map<_, _> = door.takes(fields).map(property).collect();
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// Returns the purpose of a request in a few words.
pub const fn summary(verb: Verb) -> &'static str {
    match verb {
        Verb::Position => "A position by the rules, with its scores if they take no search",
        Verb::Reach => "A game that leads to a board",
        Verb::Solve => "The score and a best move",
        Verb::Analyze => "The scores of all columns",
        Verb::Best => "The best move, with the bounds of the others so far",
        Verb::Line => "The moves of best play",
        Verb::Level => "The best move, or that of a player of a level",
        Verb::Explain => "The reasons for the score of a position",
        Verb::Explore => "A position in a tree of openings",
        Verb::Review => "The quality of the moves of a game",
        Verb::Draw => "A position by the rules, as a drawing",
    }
}

/// Returns the JSON Schema of an answer.
pub fn answer(verb: Verb, generator: &mut SchemaGenerator) -> Schema {
    match verb {
        Verb::Position | Verb::Draw => generator.subschema_for::<PositionRecord>(),
        Verb::Reach => generator.subschema_for::<ReachRecord>(),
        Verb::Solve => generator.subschema_for::<ScoreRecord>(),
        Verb::Analyze | Verb::Best => generator.subschema_for::<ColumnsRecord>(),
        Verb::Line => generator.subschema_for::<LineRecord>(),
        Verb::Level => generator.subschema_for::<LevelMoveRecord>(),
        Verb::Explain => generator.subschema_for::<ExplanationRecord>(),
        Verb::Explore => generator.subschema_for::<ExplorationRecord>(),
        Verb::Review => generator.subschema_for::<ReviewRecord>(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Fields;
    use super::*;

    const DOOR: Door = Door { noun: Some("field"), without: &[], is_url: false, board: BoardSize::STANDARD };

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
        for field in FIELDS.map(|(field, ..)| field).into_iter().chain(own) {
            let (mut accepted, schema) = (0, schema(field, &DOOR));
            for value in numbers.iter().chain(&texts).chain(&others) {
                let given = Map::from_iter([(field.name.to_owned(), value.clone())]);
                let fields = [field];
                let found = Fields::new(&DOOR, &fields, &given);
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
        let verbs =
            [Verb::Position, Verb::Reach, Verb::Solve, Verb::Analyze, Verb::Best, Verb::Line, Verb::Level];
        for verb in verbs.into_iter().chain([Verb::Explain, Verb::Explore, Verb::Review, Verb::Draw]) {
            let object = object(verb, verb.fields(), &DOOR);
            assert_eq!(object["properties"].as_object().unwrap().len(), verb.fields().len(), "{verb:?}");
            assert!(
                verb.fields().iter().all(|field| about(verb, field).ends_with('.'))
                    && !summary(verb).is_empty()
            );
        }
    }
}
