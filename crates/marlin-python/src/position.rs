//! [`PyPosition`], a position of any board, and [`PyGame`], a game with its moves.

use marlin_core::{Cell, Column, Game, Player, Position};
use marlin_svg::Diagram;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;
use pyo3::types::{IntoPyDict, PyString};

use crate::answers::{Answer, cells_of, indices, package, shared_solver, svg};
use crate::arguments::{
    Given, Nodes, Time, USUAL, board_size, game_of, legal_column, moves_of, number, one_of, player,
    position_error, read, try_column, value_error,
};
use crate::cells::{Cells, Layout, threats_of, to_array};

/// A position: the stones of both players, and thereby the side to move. It never changes.
///
/// Args:
///     position: A text in any notation: moves, as in `"4433"`, or `"10,3,10"` on a board of ten or more
///         columns, rows, FEN, cells as in `d1 d2`, Kaggle's JSON, connect-4.data; or columns from 0, as in
///         `[3, 3, 2, 2]`; an array, or a list with a number for each cell, as `from_array` reads them; or a
///         position or a game. A text that may be moves is moves.
///     board: The size of the board: any of up to 32 columns with `width * (height + 1) <= 128`; by default
///         the size of a drawn board, FEN or array, otherwise 7x6.
///     base: The number of the leftmost column in a text of moves. Numbers in a list count from 0.
///
/// Raises:
///     PositionError: The value is no position. The message has the place and the reason.
///
/// Examples:
///     >>> position = Position("4433")
///     >>> position == Position([3, 3, 2, 2]) == Position("3322", base=0) == Position(position.fen)
///     True
///     >>> position == Position(position.rows) == Position(position.to_array()) == Position("d1 d2 c1 c2")
///     True
///     >>> position.turn, position.ply, position.legal_moves
///     (1, 4, [0, 1, 2, 3, 4, 5, 6])
///     >>> print(Position("23", board="4x4"))
///     . . . .
///     . . . .
///     . . . .
///     . X O .
///
/// `len(position)` is the number of stones, and `position[row, column]` the cell of `to_array()`, with row 0
/// at the top: 0, 1 or
/// 2. Numbers below 0 count from the end, as in `NumPy`; `to_array()` takes slices too.
///
///     >>> len(position), position[5, 3], position[-1, 3], position[0, 3]
///     (4, 1, 1, 0)
#[pyclass(frozen, eq, hash, mapping, name = "Position", module = "marlin_connect4")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyPosition(pub(crate) Position);

/// Returns the position that a value is, in any form that [`PyPosition`]'s constructor takes.
fn position_of(given: &Bound<'_, PyAny>, board: Option<&str>, base: usize) -> PyResult<Position> {
    let of_board = |position: Position| match board.map(board_size).transpose()? {
        Some(size) if size != position.size() => {
            Err(position_error(format!("a position of {}, where {size} is expected", position.size())))
        }
        _ => Ok(position),
    };
    if let Ok(position) = given.cast::<PyPosition>() {
        return of_board(position.get().0);
    }
    if let Ok(game) = given.cast::<PyGame>() {
        return of_board(*game.try_borrow()?.0.position());
    }
    let game = if let Ok(text) = given.cast::<PyString>() {
        moves_of(given, board, base).or_else(|_| game_of(text.to_str()?, None, board, base))
    } else {
        let cells = package(given.py(), "_arrays", "cells_of")?.call1((given, board))?;
        if !cells.is_none() {
            return of_board(PyPosition::from_array(&cells, None)?.0);
        }
        moves_of(given, board, base)
    };
    Ok(*game?.position())
}

/// A position in any form.
#[derive(Clone, Copy)]
pub(crate) struct AnyPosition(pub(crate) Position);

