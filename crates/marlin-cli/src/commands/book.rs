//! `book`: makes, checks and reads opening books.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use marlin_core::{BoardSize, Book, Game, Limits, Position, Solver};
use marlin_support::exit::Failure;
use marlin_support::files::{self, Existing};
use marlin_support::options::{SearchOptions, Shard, read_book, seed, whole};
use marlin_support::progress::ProgressReporter;
use marlin_support::random::Random;
use serde::Serialize;

use super::shared::{check_plies, csv_line, json_line};
use crate::book::{Ply, Record, Scores, finish, generate, verify};

/// The maximum number of stones of a position in a book that `book generate` makes.
const MAX_BOOK_PLIES: u8 = 16;

/// The commands on opening books, deferred like the commands of the program.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(super) enum BookCommand {
    /// Make the book of all positions of up to N stones
    #[command(after_help = include_str!("help/book-generate.txt"))]
    Generate {
        /// Maximum number of stones of a position in the book
        #[arg(long, value_name = "N", value_parser = whole(1..=MAX_BOOK_PLIES), allow_negative_numbers = true)]
        plies: u8,

        /// The file of the book
        #[arg(long, value_name = "FILE")]
        out: PathBuf,

        /// Search only part I of N equal parts, and leave its scores in FILE.I-of-N.record for 'book merge'
        #[arg(long, value_name = "I/N")]
        shard: Option<Shard>,

        /// Replace the file of the book if it exists
        #[arg(long)]
        force: bool,

        #[command(flatten)]
        search: SearchOptions,
    },
    /// Make a book from the records of all its shards
    Merge {
        /// The file of the book
        #[arg(long, value_name = "FILE")]
        out: PathBuf,

        /// The records, in any order
        #[arg(required = true, value_name = "RECORD")]
        records: Vec<PathBuf>,

        /// Replace the file of the book if it exists
        #[arg(long)]
        force: bool,
    },
    /// Search positions of a book again, and compare the scores
    Verify {
        /// The book [default: the built-in book]
        file: Option<PathBuf>,

        /// Search N positions of the book, chosen at random
        #[arg(long, value_name = "N", default_value = "1000", value_parser = whole(0..=usize::MAX), conflicts_with = "all", allow_negative_numbers = true)]
        sample: usize,

        /// Seed of the random choice: the same seed chooses the same positions
        #[arg(long, value_name = "SEED", default_value = "1", value_parser = seed(), allow_negative_numbers = true)]
        seed: u64,

        /// Search all of its positions
        #[arg(long)]
        all: bool,

        /// Search only positions of up to N stones
        #[arg(long, value_name = "N", value_parser = whole(0..=u32::from(MAX_BOOK_PLIES)), allow_negative_numbers = true)]
        plies: Option<u32>,

        #[command(flatten)]
        search: SearchOptions,
    },
    /// Describe a book
    Info {
        /// The book [default: the built-in book]
        file: Option<PathBuf>,
    },
    /// Print every position of a book with its score
    #[command(after_help = include_str!("help/book-export.txt"))]
    Export {
        /// The book [default: the built-in book]
        file: Option<PathBuf>,

        /// Print a JSON object for each position instead of comma-separated values
        #[arg(long)]
        json: bool,

        /// Print only positions of up to N stones
        #[arg(long, value_name = "N", value_parser = whole(0..=u32::from(MAX_BOOK_PLIES)), allow_negative_numbers = true)]
        plies: Option<u32>,
    },
}

impl BookCommand {
    /// Carries out a command about books.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Generate { plies, out: path, shard, force, search } => {
                let board = search.board.unwrap_or_default();
                // The positions of the last ply have at least one empty cell, since they are searched.
                let plies = check_plies("--plies", (*plies).into(), board, 1)?;
                make(plies, path, *shard, *force, &searching_solver(search, board)?, out)
            }
            Self::Merge { out: path, records, force } => merge(path, records, *force, out),
            Self::Verify { file, sample, seed, all, plies, search } => {
                let book = read(file.as_deref(), search.board)?;
                let solver = searching_solver(search, book.size())?;
                let mut positions = kept(&book, *plies);
                if plies.is_none() && positions.len() as u64 != book.positions() {
                    return Err(incomplete(&book));
                }
                let of =
                    Some(format!(" of {}", positions.len())).filter(|_| !all && *sample < positions.len());
                if !all {
                    positions = choose(&positions, *sample, *seed);
                }
                check(&book, &positions, &of.unwrap_or_default(), &solver, out)
            }
            Self::Info { file } => info(&read(file.as_deref(), None)?, out),
            Self::Export { file, json, plies } => export(&read(file.as_deref(), None)?, *json, *plies, out),
        }
    }
}

