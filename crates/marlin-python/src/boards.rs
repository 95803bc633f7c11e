//! [`Boards`]: many positions of one board size at once, in the order of their rows.

use marlin_coach::explain::{Statement, by_rules};
use marlin_coach::level::{SkillLevel, best_or_equal, columns_in_sight};
use marlin_core::{BoardSize, Cell, Claimeven, Column, Limits, Player, Position, Score, Solver};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

use crate::arguments::{
    Nodes, Time, collect, filled, position_error, read, sign, threads_of, try_column, value_error, with_room,
};
use crate::cells::{Cells, EMPTY, ILLEGAL, Row, threats_of};
use crate::position::PyPosition;
use crate::solver::PySolver;
use crate::workers::{Ticket, answer_all};

/// No move: the game is over, or the row is not a position.
const NO_MOVE: i8 = -1;

/// An array of numbers.
type Numbers<'py> = Bound<'py, PyAny>;

/// The positions of an array of boards.
#[pyclass(frozen, module = "marlin_connect4._core")]
#[derive(Debug)]
pub(crate) struct Boards {
    size: BoardSize,
    cells: Cells,
    /// `None` for a row that is not a position.
    rows: Vec<Option<Row>>,
}

/// The different positions of a batch, in the order of their keys, because similar positions share entries of
/// the table. Mirror images count as one position.
struct Distinct {
    positions: Vec<Position>,
    /// The position of each row, and whether the row is its mirror image.
    of_row: Vec<Option<(usize, bool)>>,
}

impl Distinct {
    fn new(rows: &[Option<Row>]) -> PyResult<Self> {
        let canonical = |row: &Row| row.position.canonical();
        let keyed =
            rows.iter().zip(0..).filter_map(|(row, index)| Some(Ok((canonical(row.as_ref()?).key(), index))));
        let mut keyed: Vec<(u128, u32)> = collect(rows.len(), keyed)?;
        keyed.sort_unstable();
        let (mut positions, mut of_row) = (with_room(keyed.len())?, filled(None, rows.len())?);
        let mut last = None;
        for (key, index) in keyed {
            let index = index as usize;
            let Some(row) = &rows[index] else { continue };
            if last.replace(key) != Some(key) {
                positions.push(canonical(row));
            }
            of_row[index] = Some((positions.len() - 1, row.position.key() != key));
        }
        Ok(Self { positions, of_row })
    }
}

/// The arguments that all searches of a batch share.
#[pyclass(frozen, module = "marlin_connect4._core")]
#[derive(Debug)]
pub(crate) struct Settings {
    solver: Py<PySolver>,
    /// The number of threads of the batch; by default the number of the solver.
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    limits: (Time, Nodes),
}

#[pymethods]
impl Settings {
    #[new]
    #[pyo3(signature = (solver, threads, progress, time = None, nodes = None))]
    fn new(
        solver: Py<PySolver>,
        threads: Option<i64>,
        progress: Option<Py<PyAny>>,
        time: Time,
        nodes: Nodes,
    ) -> PyResult<Self> {
        Ok(Self { solver, threads: threads.map(threads_of).transpose()?, progress, limits: (time, nodes) })
    }

    /// Returns the same settings with other limits of each search.
    fn within(&self, py: Python<'_>, time: Time, nodes: Nodes) -> Self {
        let progress = self.progress.as_ref().map(|progress| progress.clone_ref(py));
        Self { solver: self.solver.clone_ref(py), threads: self.threads, progress, limits: (time, nodes) }
    }
}

