//! The options of an engine on the command line, which several programs have, and the solver that they make.
//!
//! Every value is checked by clap, so that an error names the option and the values that it takes.

use std::error::Error;
use std::fmt::{self, Display};
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use clap::builder::TypedValueParser;
use marlin_core::{BoardSize, Cpu, Solver, SolverBuilder, TranspositionTable};

use crate::solvers::reserve;
pub use crate::solvers::{EngineError, read_book};

// Options of a search. No doc comment: it would replace the description of the command that flattens it.
#[expect(missing_docs, reason = "clap takes doc comments of a flattened struct as the help of the command")]
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SearchOptions<B: Board = BoardSize> {
    /// The board, columns x rows: at most 32 columns, and columns * (rows + 1) at most 128 [default: 7x6]
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    pub board: Option<B>,

    /// Memory for the transposition table, in MiB [default: 64]
    #[arg(long = "hash", value_name = "MIB", value_parser = whole(1..=TranspositionTable::MAX_MIB), allow_negative_numbers = true)]
    pub hash_mib: Option<usize>,

    /// Number of threads of a search [default: one per hardware thread]
    #[arg(long, value_name = "N", value_parser = whole(1..=Solver::MAX_THREADS), allow_negative_numbers = true)]
    pub threads: Option<usize>,

    /// CPU level to use, one that --version lists; the answers are the same at every level [default: the
    /// highest]
    #[arg(long, value_name = "LEVEL")]
    pub cpu: Option<Cpu>,
}

// Options of an engine. No doc comment: see `SearchOptions`.
#[expect(missing_docs, reason = "clap takes doc comments of a flattened struct as the help of the command")]
#[derive(Debug, Clone, Default, clap::Args)]
pub struct EngineOptions<B: Board = BoardSize> {
    /// Options of the search.
    #[command(flatten)]
    pub search: SearchOptions<B>,

    /// An opening book, made by 'marlin-cli book generate', instead of the built-in one
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    pub book: Option<PathBuf>,

    /// Use no opening book: search every position
    #[arg(long)]
    pub no_book: bool,
}

/// The value of `--board`: a [`BoardSize`], or a size of a command that takes more of them.
pub trait Board: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static {}

impl<T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static> Board for T {}

impl EngineOptions {
    /// Makes a solver of the board of these options, or of 7x6.
    ///
    /// # Errors
    ///
    /// Those of [`EngineOptions::solver_on`].
    pub fn solver(&self) -> Result<Solver, EngineError> {
        self.solver_on(self.search.board.unwrap_or_default())
    }
}

impl<B: Board> EngineOptions<B> {
    /// Makes a solver of a board, independent of the board of these options.
    ///
    /// # Errors
    ///
    /// [`EngineError::Table`] without memory for the table, [`EngineError::Book`] or
    /// [`EngineError::OtherBook`] if the file is not a book of this board.
    pub fn solver_on(&self, board: BoardSize) -> Result<Solver, EngineError> {
        let builder = self.search.builder(board)?;
        let solver = match &self.book {
            Some(path) => builder.book(read_book(path, Some(board))?),
            None if self.no_book => builder.without_book(),
            None => builder,
        }
        .build();
        let threads = solver.threads();
        Ok(reserve(solver, threads)?)
    }
}

impl<B: Board> SearchOptions<B> {
    /// Returns a builder of a solver of a board, with the book that is built in for the board.
    ///
    /// # Errors
    ///
    /// [`EngineError::Table`] without memory for the table.
    pub fn builder(&self, board: BoardSize) -> Result<SolverBuilder, EngineError> {
        let builder = Solver::builder_on(board)
            .hash_mib(self.hash_mib.unwrap_or(TranspositionTable::DEFAULT_MIB))?
            .cpu(self.cpu.unwrap_or_else(Cpu::detect));
        Ok(match self.threads {
            Some(threads) => builder.threads(threads),
            None => builder,
        })
    }
}

