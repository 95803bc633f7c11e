//! [`Input`]: the input, cut into entries.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

use indicatif::ProgressBar;
use marlin_core::notation::{self, Reader};
use marlin_core::{BoardSize, suite};
use marlin_support::lines::{Line, LineError, Lines};
use marlin_support::progress;
use marlin_support::text::excerpt;

use crate::commands::shared::{NamedInput, not_a_position};
use crate::failure::Failure;

/// The advice to a user at a terminal who has named no positions.
const ADVICE: &str = "no positions to read: name a FILE, '-' for the keyboard, or pipe them in, one per line";

/// Lines that a board may have: its rows, a frame, column numbers and the text that `display` prints below.
const MAX_BOARD_LINES: u64 = 80;

/// An entry of the input, to be answered.
#[derive(Debug)]
pub(super) struct Entry {
    /// The line at which it begins, counted from 1.
    pub(super) line: u64,
    /// The board of the command line or of the head of a position set; `None` if neither states one.
    pub(super) board: Option<BoardSize>,
    /// A line, or the lines of a board.
    pub(super) text: Result<String, EntryError>,
}

/// The reason why an entry is not read as text.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum EntryError {
    /// A line of it is not text.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The game of a PGN whose tags state a position of its own.
    #[error("a game from the position of its tags isn't read: give the moves of the whole game")]
    Setup {
        /// How the line begins, fit to print.
        start: String,
    },
    /// A board is drawn on more lines than a board can have.
    #[error("{lines} lines without an empty one between them, where a board has 63 rows at most")]
    TooManyLines {
        /// How the board begins, fit to print.
        start: String,
        /// Lines of the board.
        lines: u64,
    },
}

impl EntryError {
    /// Returns the start of the entry, fit to print.
    pub(super) fn start(&self) -> &str {
        match self {
            Self::Line(error) => error.start(),
            Self::Setup { start } | Self::TooManyLines { start, .. } => start,
        }
    }
}

/// How the input is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    Lines,
    /// Lines with their carriage returns. What is no text in them becomes a replacement character.
    RawLines,
    /// Boards with empty lines between them.
    Boards,
}

/// The part of a PGN that a line belongs to. Lines without tags before them are moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Tags,
    Moves,
    /// Tags that state a position of the game's own.
    SetupTags,
    /// The moves from that position.
    SetupMoves,
}

impl Section {
    const fn after(self, is_tag: bool, states_position: bool) -> Self {
        match (self, is_tag) {
            (Self::SetupTags, true) => Self::SetupTags,
            (_, true) if states_position => Self::SetupTags,
            (_, true) => Self::Tags,
            (Self::Tags | Self::Moves, false) => Self::Moves,
            (Self::SetupTags | Self::SetupMoves, false) => Self::SetupMoves,
        }
    }
}

