//! Arrays of positions of one board: positions of texts, of random games, or all positions with a number of
//! stones.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use marlin_coach::request::reader;
use marlin_core::{BoardSize, Bounds, Game, Position, suite};
use marlin_support::random::Random;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::arguments::{
    base_of, board_size, collect, no_memory, position_error, read_text, reserve, value_error, with_room,
};
use crate::cells::{Array, ILLEGAL, Layout, PLAYERS, to_array};
use crate::position::{PyGame, PyPosition};
use crate::workers::{Job, Ticket, answer_one};

/// The items between two checks for signals.
const ITEMS_AT_ONCE: usize = 1_000;

/// The maximum number of bytes that a line of a file takes until the end of the call. Some of them are for
/// small objects: if the system refused memory for one of these, the process would end.
const BYTES_OF_A_LINE: usize = 1024;

/// The index of a row that is not a position, and the reason.
type Reason = (usize, String);

/// A row of a file: the index of its line, the score that it states, and its game; `None` if it is not a
/// position.
type Row = (usize, i8, Option<PyGame>);

/// Reads texts, positions and games, or the lines of a file: there comments and blank lines are skipped, and
/// each line may state a score. The first item that is not a position is an error, unless `mark` is set.
///
/// Returns the boards, where a row that is not a position is the empty board, the reasons against such rows,
/// and the rows of a file.
#[pyfunction]
pub(crate) fn read_texts<'py>(
    items: &Bound<'py, PyList>,
    board: Option<&str>,
    base: usize,
    mark: bool,
    is_file: bool,
    layout: &str,
) -> PyResult<(Array<'py>, Vec<Reason>, Vec<Row>)> {
    let (py, base, layout) = (items.py(), base_of(base)?, Layout::parse(layout)?);
    let (mut board, mut size) = (board.map(board_size).transpose()?, None);
    let (mut positions, mut reasons, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    let room = if is_file { items.len().saturating_mul(BYTES_OF_A_LINE) } else { 0 };
    drop(with_room::<u8>(room)?);
    for (index, item) in items.iter().enumerate() {
        if index.is_multiple_of(ITEMS_AT_ONCE) {
            py.check_signals()?;
        }
        let place = if is_file { format!("line {}", index + 1) } else { format!("board {index}") };
        let wrong = |reason: &str| position_error(format!("{place}: {reason}"));
        let read = if let Ok(text) = item.cast::<PyString>() {
            let text = text.to_str()?;
            let text = if is_file { text.trim_end_matches(['\r', '\n']) } else { text };
            if is_file && is_skipped(&mut board, size, text).map_err(|reason| wrong(&reason))? {
                continue;
            }
            let read = read_text(reader().board(board).base(base), text, is_file);
            read.map(|read| (read.game, read.stated.score.and_then(Bounds::score)))
        } else if let Ok(game) = item.cast::<PyGame>() {
            Ok((game.borrow().0.clone(), None))
        } else if let Ok(position) = item.cast::<PyPosition>() {
            Ok((Game::from_position(position.get().0), None))
        } else {
            let kind = item.get_type().name()?;
            let message = format!("{place} is {kind}: a text, a Position or a Game is expected");
            return Err(PyTypeError::new_err(message));
        };
        let read = read.and_then(|read| match size.or(board).filter(|&size| size != read.0.size()) {
            Some(size) => Err(format!("a board of {}, where {size} is expected", read.0.size())),
            None => Ok(read),
        });
        let (game, score) = match read {
            Ok((game, score)) => (Some(game), score),
            Err(reason) if mark => {
                reserve(&mut reasons, 1)?;
                reasons.push((positions.len(), reason));
                (None, None)
            }
            Err(reason) => return Err(wrong(&reason)),
        };
        size = size.or(game.as_ref().map(Game::size));
        reserve(&mut positions, 1)?;
        positions.push(game.as_ref().map(|game| *game.position()));
        if is_file {
            reserve(&mut rows, 1)?;
            rows.push((index, score.map_or(ILLEGAL, |score| score.get() as i8), game.map(PyGame)));
        }
    }
    let size = size.or(board).unwrap_or_default();
    let position = |found: Option<Position>| Ok(found.unwrap_or(Position::on(size)));
    let positions = collect(positions.len(), positions.into_iter().map(position))?;
    Ok((to_array(py, size, &positions, layout, PLAYERS)?, reasons, rows))
}

/// Returns whether a line of a file is a comment or blank. A comment before the first position may state the
/// board.
fn is_skipped(board: &mut Option<BoardSize>, known: Option<BoardSize>, line: &str) -> Result<bool, String> {
    let mut stated = board.or(known);
    let is_comment = suite::is_comment(&mut stated, line).map_err(|error| error.to_string())?;
    if known.is_none() {
        *board = stated;
    }
    Ok(is_comment || line.trim().is_empty())
}

/// Returns `n` positions of random games.
#[pyfunction]
#[pyo3(signature = (n, plies, seed, distinct, board, layout))]
pub(crate) fn random_boards<'py>(
    py: Python<'py>,
    n: usize,
    plies: (u32, u32),
    seed: u64,
    distinct: bool,
    board: &str,
    layout: &str,
) -> PyResult<Array<'py>> {
    let (size, layout, (least, most)) = (board_size(board)?, Layout::parse(layout)?, plies);
    let span = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    if least > most || most >= size.cells() {
        let full = size.cells();
        return Err(value_error(format!(
            "plies {span}: numbers of stones below {full} are expected, the smaller one first"
        )));
    }
    // The array of cells, which is made at the end, must have room too.
    drop(with_room::<u8>(n.saturating_mul(size.cells() as usize))?);
    let positions =
        answer_one(py, &Job::alone(), |ticket| draw(size, n, least..=most, seed, distinct, ticket))?;
    if positions.len() < n {
        return Err(value_error(format!(
            "found {} different positions with {span} stones, where {n} are asked for: ask for fewer, or for more stones",
            positions.len()
        )));
    }
    to_array(py, size, &positions, layout, PLAYERS)
}

