//! The arguments and the parts that several commands have.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Stdin, Write};
use std::path::{Path, PathBuf};
use std::slice;
use std::time::Duration;

use anstream::AutoStream;
use clap::ColorChoice;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use marlin_coach::default_time;
use marlin_coach::request::reader;
use marlin_core::{BoardSize, Bounds, Game, Limits, ParseError, ParseErrorKind, Solver, StopFlag, suite};
use marlin_notation::{Base, Claims};
use marlin_support::exit::{Failure, printable_name};
use marlin_support::files::{Existing, write_whole};
use marlin_support::lines::Lines;
use marlin_support::options::{time, whole};
use marlin_support::process;
use marlin_support::text::excerpt;
use marlin_svg::Theme;
use serde::Serialize;

// The base of columns. No doc comment: see `CliCommand`.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct BaseArgs {
    /// Number of the leftmost column in the moves that are read, 0 or 1. Answers count columns from 1
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    pub(super) base: Base,
}

// A position. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
pub(super) struct PositionArgs {
    /// The position: moves from the empty board, as in 4433 or 4 4 3 3; another notation, as in
    /// 7/7/7/7/3p3/3P3; or a file with a position. - reads standard input [default: the content of a pipe, or
    /// the empty board]
    pub(super) moves: Vec<String>,

    #[command(flatten)]
    pub(super) base: BaseArgs,
}

/// Returns the reader of a theme's name.
pub(super) fn theme() -> impl TypedValueParser<Value = Theme> {
    let value = |theme: Theme| PossibleValue::new(theme.name()).help(theme.description());
    PossibleValuesParser::new(Theme::ALL.map(value)).map(|name| name.parse().unwrap_or_default())
}

/// The argument that is a position.
const MOVES: &str = "MOVES";

/// The maximum size of a position, in bytes: the largest answer with its explanation takes less.
pub(super) const MAX_INPUT: usize = 1 << 16;

impl PositionArgs {
    /// Returns the game of the position, in any notation. Its words may be separate arguments; `-` is
    /// standard input.
    pub(super) fn read(&self, board: Option<BoardSize>) -> Result<Game, Failure> {
        self.game(board, self.text(false)?).map(|(game, _)| game)
    }

    /// Returns the game of the position, and the scores that its text states. Without arguments the position
    /// is read from standard input, unless that is a terminal.
    pub(super) fn read_or_piped(&self, board: Option<BoardSize>) -> Result<(Game, Claims), Failure> {
        self.game(board, self.text(true)?)
    }

    /// Returns the text of the position, and the name of its source: a file, standard input, or the argument.
    /// Without words the text is the content of a pipe if `may_be_piped`, and otherwise empty.
    pub(super) fn text(&self, may_be_piped: bool) -> Result<(String, String), Failure> {
        let is_piped = may_be_piped && self.moves.is_empty() && !io::stdin().is_terminal();
        let words = if is_piped { &["-".to_owned()][..] } else { &self.moves };
        let [word] = words else { return Ok((MOVES.to_owned(), words.join(" "))) };
        match NamedInput::named(word)? {
            NamedInput::Lines { name, input, .. } => {
                let mut text = String::new();
                let read = input.take(MAX_INPUT as u64 + 1).read_to_string(&mut text);
                match read.map_err(|error| Failure::read(&name, &error))? {
                    0..=MAX_INPUT => Ok((name, text.trim_start_matches('\u{feff}').to_owned())),
                    _ => Err(Failure::usage(format_args!(
                        "{name} has more than {MAX_INPUT} bytes: a position has fewer"
                    ))),
                }
            }
            NamedInput::Text(text) => Ok((MOVES.to_owned(), text)),
        }
    }

    fn game(
        &self,
        board: Option<BoardSize>,
        (name, text): (String, String),
    ) -> Result<(Game, Claims), Failure> {
        let read = reader().board(board).base(self.base.base).read(&text);
        read.map(|read| (read.game, read.stated)).map_err(|error| {
            if name == MOVES {
                not_a_position(slice::from_ref(&text), &text, &error)
            } else {
                invalid(&name, &error)
            }
        })
    }

    /// Returns the position as a record has it: its moves, or the words given, or its rows if a file or
    /// standard input had it.
    pub(super) fn given(&self, game: &Game) -> String {
        let is_named = matches!(&self.moves[..], [word] if word == "-" || Path::new(word).exists());
        match game.start().nb_moves() {
            0 => game.to_string(),
            _ if self.moves.is_empty() || is_named => game.position().to_rows(),
            _ => self.moves.join(" "),
        }
    }
}

/// Compares the scores that a text states with the bounds found.
pub(super) fn check_stated(stated: &Claims, found: Bounds) -> Result<(), Failure> {
    stated.contradiction_of_score(found).map_or(Ok(()), |error| Err(Failure::failed(error)))
}

/// Returns the failure of an argument that is no position of the board.
pub(super) fn invalid(argument: &str, error: &ParseError) -> Failure {
    Failure::usage(format_args!("invalid {argument}: {}", in_words(error)))
}

