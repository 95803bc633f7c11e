//! The reply to an entry of the input: its answer as text, as an object, or as comma-separated values, or its
//! error.

use std::io;

use marlin_coach::record::{ColumnsRecord, ScoreRecord};
use marlin_core::{Bounds, ParseError, ParseErrorKind, Position, Query, Report, Score};
use marlin_notation::{Reader, join_rows};
use marlin_support::text::excerpt;
use serde::Serialize;
use serde_json::Value;

use super::input::Entry;
use super::search::EntrySearch;
use crate::commands::shared::{csv_line, in_words, json_line};

/// The question about each position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// Its score.
    Score,
    /// Its outcome.
    Outcome,
    /// The scores of all columns.
    Columns,
    /// The outcomes of all columns, which only the format of another program has.
    ColumnOutcomes,
}

/// The format of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// The given line, and the answer after it.
    Text,
    /// An object a line.
    Json,
    /// A line of names, then a line of values for each position.
    Csv,
}

/// The reply to an entry of the input.
#[derive(Debug, Default)]
pub(super) struct EntryReply {
    /// For standard output.
    pub(super) text: String,
    /// For standard error.
    pub(super) complaint: String,
    /// The state of the entry, for the counts of the run.
    pub(super) state: EntryState,
}

/// The state of an entry of the input after its reply.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryState {
    /// It is answered.
    #[default]
    Answered,
    /// The text on this line is no position.
    Invalid(u64),
    /// The entry on this line states a wrong score.
    WrongScore(u64),
    /// The limits left something unproven.
    Unproven,
}

/// Answers entries, in a format.
#[derive(Debug)]
pub(super) struct Writer {
    reader: Reader,
    question: Question,
    format: Format,
    /// The names of the fields. They are part of the interface.
    names: Vec<&'static str>,
    /// The moves of best play in the fields.
    line: Option<usize>,
}

impl Writer {
    pub(super) fn new(question: Question, format: Format, line: Option<usize>, reader: Reader) -> Self {
        let fields = match question {
            Question::Score | Question::Outcome => ScoreRecord::FIELDS,
            Question::Columns | Question::ColumnOutcomes => ColumnsRecord::FIELDS,
        };
        let names = fields.iter().copied().filter(|&name| line.is_some() || name != "line").collect();
        Self { reader, question, format, names, line }
    }

    /// Returns the text before all answers.
    pub(super) fn header(&self) -> String {
        match self.format {
            Format::Csv => csv_line(self.names.iter().copied().chain(["error"])),
            Format::Text | Format::Json => String::new(),
        }
    }

    /// Returns the reply to an entry: its answer, or its error.
    pub(super) fn reply(&self, entry: &Entry, search: EntrySearch<'_>) -> io::Result<EntryReply> {
        let bad = |state: fn(u64) -> EntryState, position: &str, error: &str| -> io::Result<EntryReply> {
            let text = self.bad_line(entry.line, position, error)?;
            Ok(EntryReply { text, state: state(entry.line), ..EntryReply::default() })
        };
        let line = match &entry.text {
            Ok(line) => line,
            Err(error) => return bad(EntryState::Invalid, &error.start, &error.reason),
        };
        let is_drawn = line.contains('\n');
        let reader = self.reader.board(entry.board);
        let read = match if entry.is_argument { reader.read(line) } else { reader.read_line(line) } {
            Ok(read) => read,
            Err(error) => {
                let line = entry.cell.as_ref().unwrap_or(line);
                let shown = if is_drawn { join_rows(line) } else { line.clone() };
                return bad(EntryState::Invalid, &excerpt(&shown), &described(&error));
            }
        };
        // An answer is one line, and so is the position in it.
        let shown = match (self.format, &entry.cell) {
            (_, Some(cell)) => cell.clone(),
            _ if is_drawn => join_rows(read.text),
            _ => read.text.to_owned(),
        };
        let (given, position) = (&*shown, *read.position());
        let is_limited = search.is_limited();
        let search = match search.on(position.size()) {
            Ok(search) => search,
            Err(error) => return bad(EntryState::Invalid, given, &error.to_string()),
        };
        let (found, text) = self.answer(given, &position, &search)?;
        if let Some(error) = read.stated.contradiction(&found) {
            return bad(EntryState::WrongScore, given, &error);
        }
        let is_proven = match self.question {
            Question::Score => found.bounds.score().is_some(),
            Question::Outcome => found.bounds.outcome().is_some(),
            Question::Columns | Question::ColumnOutcomes => found.is_complete(),
        };
        if !is_proven && !is_limited {
            return Err(io::Error::other("the search ended without a proof"));
        }
        let state = if is_proven { EntryState::Answered } else { EntryState::Unproven };
        Ok(EntryReply { text, state, ..EntryReply::default() })
    }

