//! `solve` and `analyze`: one answer for each position of the input.
//!
//! | module | contents |
//! |---|---|
//! | `input` | the input, cut into lines and boards |
//! | `search` | the search of one position, by one thread or all |
//! | `answer` | the reply to a line: its answer as text, JSON or CSV, or its error |
//! | `pons` | answers in the format of another program |

mod answer;
mod input;
mod pons;
mod search;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use indicatif::ProgressBar;
use marlin_coach::request::reader;
use marlin_core::Limits;
use marlin_notation::Notation;
use marlin_support::exit::Failure;
use marlin_support::options::{EngineOptions, time, whole};
use marlin_support::pipeline;
use marlin_support::solvers::SolverPool;

#[cfg(test)]
pub(super) use self::answer::BadLine;
use self::answer::{EntryReply, EntryState, Format, Question, Writer};
use self::input::{Cut, Input};
use self::search::EntrySearch;
use super::shared::{BaseArgs, beyond_limits, limit_of};

// Arguments of `solve`. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    batch: BatchArgs,

    /// Print 'win', 'draw' or 'loss' for the side to move instead of the score, which is faster
    #[arg(short = 'w', long, visible_alias = "weak", conflicts_with = "line")]
    outcome: bool,

    /// With --compat, print the scores of all columns, as 'analyze' does
    #[arg(short = 'a', long = "columns", requires = "compat")]
    columns: bool,

    #[command(flatten)]
    engine: EngineOptions,
}

// Arguments of `analyze`. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    batch: BatchArgs,

    /// With --compat, print only the outcome of each column
    #[arg(short = 'w', long, visible_alias = "weak")]
    outcome: bool,

    #[command(flatten)]
    engine: EngineOptions,
}

// The input and output of a batch command. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
struct BatchArgs {
    /// Positions, such as 4433, and files of positions; '-' or nothing for standard input
    #[arg(value_name = "MOVES|FILE")]
    words: Vec<String>,

    /// Print a JSON object for each position
    #[arg(long, group = "fields")]
    json: bool,

    /// Print comma-separated values, with the names of the fields in the first line
    #[arg(long, group = "fields", conflicts_with = "json")]
    csv: bool,

    /// With --json or --csv, add the next N moves of best play (without N, the rest of the game). An early
    /// position then takes about 15 ms instead of 0.1 ms, because the book has only scores
    #[arg(long, value_name = "N", requires = "fields", num_args = 0..=1,
        default_missing_value = "64", value_parser = whole(1..=64_usize))]
    line: Option<usize>,

    /// Search each position for at most MS milliseconds; 0 for no limit [default: 0]
    #[arg(long, value_name = "MS", value_parser = time(1, 0..=u64::MAX), allow_negative_numbers = true)]
    time: Option<Duration>,

    /// Search at most N nodes of each position
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// Notation of the positions
    #[arg(long, value_parser = notation(), default_value = "auto")]
    input: InputNotation,

    #[command(flatten)]
    base: BaseArgs,

    /// Read and write like another program, with all its quirks: see below
    #[arg(long, value_enum, conflicts_with_all = ["fields", "line", "time", "nodes", "input", "base"])]
    compat: Option<Compat>,
}

/// A notation, or none to recognise each line.
#[derive(Debug, Clone, Copy)]
struct InputNotation(Option<Notation>);

/// The notations of positions, with their names and descriptions.
const NOTATIONS: [(&str, &str, Option<Notation>); 8] = [
    ("auto", "Recognise each line", None),
    ("moves", "The columns played, without a score", Some(Notation::Moves)),
    ("set", "Lines of a position set: the columns played, a space, and the score", Some(Notation::Set)),
    ("cells", "The cells played, drops, and games with move numbers and results", Some(Notation::Cells)),
    ("kaggle", "Observations of Kaggle's game", Some(Notation::Kaggle)),
    ("uci-data", "Rows of the UCI repository's connect-4.data", Some(Notation::Connect4Data)),
    ("board", "Drawn boards, with empty lines between them", Some(Notation::Board)),
    ("fen", "FEN with drops", Some(Notation::Fen)),
];

/// Returns the reader of a notation's name.
fn notation() -> impl TypedValueParser<Value = InputNotation> {
    let values = NOTATIONS.map(|(name, help, _)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(|found| {
        let named = NOTATIONS.iter().find(|(name, ..)| *name == found);
        InputNotation(named.and_then(|&(.., notation)| notation))
    })
}

/// A program whose input and output are imitated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Compat {
    /// Pascal Pons's solver
    Pons,
}

impl SolveArgs {
    /// Prints the score of each position, or its outcome.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let question = match (self.columns, self.outcome) {
            (true, false) => Question::Columns,
            (true, true) => Question::ColumnOutcomes,
            (false, true) => Question::Outcome,
            (false, false) => Question::Score,
        };
        run(&self.batch, question, &self.engine, out)
    }
}

impl AnalyzeArgs {
    /// Prints the scores of all columns of each position.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.outcome {
            true if self.batch.compat.is_none() => Err(Failure::usage(
                "--outcome belongs to 'solve': 'analyze' takes it only with --compat pons",
            )),
            true => run(&self.batch, Question::ColumnOutcomes, &self.engine, out),
            false => run(&self.batch, Question::Columns, &self.engine, out),
        }
    }
}

