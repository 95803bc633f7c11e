//! The tools: a call as a request of the coach, carried out in steps, and its result in words and as data.

use std::time::{Duration, Instant};

use marlin_coach::explain::{headline, result as ending};
use marlin_coach::level::{ChosenMove, SkillLevel};
use marlin_coach::request::{Answer, Door, Fields, Found, POSITION, Request, RequestError, Verb};
use marlin_coach::task::{Task, TaskProgress};
use marlin_core::{BoardSize, Column, Limits, Report, StopFlag};
use marlin_support::solvers::SolverPool;
use marlin_support::text::{Extras, drawing, joined, push_line};
use serde::Serialize;
use serde_json::{Map, Value};

use super::message::{Era, Params};
use crate::commands::show;

/// The tools as a client lists them, with the schemas of arguments and records: a test prints them, so that the program needs
/// no generator.
const TOOLS: &str = include_str!("tools.json");

/// The names of the tools with their default times.
pub(super) const NAMES: [(&str, Verb, Duration); 6] = [
    ("analyze", Verb::Analyze, Duration::from_secs(5)),
    ("best_move", Verb::Level, Duration::from_secs(5)),
    ("explain", Verb::Explain, Duration::from_secs(5)),
    ("review", Verb::Review, Duration::from_secs(20)),
    ("draw", Verb::Draw, Duration::from_secs(5)),
    ("reach", Verb::Reach, Duration::from_secs(5)),
];

/// The greatest time of a call.
const MAX_TIME: Duration = Duration::from_secs(600);

/// The time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// The least time of a step: a step without time makes no progress.
const LEAST_STEP: Duration = Duration::from_millis(1);

/// The advice that follows an error of a position.
const ADVICE: &str = "A position is the columns played from the empty board, as in \"4433\" (the leftmost column is 1), or a \
    drawn board, its rows from the top with / between them; a board that is not 7x6 needs the argument board, as in \"8x7\".";

/// The end of a text about something that is not proven.
const UNPROVEN: &str = "Not all is proven within the limits: allow more time or nodes.";

/// Called with the progress of a search.
pub(super) type OnProgress<'a> = dyn FnMut(&TaskProgress) + 'a;

/// A call of a tool.
#[derive(Debug)]
pub(super) struct Call {
    request: Request,
    /// The time of the whole call.
    time: Duration,
}

/// Returns how assistants ask, on a board where a call names none.
const fn door(board: BoardSize) -> Door {
    Door { noun: Some("argument"), without: &["moves", "base"], is_url: false, board }
}

/// Returns the result of `tools/list`.
pub(super) fn list() -> serde_json::Result<Map<String, Value>> {
    serde_json::from_str(TOOLS)
}

impl Call {
    /// Returns the call of a tool on a board of the size that it names, or of a default one. `None` if there is no such tool.
    ///
    /// # Errors
    ///
    /// The first error of the arguments, with advice for the model.
    pub(super) fn new(tool: &str, given: &Params, default: BoardSize) -> Option<Result<Self, String>> {
        let (_, verb, time) = NAMES.into_iter().find(|(name, ..)| *name == tool)?;
        let door = door(default);
        let request = Fields::new(&door, verb.fields(), given).and_then(|fields| {
            // A model that forgets the position would get an answer about the empty board.
            let is_missing = fields.text(POSITION).is_none();
            let missing = || RequestError::of_request(None, format!("position is missing. {ADVICE}"));
            if is_missing { Err(missing()) } else { Request::of(verb, &fields) }
        });
        Some(match request {
            Ok(request) => Ok(Self { time: request.time.unwrap_or(time).min(MAX_TIME), request }),
            Err(error) => Err(match error.code {
                code if error.text.trim_start_matches("invalid ").starts_with(code) => error.text,
                "position" => format!("invalid position: {error}. {ADVICE}"),
                "board" => format!("invalid board: {error}"),
                _ => error.text,
            }),
        })
    }

    /// Carries the call out, and returns its result as JSON.
    pub(super) fn run(
        &self,
        era: Era,
        pool: &SolverPool,
        stop: &StopFlag,
        mut report: Option<&mut OnProgress<'_>>,
    ) -> serde_json::Result<String> {
        let request = &self.request;
        let board = request.board().unwrap_or(pool.main().size());
        let deadline = Instant::now() + self.time;
        let limits =
            Limits { time: Some(self.time), nodes: request.nodes, stop: Some(stop.clone()), ..Limits::NONE };
        let found = if let Some(found) = request.at_once(&pool.lookup(board)) {
            found
        } else {
            let solver = match pool.on(board) {
                Ok(solver) => solver,
                Err(error) => return failed(era, &error.to_string()),
            };
            let mut task = request.task(&solver, &limits);
            loop {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    // The task ends with its proven bounds.
                    stop.stop();
                }
                let time = if report.is_some() { left.min(REPORT_INTERVAL) } else { left };
                let slice = Limits { time: Some(time.max(LEAST_STEP)), nodes: None, ..limits.clone() };
                if let Some(found) = task.step(&slice) {
                    break found;
                }
                if let Some(report) = &mut report {
                    report(&task.progress());
                }
            }
        };
        let answer = match request.answer(&found) {
            Ok(answer) => answer,
            Err(error) => return failed(era, &error.text),
        };
        let (text, svg) = in_words(request, &found, &answer);
        result(era, &text, Some(&answer), svg.as_deref())
    }
}