impl<'py> FromPyObject<'_, 'py> for AnyPosition {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        position_of(&given, None, 1).map(Self)
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (position = None, *, board = None, base = 1))]
    fn new(position: Option<&Bound<'_, PyAny>>, board: Option<&str>, base: usize) -> PyResult<Self> {
        let empty = || board_size(board.unwrap_or(USUAL)).map(Position::on);
        position.map_or_else(empty, |given| position_of(given, board, base)).map(Self)
    }

    /// Return the position of a text in any notation; a text with two meanings is refused.
    ///
    /// Args:
    ///     text: The text.
    ///     board: The size of the board; by default the size of a drawn board or FEN, otherwise 7x6.
    ///     base: The number of the leftmost column in moves.
    ///
    /// Raises:
    ///     ValueError: The text is not a position. The message has the index and the reason.
    ///
    /// Examples:
    ///     >>> Position.parse("1. d1 d2 2. c1") == Position("443")
    ///     True
    ///     >>> Position.parse("...../...../..O../..X..").board
    ///     '5x4'
    #[staticmethod]
    #[pyo3(signature = (text, *, board = None, base = 1))]
    fn parse(text: &str, board: Option<&str>, base: usize) -> PyResult<Self> {
        Ok(Self(*game_of(text, None, board, base)?.position()))
    }

    /// Return the position of an array of cells: 0 empty, 1, and 2 or -1 for the other player.
    ///
    /// The side with fewer stones moves; with equal numbers, the side whose stones are 1 moves. So absolute
    /// boards and boards from the view of the side to move need no flag.
    ///
    /// Args:
    ///     cells: `(6, 7)` numbers of any type. The shape is the size of the board.
    ///     layout: `"top"` for rows with the top one first, `"bottom"`, or `"columns"` for columns from the
    ///         bottom. The default is `"top"`; cells of the shape `(7, 6)` need a layout.
    ///
    /// Raises:
    ///     PositionError: No game leads to these cells, or their shape may belong to another board. The
    ///         message has the shape, the cell and the reason.
    ///
    /// Examples:
    ///     >>> Position.from_array([[0, 0, 0, 0], [0, 0, 0, 0], [0, 2, 0, 0], [0, 1, 1, 0]]).turn
    ///     2
    #[staticmethod]
    #[pyo3(signature = (cells, *, layout = None))]
    fn from_array(cells: &Bound<'_, PyAny>, layout: Option<&str>) -> PyResult<Self> {
        let (cells, width, height, layout): (Bound<'_, PyAny>, usize, usize, String) =
            package(cells.py(), "_arrays", "one_board")?.call1((cells, layout))?.extract()?;
        let (reader, cells) = (Cells::of_shape(width, height, &layout)?, read::<i8>(&cells)?);
        let row = reader.read(&cells, 2).map_err(|error| position_error(reader.describe(&cells, &error)))?;
        Ok(Self(row.position))
    }

    /// Return the cells as an array of `int8`.
    ///
    /// Args:
    ///     layout: The order of the cells, as in `from_array`.
    ///     values: `"players"` for 1 and 2, `"signs"` for 1 and -1, or `"own"` for 1 of the side to move and
    ///         -1 of the other side.
    ///
    /// Examples:
    ///     >>> Position("443").to_array(values="own")[4:]
    ///     array([[ 0,  0,  0,  1,  0,  0,  0],
    ///            [ 0,  0, -1, -1,  0,  0,  0]], dtype=int8)
    #[pyo3(signature = (*, layout = "top", values = "players"))]
    fn to_array<'py>(slf: &Bound<'py, Self>, layout: &str, values: &str) -> Answer<'py> {
        let (py, position) = (slf.py(), slf.get().0);
        let own = if position.side_to_move() == Player::X { [1, -1] } else { [-1, 1] };
        let numbers = [[1, 2], [1, -1], own][one_of("values", values, ["players", "signs", "own"])?];
        let (cells, width, height) =
            to_array(py, position.size(), &[position], Layout::parse(layout)?, numbers)?;
        package(py, "_arrays", "array_of")?.call1((cells, width, height, layout))
    }

    /// Return the position with these stones, as bitboards: of the player who moved first, and of the other
    /// player.
    ///
    /// Cell (column, row) is bit `column * (height + 1) + row`, with row 0 at the bottom.
    ///
    /// Examples:
    ///     >>> Position.from_stones("7x6", 0b1, 0b10) == Position("11")
    ///     True
    #[staticmethod]
    fn from_stones(board: &str, first: u128, second: u128) -> PyResult<Self> {
        Position::from_bitboards(board_size(board)?, first, second).map(Self).map_err(value_error)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, u128, u128))> {
        let position = slf.get().0;
        let [first, second] = [Player::X, Player::O].map(|player| position.stones(player).bits());
        Ok((slf.getattr("from_stones")?, (position.size().to_string(), first, second)))
    }

    /// The size of the board, as in `7x6`.
    #[getter]
    fn board(&self) -> String {
        self.0.size().to_string()
    }

    /// The number of columns.
    #[getter]
    fn width(&self) -> usize {
        self.0.size().width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> usize {
        self.0.size().height()
    }

    /// The player to move, 1 or 2; when the game is over, the player whose turn would be next.
    #[getter]
    fn turn(&self) -> u8 {
        number(self.0.side_to_move())
    }

    /// The number of stones.
    #[getter]
    fn ply(&self) -> u32 {
        self.0.nb_moves()
    }

    /// Whether the game is over, by four in a row or a full board.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The player with four in a row, or `None`.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.winner().map(number)
    }

    /// The columns that can be played, from left to right; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<usize> {
        indices(self.0.legal_moves())
    }

    /// The columns that win at once.
    #[getter]
    fn winning_moves(&self) -> Vec<usize> {
        let is_winning = |column: &Column| self.0.is_winning_move(*column);
        indices(self.0.legal_moves().filter(is_winning))
    }

    /// The columns after which the opponent has no move that wins at once.
    #[getter]
    fn non_losing_moves(&self) -> Vec<usize> {
        indices(self.0.non_losing_moves())
    }

    /// The stones of all fours in a row.
    #[getter]
    fn winning_cells<'py>(&self, py: Python<'py>) -> Answer<'py> {
        cells_of(py, self.0.winning_stones())
    }

    /// A number that no other position of the board has. Mirror images have different numbers.
    #[getter]
    fn key(&self) -> u128 {
        self.0.key()
    }

    /// The rows as one line, the top one first.
    #[getter]
    fn rows(&self) -> String {
        self.0.to_rows()
    }

    /// The position as FEN, with the side to move.
    #[getter]
    fn fen(&self) -> String {
        self.0.to_fen()
    }

    /// Return the position after a move.
    ///
    /// Raises:
    ///     ValueError: The column cannot be played. The message has the reason.
    ///
    /// Examples:
    ///     >>> Position("4").play(3) == Position("44")
    ///     True
    ///     >>> Position("444444").play(3)
    ///     Traceback (most recent call last):
    ///     ValueError: column 3 is full (columns count from 0)
    fn play(&self, column: i64) -> PyResult<Self> {
        Ok(Self(self.0.after(legal_column(&self.0, column)?)))
    }

    /// Return whether a column can be played.
    fn is_legal(&self, column: i64) -> bool {
        try_column(&self.0, column).is_ok()
    }

    /// Return the empty cells on which a player completes four in a row; none when the game is over.
    ///
    /// Examples:
    ///     >>> [cell.name for cell in Position("112233").threats(1)]
    ///     ['d1']
    fn threats<'py>(&self, py: Python<'py>, player: i64) -> Answer<'py> {
        cells_of(py, threats_of(&self.0, self::player(player)?))
    }

    /// Return the player whose stone is in a cell, 0 for an empty cell.
    ///
    /// Args:
    ///     cell: The name of a cell, as in `"d1"`, or a `Cell`: its row 0 is at the bottom.
    ///
    /// Raises:
    ///     ValueError: The board has no such cell.
    ///
    /// Examples:
    ///     >>> position = Position("443")
    ///     >>> position.piece_at("d1"), position.piece_at(Cell(3, 1)), position.piece_at("a1")
    ///     (1, 2, 0)
    fn piece_at(&self, cell: &Bound<'_, PyAny>) -> PyResult<u8> {
        let found = if let Ok(name) = cell.cast::<PyString>() {
            Some(name.to_str()?.parse::<Cell>().map_err(value_error)?)
        } else {
            let (column, row): (i64, i64) = cell
                .extract()
                .map_err(|_| PyTypeError::new_err("piece_at takes a cell, as in 'd1' or Cell(3, 0)"))?;
            let column = usize::try_from(column).ok().and_then(Column::new);
            column.zip(usize::try_from(row).ok()).and_then(|(column, row)| Cell::new(column, row))
        };
        let size = self.0.size();
        let found = found.filter(|cell| size.has_column(cell.column()) && cell.row() < size.height());
        let found = found.ok_or_else(|| value_error(format!("a board of {size} has no cell {cell}")))?;
        Ok(self.0.at(found).map_or(0, number))
    }

    fn __getitem__(&self, place: &Bound<'_, PyAny>) -> PyResult<u8> {
        if place.hasattr("column")? {
            return Err(PyTypeError::new_err(
                "position[row, column] counts rows from the top: position.piece_at(cell) takes a Cell",
            ));
        }
        let (row, column): (isize, isize) = place.extract().map_err(|_| {
            PyTypeError::new_err(
                "position[row, column] takes two whole numbers: position.to_array() takes slices",
            )
        })?;
        let size = self.0.size();
        let (row, column) = (counted(row, size.height())?, counted(column, size.width())?);
        let cell = Column::new(column).and_then(|column| Cell::new(column, size.height() - 1 - row));
        Ok(cell.and_then(|cell| self.0.at(cell)).map_or(0, number))
    }

    fn __len__(&self) -> usize {
        self.0.nb_moves() as usize
    }

    /// The empty board is a position too.
    #[expect(clippy::unused_self, reason = "Python calls it on a value")]
    const fn __bool__(&self) -> bool {
        true
    }

    /// Return the mirror image.
    fn mirror(&self) -> Self {
        Self(self.0.mirror())
    }

    /// Return the reasons for the score, each of them proven: see `Explanation`.
    ///
    /// Args:
    ///     solver: The solver; by default the one that all functions share.
    ///     time: The seconds that a search may take.
    ///     nodes: The nodes that a search may visit.
    #[pyo3(signature = (solver = None, *, time = 5.0, nodes = None))]
    fn explain<'py>(
        slf: &Bound<'py, Self>,
        solver: Given<'py>,
        time: Option<f64>,
        nodes: Nodes,
    ) -> Answer<'py> {
        ask(slf, "explain", solver, time, nodes)
    }

    /// Return a drawing as SVG, readable on light and dark pages.
    ///
    /// Args:
    ///     scores: The score of each column, as `Solver.scores` returns them, or `True` for the scores of the
    ///         shared solver.
    ///     line: Columns of moves to show as numbered ghost stones.
    ///     arrows: Columns to point at.
    ///     threats: Whether to mark the threats of both players.
    ///     theme: `"classic"`, `"quiet"` or `"high-contrast"`.
    ///     appearance: `"auto"`, `"light"` or `"dark"`.
    #[pyo3(signature = (*, scores = None, line = None, arrows = None, threats = false, theme = "classic", appearance = "auto"))]
    fn svg(
        slf: &Bound<'_, Self>,
        scores: Given<'_>,
        line: Given<'_>,
        arrows: Given<'_>,
        threats: bool,
        theme: &str,
        appearance: &str,
    ) -> PyResult<String> {
        let game = Game::from_position(slf.get().0);
        svg(slf, &game, [scores, line, arrows], threats, [theme, appearance])
    }

    fn _repr_svg_(&self) -> String {
        Diagram::new(&Game::from_position(self.0)).to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position.parse('{}')", self.0.to_rows())
    }
}

