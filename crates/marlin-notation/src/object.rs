//! Objects of JSON, and their statements about a position. The README of the crate lists the fields.

use marlin_core::{BoardSize, Bounds, Game, ParseError, Player, Position, Score};
use serde_json::{Error, Map, Value};

use crate::connect4_data::scores_of;
use crate::guess::Notation;
use crate::reader::Reader;
use crate::reading::{Claims, Reading};
use crate::text::{excerpt, form_error};
use crate::{drawing, movetext};

/// The fields of Kaggle's states that do not change the position.
const OF_KAGGLE: &str = "step remainingOverageTime reward status info action episodeSteps actTimeout runTimeout agentTimeout \
                         timeout agentExec seed randomSeed";

/// The fields of a program's own objects that do not change the position. Each list has a field that only
/// such an object has; the name is empty if the list applies to all objects.
pub type Records = &'static [(&'static str, &'static [&'static str])];

/// The fields of an object that matter.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Stated {
    /// The cells, as one list from the top.
    pub(crate) cells: Option<Vec<u8>>,
    /// Positions in another notation, which is guessed if none is stated. They must be the same.
    pub(crate) texts: Vec<(Option<Notation>, String)>,
    /// The side to move.
    pub(crate) to_move: Option<Player>,
    /// The score, to be compared.
    pub(crate) score: Option<i32>,
    /// The score of each column, to be compared; `None` for an unknown score.
    pub(crate) scores: Option<Vec<Option<i32>>>,
    /// The outcome, to be compared: 1 for a win of the side to move, 0 for a draw, -1 for a loss.
    pub(crate) outcome: Option<i32>,
    /// The size of the board, from its name.
    pub(crate) board: Option<BoardSize>,
    /// The board that the cells show, if they are listed row by row.
    pub(crate) shown: Option<BoardSize>,
    /// The number of columns.
    pub(crate) columns: Option<usize>,
    /// The number of rows.
    pub(crate) rows: Option<usize>,
}

/// The reason why a text is no such object, and its place in characters from 0.
pub(crate) type Refused = (usize, String);

impl Stated {
    /// Returns the stated board, if one is stated. A size that is stated in part is completed by `default`.
    pub(crate) fn size(&self, default: BoardSize) -> Result<Option<BoardSize>, &'static str> {
        const NO_BOARD: &str = "the columns and rows do not form a board";
        let in_part = || {
            let (columns, rows) =
                (self.columns.unwrap_or(default.width()), self.rows.unwrap_or(default.height()));
            BoardSize::new(columns, rows).ok_or(NO_BOARD)
        };
        let by_numbers = (self.columns.is_some() || self.rows.is_some()).then(in_part).transpose()?;
        match (self.board, by_numbers) {
            (Some(board), Some(other)) if board != other => Err("two sizes of the board"),
            (board, by_numbers) => Ok(board.or(by_numbers)),
        }
    }
}

/// The maximum number of bytes of an object in the text of another.
const MOST_BYTES_OF_OBJECT: usize = 1 << 16;

impl Reader {
    /// Reads an object of JSON.
    pub(crate) fn read_json(self, text: &str) -> Result<Reading<'_>, ParseError> {
        if text.trim_start().strip_prefix('{').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '+') && !rest.contains(':')
        }) {
            return Err(movetext::pgn(0));
        }
        let refused = |index: usize, reason: &str| {
            let expected = format!("{{\"board\": [{} numbers]}} is expected", self.size().cells());
            let meaning = "0 for empty, 1 and 2 for the players, or {\"position\": \"4433\"}";
            form_error(index, format!("{reason} (character {}): {expected}, {meaning}", index + 1))
        };
        let at_end = |reason| refused(text.chars().count(), reason);
        let stated = stated(text, self.records).map_err(|(index, reason)| refused(index, &reason))?;
        let size = stated.size(self.size()).map_err(at_end)?;
        if let (Some(found), Some(board)) = (size, self.board) {
            drawing::check_size(found, board)?;
        }
        let reader = self.board(size.or(self.board));
        let (mut game, mut inner) = (None, Vec::new());
        if let Some(cells) = &stated.cells {
            if let Some(shown) = stated.shown {
                drawing::check_size(shown, reader.size())?;
            }
            game = Some(Game::from_position(Position::from_cells(reader.size(), cells)?));
        }
        let mut columns = stated.scores.unwrap_or_default();
        for (notation, text) in &stated.texts {
            // The limit bounds the depth of objects within objects.
            if text.trim_start().starts_with('{') && text.len() > MOST_BYTES_OF_OBJECT {
                return Err(at_end("a long object in `position`"));
            }
            let read = reader.notation(*notation).read(text)?;
            if game.get_or_insert_with(|| read.game.clone()).position() != read.position() {
                return Err(at_end("two positions, of which one is wrong"));
            }
            inner.extend(read.stated.score);
            columns = if columns.is_empty() { read.stated.columns } else { columns };
        }
        let game = game.ok_or_else(|| at_end("no position"))?;
        let player = game.position().side_to_move();
        if let Some(stated) = stated.to_move.filter(|&stated| stated != player) {
            let sides = format!("{stated} is said to move, but {player} is to move by the stones");
            return Err(form_error(None, sides + ": player 1, X, moves first"));
        }
        let size = game.size();
        if !columns.is_empty() && columns.len() != size.width() {
            return Err(at_end("`scores` is a list of a number for each column"));
        }
        let listed = game.position().legal_moves().map(|column| *columns.get(column.index())?);
        let best = listed.collect::<Option<Vec<_>>>().and_then(|scores| scores.into_iter().max());
        let exact =
            |score| Score::checked(size, score).map(Bounds::exact).ok_or("a score of no game on this board");
        let exact = [stated.score, best].into_iter().flatten().map(exact);
        let outcome = stated.outcome.and_then(|outcome| scores_of(size, outcome));
        let mut all = exact.chain(inner.into_iter().chain(outcome).map(Ok));
        let score = all.try_fold(Bounds::unknown(size), |stated, other| {
            stated.intersection(other?).ok_or("two results, of which one is wrong")
        });
        let score = Some(score.map_err(at_end)?).filter(|&stated| stated != Bounds::unknown(size));
        Ok(Reading { text, notation: Notation::Kaggle, game, stated: Claims { score, columns } })
    }
}

