//! [`Solved`]: the result of searching an empty board, and whether it agrees with the published one.

use std::time::Duration;

use marlin_core::any::{Bounds, Position, Solver};
use marlin_core::{BoardSize, Cpu, Limits, TableSizeError};

use crate::ending::Ending;

/// How a board is solved.
#[derive(Debug, Clone)]
pub struct Settings {
    /// MiB of the table.
    pub hash_mib: usize,
    /// Threads that search together; with more than one, node counts differ from run to run.
    pub threads: usize,
    /// The time for one board, if limited.
    pub time: Option<Duration>,
    /// The CPU level of the search.
    pub cpu: Cpu,
}

/// An empty board, solved or given up.
#[derive(Debug, Clone)]
pub struct Solved {
    /// The board's name.
    pub board: String,
    /// The lowest and the highest score that are still possible.
    pub bounds: (i32, i32),
    /// The ending of the game under best play, if it is proven.
    pub ending: Option<Ending>,
    /// The published ending, if there is one.
    pub published: Option<Ending>,
    /// Whether the two agree.
    pub agreement: Agreement,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl Solved {
    /// Returns the result in words: the ending, or the bounds of the score.
    pub fn result(&self) -> String {
        let (lower, upper) = self.bounds;
        self.ending.map_or_else(|| format!("score in {lower}..{upper}"), |ending| ending.to_string())
    }

    /// Returns both results in words if they disagree.
    pub fn disagreement(&self) -> Option<String> {
        let published = self.published.filter(|_| self.agreement == Agreement::Disagrees)?;
        Some(format!("{}: published is '{published}', found '{}'", self.board, self.result()))
    }
}

/// Whether a result agrees with the published one.
///
/// # Examples
///
/// ```
/// use marlin_boards::{Agreement, Ending};
/// use marlin_core::any::{Bounds, Score};
///
/// // The first player can't win, and may still lose: that the published draw is right is open.
/// let size = "5x5".parse()?;
/// let bounds = Bounds::new(Score::lowest(size), Score::draw(size)).unwrap();
/// assert_eq!(Agreement::of(bounds, Ending::Draw), Agreement::Open);
/// assert_eq!(Agreement::of(bounds, Ending::FirstWins(25)), Agreement::Disagrees);
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// They are equal.
    Agrees,
    /// They can't be equal.
    Disagrees,
    /// The result isn't proven, and may still turn out equal.
    Open,
    /// No result is published.
    Unpublished,
}

impl Agreement {
    /// Compares bounds of an empty board's score with a published ending. Bounds that aren't exact may exclude it too.
    pub fn of(bounds: Bounds, published: Ending) -> Self {
        let is_possible = published.score(bounds.lower().size()).is_some_and(|score| bounds.contains(score));
        match bounds.score() {
            _ if !is_possible => Self::Disagrees,
            Some(_) => Self::Agrees,
            None => Self::Open,
        }
    }

    /// Returns a word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Disagrees => "disagrees",
            Self::Open => "open",
            Self::Unpublished => "unpublished",
        }
    }
}

/// Solves an empty board, and compares the result with the published one.
pub(crate) fn solve(
    size: BoardSize,
    published: Option<Ending>,
    settings: &Settings,
) -> Result<Solved, TableSizeError> {
    let solver = Solver::builder_on(size)
        .hash_mib(settings.hash_mib)?
        .without_book()
        .cpu(settings.cpu)
        .threads(settings.threads)
        .build();
    // The system hands out memory at its first use, and threads that ask for it at the same time wait for each other.
    solver.table().prefault();
    let limits = Limits { time: settings.time, ..Limits::NONE };
    let report = solver.query(&Position::on(size)).limits(&limits).solve();
    let bounds = report.bounds;
    Ok(Solved {
        board: size.to_string(),
        bounds: (bounds.lower().get(), bounds.upper().get()),
        ending: bounds.score().map(Ending::of),
        published,
        agreement: published.map_or(Agreement::Unpublished, |published| Agreement::of(bounds, published)),
        nodes: report.nodes,
        elapsed: report.elapsed,
    })
}
