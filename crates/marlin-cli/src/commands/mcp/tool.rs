//! [`Tool`]: the tools, as a client lists them.

use serde_json::{Map, Value, json};

use super::argument::{Argument, ArgumentKind, GREATEST, schema};

/// The JSON Schemas of the records, by the names of their tools: derived from the records by a test, so that the program
/// needs no generator.
const OUTPUT_SCHEMAS: &str = include_str!("schemas.json");

/// The greatest time of a call, in milliseconds.
const MAX_TIME_MS: u64 = 600_000;

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    /// The scores of all columns.
    Analyze,
    /// The best move, or that of a player of a level.
    BestMove,
    /// The reasons for a result.
    Explain,
    /// The mistakes of a game.
    Review,
    /// The board as text and as a picture.
    Draw,
    /// The game that leads to a board.
    Reach,
}

const POSITION: Argument = Argument {
    name: "position",
    kind: ArgumentKind::Text,
    description: "The position: the columns played from the empty board, the leftmost being 1, as in \"4433\" (column 10 is \
        'a', 11 'b'); empty for the empty board. Also taken: cells (\"d1 d2 c1 c2\"), FEN (\"7/7/7/7/2pp3/2PP3 w\"), and a drawn \
        board, its rows from the top (\"......./......./......./......./..OO.../..XX...\").",
};

/// The arguments that a call must have: without one, a model that forgets the position would get an answer about the
/// empty board.
pub(super) const REQUIRED: [&str; 1] = ["position"];

const GAME: Argument = Argument {
    name: "position",
    kind: ArgumentKind::Text,
    description: "The moves of the game: the columns played from the empty board, the leftmost being 1, as in \"4433\" (column \
        10 is 'a', 11 'b'), or cells, as in \"d1 d2 c1 c2\".",
};

const BOARD: Argument = Argument {
    name: "board",
    kind: ArgumentKind::Text,
    description: "The size of the board, columns x rows, as in \"8x7\": any with columns * (rows + 1) of at most 64. By default \
        that of a drawn board, otherwise 7x6.",
};

const TIME: Argument = time(5_000);

const REVIEW_TIME: Argument = time(20_000);

const NODES: Argument = Argument {
    name: "nodes",
    kind: ArgumentKind::at_least(1),
    description: "The greatest number of nodes of a search. By default the time alone limits it.",
};

const fn time(default: u64) -> Argument {
    Argument {
        name: "time",
        kind: ArgumentKind::Number { least: 1, most: MAX_TIME_MS, default: Some(default) },
        description: "The time of the call in milliseconds. On 7x6 the score of a position with up to 13 stones is known at once, \
            and those of its columns with up to 12. A score without a proof in time is null.",
    }
}

impl Tool {
    pub(super) const ALL: [Self; 6] =
        [Self::Analyze, Self::BestMove, Self::Explain, Self::Review, Self::Draw, Self::Reach];

