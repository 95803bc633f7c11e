//! A [`BoardTable`] as TOML.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use marlin_core::{BoardSize, Bounds, ParseError, Score};
use serde::{Deserialize, Serialize};

use super::solved::{SolvedBoard, ending, winning_move};
use super::table::{BoardEntry, BoardTable, Published, Winner, order, score_of_ending};

/// The lines at the top of the file.
const HEADER: &str = include_str!("header.toml");

/// The file. Its names are part of the format.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    #[serde(default)]
    sources: BTreeMap<String, String>,
    #[serde(default)]
    boards: BTreeMap<String, RawEntry>,
    #[serde(default)]
    larger: BTreeMap<String, Published>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    published: Option<Published>,
    marlin: Option<RawSolved>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSolved {
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Winner>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    winning_move: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[i32; 2]>,
    nodes: u64,
    seconds: f64,
    hash_mib: usize,
    threads: usize,
}

impl BoardTable {
    /// Reads the text of a table, or returns the reason why it is invalid.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let reason = |error: toml::de::Error| error.message().lines().next().unwrap_or_default().to_owned();
        let RawTable { sources, boards, larger } = toml::from_str(text).map_err(reason)?;
        for (name, published) in
            boards.iter().filter_map(|(name, entry)| Some((name, entry.published.as_ref()?))).chain(&larger)
        {
            check_sources(name, &published.sources, &sources)?;
        }
        let entries = boards.into_iter().map(|(name, entry)| read_entry(&name, entry));
        let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(|entry| order(entry.size));
        let larger = larger.into_iter().map(|(name, board)| Ok((check_larger(&name, &board)?, board)));
        Ok(Self { larger: larger.collect::<Result<_, String>>()?, sources, entries })
    }
}

/// Checks that a published result has sources, and that each is explained.
fn check_sources(board: &str, sources: &[String], known: &BTreeMap<String, String>) -> Result<(), String> {
    match sources.iter().find(|&source| !known.contains_key(source)) {
        Some(unknown) => Err(format!("{board}: no source {unknown:?}")),
        None if sources.is_empty() => Err(format!("{board}: a published result without a source")),
        None => Ok(()),
    }
}

fn no_name(name: &str) -> String {
    format!("{name:?} is not the name of a board, as 7x6 is")
}

fn impossible(name: &str) -> String {
    format!("{name}: no game can end so, or a result is incomplete")
}

fn read_entry(name: &str, RawEntry { published, marlin }: RawEntry) -> Result<BoardEntry, String> {
    let size: BoardSize = name.parse().map_err(|error: ParseError| error.to_string())?;
    if size.to_string() != name {
        return Err(no_name(name));
    }
    let solved =
        marlin.map(|solved| read_solved(&solved, size).ok_or_else(|| impossible(name))).transpose()?;
    let entry = BoardEntry { size, published, solved };
    if entry.published.is_some() && entry.published_score().is_none() {
        return Err(impossible(name));
    }
    Ok(entry)
}

/// Checks the published result of a board that does not fit 64 bits, and returns its width and height.
fn check_larger(name: &str, board: &Published) -> Result<(usize, usize), String> {
    let sides =
        name.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    // A side beyond the greatest of any board, 63 rows, would make the grid endless.
    let is_side = |side: &usize| (1..=63).contains(side);
    let (width, height) = sides
        .filter(|(width, height)| is_side(width) && is_side(height) && format!("{width}x{height}") == name)
        .ok_or_else(|| no_name(name))?;
    if BoardSize::new(width, height).is_some() {
        return Err(format!("{name} is not larger than 64 bits: its place is in [boards]"));
    }
    // The first player makes the odd moves of a game. The fourth stone of a player is move 7 or 8.
    let is_possible = match (board.winner, board.winning_move) {
        (Winner::None, number) => number.is_none(),
        (_, None) => true,
        (winner, Some(number)) => {
            number % 2 == u32::from(winner == Winner::First)
                && (7..=width * height).contains(&(number as usize))
        }
    };
    if is_possible { Ok((width, height)) } else { Err(impossible(name)) }
}

