//! The parts that the batch commands share: one answer for each line.
//!
//! | module | contents |
//! |---|---|
//! | `input` | the input, cut into lines and boards |
//! | `search` | the search of one position, by one thread or all |
//! | `reply` | the reply to a line: its answer or its error |
//! | `answer` | answers as text, JSON and CSV |
//! | `output` | writes the replies |
//! | `tally` | counts for the end of the run |

mod answer;
mod input;
mod output;
mod reply;
mod search;
mod tally;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use marlin_core::any::Solver;
use marlin_core::notation::Reader;
use marlin_core::{BoardSize, Limits};
use marlin_support::pipeline;

use self::answer::Writer;
pub(super) use self::answer::{Answer, Body, Format, Record, names};
use self::input::{Content, Entry, Input};
use self::output::Output;
pub(super) use self::reply::{Reply, Request};
pub(super) use self::search::Search;
use self::search::Solvers;
use self::tally::Tally;
use crate::args::BatchArgs;
use crate::error::CliError;

/// The solver of a batch, and the board that was asked for: without one, drawn boards may have any size.
#[derive(Debug)]
pub(crate) struct BatchEngine {
    pub(crate) solver: Solver,
    pub(crate) board: Option<BoardSize>,
}

/// Answers every position of the input, each by an answer with the fields `names`.
///
/// # Errors
///
/// [`CliError::WrongScores`] if lines state wrong scores, [`CliError::BadLines`] if lines were no positions, and
/// [`CliError::Unproven`] if limits were too narrow, each of them at the end; errors of reading and writing at once.
pub(super) fn run(
    args: &BatchArgs,
    names: Vec<&'static str>,
    engine: &BatchEngine,
    out: &mut dyn Write,
    answer: impl Fn(&Request<'_>) -> Answer + Send + Sync + 'static,
) -> Result<(), CliError> {
    let writer = Writer { format: Format::new(args), names };
    let (header, reader) = (writer.header()?, reader(args));
    let reply =
        move |entry: &Entry, search: Search<'_>| reply::reply(entry, reader, &writer, search, &answer);
    reply_to_all(args, engine, &header, out, reply)
}

/// Returns the reader of the entries, on any board.
fn reader(args: &BatchArgs) -> Reader {
    Reader::new().notation(args.input.0).base(args.base.base)
}

/// Answers every line, with its bytes unchanged.
///
/// # Errors
///
/// Those of reading and writing.
pub(super) fn run_on_bytes(
    args: &BatchArgs,
    engine: &BatchEngine,
    out: &mut dyn Write,
    answer: impl Fn(u64, &[u8], &Search<'_>) -> Reply + Send + Sync + 'static,
) -> Result<(), CliError> {
    reply_to_all(args, engine, "", out, move |entry, search| match &entry.content {
        Content::Bytes(bytes) => Ok(answer(entry.line, bytes, &search)),
        Content::Text(_) => Err(io::Error::other("bytes were asked for")),
    })
}

/// Replies to every entry of the input, in order, each as soon as the reply is known.
fn reply_to_all(
    args: &BatchArgs,
    batch: &BatchEngine,
    header: &str,
    out: &mut dyn Write,
    reply: impl Fn(&Entry, Search<'_>) -> io::Result<Reply> + Send + Sync + 'static,
) -> Result<(), CliError> {
    let mut input = Input::open(args, batch.board)?;
    let bar = input.progress_bar()?;
    let limits = Limits { time: args.time.map(Duration::from_millis), nodes: args.nodes, ..Limits::NONE };
    let engine = Solvers::new(&batch.solver, limits);
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
            move |entry, exclusive| reply(&entry, Search::new(&engine, exclusive, &shown)),
            &mut |replies| Ok(output.take(replies)?),
        );
    }
    bar.finish_and_clear();
    result.and_then(|()| output.tally.result())
}
