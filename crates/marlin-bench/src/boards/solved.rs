//! [`SolvedBoard`]: the result of searching an empty board, and whether it agrees with the published one; and
//! [`Checkpoint`], the state of a long search.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use marlin_core::{
    BoardSize, Bounds, Ending, Player, Position, Progress, Report, Score, Solver, StopFlag,
    TranspositionTable,
};
use marlin_support::exit::{Failure, InFile};
use marlin_support::files::{Existing, LockFile, open_regular, remove_drafts, write_whole_with};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::Result;
use crate::args::SolverSettings;

/// The result of searching an empty board, and the work that it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SolvedBoard {
    /// The size of the board.
    pub(super) size: BoardSize,
    /// The proven bounds of the score.
    pub(super) bounds: Bounds,
    /// Nodes visited.
    pub(super) nodes: u64,
    /// Time taken.
    pub(super) elapsed: Duration,
    /// MiB of the transposition table.
    pub(super) hash_mib: usize,
    /// Threads that searched together.
    pub(super) threads: usize,
}

impl SolvedBoard {
    /// Searches an empty board, from an empty table or from the state that an earlier run has left in a
    /// folder. The state of a proven board stays until its result is written: it may be the work of days.
    pub(super) fn search(
        size: BoardSize,
        settings: &SolverSettings,
        checkpoints: Option<&Path>,
    ) -> Result<Self> {
        let &SolverSettings { hash_mib, threads, time, .. } = settings;
        let opened = checkpoints.map(|folder| Checkpoint::open(folder, size, hash_mib)).transpose()?;
        let (mut checkpoint, table) = opened.unzip();
        let solver = match table.flatten() {
            Some(table) => settings.solver_with(size, table),
            None => settings.solver(size).map_err(Failure::usage)?,
        };
        let report = search(&solver, settings, checkpoint.as_mut())?;
        let bounds = report.bounds;
        // A board that is not proven has had all of its time.
        let least = if bounds.score().is_some() { None } else { time };
        let this_run = Effort { nodes: report.nodes, elapsed: report.elapsed.max(least.unwrap_or_default()) };
        let total = checkpoint.as_ref().map_or(this_run, |checkpoint| checkpoint.total(this_run));
        if let Some(checkpoint) = checkpoint.as_mut().filter(|_| bounds.score().is_none()) {
            checkpoint.write(solver.table(), this_run)?;
        }
        Ok(Self { size, bounds, nodes: total.nodes, elapsed: rounded(total.elapsed), hash_mib, threads })
    }

    /// Returns the score, if it is proven.
    pub(super) fn score(&self) -> Option<Score> {
        self.bounds.score()
    }

    /// Returns the result in words: the end of the game, or the bounds of the score.
    pub(super) fn in_words(&self) -> String {
        self.score().map_or_else(|| format!("score in {}", self.bounds), |score| in_words(self.size, score))
    }

    /// Compares the result with the published score.
    pub(super) fn agreement(&self, published: Option<Score>) -> Agreement {
        match (published, self.score()) {
            (None, _) => Agreement::Unpublished,
            (Some(published), _) if !self.bounds.contains(published) => Agreement::Disagrees,
            (Some(_), Some(_)) => Agreement::Agrees,
            (Some(_), None) => Agreement::Open,
        }
    }

    /// Returns both results in words if they disagree.
    pub(super) fn disagreement(&self, published: Option<Score>) -> Option<String> {
        let published = published.filter(|_| self.agreement(published) == Agreement::Disagrees)?;
        let (size, published, found) = (self.size, in_words(self.size, published), self.in_words());
        Some(format!("{size}: published is '{published}', found '{found}'"))
    }

    /// Returns whether a search with a limit of time cannot improve the result: it is proven, or the search
    /// had as much time.
    pub(super) fn is_settled(&self, time: Option<Duration>) -> bool {
        self.score().is_some() || time.is_some_and(|time| time <= self.elapsed)
    }

    /// Returns the result with the narrower bounds, this one if both are equally wide.
    pub(super) fn better(self, other: Self) -> Self {
        let width = |solved: &Self| solved.bounds.upper().get() - solved.bounds.lower().get();
        if width(&other) < width(&self) { other } else { self }
    }
}

