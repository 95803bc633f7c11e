//! [`PyGame`]: a game, move by move.

use marlin_core::Game;
use pyo3::prelude::*;

use crate::error::{legal_column, value_error};
use crate::position::{PyPosition, from_moves, indices, limits_of, or_default, parse, svg};

/// A game: the moves from the empty board, or from a setup.
///
/// Args:
///     moves: A text of moves, or columns from 0.
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

/// A function, and the start and the moves of a game, from which it makes the game again.
type Restored<'py> = (Bound<'py, PyAny>, (PyPosition, Vec<usize>));

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (moves = None, *, board = "7x6", base = 1))]
    fn new(moves: Option<&Bound<'_, PyAny>>, board: &str, base: usize) -> PyResult<Self> {
        let game = match moves {
            Some(moves) => from_moves(moves, board, base)?,
            None => Game::on(crate::error::board_size(board)?),
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
        self.game.to_movetext()
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
        undone.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no move to take back"))
    }

    /// Return the quality of every move: see `Review`.
    ///
    /// Args:
    ///     solver: The solver; by default the one that all functions share.
    ///     time: The seconds for the whole game.
    ///     nodes: The nodes for the whole game.
    #[pyo3(signature = (solver = None, *, time = None, nodes = None))]
    fn review<'py>(
        slf: &Bound<'py, Self>,
        solver: Option<Bound<'py, PyAny>>,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = limits_of(slf.py(), time, nodes)?;
        or_default(slf.py(), solver)?.call_method("review", (slf,), Some(&options))
    }

    /// Return a drawing as SVG with the last move marked: see `Position.svg`.
    #[pyo3(signature = (*, scores = None, line = None, threats = false, theme = "classic", appearance = "auto"))]
    fn svg(
        &self,
        scores: Option<&Bound<'_, PyAny>>,
        line: Option<&Bound<'_, PyAny>>,
        threats: bool,
        theme: &str,
        appearance: &str,
    ) -> PyResult<String> {
        svg(&self.game, scores, line, threats, [theme, appearance])
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        svg(&self.game, None, None, false, ["classic", "auto"])
    }

    #[staticmethod]
    fn _restore(start: &PyPosition, moves: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut game = Self::from_position(start);
        moves.try_iter()?.try_for_each(|column| game.push(column?.extract()?))?;
        Ok(game)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Restored<'py>> {
        let game = &slf.borrow().game;
        let state = (PyPosition { position: *game.start() }, indices(game.moves().iter().copied()));
        Ok((slf.getattr("_restore")?, state))
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