/// Returns the reason with the option that helps.
pub(super) fn in_words(error: &ParseError) -> String {
    match error.kind() {
        ParseErrorKind::ColumnZero => format!("{error}; --base 0 reads columns from 0"),
        ParseErrorKind::MovesOrScore => format!("{error}; --input moves or --input set chooses"),
        _ => error.to_string(),
    }
}

pub(crate) const STANDARD_INPUT: &str = "standard input";

/// An input that a word of a command names.
pub(super) enum NamedInput {
    /// The lines of a file, or of standard input.
    Lines { name: String, input: Box<dyn BufRead + Send>, path: Option<PathBuf> },
    /// A position.
    Text(String),
}

impl NamedInput {
    /// Opens the inputs: standard input without words. `advice` is for a user at a terminal who has named
    /// nothing.
    pub(super) fn open(words: &[String], advice: &str) -> Result<Vec<Self>, Failure> {
        match words {
            [] if io::stdin().is_terminal() => Err(Failure::usage(advice)),
            [] => Ok(vec![Self::named("-")?]),
            words => words.iter().map(|word| Self::named(word)).collect(),
        }
    }

    /// Opens the input of a word: standard input for `-`, a file if there is one of this name, and otherwise
    /// a position.
    fn named(word: &str) -> Result<Self, Failure> {
        let path = Path::new(word);
        if word == "-" {
            return Ok(Self::Lines { name: STANDARD_INPUT.to_owned(), input: Box::new(input()), path: None });
        }
        if word.is_empty() || !path.exists() {
            return Ok(Self::Text(word.to_owned()));
        }
        let file = File::open(path).map_err(|error| Failure::read_file(path, &error))?;
        let input = Box::new(BufReader::new(file));
        Ok(Self::Lines { name: printable_name(path), input, path: Some(path.to_owned()) })
    }
}

/// Returns the failure of an argument, one of `words`, that is no position. A text in no known form counts as
/// the name of a missing file if it has a dot or a slash.
pub(super) fn not_a_position(words: &[String], text: &str, error: &ParseError) -> Failure {
    match error.kind() {
        ParseErrorKind::NoForm if text.contains(['.', '/', '\\']) => {}
        ParseErrorKind::MovesOrScore => return Failure::usage(in_words(error)),
        _ if words.len() > 1 => return invalid(&format!("{MOVES} '{}'", excerpt(text)), error),
        _ => return invalid(MOVES, error),
    }
    let missing = || io::Error::from(io::ErrorKind::NotFound);
    Failure::read_file(Path::new(text), &File::open(text).err().unwrap_or_else(missing))
}

/// Reads a file with a game on each line, and at least one. Comments may state the board, which must be
/// `board` if that is given. `parse` returns the game of any other line, `None` if it has none.
pub(super) fn read_games(
    name: &str,
    input: impl BufRead,
    mut board: Option<BoardSize>,
    parse: impl Fn(BoardSize, &str) -> Result<Option<Game>, String>,
) -> Result<Vec<Game>, Failure> {
    let mut lines = Lines::with_limit(input, MAX_INPUT);
    let mut games = Vec::new();
    let mut number = 0;
    while let Some(line) = lines.next_line().map_err(|error| Failure::read(name, &error))? {
        number += 1;
        let game = line.map_err(|error| error.to_string()).and_then(|line| {
            let is_comment = suite::is_comment(&mut board, &line).map_err(|error| error.to_string())?;
            if is_comment { Ok(None) } else { parse(*board.get_or_insert_default(), &line) }
        });
        let bad_line = |reason| Failure::usage(format_args!("{name}, line {number}: {reason}"));
        games.extend(game.map_err(bad_line)?);
    }
    if games.is_empty() {
        let empty = format_args!("no positions in {name}: each line must have one, as in '4433'");
        return Err(Failure::usage(empty));
    }
    Ok(games)
}

// Limits. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
pub(super) struct LimitArgs {
    /// Search a position for at most MS milliseconds, and as long again for moves of best play; 0 for no
    /// limit [default: 5000; none on boards that are solved in seconds]
    #[arg(long, value_name = "MS", value_parser = time(1, 0..=u64::MAX), allow_negative_numbers = true)]
    time: Option<Duration>,

    /// Search at most N nodes of a position, and as many again for moves of best play
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
}

/// Returns the limit of a time: none for 0.
pub(super) fn limit_of(time: Option<Duration>) -> Option<Duration> {
    time.filter(|time| !time.is_zero())
}

impl LimitArgs {
    /// Returns the time limit of a search for which the user has given no limit.
    fn default_time(&self, solver: &Solver) -> Option<Duration> {
        default_time(solver.size()).filter(|_| self.time.is_none() && self.nodes.is_none())
    }

    /// Returns the limits of the search of a position.
    pub(super) fn limits(&self, solver: &Solver, stop: &StopFlag) -> Limits {
        let time = limit_of(self.time).or_else(|| self.default_time(solver));
        Limits { time, nodes: self.nodes, stop: Some(stop.clone()), ..Limits::NONE }
    }