impl Settings {
    /// Answers a question about each of some positions, by their indices.
    fn answer<T: Send + Sync>(
        &self,
        py: Python<'_>,
        size: BoardSize,
        positions: &[Position],
        answer: impl Fn(&Solver, usize, &Ticket<'_>) -> Option<T> + Sync,
    ) -> PyResult<Vec<T>> {
        let call = self.solver.get().begin(size, self.limits.0, self.limits.1)?;
        let threads = self.threads.unwrap_or_else(|| call.solver.threads());
        // A search has the threads of the job at most.
        let solver = call.solver.to_builder().threads(threads).build();
        let job = call.job(threads, self.progress.as_ref().map(|progress| progress.bind(py)));
        answer_all(py, &job, positions.len(), |index, ticket| {
            answer(&solver, index, ticket).ok_or_else(|| ticket.unproven())
        })
    }
}

impl Boards {
    /// Answers a question about each row, equal rows and mirror images once. A row that is not a position is
    /// blank. `write` puts an answer into the row of the output.
    fn ask<T: Send + Sync>(
        &self,
        settings: &Settings,
        (out, blank): (&Numbers<'_>, i8),
        answer: impl Fn(&Solver, &Position, &Ticket<'_>) -> Option<T> + Sync,
        write: impl Fn(&T, &mut [i8]) + Sync,
    ) -> PyResult<()> {
        let py = out.py();
        let distinct = py.detach(|| Distinct::new(&self.rows))?;
        let positions = &distinct.positions;
        let answers = settings.answer(py, self.size, positions, |solver, index, ticket| {
            answer(solver, &positions[index], ticket)
        })?;
        self.fill(out, blank, |row, _, numbers| {
            if let Some((index, is_mirrored)) = distinct.of_row[row] {
                write(&answers[index], numbers);
                if is_mirrored {
                    numbers.reverse();
                }
            }
        })
    }

    /// Fills the output, with the same number of values for each row. `write` gets the index of a row that is
    /// a position.
    fn fill<T: Element + Copy + Send>(
        &self,
        out: &Numbers<'_>,
        blank: T,
        write: impl Fn(usize, &Row, &mut [T]) + Sync,
    ) -> PyResult<()> {
        let (py, out) = (out.py(), PyBuffer::get(out)?);
        let mut numbers = filled(blank, out.item_count())?;
        let width = numbers.len() / self.rows.len().max(1);
        if width > 0 {
            py.detach(|| {
                for (index, (row, out)) in self.rows.iter().zip(numbers.chunks_exact_mut(width)).enumerate() {
                    if let Some(row) = row {
                        write(index, row, out);
                    }
                }
            });
        }
        out.copy_from_slice(py, &numbers)
    }

    /// Fills the output with bitboards: the words of 64 bits that the board needs, the lower word first.
    fn fill_bitboards<const N: usize>(
        &self,
        out: &Numbers<'_>,
        bitboards: impl Fn(&Row) -> [u128; N] + Sync,
    ) -> PyResult<()> {
        self.fill(out, 0_u64, |_, row, out| {
            let words = out.len() / N;
            for (out, bits) in out.chunks_exact_mut(words).zip(bitboards(row)) {
                out.iter_mut().enumerate().for_each(|(word, out)| *out = (bits >> (64 * word)) as u64);
            }
        })
    }

    /// Returns the positions of all rows; a row that is not a position is the empty board, whose answer is
    /// not used.
    fn positions(&self) -> PyResult<Vec<Position>> {
        let empty = Position::on(self.size);
        let of_row = |row: &Option<Row>| Ok(row.map_or(empty, |row| row.position));
        collect(self.rows.len(), self.rows.iter().map(of_row))
    }
}

#[pymethods]
impl Boards {
    /// Reads `n` boards of a size. A row that is not a position is an error, or marked.
    #[new]
    #[pyo3(signature = (cells, width, height, layout, other, mark = false))]
    fn new(
        py: Python<'_>,
        cells: &Numbers<'_>,
        width: usize,
        height: usize,
        layout: &str,
        other: i8,
        mark: bool,
    ) -> PyResult<Self> {
        let (reader, numbers) = (Cells::of_shape(width, height, layout)?, read::<i8>(cells)?);
        let row = |(index, numbers): (usize, &[i8])| match reader.read(numbers, other) {
            Ok(row) => Ok(Some(row)),
            Err(_) if mark => Ok(None),
            Err(error) => Err(position_error(format!(
                "board {index} is not a position: {}",
                reader.describe(numbers, &error)
            ))),
        };
        let boards = numbers.chunks_exact(reader.len());
        let rows = py.detach(|| collect(boards.len(), boards.enumerate().map(row)))?;
        Ok(Self { size: reader.size(), cells: reader, rows })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// Returns the positions, `None` for a row that is not one.
    fn to_positions(&self) -> PyResult<Vec<Option<PyPosition>>> {
        let position = |row: &Option<Row>| Ok(row.map(|row| PyPosition(row.position)));
        collect(self.rows.len(), self.rows.iter().map(position))
    }

    /// Returns the rows of the array that are no positions, with the reasons.
    fn reasons(&self, cells: &Numbers<'_>) -> PyResult<Vec<(usize, String)>> {
        let numbers = read::<i8>(cells)?;
        let reason = |(index, numbers): (usize, &[i8])| {
            let error = self.cells.read(numbers, 2).err()?;
            Some((index, self.cells.describe(numbers, &error)))
        };
        Ok(numbers.chunks_exact(self.cells.len()).enumerate().filter_map(reason).collect())
    }

    /// Writes the scores of all columns.
    fn analyze(&self, settings: &Settings, out: &Numbers<'_>) -> PyResult<()> {
        self.ask(
            settings,
            (out, ILLEGAL),
            |solver, position, ticket| {
                let report = ticket.query(solver, position).analyze();
                report.is_complete().then(|| report.scores())
            },
            |scores, row| {
                for (number, score) in row.iter_mut().zip(scores.values()) {
                    *number = score.map_or(ILLEGAL, |score| score.get() as i8);
                }
            },
        )
    }

    /// Writes the scores.
    fn solve(&self, settings: &Settings, out: &Numbers<'_>) -> PyResult<()> {
        self.ask(
            settings,
            (out, ILLEGAL),
            |solver, position, ticket| ticket.query(solver, position).score().bounds.score(),
            |score, row| row[0] = score.get() as i8,
        )
    }

    /// Writes the outcomes: 1 for a win of the side to move.
    fn outcomes(&self, settings: &Settings, out: &Numbers<'_>) -> PyResult<()> {
        self.ask(
            settings,
            (out, ILLEGAL),
            |solver, position, ticket| ticket.query(solver, position).outcome().bounds.outcome(),
            |&outcome, row| row[0] = sign(outcome),
        )
    }

    /// Writes 1 for the columns among which the perfect player chooses: the best column that is nearest to
    /// the centre (the left one of two), or `all` best columns. Returns the number of rows without a proof;
    /// such a row has the best column so far.
    fn best_columns(&self, settings: &Settings, all: bool, out: &Numbers<'_>) -> PyResult<usize> {
        let positions = self.positions()?;
        let answers = settings.answer(out.py(), self.size, &positions, |solver, index, ticket| {
            let is_open = self.rows[index].is_some() && !positions[index].is_over();
            if is_open { best_columns(solver, &positions[index], ticket, all) } else { Some((0, true)) }
        })?;
        self.fill(out, 0, |index, _, row| write_set(answers[index].0, row))?;
        Ok(answers.iter().filter(|(_, is_proven)| !is_proven).count())
    }

    /// Writes 1 for the columns that look best to a player who sees some plies ahead.
    fn in_sight(&self, settings: &Settings, plies: u32, out: &Numbers<'_>) -> PyResult<()> {
        self.ask(
            settings,
            (out, 0),
            |solver, position, ticket| {
                // The plies are the limit of this player.
                let limits = Limits { time: None, nodes: None, ..ticket.limits() };
                let columns = columns_in_sight(position, solver, &limits, plies);
                (!ticket.is_stopped()).then(|| set_of(columns))
            },
            |&set, row| write_set(set, row),
        )
    }

    /// Writes the move of a player of a level, each row with a seed.
    fn level_moves(
        &self,
        settings: &Settings,
        level: usize,
        seeds: &Numbers<'_>,
        out: &Numbers<'_>,
    ) -> PyResult<()> {
        let level = SkillLevel::new(level)
            .ok_or_else(|| value_error(format!("there is no level {level}: levels are 1 to 10")))?;
        let (positions, seeds) = (self.positions()?, read::<u64>(seeds)?);
        if seeds.len() != positions.len() {
            return Err(value_error(format!("{} seeds for {} boards", seeds.len(), positions.len())));
        }
        let chosen = settings.answer(out.py(), self.size, &positions, |solver, index, ticket| {
            (!ticket.is_stopped()).then(|| level.choose(&positions[index], solver, seeds[index]))
        })?;
        self.fill(out, NO_MOVE, |index, _, out| {
            out[0] = chosen[index].map_or(NO_MOVE, |column| column.index() as i8);
        })
    }

    /// Writes 1 for the columns that can be played.
    fn legal(&self, out: &Numbers<'_>) -> PyResult<()> {
        self.fill(out, 0_u8, |_, row, out| {
            row.position.legal_moves().for_each(|column| out[column.index()] = 1);
        })
    }

    /// Writes 1 for the columns after which the opponent has no move that wins at once.
    fn non_losing(&self, out: &Numbers<'_>) -> PyResult<()> {
        self.fill(out, 0_u8, |_, row, out| {
            row.position.non_losing_moves().for_each(|column| out[column.index()] = 1);
        })
    }

    /// Writes the number of the winner, as in the array; 0 if there is none.
    fn winner(&self, out: &Numbers<'_>) -> PyResult<()> {
        self.fill(out, ILLEGAL, |_, row, out| {
            out[0] = row.position.winner().map_or(EMPTY, |player| row.number(player));
        })
    }

    /// Writes the number of the side to move, as in the array; 0 if the game is over.
    fn turn(&self, out: &Numbers<'_>) -> PyResult<()> {
        self.fill(out, ILLEGAL, |_, row, out| {
            out[0] = if row.position.is_over() { EMPTY } else { row.moving() };
        })
    }

    /// Writes the boards from the view of the side to move: 1 for its stones, -1 for the others.
    fn canonical(&self, out: &Numbers<'_>) -> PyResult<()> {
        self.fill(out, ILLEGAL, |_, row, out| {
            let is_first = row.position.side_to_move() == Player::X;
            self.cells.write_position(&row.position, if is_first { [1, -1] } else { [-1, 1] }, out);
        })
    }

    /// Writes the number of stones.
    fn plies(&self, out: &Numbers<'_>) -> PyResult<()> {
        self.fill(out, NO_MOVE, |_, row, out| out[0] = row.position.nb_moves() as i8)
    }

    /// Writes the plies until the game ends, by the scores of the positions.
    fn plies_to_end(&self, scores: &Numbers<'_>, out: &Numbers<'_>) -> PyResult<()> {
        let scores = read::<i8>(scores)?;
        self.fill(out, ILLEGAL, |index, row, out| {
            let score = scores.get(index).and_then(|&score| Score::checked(self.size, i32::from(score)));
            out[0] = score.map_or(ILLEGAL, |score| row.position.ending(score).plies as i8);
        })
    }

    /// Writes the stones of the player who moved first and of the other.
    fn stones(&self, out: &Numbers<'_>) -> PyResult<()> {
        self.fill_bitboards(out, |row| {
            [Player::X, Player::O].map(|player| row.position.stones(player).bits())
        })
    }

    /// Writes the threats of the player whose stones are 1 and of the other.
    fn threats(&self, out: &Numbers<'_>) -> PyResult<()> {
        self.fill_bitboards(out, |row| {
            let [of_x, of_o] = [Player::X, Player::O].map(|player| threats_of(&row.position, player).bits());
            if row.number(Player::X) == 1 { [of_x, of_o] } else { [of_o, of_x] }
        })
    }

    /// Writes the key of each position, the same for mirror images.
    fn keys(&self, out: &Numbers<'_>) -> PyResult<()> {
        self.fill_bitboards(out, |row| [row.position.canonical().key()])
    }

    /// Writes the boards after a move in each row; -1 leaves a row as it is.
    fn step(&self, py: Python<'_>, columns: &Numbers<'_>, out: &Numbers<'_>) -> PyResult<()> {
        let (columns, mut numbers) = (read::<i64>(columns)?, read::<i8>(out)?);
        py.detach(|| {
            let boards = numbers.chunks_exact_mut(self.cells.len());
            for (index, ((row, &column), board)) in self.rows.iter().zip(&columns).zip(boards).enumerate() {
                if column == i64::from(NO_MOVE) {
                    continue;
                }
                let row =
                    row.as_ref().ok_or_else(|| value_error(format!("board {index} is not a position")))?;
                let played = try_column(&row.position, column);
                let played = played.map_err(|message| value_error(format!("board {index}: {message}")))?;
                let cell = self.cells.index(played.index(), row.position.height(played));
                board[cell] = row.moving();
            }
            Ok::<_, PyErr>(())
        })?;
        PyBuffer::get(out)?.copy_from_slice(py, &numbers)
    }

    /// Writes the concepts that the rules prove: see [`labels_of`].
    fn concepts(
        &self,
        settings: &Settings,
        threats: &Numbers<'_>,
        odd_even: &Numbers<'_>,
        labels: &Numbers<'_>,
    ) -> PyResult<()> {
        let (positions, cells) = (self.positions()?, self.cells.len());
        let found = settings
            .answer(labels.py(), self.size, &positions, |_, index, _| Some(labels_of(&positions[index])))?;
        // The planes are in the order of the numbers in the array: 1 first.
        let plane = |row: &Row, player| usize::from(row.number(player) != 1);
        self.fill(threats, 0_i8, |_, row, out| {
            for player in [Player::X, Player::O] {
                let out = &mut out[plane(row, player) * cells..][..cells];
                self.cells.write(threats_of(&row.position, player).bits(), 1, out);
            }
        })?;
        self.fill(odd_even, ILLEGAL, |_, row, out| {
            for player in [Player::X, Player::O] {
                let set = threats_of(&row.position, player);
                let odd = set.iter().filter(|cell| cell.row().is_multiple_of(2)).count() as i8;
                out[2 * plane(row, player)..][..2].copy_from_slice(&[odd, set.len() as i8 - odd]);
            }
        })?;
        self.fill(labels, ILLEGAL, |index, _, out| out.copy_from_slice(&found[index]))
    }
}

/// The plies and the nodes of a look ahead where the limits end a proof.
const SIGHT: (u32, u64) = (8, 100_000);

/// Returns the columns among which the perfect player chooses as a set in a word, and whether they are
/// proven. If the limits end the proof, the set is the move to play so far; among equals, one that looks best
/// to a player who sees some plies.
fn best_columns(solver: &Solver, position: &Position, ticket: &Ticket<'_>, all: bool) -> Option<(u32, bool)> {
    let query = ticket.query(solver, position);
    let report = if all { query.analyze() } else { query.best_move() };
    if all && report.is_complete() {
        return Some((set_of(position.legal_moves().filter(|&column| report.keeps_score(column))), true));
    }
    if !all && report.best_is_proven() {
        return Some((set_of(report.best), true));
    }
    let limits = Limits { time: None, nodes: Some(SIGHT.1), ..ticket.limits() };
    let seen = columns_in_sight(position, solver, &limits, SIGHT.0);
    (!ticket.is_stopped()).then(|| (set_of(best_or_equal(&report, &seen)), false))
}

/// Returns a set of columns in a word: all answers together fit in the memory that is reserved for them.
fn set_of(columns: impl IntoIterator<Item = Column>) -> u32 {
    columns.into_iter().fold(0, |set, column| set | 1 << column.index())
}

/// Writes 1 for the columns of a set.
fn write_set(set: u32, row: &mut [i8]) {
    for (column, number) in row.iter_mut().enumerate() {
        *number = (set >> column & 1) as i8;
    }
}

/// Returns the column that the side to move must play to stop the one win at once, the column of its double
/// threat, the first column of its forced line, the bound of claimeven on its score, and the layer that
/// proves the winner. The first three are for a side that does not win at once.
fn labels_of(position: &Position) -> [i8; 5] {
    let (us, explanation) = (position.side_to_move(), by_rules(position));
    // The statements may end before the block is named, because they end with the first proof.
    let is_open = !position.is_over() && !position.can_win_next();
    let mut blocks = (position.opponent_winning_cells() & position.playable_cells()).iter();
    let block = blocks.next().filter(|_| is_open && blocks.next().is_none());
    let statements = || explanation.steps.iter().map(|step| &step.statement);
    let double = statements().find_map(|statement| match statement {
        Statement::DoubleThreat { player, by, .. } if *player == us => Some(*by),
        _ => None,
    });
    let forced = statements().find_map(|statement| match statement {
        Statement::ForcedLine { winner, moves, .. } if *winner == us => moves.first().copied(),
        _ => None,
    });
    // A double threat is the shortest forced line.
    let [block, double, forced] = [block, double, double.or(forced)]
        .map(|cell: Option<Cell>| cell.map_or(ILLEGAL, |cell| cell.column().index() as i8));
    let bound = Claimeven::of(position).map_or(ILLEGAL, |found| found.upper.get() as i8);
    [block, double, forced, bound, explanation.outcome_layer.map_or(ILLEGAL, |layer| layer as i8)]
}
