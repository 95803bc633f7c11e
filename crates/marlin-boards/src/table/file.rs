//! A table as TOML.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use marlin_core::{BoardSize, BoardSizeError};
use serde::Deserialize;

use super::{Answer, Entry, Found, Table};
use crate::board::Board;
use crate::ending::Ending;

/// The lines at the top of the file.
const HEADER: &str = "\
# The empty boards, width x height: who wins under best play, and with which move of the game.
#
# published  a result that others have published. winner: \"first\" or \"second\" player, or \"none\" if the game is a
#            draw; move: the move of the game that wins; sources: who has published it, see [sources]
# marlin     what Marlin has found: the same, or the bounds [LOWER, UPPER] of the score if the time was too short, above
#            0 if the first player wins. nodes and seconds are of one search from an empty table of hash_mib MiB
#
# `just boards-table` fills in what is missing.
";

/// Why a text isn't a table.
///
/// # Examples
///
/// ```
/// use marlin_boards::Table;
///
/// let error = Table::read("[boards.9x9]\n").unwrap_err();
/// assert_eq!(error.to_string(), "a board of 9x9 doesn't fit: with 9 rows it has 1 to 6 columns");
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadTableError {
    /// The text isn't TOML, or not that of a table.
    #[error("{}", .0.message().lines().next().unwrap_or_default())]
    Toml(#[from] toml::de::Error),
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BoardSizeError),
    /// The board has another name.
    #[error("{name:?} isn't the name of a board, as 7x6 is")]
    Name {
        /// The name.
        name: String,
    },
    /// No game on the board can end so.
    #[error("{board}: no game can end so, or a result is incomplete")]
    Result {
        /// The name of the board.
        board: String,
    },
    /// A published result has a source that isn't explained.
    #[error("{board}: no source {word:?}")]
    Source {
        /// The name of the board.
        board: String,
        /// The word for the source.
        word: String,
    },
    /// A published result has no source.
    #[error("{board}: a published result without a source")]
    NoSource {
        /// The name of the board.
        board: String,
    },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    sources: BTreeMap<String, String>,
    #[serde(default)]
    boards: BTreeMap<String, RawEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    published: Option<RawPublished>,
    marlin: Option<RawFound>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPublished {
    winner: Winner,
    #[serde(rename = "move")]
    winning_move: Option<u32>,
    sources: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFound {
    winner: Option<Winner>,
    #[serde(rename = "move")]
    winning_move: Option<u32>,
    bounds: Option<[i32; 2]>,
    nodes: u64,
    seconds: f64,
    hash_mib: usize,
    threads: usize,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Winner {
    First,
    Second,
    None,
}

/// Reads the text of a table.
pub(super) fn read(text: &str) -> Result<Table, ReadTableError> {
    let Document { sources, boards } = toml::from_str(text)?;
    let mut entries = Vec::new();
    for (name, entry) in boards {
        entries.push(read_entry(name, entry, &sources)?);
    }
    entries.sort_by_key(|entry| entry.board.order());
    Ok(Table { sources, entries })
}

fn read_entry(
    name: String,
    entry: RawEntry,
    known: &BTreeMap<String, String>,
) -> Result<Entry, ReadTableError> {
    let size: BoardSize = name.parse()?;
    if size.to_string() != name {
        return Err(ReadTableError::Name { name });
    }
    let impossible = || ReadTableError::Result { board: name.clone() };
    let (published, sources) = match entry.published {
        None => (None, Vec::new()),
        Some(RawPublished { winner, winning_move, sources }) => {
            if let Some(word) = sources.iter().find(|&word| !known.contains_key(word)) {
                return Err(ReadTableError::Source { board: name, word: word.clone() });
            }
            if sources.is_empty() {
                return Err(ReadTableError::NoSource { board: name });
            }
            (Some(ending(winner, winning_move, size).ok_or_else(impossible)?), sources)
        }
    };
    let found = entry.marlin.map(|found| read_found(&found, size).ok_or_else(impossible)).transpose()?;
    Ok(Entry { board: Board::new(size, published), sources, found })
}

fn read_found(raw: &RawFound, size: BoardSize) -> Option<Found> {
    let &RawFound { winner, winning_move, bounds, nodes, seconds, hash_mib, threads } = raw;
    let answer = match (winner, bounds) {
        (Some(winner), None) => Answer::Proven(ending(winner, winning_move, size)?),
        (None, Some([lower, upper])) if lower <= upper && winning_move.is_none() => {
            Answer::Bounds(lower, upper)
        }
        _ => return None,
    };
    let elapsed = Duration::try_from_secs_f64(seconds).ok()?;
    Some(Found { answer, nodes, elapsed, hash_mib, threads })
}

/// Returns an ending, `None` if no game on the board can end so.
fn ending(winner: Winner, winning_move: Option<u32>, size: BoardSize) -> Option<Ending> {
    let ending = match (winner, winning_move) {
        (Winner::None, None) => Ending::Draw,
        (Winner::First, Some(number)) => Ending::FirstWins(number),
        (Winner::Second, Some(number)) => Ending::SecondWins(number),
        _ => return None,
    };
    ending.score(size).map(|_| ending)
}

/// Writes the text of a table.
pub(super) fn write(table: &Table, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{HEADER}\n[sources]\n")?;
    for (word, source) in &table.sources {
        writeln!(f, "{} = {}", key(word), quoted(source))?;
    }
    for entry in &table.entries {
        writeln!(f, "\n[boards.{}]", entry.board.name())?;
        if let Some(published) = entry.board.published() {
            let sources: Vec<_> = entry.sources.iter().map(|word| quoted(word)).collect();
            writeln!(f, "published = {{ {}, sources = [{}] }}", result(published), sources.join(", "))?;
        }
        if let Some(Found { answer, nodes, elapsed, hash_mib, threads }) = &entry.found {
            let result = match answer {
                Answer::Proven(ending) => result(*ending),
                Answer::Bounds(lower, upper) => format!("bounds = [{lower}, {upper}]"),
            };
            // Exact to the microsecond, unlike the seconds of a `Duration` as a number.
            let seconds = elapsed.as_micros() as f64 / 1e6;
            writeln!(
                f,
                "marlin = {{ {result}, nodes = {nodes}, seconds = {seconds:?}, hash_mib = {hash_mib}, threads = {threads} }}"
            )?;
        }
    }
    Ok(())
}

fn result(ending: Ending) -> String {
    match ending {
        Ending::Draw => r#"winner = "none""#.to_owned(),
        Ending::FirstWins(number) => format!(r#"winner = "first", move = {number}"#),
        Ending::SecondWins(number) => format!(r#"winner = "second", move = {number}"#),
    }
}

/// Returns a key, in quotes where it needs them.
fn key(word: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !word.is_empty() && word.chars().all(is_bare) { word.to_owned() } else { quoted(word) }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