    /// Returns the failure for the positions without a proof, if there are any.
    pub(super) fn check_proven(
        &self,
        solver: &Solver,
        stop: &StopFlag,
        unproven: u64,
        total: u64,
    ) -> Result<(), Failure> {
        match self.default_time(solver) {
            _ if unproven == 0 => Ok(()),
            _ if stop.is_stopped() => {
                Err(Failure::unproven(format_args!("interrupted: {unproven} of {total} not proven")))
            }
            Some(time) => Err(Failure::unproven(format_args!(
                "{unproven} of {total} not proven within the default of {} s a position: allow more with --time MS, or any time with --time 0",
                time.as_secs()
            ))),
            None => Err(beyond_limits(unproven, total)),
        }
    }
}

/// Returns the failure for positions without a proof within the limits that the user gave.
pub(super) fn beyond_limits(unproven: u64, total: u64) -> Failure {
    Failure::unproven(format_args!(
        "{unproven} of {total} not proven within --time or --nodes: allow more, or leave them out"
    ))
}

/// Returns a flag that the first Ctrl-C raises. The second one ends the program.
pub(super) fn stop_at_interrupt() -> StopFlag {
    let stop = StopFlag::new();
    let flag = stop.clone();
    process::on_first(move || flag.stop());
    stop
}

/// Checks that a board has room for the stones of an option, and for `empty` more. Returns their number.
pub(super) fn check_plies(option: &str, plies: u32, board: BoardSize, empty: u32) -> Result<u32, Failure> {
    let most = board.cells().saturating_sub(empty);
    let too_many = || Failure::usage(format_args!("{option} is at most {most} on a board of {board}"));
    if plies <= most { Ok(plies) } else { Err(too_many()) }
}

// A picture. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
pub(super) struct SvgArgs {
    /// Write a picture as SVG to a file; - is standard output, in place of the text
    #[arg(long, value_name = "FILE", value_parser = clap::builder::OsStringValueParser::new().try_map(svg_file))]
    pub(super) svg: Option<PathBuf>,

    /// Replace the file of --svg if it exists
    #[arg(long, requires = "svg")]
    force: bool,
}

/// Returns the file of a picture, unless the name ends as for another kind of picture.
fn svg_file(name: OsString) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    if path.file_name().is_none() {
        return Err("the name of a file is expected, or - for standard output".to_owned());
    }
    let kind = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if !["png", "jpg", "jpeg", "gif", "webp", "pdf"].contains(&kind.as_str()) {
        return Ok(path);
    }
    let svg = path.with_extension("svg");
    Err(format!(
        "the picture is SVG and not {kind}: name {0}, and convert it, as with rsvg-convert {0} --output {1}",
        svg.display(),
        path.display()
    ))
}

impl SvgArgs {
    /// Writes the text to the output and the picture to its file, if one is asked for.
    pub(super) fn write(
        &self,
        text: &str,
        picture: impl FnOnce() -> String,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        match self.svg.as_deref() {
            Some(path) if path == Path::new("-") => Ok(out.write_all(picture().as_bytes())?),
            path => {
                out.write_all(text.as_bytes())?;
                let Some(path) = path else { return Ok(()) };
                let written = write_whole(path, picture().as_bytes(), Existing::by_force(self.force));
                written.map_err(|error| Failure::write(path, &error))
            }
        }
    }
}

// Colours. No doc comment: see `CliCommand`.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct ColorArgs {
    /// Use colours: 'auto' uses them at a terminal, unless the variable `NO_COLOR` is set
    #[arg(long, value_name = "WHEN")]
    color: Option<ColorChoice>,
}

impl ColorArgs {
    /// Returns whether the output has colours: as chosen, and otherwise at a terminal that has them, unless
    /// `NO_COLOR` is set.
    pub(super) fn has_colours(self) -> bool {
        match self.color.unwrap_or_default() {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        }
    }
}

/// Returns whether the input and the output are a terminal.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Returns standard input, line by line.
pub(crate) fn input() -> BufReader<Stdin> {
    BufReader::new(io::stdin())
}

/// Reads the next line of a person, after a prompt at a terminal; `None` at the end of the input.
pub(super) fn ask(prompt: &str, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<Option<String>> {
    if is_interactive() {
        write!(out, "{prompt}> ")?;
    }
    out.flush()?;
    let mut line = Vec::new();
    let length = input.read_until(b'\n', &mut line)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}

/// Returns an object as a line of JSON.
pub(super) fn json_line(object: &impl Serialize) -> io::Result<String> {
    let mut line = serde_json::to_string(object)?;
    line.push('\n');
    Ok(line)
}

/// Writes a remark to standard error. A failure of that cannot be reported.
pub(super) fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Returns a line of comma-separated values.
pub(super) fn csv_line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    cells.into_iter().map(csv_cell).collect::<Vec<_>>().join(",") + "\n"
}

/// Returns a cell of a line, in quotes where RFC 4180 asks for them.
fn csv_cell(text: &str) -> String {
    let is_quoted = text.contains([',', '"', '\n', '\r']);
    if is_quoted { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
