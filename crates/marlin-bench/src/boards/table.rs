//! [`BoardTable`]: results for the empty boards, published ones and Marlin's own; and the file of a table.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use marlin_core::{BoardSize, Bounds, ParseError, Player, Score};
use marlin_support::exit::{Failure, InFile};
use marlin_support::files::{Existing, LockFile, read_text, write_whole};
use serde::{Deserialize, Serialize};

use super::solved::{SolvedBoard, ending, in_words, winning_move};
use crate::Result;

/// A table of empty boards: the published results with their sources, and Marlin's own results. Boards with
/// fewer cells are first. Its `Display` form is the file that [`BoardTable::read`] reads.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BoardTable {
    /// The sources of published results, by their short names.
    pub(super) sources: BTreeMap<String, String>,
    pub(super) entries: BTreeMap<Order, BoardEntry>,
}

/// The results for a board.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BoardEntry {
    pub(super) size: BoardSize,
    pub(super) published: Option<Published>,
    /// Marlin's own result.
    pub(super) solved: Option<SolvedBoard>,
}

/// A published result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Published {
    pub(super) winner: Winner,
    /// The move of the game that wins it, if the source has it.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(super) winning_move: Option<u32>,
    /// The short names of the sources.
    pub(super) sources: Vec<String>,
}

/// The winner under best play, as the file names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Winner {
    First,
    Second,
    None,
}

impl Winner {
    pub(super) const fn of(player: Option<Player>) -> Self {
        match player {
            Some(Player::X) => Self::First,
            Some(Player::O) => Self::Second,
            None => Self::None,
        }
    }
}

impl BoardTable {
    /// Returns the table that is part of this program.
    pub(super) fn embedded() -> Self {
        Self::read(include_str!("../../boards.toml")).expect("the table of the program can be read")
    }

    /// Returns the table of published results, without any of Marlin's.
    pub(super) fn published() -> Self {
        let mut table = Self::embedded();
        table.entries.retain(|_, entry| entry.published.is_some());
        table.entries.values_mut().for_each(|entry| entry.solved = None);
        table
    }

    /// Returns the results for a board.
    pub(super) fn entry(&self, size: BoardSize) -> Option<&BoardEntry> {
        self.entries.get(&order(size))
    }

    /// Returns the published score of a board.
    pub(super) fn published_score(&self, size: BoardSize) -> Option<Score> {
        self.entry(size)?.published_score()
    }

    /// Records the result of a search in place of an earlier one, unless only that one is proven. A board
    /// that is not in the table is added.
    pub(super) fn record(&mut self, solved: SolvedBoard) {
        let size = solved.size;
        let none = BoardEntry { size, published: None, solved: None };
        let entry = self.entries.entry(order(size)).or_insert(none);
        if solved.score().is_some() || entry.proven_score().is_none() {
            entry.solved = Some(solved);
        }
    }

    /// Adds the entries of another table. Of two results for a board the one with the narrower bounds is
    /// kept.
    ///
    /// # Errors
    ///
    /// The contradiction between the tables, in words. This table is then unchanged.
    pub(super) fn merge(&mut self, other: Self) -> Result<(), String> {
        let mut merged = self.clone();
        for (order, theirs) in other.entries {
            match merged.entries.entry(order) {
                Entry::Occupied(mut ours) => ours.get_mut().merge(theirs)?,
                Entry::Vacant(place) => drop(place.insert(theirs)),
            }
        }
        for (name, source) in other.sources {
            merged.sources.entry(name).or_insert(source);
        }
        *self = merged;
        Ok(())
    }
}

/// Returns the score of a board whose game ends in this way, `None` if no game on the board does.
pub(super) fn score_of_ending(size: BoardSize, winner: Winner, number: Option<u32>) -> Option<Score> {
    let is_end = |&score: &Score| {
        (Winner::of(ending(size, score).winner), winning_move(size, score)) == (winner, number)
    };
    let highest = Score::highest(size).get();
    (-highest..=highest).filter_map(|value| Score::checked(size, value)).find(is_end)
}

/// The key that boards are sorted by: by the number of cells, the fewest first, and of equal numbers the
/// wider boards first.
type Order = (u32, Reverse<usize>);

