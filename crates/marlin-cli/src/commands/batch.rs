//! One answer a line: what the batch commands share.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use indicatif::ProgressBar;
use marlin_core::{Game, Position, Progress};
use serde::Serialize;

use crate::args::BatchArgs;
use crate::error::CliError;
use crate::lines::{Line, Lines};
use crate::progress;
use crate::text::excerpt;

/// What a position takes before it is worth a word how far it has come.
const A_WHILE: Duration = Duration::from_millis(200);

/// How answers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// The line as it was given, and the answer.
    Text,
    /// One object a line.
    Json,
}

/// A line that is a position, to be answered.
#[derive(Debug)]
pub(crate) struct Question<'a> {
    /// The line as it was given.
    pub(crate) given: &'a str,
    /// The position it stands for.
    pub(crate) position: Position,
    /// How to answer.
    pub(crate) format: Format,
}

impl Question<'_> {
    /// Returns the answer as a line: `text` after the line as it was given, or `object` by itself.
    pub(crate) fn reply(&self, text: &str, object: &impl Serialize) -> io::Result<String> {
        match self.format {
            Format::Text => Ok(format!("{} {text}\n", self.given)),
            Format::Json => json_line(object),
        }
    }
}

/// What stands in place of an answer to a line that is no position.
#[derive(Debug, Serialize)]
struct BadLine<'a> {
    line: u64,
    position: &'a str,
    error: &'a str,
}

/// Answers every line of the input, in order, each as soon as it is known. Who answers tells how far it has come.
///
/// # Errors
///
/// [`CliError::BadLines`] at the end if lines were no positions, at once whatever keeps it from reading or writing.
pub(crate) fn run(
    args: &BatchArgs,
    out: &mut dyn Write,
    answer: impl FnMut(&Question<'_>, &mut dyn FnMut(&Progress)) -> io::Result<String>,
) -> Result<(), CliError> {
    let input = Input::open(args.file.as_deref())?;
    let format = if args.json { Format::Json } else { Format::Text };
    let bar = input.progress_bar()?;
    let one_screen = !bar.is_hidden() && io::stdout().is_terminal();
    let mut batch = Batch { format, out, answer, bar, one_screen, total: 0, bad: 0, first_bad: 0 };
    let result = batch.run(input);
    batch.bar.finish_and_clear();
    result
}

/// Where positions come from.
struct Input {
    name: String,
    lines: Lines<Box<dyn BufRead>>,
    /// The file, if its lines can be counted before they are read.
    countable: Option<File>,
}

impl Input {
    fn open(file: Option<&Path>) -> Result<Self, CliError> {
        match file {
            Some(path) if path != Path::new("-") => Self::open_file(path),
            None if io::stdin().is_terminal() => Err(CliError::NoInput),
            _ => Ok(Self::standard_input()),
        }
    }

    fn standard_input() -> Self {
        let lines = Lines::new(Box::new(io::stdin().lock()) as Box<dyn BufRead>);
        Self { name: "standard input".to_owned(), lines, countable: None }
    }

    fn open_file(path: &Path) -> Result<Self, CliError> {
        let name = excerpt(&path.to_string_lossy());
        let open = || File::open(path).map_err(|source| CliError::Input { name: name.clone(), source });
        let file = open()?;
        // A pipe with a name can be read only once.
        let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
        let countable = if is_file { Some(open()?) } else { None };
        let lines = Lines::new(Box::new(BufReader::new(file)) as Box<dyn BufRead>);
        Ok(Self { name, lines, countable })
    }

    fn next_line(&mut self) -> Result<Option<Line>, CliError> {
        self.lines.next_line().map_err(|source| self.unreadable(source))
    }

    fn unreadable(&self, source: io::Error) -> CliError {
        CliError::Input { name: self.name.clone(), source }
    }

    /// Returns a bar on standard error for somebody who watches it, one that draws nothing otherwise.
    fn progress_bar(&self) -> Result<ProgressBar, CliError> {
        Ok(match &self.countable {
            Some(file) if progress::is_watched() => {
                let total = count_lines(file).map_err(|source| self.unreadable(source))?;
                progress::bar(Some(total), "{bar:20} {pos}/{len} positions, {eta} left{wide_msg}")
            }
            _ => progress::bar(None, "{spinner} {pos} positions, {elapsed}{wide_msg}"),
        })
    }
}

/// Returns how far the search of one position has come, to stand behind a bar.
fn state(progress: &Progress) -> String {
    let millions = |count: u64| count as f64 / 1e6;
    let (nodes, nps) = (millions(progress.nodes), millions(progress.nps()));
    let line: String = progress.line().iter().map(|column| column.to_char()).collect();
    let (bounds, full) = (progress.bounds, progress.hashfull() / 10);
    format!("; now {bounds}, {nodes:.1} M nodes, {nps:.1} M/s, table {full} % full, {line}")
}

fn count_lines(file: &File) -> io::Result<u64> {
    let mut lines = Lines::new(BufReader::new(file));
    let mut count = 0;
    while lines.next_line()?.is_some() {
        count += 1;
    }
    Ok(count)
}

/// A batch at work.
struct Batch<'a, A> {
    format: Format,
    out: &'a mut dyn Write,
    answer: A,
    bar: ProgressBar,
    /// Whether the answers and the bar meet on one screen.
    one_screen: bool,
    total: u64,
    bad: u64,
    first_bad: u64,
}

