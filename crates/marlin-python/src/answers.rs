//! Answers as values of Python: the classes of `_answers.py`, cells, and drawings.

use std::borrow::Borrow;

use marlin_coach::explain::Explanation;
use marlin_coach::review::{MoveQuality, Review, ReviewedMove};
use marlin_core::{Bounds, Cell, Column, Columns, Game, Player, Position, Report, Score};
use marlin_svg::{Appearance, Diagram, Drawing, Graph, Theme};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::IntoPyDict;

use crate::arguments::{Given, column_of, legal_column, number, one_of, sign, value_error};
use crate::cells::ILLEGAL;

/// A value of Python, or the error in its place.
pub(crate) type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// Returns a class or a function of the package, by its module.
pub(crate) fn package<'py>(py: Python<'py>, module: &str, name: &str) -> Answer<'py> {
    static PACKAGE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let package = PACKAGE.get_or_try_init(py, || py.import("marlin_connect4").map(Bound::unbind))?;
    package.bind(py).getattr(module)?.getattr(name)
}

/// Returns the solver that all functions of the package share.
pub(crate) fn shared_solver(py: Python<'_>) -> Answer<'_> {
    package(py, "_default", "default_solver")?.call0()
}

/// Returns columns as indices.
pub(crate) fn indices<C: Borrow<Column>>(columns: impl IntoIterator<Item = C>) -> Vec<usize> {
    columns.into_iter().map(|column| column.borrow().index()).collect()
}

/// Returns the scores of columns as numbers.
pub(crate) fn numbers(scores: &Columns<Option<Score>>) -> Vec<Option<i32>> {
    scores.values().map(|score| score.map(Score::get)).collect()
}

/// Returns bounds as two numbers.
fn pair(bounds: Bounds) -> (i32, i32) {
    (bounds.lower().get(), bounds.upper().get())
}

/// Returns cells as `Cell(column, row)`.
pub(crate) fn cells_of(py: Python<'_>, cells: impl IntoIterator<Item = Cell>) -> Answer<'_> {
    let class = package(py, "_cell", "Cell")?;
    let cells = cells.into_iter().map(|cell| class.call1((cell.column().index(), cell.row())));
    cells.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)
}

/// Returns an `Analysis` of a report and the moves of best play.
pub(crate) fn analysis<'py>(
    py: Python<'py>,
    given: impl IntoPyObject<'py>,
    position: &Position,
    report: &Report,
    line: &[Column],
) -> Answer<'py> {
    let (score, first) = (report.bounds.score(), line.first().copied());
    let words = match score {
        Some(_) => report.verdict().to_string(),
        None => format!("{}: the score is {}", report.verdict(), report.bounds),
    };
    // All fields of the class but the last, in their order.
    let fields = (
        given,
        pair(report.bounds),
        report.columns.values().map(|bounds| bounds.map(pair)).collect::<Vec<_>>(),
        first.or(report.best).map(Column::index),
        first.or_else(|| report.move_to_play()).map(Column::index),
        first.is_some() || report.best_is_proven(),
        report.bounds.outcome().map(sign),
        score.map(|score| position.ending(score).plies),
        words,
        report.source.to_string(),
        report.nodes,
        report.elapsed.as_secs_f64(),
    );
    let line = [("line", indices(line))].into_py_dict(py)?;
    package(py, "_answers", "Analysis")?.call(fields, Some(&line))
}

/// Returns an `Explanation`.
pub(crate) fn explanation<'py>(
    py: Python<'py>,
    given: impl IntoPyObject<'py>,
    found: &Explanation,
) -> Answer<'py> {
    let mut cells = Vec::new();
    for marked in found.steps.iter().flat_map(|step| step.statement.own_marks()) {
        if !cells.contains(&marked.cell) {
            cells.push(marked.cell);
        }
    }
    // Both bounds of a proven outcome have the same winner.
    let winner = || found.position.ending(found.bounds.lower()).winner.map_or(0, number);
    package(py, "_answers", "Explanation")?.call1((
        given,
        found.headline().to_string(),
        found.sentences().iter().map(ToString::to_string).collect::<Vec<_>>(),
        found.steps.last().map(|step| pair(step.bounds)),
        found.bounds.outcome().map(|_| winner()),
        found.outcome_layer.map(|layer| layer.to_string()),
        found.score_layer.map(|layer| layer.to_string()),
        cells_of(py, cells)?,
    ))
}