/// Reads an object.
fn stated(text: &str, records: Records) -> Result<Stated, Refused> {
    // serde_json has compiled the parser of this type. A parser of another type, compiled here for speed,
    // would take 16 kB of a page.
    let value: Value = text.parse().map_err(|error| located(text, &error))?;
    let fields = value.as_object().ok_or_else(|| (0, "an object is expected".to_owned()))?;
    let (mut stated, is_once) = (Stated::default(), count_fields(&value) == count_colons(text));
    let read = if is_once { take(&mut stated, fields, records, true) } else { Err(TWICE.to_owned()) };
    let has_position = |()| match (&stated.cells, stated.texts.is_empty()) {
        (None, true) => Err("no field `board` with cells, and no field `position`".to_owned()),
        _ => Ok(()),
    };
    read.and_then(has_position).map_err(|reason| (text.chars().count(), reason))?;
    Ok(stated)
}

/// Returns the number of fields of a value and of all values within it, each counted once.
fn count_fields(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(count_fields).sum(),
        Value::Object(fields) => fields.values().map(|value| 1 + count_fields(value)).sum(),
        _ => 0,
    }
}

/// Returns the number of fields in a text that is JSON: each has a colon outside quotation marks.
fn count_colons(text: &str) -> usize {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let is_colon = |&found: &u8| {
        let was_escaped = std::mem::take(&mut is_escaped);
        is_escaped = found == b'\\' && !was_escaped;
        is_quoted ^= found == b'"' && !was_escaped;
        found == b':' && !is_quoted
    };
    text.as_bytes().iter().copied().filter(is_colon).count()
}

/// Returns an error with its place as an index in the text.
fn located(text: &str, error: &Error) -> Refused {
    let (line, column) = (error.line(), error.column());
    let reason = error.to_string();
    let reason = reason.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&reason);
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    // The column counts bytes, and may end within a character.
    let index = text.char_indices().take_while(|&(at, _)| at < before + column).count();
    (index, reason.to_owned())
}