/// Searches the empty board of a solver, and keeps the state of the search.
fn search(solver: &Solver, settings: &SolverSettings, checkpoint: Option<&mut Checkpoint>) -> Result<Report> {
    let stop = StopFlag::new();
    let empty = Position::on(solver.size());
    let query = solver.query(&empty).limits(&settings.limits()).stop(stop.clone());
    let Some(checkpoint) = checkpoint else { return Ok(query.score()) };
    let mut result = Ok(());
    let keep = |progress: &Progress| {
        // The first failure ends the search. A later call must not hide it.
        if result.is_ok() {
            let this_run = Effort { nodes: progress.nodes, elapsed: progress.elapsed };
            result = checkpoint.update(solver.table(), this_run);
        }
        if result.is_err() {
            stop.stop();
        }
    };
    let report = query.on_progress(keep).score();
    result.map(|()| report)
}

/// Whether a result agrees with the published one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Agreement {
    /// They are equal.
    Agrees,
    /// The published score is not within the proven bounds.
    Disagrees,
    /// The score is not proven, and may be the published one.
    Open,
    /// No result is published.
    Unpublished,
}

/// Returns a time in milliseconds or, below a second, microseconds: more digits would be noise.
fn rounded(time: Duration) -> Duration {
    if time.as_secs() > 0 {
        Duration::from_millis(time.as_millis() as u64)
    } else {
        Duration::from_micros(time.as_micros() as u64)
    }
}

/// Returns the end of the game.
pub(super) fn ending(size: BoardSize, score: Score) -> Ending {
    Position::on(size).ending(score)
}

/// Returns the end of the game in words.
pub(super) fn in_words(size: BoardSize, score: Score) -> String {
    let ending = ending(size, score);
    match ending.winner {
        None => "draw".to_owned(),
        Some(Player::X) => format!("first player wins at move {}", ending.final_move),
        Some(Player::O) => format!("second player wins at move {}", ending.final_move),
    }
}

/// Returns the move of the game that wins it, `None` for a draw.
pub(super) fn winning_move(size: BoardSize, score: Score) -> Option<u32> {
    let ending = ending(size, score);
    ending.winner.map(|_| ending.final_move)
}

/// Changes with the layout of the file.
const MAGIC: [u8; 8] = *b"MARLINC2";

/// The time between two states: writing some GiB takes seconds.
const INTERVAL: Duration = Duration::from_secs(600);

/// The nodes and the time of a search, in all of its runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Effort {
    nodes: u64,
    elapsed: Duration,
}

/// The state of the search of a board: the work so far and the table of the search.
#[derive(Debug)]
struct Checkpoint {
    path: PathBuf,
    written: Instant,
    /// The work of the runs before this one.
    before: Effort,
    /// Held as long as this run may write the state.
    _lock: LockFile,
}

impl Effort {
    /// Returns the two numbers as bytes, with the magic before them and their checksum behind.
    fn to_bytes(self) -> Vec<u8> {
        let micros = self.elapsed.as_micros() as u64;
        let bytes = [MAGIC, self.nodes.to_le_bytes(), micros.to_le_bytes()].concat();
        let checksum = Sha256::digest(&bytes);
        [&bytes, &checksum[..8]].concat()
    }
}

/// Returns the file in a folder with the state of a board.
pub(super) fn state_of(folder: &Path, size: BoardSize) -> PathBuf {
    folder.join(format!("{size}.checkpoint"))
}

impl Checkpoint {
    /// Returns the state of a board, with its table if an earlier run has left one. It must have as many MiB
    /// as this run.
    fn open(folder: &Path, size: BoardSize, hash_mib: usize) -> Result<(Self, Option<TranspositionTable>)> {
        // An unwritable folder is noticed here, before the work.
        let path = folder.join(format!("{size}.lock"));
        let lock = LockFile::try_new(&path).in_file(&path)?;
        let lock = lock.ok_or_else(|| Failure::file(&path, "another run is searching this board"))?;
        let path = state_of(folder, size);
        remove_drafts(&path);
        let (before, table) = match open_regular(&path) {
            Ok(file) => {
                let (before, table) = read(size, hash_mib, BufReader::new(file)).in_file(&path)?;
                (before, Some(table))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Effort::default(), None),
            Err(error) => return Err(Failure::file(&path, error)),
        };
        Ok((Self { path, written: Instant::now(), before, _lock: lock }, table))
    }

    /// Returns the work of all runs, this one included.
    fn total(&self, this_run: Effort) -> Effort {
        // A file that was made by hand may have numbers that overflow.
        let Effort { nodes, elapsed } = self.before;
        let elapsed = elapsed.saturating_add(this_run.elapsed);
        Effort { nodes: nodes.saturating_add(this_run.nodes), elapsed }
    }

    /// Writes the state if the last one is old enough.
    fn update(&mut self, table: &TranspositionTable, this_run: Effort) -> Result<()> {
        if self.written.elapsed() < INTERVAL { Ok(()) } else { self.write(table, this_run) }
    }