/// Returns a `Review`.
pub(crate) fn review<'py>(py: Python<'py>, found: &Review) -> Answer<'py> {
    let class = package(py, "_answers", "ReviewedMove")?;
    let moves: PyResult<Vec<_>> = found.moves.iter().map(|played| reviewed_move(&class, played)).collect();
    let blunders = found.moves.iter().filter(|played| played.is_blunder());
    let marks = blunders.map(|played| played.number as usize).collect();
    package(py, "_answers", "Review")?.call1((
        found.game.size().to_string(),
        moves?,
        (found.side(Player::X).accuracy, found.side(Player::O).accuracy),
        found.summary(),
        found.turning_point().map(|played| played.number),
        Graph { marks, ..Graph::new(found.game.size(), found.scores_of_x()) }.to_string(),
    ))
}

fn reviewed_move<'py>(class: &Bound<'py, PyAny>, played: &ReviewedMove) -> Answer<'py> {
    let found = played.assessment.as_ref();
    class.call1((
        played.number,
        number(played.player),
        played.column.index(),
        found.map(|found| found.before.get()),
        found.map(|found| found.after.get()),
        found.map_or_else(Vec::new, |found| numbers(&found.columns)),
        found.map_or_else(Vec::new, |found| indices(&found.best)),
        played.verdict().map(MoveQuality::name),
        indices(&played.line),
    ))
}

/// Draws a game. `given` is the game or its position in Python.
pub(crate) fn svg(
    given: &Bound<'_, PyAny>,
    game: &Game,
    [scores, line, arrows]: [Given<'_>; 3],
    has_threats: bool,
    [theme, appearance]: [&str; 2],
) -> PyResult<String> {
    let theme = Theme::ALL[one_of("theme", theme, Theme::ALL.map(Theme::name))?];
    let appearance =
        Appearance::ALL[one_of("appearance", appearance, Appearance::ALL.map(Appearance::name))?];
    let drawing = Drawing { theme, appearance, ..Drawing::default() };
    let (mut diagram, size) = (Diagram { drawing, has_threats, ..Diagram::new(game) }, game.size());
    let scores = match scores.as_ref().and_then(|scores| scores.extract::<bool>().ok()) {
        Some(true) => Some(shared_solver(given.py())?.call_method1("scores", (given,))?),
        Some(false) => None,
        None => scores,
    };
    if let Some(scores) = scores {
        let (found, width) = (scores.len()?, size.width());
        if found != width {
            return Err(value_error(format!("{found} scores, where a board of {size} has {width} columns")));
        }
        let scores: Vec<Option<i32>> = scores.extract()?;
        // Arrays have a mark where lists have `None`.
        let known = scores.into_iter().map(|found| found.filter(|&found| found != i32::from(ILLEGAL)));
        let unknown = |score: i32| value_error(format!("{score} is no score of a board of {size}"));
        let score = |score: i32| Score::checked(size, score).ok_or_else(|| unknown(score));
        diagram.scores = Some(known.map(|found| found.map(score).transpose()).collect::<PyResult<_>>()?);
    }
    // The columns are read one by one: a whole line may have more of them than fit in memory, and its legal
    // columns fill a board at most.
    let mut position = *game.position();
    for index in line.map(|line| line.try_iter()).transpose()?.into_iter().flatten() {
        let column = legal_column(&position, index?.extract()?)?;
        position.play_unchecked(column);
        diagram.line.push(column);
    }
    for index in arrows.map(|arrows| arrows.try_iter()).transpose()?.into_iter().flatten() {
        let column = column_of(size, index?.extract()?).map_err(value_error)?;
        if !diagram.arrows.contains(&column) {
            diagram.arrows.push(column);
        }
    }
    Ok(diagram.to_string())
}
