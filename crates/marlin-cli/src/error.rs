//! [`CliError`]: the reasons why the program fails, and their exit codes.

use std::io;

use marlin_arena::scoring::ReadPositionsError;
use marlin_arena::{AgentError, SpecError};
use marlin_book::{FinishError, RecordError};
use marlin_core::notation::NotationError;
use marlin_core::{BoardSize, BoardSizeError, ParseCpuError};
use marlin_protocol::setting::SettingError;
use marlin_support::pipeline::ThreadError;
use marlin_tui::PlayError;

/// The exit code of an internal failure, and of a check that failed.
pub(crate) const FAILURE: u8 = 1;

/// The exit code of bad usage, bad input, and input or output that the system refuses.
const BAD_INPUT: u8 = 2;

/// The exit code of a run in which limits left something unproven.
const UNPROVEN: u8 = 4;

/// Why the program ends without success.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// The value of `--hash`, `--threads` or `--book` is invalid.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The value of `--board` isn't a size, or is one that doesn't fit.
    #[error("invalid --board: {0}")]
    Board(BoardSizeError),
    /// This machine doesn't have the level of `--cpu`.
    #[error(transparent)]
    Cpu(#[from] ParseCpuError),
    /// The moves on the command line aren't a position.
    #[error("invalid {argument}: {source}")]
    Position {
        /// The argument, as the help names it.
        argument: &'static str,
        /// The reason.
        source: NotationError,
    },
    /// No moves lead to a position, and a game has moves.
    #[error("no order of moves leads to this position, so that no game goes on from it")]
    Unreachable,
    /// A review is asked for, and there is a position alone.
    #[error("a review needs the moves of the game, as in 4433 or d1 d2 c1 c2: a position alone has none")]
    NeedsMoves,
    /// An option was given that the command doesn't use.
    #[error("'{command}' doesn't use {option}: leave it out{}", if *.option == "--book" && command.starts_with("book") {
        "; the book is named after the command, as in 'marlin-cli book info FILE'"
    } else {
        ""
    })]
    UnusedOption {
        /// The option.
        option: &'static str,
        /// The command.
        command: &'static str,
    },
    /// `analyze` was asked for outcomes.
    #[error("--outcome belongs to 'solve': 'analyze' takes it only with --compat pons")]
    OutcomesOfColumns,
    /// A user at a terminal has named no file.
    #[error(
        "no positions to read: name a FILE, '-' for the keyboard, or pipe them in: echo 4433 | marlin-cli solve"
    )]
    NoInput,
    /// A user at a terminal has named no game.
    #[error("no game to review: name its MOVES or a FILE, '-' for the keyboard, or pipe them in")]
    NoGames,
    /// A graph is asked for, and there are several games.
    #[error("--svg draws one game, and there are {games}: leave it out, or review a single one")]
    ManyGraphs {
        /// The number of games.
        games: usize,
    },
    /// The input can't be opened or read.
    #[error("cannot read {name}: {source}")]
    Input {
        /// The file as it was named.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// Lines of the input are no positions; each produced an error in place of its answer.
    #[error("{}", not_positions(unit, *.bad, *.total, *.first))]
    BadLines {
        /// The unit of a position: line or board.
        unit: &'static str,
        /// The number of those without a position.
        bad: u64,
        /// The number of all.
        total: u64,
        /// The line of the first bad one, counted from 1.
        first: u64,
    },
    /// Lines of the input state wrong scores; each produced an error in place of its answer.
    #[error("{}", wrong_scores(unit, *.wrong, *.total, *.first, *.bad))]
    WrongScores {
        /// The unit of a position: line or board.
        unit: &'static str,
        /// The number of those with a wrong score.
        wrong: u64,
        /// The number of all.
        total: u64,
        /// The line of the first wrong one, counted from 1.
        first: u64,
        /// The number of those without a position.
        bad: u64,
    },
    /// Lines of a strict session couldn't be carried out; each was answered by an error.
    #[error("{}", refused_lines(*.refused, *.first, text))]
    RefusedLines {
        /// Lines that couldn't be carried out.
        refused: u64,
        /// The first of them, counted from 1.
        first: u64,
        /// Its beginning, fit to print.
        text: String,
    },
    /// An option of sessions was given to another command.
    #[error("{option} is an option of a session, not of this command: leave out one of them")]
    NoSession {
        /// The option.
        option: &'static str,
    },
    /// Limits left positions without a proof.
    #[error("{unproven} of {total} not proven within --time or --nodes: allow more, or leave them out")]
    Unproven {
        /// Positions without a proof.
        unproven: u64,
        /// Positions read.
        total: u64,
    },
    /// The default limit left positions without a proof.
    #[error(
        "{unproven} of {total} not proven within {seconds} s a position, the default: allow more by --time MS, or --time 0 for no limit"
    )]
    UnprovenByDefault {
        /// Positions without a proof.
        unproven: u64,
        /// Positions read.
        total: u64,
        /// The limit.
        seconds: u64,
    },
    /// The user ended the searches.
    #[error("interrupted: {unproven} of {total} not proven")]
    Interrupted {
        /// Positions without a proof.
        unproven: u64,
        /// Positions read.
        total: u64,
    },
    /// The system refuses a thread.
    #[error(transparent)]
    Thread(#[from] ThreadError),
    /// The program was built without a book.
    #[error("this program was built without a book of its own: name a FILE")]
    NoBook,
    /// A record of a book can't be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// No book can be made of the scores.
    #[error(transparent)]
    Finish(#[from] FinishError),
    /// A file can't be written.
    #[error("cannot write {name}: {source}")]
    Write {
        /// The file as it was named.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A file would be overwritten.
    #[error("{name} exists already: name another file, or pass --force to replace it")]
    Exists {
        /// The file as it was named.
        name: String,
    },
    /// A book doesn't have the positions that it should have.
    #[error("the book isn't complete: its {found} positions aren't those that the rules give")]
    IncompleteBook {
        /// Positions of the book.
        found: u64,
    },
    /// A book contradicts the search.
    #[error("{wrong} scores of the book are wrong")]
    WrongBook {
        /// Wrong scores.
        wrong: usize,
    },
    /// A player's name is invalid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A player can't be started, or doesn't answer.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// `--strict-time` was given without a time.
    #[error("--strict-time needs --time MS, the time for a move: --time 1000 --strict-time")]
    StrictTime,
    /// A player crashed or was silent; the report has been printed.
    #[error("{0}")]
    PlayerFailed(String),
    /// A file of positions has an invalid line.
    #[error("{name}, {error}")]
    BadPosition {
        /// The file as it was named.
        name: String,
        /// The line and the reason.
        error: ReadPositionsError,
    },
    /// The head of a position set states a board that doesn't fit.
    #[error("{name}: {source}")]
    SetBoard {
        /// The file as it was named.
        name: String,
        /// Why it doesn't fit.
        source: BoardSizeError,
    },
    /// The head of a position set states another board than the one that was asked for.
    #[error("{name} is a set of board {found}, not {expected}: leave --board out, or name another file")]
    OtherBoard {
        /// The file as it was named.
        name: String,
        /// The board of the set.
        found: BoardSize,
        /// The board that was asked for.
        expected: BoardSize,
    },
    /// A line states another board than the one of the positions.
    #[error("{name}, line {line}: board {found} is stated where the positions are of {expected}")]
    LateBoard {
        /// The file as it was named.
        name: String,
        /// The line, counted from 1.
        line: u64,
        /// The board that it states.
        found: BoardSize,
        /// The board of the positions, or the one that was stated before.
        expected: BoardSize,
    },
    /// A file of positions is empty.
    #[error("no positions in {name}: each line must have one, as in '4433'")]
    NoPositions {
        /// The file as it was named.
        name: String,
    },
    /// A board has too few cells for the stones asked for.
    #[error("{option} is at most {most} on a board of {board}")]
    TooManyPlies {
        /// The option.
        option: &'static str,
        /// The greatest number of stones.
        most: u32,
        /// The board.
        board: BoardSize,
    },
    /// A range of plies is empty.
    #[error("--min-plies {min} is greater than --max-plies {max}")]
    NoPlies {
        /// The least number.
        min: u32,
        /// The greatest number.
        max: u32,
    },
    /// The output can't be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// A search of the session panicked; the session went on.
    #[error("a search failed during this session: this is a bug in marlin")]
    SearchFailed,
}

impl From<PlayError> for CliError {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Thread(error) => ThreadError(error).into(),
            PlayError::Terminal(error) => error.into(),
            error => io::Error::other(error).into(),
        }
    }
}

