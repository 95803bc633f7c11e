//! The tools: a call as a request of the coach, and its findings in words, as data and as a picture.

use std::time::Duration;

use marlin_coach::explain::headline;
use marlin_coach::level::{ChosenMove, SkillLevel};
use marlin_coach::record::schema_generator;
use marlin_coach::request::{Answer, Door, Fields, Found, POSITION, Request, Verb, schema};
use marlin_core::{BoardSize, Column, Report};
use marlin_support::text::{Extras, drawing, joined, push_line, result as ending};
use marlin_svg::Diagram;
use rmcp::model::{self, CallToolResult, ContentBlock, JsonObject, ResourceContents, ToolAnnotations};
use serde_json::{Value, json};

/// A tool as an assistant knows it.
pub(super) struct Tool {
    pub(super) name: &'static str,
    verb: Verb,
    /// The time of a call that names none.
    time: Duration,
    title: &'static str,
    about: &'static str,
}

/// All tools.
pub(super) const TOOLS: [Tool; 6] = [
    Tool {
        name: "analyze",
        verb: Verb::Analyze,
        time: Duration::from_secs(5),
        title: "Score every column",
        about: "Solves a Connect Four position: the exact score of each column, the best columns, and the result if both play \
            perfectly. Scores are from the side to move: 0 is a draw, above 0 it wins, below 0 it loses. A win counts \
            the stones that the winner has left, the winning one included (18 for a win with the fourth of 21 stones), \
            so a greater score is a quicker win. A full column is null, and so is a score that is not proven within the limits; \
            its proven bounds are in column_bounds. X moves first.",
    },
    Tool {
        name: "best_move",
        verb: Verb::Level,
        time: Duration::from_secs(5),
        title: "Find the best move",
        about: "Returns the column to play in a Connect Four position, for the side to move. Level 10, the default, plays \
            perfectly; best_proven is false if the limits ended the proof. Levels 1 (a beginner) to 9 make mistakes: use \
            them to play against a person.",
    },
    Tool {
        name: "explain",
        verb: Verb::Explain,
        time: Duration::from_secs(5),
        title: "Explain the result",
        about: "Explains why a Connect Four position is won, lost or drawn: double threats, forced lines, zugzwang, or the line \
            of a search. Every statement is proven. Cells are named by the column from 'a' and the row from 1: a1 is the \
            lower left corner.",
    },
    Tool {
        name: "review",
        verb: Verb::Review,
        time: Duration::from_secs(20),
        title: "Review a game",
        about: "Reviews a Connect Four game move by move: blunders (moves that change the result) with the better line, only \
            moves, the accuracy of both sides, and the turning point. The scores before and after a move are from the \
            view of its player. A move whose scores are not proven in time has no assessment: allow more time.",
    },
    Tool {
        name: "draw",
        verb: Verb::Draw,
        time: Duration::from_secs(5),
        title: "Draw the board",
        about: "Draws a Connect Four position as text, on request also as SVG, with its facts by the rules: stones, side to \
            move, legal columns, result and threats (empty cells that complete a four).",
    },
    Tool {
        name: "reach",
        verb: Verb::Reach,
        time: Duration::from_secs(5),
        title: "Find a game that leads to a board",
        about: "Decides whether a Connect Four board can arise in a game, and returns moves that lead to it. X and O move in \
            turn, stones fall, and the game ends with the first four. If no moves do, reason and cell name the error.",
    },
];

/// The advice that follows an error of a position.
const ADVICE: &str = "A position is the columns played from the empty board, as in \"4433\" (the leftmost column is 1), or a \
    drawn board, its rows from the top with / between them; a board that is not 7x6 needs the argument board, as in \"8x7\".";

/// The end of a text about something that is not proven.
const UNPROVEN: &str = "Not all is proven within the limits: allow more time or nodes.";

/// Returns the form of requests by assistants, with the board of calls that name none.
const fn door(board: BoardSize) -> Door {
    Door { noun: Some("argument"), without: &["moves", "base"], board, ..Door::JSON }
}

