//! One answer a line: what the batch commands share.
//!
//! | module | what it does |
//! |---|---|
//! | `input` | cuts the input into lines and boards |
//! | `notation` | reads a line as a position |
//! | `pipeline` | answers many at once, in order |
//! | `search` | the search of one position, by one thread or all |
//! | `answer` | answers as text, JSON and CSV |

mod answer;
mod input;
mod notation;
mod pipeline;
mod search;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::ProgressBar;
use marlin_core::{Limits, Position, Solver};

use self::answer::Writer;
pub(super) use self::answer::{Answer, Body, Format};
use self::input::{Content, Entry, Input};
use self::notation::Given;
pub(super) use self::search::Search;
use self::search::Solvers;
use crate::args::{BatchArgs, InputNotation};
use crate::error::CliError;
use marlin_support::text::excerpt;

/// A line that is a position, to be answered.
#[derive(Debug)]
pub(super) struct Question<'a> {
    /// The position as the line gives it.
    pub(super) given: &'a str,
    /// The position it stands for.
    pub(super) position: Position,
    /// What form the answer has.
    pub(super) format: Format,
    /// How to find the answer.
    pub(super) search: Search<'a>,
}

/// What is written for an entry of the input.
#[derive(Debug, Default)]
pub(super) struct Reply {
    /// For standard output.
    pub(super) text: String,
    /// For standard error.
    pub(super) complaint: String,
    /// What it says about the run as a whole.
    pub(super) fate: Fate,
}

/// What became of an entry of the input.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing to note.
    #[default]
    Fine,
    /// It is no position, on a line.
    Bad(u64),
    /// It states a score that is wrong, on a line.
    Wrong(u64),
    /// The limits left something unproven.
    Unproven,
}