/// Makes a solver without a book.
fn searching_solver(search: &SearchOptions, board: BoardSize) -> Result<Solver, Failure> {
    Ok(search.builder(board)?.without_book().build())
}

/// Reads a book, or returns the built-in book.
fn read(path: Option<&Path>, board: Option<BoardSize>) -> Result<Book, Failure> {
    let no_book = || Failure::usage("this program has no built-in book: name a FILE");
    match path {
        Some(path) => Ok(read_book(path, board)?),
        None => Book::embedded(board.unwrap_or_default()).ok_or_else(no_book),
    }
}

/// Returns the failure of a book without the positions that the rules give.
fn incomplete(book: &Book) -> Failure {
    let found = book.positions();
    Failure::failed(format_args!(
        "the book is not complete: its {found} positions are not all the positions that the rules give"
    ))
}

/// Searches the positions without a record, and writes the book. For a shard it only leaves the record, for
/// `book merge`.
fn make(
    plies: u32,
    path: &Path,
    shard: Option<Shard>,
    force: bool,
    solver: &Solver,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if shard.is_none() && is_taken(path) && !force {
        // The command is repeated after it has finished.
        let book = read_book(path, Some(solver.size())).ok().filter(|book| book.plies() == plies);
        let book = book.ok_or_else(|| Failure::exists(path))?;
        Record::remove_finished(&with_suffix(path, ".record"), solver.size(), plies)?;
        return info(&book, out);
    }
    let part = shard.map_or_else(String::new, |shard| format!("{}.", shard.to_string().replace('/', "-of-")));
    let record_path = with_suffix(path, &format!(".{part}record"));
    files::check_named(path).map_err(|error| Failure::write(path, &error))?;
    check_writable(&record_path, path)?;
    let ply = Ply::with_stones(solver.size(), plies);
    let mut record = Record::open(&record_path, &ply)?;
    let range = shard.unwrap_or(Shard::WHOLE);
    generate(&ply, range, solver, &mut record, &Limits::NONE, &mut progress())?;
    if shard.is_some() {
        return Ok(writeln!(out, "{}: done, for 'marlin-cli book merge'", record_path.display())?);
    }
    drop(ply);
    write(path, &record.scores, force, out)?;
    record.remove()
}

fn merge(path: &Path, records: &[PathBuf], force: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if is_taken(path) && !force {
        return Err(Failure::exists(path));
    }
    let Some((first, others)) = records.split_first() else { return Ok(()) };
    let mut scores = Scores::read(first)?;
    others.iter().try_for_each(|record| scores.merge(record))?;
    write(path, &scores, force, out)
}

/// Returns whether a file or a link has this name. The link may lead to nothing.
fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Makes a book and writes it, as a whole or not at all.
fn write(path: &Path, scores: &Scores, force: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let book = finish(scores)?;
    // The book must be on the disk before the record is deleted.
    let written = files::write_whole(path, &book.to_bytes(), Existing::by_force(force));
    written.map_err(|error| Failure::write(path, &error))?;
    info(&book, out)
}

