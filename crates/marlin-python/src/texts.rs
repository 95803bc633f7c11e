//! [`read_texts`]: positions of one board, of texts in any notation.

use marlin_coach::request::reader;
use marlin_core::{BoardSize, Bounds, Game, Position, suite};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::cells::{Array, ILLEGAL, Layout, PLAYERS, to_array};
use crate::error::{base_of, board_size, collect, position_error, reserve, with_room};
use crate::position::{PyGame, PyPosition, read_text};

/// The items between two checks for signals.
const ITEMS_AT_ONCE: usize = 1_000;

/// The most bytes that a line of a file takes until the end of the call. Some are for small objects, which the system may not refuse
/// one by one: that would end the process.
const BYTES_OF_A_LINE: usize = 1024;

/// The index of a row that is not a position, and the reason.
type Reason = (usize, String);

/// A row of a file: the index of its line, the score that it states, and its game; `None` if it is not a position.
type Row = (usize, i8, Option<PyGame>);

/// Reads texts, positions and games, or the lines of a file: there comments and blank lines are skipped, and each line may state
/// a score. The first item that is not a position is an error, unless `mark` is set.
///
/// Returns the boards, where a row that is not a position is the empty board, the reasons against such rows, and the rows of a
/// file.
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
            Ok((game.borrow().game.clone(), None))
        } else if let Ok(position) = item.cast::<PyPosition>() {
            Ok((Game::from_position(position.get().position), None))
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
            rows.push((
                index,
                score.map_or(ILLEGAL, |score| score.get() as i8),
                game.map(|game| PyGame { game }),
            ));
        }
    }
    let size = size.or(board).unwrap_or_default();
    let position = |found: Option<Position>| Ok(found.unwrap_or(Position::on(size)));
    let positions = collect(positions.len(), positions.into_iter().map(position))?;
    Ok((to_array(py, size, &positions, layout, PLAYERS)?, reasons, rows))
}

/// Returns whether a line of a file is a comment or blank. A comment before the first position may state the board.
fn is_skipped(board: &mut Option<BoardSize>, known: Option<BoardSize>, line: &str) -> Result<bool, String> {
    let mut stated = board.or(known);
    let is_comment = suite::is_comment(&mut stated, line).map_err(|error| error.to_string())?;
    if known.is_none() {
        *board = stated;
    }
    Ok(is_comment || line.trim().is_empty())
}
