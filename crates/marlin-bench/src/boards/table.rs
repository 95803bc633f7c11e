//! [`BoardTable`]: results for the empty boards, published ones and Marlin's own; and the file of a table.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use marlin_core::{BoardSize, Player, Score};
use marlin_support::files::{Existing, LockFile, read_text, write_whole};
use serde::{Deserialize, Serialize};

use super::solved::{SolvedBoard, ending, in_words, winning_move};
use crate::failure::{Failure, InFile, Result};

/// A table of empty boards: the published results with their sources, and Marlin's own results. Boards with fewer cells are
/// first. Its `Display` form is the file that [`BoardTable::read`] reads.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BoardTable {
    /// The sources of published results, by their short names.
    pub(super) sources: BTreeMap<String, String>,
    pub(super) entries: Vec<BoardEntry>,
    /// The published results of boards that do not fit 64 bits, by width and height.
    pub(super) larger: BTreeMap<(usize, usize), Published>,
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
    /// The move of the game that wins it; for a board that does not fit 64 bits only if the source has it.
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
        table.entries.retain(|entry| entry.published.is_some());
        for entry in &mut table.entries {
            entry.solved = None;
        }
        table
    }

    /// Returns the results for a board.
    pub(super) fn entry(&self, size: BoardSize) -> Option<&BoardEntry> {
        self.place(size).ok().map(|index| &self.entries[index])
    }

    /// Returns the published score of a board.
    pub(super) fn published_score(&self, size: BoardSize) -> Option<Score> {
        self.entry(size)?.published_score()
    }

    /// Records the result of a search in place of an earlier one, unless only that one is proven. A board that is not in the
    /// table is added.
    pub(super) fn record(&mut self, solved: SolvedBoard) {
        let size = solved.size;
        match self.place(size) {
            Ok(index) if solved.score().is_none() && self.entries[index].proven_score().is_some() => {}
            Ok(index) => self.entries[index].solved = Some(solved),
            Err(index) => {
                self.entries.insert(index, BoardEntry { size, published: None, solved: Some(solved) });
            }
        }
    }

    /// Adds the entries of another table. Of two results for a board the one with the narrower bounds is kept.
    ///
    /// # Errors
    ///
    /// The contradiction of the two in words. This table is then as it was.
    pub(super) fn merge(&mut self, other: Self) -> Result<(), String> {
        let mut merged = self.clone();
        for entry in other.entries {
            match merged.place(entry.size) {
                Ok(index) => merged.entries[index].merge(entry)?,
                Err(index) => merged.entries.insert(index, entry),
            }
        }
        for (name, source) in other.sources {
            merged.sources.entry(name).or_insert(source);
        }
        for (size, board) in other.larger {
            merged.larger.entry(size).or_insert(board);
        }
        *self = merged;
        Ok(())
    }

    /// Returns the index of a board, or the index at which to insert it.
    fn place(&self, size: BoardSize) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&order(size), |entry| order(entry.size))
    }
}

/// Returns the score of a board whose game ends in this way, `None` if no game on the board does.
pub(super) fn score_of_ending(size: BoardSize, winner: Winner, number: Option<u32>) -> Option<Score> {
    let is_end = |&score: &Score| {
        (Winner::of(ending(size, score).winner), winning_move(size, score)) == (winner, number)
    };
    let highest = Score::highest(size).get();
    (-highest..=highest).filter_map(|value| Score::on(size, value)).find(is_end)
}

/// Returns the key that boards are sorted by: by the number of cells, the fewest first, and of equal numbers the wider
/// boards first.
pub(super) fn order(size: BoardSize) -> impl Ord + use<> {
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

/// Changes the file of a table, which is always whole: each change replaces it. Runs at the same time change it one after the
/// other, so that none loses the results of another. If there is no file yet, it begins with the published results.
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

/// Merges other tables into one, and returns the number of boards by result. Nothing is written if two results contradict each
/// other, or one a published result.
pub(super) fn merge_files(path: &Path, parts: &[PathBuf]) -> Result<String> {
    let merge = |table: &mut BoardTable| {
        for path in parts {
            let merged = table.merge(read_file(path)?);
            merged.map_err(|reason| Failure::Wrong(format!("{}: {reason}", path.display())))?;
        }
        let wrong: Vec<_> = table.entries.iter().filter_map(BoardEntry::disagreement).collect();
        if wrong.is_empty() { Ok(()) } else { Err(Failure::Wrong(wrong.join("; "))) }
    };
    Ok(counts(&change(path, merge)?))
}

/// Returns the number of boards by result.
fn counts(table: &BoardTable) -> String {
    let boards = table.entries.len();
    let proven = table.entries.iter().filter(|entry| entry.proven_score().is_some()).count();
    let solved = table.entries.iter().filter(|entry| entry.solved.is_some()).count();
    let (open, untried) = (solved - proven, boards - solved);
    format!("{boards} boards: {proven} proven, {open} not proven in the time, {untried} not tried")
}
#[cfg(test)]
mod tests {
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
            table.entries.iter().partition(|entry| entry.published.is_some());
        for entry in &published {
            assert!(
                entry.published.as_ref().is_some_and(|published| !published.sources.is_empty()),
                "{entry:?}"
            );
            assert_eq!(entry.disagreement(), None);
        }
        // A board that is in no publication is here for its proof.
        assert!(unpublished.iter().all(|entry| entry.proven_score().is_some()), "{unpublished:?}");
        // All boards up to the greatest sum of width and height with a published result.
        let mut expected: Vec<_> = BoardSize::all()
            .filter(|size| size.width().min(size.height()) >= 4 && size.width() + size.height() <= 17)
            .collect();
        expected.sort_by_key(|&size| order(size));
        assert_eq!(published.iter().map(|entry| entry.size).collect::<Vec<_>>(), expected);
        assert!(BoardTable::published().entries.iter().all(|entry| entry.solved.is_none()));
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
        let solved = whole.entries.iter().filter(|entry| entry.solved.is_some());
        let sizes: Vec<_> = solved.map(|entry| entry.size.to_string()).collect();
        assert_eq!(sizes, ["4x4", "7x6", "8x6"]);
    }

    #[test]
    fn a_board_that_the_table_does_not_have_is_added_in_its_place() {
        let mut table = BoardTable::read("[boards.4x4]\n[boards.7x6]\n").unwrap();
        table.record(sample("5x4", 0, 0));
        let sizes: Vec<_> = table.entries.iter().map(|entry| entry.size.to_string()).collect();
        assert_eq!(sizes, ["4x4", "5x4", "7x6"]);
    }

    #[test]
    fn every_score_is_one_end_of_the_game() {
        for size in BoardSize::all() {
            for value in -Score::highest(size).get()..=Score::highest(size).get() {
                if let Some(found) = Score::on(size, value) {
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
        let first = Score::on(BoardSize::STANDARD, 1).unwrap();
        assert_eq!(in_words(BoardSize::STANDARD, first), "first player wins at move 41");
        assert_eq!(in_words(BoardSize::STANDARD, -first), "second player wins at move 42");
        assert_eq!(in_words(BoardSize::STANDARD, Score::DRAW), "draw");
    }

    #[test]
    fn a_player_wins_with_a_move_of_their_own_only() {
        let score = |winner, number| score_of_ending(BoardSize::STANDARD, Winner::of(winner), number);
        assert_eq!((score(Some(Player::X), Some(40)), score(Some(Player::O), Some(44))), (None, None));
        assert_eq!((score(Some(Player::X), None), score(None, Some(42))), (None, None));
    }
}
