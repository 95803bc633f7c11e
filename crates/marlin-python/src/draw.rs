//! Positions to begin with: of random games, or all of a number of stones.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use marlin_core::{BoardSize, Limits, Position, StopFlag};
use marlin_support::random::Random;
use pyo3::prelude::*;

use crate::cells::{Array, Layout, PLAYERS, to_array};
use crate::error::{board_size, no_memory, reserve, value_error, with_room};
use crate::workers::{Job, Ticket, answer_all};

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
    let job = Job { threads: 1, stop: StopFlag::new(), limits: Limits::NONE, progress: None };
    let found = answer_all(py, &job, 1, |_, ticket| draw(size, n, least..=most, seed, distinct, ticket))?;
    let positions = &found[0];
    if positions.len() < n {
        return Err(value_error(format!(
            "found {} different positions with {span} stones, where {n} are asked for: ask for fewer, or for more stones",
            positions.len()
        )));
    }
    to_array(py, size, positions, layout, PLAYERS)
}

/// The games after which no further position is expected.
const TRIES: usize = 10_000;

/// Draws positions of games with random moves, that are not over, each number of stones as often as another.
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

/// The greatest number of moves after which [`all_boards`] looks for equal positions: 2.4 GB. On 7x6 it is 13 stones.
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
    let job = Job { threads: 1, stop: StopFlag::new(), limits: Limits::NONE, progress: None };
    let found = answer_all(py, &job, 1, |_, ticket| {
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
    to_array(py, size, &found[0], layout, PLAYERS)
}

/// Returns the positions after one more stone, each once, in the order of their keys; `None` if they are too many.
fn children(positions: &[Position], ticket: &Ticket<'_>) -> PyResult<Option<Vec<Position>>> {
    // Parts by the first bits of the key: the sort of one is short, so a stop waits for no more.
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