/// Returns the parser of a whole number within a range, which its error names: `2k`, `2M` and `2G` are
/// thousands, millions and billions.
pub fn whole<T>(range: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = in_units(text, 1, &[("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)]);
        let number =
            number.and_then(|number| number.to_string().parse().ok()).filter(|number| range.contains(number));
        number.ok_or_else(|| format!("{} is expected", numbers(range.start(), range.end())))
    }
}

/// Returns the parser of a time within a range of units of so many milliseconds. The number may have a unit
/// of its own, as in `2s`.
pub fn time(unit: u64, range: RangeInclusive<u64>) -> impl TypedValueParser<Value = Duration> {
    move |text: &str| {
        let (least, most) = (range.start(), range.end());
        let millis = in_units(text, unit, &[("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000)]);
        let millis = millis.filter(|millis| (least * unit..=most.saturating_mul(unit)).contains(millis));
        millis
            .map(Duration::from_millis)
            .ok_or_else(|| format!("{} is expected, or one with ms, s, min or h", numbers(least, most)))
    }
}

/// Returns the numbers of a range in words, as requests name them.
fn numbers(least: impl Display, most: impl Display) -> String {
    match most.to_string() {
        most if most == u64::MAX.to_string() => format!("a whole number, {least} or more,"),
        most => format!("a whole number from {least} to {most}"),
    }
}

/// Returns a number times the factor of the unit after it, or times the factor for a number without a unit.
fn in_units(text: &str, plain: u64, units: &[(&str, u64)]) -> Option<u64> {
    let found = units.iter().find_map(|&(unit, factor)| Some((text.strip_suffix(unit)?, factor)));
    let (number, factor) = found.unwrap_or((text, plain));
    number.parse::<u64>().ok()?.checked_mul(factor)
}

/// The maximum number of positions at once: more than any present machine has threads.
pub const MAX_JOBS: u16 = 1024;

/// Returns the number of threads that this machine runs at once, as a number of positions.
pub fn available_jobs() -> u16 {
    thread::available_parallelism().map_or(1, |threads| threads.get().min(MAX_JOBS.into()) as u16)
}

/// Returns the parser of the seed of random choices.
pub fn seed() -> impl TypedValueParser<Value = u64> {
    whole(0..=u64::MAX)
}

/// Part `index` of `count` equal parts of some work, counted from 1.
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
    pub fn range(self, items: usize) -> Range<usize> {
        let end = |index: usize| (items as u128 * index as u128 / self.count as u128) as usize;
        end(self.index - 1)..end(self.index)
    }

    /// Returns the indices of the part if a number of items is dealt out in turn, so that each part has items
    /// from both ends of the list.
    pub fn dealt(self, items: usize) -> impl Iterator<Item = usize> {
        (self.index - 1..items).step_by(self.count)
    }
}

/// Reads `I/N`.
impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let shard = numbers.and_then(|(index, count)| Self::new(index, count));
        shard.ok_or("a shard is I/N with 1 <= I <= N, as in 2/3")
    }
}

/// Writes `I/N`.
impl Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Program {
        #[command(flatten)]
        engine: EngineOptions,
    }

    fn options(arguments: &[&str]) -> Result<EngineOptions, clap::Error> {
        Program::try_parse_from(["program"].iter().chain(arguments)).map(|program| program.engine)
    }

    #[test]
    fn numbers_and_times_have_units() {
        #[derive(Debug, Parser)]
        struct Limits {
            #[arg(value_parser = whole(1..=u64::MAX))]
            nodes: u64,
            #[arg(value_parser = time(1, 0..=u64::MAX))]
            time: Duration,
            #[arg(value_parser = time(1_000, 1..=60))]
            patience: Duration,
        }
        let read = |values: &str| Limits::try_parse_from(["program"].into_iter().chain(values.split(' ')));
        let limits = |values| read(values).map(|Limits { nodes, time, patience }| (nodes, time, patience));
        for (values, nodes, millis, seconds) in [
            ("7 8 9", 7, 8, 9),
            ("1k 1s 2s", 1_000, 1_000, 2),
            ("2M 5ms 1min", 2_000_000, 5, 60),
            ("1G 2h 1", 1_000_000_000, 7_200_000, 1),
        ] {
            let expected = (nodes, Duration::from_millis(millis), Duration::from_secs(seconds));
            assert_eq!(limits(values).unwrap(), expected, "{values}");
        }
        for values in [
            "k 1 1",
            "0k 1 1",
            "1s 1 1",
            "1 -1s 1",
            "1 1k 1",
            "1 s 1",
            "99999999999999999k 1 1",
            "1 1 2min",
            "1 1 500ms",
        ] {
            assert!(read(values).is_err(), "{values}");
        }
        let error = read("1 1 2min").unwrap_err().to_string();
        assert!(
            error.contains("a whole number from 1 to 60 is expected, or one with ms, s, min or h"),
            "{error}"
        );
    }

    #[test]
    fn options_make_a_solver_of_their_board() {
        let solver = options(&["--board", "5x4", "--hash", "1", "--threads", "2", "--cpu", "baseline"]);
        let solver = solver.unwrap().solver().unwrap();
        assert_eq!((solver.size().to_string().as_str(), solver.threads()), ("5x4", 2));
    }

    #[test]
    fn an_error_names_the_option_and_its_values() {
        for (arguments, expected) in [
            (["--hash", "0"], "'0' for '--hash <MIB>': a whole number from 1 to "),
            (["--threads", "many"], "'many' for '--threads <N>': a whole number from 1 to 256 is expected"),
            (["--board", "17x7"], "'17x7' for '--board <WxH>': a board of 17x7 does not fit"),
            (["--cpu", "mmx"], "'mmx' for '--cpu <LEVEL>': "),
        ] {
            let error = options(&arguments).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_file_that_is_no_book_is_named_with_the_reason() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let options = options(&["--hash", "1", "--book", file.path().to_str().unwrap()]).unwrap();
        let error = options.solver().unwrap_err().to_string();
        assert!(error.starts_with(&*file.path().to_string_lossy()), "{error}");
    }

    #[test]
    fn a_shard_is_a_range_or_the_items_dealt_to_it() {
        let shard: Shard = "2/3".parse().unwrap();
        assert_eq!((Some(shard), shard.to_string().as_str()), (Shard::new(2, 3), "2/3"));
        assert_eq!((shard.range(8), shard.dealt(8).collect()), (2..5, vec![1, 4, 7]));
        for text in ["4/3", "0/3", "1", "1/", "x/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
