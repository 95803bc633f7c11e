//! The position sets: finding and reading them.

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use marlin_core::suite;
use marlin_core::{BoardSize, Game, Score};
use marlin_notation::{Notation, Reader, Reading};
use marlin_support::exit::{Failure, InFile};
use marlin_support::files::read_text;

use crate::Result;

/// The categories of sets, the easiest first. Each is also the name of a set of 7x6.
const CATEGORIES: [&str; 6] = ["L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3"];

/// The number of the first sets, which take seconds together; the others take minutes.
const QUICK: usize = 4;

/// The folder of the sets if none is given, below the current one.
const DIR_NAME: &str = "test-positions";

/// A file of the folder that is not a position set.
const NOT_A_SET: &str = "perft";

/// The name of all sets together.
pub(crate) const TOTAL: &str = "total";

/// A position set.
#[derive(Debug)]
pub(crate) struct PositionSet {
    /// The name of its file without the extension, and the number of positions if only the first ones were
    /// taken.
    pub(crate) name: String,
    /// The board of its positions.
    pub(crate) board: BoardSize,
    /// Its positions.
    pub(crate) lines: Vec<(Game, Score)>,
}

/// Returns the folder of the sets: the one given, else `test-positions` in the current folder.
pub(crate) fn find_dir(given: Option<&Path>) -> Result<PathBuf> {
    let dir = given.unwrap_or_else(|| DIR_NAME.as_ref());
    if dir.is_dir() {
        return Ok(dir.to_owned());
    }
    Err(Failure::usage(format!(
        "no folder of position sets at {} (name one with --sets-dir, or run in a checkout of the repository)",
        dir.display()
    )))
}

/// Returns the line that states the board of a set. A set of 7x6 needs none.
pub(crate) fn board_head(board: BoardSize) -> String {
    if board == BoardSize::STANDARD { String::new() } else { format!("# board {board}\n") }
}

/// Reads the sets with these names or paths, or only the first positions of each, whose number `count`
/// returns. If none are given, reads the six of the folder that are of the board, and without a board the
/// four of 7x6 that take seconds.
pub(crate) fn load(
    given: &[String],
    dir: Option<&Path>,
    board: Option<BoardSize>,
    count: impl Fn(&str) -> Option<NonZeroUsize>,
) -> Result<Vec<PositionSet>> {
    let mut sets: Vec<_> = if given.is_empty() {
        let (dir, categories) =
            (find_dir(dir)?, &CATEGORIES[..if board.is_some() { CATEGORIES.len() } else { QUICK }]);
        let board = board.unwrap_or_default();
        let name = |category: &str| match board {
            BoardSize::STANDARD => category.to_owned(),
            _ => format!("{board}_{category}"),
        };
        let load = |category| load_named(&dir, &name(category), Some(board));
        categories.iter().map(|category| load(category)).collect::<Result<_, _>>()?
    } else {
        let load = |set: &String| {
            if is_path(set) { read(Path::new(set), board) } else { load_named(&find_dir(dir)?, set, board) }
        };
        given.iter().map(load).collect::<Result<_, _>>()?
    };
    let mut seen = HashSet::from([TOTAL]);
    if let Some(twice) = sets.iter().find(|set| !seen.insert(set.name.as_str())) {
        return Err(Failure::usage(format!("a second set named {:?}: reports go by the names", twice.name)));
    }
    for (index, set) in sets.iter_mut().enumerate() {
        let (all, count) = (set.lines.len(), count(given.get(index).map_or("", String::as_str)));
        if let Some(count) = count.filter(|count| count.get() < all) {
            set.lines.truncate(count.get());
            set.name = format!("{} ({count} of {all})", set.name);
        }
    }
    Ok(sets)
}

/// Returns whether an argument is a path: names of sets have neither an extension nor a folder.
pub(crate) fn is_path(set: &str) -> bool {
    Path::new(set).extension().is_some() || Path::new(set).components().count() > 1
}

/// Reads a set of the folder, of a certain board if one is given.
pub(crate) fn load_named(dir: &Path, name: &str, board: Option<BoardSize>) -> Result<PositionSet> {
    let path = dir.join(format!("{name}.txt"));
    if path.exists() && name != NOT_A_SET {
        return read(&path, board);
    }
    let known = known_names(dir);
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    Err(Failure::usage(format!("no position set {name:?} in {} (there: {known})", dir.display())))
}

/// Returns the names of the sets in a folder.
fn known_names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let files = entries.filter_map(|entry| entry.file_name().into_string().ok());
    // A user chose this text.
    let names = files.filter_map(|file| Some(file.strip_suffix(".txt")?.to_owned()));
    let mut names: Vec<_> = names.filter(|name| name != NOT_A_SET).collect();
    names.sort();
    names
}

/// Reads a line of a set. The position may be in another notation than moves, as in the answers of
/// `marlin-cli solve`; the game is then one that leads to it.
fn read_line(path: &Path, size: &mut Option<BoardSize>, line: &str) -> Result<Option<(Game, Score)>, String> {
    suite::read_line(size, line).or_else(|error| {
        let board = size.unwrap_or_default();
        let position = |text| Reader::new().board(Some(board)).read_line(text).ok();
        let (text, score) = line.trim_end().rsplit_once(' ').unwrap_or_default();
        // The last number of a move list or of a whole FEN is no score.
        let is_whole = |read: &Reading<'_>| match read.notation {
            Notation::Moves => position(line).is_none(),
            Notation::Fen => [1, 2, 6].contains(&text.split_whitespace().count()),
            _ => true,
        };
        let game = position(text).filter(is_whole).and_then(|read| Game::leading_to(read.position()).ok());
        let read = game.and_then(|game| suite::parse_line(board, &format!("{game} {score}")).ok());
        read.map(Some).ok_or_else(|| match position(line) {
            Some(_) => format!("{error}; `marlin-cli solve {} > SET` makes a set of it", path.display()),
            None => error.to_string(),
        })
    })
}

/// Reads a set from a file. If a board is given, it must be one of that board.
fn read(path: &Path, board: Option<BoardSize>) -> Result<PositionSet> {
    let mut size = None;
    let text = read_text(path).in_file(path)?;
    let read = text.trim_start_matches('\u{feff}').lines().enumerate().map(|(index, line)| {
        let failure = |error| Failure::file(path, format!("line {}: {error}", index + 1));
        read_line(path, &mut size, line).map_err(failure).transpose()
    });
    let lines = read.flatten().collect::<Result<Vec<_>>>()?;
    let size = size.unwrap_or_default();
    if let Some(expected) = board.filter(|&expected| expected != size) {
        let reason = format!("a set of board {size}, where {expected} is expected");
        return Err(Failure::file(path, reason));
    }
    if lines.is_empty() {
        return Err(Failure::file(path, "no positions"));
    }
    let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(PositionSet { name, board: size, lines })
}