    /// Returns the tool with a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Analyze => "analyze",
            Self::BestMove => "best_move",
            Self::Explain => "explain",
            Self::Review => "review",
            Self::Draw => "draw",
            Self::Reach => "reach",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Analyze => "Score every column",
            Self::BestMove => "Find the best move",
            Self::Explain => "Explain the result",
            Self::Review => "Review a game",
            Self::Draw => "Draw the board",
            Self::Reach => "Find a game that leads to a board",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::Analyze => {
                "Solves a Connect Four position: the exact score of each column, the best columns, and the result if both play \
                 perfectly. Scores are from the side to move: 0 is a draw, above 0 it wins, below 0 it loses. A win counts \
                 the stones that the winner has left, the winning one included (18 for a win with the fourth of 21 stones), \
                 so a greater score is a quicker win. null is a full column, or a score that was not proven within the limits; its proven bounds are in \
                 column_bounds. X moves first."
            }
            Self::BestMove => {
                "Returns the column to play in a Connect Four position, for the side to move. Level 10, the default, plays \
                 perfectly; best_proven is false if the limits ended the proof. Levels 1 (a beginner) to 9 make mistakes: use \
                 them to play against a person."
            }
            Self::Explain => {
                "Explains why a Connect Four position is won, lost or drawn: double threats, forced lines, zugzwang, or the line \
                 of a search. Every statement is proven. Cells are named by the column from 'a' and the row from 1: a1 is the \
                 lower left corner."
            }
            Self::Review => {
                "Reviews a Connect Four game move by move: blunders (moves that change the result) with the better line, only \
                 moves, the accuracy of both sides, and the turning point. Scores are those of the player who moves, before and \
                 after the move. A move whose scores were not proven in time has no assessment: allow more time."
            }
            Self::Draw => {
                "Draws a Connect Four position as text, on request also as SVG, with its facts by the rules: stones, side to \
                 move, legal columns, result and threats (empty cells that complete a four)."
            }
            Self::Reach => {
                "Decides whether a Connect Four board can arise in a game, and returns moves that lead to it. X and O move in \
                 turn, stones fall, and the game ends with the first four. If none do, reason and cell name the error."
            }
        }
    }

    /// Returns the arguments that the tool takes.
    pub(super) const fn arguments(self) -> &'static [Argument] {
        match self {
            Self::Analyze => {
                &const {
                    let line = Argument {
                        name: "line",
                        kind: ArgumentKind::Number { least: 0, most: 64, default: Some(0) },
                        description: "The greatest number of moves of best play by both sides to return as pv.",
                    };
                    [POSITION, BOARD, line, TIME, NODES]
                }
            }
            Self::BestMove => {
                &const {
                    let level = Argument {
                        name: "level",
                        kind: ArgumentKind::Number { least: 1, most: 10, default: Some(10) },
                        description: "The strength: 1 is a beginner, 10 plays perfectly.",
                    };
                    let seed = Argument {
                        name: "seed",
                        kind: ArgumentKind::Number { least: 0, most: GREATEST, default: Some(0) },
                        description: "The seed of a level below 10: the same seed plays the same game, if the time ends no search.",
                    };
                    [POSITION, BOARD, level, seed, TIME, NODES]
                }
            }
            Self::Explain => &[POSITION, BOARD, TIME, NODES],
            Self::Review => {
                &const {
                    let setup = Argument {
                        name: "setup",
                        kind: ArgumentKind::Number { least: 0, most: 64, default: Some(0) },
                        description: "The number of first moves that set the board up, and are not reviewed.",
                    };
                    [GAME, BOARD, setup, REVIEW_TIME, NODES]
                }
            }
            Self::Draw => {
                &const {
                    let scores = Argument {
                        name: "scores",
                        kind: ArgumentKind::Flag,
                        description: "Whether to add the score of each column, as analyze returns it.",
                    };
                    let threats = Argument {
                        name: "threats",
                        kind: ArgumentKind::Flag,
                        description: "Whether to show the threats of both sides.",
                    };
                    let svg = Argument {
                        name: "svg",
                        kind: ArgumentKind::Flag,
                        description: "Whether to add the board as an SVG of some kilobytes.",
                    };
                    [POSITION, BOARD, scores, threats, svg, TIME, NODES]
                }
            }
            Self::Reach => &[POSITION, BOARD],
        }
    }

    /// Returns the tool as a client lists it.
    fn listed(self, output_schema: &Value) -> Value {
        json!({
            "name": self.name(),
            "title": self.title(),
            "description": self.description(),
            "inputSchema": schema(self.arguments(), &REQUIRED),
            "outputSchema": output_schema,
            "annotations": {
                "title": self.title(),
                "readOnlyHint": true,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    }
}

/// Returns the result of `tools/list`.
pub(super) fn list() -> serde_json::Result<Map<String, Value>> {
    let schemas: Map<String, Value> = serde_json::from_str(OUTPUT_SCHEMAS)?;
    let tools = Tool::ALL.map(|tool| tool.listed(schemas.get(tool.name()).unwrap_or(&Value::Null)));
    Ok(Map::from_iter([("tools".to_owned(), tools.to_vec().into())]))
}

#[cfg(test)]
mod tests {
    use marlin_coach::record::{
        ColumnsRecord, ExplanationRecord, LevelMoveRecord, PositionRecord, ReachRecord, ReviewRecord,
        schema_generator,
    };

    use super::*;

    /// Returns the schema of the record of a tool.
    fn output_schema(tool: Tool) -> Value {
        let generator = schema_generator("/$defs");
        let schema = match tool {
            Tool::Analyze => generator.into_root_schema_for::<ColumnsRecord>(),
            Tool::BestMove => generator.into_root_schema_for::<LevelMoveRecord>(),
            Tool::Explain => generator.into_root_schema_for::<ExplanationRecord>(),
            Tool::Review => generator.into_root_schema_for::<ReviewRecord>(),
            Tool::Draw => generator.into_root_schema_for::<PositionRecord>(),
            Tool::Reach => generator.into_root_schema_for::<ReachRecord>(),
        };
        let mut schema = schema.to_value();
        schema.as_object_mut().unwrap().remove("$schema");
        schema
    }

    /// `MARLIN_WRITE=1 cargo test -p marlin-cli schemas` writes the file anew.
    #[test]
    fn the_schemas_are_those_of_the_records() {
        let schemas: Map<_, _> =
            Tool::ALL.iter().map(|&tool| (tool.name().to_owned(), output_schema(tool))).collect();
        let expected = serde_json::to_string_pretty(&schemas).unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/commands/mcp/schemas.json");
        if std::env::var_os("MARLIN_WRITE").is_some() {
            std::fs::write(path, &expected).unwrap();
        }
        let found = std::fs::read_to_string(path).unwrap();
        assert!(found == expected, "MARLIN_WRITE=1 cargo test -p marlin-cli schemas writes the file anew");
    }

    #[test]
    fn every_tool_is_listed_with_its_schemas_and_only_reads() {
        let list = list().unwrap();
        let tools = list["tools"].as_array().unwrap();
        assert_eq!(tools.len(), 6);
        for tool in tools {
            for schema in ["inputSchema", "outputSchema"] {
                assert_eq!(tool[schema]["type"], "object", "{} of {}", schema, tool["name"]);
            }
            assert_eq!(tool["annotations"]["readOnlyHint"], true);
            let properties = tool["inputSchema"]["properties"].as_object().unwrap();
            assert!(properties.contains_key("position") && properties.contains_key("board"));
            assert_eq!(Tool::named(tool["name"].as_str().unwrap()).unwrap().name(), tool["name"]);
        }
        assert_eq!(Tool::named("solve"), None);
    }
}
