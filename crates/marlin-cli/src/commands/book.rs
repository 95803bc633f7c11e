//! `book`: makes, checks and reads opening books.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::ProgressBar;
use marlin_core::{BoardSize, Book, Game, Limits, Position, Solver};
use marlin_support::files::{self, Existing};
use marlin_support::options::{BookOptions, EngineOptions, SearchOptions, Shard, read_book};
use marlin_support::progress::{self, LogLines};
use marlin_support::random::Random;
use serde::Serialize;

use super::refused::{check_plies, first_given, refuse};
use crate::args::{BookCommand, ExportFormat};
use crate::book::{BookMakingError, BookProgress, Ply, Record, Scores, finish, generate, verify};
use crate::failure::{BAD_INPUT, FAILED, Failure, Reason};
use crate::files::FileError;

/// The reason why there is no correct book.
#[derive(Debug, thiserror::Error)]
enum BookCommandError {
    /// The program was built without a book.
    #[error("this program was built without a book of its own: name a FILE")]
    NoBook,
    /// A book without the positions that the rules give.
    #[error("the book isn't complete: its {found} positions aren't those that the rules give")]
    Incomplete {
        /// Positions of the book.
        found: u64,
    },
    /// A book contradicts the search.
    #[error("{wrong} scores of the book are wrong")]
    Wrong {
        /// Wrong scores.
        wrong: usize,
    },
}

impl Reason for BookCommandError {
    fn exit_code(&self) -> u8 {
        if matches!(self, Self::NoBook) { BAD_INPUT } else { FAILED }
    }
}

impl Reason for BookMakingError {}

/// Carries out a command about books. `before` has the options of the engine before the command.
pub(super) fn run(command: &BookCommand, before: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        BookCommand::Generate { plies, out: path, shard, force, search } => {
            let search = search.or(&before.search);
            let board = search.board.unwrap_or_default();
            // The positions of the last ply have at least one empty cell, since they are searched.
            let plies = check_plies("--plies", (*plies).into(), board, 1)?;
            let solver = searching_solver(&search, board, &before.book, "book generate")?;
            make(plies, path, *shard, *force, &solver, out)
        }
        BookCommand::Merge { out: path, records, force } => {
            refuse(first_given(before), "book merge")?;
            merge(path, records, *force, out)
        }
        BookCommand::Verify { file, sample, seed, all, plies, search } => {
            let search = search.or(&before.search);
            let book = read(file.as_deref(), search.board)?;
            let solver = searching_solver(&search, book.size(), &before.book, "book verify")?;
            let mut positions = kept(&book, *plies);
            if plies.is_none() && positions.len() as u64 != book.positions() {
                return Err(BookCommandError::Incomplete { found: book.positions() }.into());
            }
            if !all {
                positions = choose(&positions, *sample, *seed);
            }
            check(&book, &positions, &solver, out)
        }
        BookCommand::Info { file } => {
            refuse(first_given(before), "book info")?;
            info(&read(file.as_deref(), None)?, out)
        }
        BookCommand::Export { file, format, plies } => {
            refuse(first_given(before), "book export")?;
            export(&read(file.as_deref(), None)?, *format, *plies, out)
        }
    }
}

/// Makes a solver without a book.
fn searching_solver(
    search: &SearchOptions,
    board: BoardSize,
    book: &BookOptions,
    command: &'static str,
) -> Result<Solver, Failure> {
    refuse(book.given(), command)?;
    Ok(search.builder(board)?.without_book().build())
}

/// Reads a book, or returns the one that is part of the program.
fn read(path: Option<&Path>, board: Option<BoardSize>) -> Result<Book, Failure> {
    match path {
        Some(path) => Ok(read_book(path, board)?),
        None => Book::embedded(board.unwrap_or_default()).ok_or(BookCommandError::NoBook.into()),
    }
}

/// Searches the positions without a record, and writes the book. For a shard it only leaves the record, for `book
/// merge`.
fn make(
    plies: u32,
    path: &Path,
    shard: Option<Shard>,
    force: bool,
    solver: &Solver,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if shard.is_none() && path.exists() && !force {
        // The same command again, after it was finished.
        let book = read_book(path, Some(solver.size())).ok().filter(|book| book.plies() == plies);
        let book = book.ok_or_else(|| FileError::exists(path))?;
        Record::remove_finished(&with_suffix(path, ".record"), solver.size(), plies)?;
        return info(&book, out);
    }
    let part = shard.map_or_else(String::new, |shard| format!("{}.", shard.to_string().replace('/', "-of-")));
    let record_path = with_suffix(path, &format!(".{part}record"));
    check_writable(&record_path, path)?;
    let ply = Ply::with_stones(solver.size(), plies);
    let mut record = Record::open(&record_path, &ply)?;
    let mut shown = SearchBar::new();
    let range = shard.unwrap_or(Shard::WHOLE);
    generate(&ply, range, solver, &mut record, &Limits::NONE, &mut |now| shown.update(now))?;
    shown.end();
    if shard.is_some() {
        return Ok(writeln!(out, "{}: done, for 'marlin-cli book merge'", record_path.display())?);
    }
    drop(ply);
    write(path, record.scores(), force, out)?;
    Ok(record.remove()?)
}