/// Checks before the long work that the record of a book can be written. Leaves an empty file.
fn check_writable(record: &Path, book: &Path) -> Result<(), Failure> {
    let open = || OpenOptions::new().append(true).create(true).open(record);
    files::check_regular(record).and_then(|()| open()).map(drop).map_err(|error| match error.kind() {
        // Of their folder, the user has named only the book in it.
        io::ErrorKind::NotFound => Failure::write(book, &error),
        _ => Failure::write(record, &error),
    })
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Returns the positions of up to `plies` stones that have their own score in a book.
fn kept(book: &Book, plies: Option<u32>) -> Vec<Position> {
    let last = plies.unwrap_or(u32::MAX).min(book.plies());
    let plies = Ply::up_to(book.size(), last).filter(|ply| Book::keeps_scores(book.plies(), ply.plies));
    plies.flat_map(|ply| ply.kept().collect::<Vec<_>>()).collect()
}

/// Returns some of the positions, chosen by a seed, in their order.
fn choose(positions: &[Position], count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed, 0);
    let mut chosen: Vec<_> = (0..positions.len()).collect();
    let count = count.min(chosen.len());
    for next in 0..count {
        let other = next as u32 + random.below((chosen.len() - next) as u32);
        chosen.swap(next, other as usize);
    }
    chosen.truncate(count);
    chosen.sort_unstable();
    chosen.into_iter().map(|index| positions[index]).collect()
}

/// Searches positions and compares their scores with a book. If the positions are only a part, `of` names the
/// number of all.
fn check(
    book: &Book,
    positions: &[Position],
    of: &str,
    solver: &Solver,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (searched, mismatches) = verify(book, positions, solver, &Limits::NONE, &mut progress());
    for mismatch in &mismatches {
        let moves = Game::leading_to(&mismatch.position).map(|game| game.to_string()).unwrap_or_default();
        let found = mismatch.book.map_or_else(|| "nothing".to_owned(), |score| score.to_string());
        writeln!(out, "{moves}: the book says {found}, the search {}", mismatch.search)?;
    }
    let plural = if searched == 1 && of.is_empty() { "" } else { "s" };
    writeln!(out, "{searched}{of} position{plural} searched, {} wrong", mismatches.len())?;
    match mismatches.len() {
        0 => Ok(()),
        wrong => Err(Failure::failed(format_args!("the book has {wrong} wrong scores"))),
    }
}

/// Describes a book.
fn info(book: &Book, out: &mut dyn Write) -> Result<(), Failure> {
    let bytes = book.to_bytes();
    let bits = bytes.len() as f64 * 8.0 / book.positions().max(1) as f64;
    writeln!(out, "board      {}", book.size())?;
    writeln!(out, "plies      0 to {}", book.plies())?;
    writeln!(out, "positions  {} with a score of their own", book.positions())?;
    writeln!(out, "size       {} bytes, {bits:.2} bits a position", bytes.len())?;
    if let Some(checksum) = bytes[24..].first_chunk() {
        writeln!(out, "checksum   {:016x}", u64::from_le_bytes(*checksum))?;
    }
    Ok(())
}

/// A position of a book. The names are part of the interface.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "BookPosition"))]
pub(super) struct BookPositionRecord {
    /// Moves that lead to it from the empty board.
    position: String,
    /// Its score, from the side to move.
    score: i32,
}

/// Prints every position of a book.
fn export(book: &Book, json: bool, plies: Option<u32>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut out = BufWriter::new(out);
    if !json {
        writeln!(out, "position,score")?;
    }
    let last = plies.unwrap_or(u32::MAX).min(book.plies());
    for ply in Ply::up_to(book.size(), last) {
        for position in &ply.positions {
            let (Ok(game), Some(score)) = (Game::leading_to(position), book.score(position)) else {
                return Err(incomplete(book));
            };
            let (position, score) = (game.to_string(), score.get());
            if json {
                out.write_all(json_line(&BookPositionRecord { position, score })?.as_bytes())?;
            } else {
                out.write_all(csv_line([position.as_str(), &score.to_string()]).as_bytes())?;
            }
        }
    }
    Ok(out.flush()?)
}

/// Returns a function that shows the number of positions searched and their total, until it is dropped.
fn progress() -> impl FnMut(usize, usize) {
    let mut reporter = None;
    move |searched, positions| {
        let new = || ProgressReporter::new(env!("CARGO_PKG_NAME"), "searching", positions, "positions");
        reporter.get_or_insert_with(new).set_done(searched);
    }
}