/// Returns an index from 0 on that is below `end`. A negative index counts from the end.
fn counted(index: isize, end: usize) -> PyResult<usize> {
    let found = if index < 0 { end.checked_add_signed(index) } else { usize::try_from(index).ok() };
    found
        .filter(|&found| found < end)
        .ok_or_else(|| PyIndexError::new_err(format!("index {index} is out of bounds for {end} cells")))
}

/// Calls a method of a solver, or of the shared solver of the package, within limits.
fn ask<'py>(
    about: &Bound<'py, impl PyTypeInfo>,
    method: &str,
    solver: Given<'py>,
    time: Time,
    nodes: Nodes,
) -> Answer<'py> {
    let py = about.py();
    let within = [("time", time.into_pyobject(py)?), ("nodes", nodes.into_pyobject(py)?)].into_py_dict(py)?;
    solver.map_or_else(|| shared_solver(py), Ok)?.call_method(method, (about,), Some(&within))
}

/// A game: the moves from the empty board, or from a setup.
///
/// Args:
///     moves: A text of moves, as in `"4433"`, or `"10,3,10"` on a board of ten or more columns; or columns
///         from 0.
///     board: The size of the board.
///     base: The number of the leftmost column in a text.
///
/// Examples:
///     >>> game = Game("44")
///     >>> game.push(2)
///     >>> game.moves, game.pop(), str(game)
///     ([3, 3, 2], 2, '44')
#[pyclass(eq, name = "Game", module = "marlin_connect4")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PyGame(pub(crate) Game);

