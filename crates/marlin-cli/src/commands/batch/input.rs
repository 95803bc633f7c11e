//! [`Input`]: the input, cut into entries.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::iter;
use std::path::PathBuf;

use indicatif::ProgressBar;
use marlin_core::{BoardSize, suite};
use marlin_notation::{self as notation, Reader};
use marlin_support::exit::Failure;
use marlin_support::lines::{Line, LineError, Lines};
use marlin_support::progress;
use marlin_support::text::excerpt;
use serde_json::{Map, Value};

use crate::commands::shared::{MAX_INPUT, NamedInput, not_a_position};

/// The reason why the moves of a game are refused if its tags state a position.
const SETUP: &str =
    "a game that starts at the position of its tags is not read: give all moves from the empty board";

/// The advice to a user at a terminal who has named no positions.
const ADVICE: &str = "no positions to read: name a FILE, '-' for the keyboard, or pipe them in, one per line";

/// Lines that a board may have: its rows, a frame, column numbers and the text that `display` prints below.
const MAX_BOARD_LINES: u64 = 144;

/// An entry of the input, to be answered.
#[derive(Debug)]
pub(super) struct Entry {
    /// The line at which it begins, counted from 1.
    pub(super) line: u64,
    /// The board of the command line or of the head of a position set; `None` if neither states one.
    pub(super) board: Option<BoardSize>,
    /// A line, or the lines of a board, or an argument.
    pub(super) text: Result<String, EntryError>,
    /// Whether it is an argument, which states no score behind its moves.
    pub(super) is_argument: bool,
    /// The position of a row of CSV, because `text` is then an object with all fields of the row.
    pub(super) cell: Option<String>,
}

impl Entry {
    fn new(line: u64, board: Option<BoardSize>, text: Result<String, EntryError>) -> Self {
        Self { line, board, text, is_argument: false, cell: None }
    }
}

/// The reason why an entry has no text, and the start of the entry.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EntryError {
    pub(super) reason: String,
    pub(super) start: String,
}

impl From<LineError> for EntryError {
    fn from(error: LineError) -> Self {
        Self { reason: error.to_string(), start: error.start().to_owned() }
    }
}

/// How the input is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    Lines,
    /// Lines with their carriage returns. Bytes that are not text become replacement characters.
    RawLines,
    /// Boards with empty lines between them.
    Boards,
}

/// The input: files and positions, one after the other. The numbers of their lines continue.
pub(super) struct Input {
    /// The remaining sources in reverse order. The last item is the current one, which may have been read in
    /// part.
    sources: Vec<Source>,
    cut: Cut,
    /// The board of the command line.
    board: Option<BoardSize>,
    /// Lines of the sources that have ended.
    read: u64,
}

/// A part of the input.
enum Source {
    Text(String),
    Lines(Box<SourceLines>),
}

/// The lines of a file, or of standard input.
struct SourceLines {
    name: String,
    lines: Lines<Box<dyn BufRead + Send>>,
    /// The board of the entries, as far as it is known.
    board: Option<BoardSize>,
    /// Whether the first line is a comment, or a line so far is a tag of PGN. Then empty lines have no
    /// answer.
    separates_by_blanks: bool,
    /// Whether the last line was a tag of a game, and whether the tags of the game state a position.
    tags: (bool, bool),
    /// The names of the columns of CSV, none for other input.
    header: Vec<String>,
    /// Whether a position has been read: then it is too late to state another board than the standard one.
    has_positions: bool,
    /// Lines read.
    read: u64,
    /// The file, if its lines can be counted before they are read.
    countable: Option<PathBuf>,
}

impl Input {
    /// Opens the input that the command line names.
    pub(super) fn open(
        words: &[String],
        cut: Cut,
        board: Option<BoardSize>,
        reader: Reader,
    ) -> Result<Self, Failure> {
        let reader = reader.board(board);
        let together = words.join(" ");
        if words.len() > 1 && reader.read(&together).is_ok() {
            return Err(Failure::usage(format_args!(
                "several arguments are several positions, and these may be one: quote it, as in \"{together}\""
            )));
        }
        let mut sources = Vec::new();
        for input in NamedInput::open(words, ADVICE)? {
            sources.push(match input {
                NamedInput::Lines { name, input, path } => {
                    // A pipe with a name can be read only once.
                    let countable = path.filter(|path| path.is_file() && cut != Cut::Boards);
                    Source::lines(name, input, board, countable)
                }
                NamedInput::Text(text) => {
                    if cut != Cut::RawLines {
                        reader.read(&text).map_err(|error| not_a_position(words, &text, &error))?;
                    }
                    Source::Text(text)
                }
            });
        }
        sources.reverse();
        Ok(Self { sources, cut, board, read: 0 })
    }

