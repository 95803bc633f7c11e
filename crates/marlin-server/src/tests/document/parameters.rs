//! The parameters of the document: the fields of the coach's table, and the server's own parameters.

use marlin_coach::request::schema::{about, moves, schema};
use marlin_coach::request::{APPEARANCE, Field, FieldKind, POSITION, THEME, Verb};
use marlin_core::BoardSize;
use serde_json::{Value, json};

use crate::api::door;

const MOVES: &str = "Columns played from the empty board, from 1 on the left. On a board of more than nine they are separated, as in \
                     10,3,10. No text is the empty board.";

/// Returns a parameter of an operation, and whether it differs from the parameter of other operations.
pub(super) fn parameter(path: &str, name: &str) -> (Value, bool) {
    let text = || json!({"type": "string", "maxLength": 600});
    let own = match (path, name) {
        ("/api/v1/review", "moves") => Some((MOVES, moves(), Some("44443"))),
        ("/api/v1/review", "position") => Some((about(Verb::Review, POSITION), text(), None)),
        ("/solve" | "/solve/connect4", "pos" | "position") => {
            Some((MOVES, moves(), (name == "pos").then_some("44")))
        }
        ("/board.svg" | "/board.png", "pos" | "position") => {
            let about = "The game or position in any notation: columns played, from 1 on the left, cells, a board, FEN.";
            Some((about, text(), (name == "pos").then_some("4433")))
        }
        ("/api/v1/reach", "position") => {
            Some(("The board, in any notation of a position.", text(), Some("..../..../..O./.XX.")))
        }
        ("/api/v1/progress", "today") => Some(("The local date.", text(), Some("2026-11-24"))),
        ("/api/v1/lines", "time") => {
            let about = "The time for each line, in milliseconds; at most the server's.";
            Some((about, schema(field(name), &door(BoardSize::STANDARD)), None))
        }
        _ => None,
    };
    let is_own = own.is_some();
    let (about, schema, example) = own.unwrap_or_else(|| shared(name));
    let mut parameter = json!({"name": name, "in": "query", "description": about, "schema": schema});
    if let Some(example) = example {
        parameter["example"] = json!(example);
    }
    (parameter, is_own)
}

/// Returns the description, the schema and the example of a parameter of several operations.
fn shared(name: &str) -> (&'static str, Value, Option<&'static str>) {
    let door = door(BoardSize::STANDARD);
    let of = |kind| schema(&Field::new("own", kind), &door);
    match name {
        "ply" => {
            let about = "The number of moves after which the game is shown; without it, all of them.";
            (about, of(FieldKind::Number { least: 0, most: u64::MAX }), None)
        }
        "theme" => ("The look.", schema(THEME, &door), None),
        "appearance" => (
            "Light or dark colours; by default the colours that the reader prefers, in a PNG light ones.",
            schema(APPEARANCE, &door),
            None,
        ),
        "answer" => {
            let mut schema = of(FieldKind::OneOf(&["analyze", "solve"]));
            schema["default"] = json!("analyze");
            ("The answer to each position: the scores of all columns, or the score.", schema, None)
        }
        _ => {
            let field = field(name);
            (about(Verb::Analyze, field), schema(field, &door), (name == "moves").then_some("4433"))
        }
    }
}

/// Returns a field of the coach's table.
fn field(name: &str) -> &'static Field {
    let verbs = [Verb::Analyze, Verb::Level, Verb::Review, Verb::Position, Verb::Draw];
    let mut fields = verbs.iter().flat_map(|verb| verb.fields());
    fields.find(|field| field.name == name).unwrap_or_else(|| panic!("the document has no parameter {name}"))
}
