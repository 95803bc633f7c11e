//! [`PyPosition`], a position of any board, and [`PyGame`], a game with its moves.

use marlin_coach::request::reader;
use marlin_core::{Bitboard, Cell, Column, Game, Limits, ParseErrorKind, Player, Position};
use marlin_notation::{Notation, Reader, Reading};
use marlin_support::text::excerpt;
use marlin_svg::{Appearance, Diagram, Drawing, Theme};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use crate::cells::{Cells, ILLEGAL, Layout, threats_of, to_array};
use crate::error::{
    base_of, board_size, column_of, legal_column, number, player, position_error, read, try_column,
    value_error,
};
use crate::solver::limits;

/// A position: the stones of both players, and thereby the side to move. It never changes.
///
/// Args:
///     position: A text in any notation: moves, as in `"4433"`, or `"10,3,10"` on a board of ten or more columns, rows, FEN, cells
///         as in `d1 d2`, Kaggle's JSON, connect-4.data; or columns from 0, as in `[3, 3, 2, 2]`; an array, or a list with a number
///         for each cell, as `from_array` reads them; or a position or a game. A text that may be moves is moves.
///     board: The size of the board: any of up to 32 columns with `width * (height + 1) <= 128`; by default that of a drawn board,
///         FEN or array, otherwise 7x6.
///     base: The number of the leftmost column in a text of moves. Numbers in a list count from 0.
///
/// Raises:
///     PositionError: It is no position. The message has the place and the reason.
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
/// `len(position)` is the number of stones, and `position[row, column]` the cell of `to_array()`, with row 0 at the top: 0, 1 or
/// 2. Numbers below 0 count from the end, as in `NumPy`; `to_array()` takes slices too.
///
///     >>> len(position), position[5, 3], position[-1, 3], position[0, 3]
///     (4, 1, 1, 0)
#[pyclass(frozen, eq, hash, mapping, name = "Position", module = "marlin_connect4")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyPosition {
    pub(crate) position: Position,
}

/// The greatest length of a text in bytes: the readers of notations copy it.
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
fn parse(text: &str, notation: Option<Notation>, board: Option<&str>, base: usize) -> PyResult<Game> {
    let reader = reader().notation(notation).board(board.map(board_size).transpose()?);
    let read = read_text(reader.base(base_of(base)?), text, false).map_err(position_error)?;
    Ok(read.game)
}

/// Reads moves: a text, or columns from 0.
pub(crate) fn from_moves(moves: &Bound<'_, PyAny>, board: &str, base: usize) -> PyResult<Game> {
    if let Ok(text) = moves.cast::<PyString>() {
        return parse(text.to_str()?, Some(Notation::Moves), Some(board), base);
    }
    let mut game = Game::on(board_size(board)?);
    for (index, column) in moves.try_iter()?.enumerate() {
        let column = try_column(game.position(), column?.extract()?);
        let column = column.map_err(|message| position_error(format!("move {index}: {message}")))?;
        game.play(column).map_err(value_error)?;
    }
    Ok(game)
}

/// The board of moves that name none.
const USUAL: &str = "7x6";

/// Returns the position that a value is, in any form that [`PyPosition`]'s constructor takes.
fn position_of(given: &Bound<'_, PyAny>, board: Option<&str>, base: usize) -> PyResult<PyPosition> {
    let of_board = |position: PyPosition| match board.map(board_size).transpose()? {
        Some(size) if size != position.position.size() => Err(position_error(format!(
            "a position of {}, where {size} is expected",
            position.position.size()
        ))),
        _ => Ok(position),
    };
    if let Ok(position) = given.cast::<PyPosition>() {
        return of_board(*position.get());
    }
    if let Ok(game) = given.cast::<PyGame>() {
        return of_board(game.try_borrow()?.position());
    }
    if let Ok(text) = given.cast::<PyString>() {
        let text = text.to_str()?;
        let moves = parse(text, Some(Notation::Moves), Some(board.unwrap_or(USUAL)), base);
        let game = moves.or_else(|_| parse(text, None, board, base))?;
        return Ok(PyPosition { position: *game.position() });
    }
    let cells = given.py().import(ARRAYS)?.getattr("cells_of")?.call1((given, board))?;
    if !cells.is_none() {
        return of_board(PyPosition::from_array(given.py(), &cells, None)?);
    }
    Ok(PyPosition { position: *from_moves(given, board.unwrap_or(USUAL), base)?.position() })
}

