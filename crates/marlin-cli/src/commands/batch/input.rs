//! [`Input`]: the input, cut into entries.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::Path;

use indicatif::ProgressBar;
use marlin_core::notation::{self, Notation, Reader};
use marlin_core::{BoardSize, ParseError, suite};
use marlin_support::lines::{Line, LineError, Lines};
use marlin_support::progress;
use marlin_support::text::excerpt;

use crate::args::{BaseArgs, BatchArgs};
use crate::failure::{Failure, Reason};
use crate::files::{FileError, name};

/// The reason why the input is refused as a whole.
#[derive(Debug, thiserror::Error)]
enum InputError {
    /// A user at a terminal has named no file.
    #[error("no positions to read: name a FILE, '-' for the keyboard, or pipe them in, one per line")]
    Keyboard,
    /// The head of a position set states a board that does not fit.
    #[error("{name}: {source}")]
    Board {
        /// The file, fit to print.
        name: String,
        /// The reason.
        source: ParseError,
    },
    /// The head of a position set states another board than that of the command line.
    #[error("{name} is a set of board {found}, not {expected}: leave --board out, or name another file")]
    OtherBoard {
        /// The file, fit to print.
        name: String,
        /// The board of the set.
        found: BoardSize,
        /// The board of the command line.
        expected: BoardSize,
    },
    /// A line states another board than that of the positions before it.
    #[error("{name}, line {line}: board {found} is stated where the positions are of {expected}")]
    LateBoard {
        /// The file, fit to print.
        name: String,
        /// The line, counted from 1.
        line: u64,
        /// The board that it states.
        found: BoardSize,
        /// The board of the positions, or the one that was stated before.
        expected: BoardSize,
    },
}

impl Reason for InputError {}

/// Lines that a board may have: its rows, a frame, column numbers and the text that `display` prints below.
const MAX_BOARD_LINES: u64 = 80;

/// An entry of the input, to be answered.
#[derive(Debug)]
pub(super) struct Entry {
    /// The line at which it begins, counted from 1.
    pub(super) line: u64,
    /// The board of the command line or of the head of a position set; `None` if neither states one.
    pub(super) board: Option<BoardSize>,
    /// Its content.
    pub(super) content: Content,
}

/// The content of an entry.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A line, or the lines of a board.
    Text(Result<String, EntryError>),
    /// The bytes of a line, with its carriage return.
    Bytes(Vec<u8>),
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
enum Cut {
    Lines,
    Bytes,
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
    /// The board of the command line.
    asked: Option<BoardSize>,
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
    countable: Option<File>,
}

impl Input {
    /// Opens the input that the command line names.
    pub(super) fn open(args: &BatchArgs, board: Option<BoardSize>) -> Result<Self, Failure> {
        let cut = match (args.compat, args.input.0) {
            (Some(_), _) => Cut::Bytes,
            (None, Some(Notation::Board)) => Cut::Boards,
            (None, _) => Cut::Lines,
        };
        match args.file.as_deref() {
            Some(path) if path != Path::new("-") => {
                Ok(Self::open_file_or_position(path, cut, board, args.base)?)
            }
            None if io::stdin().is_terminal() => Err(InputError::Keyboard.into()),
            _ => {
                Ok(Self::new("standard input".to_owned(), Box::new(BufReader::new(io::stdin())), cut, board))
            }
        }
    }

    fn new(name: String, input: Box<dyn BufRead + Send>, cut: Cut, board: Option<BoardSize>) -> Self {
        Self {
            name,
            lines: Lines::new(input),
            cut,
            asked: board,
            board,
            separates_by_blanks: false,
            section: Section::Moves,
            has_positions: false,
            read: 0,
            countable: None,
        }
    }