/// Returns the result of a search, `None` if no game on the board can end in this way.
fn read_solved(raw: &RawSolved, size: BoardSize) -> Option<SolvedBoard> {
    let &RawSolved { winner, winning_move, bounds, nodes, seconds, hash_mib, threads } = raw;
    let bounds = match (winner, bounds) {
        (Some(winner), None) => Bounds::exact(score_of_ending(size, winner, winning_move)?),
        (None, Some([lower, upper])) if winning_move.is_none() => {
            Bounds::new(Score::on(size, lower)?, Score::on(size, upper)?)?
        }
        _ => return None,
    };
    let elapsed = Duration::try_from_secs_f64(seconds).ok()?;
    Some(SolvedBoard { size, bounds, nodes, elapsed, hash_mib, threads })
}

impl RawSolved {
    fn of(&SolvedBoard { size, bounds, nodes, elapsed, hash_mib, threads }: &SolvedBoard) -> Self {
        let score = bounds.score();
        Self {
            winner: score.map(|score| Winner::of(ending(size, score).winner)),
            winning_move: score.and_then(|score| winning_move(size, score)),
            bounds: score.is_none().then(|| [bounds.lower().get(), bounds.upper().get()]),
            nodes,
            // Exact to the microsecond, unlike the seconds of a `Duration` as a number.
            seconds: elapsed.as_micros() as f64 / 1e6,
            hash_mib,
            threads,
        }
    }
}

impl fmt::Display for BoardTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HEADER}\n[sources]\n{}", toml::to_string(&self.sources).map_err(|_| fmt::Error)?)?;
        for BoardEntry { size, published, solved } in &self.entries {
            writeln!(f, "\n[boards.{size}]")?;
            if let Some(published) = published {
                writeln!(f, "published = {}", inline(published)?)?;
            }
            if let Some(solved) = solved {
                writeln!(f, "marlin = {}", inline(&RawSolved::of(solved))?)?;
            }
        }
        if !self.larger.is_empty() {
            writeln!(f, "\n[larger]")?;
        }
        for ((width, height), published) in &self.larger {
            writeln!(f, "{width}x{height} = {}", inline(published)?)?;
        }
        Ok(())
    }
}

