//! Requests for drawings, and [`DrawingRecord`], their answer.

use marlin_coach::request::{
    APPEARANCE, BASE, BOARD, Door, Field, FieldKind, Fields, MOVES, POSITION, Request, RequestError, THEME,
    Verb,
};
use marlin_core::{BoardSize, Column, Score};
use marlin_svg::{Diagram, Drawing, Graph, Sides, Surroundings};
use serde::Serialize;
use serde_json::{Map, Value};

const SCORES: &Field = &Field::new("scores", FieldKind::Scores);
const THREATS: &Field = &Field::new("threats", FieldKind::Flag);
const LINE: &Field = &Field::new("line", FieldKind::Numbers);
const MARKS: &Field = &Field::new("marks", FieldKind::Numbers);
const SIDES: &Field = &Field::new("sides", FieldKind::OneOf(&["xo", "red_yellow"]));
const BARE: &Field = &Field::new("bare", FieldKind::Flag);

/// The fields of a board to draw.
pub(crate) const DIAGRAM: [&Field; 11] =
    [MOVES, POSITION, BOARD, BASE, SCORES, THREATS, LINE, THEME, APPEARANCE, SIDES, BARE];

/// The fields of the score over a game, to draw as a graph.
pub(crate) const GRAPH: [&Field; 6] = [BOARD, SCORES, MARKS, THEME, APPEARANCE, SIDES];

/// A drawing.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Drawing"))]
pub(crate) struct DrawingRecord {
    /// The drawing.
    pub(crate) svg: String,
    /// The same in words, for a text alternative.
    pub(crate) description: String,
}

/// Draws a board.
pub(crate) fn diagram(door: &Door, given: &Map<String, Value>) -> Result<DrawingRecord, RequestError> {
    let fields = Fields::new(door, &DIAGRAM, given)?;
    let game = Request::of(Verb::Draw, &fields)?.game;
    let line = fields.numbers(LINE).unwrap_or_default();
    let line: Vec<Column> =
        line.into_iter().flatten().map(|found| column(game.size(), found)).collect::<Result<_, _>>()?;
    let scores = fields.numbers(SCORES).map(|found| scores(game.size(), &found)).transpose()?;
    let diagram = Diagram {
        scores,
        has_threats: fields.flag(THREATS),
        line,
        drawing: drawing(&fields),
        surroundings: if fields.flag(BARE) { Surroundings::Bare } else { Surroundings::All },
        ..Diagram::new(&game)
    };
    Ok(DrawingRecord { svg: diagram.to_string(), description: diagram.description() })
}

/// Draws a graph.
pub(crate) fn graph(door: &Door, given: &Map<String, Value>) -> Result<DrawingRecord, RequestError> {
    let fields = Fields::new(door, &GRAPH, given)?;
    let size = fields.board()?.unwrap_or(door.board);
    let found = fields.numbers(SCORES).ok_or_else(|| missing("scores"))?;
    let marks = fields.numbers(MARKS).unwrap_or_default();
    let marks = marks.into_iter().flatten().filter_map(|mark| mark.try_into().ok()).collect();
    let graph = Graph { marks, drawing: drawing(&fields), ..Graph::new(size, scores(size, &found)?) };
    Ok(DrawingRecord { svg: graph.to_string(), description: graph.description() })
}

/// Returns the error of a request without a field that it must have.
pub(crate) fn missing(name: &str) -> RequestError {
    RequestError::of_request(Some(name.to_owned()), format!("{name} is missing"))
}

fn drawing(fields: &Fields<'_>) -> Drawing {
    let theme = fields.text(THEME).and_then(|name| name.parse().ok()).unwrap_or_default();
    let appearance = fields.text(APPEARANCE).and_then(|name| name.parse().ok()).unwrap_or_default();
    let sides = if fields.text(SIDES) == Some("red_yellow") { Sides::RedYellow } else { Sides::XO };
    Drawing { theme, appearance, sides }
}

/// Returns a column of a board by its number.
fn column(size: BoardSize, found: i64) -> Result<Column, RequestError> {
    let column = usize::try_from(found).ok().and_then(Column::from_number);
    let absent = || format!("there is no column {found}: columns are 1 to {}", size.width());
    column.filter(|&column| size.has_column(column)).ok_or_else(|| RequestError::of_field("column", absent()))
}

fn scores(size: BoardSize, found: &[Option<i64>]) -> Result<Vec<Option<Score>>, RequestError> {
    let score = |found: i64| {
        let score = i32::try_from(found).ok().and_then(|found| Score::checked(size, found));
        let impossible = || format!("no game on {size} has the score {found}");
        score.ok_or_else(|| RequestError::of_field("score", impossible()))
    };
    found.iter().map(|found| found.map(score).transpose()).collect()
}
