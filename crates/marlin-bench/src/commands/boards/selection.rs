//! The boards that a run solves.

use std::io::Write;
use std::time::Duration;

use marlin_boards::{Board, Entry};
use marlin_core::BoardSizeError;

use super::BoardsArgs;
use super::table_file::TableFile;
use crate::failure::Failure;

/// Returns the boards to solve, in their order: those asked for, without those of other shards and those that the table has
/// a result for. A note says which these are.
pub(super) fn choose(
    args: &BoardsArgs,
    file: Option<TableFile<'_>>,
    time: Option<Duration>,
    err: &mut dyn Write,
) -> Result<Vec<Board>, Failure> {
    let table = file.map(TableFile::open).transpose()?;
    let asked: Vec<_> = match &table {
        Some(table) if args.all => table.entries().iter().map(Entry::board).collect(),
        None if args.all => Board::all().collect(),
        _ => named(&args.boards)?,
    };
    let dealt: Vec<_> = match args.shard {
        Some(shard) => shard.dealt(asked.len()).map(|index| asked[index]).collect(),
        None => asked,
    };
    let table = table.filter(|_| !args.again);
    let is_settled = |board: &Board| {
        let entry = table.as_ref().and_then(|table| table.entry(*board));
        entry.and_then(|entry| entry.found()).is_some_and(|found| found.is_settled(time))
    };
    let (settled, open): (Vec<_>, Vec<_>) = dealt.into_iter().partition(is_settled);
    if !settled.is_empty() {
        let names: Vec<_> = settled.iter().map(Board::name).collect();
        let reason = "solved before, or not proven in as much time (--again solves them again)";
        writeln!(err, "note: {reason}: {}", names.join(", "))?;
    }
    Ok(open)
}

/// Returns the boards with these names.
fn named(names: &[String]) -> Result<Vec<Board>, Failure> {
    let boards: Result<_, _> = names.iter().map(|name| Board::named(name)).collect();
    boards.map_err(|error: BoardSizeError| Failure::Input(error.to_string()))
}
