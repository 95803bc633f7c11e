//! Answers as text, as objects, or as comma-separated values.

use std::io;

use marlin_core::Bounds;
use serde::Serialize;
use serde_json::Value;

use crate::args::BatchArgs;
use crate::commands::json::json_line;

/// The format of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// The line as it was given, and the answer behind it.
    Text,
    /// An object a line.
    Json,
    /// A line of names, then a line of values for each position.
    Csv,
}

/// The answer to a position.
#[derive(Debug)]
pub(crate) struct EntryAnswer {
    /// Whether all that was asked for is proven.
    pub(crate) is_proven: bool,
    /// The proven bounds of the score of the position.
    pub(crate) bounds: Bounds,
    /// Its line.
    pub(crate) line: String,
}

/// Formats answers, and the errors of invalid lines.
#[derive(Debug)]
pub(crate) struct Writer {
    pub(super) format: Format,
    /// The names of the fields. They are part of the interface.
    names: Vec<&'static str>,
    /// Whether the fields have the moves of a perfect game.
    pub(super) with_line: bool,
}

impl Writer {
    /// Returns the format of the command line, with these fields.
    pub(super) fn new(args: &BatchArgs, fields: &[&'static str]) -> Self {
        let format = match args {
            _ if args.json => Format::Json,
            _ if args.csv => Format::Csv,
            _ => Format::Text,
        };
        Self::with_format(format, fields, args.pv)
    }

    fn with_format(format: Format, fields: &[&'static str], with_line: bool) -> Self {
        let names = fields.iter().copied().filter(|&name| with_line || name != "pv").collect();
        Self { format, names, with_line }
    }

    /// Returns the text before all answers.
    pub(super) fn header(&self) -> String {
        match self.format {
            Format::Csv => csv_line(self.names.iter().copied().chain(["error"])),
            Format::Text | Format::Json => String::new(),
        }
    }

    /// Returns the line of an answer with fields.
    pub(super) fn record(&self, record: &impl Serialize) -> io::Result<String> {
        if self.format != Format::Csv {
            return json_line(record);
        }
        let fields = serde_json::to_value(record)?;
        let cells: Vec<_> = self.names.iter().map(|&name| cell(&fields[name], " ")).collect();
        Ok(csv_line(cells.iter().map(String::as_str).chain([""])))
    }

    /// Returns the error in place of the answer to an invalid line.
    pub(super) fn bad_line(&self, line: u64, position: &str, error: &str) -> io::Result<String> {
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

/// The object in place of the answer to an invalid line.
#[derive(Debug, Serialize)]
struct BadLine<'a> {
    line: u64,
    position: &'a str,
    error: &'a str,
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

fn csv_line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    cells.map(csv_cell).collect::<Vec<_>>().join(",") + "\n"
}

/// Returns a cell of a line, in quotes where RFC 4180 asks for them.
fn csv_cell(text: &str) -> String {
    let is_quoted = text.contains([',', '"', '\n', '\r']);
    if is_quoted { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use marlin_coach::record::ColumnsRecord;
    use marlin_core::{BoardSize, Position, SolverBuilder};

    use super::*;

    /// Returns the record of a position that is too hard for no nodes, but for its full column.
    fn unproven(given: &str) -> ColumnsRecord {
        let position = Position::parse(BoardSize::STANDARD, "444444").unwrap();
        let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().without_book().build();
        let analysis = solver.query(&position).nodes(0).analyze();
        ColumnsRecord::new(given, &position, &analysis)
    }

    #[test]
    fn fields_keep_their_order_in_objects() {
        let writer = Writer::with_format(Format::Json, ColumnsRecord::FIELDS, false);
        let line = writer.record(&unproven("44")).unwrap();
        assert!(line.starts_with("{\"position\":\"44\",\"scores\":[null,null,"), "{line}");
        let place = |name: &&str| line.find(&format!("\"{name}\":")).expect("each field is in the object");
        assert!(writer.names.iter().map(place).is_sorted(), "{line}");
    }

    #[test]
    fn comma_separated_values_are_quoted_where_necessary() {
        let writer = Writer::with_format(Format::Csv, &["position", "score", "column_bounds"], false);
        assert_eq!(writer.header(), "position,score,column_bounds,error\n");
        let line = writer.record(&unproven("4,\"4\"")).unwrap();
        let rest = line.strip_prefix("\"4,\"\"4\"\"\",,").expect(&line);
        let cells: Vec<_> = rest.strip_suffix(",\n").unwrap().split(' ').collect();
        assert!(cells.len() == 7 && cells[3] == "-" && cells[0].contains(".."), "{line}");
        assert_eq!(writer.bad_line(7, "x", "no, really").unwrap(), "x,,,\"no, really\"\n");
    }
}
