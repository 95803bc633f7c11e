//! The operations of the document: each with its summary, its answer and its errors. Their parameters are
//! those that the server itself names.

use marlin_coach::progress::ProgressRecord;
use marlin_coach::record::{
    ColumnsRecord, ExplanationRecord, ExplorationRecord, LevelMoveRecord, PositionRecord, ReachRecord,
    ReviewRecord, ScoreRecord,
};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::api::{ScoredColumn, Scores};

/// An operation.
pub(super) struct Operation {
    pub(super) path: &'static str,
    pub(super) id: &'static str,
    pub(super) summary: &'static str,
    /// The rest of its description, if there is one.
    pub(super) about: &'static str,
    /// The description of its answer.
    pub(super) answer: &'static str,
    pub(super) content: Content,
    /// The statuses of its errors.
    pub(super) errors: &'static [u16],
}

/// The content of an answer.
#[derive(Clone, Copy)]
pub(super) enum Content {
    /// An object, with an example.
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// An object, or events if the client prefers them.
    JsonOrEvents(fn(&mut SchemaGenerator) -> Schema),
    /// Events.
    Events,
    /// An object a line, for the lines of the request.
    Lines,
    /// An object, for the log of the request.
    OfLog(fn(&mut SchemaGenerator) -> Schema),
    /// Text, with an example.
    Text,
    /// Text that differs each time.
    Metrics,
    /// This document.
    Document,
    /// A picture of a media type.
    Picture(&'static str),
}

/// The errors of a search.
const SEARCH: &[u16] = &[400, 414, 422, 503, 504];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        path: "/api/v1/analyze",
        id: "analyze",
        summary: "The scores of all columns",
        about: "With the header `Accept: text/event-stream`, the answer has the events of /api/v1/analyze/events.",
        answer: "The scores. A score that is not proven in time is null, with its bounds beside it.",
        content: Content::JsonOrEvents(SchemaGenerator::subschema_for::<ColumnsRecord>),
        errors: SEARCH,
    },
    Operation {
        path: "/api/v1/analyze/events",
        id: "analyzeEvents",
        summary: "The scores of all columns, with the progress of the search",
        about: "",
        answer: "Events: `progress` during the search, with data as in the schema Progress, and at the end one `answer` with \
                 data as in the schema Columns, or one `error` with data as in the schema Problem.",
        content: Content::Events,
        errors: &[400, 414, 422, 503],
    },
    Operation {
        path: "/api/v1/solve",
        id: "solve",
        summary: "The score and a best move",
        about: "",
        answer: "The score, or its bounds if it is not proven in time.",
        content: Content::Json(SchemaGenerator::subschema_for::<ScoreRecord>),
        errors: SEARCH,
    },
    Operation {
        path: "/api/v1/best",
        id: "best",
        summary: "The best move, or the move of a player of a level",
        about: "",
        answer: "The move to play.",
        content: Content::Json(SchemaGenerator::subschema_for::<LevelMoveRecord>),
        errors: SEARCH,
    },
    Operation {
        path: "/api/v1/explain",
        id: "explain",
        summary: "The reasons for the score of a position",
        about: "",
        answer: "Proven statements, from a glance at the board to a search.",
        content: Content::Json(SchemaGenerator::subschema_for::<ExplanationRecord>),
        errors: SEARCH,
    },
    Operation {
        path: "/api/v1/explore",
        id: "explore",
        summary: "A position in a tree of openings",
        about: "",
        answer: "The score of each column with the replies that hold the result, the number of move orders, the moves of each \
                 level, and the won, drawn and lost positions by their stones.",
        content: Content::Json(SchemaGenerator::subschema_for::<ExplorationRecord>),
        errors: SEARCH,
    },
    Operation {
        path: "/api/v1/review",
        id: "review",
        summary: "The quality of the moves of a game",
        about: "",
        answer: "The quality of each move; null if it is not proven in time.",
        content: Content::Json(SchemaGenerator::subschema_for::<ReviewRecord>),
        errors: SEARCH,
    },
    Operation {
        path: "/api/v1/position",
        id: "position",
        summary: "A position by the rules, with its scores if they take no search",
        about: "",
        answer: "The stones, the side to move, the legal moves, the threats and the result.",
        content: Content::Json(SchemaGenerator::subschema_for::<PositionRecord>),
        errors: &[400, 414, 422, 503],
    },
    Operation {
        path: "/api/v1/reach",
        id: "reach",
        summary: "A game that leads to a board",
        about: "",
        answer: "The moves of the game, or the reason why none leads there.",
        content: Content::Json(SchemaGenerator::subschema_for::<ReachRecord>),
        errors: &[400, 414],
    },
    Operation {
        path: "/api/v1/lines",
        id: "lines",
        summary: "Scores of many positions",
        about: "Each line is a position in any notation of one line, or moves and their score. A line that begins with # is \
                skipped, but '# board 8x7' before the positions states their board. Each answer is sent as soon as it is there, in the order of the lines.",
        answer: "An object a line: as in the schema Columns or Score, or as in LineProblem for an invalid line.",
        content: Content::Lines,
        errors: &[400, 408, 413, 414, 503],
    },
    Operation {
        path: "/api/v1/progress",
        id: "progress",
        summary: "The record of a person by a log",
        about: "The log has a line for each game, answer to a puzzle and step of a lesson. Other lines are skipped, and nothing is \
                kept.",
        answer: "The rating, the streak, the results against the levels and the lessons.",
        content: Content::OfLog(SchemaGenerator::subschema_for::<ProgressRecord>),
        errors: &[400, 408, 413, 414, 503],
    },
    Operation {
        path: "/api/v1/openapi.json",
        id: "openapi",
        summary: "This document",
        about: "",
        answer: "This document.",
        content: Content::Document,
        errors: &[],
    },
    Operation {
        path: "/solve",
        id: "pos",
        summary: "The scores of all columns, in the format of gamesolver.org",
        about: "",
        answer: "The scores from the left, 100 for a full column.",
        content: Content::Json(SchemaGenerator::subschema_for::<Scores>),
        errors: SEARCH,
    },
    Operation {
        path: "/solve/connect4",
        id: "connect4",
        summary: "The columns and their scores, the move of the level first",
        about: "",
        answer: "The legal columns: the move of the level, or without one the best, then the others from the best to the worst.",
        content: Content::Json(SchemaGenerator::subschema_for::<Vec<ScoredColumn>>),
        errors: SEARCH,
    },
    Operation {
        path: "/board.svg",
        id: "boardSvg",
        summary: "A board as SVG",
        about: "",
        answer: "The drawing, with a description in words.",
        content: Content::Picture("image/svg+xml"),
        errors: SEARCH,
    },
    Operation {
        path: "/board.png",
        id: "boardPng",
        summary: "A board as PNG, for previews of links",
        about: "The same request has the same bytes on every machine.",
        answer: "A picture of 1200 x 630 pixels.",
        content: Content::Picture("image/png"),
        errors: SEARCH,
    },
    Operation {
        path: "/healthz",
        id: "alive",
        summary: "Whether the server is alive",
        about: "",
        answer: "It is.",
        content: Content::Text,
        errors: &[],
    },
    Operation {
        path: "/readyz",
        id: "ready",
        summary: "Whether the server takes requests",
        about: "",
        answer: "It does.",
        content: Content::Text,
        errors: &[503],
    },
    Operation {
        path: "/metrics",
        id: "metrics",
        summary: "Counts for Prometheus",
        about: "",
        answer: "The text format of Prometheus.",
        content: Content::Metrics,
        errors: &[],
    },
];

impl Operation {
    pub(super) const fn method(&self) -> &'static str {
        if matches!(self.content, Content::Lines | Content::OfLog(_)) { "post" } else { "get" }
    }

    /// Returns whether an example shows its answer.
    pub(super) const fn has_example(&self) -> bool {
        matches!(self.content, Content::Json(_) | Content::JsonOrEvents(_) | Content::Text)
    }
}

/// Returns the name of the response with the status of an error, and its description.
pub(super) const fn error(status: u16) -> (&'static str, &'static str) {
    match status {
        400 => ("Wrong", "A parameter is invalid. `field` names it."),
        408 => ("Slow", "The body arrived too slowly."),
        413 => ("TooLarge", "There are too many lines."),
        414 => ("TooLong", "The URL is too long."),
        422 => ("Illegal", "The moves are against the rules, or name a column that the board does not have."),
        503 => (
            "Busy",
            "Too many requests wait for a search, there is no memory for this board, or the server shuts down.",
        ),
        _ => (
            "Late",
            "The time was up before the search began, or below /solve before its scores were proven.",
        ),
    }
}

/// Returns an object of one entry.
pub(super) fn single(name: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), value)]))
}