fn merge(path: &Path, records: &[PathBuf], force: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if path.exists() && !force {
        return Err(FileError::exists(path).into());
    }
    let Some((first, others)) = records.split_first() else { return Ok(()) };
    let mut scores = Scores::read(first)?;
    others.iter().try_for_each(|record| scores.merge(record))?;
    write(path, &scores, force, out)
}

/// Makes a book and writes it, as a whole or not at all.
fn write(path: &Path, scores: &Scores, force: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let book = finish(scores)?;
    // The book must be on the disk before the record is deleted.
    let written = files::write_whole(path, book.as_bytes(), Existing::by_force(force));
    written.map_err(|source| FileError::write(path, source))?;
    info(&book, out)
}

/// Checks before the long work that the record of a book can be written. Leaves an empty file.
fn check_writable(record: &Path, book: &Path) -> Result<(), FileError> {
    let open = || OpenOptions::new().append(true).create(true).open(record);
    files::check_regular(record).and_then(|()| open()).map(drop).map_err(|source| match source.kind() {
        // Of their folder, the user has named only the book in it.
        io::ErrorKind::NotFound => FileError::write(book, source),
        _ => FileError::write(record, source),
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
    let plies = Ply::up_to(book.size(), last).filter(|ply| Book::keeps_scores(book.plies(), ply.plies()));
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

/// Searches positions and compares the scores with those of a book.
fn check(book: &Book, positions: &[Position], solver: &Solver, out: &mut dyn Write) -> Result<(), Failure> {
    let mut shown = SearchBar::new();
    let (searched, mismatches) = verify(book, positions, solver, &Limits::NONE, &mut |now| shown.update(now));
    shown.end();
    for mismatch in &mismatches {
        let moves = Game::leading_to(&mismatch.position).map(|game| game.to_string()).unwrap_or_default();
        let found = mismatch.book.map_or_else(|| "nothing".to_owned(), |score| score.to_string());
        writeln!(out, "{moves}: the book says {found}, the search {}", mismatch.search)?;
    }
    let plural = if searched == 1 { "" } else { "s" };
    writeln!(out, "{searched} position{plural} searched, {} wrong", mismatches.len())?;
    if mismatches.is_empty() {
        Ok(())
    } else {
        Err(BookCommandError::Wrong { wrong: mismatches.len() }.into())
    }
}

/// Describes a book.
fn info(book: &Book, out: &mut dyn Write) -> Result<(), Failure> {
    let bytes = book.as_bytes();
    let bits = bytes.len() as f64 * 8.0 / book.positions().max(1) as f64;
    writeln!(out, "board      {}", book.size())?;
    writeln!(out, "plies      0 to {}", book.plies())?;
    writeln!(out, "positions  {} with a score of their own", book.positions())?;
    writeln!(out, "size       {} bytes, {bits:.2} bits a position", bytes.len())?;
    writeln!(out, "checksum   {:016x}", book.checksum())?;
    Ok(())
}

/// A position of a book. The names are part of the interface.
#[derive(Debug, Serialize)]
struct Exported {
    moves: String,
    score: i32,
}

/// Prints every position of a book.
fn export(book: &Book, format: ExportFormat, plies: Option<u32>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut out = BufWriter::new(out);
    if format == ExportFormat::Csv {
        writeln!(out, "moves,score")?;
    }
    let last = plies.unwrap_or(u32::MAX).min(book.plies());
    for ply in Ply::up_to(book.size(), last) {
        for position in ply.positions() {
            let (Ok(game), Some(score)) = (Game::leading_to(position), book.score(position)) else {
                return Err(BookCommandError::Incomplete { found: book.positions() }.into());
            };
            let exported = Exported { moves: game.to_string(), score: score.get() };
            match format {
                ExportFormat::Csv => writeln!(out, "{},{}", exported.moves, exported.score)?,
                ExportFormat::Json => {
                    writeln!(out, "{}", serde_json::to_string(&exported).map_err(io::Error::from)?)?;
                }
            }
        }
    }
    Ok(out.flush()?)
}

/// Shows the progress of the search of a book's positions.
struct SearchBar {
    bar: ProgressBar,
    /// The line for a log.
    line: Arc<Mutex<String>>,
    _lines: LogLines,
}

impl SearchBar {
    fn new() -> Self {
        let line = Arc::new(Mutex::new("searching the first positions".to_owned()));
        let shown = Arc::clone(&line);
        let lines = LogLines::start(move |_| shown.lock().unwrap_or_else(PoisonError::into_inner).clone());
        Self { bar: progress::waiting_bar(None, "searching the first positions"), line, _lines: lines }
    }

    fn update(&mut self, now: BookProgress) {
        let BookProgress { searched, positions, nodes, elapsed, .. } = now;
        let rate = searched as f64 / elapsed.as_secs_f64();
        let speed = format!("{rate:.1} a second, {:.1} M nodes", nodes as f64 / 1e6);
        let line = format!("{searched} of {positions} positions searched, {speed}");
        *self.line.lock().unwrap_or_else(PoisonError::into_inner) = line;
        progress::set_template(&self.bar, "{wide_bar} {pos}/{len} positions, {msg}, {elapsed} < {eta}");
        self.bar.set_length(positions as u64);
        self.bar.set_position(searched as u64);
        self.bar.set_message(speed);
    }

    fn end(self) {
        self.bar.finish_and_clear();
    }
}