    /// Returns the next entry, `None` at the end.
    pub(super) fn next_entry(&mut self) -> Result<Option<Entry>, Failure> {
        while let Some(source) = self.sources.last_mut() {
            let entry = match source {
                Source::Text(text) => {
                    self.read += 1;
                    let entry = Entry::new(self.read, self.board, Ok(std::mem::take(text)));
                    self.sources.pop();
                    Some(Entry { is_argument: true, ..entry })
                }
                Source::Lines(lines) => {
                    let next = lines.next_entry(self.cut)?;
                    next.map(|entry| Entry { line: self.read + entry.line, ..entry })
                }
            };
            if entry.is_some() {
                return Ok(entry);
            }
            if let Some(Source::Lines(lines)) = self.sources.pop() {
                self.read += lines.read;
            }
        }
        Ok(None)
    }

    /// Returns a bar on standard error, which draws nothing unless that is a terminal. It has an end if all
    /// positions can be counted before they are read.
    pub(super) fn progress_bar(&self) -> Result<ProgressBar, Failure> {
        let mut total = progress::stderr_is_terminal().then_some(0);
        for source in &self.sources {
            total = match (source, total) {
                (_, None) => None,
                (Source::Text(_), Some(total)) => Some(total + 1),
                (Source::Lines(lines), Some(total)) => lines.count()?.map(|count| total + count),
            };
        }
        let template = match total {
            Some(_) => "{bar:20} {pos}/{len} positions, {eta} left{wide_msg}",
            None => "{spinner} {pos} positions, {elapsed}{wide_msg}",
        };
        Ok(progress::bar(total, template))
    }

    /// Returns the unit of an entry.
    pub(super) fn unit(&self) -> &'static str {
        if self.cut == Cut::Boards { "board" } else { "line" }
    }
}

impl Source {
    fn lines(
        name: String,
        input: Box<dyn BufRead + Send>,
        board: Option<BoardSize>,
        countable: Option<PathBuf>,
    ) -> Self {
        Self::Lines(Box::new(SourceLines {
            name,
            lines: Lines::with_limit(input, MAX_INPUT),
            board,
            separates_by_blanks: false,
            tags: (false, false),
            header: Vec::new(),
            has_positions: false,
            read: 0,
            countable,
        }))
    }
}

impl SourceLines {
    /// Returns the next entry, `None` at the end.
    fn next_entry(&mut self, cut: Cut) -> Result<Option<Entry>, Failure> {
        match cut {
            Cut::Lines => self.next_line(),
            Cut::RawLines => {
                self.read += 1;
                let bytes = self.lines.next_bytes().map_err(|error| self.unreadable(&error))?;
                let text = |bytes: Vec<u8>| Ok(String::from_utf8_lossy(&bytes).into_owned());
                Ok(bytes.map(|bytes| Entry::new(self.read, self.board, text(bytes))))
            }
            Cut::Boards => self.next_board().map_err(|error| self.unreadable(&error)),
        }
    }

    fn next_line(&mut self) -> Result<Option<Entry>, Failure> {
        while let Some(line) = self.lines.next_line().map_err(|error| self.unreadable(&error))? {
            self.read += 1;
            if !self.is_skipped(&line)? {
                self.has_positions = true;
                let text = match line {
                    Ok(line) if self.tags == (false, true) => {
                        Err(EntryError { reason: SETUP.to_owned(), start: excerpt(&line) })
                    }
                    line => line.map_err(EntryError::from),
                };
                let row = text.as_ref().ok().filter(|_| !self.header.is_empty()).map(|row| self.row(row));
                let (cell, text) = row.map_or((None, text), |(cell, object)| (Some(cell), Ok(object)));
                return Ok(Some(Entry { cell, ..Entry::new(self.read, self.board, text) }));
            }
        }
        Ok(None)
    }

    /// Returns whether the line just read has no position: it is a comment, or a blank line of a set or of
    /// PGN. A comment may state the board of a set.
    fn is_skipped(&mut self, line: &Line) -> Result<bool, Failure> {
        let Ok(text) = line else { return Ok(false) };
        let is_comment = text.starts_with('#');
        let is_tag = text.starts_with('[') && text.ends_with("\"]");
        let is_blank = text.trim().is_empty();
        self.tags = match self.tags {
            (was_tag, states_position) if is_tag => {
                // A user wrote this text.
                let is_position = text.starts_with("[FEN ") || text.starts_with("[SetUp ");
                (true, is_position || was_tag && states_position)
            }
            (_, states_position) => (false, states_position),
        };
        self.separates_by_blanks |= is_tag || is_comment && self.read == 1;
        // Positions before this line were read on the standard board.
        let mut board = self.board.or(self.has_positions.then_some(BoardSize::STANDARD));
        suite::is_comment(&mut board, text)
            .map_err(|error| Failure::usage(format_args!("{}, line {}: {error}", self.name, self.read)))?;
        if !self.has_positions {
            self.board = board;
        }
        // A user wrote this text.
        let is_header = !self.has_positions && text.starts_with("position,");
        if is_header {
            self.header = csv_cells(text);
        }
        Ok(is_comment || is_header || self.separates_by_blanks && is_blank)
    }

