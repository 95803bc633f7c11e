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

use marlin_core::Limits;
use marlin_core::notation::Reader;
use marlin_support::options::EngineOptions;
use marlin_support::pipeline;
use marlin_support::solvers::SolverPool;

pub(super) use self::answer::EntryAnswer;
use self::answer::Writer;
use self::input::{Content, Entry, Input};
use self::output::Output;
pub(super) use self::reply::{EntryReply, EntryRequest};
pub(super) use self::search::EntrySearch;
use self::tally::Tally;
use crate::args::BatchArgs;
use crate::failure::Failure;

/// Answers every position of the input, each by an answer with these fields.
///
/// # Errors
///
/// Those of reading and writing at once. At the end: wrong scores, lines without a position, and positions without a proof.
pub(super) fn run(
    args: &BatchArgs,
    fields: &[&'static str],
    engine: &EngineOptions,
    out: &mut dyn Write,
    answer: impl Fn(&EntryRequest<'_>) -> io::Result<EntryAnswer> + Send + Sync + 'static,
) -> Result<(), Failure> {
    let writer = Writer::new(args, fields);
    let (header, reader) = (writer.header(), reader(args));
    let reply =
        move |entry: &Entry, search: EntrySearch<'_>| reply::reply(entry, reader, &writer, search, &answer);
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
    engine: &EngineOptions,
    out: &mut dyn Write,
    answer: impl Fn(u64, &[u8], &EntrySearch<'_>) -> EntryReply + Send + Sync + 'static,
) -> Result<(), Failure> {
    reply_to_all(args, engine, "", out, move |entry, search| match &entry.content {
        Content::Bytes(bytes) => Ok(answer(entry.line, bytes, &search)),
        Content::Text(_) => Err(io::Error::other("bytes were asked for")),
    })
}

/// Replies to every entry of the input, in order, each as soon as the reply is known.
fn reply_to_all(
    args: &BatchArgs,
    engine: &EngineOptions,
    header: &str,
    out: &mut dyn Write,
    reply: impl Fn(&Entry, EntrySearch<'_>) -> io::Result<EntryReply> + Send + Sync + 'static,
) -> Result<(), Failure> {
    let pool = SolverPool::new(engine.solver()?);
    // Without a board, drawn ones may have any size.
    let mut input = Input::open(args, engine.search.board)?;
    let bar = input.progress_bar()?;
    let limits = Limits { time: args.time, nodes: args.nodes, ..Limits::NONE };
    let one_screen = !bar.is_hidden() && io::stdout().is_terminal();
    let mut output = Output { out, bar: bar.clone(), one_screen, tally: Tally::new(input.unit()) };
    let mut result = output.write(header, "").map_err(Failure::from);
    if result.is_ok() {
        let (threads, shown) = (pool.main().threads(), bar.clone());
        result = pipeline::run(
            move || threads,
            move || input.next_entry(),
            move |entry, exclusive| reply(&entry, EntrySearch::new(&pool, &limits, exclusive, &shown)),
            &mut |replies| Ok(output.take(replies)?),
        );
    }
    bar.finish_and_clear();
    result.and_then(|()| output.tally.result())
}