    /// Writes the state.
    fn write(&mut self, table: &TranspositionTable, this_run: Effort) -> Result<()> {
        let total = self.total(this_run);
        let written = write_whole_with(&self.path, Existing::Replace, |out| {
            out.write_all(&total.to_bytes())?;
            table.write(out)
        });
        self.written = Instant::now();
        written.in_file(&self.path)
    }
}

fn read(
    size: BoardSize,
    hash_mib: usize,
    mut from: impl Read,
) -> Result<(Effort, TranspositionTable), String> {
    let damaged = |reason: &dyn std::fmt::Display| {
        format!("the state is damaged ({reason}): remove the file to begin anew")
    };
    let mut word = || {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes).map(|()| bytes).map_err(|error| damaged(&error))
    };
    if word()? != MAGIC {
        return Err("it is not the state of a search: name another folder, or remove the file".to_owned());
    }
    let (nodes, micros, checksum) = (u64::from_le_bytes(word()?), u64::from_le_bytes(word()?), word()?);
    let effort = Effort { nodes, elapsed: Duration::from_micros(micros) };
    if !effort.to_bytes().ends_with(&checksum) {
        return Err(damaged(&"its nodes and its time do not match its checksum"));
    }
    let table = TranspositionTable::read(size, from).map_err(|error| damaged(&error))?;
    if table.hash_mib() != hash_mib {
        return Err(format!(
            "its table has {0} MiB: continue with --hash {0}, or remove the file",
            table.hash_mib()
        ));
    }
    Ok((effort, table))
}

#[cfg(test)]
pub(super) mod samples {
    use super::*;

    pub(in crate::boards) fn sample(size: &str, lower: i32, upper: i32) -> SolvedBoard {
        let size = size.parse().unwrap();
        let score = |value| Score::checked(size, value).unwrap();
        let bounds = Bounds::new(score(lower), score(upper)).unwrap();
        SolvedBoard {
            size,
            bounds,
            nodes: 123,
            elapsed: Duration::from_micros(1_500_001),
            hash_mib: 64,
            threads: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::Cpu;

    use super::super::table::BoardTable;
    use super::samples::sample;
    use super::*;

    fn search(name: &str, cpu: Cpu) -> SolvedBoard {
        let settings = SolverSettings { threads: 1, hash_mib: 1, time: None, cpu };
        SolvedBoard::search(name.parse().unwrap(), &settings, None).unwrap()
    }

    #[test]
    fn boards_without_room_for_four_in_a_row_are_solved_too() {
        for name in ["1x1", "3x3", "6x3", "9x1", "3x6"] {
            assert!(search(name, Cpu::detect()).score().is_some(), "{name}");
        }
        assert_eq!(search("3x3", Cpu::detect()).in_words(), "draw");
    }

    #[test]
    fn small_boards_end_as_published_on_every_cpu_level() {
        let table = BoardTable::published();
        let nodes = |cpu: Cpu| {
            ["4x4", "5x4", "6x4"].map(|name| {
                let solved = search(name, cpu);
                let published = table.published_score(solved.size);
                assert_eq!(solved.agreement(published), Agreement::Agrees, "{cpu}: {solved:?}");
                solved.nodes
            })
        };
        let baseline = nodes(Cpu::BASELINE);
        for cpu in Cpu::available() {
            assert_eq!(nodes(cpu), baseline, "{cpu}");
        }
    }

    #[test]
    fn bounds_that_exclude_the_published_score_disagree() {
        let published = Score::checked(BoardSize::STANDARD, 1);
        for (lower, upper, expected) in [
            (1, 1, Agreement::Agrees),
            (0, 2, Agreement::Open),
            (0, 0, Agreement::Disagrees),
            (-18, 0, Agreement::Disagrees),
            (2, 18, Agreement::Disagrees),
        ] {
            let solved = sample("7x6", lower, upper);
            assert_eq!(solved.agreement(published), expected, "{lower} to {upper}");
            assert_eq!(solved.disagreement(published).is_some(), expected == Agreement::Disagrees);
            assert_eq!(solved.agreement(None), Agreement::Unpublished);
        }
        let expected = "7x6: published is 'first player wins at move 41', found 'score in 2..18'";
        assert_eq!(sample("7x6", 2, 18).disagreement(published).unwrap(), expected);
    }

    #[test]
    fn only_a_longer_search_can_improve_bounds() {
        let second = Duration::from_secs(1);
        let (proven, open) = (sample("7x6", 1, 1), sample("7x6", 0, 1));
        assert!(proven.is_settled(None) && open.is_settled(Some(second)));
        assert!(!open.is_settled(Some(2 * second)) && !open.is_settled(None));
    }
}