    /// Opens a file. The name of a missing file may be a position, which is then the input.
    fn open_file_or_position(
        path: &Path,
        cut: Cut,
        board: Option<BoardSize>,
        base: BaseArgs,
    ) -> Result<Self, FileError> {
        let source = match Self::open_file(path, cut, board) {
            Ok(input) => return Ok(input),
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(FileError::read(path, source));
            }
            Err(source) => source,
        };
        let text = path.to_string_lossy().into_owned();
        match Reader::new().board(board).base(base.base).read_line(&text) {
            Ok(_) => {
                let note = format!("note: no file '{}', so reading it as a position\n", excerpt(&text));
                // An error of standard error has no place to be reported.
                let _ = io::stderr().write_all(note.as_bytes());
                Ok(Self::new("the command line".to_owned(), Box::new(io::Cursor::new(text)), cut, board))
            }
            Err(reason) if text.starts_with(|first: char| first.is_ascii_digit()) => {
                let source = io::Error::new(source.kind(), format!("{source}; as a position: {reason}"));
                Err(FileError::read(path, source))
            }
            Err(_) => Err(FileError::read(path, source)),
        }
    }

    fn open_file(path: &Path, cut: Cut, board: Option<BoardSize>) -> io::Result<Self> {
        let file = File::open(path)?;
        // A pipe with a name can be read only once.
        let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
        let countable = if is_file && cut != Cut::Boards { Some(File::open(path)?) } else { None };
        Ok(Self { countable, ..Self::new(name(path), Box::new(BufReader::new(file)), cut, board) })
    }

    /// Returns the next entry, `None` at the end.
    pub(super) fn next_entry(&mut self) -> Result<Option<Entry>, Failure> {
        let entry = match self.cut {
            Cut::Lines => return self.next_line(),
            Cut::Bytes => self.next_bytes(),
            Cut::Boards => self.next_board(),
        };
        Ok(entry.map_err(|source| self.unreadable(source))?)
    }

    fn next_line(&mut self) -> Result<Option<Entry>, Failure> {
        while let Some(line) = self.lines.next_line().map_err(|source| self.unreadable(source))? {
            self.read += 1;
            if !self.is_skipped(&line)? {
                self.has_positions = true;
                let text = line.map_err(EntryError::from).and_then(|line| match self.section {
                    Section::SetupMoves => Err(EntryError::Setup { start: excerpt(&line) }),
                    _ => Ok(line),
                });
                return Ok(Some(Entry { line: self.read, board: self.board, content: Content::Text(text) }));
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
        self.note_board(text)?;
        Ok(is_comment || self.separates_by_blanks && is_blank)
    }

    /// Takes note of the board that a line states, if it states one.
    fn note_board(&mut self, text: &str) -> Result<(), InputError> {
        let name = || self.name.clone();
        let stated = suite::stated_board(text).map_err(|source| InputError::Board { name: name(), source });
        let Some(found) = stated? else { return Ok(()) };
        let unless_stated = if self.has_positions { BoardSize::STANDARD } else { found };
        let expected = self.board.unwrap_or(unless_stated);
        if found == expected {
            self.board = Some(found);
            return Ok(());
        }
        Err(if self.asked.is_some() {
            InputError::OtherBoard { name: name(), found, expected }
        } else {
            InputError::LateBoard { name: name(), line: self.read, found, expected }
        })
    }

    fn next_bytes(&mut self) -> io::Result<Option<Entry>> {
        self.read += 1;
        let bytes = self.lines.next_bytes()?;
        Ok(bytes.map(|bytes| Entry { line: self.read, board: self.board, content: Content::Bytes(bytes) }))
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
        Ok((count > 0).then_some(Entry { line: first, board: self.board, content: Content::Text(board) }))
    }

    fn unreadable(&self, source: io::Error) -> FileError {
        FileError::Read { name: self.name.clone(), source }
    }

    /// Returns a bar on standard error, which draws nothing unless that is a terminal.
    pub(super) fn progress_bar(&self) -> Result<ProgressBar, Failure> {
        Ok(match &self.countable {
            Some(file) if progress::stderr_is_terminal() => {
                let total = count_lines(file).map_err(|source| self.unreadable(source))?;
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

fn count_lines(file: &File) -> io::Result<u64> {
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
        let text = |entry: Entry| match entry.content {
            Content::Text(text) => (entry.line, text),
            Content::Bytes(bytes) => panic!("{bytes:?}"),
        };
        std::iter::from_fn(|| input.next_entry().unwrap().map(text)).collect()
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