    /// Returns the position of a row of CSV, and an object of its fields. A field beyond the header has no
    /// name, so the reader refuses it.
    fn row(&self, row: &str) -> (String, String) {
        let value = |name: &str, cell: &str| match (name, cell.parse::<i64>()) {
            ("scores", _) => cell.split(' ').map(|score| score.parse::<i64>().ok()).collect(),
            (_, Ok(number)) if name != "position" => number.into(),
            _ => Value::from(cell),
        };
        let (cells, names) = (csv_cells(row), self.header.iter().map(String::as_str).chain(iter::repeat("")));
        let fields = names.zip(&cells).filter(|(name, cell)| *name == "position" || !cell.is_empty());
        let object: Map<_, _> = fields.map(|(name, cell)| (name.to_owned(), value(name, cell))).collect();
        (cells[0].clone(), Value::from(object).to_string())
    }

    /// Reads the lines up to an empty one.
    fn next_board(&mut self) -> io::Result<Option<Entry>> {
        let (mut board, mut first, mut count) = (Ok::<_, EntryError>(String::new()), 0, 0);
        while let Some(line) = self.lines.next_line()? {
            self.read += 1;
            if line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
                if count > 0 {
                    break;
                }
                continue;
            }
            count += 1;
            if count == 1 {
                first = self.read;
            }
            if count <= MAX_BOARD_LINES {
                board = board.and_then(|mut board| {
                    board.extend([&*line?, "\n"]);
                    Ok(board)
                });
            }
        }
        if count > MAX_BOARD_LINES {
            let start = board.map_or_else(|error| error.start, |board| excerpt(&notation::join_rows(&board)));
            let reason =
                format!("{count} lines without an empty line between them: a board has at most 127 rows");
            board = Err(EntryError { reason, start });
        }
        Ok((count > 0).then(|| Entry::new(first, self.board, board)))
    }

    fn unreadable(&self, error: &io::Error) -> Failure {
        Failure::read(&self.name, error)
    }

    /// Returns the number of lines, if they can be counted before they are read.
    fn count(&self) -> Result<Option<u64>, Failure> {
        let counted = |path| File::open(path).and_then(count_lines).map_err(|error| self.unreadable(&error));
        self.countable.as_ref().map(counted).transpose()
    }
}

/// Returns the cells of a line of CSV, without the quotation marks around them.
fn csv_cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if !is_quoted || signs.next_if_eq(&'"').is_none() => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(std::mem::take(&mut cell)),
            sign => cell.push(sign),
        }
    }
    cells.push(cell);
    cells
}

fn count_lines(file: File) -> io::Result<u64> {
    let mut lines = Lines::with_limit(BufReader::new(file), MAX_INPUT);
    let mut count = 0;
    while lines.next_bytes()?.is_some() {
        count += 1;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(text: &str) -> Vec<(u64, Result<String, EntryError>)> {
        let reader = Box::new(io::Cursor::new(text.to_owned()));
        let sources = vec![Source::lines("a test".to_owned(), reader, None, None)];
        let mut input = Input { sources, cut: Cut::Boards, board: None, read: 0 };
        std::iter::from_fn(|| input.next_entry().unwrap().map(|entry| (entry.line, entry.text))).collect()
    }

    #[test]
    fn empty_lines_separate_boards() {
        assert_eq!(boards(""), []);
        assert_eq!(boards("\n \n"), []);
        assert_eq!(boards("\na\nb\n\n\r\n c \r\n"), [(2, Ok("a\nb\n".into())), (6, Ok(" c \n".into()))]);
    }

    #[test]
    fn a_board_without_an_end_takes_little_memory() {
        let lines = boards(&("x\n".repeat(1_000) + "\ny"));
        let (1, Err(EntryError { reason, start })) = &lines[0] else { panic!("{:?}", lines[0]) };
        assert!(reason.starts_with("1000 lines without an empty line") && start.len() < 100, "{reason}");
        assert_eq!(lines[1], (1_002, Ok("y\n".into())));
    }
}
