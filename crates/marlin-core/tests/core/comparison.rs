//! The answers of the solver, compared with the answers of the naive oracle.

use std::collections::HashSet;

use marlin_core::{BoardSize, Bounds, Column, Limits, Outcome, Position, Score, Solver};

use crate::games::{Random, column_at, played};
use crate::reference::{Board, Oracle};

/// Compares every position.
pub(crate) const ALL: u128 = 1;

/// Returns whether tests are whole: release code is fast enough for all of them, and the nightly run has the
/// time.
pub(crate) fn is_whole() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("MARLIN_EXHAUSTIVE").is_some()
}

/// Returns which share of the positions is compared: a tenth of it if tests are not whole.
pub(crate) fn sample(one_in: u128) -> u128 {
    if is_whole() { one_in } else { 10 * one_in }
}

/// The maximum number of empty cells of a compared position of any board: the oracle searches each move to
/// the end.
const MOST_EMPTY: usize = 12;

/// Games that are tried for each of these positions: on some boards most games end early.
const TRIES: usize = 200;

/// Compares the answers about the positions of one board size.
pub(crate) struct Comparison {
    size: BoardSize,
    solver: Solver,
    oracle: Oracle,
    /// One of this number of positions is compared, chosen by the stones on the board.
    one_in: u128,
    seen: HashSet<[u128; 2]>,
    compared: u64,
}

impl Comparison {
    fn new(size: BoardSize, one_in: u128) -> Self {
        let solver = Solver::builder_on(size).hash_mib(1).expect("a table of 1 MiB").without_book().build();
        Self { size, solver, oracle: Oracle::default(), one_in, seen: HashSet::new(), compared: 0 }
    }

    /// Compares a sample of the positions that a game can reach; returns the number of different positions
    /// and the number of compared ones.
    pub(crate) fn run(width: usize, height: usize, one_in: u128) -> (usize, u64) {
        Self::run_after(width, height, &[], one_in)
    }

    /// The same for the positions after some moves.
    pub(crate) fn run_after(width: usize, height: usize, moves: &[usize], one_in: u128) -> (usize, u64) {
        let mut comparison = Self::new(BoardSize::new(width, height).expect("a size"), one_in);
        let mut board = Board::new(width, height);
        for &column in moves {
            board.play(column);
        }
        let game = played(comparison.size, moves.iter().copied().filter_map(Column::new));
        comparison.visit(&mut board, *game.position());
        (comparison.seen.len(), comparison.compared)
    }

    /// Visits a position and every one after it, each once.
    fn visit(&mut self, board: &mut Board, position: Position) {
        let packed = board.packed();
        if !self.seen.insert(packed) {
            return;
        }
        if self.is_chosen(packed[0]) {
            self.compare(board, &position);
        }
        for column in board.legal_moves() {
            board.play(column);
            self.visit(board, position.after(column_at(column)));
            board.take_back(column);
        }
    }