fn order(size: BoardSize) -> Order {
    (size.cells(), Reverse(size.width()))
}

impl BoardEntry {
    /// Returns the published score.
    pub(super) fn published_score(&self) -> Option<Score> {
        let published = self.published.as_ref()?;
        score_of_ending(self.size, published.winner, published.winning_move)
    }

    /// Returns the score that Marlin has proven.
    pub(super) fn proven_score(&self) -> Option<Score> {
        self.solved.and_then(|solved| solved.score())
    }

    /// Returns both results in words if Marlin's own is not the published one.
    pub(super) fn disagreement(&self) -> Option<String> {
        self.solved?.disagreement(self.published_score())
    }

    fn merge(&mut self, other: Self) -> Result<(), String> {
        let (size, differ) = (self.size, |one: Option<Score>, other: Option<Score>| {
            Some((one?, other?)).filter(|(one, other)| one != other)
        });
        if differ(self.published_score(), other.published_score()).is_some() {
            return Err(format!("the published results of {size} differ"));
        }
        if let Some((one, other)) = differ(self.proven_score(), other.proven_score()) {
            let (one, other) = (in_words(size, one), in_words(size, other));
            return Err(format!("{size}: one table has '{one}', another '{other}'"));
        }
        self.published = self.published.take().or(other.published);
        self.solved = match (self.solved, other.solved) {
            (Some(ours), Some(theirs)) => Some(ours.better(theirs)),
            (ours, theirs) => ours.or(theirs),
        };
        Ok(())
    }
}

/// Reads the file of a table.
pub(super) fn read_file(path: &Path) -> Result<BoardTable> {
    let text = read_text(path).in_file(path)?;
    BoardTable::read(&text).in_file(path)
}

/// Changes the file of a table, which is always whole: each change replaces it. Runs at the same time change
/// it one after the other, so that none loses the results of another. If there is no file yet, it begins with
/// the published results.
fn change(path: &Path, change: impl FnOnce(&mut BoardTable) -> Result<()>) -> Result<BoardTable> {
    let _lock = LockFile::beside(path).in_file(path)?;
    let is_new = matches!(fs::metadata(path), Err(error) if error.kind() == io::ErrorKind::NotFound);
    let mut table = if is_new { BoardTable::published() } else { read_file(path)? };
    change(&mut table)?;
    write_whole(path, table.to_string().as_bytes(), Existing::Replace).in_file(path)?;
    Ok(table)
}

/// Returns the table of a file. It is written at once, so that an unwritable file is noticed before the work.
pub(super) fn open(path: &Path) -> Result<BoardTable> {
    change(path, |_| Ok(()))
}

/// Records the result of a search.
pub(super) fn record(path: &Path, solved: SolvedBoard) -> Result<()> {
    let record = |table: &mut BoardTable| {
        table.record(solved);
        Ok(())
    };
    change(path, record).map(drop)
}

/// Merges other tables into one, and returns the number of boards by result. Nothing is written if two
/// results contradict each other, or one a published result.
pub(super) fn merge_files(path: &Path, parts: &[PathBuf]) -> Result<String> {
    let merge = |table: &mut BoardTable| {
        for path in parts {
            let merged = table.merge(read_file(path)?);
            merged.map_err(|reason| Failure::failed(format!("{}: {reason}", path.display())))?;
        }
        let wrong: Vec<_> = table.entries.values().filter_map(BoardEntry::disagreement).collect();
        if wrong.is_empty() { Ok(()) } else { Err(Failure::failed(wrong.join("; "))) }
    };
    Ok(counts(&change(path, merge)?))
}

/// Returns the number of boards by result.
fn counts(table: &BoardTable) -> String {
    let boards = table.entries.len();
    let proven = table.entries.values().filter(|entry| entry.proven_score().is_some()).count();
    let solved = table.entries.values().filter(|entry| entry.solved.is_some()).count();
    let (open, untried) = (solved - proven, boards - solved);
    format!("{boards} boards: {proven} proven, {open} not proven in the time, {untried} not tried")
}

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
        let RawTable { sources, boards } = toml::from_str(text).map_err(reason)?;
        for (name, published) in
            boards.iter().filter_map(|(name, entry)| Some((name, entry.published.as_ref()?)))
        {
            check_sources(name, &published.sources, &sources)?;
        }
        let keyed = |entry: BoardEntry| (order(entry.size), entry);
        let entries = boards.into_iter().map(|(name, entry)| read_entry(&name, entry).map(keyed));
        Ok(Self { entries: entries.collect::<Result<_, _>>()?, sources })
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
    format!("{name:?} is not the name of a board, such as 7x6")
}