impl CliError {
    /// Returns whether there is nothing to report: the reader of the output has stopped reading, as `head` does.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Returns the exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            _ if self.is_silent() => 0,
            Self::Setting(_)
            | Self::Board(_)
            | Self::Cpu(_)
            | Self::UnusedOption { .. }
            | Self::Position { .. }
            | Self::Unreachable
            | Self::NeedsMoves
            | Self::OutcomesOfColumns
            | Self::NoInput
            | Self::NoGames
            | Self::ManyGraphs { .. }
            | Self::Input { .. }
            | Self::Output(_)
            | Self::BadLines { .. }
            | Self::RefusedLines { .. }
            | Self::NoSession { .. }
            | Self::Thread(_)
            | Self::NoBook
            | Self::Record(_)
            | Self::Finish(_)
            | Self::Write { .. }
            | Self::Exists { .. }
            | Self::Spec(_)
            | Self::Agent(AgentError::Start { .. })
            | Self::StrictTime
            | Self::BadPosition { .. }
            | Self::SetBoard { .. }
            | Self::OtherBoard { .. }
            | Self::LateBoard { .. }
            | Self::NoPositions { .. }
            | Self::TooManyPlies { .. }
            | Self::NoPlies { .. } => BAD_INPUT,
            Self::SearchFailed
            | Self::WrongScores { .. }
            | Self::WrongBook { .. }
            | Self::IncompleteBook { .. }
            | Self::PlayerFailed(_)
            | Self::Agent(_) => FAILURE,
            Self::Unproven { .. } | Self::UnprovenByDefault { .. } | Self::Interrupted { .. } => UNPROVEN,
        }
    }
}