/// A position in any form.
#[derive(Clone, Copy)]
pub(crate) struct AnyPosition(pub(crate) PyPosition);

impl<'py> FromPyObject<'_, 'py> for AnyPosition {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        position_of(&given, None, 1).map(Self)
    }
}

impl AnyPosition {
    /// Returns the position, and the limits of a search of it.
    pub(crate) fn within(&self, time: Option<f64>, nodes: Option<u64>) -> PyResult<(&Position, Limits)> {
        let position = &self.0.position;
        Ok((position, limits(position.size(), time, nodes)?))
    }
}

/// Returns cells as `Cell(column, row)`.
pub(crate) fn cells_of(py: Python<'_>, set: Bitboard) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let class = py.import("marlin_connect4._cell")?.getattr("Cell")?;
    set.iter().map(|cell| class.call1((cell.column().index(), cell.row()))).collect()
}

/// Returns columns as indices.
pub(crate) fn indices(columns: impl IntoIterator<Item = Column>) -> Vec<usize> {
    columns.into_iter().map(Column::index).collect()
}

/// The module with what needs `NumPy`.
const ARRAYS: &str = "marlin_connect4._arrays";

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (position = None, *, board = None, base = 1))]
    fn new(position: Option<&Bound<'_, PyAny>>, board: Option<&str>, base: usize) -> PyResult<Self> {
        match position {
            Some(given) => position_of(given, board, base),
            None => Ok(PyGame::new(None, board.unwrap_or(USUAL), base)?.position()),
        }
    }

    /// Return the position of a text in any notation; a text with two meanings is refused.
    ///
    /// Args:
    ///     text: The text.
    ///     board: The size of the board; by default that of a drawn board or FEN, otherwise 7x6.
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
        Ok(Self { position: *parse(text, None, board, base)?.position() })
    }

    /// Return the position of an array of cells: 0 empty, 1, and 2 or -1 for the other player.
    ///
    /// The side with fewer stones moves, and with equal numbers the one whose stones are 1. So absolute boards and boards
    /// from the view of the side to move need no flag.
    ///
    /// Args:
    ///     cells: `(6, 7)` numbers of any type. The shape is the size of the board.
    ///     layout: `"top"` for rows with the top one first, `"bottom"`, or `"columns"` for columns from the bottom. Without
    ///         one it is `"top"`; cells of the shape `(7, 6)` need one.
    ///
    /// Raises:
    ///     PositionError: No game leads to these cells, or their shape may be that of another board. The message has the shape,
    ///         the cell and the reason.
    ///
    /// Examples:
    ///     >>> Position.from_array([[0, 0, 0, 0], [0, 0, 0, 0], [0, 2, 0, 0], [0, 1, 1, 0]]).turn
    ///     2
    #[staticmethod]
    #[pyo3(signature = (cells, *, layout = None))]
    fn from_array(py: Python<'_>, cells: &Bound<'_, PyAny>, layout: Option<&str>) -> PyResult<Self> {
        let (cells, width, height, layout): (Bound<'_, PyAny>, usize, usize, String) =
            py.import(ARRAYS)?.getattr("one_board")?.call1((cells, layout))?.extract()?;
        let (reader, cells) = (Cells::of_shape(width, height, &layout)?, read::<i8>(&cells)?);
        let row = reader.read(&cells, 2).map_err(|error| position_error(reader.describe(&cells, &error)))?;
        Ok(Self { position: row.position })
    }

    /// Return the cells as an array of `int8`.
    ///
    /// Args:
    ///     layout: The order of the cells, as in `from_array`.
    ///     values: `"players"` for 1 and 2, `"signs"` for 1 and -1, or `"own"` for 1 of the side to move and -1.
    ///
    /// Examples:
    ///     >>> Position("443").to_array(values="own")[4:]
    ///     array([[ 0,  0,  0,  1,  0,  0,  0],
    ///            [ 0,  0, -1, -1,  0,  0,  0]], dtype=int8)
    #[pyo3(signature = (*, layout = "top", values = "players"))]
    fn to_array<'py>(slf: &Bound<'py, Self>, layout: &str, values: &str) -> PyResult<Bound<'py, PyAny>> {
        let (py, position) = (slf.py(), &slf.get().position);
        let numbers = match (values, position.side_to_move()) {
            ("players", _) => [1, 2],
            ("signs", _) | ("own", Player::X) => [1, -1],
            ("own", Player::O) => [-1, 1],
            _ => {
                return Err(value_error(format!(
                    "values='{}' is not one of 'players', 'signs' and 'own'",
                    excerpt(values)
                )));
            }
        };
        let layout = Layout::parse(layout)?;
        let (cells, width, height) = to_array(py, position.size(), &[*position], layout, numbers)?;
        let shape = if layout == Layout::Columns { (width, height) } else { (height, width) };
        py.import(ARRAYS)?.getattr("from_bytes")?.call1((cells, shape))
    }

    /// Return the position with these stones of the player who moved first and of the other, as bitboards.
    ///
    /// Cell (column, row) is bit `column * (height + 1) + row`, with row 0 at the bottom.
    ///
    /// Examples:
    ///     >>> Position.from_stones("7x6", 0b1, 0b10) == Position("11")
    ///     True
    #[staticmethod]
    fn from_stones(board: &str, first: u128, second: u128) -> PyResult<Self> {
        let position = Position::from_bitboards(board_size(board)?, first, second);
        Ok(Self { position: position.map_err(value_error)? })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let position = &slf.get().position;
        let [first, second] = [Player::X, Player::O].map(|player| position.stones(player).bits());
        let state = (position.size().to_string(), first, second).into_pyobject(slf.py())?;
        Ok((slf.getattr("from_stones")?, state))
    }

    /// The size of the board, as in `7x6`.
    #[getter]
    fn board(&self) -> String {
        self.position.size().to_string()
    }

    /// The number of columns.
    #[getter]
    fn width(&self) -> usize {
        self.position.size().width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> usize {
        self.position.size().height()
    }

    /// The player to move, 1 or 2; when the game is over, the one who would be.
    #[getter]
    fn turn(&self) -> u8 {
        number(self.position.side_to_move())
    }

    /// The number of stones.
    #[getter]
    fn ply(&self) -> u32 {
        self.position.nb_moves()
    }

    /// Whether the game is over, by four in a row or a full board.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// The player with four in a row, or `None`.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.position.winner().map(number)
    }

    /// The columns that can be played, from left to right; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<usize> {
        indices(self.position.legal_moves())
    }

    /// The columns that win at once.
    #[getter]
    fn winning_moves(&self) -> Vec<usize> {
        let is_winning = |column: &Column| self.position.is_winning_move(*column);
        indices(self.position.legal_moves().filter(is_winning))
    }

    /// The columns after which the opponent has no move that wins at once.
    #[getter]
    fn non_losing_moves(&self) -> Vec<usize> {
        indices(self.position.non_losing_moves())
    }

    /// The stones of all fours in a row.
    #[getter]
    fn winning_cells<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        cells_of(py, self.position.winning_stones())
    }

    /// A number that no other position of the board has. Mirror images have different ones.
    #[getter]
    fn key(&self) -> u128 {
        self.position.key()
    }

    /// The rows as one line, the top one first.
    #[getter]
    fn rows(&self) -> String {
        self.position.to_rows()
    }

    /// The position as FEN, with the side to move.
    #[getter]
    fn fen(&self) -> String {
        self.position.to_fen()
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
        let position = self.position.after(legal_column(&self.position, column)?);
        Ok(Self { position })
    }

    /// Return whether a column can be played.
    fn is_legal(&self, column: i64) -> bool {
        try_column(&self.position, column).is_ok()
    }

    /// Return the empty cells on which a player completes four in a row; none when the game is over.
    ///
    /// Examples:
    ///     >>> [cell.name for cell in Position("112233").threats(1)]
    ///     ['d1']
    fn threats<'py>(&self, py: Python<'py>, player: i64) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let player = self::player(player)?;
        cells_of(py, threats_of(&self.position, player))
    }

    /// Return the player whose stone is in a cell, 0 for an empty one.
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
        let size = self.position.size();
        let found = found.filter(|cell| size.has_column(cell.column()) && cell.row() < size.height());
        let found = found.ok_or_else(|| value_error(format!("a board of {size} has no cell {cell}")))?;
        Ok(self.at(found))
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
        let size = self.position.size();
        let (row, column) = (counted(row, size.height())?, counted(column, size.width())?);
        let cell = Column::new(column).and_then(|column| Cell::new(column, size.height() - 1 - row));
        Ok(cell.map_or(0, |cell| self.at(cell)))
    }

    fn __len__(&self) -> usize {
        self.position.nb_moves() as usize
    }

    /// The empty board is a position too.
    #[expect(clippy::unused_self, reason = "Python calls it on a value")]
    const fn __bool__(&self) -> bool {
        true
    }

    /// Return the mirror image.
    fn mirror(&self) -> Self {
        Self { position: self.position.mirror() }
    }

    /// Return the reasons for the score, each with its proof: see `Explanation`.
    ///
    /// Args:
    ///     solver: The solver; by default the one that all functions share.
    ///     time: The seconds that a search may take.
    ///     nodes: The nodes that a search may visit.
    #[pyo3(signature = (solver = None, *, time = 5.0, nodes = None))]
    fn explain<'py>(
        slf: &Bound<'py, Self>,
        solver: Option<Bound<'py, PyAny>>,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        ask(slf, "explain", solver, time, nodes)
    }

    /// Return a drawing as SVG, readable on light and dark pages.
    ///
    /// Args:
    ///     scores: The score of each column, as `Solver.scores` returns them, or `True` for those of the shared solver.
    ///     line: Columns of moves to show as numbered ghost stones.
    ///     arrows: Columns to point at.
    ///     threats: Whether to mark the threats of both players.
    ///     theme: `"classic"`, `"quiet"` or `"high-contrast"`.
    ///     appearance: `"auto"`, `"light"` or `"dark"`.
    #[pyo3(signature = (*, scores = None, line = None, arrows = None, threats = false, theme = "classic", appearance = "auto"))]
    fn svg(
        &self,
        scores: Option<&Bound<'_, PyAny>>,
        line: Option<&Bound<'_, PyAny>>,
        arrows: Option<&Bound<'_, PyAny>>,
        threats: bool,
        theme: &str,
        appearance: &str,
    ) -> PyResult<String> {
        svg(&Game::from_position(self.position), [scores, line, arrows], threats, [theme, appearance])
    }

    fn _repr_svg_(&self) -> String {
        Diagram::new(&Game::from_position(self.position)).to_string()
    }

    fn __str__(&self) -> String {
        self.position.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position.parse('{}')", self.position.to_rows())
    }
}