impl Tool {
    /// Returns the tool as a client lists it. `most` is the maximum time of a call.
    pub(super) fn listed(&self, board: BoardSize, most: Duration) -> model::Tool {
        let mut input = schema::object(self.verb, self.verb.fields(), &door(board));
        input["required"] = json!([POSITION.name]);
        if let Some(limit) = input.pointer_mut("/properties/time") {
            limit["default"] = json!(self.time.min(most).as_millis() as u64);
            limit["maximum"] = json!(most.as_millis() as u64);
        }
        let annotations = ToolAnnotations::with_title(self.title).read_only(true).destructive(false);
        model::Tool::new(self.name, self.about, fields(input))
            .with_title(self.title)
            .with_raw_output_schema(self.output().into())
            .with_annotations(annotations.idempotent(true).open_world(false))
    }

    /// Returns the schema of the record, with the schemas of its parts.
    fn output(&self) -> JsonObject {
        let mut generator = schema_generator("/$defs");
        let reference = self.verb.record(&mut generator).to_value();
        // schemars wrote this text.
        let name = reference["$ref"].as_str().unwrap_or_default().trim_start_matches("#/$defs/");
        let mut parts = generator.take_definitions(true);
        let mut output = fields(parts.shift_remove(name).unwrap_or_default());
        if !parts.is_empty() {
            output.insert("$defs".to_owned(), parts.into());
        }
        output
    }

    /// Returns the request of a call on a board of the size that it names, or of a default one, and the time
    /// of the call.
    ///
    /// # Errors
    ///
    /// The first error of the arguments, with advice for the model.
    pub(super) fn read(
        &self,
        given: &JsonObject,
        board: BoardSize,
        most: Duration,
    ) -> Result<(Request, Duration), String> {
        let door = door(board);
        let fields = Fields::new(&door, self.verb.fields(), given).map_err(|error| error.text)?;
        // A model that forgets the position would get an answer about the empty board.
        if fields.text(POSITION).is_none() {
            return Err(format!("position is missing. {ADVICE}"));
        }
        let request = Request::of(self.verb, &fields).map_err(|error| match error.code {
            "position" => format!("invalid position: {error}. {ADVICE}"),
            "board" => format!("invalid board: {error}"),
            _ => error.text,
        })?;
        let time = request.time.unwrap_or(self.time).min(most);
        Ok((request, time))
    }
}

/// Returns the fields of an object.
fn fields(object: Value) -> JsonObject {
    if let Value::Object(fields) = object { fields } else { JsonObject::new() }
}

/// Returns the error of a tool, which the model reads.
pub(super) fn failed(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// Returns the result of a tool: text for people, its data, and a picture. A picture is a resource, because
/// models take no images that are SVG.
pub(super) fn result(
    request: &Request,
    found: &Found,
    answer: &Answer,
) -> serde_json::Result<CallToolResult> {
    let mut result = CallToolResult::structured(serde_json::to_value(answer)?);
    result.content = vec![ContentBlock::text(in_words(request, found, answer))];
    if let (true, Found::Position(report)) = (request.drawn.svg, found) {
        let scores = report.as_ref().map(|report| report.scores().to_vec());
        let diagram = Diagram { scores, has_threats: request.drawn.threats, ..Diagram::new(&request.game) };
        let picture = ResourceContents::text(diagram.to_string(), "marlin://board.svg");
        result.content.push(ContentBlock::resource(picture.with_mime_type("image/svg+xml")));
    }
    Ok(result)
}

/// Returns the findings in words.
fn in_words(request: &Request, found: &Found, answer: &Answer) -> String {
    let game = &request.game;
    let (mut text, is_proven) = match found {
        Found::Position(_) if request.verb == Verb::Reach => (reach_in_words(answer), true),
        Found::Position(report) => {
            let scores = report.as_ref().map(|report| report.columns);
            let extras = Extras { scores, threats: request.drawn.threats, line: None };
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
    text
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