/// The input.
pub(super) struct Input {
    name: String,
    lines: Lines<Box<dyn BufRead + Send>>,
    cut: Cut,
    /// The board of the entries, as far as it is known.
    board: Option<BoardSize>,
    /// Whether the first line is a comment, or one a tag of PGN, so that empty lines have no answer.
    separates_by_blanks: bool,
    section: Section,
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
        match NamedInput::open(words, ADVICE)? {
            NamedInput::Lines { name, input, path } => {
                // A pipe with a name can be read only once.
                let countable = path.filter(|path| path.is_file() && cut != Cut::Boards);
                Ok(Self { countable, ..Self::new(name, input, cut, board) })
            }
            NamedInput::Text(text) => {
                reader.board(board).read_line(&text).map_err(|error| not_a_position(&text, &error))?;
                let input = Box::new(io::Cursor::new(text));
                Ok(Self::new("the command line".to_owned(), input, cut, board))
            }
        }
    }

    fn new(name: String, input: Box<dyn BufRead + Send>, cut: Cut, board: Option<BoardSize>) -> Self {
        Self {
            name,
            lines: Lines::new(input),
            cut,
            board,
            separates_by_blanks: false,
            section: Section::Moves,
            has_positions: false,
            read: 0,
            countable: None,
        }
    }

    /// Returns the next entry, `None` at the end.
    pub(super) fn next_entry(&mut self) -> Result<Option<Entry>, Failure> {
        match self.cut {
            Cut::Lines => self.next_line(),
            Cut::RawLines => {
                self.read += 1;
                let bytes = self.lines.next_bytes().map_err(|error| self.unreadable(&error))?;
                let text = |bytes: Vec<u8>| Ok(String::from_utf8_lossy(&bytes).into_owned());
                Ok(bytes.map(|bytes| Entry { line: self.read, board: self.board, text: text(bytes) }))
            }
            Cut::Boards => self.next_board().map_err(|error| self.unreadable(&error)),
        }
    }

    fn next_line(&mut self) -> Result<Option<Entry>, Failure> {
        while let Some(line) = self.lines.next_line().map_err(|error| self.unreadable(&error))? {
            self.read += 1;
            if !self.is_skipped(&line)? {
                self.has_positions = true;
                let text = line.map_err(EntryError::from).and_then(|line| match self.section {
                    Section::SetupMoves => Err(EntryError::Setup { start: excerpt(&line) }),
                    _ => Ok(line),
                });
                return Ok(Some(Entry { line: self.read, board: self.board, text }));
            }
        }
        Ok(None)
    }

    /// Returns whether the line just read has no position: it is a comment, or a blank line of a set or of PGN. A comment may
    /// state the board of a set.
    fn is_skipped(&mut self, line: &Line) -> Result<bool, Failure> {
        let Ok(text) = line else { return Ok(false) };
        let is_comment = text.starts_with('#');
        let is_tag = text.starts_with('[') && text.ends_with("\"]");
        let is_blank = text.trim().is_empty();
        let states_position = is_tag && (text.starts_with("[FEN ") || text.starts_with("[SetUp "));
        self.section = self.section.after(is_tag, states_position);
        self.separates_by_blanks |= is_tag || is_comment && self.read == 1;
        // A position before it is one of the standard board.
        let mut board = self.board.or(self.has_positions.then_some(BoardSize::STANDARD));
        suite::is_comment(&mut board, text)
            .map_err(|error| Failure::usage(format_args!("{}, line {}: {error}", self.name, self.read)))?;
        if !self.has_positions {
            self.board = board;
        }
        Ok(is_comment || self.separates_by_blanks && is_blank)
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
            let start = board
                .map_or_else(|error| error.start().to_owned(), |board| excerpt(&notation::join_rows(&board)));
            board = Err(EntryError::TooManyLines { start, lines: count });
        }
        Ok((count > 0).then_some(Entry { line: first, board: self.board, text: board }))
    }

    fn unreadable(&self, error: &io::Error) -> Failure {
        Failure::read(&self.name, error)
    }

    /// Returns a bar on standard error, which draws nothing unless that is a terminal.
    pub(super) fn progress_bar(&self) -> Result<ProgressBar, Failure> {
        Ok(match &self.countable {
            Some(path) if progress::stderr_is_terminal() => {
                let total =
                    File::open(path).and_then(count_lines).map_err(|error| self.unreadable(&error))?;
                progress::bar(Some(total), "{bar:20} {pos}/{len} positions, {eta} left{wide_msg}")
            }
            _ => progress::bar(None, "{spinner} {pos} positions, {elapsed}{wide_msg}"),
        })
    }

    /// Returns the unit of an entry.
    pub(super) fn unit(&self) -> &'static str {
        if self.cut == Cut::Boards { "board" } else { "line" }
    }
}

fn count_lines(file: File) -> io::Result<u64> {
    let mut lines = Lines::new(BufReader::new(file));
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
        let mut input = Input::new("a test".to_owned(), reader, Cut::Boards, None);
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
        assert!(
            matches!(&lines[0], (1, Err(EntryError::TooManyLines { lines: 1_000, start })) if start.len() < 100)
        );
        assert_eq!(lines[1], (1_002, Ok("y\n".into())));
    }
}