impl PyPosition {
    /// Returns the number of the player whose stone is in a cell, 0 for an empty one.
    fn at(&self, cell: Cell) -> u8 {
        self.position.at(cell).map_or(0, number)
    }
}

/// Returns an index from 0 on below an end, of one that counts from the end if it is below 0.
fn counted(index: isize, end: usize) -> PyResult<usize> {
    let found = if index < 0 { end.checked_add_signed(index) } else { usize::try_from(index).ok() };
    found
        .filter(|&found| found < end)
        .ok_or_else(|| PyIndexError::new_err(format!("index {index} is out of bounds for {end} cells")))
}

/// Calls a method of a solver, or of the one that all functions of the package share, within limits.
fn ask<'py>(
    about: &Bound<'py, impl PyTypeInfo>,
    method: &str,
    solver: Option<Bound<'py, PyAny>>,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, options) = (about.py(), PyDict::new(about.py()));
    options.set_item("time", time)?;
    options.set_item("nodes", nodes)?;
    let shared = || py.import("marlin_connect4._default")?.getattr("default_solver")?.call0();
    solver.map_or_else(shared, Ok)?.call_method(method, (about,), Some(&options))
}

/// Draws a game.
pub(crate) fn svg(
    game: &Game,
    [scores, line, arrows]: [Option<&Bound<'_, PyAny>>; 3],
    threats: bool,
    [theme, appearance]: [&str; 2],
) -> PyResult<String> {
    let unknown = |option: &str, found: &str, [first, second, third]: [&str; 3]| {
        let found = excerpt(found);
        value_error(format!("{option}='{found}' is not one of '{first}', '{second}' and '{third}'"))
    };
    let theme = theme.parse().map_err(|_| unknown("theme", theme, Theme::ALL.map(Theme::name)))?;
    let appearance = appearance
        .parse()
        .map_err(|_| unknown("appearance", appearance, Appearance::ALL.map(Appearance::name)))?;
    let drawing = Drawing { theme, appearance, ..Drawing::default() };
    let mut diagram = Diagram { drawing, has_threats: threats, ..Diagram::new(game) };
    let computed = match scores {
        Some(asked) if asked.is_instance_of::<PyBool>() => {
            let shared = || asked.py().import("marlin_connect4._default")?.getattr("default_solver")?.call0();
            let scores = || shared()?.call_method1("scores", (PyPosition { position: *game.position() },));
            asked.extract::<bool>()?.then(scores).transpose()?
        }
        given => given.cloned(),
    };
    if let Some(scores) = computed {
        let size = game.size();
        let score = |score: i32| {
            let found = marlin_core::Score::checked(size, score);
            found.ok_or_else(|| value_error(format!("{score} is no score of a board of {size}")))
        };
        let (found, width) = (scores.len()?, size.width());
        if found != width {
            return Err(value_error(format!("{found} scores, where a board of {size} has {width} columns")));
        }
        let scores: Vec<Option<i32>> = scores.extract()?;
        // Arrays have a mark where lists have `None`.
        let scores = scores.into_iter().map(|found| found.filter(|&found| found != i32::from(ILLEGAL)));
        let scores = scores.map(|found| found.map(score).transpose());
        diagram.scores = Some(scores.collect::<PyResult<Vec<_>>>()?);
    }
    if let Some(line) = line {
        let mut position = *game.position();
        // Item by item: a whole line may have more of them than there is memory for, its legal ones fill a board at most.
        for index in line.try_iter()? {
            let column = legal_column(&position, index?.extract()?)?;
            position.play_unchecked(column);
            diagram.line.push(column);
        }
    }
    if let Some(arrows) = arrows {
        for index in arrows.try_iter()? {
            let column = column_of(game.size(), index?.extract()?).map_err(value_error)?;
            if !diagram.arrows.contains(&column) {
                diagram.arrows.push(column);
            }
        }
    }
    Ok(diagram.to_string())
}

/// A game: the moves from the empty board, or from a setup.
///
/// Args:
///     moves: A text of moves, as in `"4433"`, or `"10,3,10"` on a board of ten or more columns; or columns from 0.
///     board: The size of the board.
///     base: The number of the leftmost column in a text.
///
/// Examples:
///     >>> game = Game("44")
///     >>> game.push(2)
///     >>> game.moves, game.pop(), str(game)
///     ([3, 3, 2], 2, '44')
#[pyclass(name = "Game", module = "marlin_connect4")]
#[derive(Debug, Clone)]
pub(crate) struct PyGame {
    pub(crate) game: Game,
}

/// A function that returns the start of a game, its argument, and the moves.
type Reduced<'py> = (Bound<'py, PyAny>, (PyPosition,), Vec<usize>);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (moves = None, *, board = "7x6", base = 1))]
    fn new(moves: Option<&Bound<'_, PyAny>>, board: &str, base: usize) -> PyResult<Self> {
        let game = match moves {
            Some(moves) => from_moves(moves, board, base)?,
            None => Game::on(board_size(board)?),
        };
        Ok(Self { game })
    }

    /// Return the game of a text: moves, with or without numbers, or a position in any notation as a setup.
    ///
    /// Examples:
    ///     >>> Game.parse("1. d1 d2 2. c1 *").moves
    ///     [3, 3, 2]
    #[staticmethod]
    #[pyo3(signature = (text, *, board = None, base = 1))]
    fn parse(text: &str, board: Option<&str>, base: usize) -> PyResult<Self> {
        Ok(Self { game: parse(text, None, board, base)? })
    }

    /// Return a game that begins at a position.
    #[staticmethod]
    fn from_position(position: &PyPosition) -> Self {
        Self { game: Game::from_position(position.position) }
    }

    /// The size of the board.
    #[getter]
    fn board(&self) -> String {
        self.game.size().to_string()
    }

    /// The position after all moves.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition { position: *self.game.position() }
    }

    /// The columns that were played, from 0.
    #[getter]
    fn moves(&self) -> Vec<usize> {
        indices(self.game.moves().iter().copied())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.position().is_over()
    }

    /// The game with move numbers and its result.
    #[getter]
    fn movetext(&self) -> String {
        marlin_notation::movetext(&self.game)
    }

    /// Play a column.
    ///
    /// Raises:
    ///     ValueError: The column cannot be played. The game stays as it was.
    fn push(&mut self, column: i64) -> PyResult<()> {
        let column = legal_column(self.game.position(), column)?;
        self.game.play(column).map_err(value_error)
    }

    /// Take back the last move, and return its column.
    ///
    /// Raises:
    ///     IndexError: There is no move.
    fn pop(&mut self) -> PyResult<usize> {
        let undone = self.game.undo().map(marlin_core::Column::index);
        undone.ok_or_else(|| PyIndexError::new_err("no move to take back"))
    }

    /// Return the quality of every move: see `Review`.
    ///
    /// Args:
    ///     solver: The solver; by default the one that all functions share.
    ///     time: The seconds for the whole game, `math.inf` for no limit; by default five on boards that are not solved in seconds.
    ///     nodes: The nodes for the whole game.
    #[pyo3(signature = (solver = None, *, time = None, nodes = None))]
    fn review<'py>(
        slf: &Bound<'py, Self>,
        solver: Option<Bound<'py, PyAny>>,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        ask(slf, "review", solver, time, nodes)
    }

    /// Return a drawing as SVG with the last move marked: see `Position.svg`.
    #[pyo3(signature = (*, scores = None, line = None, arrows = None, threats = false, theme = "classic", appearance = "auto"))]
    fn svg(
        &self,
        scores: Option<&Bound<'_, PyAny>>,
        line: Option<&Bound<'_, PyAny>>,
        arrows: Option<&Bound<'_, PyAny>>,
        threats: bool,
        theme: &str,
        appearance: &str,
    ) -> PyResult<String> {
        svg(&self.game, [scores, line, arrows], threats, [theme, appearance])
    }

    fn _repr_svg_(&self) -> String {
        Diagram::new(&self.game).to_string()
    }

    fn __setstate__(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        moves.try_iter()?.try_for_each(|column| self.push(column?.extract()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let game = &slf.borrow().game;
        let start = PyPosition { position: *game.start() };
        Ok((slf.getattr("from_position")?, (start,), indices(game.moves().iter().copied())))
    }

    fn __len__(&self) -> usize {
        self.game.moves().len()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game == other.game
    }

    fn __str__(&self) -> String {
        self.game.to_string()
    }

    fn __repr__(&self) -> String {
        let (moves, size) = (&self.game, self.game.size());
        match self.game.start().nb_moves() {
            0 => format!("Game('{moves}', board='{size}')"),
            _ => format!("<Game '{moves}' from {}>", self.game.start().to_rows()),
        }
    }
}
