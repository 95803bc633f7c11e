//! [`Verifier`]: finds the score of a candidate by two routes, and whether it fits its set.

use marlin_core::{BoardSize, Bounds, Cpu, Game, Position, Score, Solver, StopFlag, TableError};

use super::category::SetKind;
use crate::maker::Failure;

/// The table of the solver in MiB. It is kept from one candidate to the next.
const SOLVER_HASH_MIB: usize = 256;

/// The table of the solver that checks, in MiB.
const CHECK_HASH_MIB: usize = 64;

/// Verifies candidates of one set; each thread has one.
#[derive(Debug)]
pub(super) struct Verifier<'a> {
    kind: SetKind,
    solver: &'a Solver,
    checker: Solver,
}

/// Returns the solver that all verifiers share.
pub(super) fn shared_solver(board: BoardSize, cpu: Cpu) -> Result<Solver, TableError> {
    solver(board, SOLVER_HASH_MIB, cpu)
}

fn solver(board: BoardSize, hash_mib: usize, cpu: Cpu) -> Result<Solver, TableError> {
    Ok(Solver::builder_on(board).hash_mib(hash_mib)?.without_book().cpu(cpu).threads(1).build())
}

impl<'a> Verifier<'a> {
    pub(super) fn new(kind: SetKind, shared: &'a Solver) -> Result<Self, TableError> {
        Ok(Self { kind, solver: shared, checker: solver(kind.board, CHECK_HASH_MIB, shared.cpu())? })
    }

    /// Returns the score of a game that fits the set, `None` for one that does not.
    pub(super) fn verify(&self, game: &Game) -> Result<Option<Score>, Failure> {
        let position = game.position();
        // A candidate is rejected as soon as none of its possible scores fits, long before its score is
        // proven.
        let is_settled = |bounds: Bounds| bounds.score().is_some() || !self.may_fit(position, bounds);
        let bounds = prove(self.solver, position, is_settled);
        let Some(score) = bounds.score().filter(|&score| self.kind.fits(position, score)) else {
            return Ok(None);
        };
        if self.moves_confirm(position, score) {
            Ok(Some(score))
        } else {
            Err(Failure::failed(format!("position {game}: the solver says {score}, its moves say otherwise")))
        }
    }

    /// Returns whether a score within the bounds fits the set.
    fn may_fit(&self, position: &Position, bounds: Bounds) -> bool {
        let mut scores = bounds.lower().get()..=bounds.upper().get();
        scores
            .any(|v| Score::checked(self.kind.board, v).is_some_and(|score| self.kind.fits(position, score)))
    }

    /// Returns whether the score is the maximum of the negated scores of the children.
    ///
    /// The scores of the children are from the rules or from the other solver, whose table has no entries of
    /// the first route. Each child is solved only as far as needed.
    fn moves_confirm(&self, position: &Position, score: Score) -> bool {
        self.checker.table().clear();
        let best_reply = -score;
        let mut is_reached = false;
        for column in position.legal_moves() {
            let child = position.after(column);
            let enough = |bounds: Bounds| {
                let no_better = bounds.lower() >= best_reply;
                bounds.upper() < best_reply
                    || bounds.lower() > best_reply
                    || no_better && (is_reached || bounds.score().is_some())
            };
            let bounds = match score_by_the_rules(&child) {
                Some(score) => Bounds::exact(score),
                None => prove(&self.checker, &child, enough),
            };
            if bounds.upper() < best_reply {
                return false;
            }
            is_reached |= bounds.score() == Some(best_reply);
        }
        is_reached
    }
}

/// Narrows the bounds of a position until they suffice.
fn prove(solver: &Solver, position: &Position, enough: impl Fn(Bounds) -> bool) -> Bounds {
    let flag = StopFlag::new();
    let query = solver.query(position).stop(flag.clone());
    let report = query.on_progress(|progress| {
        if enough(progress.bounds) {
            flag.stop();
        }
    });
    report.score().bounds
}

/// Returns the score of a finished game. A won game scores the stones that the winner could still have
/// placed, and one more, against the side to move.
fn score_by_the_rules(position: &Position) -> Option<Score> {
    let board = position.size();
    if position.winner().is_some() {
        // The side to move has the first of the cells that are left, and the winner the second.
        let winners_cells = (board.cells() - position.nb_moves()) / 2;
        return Score::checked(board, -(winners_cells as i32 + 1));
    }
    position.is_full().then_some(Score::DRAW)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::category::{Category, candidates};

    fn solver(board: BoardSize) -> Solver {
        super::solver(board, 8, Cpu::detect()).unwrap()
    }

    #[test]
    fn a_candidate_is_accepted_if_and_only_if_its_score_fits() {
        for board in ["7x6", "5x5", "6x4", "3x4", "9x4"].map(|size| size.parse().unwrap()) {
            let (shared, reference) = (solver(board), solver(board));
            for category in [Category::L3R1, Category::L2R1, Category::L2R2] {
                let kind = SetKind { board, category };
                let verifier = Verifier::new(kind, &shared).unwrap();
                for game in candidates(7, kind).take(60) {
                    let position = game.position();
                    let score = reference.solve(position);
                    let expected = kind.fits(position, score).then_some(score);
                    assert_eq!(verifier.verify(&game).ok(), Some(expected), "{board}: {game}");
                }
            }
        }
    }

    #[test]
    fn the_moves_confirm_the_score_and_no_other() {
        let kind = SetKind { board: BoardSize::STANDARD, category: Category::L2R1 };
        let shared = solver(kind.board);
        let verifier = Verifier::new(kind, &shared).unwrap();
        for game in candidates(9, kind).take(20) {
            let position = game.position();
            let score = shared.solve(position);
            for value in -18..=18 {
                let claim = Score::checked(kind.board, value).unwrap();
                assert_eq!(verifier.moves_confirm(position, claim), claim == score, "{game}");
            }
        }
    }

    #[test]
    fn the_rules_score_a_finished_game_as_the_solver_does() {
        let games = [
            ("7x6", "1212121"),
            ("7x6", "71212121"),
            ("5x5", "1212121"),
            ("5x5", "51212121"),
            ("3x2", "123123"),
        ];
        for (board, moves) in games {
            let board = board.parse().unwrap();
            let position = *Game::parse(board, moves).unwrap().position();
            assert_eq!(
                score_by_the_rules(&position),
                Some(solver(board).solve(&position)),
                "{board}: {moves}"
            );
            assert_eq!(score_by_the_rules(&Position::on(board)), None);
        }
    }
}