/// The games after which no further position is expected.
const TRIES: usize = 10_000;

/// Draws positions of unfinished games with random moves; each number of stones is equally frequent.
fn draw(
    size: BoardSize,
    n: usize,
    plies: RangeInclusive<u32>,
    seed: u64,
    distinct: bool,
    ticket: &Ticket<'_>,
) -> PyResult<Vec<Position>> {
    let mut random = Random::named(seed, "boards", 0);
    let (mut positions, mut drawn) = (with_room(n)?, HashSet::new());
    let in_set = if distinct { n } else { 0 };
    drawn.try_reserve(in_set).map_err(|_| no_memory(in_set.saturating_mul(size_of::<Position>())))?;
    let mut tries = 0;
    while positions.len() < n && tries < TRIES && !ticket.is_stopped() {
        let plies = random.within(&plies);
        let games = std::iter::repeat_with(|| random.try_game(size, plies)).take(TRIES);
        let game = games.take_while(|_| !ticket.is_stopped()).flatten().next();
        tries += 1;
        let Some(game) = game else { continue };
        if !distinct || drawn.insert(*game.position()) {
            positions.push(*game.position());
            tries = 0;
        }
    }
    Ok(positions)
}

/// The maximum number of moves after which [`all_boards`] looks for equal positions: 2.4 GB. On 7x6 it is 13
/// stones.
const MOST_MOVES: usize = 100_000_000;

/// Returns all positions with a number of stones, with finished games or without, in the order of their keys.
#[pyfunction]
pub(crate) fn all_boards<'py>(
    py: Python<'py>,
    plies: u32,
    finished: bool,
    board: &str,
    layout: &str,
) -> PyResult<Array<'py>> {
    let (size, layout) = (board_size(board)?, Layout::parse(layout)?);
    if plies > size.cells() {
        return Err(value_error(format!("plies={plies}: a board of {size} has {} cells", size.cells())));
    }
    let positions = answer_one(py, &Job::alone(), |ticket| {
        let mut positions = vec![Position::on(size)];
        for _ in 0..plies {
            positions = children(&positions, ticket)?.ok_or_else(|| {
                value_error(format!(
                    "the positions of {plies} stones on {size} are too many to list: draw some by random_boards (--n)"
                ))
            })?;
        }
        positions.retain(|position| finished || !position.is_over());
        Ok(positions)
    })?;
    to_array(py, size, &positions, layout, PLAYERS)
}

/// Returns the positions after one more stone, each once, in the order of their keys; `None` if they are too
/// many.
fn children(positions: &[Position], ticket: &Ticket<'_>) -> PyResult<Option<Vec<Position>>> {
    // The positions are sorted in parts, by the first bits of the key. The sort of a part is short, and a
    // stop waits for no more than that.
    let bits = positions.first().map_or(0, |first| first.size().width() * (first.size().height() + 1));
    let shift = bits.saturating_sub(8);
    let mut parts = vec![Vec::new(); 512];
    let mut count = 0;
    for position in positions.iter().take_while(|_| !ticket.is_stopped()) {
        for column in position.legal_moves() {
            let after = position.after(column);
            let part = &mut parts[(after.key() >> shift) as usize];
            reserve(part, 1)?;
            part.push(after);
            count += 1;
        }
        if count > MOST_MOVES {
            return Ok(None);
        }
    }
    for part in &mut parts {
        if ticket.is_stopped() {
            break;
        }
        part.sort_unstable_by_key(Position::key);
        part.dedup();
    }
    let mut all = with_room(parts.iter().map(Vec::len).sum())?;
    for mut part in parts {
        all.append(&mut part);
    }
    Ok(Some(all))
}
