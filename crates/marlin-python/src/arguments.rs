//! Numbers and errors in the words of Python, where columns count from 0, rows from the top of the array, and players from 1; and
//! memory of a size that the caller gives: where the system refuses it, a `MemoryError`, and not the end of the process.

use std::fmt::Display;

use marlin_core::{BoardSize, Column, PlayError, Player, Position};
use marlin_notation::Base;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    marlin_connect4,
    PositionError,
    PyValueError,
    "A text, an array or moves that are no position, or not one of the board that is expected."
);

/// Returns the `ValueError` of what is no position.
pub(crate) fn position_error(message: impl Display) -> PyErr {
    PositionError::new_err(message.to_string())
}

/// Returns a `ValueError`.
pub(crate) fn value_error(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Returns the error of a search that [`PySolver::stop`](crate::solver::PySolver) has ended.
pub(crate) fn stopped() -> PyErr {
    PyRuntimeError::new_err("the search was stopped before its proof: analyze() returns the bounds so far")
}

/// Returns the error of a search that its limits have ended.
pub(crate) fn unproven() -> PyErr {
    PyTimeoutError::new_err(
        "not proven within the limits, by default 5 seconds a position on boards that are not solved in seconds: time= and \
         nodes= set others, and time=math.inf none; Solver.analyze() returns the bounds so far",
    )
}

/// Returns the number of a player: 1 moves first.
pub(crate) const fn number(player: Player) -> u8 {
    player as u8 + 1
}

/// Returns the player with a number.
pub(crate) fn player(number: i64) -> PyResult<Player> {
    match number {
        1 => Ok(Player::X),
        2 => Ok(Player::O),
        _ => Err(value_error(format!("there is no player {number}: players are 1 and 2"))),
    }
}

/// Reads the name of a board, as in `7x6`.
pub(crate) fn board_size(text: &str) -> PyResult<BoardSize> {
    text.parse().map_err(value_error)
}

/// Reads the number of the leftmost column in a text.
pub(crate) fn base_of(number: usize) -> PyResult<Base> {
    number.to_string().parse().map_err(value_error)
}

/// Returns the column with an index if the rules allow it.
pub(crate) fn legal_column(position: &Position, index: i64) -> PyResult<Column> {
    try_column(position, index).map_err(value_error)
}

/// Returns the column of a board with an index.
pub(crate) fn column_of(size: BoardSize, index: i64) -> Result<Column, String> {
    let column = usize::try_from(index).ok().and_then(Column::new);
    let column = column.filter(|column| size.has_column(*column));
    column.ok_or_else(|| format!("there is no column {index}: columns are 0 to {}", size.width() - 1))
}

/// Returns the column with an index, or the reason why it cannot be played.
pub(crate) fn try_column(position: &Position, index: i64) -> Result<Column, String> {
    let column = column_of(position.size(), index)?;
    match position.clone().play(column) {
        Ok(()) => Ok(column),
        Err(PlayError::ColumnFull { .. }) => Err(format!("column {index} is full (columns count from 0)")),
        Err(PlayError::GameOver { winner: Some(player) }) => {
            Err(format!("column {index}: the game is over, player {} has won", number(player)))
        }
        Err(PlayError::GameOver { winner: None }) => {
            Err(format!("column {index}: the game is over, it is a draw"))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Reserves room for more elements.
pub(crate) fn reserve<T>(all: &mut Vec<T>, count: usize) -> PyResult<()> {
    all.try_reserve(count).map_err(|_| no_memory(count.saturating_mul(size_of::<T>())))
}

/// Returns the error for a number of bytes.
pub(crate) fn no_memory(bytes: usize) -> PyErr {
    PyMemoryError::new_err(format!("no memory for {bytes} bytes: ask for fewer positions at once"))
}

/// Returns an empty vector with room for `count` elements.
pub(crate) fn with_room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut all = Vec::new();
    reserve(&mut all, count)?;
    Ok(all)
}

/// Returns `count` elements of one value.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> PyResult<Vec<T>> {
    let mut all = with_room(count)?;
    all.resize(count, value);
    Ok(all)
}

/// Collects items, of which there are at most `count`, up to the first error.
pub(crate) fn collect<T>(count: usize, items: impl IntoIterator<Item = PyResult<T>>) -> PyResult<Vec<T>> {
    let mut all = with_room(count)?;
    items.into_iter().try_for_each(|item| item.map(|item| all.push(item)))?;
    Ok(all)
}

/// Returns the numbers of an array.
pub(crate) fn read<T: Element + Default>(array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let (py, array) = (array.py(), PyBuffer::<T>::get(array)?);
    let mut numbers = filled(T::default(), array.item_count())?;
    array.copy_to_slice(py, &mut numbers)?;
    Ok(numbers)
}