/// Answers every entry of the input, in order, each as soon as the answer is known.
///
/// # Errors
///
/// An error of reading or writing ends the run at once. Wrong scores, invalid lines and unproven positions
/// are an error at its end.
fn run(
    args: &BatchArgs,
    question: Question,
    engine: &EngineOptions,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let format = match args {
        _ if args.json => Format::Json,
        _ if args.csv => Format::Csv,
        _ => Format::Text,
    };
    let cut = match (args.compat, args.input.0) {
        (Some(Compat::Pons), _) => Cut::RawLines,
        (None, Some(Notation::Board)) => Cut::Boards,
        (None, _) => Cut::Lines,
    };
    let reader = reader().notation(args.input.0).base(args.base.base);
    let writer = Writer::new(question, format, args.line, reader);
    let pool = SolverPool::new(engine.solver()?);
    // Without --board, drawn boards may have any size.
    let mut input = Input::open(&args.words, cut, engine.search.board, reader)?;
    let bar = input.progress_bar()?;
    let limits = Limits { time: limit_of(args.time), nodes: args.nodes, ..Limits::NONE };
    let one_screen = !bar.is_hidden() && io::stdout().is_terminal();
    let tally = Tally { unit: input.unit(), ..Tally::default() };
    let mut output = Output { out, bar: bar.clone(), one_screen, tally };
    let mut result = output.write(&writer.header(), "").map_err(Failure::from);
    if result.is_ok() {
        let (threads, shown) = (pool.main().threads(), bar.clone());
        result = pipeline::run(
            move || threads,
            move || input.next_entry(),
            move |entry, serial| {
                let search = EntrySearch::new(&pool, &limits, serial, &shown);
                match cut {
                    Cut::RawLines => Ok(pons::reply(question, &entry, &search)),
                    Cut::Lines | Cut::Boards => writer.reply(&entry, search),
                }
            },
            &mut |replies| Ok(output.take(replies)?),
        );
    }
    bar.finish_and_clear();
    result.and_then(|()| output.tally.result())
}

/// The output of the replies.
struct Output<'a> {
    out: &'a mut dyn Write,
    bar: ProgressBar,
    /// Whether the answers and the bar are on one screen.
    one_screen: bool,
    tally: Tally,
}

impl Output<'_> {
    /// Writes the next replies.
    fn take(&mut self, replies: Vec<io::Result<EntryReply>>) -> io::Result<()> {
        let count = replies.len() as u64;
        let mut text = String::new();
        let taken = replies.into_iter().try_for_each(|reply| {
            let EntryReply { text: answer, complaint, state } = reply?;
            self.tally.count(state);
            text += &answer;
            if complaint.is_empty() { Ok(()) } else { self.write(&std::mem::take(&mut text), &complaint) }
        });
        // An error comes after the answers before it.
        self.write(&text, "")?;
        taken?;
        // A hidden bar would estimate its speed all the same.
        if !self.bar.is_hidden() {
            self.bar.inc(count);
        }
        Ok(())
    }

    /// Writes text and error messages at once, with the bar hidden meanwhile.
    fn write(&mut self, text: &str, complaint: &str) -> io::Result<()> {
        let Self { bar, out, one_screen, .. } = self;
        let mut write = || {
            out.write_all(text.as_bytes())?;
            out.flush()?;
            // If standard error is closed, there is no place to report it.
            let _ = io::stderr().write_all(complaint.as_bytes());
            Ok(())
        };
        // Erasing the bar and drawing it again takes longer than the search of an easy position.
        if *one_screen || !complaint.is_empty() { bar.suspend(write) } else { write() }
    }
}

/// The number of entries with the same kind of error, and the line of the first one, counted from 1.
type BadEntries = (u64, u64);

/// Counts of the entries of the input.
#[derive(Default)]
struct Tally {
    /// The name of an entry: line or board.
    unit: &'static str,
    total: u64,
    bad: BadEntries,
    wrong: BadEntries,
    unproven: u64,
}

impl Tally {
    /// Counts an entry.
    fn count(&mut self, state: EntryState) {
        self.total += 1;
        let ((count, first), line) = match state {
            EntryState::Answered => return,
            EntryState::Unproven => return self.unproven += 1,
            EntryState::Invalid(line) => (&mut self.bad, line),
            EntryState::WrongScore(line) => (&mut self.wrong, line),
        };
        *first = if *count == 0 { line } else { *first };
        *count += 1;
    }

    /// Returns the result of the run.
    fn result(&self) -> Result<(), Failure> {
        let &Self { total, bad, wrong, unproven, .. } = self;
        let invalid = if bad.0 == 1 { "is not a valid position" } else { "are not valid positions" };
        Err(match (wrong.0, bad.0, unproven) {
            (0, 0, 0) => return Ok(()),
            (0, 0, _) => beyond_limits(unproven, total),
            (0, ..) => Failure::usage(self.some(bad, invalid)),
            (count, others, _) => {
                let have = if count == 1 { "has a wrong score" } else { "have a wrong score" };
                let others = if others == 0 { String::new() } else { format!("; {others} {invalid}") };
                Failure::failed(self.some(wrong, have) + &others)
            }
        })
    }

    /// Describes the number of some entries, and the place of the first.
    fn some(&self, (count, first): BadEntries, predicate: &str) -> String {
        let Self { unit, total, .. } = self;
        let place = if *unit == "line" { "line" } else { "at line" };
        match count {
            1 => format!("1 of {total} {unit}s {predicate} ({place} {first})"),
            _ => format!("{count} of {total} {unit}s {predicate}, the first is {place} {first}"),
        }
    }
}