fn impossible(name: &str) -> String {
    format!("{name}: no game can end in this way, or a result is incomplete")
}

fn read_entry(name: &str, RawEntry { published, marlin }: RawEntry) -> Result<BoardEntry, String> {
    let size: BoardSize = name.parse().map_err(|error: ParseError| error.to_string())?;
    if size.to_string() != name {
        return Err(no_name(name));
    }
    let solved =
        marlin.map(|solved| read_solved(&solved, size).ok_or_else(|| impossible(name))).transpose()?;
    let entry = BoardEntry { size, published, solved };
    // Some sources have only the winner.
    let is_known =
        |published: &Published| published.winner == Winner::None || published.winning_move.is_some();
    if entry.published.as_ref().is_some_and(is_known) && entry.published_score().is_none() {
        return Err(impossible(name));
    }
    Ok(entry)
}

/// Returns the result of a search, `None` if no game on the board can end in this way.
fn read_solved(raw: &RawSolved, size: BoardSize) -> Option<SolvedBoard> {
    let &RawSolved { winner, winning_move, bounds, nodes, seconds, hash_mib, threads } = raw;
    let bounds = match (winner, bounds) {
        (Some(winner), None) => Bounds::exact(score_of_ending(size, winner, winning_move)?),
        (None, Some([lower, upper])) if winning_move.is_none() => {
            Bounds::new(Score::checked(size, lower)?, Score::checked(size, upper)?)?
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
        for BoardEntry { size, published, solved } in self.entries.values() {
            writeln!(f, "\n[boards.{size}]")?;
            if let Some(published) = published {
                writeln!(f, "published = {}", inline(published)?)?;
            }
            if let Some(solved) = solved {
                writeln!(f, "marlin = {}", inline(&RawSolved::of(solved))?)?;
            }
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

    fn table(solved: SolvedBoard) -> BoardTable {
        let mut table = BoardTable::published();
        table.record(solved);
        table
    }

    fn solved(table: &BoardTable, size: &str) -> Option<SolvedBoard> {
        table.entry(size.parse().unwrap())?.solved
    }

    #[test]
    fn every_board_up_to_the_published_sizes_has_a_published_result_with_a_source() {
        let table = BoardTable::embedded();
        let (published, unpublished): (Vec<_>, Vec<_>) =
            table.entries.values().partition(|entry| entry.published.is_some());
        for entry in &published {
            assert!(
                entry.published.as_ref().is_some_and(|published| !published.sources.is_empty()),
                "{entry:?}"
            );
            assert_eq!(entry.disagreement(), None);
        }
        // A board that is in no publication is here for its proof.
        assert!(unpublished.iter().all(|entry| entry.proven_score().is_some()), "{unpublished:?}");
        let is_narrow = |size: BoardSize| size.width() * (size.height() + 1) <= 64;
        // All boards of 64 bits up to the maximum sum of width and height with a published result, and some
        // larger ones.
        let mut expected: Vec<_> = BoardSize::all()
            .filter(|size| size.width().min(size.height()) >= 4 && size.width() + size.height() <= 17)
            .filter(|size| is_narrow(*size))
            .collect();
        expected.sort_by_key(|&size| order(size));
        let sizes = published.iter().map(|entry| entry.size);
        assert!(sizes.clone().filter(|size| is_narrow(*size)).eq(expected));
        assert!(sizes.filter(|size| !is_narrow(*size)).count() > 10);
        assert!(BoardTable::published().entries.values().all(|entry| entry.solved.is_none()));
    }

    #[test]
    fn of_two_results_the_one_with_the_narrower_bounds_is_kept() {
        let results = [None, Some((-20, 20)), Some((-20, 0)), Some((-1, -1))]
            .map(|bounds: Option<(i32, i32)>| bounds.map(|(lower, upper)| sample("8x6", lower, upper)));
        let with = |result: Option<SolvedBoard>| result.map_or_else(BoardTable::published, table);
        for (index, &wider) in results.iter().enumerate() {
            for &narrower in &results[index..] {
                for (mut into, from) in [(with(wider), with(narrower)), (with(narrower), with(wider))] {
                    into.merge(from).unwrap();
                    assert_eq!(solved(&into, "8x6"), narrower);
                }
            }
        }
    }

    #[test]
    fn tables_that_contradict_each_other_are_not_merged() {
        let first = table(sample("8x6", -1, -1));
        let mut both = first.clone();
        let error = both.merge(table(sample("8x6", 0, 0))).unwrap_err();
        assert_eq!(error, "8x6: one table has 'second player wins at move 48', another 'draw'");
        assert_eq!(both, first);
        let other = "[sources]\na = 'b'\n[boards.8x6]\npublished = { winner = 'none', sources = ['a'] }";
        let error = both.merge(BoardTable::read(other).unwrap()).unwrap_err();
        assert_eq!(error, "the published results of 8x6 differ");
        assert_eq!(both, first);
    }

    #[test]
    fn a_published_result_is_added_to_a_table_without_it() {
        let without = || {
            let marlin = "{ winner = 'none', nodes = 1, seconds = 0.5, hash_mib = 64, threads = 1 }";
            BoardTable::read(&format!("boards.7x7.marlin = {marlin}")).unwrap()
        };
        let size = "7x7".parse().unwrap();
        for (mut into, from) in [(without(), BoardTable::published()), (BoardTable::published(), without())] {
            into.merge(from).unwrap();
            let entry = into.entry(size).unwrap();
            assert_eq!(entry.published, BoardTable::published().entry(size).unwrap().published);
            assert_eq!(entry.proven_score(), Some(Score::DRAW));
            assert_eq!(BoardTable::read(&into.to_string()), Ok(into));
        }
    }

    #[test]
    fn parts_make_the_same_table_in_any_order() {
        let mut parts = [sample("8x6", -20, 0), sample("7x6", 1, 1), sample("4x4", 0, 0)].map(table);
        let merged = |parts: &[BoardTable]| {
            let mut whole = BoardTable::published();
            for part in parts {
                whole.merge(part.clone()).unwrap();
            }
            whole
        };
        let whole = merged(&parts);
        parts.reverse();
        assert_eq!(whole, merged(&parts));
        let solved = whole.entries.values().filter(|entry| entry.solved.is_some());
        let sizes: Vec<_> = solved.map(|entry| entry.size.to_string()).collect();
        assert_eq!(sizes, ["4x4", "7x6", "8x6"]);
    }

    #[test]
    fn every_score_is_one_end_of_the_game() {
        for size in BoardSize::all() {
            for value in -Score::highest(size).get()..=Score::highest(size).get() {
                if let Some(found) = Score::checked(size, value) {
                    assert_eq!(
                        score_of_ending(
                            size,
                            Winner::of(ending(size, found).winner),
                            winning_move(size, found)
                        ),
                        Some(found),
                        "{size}"
                    );
                }
            }
        }
        let first = Score::checked(BoardSize::STANDARD, 1).unwrap();
        assert_eq!(in_words(BoardSize::STANDARD, first), "first player wins at move 41");
        assert_eq!(in_words(BoardSize::STANDARD, -first), "second player wins at move 42");
        assert_eq!(in_words(BoardSize::STANDARD, Score::DRAW), "draw");
    }

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
        }
    }

    #[test]
    fn a_text_that_is_no_table_is_refused_with_the_reason() {
        let refused = |text: &str| BoardTable::read(text).unwrap_err();
        let marlin = |result: &str| {
            format!("boards.7x6.marlin = {{ {result}, nodes = 1, seconds = 1.0, hash_mib = 1, threads = 1 }}")
        };
        let expected = "a board of 15x8 does not fit: with 8 rows it has 1 to 14 columns";
        assert_eq!(refused("[boards.15x8]"), expected);
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
            let expected = "7x6: no game can end in this way, or a result is incomplete";
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
}