    /// Returns the answer to a position, and its line.
    fn answer(
        &self,
        given: &str,
        position: &Position,
        search: &EntrySearch<'_>,
    ) -> io::Result<(Report, String)> {
        let is_text = self.format == Format::Text;
        let found = match self.question {
            Question::Score if is_text => search.ask(position, Query::score),
            Question::Score => search.score_with_move(position),
            Question::Outcome => search.ask(position, Query::outcome),
            Question::Columns | Question::ColumnOutcomes => search.ask(position, Query::analyze),
        };
        if is_text {
            // A reader would take `1 2` and `4 4 3 3 2` for moves, or refuse them. So the score has a sign
            // after a single move and after moves in several words.
            let is_wide = position.size().width() > 9;
            let is_word = given.bytes().all(|byte| byte.is_ascii_digit() || is_wide && byte == b',');
            let are_moves = given.bytes().all(|byte| b"0123456789, \t*-/".contains(&byte));
            let has_sign =
                self.question == Question::Score && are_moves && !(is_word && position.nb_moves() > 1);
            let sign =
                found.bounds.score().filter(|score| has_sign && *score >= Score::DRAW).map_or("", |_| "+");
            let answer = format!("{given} {sign}{}\n", in_text(self.question, &found));
            return Ok((found, answer));
        }
        // Without a proof of the score there are no moves of best play.
        let line = self.line.map(|length| match found.bounds.score() {
            Some(_) => search.line(position, length),
            None => Vec::new(),
        });
        let answer = match self.question {
            Question::Score => {
                let record = ScoreRecord::of_score(given, position, &found);
                self.record(&line.iter().fold(record, |record, line| record.with_line(line)))
            }
            Question::Outcome => self.record(&ScoreRecord::of_outcome(given, position, &found)),
            Question::Columns | Question::ColumnOutcomes => {
                let record = ColumnsRecord::new(given, position, &found);
                self.record(&line.iter().fold(record, |record, line| record.with_line(line)))
            }
        };
        Ok((found, answer?))
    }

    /// Returns the line of an answer with fields.
    fn record(&self, record: &impl Serialize) -> io::Result<String> {
        if self.format != Format::Csv {
            return json_line(record);
        }
        let fields = serde_json::to_value(record)?;
        let cells: Vec<_> = self.names.iter().map(|&name| cell(&fields[name], " ")).collect();
        Ok(csv_line(cells.iter().map(String::as_str).chain([""])))
    }

    /// Returns the error in place of the answer to an invalid line.
    fn bad_line(&self, line: u64, position: &str, error: &str) -> io::Result<String> {
        match self.format {
            Format::Text => Ok(format!("{position} error: {error}\n")),
            Format::Json => json_line(&BadLine { line, position, error }),
            Format::Csv => {
                let rest = (1..self.names.len()).map(|_| "");
                Ok(csv_line([position].into_iter().chain(rest).chain([error])))
            }
        }
    }
}

/// Returns the answer to a question as text.
fn in_text(question: Question, found: &Report) -> String {
    let column = |bounds: &Option<Bounds>| bounds.map_or_else(|| "-".to_owned(), |b| b.to_string());
    match (question, found.bounds.outcome()) {
        (Question::Outcome, Some(outcome)) => outcome.to_string(),
        (Question::Score | Question::Outcome, _) => found.bounds.to_string(),
        (Question::Columns | Question::ColumnOutcomes, _) => {
            found.columns.values().map(column).collect::<Vec<_>>().join(" ")
        }
    }
}

/// The object in place of the answer to an invalid line.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct BadLine<'a> {
    /// The number of the line.
    line: u64,
    /// The line, cut if it is long.
    position: &'a str,
    /// The reason.
    error: &'a str,
}

/// Returns the reason for which a line is no position, with the option that helps.
fn described(error: &ParseError) -> String {
    match error.kind() {
        ParseErrorKind::DrawnRow => {
            format!("{error}; --input board reads boards that are drawn on several lines")
        }
        _ => in_words(error),
    }
}

/// Returns a value between commas: nothing for null, lists without brackets.
fn cell(value: &Value, separator: &str) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(item).collect::<Vec<_>>().join(separator),
        _ => value.to_string(),
    }
}

/// Returns a value of a list: `-` for null, bounds as `LOWER..UPPER`.
fn item(value: &Value) -> String {
    if value.is_null() { "-".to_owned() } else { cell(value, "..") }
}

#[cfg(test)]
mod tests {
    use marlin_core::{BoardSize, Solver};

    use super::*;

    /// Returns the record of a search without nodes, which proves nothing about the columns that can be
    /// played.
    fn unproven(given: &str) -> ColumnsRecord {
        let position = Position::parse(BoardSize::STANDARD, "444444").unwrap();
        let solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
        let analysis = solver.query(&position).nodes(0).analyze();
        ColumnsRecord::new(given, &position, &analysis)
    }

    #[test]
    fn fields_keep_their_order_in_objects() {
        let writer = Writer::new(Question::Columns, Format::Json, None, Reader::new());
        let line = writer.record(&unproven("44")).unwrap();
        assert!(line.starts_with("{\"position\":\"44\",\"scores\":[null,null,"), "{line}");
        let place = |name: &&str| line.find(&format!("\"{name}\":")).expect("each field is in the object");
        // The move to play is the best one.
        assert!(writer.names.iter().filter(|&&name| name != "play").map(place).is_sorted(), "{line}");
    }

    #[test]
    fn comma_separated_values_are_quoted_where_necessary() {
        let names = vec!["position", "score", "column_bounds"];
        let writer = Writer::new(Question::Columns, Format::Csv, None, Reader::new());
        let writer = Writer { names, ..writer };
        assert_eq!(writer.header(), "position,score,column_bounds,error\n");
        let line = writer.record(&unproven("4,\"4\"")).unwrap();
        let rest = line.strip_prefix("\"4,\"\"4\"\"\",,").expect(&line);
        let cells: Vec<_> = rest.strip_suffix(",\n").unwrap().split(' ').collect();
        assert!(cells.len() == 7 && cells[3] == "-" && cells[0].contains(".."), "{line}");
        assert_eq!(writer.bad_line(7, "x", "no, really").unwrap(), "x,,,\"no, really\"\n");
    }
}