    /// Returns whether a position belongs to the sample, as good as at random but always the same.
    fn is_chosen(&self, packed: u128) -> bool {
        (packed.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) >> 64).is_multiple_of(self.one_in)
    }

    /// Compares random positions with so few empty cells that the oracle can look at every way to fill them.
    ///
    /// If tests are not whole, it compares a fifth of the number.
    pub(crate) fn run_late(width: usize, height: usize, empty_cells: usize, positions: u64) {
        let positions = if is_whole() { positions } else { positions / 5 };
        let mut comparison = Self::new(BoardSize::new(width, height).expect("a size"), ALL);
        let mut random = Random(0);
        while comparison.compared < positions {
            if let Some(board) = random_board(comparison.size, empty_cells, &mut random) {
                comparison.compare_alone(&board);
            }
        }
    }

    /// Compares some random positions with few empty cells, as far as games of the board last as long;
    /// returns their number.
    pub(crate) fn run_some(size: BoardSize, positions: u64, random: &mut Random) -> u64 {
        let mut comparison = Self::new(size, ALL);
        let most_empty = MOST_EMPTY.min(size.cells() as usize);
        for _ in 0..positions {
            let mut boards = (0..TRIES).map(|_| random_board(size, random.below(most_empty + 1), random));
            if let Some(board) = boards.find_map(|board| board) {
                comparison.compare_alone(&board);
            }
        }
        comparison.compared
    }

    /// Compares a position with an oracle that knows no other.
    fn compare_alone(&mut self, board: &Board) {
        self.oracle = Oracle::default();
        let position = Position::from_cells(self.size, &board.rows()).expect("a position of a game");
        self.compare(board, &position);
    }

    fn compare(&mut self, board: &Board, position: &Position) {
        self.compared += 1;
        // The entries of earlier positions must not change an answer, so every second position begins with an
        // empty table.
        if self.compared.is_multiple_of(2) {
            self.solver.table().clear();
        }
        let score = self.oracle.score(board);
        let columns = self.column_scores(board);
        let solver = &self.solver;
        assert_eq!(solver.solve_outcome(position), outcome_of(score), "the outcome of\n{position}");
        assert_eq!(solver.solve(position).get(), score, "the score of\n{position}");
        let report = solver.query(position).analyze();
        assert_eq!(
            report.scores().map(|score| score.map(Score::get)).to_vec(),
            columns,
            "the columns of\n{position}"
        );
        assert_eq!(report.bounds.score().map(Score::get), Some(score), "the score of\n{position}");
        let best = solver.best_move(position).map(Column::index);
        assert_eq!(best, centre_nearest_of_the_best(&columns), "the best move of\n{position}");
        let line = self.solver.best_line(position).moves;
        self.follow_to_the_end(board, position, score, &line);
        self.follow_lines(board, position, score);
    }

    /// Returns the score of every column by the oracle, from the side to move.
    fn column_scores(&mut self, board: &Board) -> Vec<Option<i32>> {
        let mut scores = vec![None; self.size.width()];
        for column in board.legal_moves() {
            let mut child = board.clone();
            child.play(column);
            scores[column] = Some(-self.oracle.score(&child));
        }
        scores
    }

    /// Checks that a line is proven to the end of the game without limits, and that the moves proven within
    /// narrow limits keep the score.
    fn follow_lines(&mut self, board: &Board, position: &Position, score: i32) {
        let bounds = Bounds::exact(
            Score::checked(self.size, score).expect("the oracle's score is one of the board's"),
        );
        for nodes in [Some(0), Some(5), None] {
            let limits = Limits { nodes, ..Limits::NONE };
            let line = self.solver.query(position).limits(&limits).principal_variation(bounds);
            assert_eq!(line.moves.is_empty(), board.is_over(), "\n{position}");
            let end = position.ending(bounds.lower()).plies as usize;
            assert!(line.proven <= line.moves.len() && line.moves.len() <= end, "{line:?} of\n{position}");
            let (mut after, mut expected) = (board.clone(), score);
            for (index, column) in line.moves.iter().enumerate() {
                assert!(after.legal_moves().contains(&column.index()), "{line:?} of\n{position}");
                after.play(column.index());
                expected = -expected;
                let keeps_score = index >= line.proven || self.oracle.score(&after) == expected;
                assert!(keeps_score, "{line:?} loses the score of\n{position}");
            }
            assert!(
                nodes.is_some() || line.proven == end,
                "{line:?} is not proven to the end of\n{position}"
            );
        }
    }

    /// Checks that a line keeps the score down to the end of the game, at the move that it names.
    fn follow_to_the_end(&mut self, board: &Board, position: &Position, score: i32, line: &[Column]) {
        let (mut board, mut expected) = (board.clone(), score);
        for column in line {
            board.play(column.index());
            expected = -expected;
            assert_eq!(self.oracle.score(&board), expected, "{line:?} loses the score of\n{position}");
        }
        let proven = Score::checked(self.size, score).expect("the oracle's score is one of the board's");
        assert!(board.is_over(), "{line:?} is not played to the end from\n{position}");
        assert_eq!(position.ending(proven).final_move as usize, board.ply(), "the last move of\n{position}");
        assert_eq!(position.ending(proven).plies as usize, line.len(), "the plies from\n{position}");
    }
}

/// Returns the board after a random game without a winner; `None` if each remaining move would win.
fn random_board(size: BoardSize, empty_cells: usize, random: &mut Random) -> Option<Board> {
    let mut board = Board::new(size.width(), size.height());
    for _ in empty_cells..size.cells() as usize {
        let mut moves = board.legal_moves();
        moves.retain(|&column| !board.is_winning_move(column));
        if moves.is_empty() {
            return None;
        }
        board.play(moves[random.below(moves.len())]);
    }
    Some(board)
}

/// Returns who wins by a score.
fn outcome_of(score: i32) -> Outcome {
    match score.signum() {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

/// Returns the column of the highest score that is nearest the centre, the left one of two equally near.
fn centre_nearest_of_the_best(columns: &[Option<i32>]) -> Option<usize> {
    let best = columns.iter().flatten().max()?;
    let reaching = (0..columns.len()).filter(|&column| columns[column].as_ref() == Some(best));
    reaching.min_by_key(|&column| (2 * column + 1).abs_diff(columns.len()))
}
