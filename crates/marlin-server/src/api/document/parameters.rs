//! The parameters of the document.

use marlin_core::BoardSize;
use serde_json::{Value, json};

const MOVES: &str = "Columns played from the empty board, from 1 on the left; after 9 comes a. They may also be separated, as in \
                     4 4 3 3. No text is the empty board.";

/// Returns a parameter of an operation, and whether it differs from that of other operations.
pub(super) fn parameter(path: &str, name: &str) -> (Value, bool) {
    let own = match (path, name) {
        ("/api/v1/review", "moves") => Some((MOVES, moves_schema('0'), Some("44443"))),
        ("/solve", "pos") | ("/solve/connect4", "position") => Some((MOVES, moves_schema('1'), Some("44"))),
        ("/board.svg" | "/board.png", "pos") => {
            let about = "The game or position in any notation: columns played, from 1 on the left, cells, a board, FEN.";
            Some((about, json!({"type": "string", "maxLength": 600}), Some("4433")))
        }
        ("/api/v1/reach", "position") => {
            let schema = json!({"type": "string", "maxLength": 600});
            Some(("The board, in any notation of a position.", schema, Some("..../..../..O./.XX.")))
        }
        ("/api/v1/lines", "time") => {
            Some(("The time for each line, in milliseconds; at most that of the server.", number(1), None))
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
    match name {
        "moves" => (MOVES, moves_schema('0'), Some("4433")),
        "position" => (
            "Instead of moves, the position in any notation: moves, cells such as d1 d2, drops such as P@d1 P@d2, a game such as \
             1. d1 d2 *, a board with its rows from the top and / between them, FEN, an observation of Kaggle, or a row of \
             connect-4.data.",
            json!({"type": "string", "maxLength": 600}),
            None,
        ),
        "board" => {
            let sizes: Vec<_> = BoardSize::all().map(|size| size.to_string()).collect();
            let about = "The size of the board, columns x rows: any with columns * (rows + 1) of at most 64. Without it, that of \
                         the server, most often 7x6.";
            (about, json!({"type": "string", "enum": sizes}), None)
        }
        "base" => (
            "The number of the leftmost column in moves and lines of position sets. Answers count columns from 1.",
            json!({"type": "integer", "enum": [0, 1], "default": 1}),
            None,
        ),
        "ply" => {
            ("The number of moves after which the game is shown; without it, all of them.", number(0), None)
        }
        "scores" => (
            "Whether the score of each column is over it.",
            json!({"type": "boolean", "default": false}),
            None,
        ),
        "theme" => {
            ("The look.", json!({"type": "string", "enum": ["classic", "quiet", "high-contrast"]}), None)
        }
        "appearance" => (
            "Light or dark colours; without it those of the reader, in a PNG light ones.",
            json!({"type": "string", "enum": ["auto", "light", "dark"]}),
            None,
        ),
        "line" => ("The greatest number of moves of best play in the answer; 0 for none.", number(0), None),
        "time" => ("The time for the answer, in milliseconds; at most that of the server.", number(1), None),
        "nodes" => ("The greatest number of nodes of each search.", number(1), None),
        "level" => (
            "The strength of a player, from a beginner to a perfect one.",
            json!({"type": "integer", "minimum": 1, "maximum": 10}),
            None,
        ),
        "seed" => (
            "The seed of the choices among moves of equal looks, and of the mistakes: the same seed plays the same game.",
            number(0),
            None,
        ),
        "setup" => (
            "The number of the first moves that only set the board up. The review begins after them.",
            json!({"type": "integer", "minimum": 0, "maximum": 63, "default": 0}),
            None,
        ),
        "known" => (
            "Whether the answer has the scores of all columns where rules and book suffice for them.",
            json!({"type": "boolean", "default": false}),
            None,
        ),
        "answer" => (
            "The answer to each position: the scores of all columns, or the score.",
            json!({"type": "string", "enum": ["analyze", "solve"], "default": "analyze"}),
            None,
        ),
        _ => panic!("the document has no parameter {name}"),
    }
}

/// Returns the schema of moves whose columns begin with a number.
fn moves_schema(first: char) -> Value {
    let column = format!("[{first}-9a-w]");
    let pattern = format!("^({column}*|{column}([ ,]{column})*)$");
    json!({"type": "string", "pattern": pattern, "maxLength": 200})
}

/// Returns the schema of a whole number.
fn number(least: u64) -> Value {
    json!({"type": "integer", "minimum": least, "maximum": u64::MAX})
}