/// Returns the findings in words, and a picture if the call wants one.
fn in_words(request: &Request, found: &Found, answer: &Answer) -> (String, Option<String>) {
    let (game, mut picture) = (&request.game, None);
    let (mut text, is_proven) = match found {
        Found::Position(_) if request.verb == Verb::Reach => (reach_in_words(answer), true),
        Found::Position(report) => {
            let scores = report.as_ref().map(|report| report.columns);
            let extras = Extras { scores, threats: request.drawn.threats, line: None };
            picture = request.drawn.svg.then(|| show::to_diagram(game, &extras).to_string());
            (drawing(game, &extras), report.as_ref().is_none_or(Report::is_complete))
        }
        Found::Columns(report, line) => (columns_in_words(request, report, line.as_deref()), true),
        Found::Level(Some(choice)) => (best_move_in_words(request, choice), true),
        Found::Explanation(found) => (found.to_text(game), found.score_layer.is_some()),
        Found::Review(review) => (review.to_text(), review.is_complete()),
        Found::Level(None) => {
            let over = |outcome| format!("The game is over: {outcome}.\n");
            (game.outcome().map_or_else(String::new, over), true)
        }
        // No tool finds these.
        _ => (String::new(), true),
    };
    if !is_proven {
        push_line(&mut text, format_args!("{UNPROVEN}"));
    }
    (text, picture)
}

fn columns_in_words(request: &Request, report: &Report, line: Option<&[Column]>) -> String {
    let (game, position) = (&request.game, request.game.position());
    let mut text = format!("{}{}.\n", game.to_drawing(), headline(position, report.bounds));
    for (column, bounds) in &report.columns {
        if let Some(bounds) = *bounds {
            let result = ending(bounds, position);
            let value = if bounds.score().is_some() { "score" } else { "not proven, bounds" };
            push_line(&mut text, format_args!("Column {column}: {value} {bounds}, {result}"));
        }
    }
    let best: Vec<_> = position.size().columns().filter(|&column| report.keeps_score(column)).collect();
    if !report.is_complete() {
        push_line(&mut text, format_args!("{UNPROVEN}"));
    } else if !best.is_empty() {
        push_line(&mut text, format_args!("Best: {}", joined(&best)));
    }
    if let Some(line) = line {
        push_line(&mut text, format_args!("Best play: {}", joined(line)));
    }
    text
}

fn best_move_in_words(request: &Request, choice: &ChosenMove) -> String {
    let (column, position, level) = (choice.column, request.game.position(), request.player.0);
    let player = position.side_to_move();
    let bounds = choice.analysis.columns[column];
    let result = bounds.filter(|bounds| bounds.outcome().is_some());
    let result =
        result.map_or_else(String::new, |bounds| format!(" After it: {}.", ending(bounds, position)));
    let quality = match (choice.keeps_score(), level == SkillLevel::MAX) {
        (true, true) => "It is proven to be best.".to_owned(),
        (false, true) => format!("It is the move to play so far, and not proven to be best. {UNPROVEN}"),
        (_, false) => format!("Level {level} plays so; its moves need not be the best."),
    };
    format!("{player} plays column {column}.{result} {quality}\n")
}

fn reach_in_words(answer: &Answer) -> String {
    let Answer::Reach(record) = answer else { return String::new() };
    match (&record.moves, &record.reason) {
        (Some(moves), _) if moves.is_empty() => "It is the empty board.\n".to_owned(),
        (Some(moves), _) => format!("The moves {moves} lead to this board.\n"),
        (None, reason) => {
            format!("No game leads to this board: {}.\n", reason.as_deref().unwrap_or("it breaks a rule"))
        }
    }
}

/// The result of a tool: text for people, its data, and a picture. A picture is a resource, because models take no images
/// that are SVG.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallResult<'a> {
    content: Vec<Content<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a Answer>,
    is_error: bool,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
