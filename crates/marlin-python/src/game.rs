//! [`PyGame`]: a game, move by move.

use marlin_core::any::Game;
use pyo3::prelude::*;

use crate::error::{checked, value_error};
use crate::position::{PyPosition, from_moves, indices, limits_of, or_default, parse, svg};

/// A game: the moves from the empty board, or from a setup.
#[pyclass(name = "Game", module = "marlin_connect4")]
#[derive(Debug, Clone)]
pub(crate) struct PyGame {
    pub(crate) game: Game,
}

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

    #[staticmethod]
    #[pyo3(signature = (text, *, board = None, base = 1))]
    fn parse(text: &str, board: Option<&str>, base: usize) -> PyResult<Self> {
        Ok(Self { game: parse(text, None, board, base)? })
    }

    #[staticmethod]
    fn from_position(position: &PyPosition) -> Self {
        Self { game: Game::from_position(position.position) }
    }

    #[getter]
    fn board(&self) -> String {
        self.game.size().to_string()
    }

    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition { position: *self.game.position() }
    }

    #[getter]
    fn moves(&self) -> Vec<usize> {
        indices(self.game.moves().iter().copied())
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.game.position().is_over()
    }

    #[getter]
    fn movetext(&self) -> String {
        self.game.to_movetext()
    }

    fn push(&mut self, column: i64) -> PyResult<()> {
        let column = checked(self.game.position(), column)?;
        self.game.play(column).map_err(value_error)
    }

    fn pop(&mut self) -> PyResult<usize> {
        let undone = self.game.undo().map(marlin_core::Column::index);
        undone.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no move to take back"))
    }

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

    #[pyo3(signature = (*, scores = None, line = None, threats = false, theme = "auto"))]
    fn svg(
        &self,
        scores: Option<Vec<Option<i32>>>,
        line: Option<Vec<i64>>,
        threats: bool,
        theme: &str,
    ) -> PyResult<String> {
        svg(&self.game, scores, line, threats, theme)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        svg(&self.game, None, None, false, "auto")
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
        format!("Game('{}', board='{}')", self.game, self.game.size())
    }
}