/// A function that returns the start of a game, its argument, and the moves.
type Reduced<'py> = (Bound<'py, PyAny>, (PyPosition,), Vec<usize>);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (moves = None, *, board = "7x6", base = 1))]
    fn new(moves: Option<&Bound<'_, PyAny>>, board: &str, base: usize) -> PyResult<Self> {
        let empty = || board_size(board).map(Game::on);
        moves.map_or_else(empty, |moves| moves_of(moves, Some(board), base)).map(Self)
    }

    /// Return the game of a text: moves, with or without numbers, or a position in any notation as a setup.
    ///
    /// Examples:
    ///     >>> Game.parse("1. d1 d2 2. c1 *").moves
    ///     [3, 3, 2]
    #[staticmethod]
    #[pyo3(signature = (text, *, board = None, base = 1))]
    fn parse(text: &str, board: Option<&str>, base: usize) -> PyResult<Self> {
        game_of(text, None, board, base).map(Self)
    }

    /// Return a game that begins at a position.
    #[staticmethod]
    fn from_position(position: &PyPosition) -> Self {
        Self(Game::from_position(position.0))
    }

    /// The size of the board.
    #[getter]
    fn board(&self) -> String {
        self.0.size().to_string()
    }

    /// The position after all moves.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(*self.0.position())
    }

    /// The columns that were played, from 0.
    #[getter]
    fn moves(&self) -> Vec<usize> {
        indices(self.0.moves())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.position().is_over()
    }

    /// The game with move numbers and its result.
    #[getter]
    fn movetext(&self) -> String {
        marlin_notation::movetext(&self.0)
    }

    /// Play a column.
    ///
    /// Raises:
    ///     ValueError: The column cannot be played. The game stays as it was.
    fn push(&mut self, column: i64) -> PyResult<()> {
        let column = legal_column(self.0.position(), column)?;
        self.0.play(column).map_err(value_error)
    }

    /// Take back the last move, and return its column.
    ///
    /// Raises:
    ///     IndexError: There is no move.
    fn pop(&mut self) -> PyResult<usize> {
        self.0.undo().map(Column::index).ok_or_else(|| PyIndexError::new_err("no move to take back"))
    }

    /// Return the quality of every move: see `Review`.
    ///
    /// Args:
    ///     solver: The solver; by default the one that all functions share.
    ///     time: The seconds for the whole game, `math.inf` for no limit; by default five on boards that are
    ///         not solved in seconds.
    ///     nodes: The nodes for the whole game.
    #[pyo3(signature = (solver = None, *, time = None, nodes = None))]
    fn review<'py>(slf: &Bound<'py, Self>, solver: Given<'py>, time: Time, nodes: Nodes) -> Answer<'py> {
        ask(slf, "review", solver, time, nodes)
    }

    /// Return a drawing as SVG with the last move marked: see `Position.svg`.
    #[pyo3(signature = (*, scores = None, line = None, arrows = None, threats = false, theme = "classic", appearance = "auto"))]
    fn svg(
        slf: &Bound<'_, Self>,
        scores: Given<'_>,
        line: Given<'_>,
        arrows: Given<'_>,
        threats: bool,
        theme: &str,
        appearance: &str,
    ) -> PyResult<String> {
        svg(slf, &slf.borrow().0, [scores, line, arrows], threats, [theme, appearance])
    }

    fn _repr_svg_(&self) -> String {
        Diagram::new(&self.0).to_string()
    }

    fn __setstate__(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        moves.try_iter()?.try_for_each(|column| self.push(column?.extract()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let game = &slf.borrow().0;
        Ok((slf.getattr("from_position")?, (PyPosition(*game.start()),), indices(game.moves())))
    }

    fn __len__(&self) -> usize {
        self.0.moves().len()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (moves, size) = (&self.0, self.0.size());
        match self.0.start().nb_moves() {
            0 => format!("Game('{moves}', board='{size}')"),
            _ => format!("<Game '{moves}' from {}>", self.0.start().to_rows()),
        }
    }
}