fn not_positions(unit: &str, bad: u64, total: u64, first: u64) -> String {
    let are = if bad == 1 { "is not a valid position" } else { "aren't valid positions" };
    some_entries(unit, bad, total, first, are)
}

fn wrong_scores(unit: &str, wrong: u64, total: u64, first: u64, bad: u64) -> String {
    let have = if wrong == 1 { "has a wrong score" } else { "have a wrong score" };
    let others = match bad {
        0 => String::new(),
        1 => "; 1 is not a valid position".to_owned(),
        _ => format!("; {bad} aren't valid positions"),
    };
    some_entries(unit, wrong, total, first, have) + &others
}

/// Describes how many entries have something in common, and where the first of them is.
fn some_entries(unit: &str, count: u64, total: u64, first: u64, predicate: &str) -> String {
    let place = if unit == "line" { "line" } else { "at line" };
    match count {
        1 => format!("1 of {total} {unit}s {predicate} ({place} {first})"),
        _ => format!("{count} of {total} {unit}s {predicate}, the first is {place} {first}"),
    }
}

fn refused_lines(refused: u64, first: u64, text: &str) -> String {
    match refused {
        1 => format!("1 line could not be carried out, line {first}: {text}"),
        _ => format!("{refused} lines could not be carried out, the first is line {first}: {text}"),
    }
}
