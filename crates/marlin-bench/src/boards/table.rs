//! [`BoardTable`]: results for the empty boards, published ones and Marlin's own.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use marlin_core::{BoardSize, Player, Score};

use super::ending::in_words;
use super::solved::SolvedBoard;

/// A table of empty boards: the published results with their sources, and Marlin's own results. Boards with fewer cells are
/// first. Its `Display` form is the file that [`BoardTable::read`] reads.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BoardTable {
    /// The sources of published results, by their short names.
    pub(super) sources: BTreeMap<String, String>,
    pub(super) entries: Vec<BoardEntry>,
    /// The published results of boards that do not fit 64 bits, by width and height.
    pub(super) larger: BTreeMap<(usize, usize), LargerBoard>,
}

/// The results for a board.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BoardEntry {
    pub(crate) size: BoardSize,
    pub(crate) published: Option<PublishedResult>,
    /// Marlin's own result.
    pub(crate) solved: Option<SolvedBoard>,
}

/// A published result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PublishedResult {
    /// The score of the empty board.
    pub(crate) score: Score,
    /// The short names of the sources.
    pub(crate) sources: Vec<String>,
}

/// The published result of a board that does not fit 64 bits, and that Marlin cannot search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LargerBoard {
    pub(super) winner: Option<Player>,
    /// The move of the game that wins it, if the source has it.
    pub(super) winning_move: Option<u32>,
    /// The short names of the sources.
    pub(super) sources: Vec<String>,
}

/// A contradiction between two tables.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MergeTablesError {
    /// They have different published results.
    #[error("the published results of {0} differ")]
    Published(BoardSize),
    /// They have different proven results: one is wrong.
    #[error("{size}: one table has '{}', another '{}'", in_words(*.size, *.first), in_words(*.size, *.second))]
    Solved { size: BoardSize, first: Score, second: Score },
}

impl BoardTable {
    /// Returns the table that is part of this program.
    pub(crate) fn embedded() -> Self {
        Self::read(include_str!("../../boards.toml")).expect("the table of the program can be read")
    }

    /// Returns the table of published results, without any of Marlin's.
    pub(crate) fn published() -> Self {
        let mut table = Self::embedded();
        table.entries.retain(|entry| entry.published.is_some());
        for entry in &mut table.entries {
            entry.solved = None;
        }
        table
    }

    /// Returns the results for each board.
    pub(crate) fn entries(&self) -> &[BoardEntry] {
        &self.entries
    }

    /// Returns the results for a board.
    pub(crate) fn entry(&self, size: BoardSize) -> Option<&BoardEntry> {
        self.place(size).ok().map(|index| &self.entries[index])
    }

    /// Returns the published score of a board.
    pub(crate) fn published_score(&self, size: BoardSize) -> Option<Score> {
        self.entry(size)?.published_score()
    }

    /// Records the result of a search in place of an earlier one, unless only that one is proven. A board that is not in the
    /// table is added.
    pub(crate) fn record(&mut self, solved: SolvedBoard) {
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
    /// [`MergeTablesError`] if the two contradict each other. This table is then as it was.
    pub(crate) fn merge(&mut self, other: Self) -> Result<(), MergeTablesError> {
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

/// Returns the key that boards are sorted by: by the number of cells, the fewest first, and of equal numbers the wider
/// boards first.
pub(super) fn order(size: BoardSize) -> impl Ord + use<> {
    (size.cells(), Reverse(size.width()))
}

impl BoardEntry {
    /// Returns the published score.
    pub(crate) fn published_score(&self) -> Option<Score> {
        self.published.as_ref().map(|published| published.score)
    }

    /// Returns the score that Marlin has proven.
    pub(crate) fn proven_score(&self) -> Option<Score> {
        self.solved.and_then(|solved| solved.score())
    }

    /// Returns both results in words if Marlin's own is not the published one.
    pub(crate) fn disagreement(&self) -> Option<String> {
        self.solved?.disagreement(self.published_score())
    }

    fn merge(&mut self, other: Self) -> Result<(), MergeTablesError> {
        let size = self.size;
        if let (Some(first), Some(second)) = (self.published_score(), other.published_score())
            && first != second
        {
            return Err(MergeTablesError::Published(size));
        }
        if let (Some(first), Some(second)) = (self.proven_score(), other.proven_score())
            && first != second
        {
            return Err(MergeTablesError::Solved { size, first, second });
        }
        if self.published.is_none() {
            self.published = other.published;
        }
        self.solved = match (self.solved, other.solved) {
            (Some(ours), Some(theirs)) => Some(ours.better(theirs)),
            (ours, theirs) => ours.or(theirs),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::solved::sample;
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
            table.entries().iter().partition(|entry| entry.published.is_some());
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
        assert!(BoardTable::published().entries().iter().all(|entry| entry.solved.is_none()));
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
        assert_eq!(error.to_string(), "8x6: one table has 'second player wins at move 48', another 'draw'");
        assert_eq!(both, first);
        let other = "[sources]\na = 'b'\n[boards.8x6]\npublished = { winner = 'none', sources = ['a'] }";
        let error = both.merge(BoardTable::read(other).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "the published results of 8x6 differ");
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
        let solved = whole.entries().iter().filter(|entry| entry.solved.is_some());
        let sizes: Vec<_> = solved.map(|entry| entry.size.to_string()).collect();
        assert_eq!(sizes, ["4x4", "7x6", "8x6"]);
    }

    #[test]
    fn a_board_that_the_table_does_not_have_is_added_in_its_place() {
        let mut table = BoardTable::read("[boards.4x4]\n[boards.7x6]\n").unwrap();
        table.record(sample("5x4", 0, 0));
        let sizes: Vec<_> = table.entries().iter().map(|entry| entry.size.to_string()).collect();
        assert_eq!(sizes, ["4x4", "5x4", "7x6"]);
    }
}
