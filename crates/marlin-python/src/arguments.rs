//! Arguments of Python as values of the core, and errors in the terms of Python, where columns count from 0,
//! rows from the top of the array, and players from 1. Also memory of a size that the caller gives: if the
//! system refuses it, the caller gets a `MemoryError`, and the process does not end.

use std::fmt::Display;
use std::time::Duration;

use marlin_coach::default_time;
use marlin_coach::request::reader;
use marlin_core::{BoardSize, Column, Game, Limits, Outcome, ParseErrorKind, PlayError, Player, Position};
use marlin_notation::{Base, Notation, Reader, Reading};
use marlin_support::text::excerpt;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

pyo3::create_exception!(
    marlin_connect4,
    PositionError,
    PyValueError,
    "A text, an array or moves that are no position, or no position of the expected board."
);

/// Returns the error of a value that is no position.
pub(crate) fn position_error(message: impl Display) -> PyErr {
    PositionError::new_err(message.to_string())
}

/// Returns a `ValueError`.
pub(crate) fn value_error(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Returns a `MemoryError`.
pub(crate) fn memory_error(message: impl Display) -> PyErr {
    PyMemoryError::new_err(message.to_string())
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

/// Returns the number of an outcome: 1 for a win, 0 for a draw, -1 for a loss.
pub(crate) const fn sign(outcome: Outcome) -> i8 {
    // A loss is 0, a draw 1 and a win 2.
    outcome as i8 - 1
}

/// Returns the index of a name among the names that an option may have.
pub(crate) fn one_of(option: &str, given: &str, names: [&str; 3]) -> PyResult<usize> {
    let [first, second, third] = names;
    names.iter().position(|&name| name == given).ok_or_else(|| {
        let given = excerpt(given);
        value_error(format!("{option}='{given}' is not one of '{first}', '{second}' and '{third}'"))
    })
}

/// An argument of any type that may be left out.
pub(crate) type Given<'py> = Option<Bound<'py, PyAny>>;

/// The seconds of a search, infinite for no limit.
pub(crate) type Time = Option<f64>;

/// The nodes of a search.
pub(crate) type Nodes = Option<u64>;

/// Returns the limits of a search on a board. Without a limit the search has [`default_time`].
pub(crate) fn limits(size: BoardSize, time: Time, nodes: Nodes) -> PyResult<Limits> {
    let time = match time {
        None => default_time(size).filter(|_| nodes.is_none()),
        Some(seconds) if seconds == f64::INFINITY => None,
        Some(seconds) => Some(
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| value_error(format!("time={seconds}: seconds from 0 on are expected")))?,
        ),
    };
    Ok(Limits { time, nodes, ..Limits::NONE })
}

/// Reads a number of threads.
pub(crate) fn threads_of(threads: i64) -> PyResult<usize> {
    let threads = usize::try_from(threads).ok().filter(|&threads| threads > 0);
    threads.ok_or_else(|| value_error("threads: at least one thread is needed"))
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
        Err(PlayError::GameOver { winner }) => {
            let end = winner.map(|player| format!("player {} has won", number(player)));
            Err(format!("column {index}: the game is over, {}", end.as_deref().unwrap_or("it is a draw")))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// The maximum length of a text in bytes: the readers of notations copy it.
const MAX_TEXT: usize = 1 << 20;

/// Reads a text in any notation, or a line of a file, which may state a score.
pub(crate) fn read_text(reader: Reader, text: &str, is_line: bool) -> Result<Reading<'_>, String> {
    if text.len() > MAX_TEXT {
        return Err(format!(
            "the text has {} bytes, where {MAX_TEXT} at most are expected: the moves or the board of one game",
            text.len()
        ));
    }
    let read = if is_line { reader.read_line(text) } else { reader.read(text) };
    read.map_err(|error| match error.kind() {
        ParseErrorKind::ColumnZero => format!("{error}; base=0 reads columns from 0"),
        _ => error.to_string(),
    })
}

/// Reads the game of a text.
pub(crate) fn game_of(
    text: &str,
    notation: Option<Notation>,
    board: Option<&str>,
    base: usize,
) -> PyResult<Game> {
    let reader = reader().notation(notation).board(board.map(board_size).transpose()?).base(base_of(base)?);
    Ok(read_text(reader, text, false).map_err(position_error)?.game)
}

/// The board of moves that name no board.
pub(crate) const USUAL: &str = "7x6";

/// Reads the game of moves: a text, or columns from 0.
pub(crate) fn moves_of(given: &Bound<'_, PyAny>, board: Option<&str>, base: usize) -> PyResult<Game> {
    let board = board.unwrap_or(USUAL);
    if let Ok(text) = given.cast::<PyString>() {
        return game_of(text.to_str()?, Some(Notation::Moves), Some(board), base);
    }
    let mut game = Game::on(board_size(board)?);
    for (index, column) in given.try_iter()?.enumerate() {
        let column = try_column(game.position(), column?.extract()?);
        let column = column.map_err(|message| position_error(format!("move {index}: {message}")))?;
        game.play(column).map_err(value_error)?;
    }
    Ok(game)
}

/// Reserves room for more elements.
pub(crate) fn reserve<T>(all: &mut Vec<T>, count: usize) -> PyResult<()> {
    all.try_reserve(count).map_err(|_| no_memory(count.saturating_mul(size_of::<T>())))
}

/// Returns the error for a number of bytes that the system refuses.
pub(crate) fn no_memory(bytes: usize) -> PyErr {
    memory_error(format_args!("no memory for {bytes} bytes: ask for fewer positions at once"))
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