impl<A: FnMut(&Question<'_>, &mut dyn FnMut(&Progress)) -> io::Result<String>> Batch<'_, A> {
    fn run(&mut self, mut input: Input) -> Result<(), CliError> {
        while let Some(line) = input.next_line()? {
            self.total += 1;
            let reply = self.reply(&line)?;
            self.write(&reply)?;
            self.bar.inc(1);
        }
        match self.bad {
            0 => Ok(()),
            bad => Err(CliError::BadLines { bad, total: self.total, first: self.first_bad }),
        }
    }

    fn reply(&mut self, line: &Line) -> io::Result<String> {
        let given = match line {
            Ok(given) => given,
            Err(error) => return self.bad_line(error.start(), &error.to_string()),
        };
        match given.parse::<Game>() {
            Ok(game) => self.ask(&Question { given, position: *game.position(), format: self.format }),
            Err(error) => self.bad_line(&excerpt(given), &error.to_string()),
        }
    }

    /// Returns the answer to a question, and shows beside the bar how far it has come if it takes a while.
    fn ask(&mut self, question: &Question<'_>) -> io::Result<String> {
        let Self { bar, answer, .. } = self;
        let mut tell = |progress: &Progress| {
            if !bar.is_hidden() && progress.elapsed >= A_WHILE {
                bar.set_message(state(progress));
            }
        };
        let reply = answer(question, &mut tell);
        if !bar.message().is_empty() {
            bar.set_message("");
        }
        reply
    }

    /// Notes a line that is no position and returns what stands in its place.
    fn bad_line(&mut self, position: &str, error: &str) -> io::Result<String> {
        self.bad += 1;
        if self.bad == 1 {
            self.first_bad = self.total;
        }
        match self.format {
            Format::Text => Ok(format!("{position} error: {error}\n")),
            Format::Json => json_line(&BadLine { line: self.total, position, error }),
        }
    }

    /// Writes a line at once, and not into the bar.
    fn write(&mut self, line: &str) -> io::Result<()> {
        let Self { bar, out, one_screen, .. } = self;
        let mut write = || {
            out.write_all(line.as_bytes())?;
            out.flush()
        };
        // Taking the bar away and drawing it again costs more than an easy position.
        if *one_screen { bar.suspend(write) } else { write() }
    }
}

/// Returns an object as a line.
pub(super) fn json_line(object: &impl Serialize) -> io::Result<String> {
    let mut line = serde_json::to_string(object)?;
    line.push('\n');
    Ok(line)
}