enum Content<'a> {
    Text { text: &'a str },
    Resource { resource: Resource<'a> },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Resource<'a> {
    uri: &'a str,
    mime_type: &'a str,
    text: &'a str,
}

/// Returns the error of a tool as JSON, which the model reads.
pub(super) fn failed(era: Era, text: &str) -> serde_json::Result<String> {
    result(era, text, None, None)
}

fn result(era: Era, text: &str, answer: Option<&Answer>, svg: Option<&str>) -> serde_json::Result<String> {
    let picture = |text| Resource { uri: "marlin://board.svg", mime_type: "image/svg+xml", text };
    let picture = svg.map(|text| Content::Resource { resource: picture(text) });
    serde_json::to_string(&CallResult {
        content: [Content::Text { text }].into_iter().chain(picture).collect(),
        structured_content: answer,
        is_error: answer.is_none(),
        fields: era.fields(),
    })
}

#[cfg(test)]
mod tests {
    use marlin_coach::record::schema_generator;
    use marlin_coach::request::schema::{answer, object};
    use serde_json::json;

    use super::*;

    /// The titles and the descriptions of the tools, for a model.
    const ABOUT: [(&str, &str); 6] = [
        (
            "Score every column",
            "Solves a Connect Four position: the exact score of each column, the best columns, and the result if both play \
             perfectly. Scores are from the side to move: 0 is a draw, above 0 it wins, below 0 it loses. A win counts \
             the stones that the winner has left, the winning one included (18 for a win with the fourth of 21 stones), \
             so a greater score is a quicker win. null is a full column, or a score that was not proven within the limits; \
             its proven bounds are in column_bounds. X moves first.",
        ),
        (
            "Find the best move",
            "Returns the column to play in a Connect Four position, for the side to move. Level 10, the default, plays \
             perfectly; best_proven is false if the limits ended the proof. Levels 1 (a beginner) to 9 make mistakes: use \
             them to play against a person.",
        ),
        (
            "Explain the result",
            "Explains why a Connect Four position is won, lost or drawn: double threats, forced lines, zugzwang, or the line \
             of a search. Every statement is proven. Cells are named by the column from 'a' and the row from 1: a1 is the \
             lower left corner.",
        ),
        (
            "Review a game",
            "Reviews a Connect Four game move by move: blunders (moves that change the result) with the better line, only \
             moves, the accuracy of both sides, and the turning point. Scores are those of the player who moves, before and \
             after the move. A move whose scores were not proven in time has no assessment: allow more time.",
        ),
        (
            "Draw the board",
            "Draws a Connect Four position as text, on request also as SVG, with its facts by the rules: stones, side to \
             move, legal columns, result and threats (empty cells that complete a four).",
        ),
        (
            "Find a game that leads to a board",
            "Decides whether a Connect Four board can arise in a game, and returns moves that lead to it. X and O move in \
             turn, stones fall, and the game ends with the first four. If none do, reason and cell name the error.",
        ),
    ];

    /// Returns a tool as a client lists it.
    fn listed((name, verb, time): (&str, Verb, Duration), (title, about): (&str, &str)) -> Value {
        let door = door(BoardSize::STANDARD);
        let mut input = object(verb, verb.fields(), &door);
        input["required"] = json!(["position"]);
        if let Some(limit) = input.pointer_mut("/properties/time") {
            limit["default"] = json!(time.as_millis() as u64);
            limit["maximum"] = json!(MAX_TIME.as_millis() as u64);
        }
        let mut generator = schema_generator("/$defs");
        let reference = answer(verb, &mut generator).to_value();
        let record = reference["$ref"].as_str().unwrap().trim_start_matches("#/$defs/").to_owned();
        let mut definitions = generator.take_definitions(true);
        let mut output = definitions.shift_remove(&record).unwrap();
        if !definitions.is_empty() {
            output["$defs"] = definitions.into();
        }
        json!({
            "name": name,
            "title": title,
            "description": about,
            "inputSchema": input,
            "outputSchema": output,
            "annotations": {
                "title": title,
                "readOnlyHint": true,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    }

    /// `MARLIN_WRITE=1 cargo test -p marlin-cli schemas` writes the file anew.
    #[test]
    fn the_schemas_are_those_of_requests_and_records() {
        let tools: Vec<_> = NAMES.into_iter().zip(ABOUT).map(|(tool, about)| listed(tool, about)).collect();
        let expected = serde_json::to_string_pretty(&json!({"tools": tools})).unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/commands/mcp/tools.json");
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
        for (tool, (name, ..)) in tools.iter().zip(NAMES) {
            for schema in ["inputSchema", "outputSchema"] {
                assert_eq!(tool[schema]["type"], "object", "{schema} of {name}");
            }
            assert_eq!(tool["annotations"]["readOnlyHint"], true);
            let properties = tool["inputSchema"]["properties"].as_object().unwrap();
            assert!(properties.contains_key("position") && properties.contains_key("board"));
            assert_eq!(tool["name"], name);
        }
    }
}
