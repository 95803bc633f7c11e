//! [`Table`]: what is known of the empty boards, as a file.

mod file;

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

pub use self::file::ReadTableError;
use crate::board::Board;
use crate::ending::Ending;
use crate::solved::{Settings, Solved};

/// A table of empty boards: the published results with their sources, and what Marlin has found. Its `Display` form is the
/// file that [`Table::read`] reads.
///
/// Boards with fewer cells come first.
///
/// # Examples
///
/// ```
/// use marlin_boards::{Board, Found, Settings, Table};
/// use marlin_core::Cpu;
///
/// let mut table = Table::published();
/// let board = Board::named("5x4")?;
/// let settings = Settings { hash_mib: 1, threads: 1, time: None, cpu: Cpu::detect() };
/// table.record(board, Found::new(&board.solve(&settings)?, &settings));
/// assert_eq!(Table::read(&table.to_string())?, table);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The sources of published results, by the words that stand for them.
    sources: BTreeMap<String, String>,
    entries: Vec<Entry>,
}

/// What is known of a board.
///
/// # Examples
///
/// ```
/// use marlin_boards::{Board, Ending, Table};
///
/// let table = Table::embedded();
/// let entry = table.entry(Board::named("8x6")?).unwrap();
/// assert_eq!(entry.board().published(), Some(Ending::SecondWins(48)));
/// assert_eq!(entry.sources(), ["tromp", "steininger"]);
/// assert_eq!(entry.disagreement(), None);
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    board: Board,
    /// The sources of the published result.
    sources: Vec<String>,
    found: Option<Found>,
}

/// What Marlin has found on a board, and the work that it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The result.
    pub answer: Answer,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// MiB of the transposition table.
    pub hash_mib: usize,
    /// Threads that searched together.
    pub threads: usize,
}

/// The result of a search.
///
/// # Examples
///
/// ```
/// use marlin_boards::{Answer, Ending, Table};
///
/// let table = Table::read(
///     "[boards.6x4]
///      marlin = { winner = 'second', move = 24, nodes = 1, seconds = 0.5, hash_mib = 64, threads = 1 }",
/// )?;
/// let found = table.entries()[0].found().unwrap();
/// assert_eq!(found.answer, Answer::Proven(Ending::SecondWins(24)));
/// # Ok::<(), marlin_boards::ReadTableError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The ending of the game is proven.
    Proven(Ending),
    /// The time was too short: the lowest and the highest score that are still possible.
    Bounds(i32, i32),
}

/// Why two tables aren't one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeTablesError {
    /// They have different published results.
    #[error("the published results of {board} differ")]
    Published {
        /// The name of the board.
        board: String,
    },
    /// They have different proven results: one is wrong.
    #[error("{board}: one table has '{first}', another '{second}'")]
    Found {
        /// The name of the board.
        board: String,
        /// The result of this table.
        first: Ending,
        /// The result of the other one.
        second: Ending,
    },
}

impl Entry {
    /// Returns the board, with its published result.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the words that stand for the sources of the published result.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// Returns what Marlin has found.
    pub const fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// Returns the ending of the game: the one that Marlin has proven, else the published one.
    pub fn ending(&self) -> Option<Ending> {
        self.found().and_then(Found::ending).or(self.board.published())
    }

    /// Returns both results in words if Marlin's own is proven and isn't the published one.
    pub fn disagreement(&self) -> Option<String> {
        let (found, published) = (self.found()?.ending()?, self.board.published()?);
        (found != published)
            .then(|| format!("{}: published is '{published}', found '{found}'", self.board.name()))
    }
}

impl Found {
    /// Returns what a search has found with these settings.
    pub fn new(solved: &Solved, settings: &Settings) -> Self {
        let (lower, upper) = solved.bounds;
        // A board that wasn't proven has had all of its time.
        let least = if solved.ending.is_some() { Duration::ZERO } else { settings.time.unwrap_or_default() };
        Self {
            answer: solved.ending.map_or(Answer::Bounds(lower, upper), Answer::Proven),
            nodes: solved.nodes,
            elapsed: rounded(solved.elapsed.max(least)),
            hash_mib: settings.hash_mib,
            threads: settings.threads,
        }
    }

    /// Returns the ending of the game, if it is proven.
    pub const fn ending(&self) -> Option<Ending> {
        match self.answer {
            Answer::Proven(ending) => Some(ending),
            Answer::Bounds(..) => None,
        }
    }

