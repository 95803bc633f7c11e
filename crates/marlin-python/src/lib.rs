//! The module `marlin_connect4._core`: positions, games, solvers and batches for Python.
//!
//! The package around it, in `python/marlin_connect4`, has everything that needs `NumPy`.
//!
//! | module | contents |
//! |---|---|
//! | `cells` | arrays of cells, in each layout |
//! | `arguments` | arguments and errors in the words of Python, where columns count from 0, and memory |
//! | `answers` | answers as values of Python |
//! | `position`, `solver` | the classes |
//! | `boards` | many positions at once, and the labels that the rules prove |
//! | `arrays` | arrays of positions: of texts, of random games, and all positions with a number of stones |
//! | `workers` | searches on all cores, without the lock of the interpreter, which Ctrl-C ends |

// The comments of classes and methods are the texts of Python's `help`.
#![allow(clippy::doc_markdown, clippy::doc_link_with_quotes)]

mod answers;
mod arguments;
mod arrays;
mod boards;
mod cells;
mod position;
mod solver;
mod workers;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule(gil_used = false)]
mod _core {
    use marlin_coach::explain::Layer;
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use super::arguments::PositionError;
    #[pymodule_export]
    use super::arrays::{all_boards, random_boards, read_texts};
    #[pymodule_export]
    use super::boards::{Boards, Settings};
    #[pymodule_export]
    use super::position::{PyGame, PyPosition};
    #[pymodule_export]
    use super::solver::PySolver;

    /// Adds the version of the engine, and the constants of its answers.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("ILLEGAL", super::cells::ILLEGAL)?;
        module.add("LAYERS", PyTuple::new(module.py(), Layer::ALL.map(|layer| layer.to_string()))?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