/// Answers every position of the input, each by an answer with the fields `names`.
///
/// # Errors
///
/// At the end [`CliError::WrongScores`] if lines state wrong scores, [`CliError::BadLines`] if lines were no positions, and
/// [`CliError::Unproven`] if limits were too narrow; at once whatever keeps it from reading or writing.
pub(super) fn run(
    args: &BatchArgs,
    names: Vec<&'static str>,
    solver: &Solver,
    out: &mut dyn Write,
    answer: impl Fn(&Question<'_>) -> Answer + Send + Sync + 'static,
) -> Result<(), CliError> {
    let writer = Writer { format: Format::new(args), names };
    let (header, notation) = (writer.header()?, args.input);
    let reply = move |entry: &Entry, search: Search<'_>| reply(entry, notation, &writer, search, &answer);
    reply_to_all(args, solver, &header, out, reply)
}

/// Answers every line as it is, whatever it is.
///
/// # Errors
///
/// Whatever keeps it from reading or writing.
pub(super) fn run_on_bytes(
    args: &BatchArgs,
    solver: &Solver,
    out: &mut dyn Write,
    answer: impl Fn(u64, &[u8], &Search<'_>) -> Reply + Send + Sync + 'static,
) -> Result<(), CliError> {
    reply_to_all(args, solver, "", out, move |entry, search| match &entry.content {
        Content::Bytes(bytes) => Ok(answer(entry.line, bytes, &search)),
        Content::Text(_) => Err(io::Error::other("bytes were asked for")),
    })
}

/// Replies to every entry of the input, in order, each as soon as the reply is known.
fn reply_to_all(
    args: &BatchArgs,
    solver: &Solver,
    header: &str,
    out: &mut dyn Write,
    reply: impl Fn(&Entry, Search<'_>) -> io::Result<Reply> + Send + Sync + 'static,
) -> Result<(), CliError> {
    let mut input = Input::open(args)?;
    let bar = input.progress_bar()?;
    let limits = Limits { time: args.time.map(Duration::from_millis), nodes: args.nodes, ..Limits::NONE };
    let engine = Solvers::new(solver, limits);
    let one_screen = !bar.is_hidden() && io::stdout().is_terminal();
    let mut output = Output { out, bar: bar.clone(), one_screen, tally: Tally::new(input.unit()) };
    let mut result = output.write(header, "").map_err(CliError::from);
    if result.is_ok() {
        let threads = {
            let engine = engine.clone();
            move || engine.threads()
        };
        let shown = bar.clone();
        result = pipeline::run(
            threads,
            move || input.next_entry(),
            move |entry, alone| reply(&entry, Search::new(&engine, alone, &shown)),
            &mut |replies| Ok(output.take(replies)?),
        );
    }
    bar.finish_and_clear();
    result.and_then(|()| output.tally.verdict())
}

/// Replies to an entry with its answer, or with what is wrong with it.
fn reply(
    entry: &Entry,
    notation: InputNotation,
    writer: &Writer,
    search: Search<'_>,
    answer: &impl Fn(&Question<'_>) -> Answer,
) -> io::Result<Reply> {
    let bad = |fate: fn(u64) -> Fate, position: &str, error: &str| -> io::Result<Reply> {
        let text = writer.bad_line(entry.line, position, error)?;
        Ok(Reply { text, fate: fate(entry.line), ..Reply::default() })
    };
    let line = match &entry.content {
        Content::Text(Ok(line)) => line,
        Content::Text(Err(error)) => return bad(Fate::Bad, error.start(), &error.to_string()),
        Content::Bytes(_) => return Err(io::Error::other("text was asked for")),
    };
    let Given { text: given, position, score } = match notation::read(line, notation) {
        Ok(given) => given,
        Err(error) => return bad(Fate::Bad, &excerpt(line), &error.to_string()),
    };
    let is_limited = search.is_limited();
    let Answer { is_proven, bounds, body } =
        answer(&Question { given, position, format: writer.format, search });
    if let Some(score) = score.filter(|&score| !bounds.contains(score)) {
        return bad(Fate::Wrong, given, &format!("the score is {bounds}, not {score}"));
    }
    if !is_proven && !is_limited {
        return Err(io::Error::other("the search ended without a proof"));
    }
    let fate = if is_proven { Fate::Fine } else { Fate::Unproven };
    Ok(Reply { text: writer.answer(given, &body)?, fate, ..Reply::default() })
}

/// Where replies go.
struct Output<'a> {
    out: &'a mut dyn Write,
    bar: ProgressBar,
    /// Whether the answers and the bar meet on one screen.
    one_screen: bool,
    tally: Tally,
}

impl Output<'_> {
    /// Writes the replies that are next.
    fn take(&mut self, replies: Vec<io::Result<Reply>>) -> io::Result<()> {
        let count = replies.len() as u64;
        let mut text = String::new();
        for reply in replies {
            let reply = match reply {
                Ok(reply) => reply,
                Err(error) => {
                    self.write(&text, "")?;
                    return Err(error);
                }
            };
            self.tally.count(reply.fate);
            text += &reply.text;
            if !reply.complaint.is_empty() {
                self.write(&std::mem::take(&mut text), &reply.complaint)?;
            }
        }
        self.write(&text, "")?;
        // A hidden bar would estimate its speed all the same.
        if !self.bar.is_hidden() {
            self.bar.inc(count);
        }
        Ok(())
    }

    /// Writes text and a complaint at once, and not into the bar.
    fn write(&mut self, text: &str, complaint: &str) -> io::Result<()> {
        let Self { bar, out, one_screen, .. } = self;
        let mut write = || {
            out.write_all(text.as_bytes())?;
            out.flush()?;
            if !complaint.is_empty() {
                // There is nowhere left to say that standard error is closed.
                let _ = io::stderr().write_all(complaint.as_bytes());
            }
            Ok(())
        };
        // Taking the bar away and drawing it again costs more than an easy position.
        if *one_screen || !complaint.is_empty() { bar.suspend(write) } else { write() }
    }
}

/// What there is to say at the end.
struct Tally {
    unit: &'static str,
    total: u64,
    bad: BadEntries,
    wrong: BadEntries,
    unproven: u64,
}

impl Tally {
    fn new(unit: &'static str) -> Self {
        Self { unit, total: 0, bad: BadEntries::default(), wrong: BadEntries::default(), unproven: 0 }
    }

    fn count(&mut self, fate: Fate) {
        self.total += 1;
        match fate {
            Fate::Fine => {}
            Fate::Unproven => self.unproven += 1,
            Fate::Bad(line) => self.bad.add(line),
            Fate::Wrong(line) => self.wrong.add(line),
        }
    }

    fn verdict(&self) -> Result<(), CliError> {
        let &Self { unit, total, bad, wrong, unproven } = self;
        match (wrong.count, bad.count, unproven) {
            (0, 0, 0) => Ok(()),
            (0, 0, _) => Err(CliError::Unproven { unproven, total }),
            (0, ..) => Err(CliError::BadLines { unit, bad: bad.count, total, first: bad.first }),
            _ => Err(CliError::WrongScores {
                unit,
                wrong: wrong.count,
                total,
                first: wrong.first,
                bad: bad.count,
            }),
        }
    }
}

/// Entries of the input that have one thing wrong with them.
#[derive(Debug, Default, Clone, Copy)]
struct BadEntries {
    count: u64,
    /// The line of the first one.
    first: u64,
}

impl BadEntries {
    fn add(&mut self, line: u64) {
        self.count += 1;
        if self.count == 1 {
            self.first = line;
        }
    }
}
