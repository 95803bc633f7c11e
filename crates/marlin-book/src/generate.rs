//! [`generate`]: searches the last ply of a book.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use marlin_core::{Limits, Solver};

use crate::ply::Ply;
use crate::record::{Record, RecordError};
use crate::search::{BookProgress, search_chunks};

/// Part `index` of `count` equal parts, counted from 1.
///
/// # Examples
///
/// ```
/// use marlin_book::Shard;
///
/// // The second of three machines:
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!(Some(shard), Shard::new(2, 3));
/// assert!("4/3".parse::<Shard>().is_err());
/// # Ok::<(), marlin_book::ParseShardError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl Shard {
    /// The only part: everything.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Returns part `index` of `count`, `None` unless `1 <= index <= count`.
    pub fn new(index: usize, count: usize) -> Option<Self> {
        (1..=count).contains(&index).then_some(Self { index, count })
    }

    /// Returns the part's range of a number of items.
    fn range(self, things: usize) -> Range<usize> {
        let end = |index: usize| (things as u128 * index as u128 / self.count as u128) as usize;
        end(self.index - 1)..end(self.index)
    }

    /// Returns the indices of the part if a number of items is dealt out in turn, so that each part has items from both
    /// ends of the list.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_book::Shard;
    ///
    /// let shard: Shard = "2/3".parse()?;
    /// assert_eq!(shard.dealt(8).collect::<Vec<_>>(), [1, 4, 7]);
    /// # Ok::<(), marlin_book::ParseShardError>(())
    /// ```
    pub fn dealt(self, things: usize) -> impl Iterator<Item = usize> {
        (self.index - 1..things).step_by(self.count)
    }
}

/// Reads `I/N`.
impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        numbers.and_then(|(index, count)| Self::new(index, count)).ok_or(ParseShardError)
    }
}

/// Writes `I/N`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// An error in the text of a shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a shard is I/N with 1 <= I <= N, as in 2/3")]
pub struct ParseShardError;

/// Searches the positions of a shard that have no score in the record, and records them chunk by chunk.
///
/// Each thread of the solver searches one position at a time. The scores depend neither on the number of threads nor on
/// their order. A stop flag in the limits ends the search; the recorded scores are kept. `progress` is called after
/// each chunk.
///
/// # Errors
///
/// [`RecordError::Io`].
///
/// # Panics
///
/// If the record is of another ply.
///
/// # Examples
///
/// ```
/// use marlin_book::{Ply, Record, Shard, finish, generate};
/// use marlin_core::{Limits, Position, Score, Solver, SolverBuilder};
///
/// let path = std::env::temp_dir().join(format!("marlin-book-generate-{}", std::process::id()));
/// let size = "4x4".parse()?;
/// let ply = Ply::with_stones(size, 1);
/// let solver = SolverBuilder::on(size).hash_mib(1)?.without_book().build();
/// let mut record = Record::open(&path, &ply)?;
/// let mut print = |progress: marlin_book::BookProgress| {
///     println!("{} of {} positions", progress.searched, progress.positions);
/// };
/// generate(&ply, Shard::WHOLE, &solver, &mut record, &Limits::NONE, &mut print)?;
/// let book = finish(record.scores())?;
/// assert_eq!(book.score(&Position::on(size)), Some(Score::DRAW));
/// record.remove()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    ply: &Ply,
    shard: Shard,
    solver: &Solver,
    record: &mut Record,
    limits: &Limits,
    progress: &mut dyn FnMut(BookProgress),
) -> Result<(), RecordError> {
    let positions: Vec<_> = ply.kept().collect();
    let header = record.scores().header();
    assert_eq!((header.plies, header.positions), (ply.plies(), positions.len()), "a record of this ply");
    let open = shard.range(header.chunks()).filter(|&chunk| !record.has(chunk));
    let chunks: Vec<_> = open.map(|index| (index, &positions[header.range(index)])).collect();
    search_chunks(&chunks, solver, limits, |index, scores, now| {
        record.append(index, scores.into_iter().map(|score| score.get() as i8).collect())?;
        progress(now);
        Ok(())
    })
}