    /// Returns whether a search with a limit of time has nothing to add: the result is proven, or as much time was too
    /// short for it.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use marlin_boards::{Answer, Found};
    ///
    /// let elapsed = Duration::from_secs(10);
    /// let found = Found { answer: Answer::Bounds(-3, 0), nodes: 1, elapsed, hash_mib: 64, threads: 1 };
    /// assert!(found.is_settled(Some(Duration::from_secs(9))));
    /// assert!(!found.is_settled(Some(Duration::from_secs(60))) && !found.is_settled(None));
    /// ```
    pub fn is_settled(&self, time: Option<Duration>) -> bool {
        match self.answer {
            Answer::Proven(_) => true,
            Answer::Bounds(..) => time.is_some_and(|time| time <= self.elapsed),
        }
    }

    /// Returns the one that says more: a proven result, else the narrower bounds; this one if they say as much.
    fn better(self, other: Self) -> Self {
        let width = |found: &Self| match found.answer {
            Answer::Proven(_) => -1,
            Answer::Bounds(lower, upper) => upper - lower,
        };
        if width(&other) < width(&self) { other } else { self }
    }
}

/// Returns a time in milliseconds or, below a second, microseconds: more digits would be noise.
fn rounded(time: Duration) -> Duration {
    if time.as_secs() > 0 {
        Duration::from_millis(time.as_millis() as u64)
    } else {
        Duration::from_micros(time.as_micros() as u64)
    }
}

impl Table {
    /// Returns the table that is part of this crate, with what Marlin had found when it was released.
    ///
    /// # Panics
    ///
    /// Never: a test reads it.
    pub fn embedded() -> Self {
        Self::read(include_str!("../../boards.toml")).expect("the table of the crate can be read")
    }

    /// Returns the table of published results, without any of Marlin's.
    pub fn published() -> Self {
        let mut table = Self::embedded();
        for entry in &mut table.entries {
            entry.found = None;
        }
        table
    }

    /// Reads the text of a table.
    ///
    /// # Errors
    ///
    /// Every [`ReadTableError`].
    pub fn read(text: &str) -> Result<Self, ReadTableError> {
        file::read(text)
    }

    /// Returns what is known of each board.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns what is known of a board.
    pub fn entry(&self, board: Board) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.board.size() == board.size())
    }

    /// Records what has been found on a board in place of what there was. A board that isn't in the table is added.
    pub fn record(&mut self, board: Board, found: Found) {
        match self.entries.binary_search_by_key(&board.order(), |entry| entry.board.order()) {
            Ok(index) => self.entries[index].found = Some(found),
            Err(index) => {
                let board = Board::new(board.size(), None);
                self.entries.insert(index, Entry { board, sources: Vec::new(), found: Some(found) });
            }
        }
    }

    /// Takes over what another table has and this one doesn't. Of two results for a board the one that says more stays.
    ///
    /// # Errors
    ///
    /// [`MergeTablesError`] if the two contradict each other. This table is then as it was.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_boards::Table;
    ///
    /// let proven = |size| {
    ///     let found = "{ winner = 'none', nodes = 1, seconds = 0.5, hash_mib = 64, threads = 1 }";
    ///     Table::read(&format!("boards.{size}.marlin = {found}"))
    /// };
    /// let mut table = proven("4x4")?;
    /// table.merge(proven("5x4")?)?;
    /// assert_eq!(table.entries().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merge(&mut self, other: Self) -> Result<(), MergeTablesError> {
        let mut merged = self.clone();
        for entry in other.entries {
            match merged.entries.binary_search_by_key(&entry.board.order(), |entry| entry.board.order()) {
                Ok(index) => merged.entries[index].merge(entry)?,
                Err(index) => merged.entries.insert(index, entry),
            }
        }
        for (word, source) in other.sources {
            merged.sources.entry(word).or_insert(source);
        }
        *self = merged;
        Ok(())
    }
}

impl Entry {
    fn merge(&mut self, other: Self) -> Result<(), MergeTablesError> {
        let board = self.board.name();
        let published = [self.board.published(), other.board.published()];
        if let [Some(first), Some(second)] = published
            && first != second
        {
            return Err(MergeTablesError::Published { board });
        }
        let endings = [self.found(), other.found()].map(|found| found.and_then(Found::ending));
        if let [Some(first), Some(second)] = endings
            && first != second
        {
            return Err(MergeTablesError::Found { board, first, second });
        }
        if let [None, Some(_)] = published {
            (self.board, self.sources) = (other.board, other.sources);
        }
        self.found = match (self.found.take(), other.found) {
            (Some(ours), Some(theirs)) => Some(ours.better(theirs)),
            (ours, theirs) => ours.or(theirs),
        };
        Ok(())
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        file::write(self, f)
    }
}