/// Takes the fields that matter from an object, which may have others within it.
fn take(
    stated: &mut Stated,
    fields: &Map<String, Value>,
    records: Records,
    is_outer: bool,
) -> Result<(), String> {
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("inarow", _) if value.as_u64() != Some(4) => {
                Err("`inarow` is not 4, and this is a game of four in a row")?;
            }
            // Answers have them too, and their columns are a list.
            ("mark" | "to_move" | "score" | "scores" | "outcome" | "moves", Value::Null)
            | ("columns", Value::Array(_))
            | ("game" | "inarow", Value::Number(_)) => {}
            ("observation" | "configuration" | "known", Value::Object(fields)) if is_outer => {
                take(stated, fields, records, false)?;
            }
            ("observation" | "configuration", _) if is_outer => Err("an object is expected")?,
            ("board", Value::String(size)) => {
                let size = size.parse().map_err(|_| "`board` is cells, or a size such as \"7x6\"")?;
                once(&mut stated.board, size)?;
            }
            ("board", Value::Array(items)) => once(&mut stated.cells, cells(items, &mut stated.shown)?)?,
            ("board", _) => Err("a list of cells is expected")?,
            ("position" | "fen" | "rows" | "moves" | "game" | "pos", Value::String(text)) => {
                let notation = match name.as_str() {
                    "position" => None,
                    "fen" => Some(Notation::Fen),
                    "rows" => Some(Notation::Board),
                    _ => Some(Notation::Moves),
                };
                stated.texts.push((notation, text.clone()));
            }
            // The moves of a review, which are also in `game`, and of an explanation.
            ("moves", Value::Array(_)) if fields.contains_key("turning_point") => {}
            ("steps", Value::Array(_)) if fields.contains_key("headline") => {}
            ("steps", _) => Err(
                "`steps` is not read: of a replay, give the columns alone, which are steps[i][player].action from 0",
            )?,
            ("opening", Value::String(opening))
                if fields
                    .get("moves")
                    .and_then(Value::as_str)
                    .and_then(|moves| Some((moves, moves.strip_prefix(opening.as_str())?)))
                    .is_some_and(|(moves, rest)| {
                        !moves.contains(',') || rest.is_empty() || rest.starts_with(',')
                    }) => {}
            ("setup", _) if value.as_u64() != Some(0) => {
                Err("`setup` is not 0, and its stones are not in the moves")?;
            }
            // The score of the move of a level, which may be lower than the score of the position.
            ("score", _)
                if fields.contains_key("level")
                    && fields.get("best_proven").and_then(Value::as_bool) != Some(true) => {}
            ("position" | "fen" | "moves" | "game" | "pos", _) => Err(format!("`{name}` is a text"))?,
            ("columns" | "width" | "rows" | "height", _) => {
                let number = small(value).ok_or_else(|| format!("`{name}` is a small number"))?;
                let is_width = ["columns", "width"].contains(&name.as_str());
                let field = if is_width { &mut stated.columns } else { &mut stated.rows };
                once(field, number.into())?;
            }
            ("mark", _) => {
                let player = match value.as_u64() {
                    Some(1) => Player::X,
                    Some(2) => Player::O,
                    _ => Err("`mark` is 1 or 2")?,
                };
                once(&mut stated.to_move, player)?;
            }
            ("to_move", _) => {
                let player = value.as_str().and_then(|player| player.parse().ok());
                once(&mut stated.to_move, player.ok_or("`to_move` is \"X\" or \"O\"")?)?;
            }
            ("score", _) if !value.is_array() => {
                once(&mut stated.score, whole(value).ok_or("`score` is a whole number")?)?;
            }
            ("scores" | "move score" | "score", _) => {
                let score = |score: &Value| if score.is_null() { Some(None) } else { whole(score).map(Some) };
                let scores = value.as_array().and_then(|scores| scores.iter().map(score).collect());
                once(
                    &mut stated.scores,
                    scores.ok_or_else(|| format!("`{name}` is a list of whole numbers"))?,
                )?;
            }
            ("outcome", _) => {
                let words = ["loss", "draw", "win"];
                let outcome = words.iter().zip(-1..).find(|(word, _)| value.as_str() == Some(word));
                once(&mut stated.outcome, outcome.ok_or("`outcome` is win, draw or loss")?.1)?;
            }
            (name, _) if OF_KAGGLE.split(' ').any(|known| known == name) => {}
            (name, _)
                if records.iter().any(|(key, names)| {
                    (key.is_empty() || fields.contains_key(*key)) && names.contains(&name)
                }) => {}
            (name, _) => Err(format!(
                "`{}` is not read, and may change the position: leave it out; `mark`, 1 or 2, is the side to move",
                excerpt(name)
            ))?,
        }
    }
    Ok(())
}

/// Returns the cells of a list of cells or of rows; a list of rows also sets the board.
fn cells(items: &[Value], shown: &mut Option<BoardSize>) -> Result<Vec<u8>, &'static str> {
    let listed = |items: &[Value]| items.iter().map(small).collect::<Option<Vec<u8>>>();
    if !items.first().is_some_and(Value::is_array) {
        return listed(items).ok_or(CELL);
    }
    let rows = items.iter().map(|row| listed(row.as_array()?)).collect::<Option<Vec<_>>>().ok_or(CELL)?;
    let width = rows[0].len();
    if rows.iter().any(|row| row.len() != width) {
        return Err("rows of different lengths");
    }
    *shown = Some(BoardSize::new(width, rows.len()).ok_or("the rows do not form a board")?);
    Ok(rows.concat())
}

const CELL: &str = "a cell is 0, 1 or 2";

const TWICE: &str = "a field that is there twice";

/// Returns a whole number.
fn whole(value: &Value) -> Option<i32> {
    value.as_i64()?.try_into().ok()
}

/// Returns a whole number of one byte.
fn small(value: &Value) -> Option<u8> {
    value.as_u64()?.try_into().ok()
}

/// Keeps the value of a field. An object and the objects within it may state it several times, with one
/// value.
fn once<T: PartialEq>(field: &mut Option<T>, value: T) -> Result<(), &'static str> {
    let known = field.replace(value);
    if known.is_none() || known == *field { Ok(()) } else { Err(TWICE) }
}

#[cfg(test)]
mod tests;