/// Returns a value on one line.
fn inline(value: &impl Serialize) -> Result<String, fmt::Error> {
    let mut text = String::new();
    value.serialize(toml::ser::ValueSerializer::new(&mut text)).map_err(|_| fmt::Error)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use marlin_core::{Book, Position};

    use super::super::solved::samples::sample;
    use super::*;

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let mut table = BoardTable::published();
        let results = [("8x6", -20, 0), ("7x6", 1, 1), ("6x4", -1, -1), ("4x4", 0, 0)];
        for (size, lower, upper) in results {
            table.record(sample(size, lower, upper));
        }
        let text = table.to_string();
        assert_eq!(BoardTable::read(&text), Ok(table));
        let line =
            "marlin = { bounds = [-20, 0], nodes = 123, seconds = 1.500001, hash_mib = 64, threads = 1 }\n";
        assert!(text.contains(line), "{text}");
    }

    #[test]
    fn the_file_of_the_crate_is_as_it_would_be_written() {
        assert_eq!(include_str!("../../boards.toml"), BoardTable::embedded().to_string());
    }

    #[test]
    fn the_library_knows_each_empty_board_that_is_proven_and_no_other() {
        let table = BoardTable::embedded();
        for size in BoardSize::all() {
            let known = Book::embedded(size).and_then(|book| book.score(&Position::on(size)));
            let proven = table.entry(size).and_then(BoardEntry::proven_score);
            assert_eq!(known, proven, "{size}");
            // The bytes are those of a book that is made.
            let made = proven.map(|score| Book::build(size, 0, [(Position::on(size), score)]));
            let (Some(Ok(made)), Some(book)) = (made, Book::embedded(size)) else { continue };
            assert!(book.plies() > 0 || book.as_bytes() == made.as_bytes(), "{size}");
        }
    }

    #[test]
    fn a_text_that_is_no_table_is_refused_with_the_reason() {
        let refused = |text: &str| BoardTable::read(text).unwrap_err();
        let marlin = |result: &str| {
            format!("boards.7x6.marlin = {{ {result}, nodes = 1, seconds = 1.0, hash_mib = 1, threads = 1 }}")
        };
        let expected = "a board of 8x8 doesn't fit: with 8 rows it has 1 to 7 columns";
        assert_eq!(refused("[boards.8x8]"), expected);
        for name in ["07x6", "7X6", "7x+6", "7", "0x6", "x", "7x6x5", "99999999999999999999x1"] {
            assert!(BoardTable::read(&format!("[boards.\"{name}\"]")).is_err(), "{name}");
        }
        for result in [
            "winner = 'first', move = 42",
            "winner = 'second', move = 41",
            "winner = 'first'",
            "winner = 'first', move = 43",
            "winner = 'first', move = 5",
            "winner = 'none', move = 42",
            "bounds = [1, 0]",
            "bounds = [0, 19]",
            "bounds = [0, 1], winner = 'none'",
            "bounds = [0, 1], move = 41",
            "move = 41",
        ] {
            let expected = "7x6: no game can end so, or a result is incomplete";
            assert_eq!(refused(&marlin(result)), expected, "{result}");
        }
        assert!(BoardTable::read(&marlin("winner = 'first', move = 41")).is_ok());
        let published =
            |sources| format!("boards.7x6.published = {{ winner = 'none', sources = {sources} }}");
        assert_eq!(refused(&published("['hearsay']")), "7x6: no source \"hearsay\"");
        assert_eq!(refused(&published("[]")), "7x6: a published result without a source");
        assert!(refused("boards.7x6.colour = 1").contains("unknown field"));
        assert!(!refused("[").is_empty());
    }

    const SOURCES: &str = "[sources]\nexample = 'an example'\n";

    fn read_larger(line: &str) -> Result<BoardTable, String> {
        BoardTable::read(&format!("{SOURCES}[larger]\n{line}"))
    }

    #[test]
    fn a_larger_board_is_kept_and_is_in_the_grid() {
        let first = "9x7 = { winner = \"first\", move = 55, sources = [\"example\"] }\n";
        let open = "10x7 = { winner = \"first\", sources = [\"example\"] }\n";
        let draw = "10x8 = { winner = \"none\", sources = [\"example\"] }\n";
        let table = read_larger(&(first.to_owned() + open + draw)).unwrap();
        assert!(table.to_string().ends_with(&format!("[larger]\n{first}{open}{draw}")), "{table}");
        let expected = "|  | 9 | 10 |\n|---:|---:|---:|\n| **8** |  | *=80* |\n| **7** | *+55* | *+?* |\n";
        assert_eq!(table.grid(), expected);
    }

    #[test]
    fn a_larger_board_that_cannot_be_so_is_refused_with_the_reason() {
        let impossible = "9x7: no game can end so, or a result is incomplete";
        for (name, result, expected) in [
            ("9x7", "winner = 'first', move = 54", impossible),
            ("9x7", "winner = 'second', move = 55", impossible),
            ("9x7", "winner = 'first', move = 65", impossible),
            ("9x7", "winner = 'first', move = 5", impossible),
            ("9x7", "winner = 'none', move = 63", impossible),
            (
                "7x6",
                "winner = 'first', move = 41",
                "7x6 is not larger than 64 bits: its place is in [boards]",
            ),
            ("09x7", "winner = 'none'", "\"09x7\" is not the name of a board, as 7x6 is"),
            ("9x999999", "winner = 'none'", "\"9x999999\" is not the name of a board, as 7x6 is"),
        ] {
            let line = format!("{name} = {{ {result}, sources = ['example'] }}");
            assert_eq!(read_larger(&line).unwrap_err(), expected, "{line}");
        }
        assert_eq!(
            read_larger("9x7 = { winner = 'none', sources = [] }").unwrap_err(),
            "9x7: a published result without a source"
        );
        assert_eq!(
            read_larger("9x7 = { winner = 'none', sources = ['hearsay'] }").unwrap_err(),
            "9x7: no source \"hearsay\""
        );
    }
}
