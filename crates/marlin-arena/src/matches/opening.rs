//! [`Opening`]: the first moves of games.

use marlin_core::{Game, Outcome, Player, Solver};
use marlin_support::random::Random;

/// The first moves of a game.
#[derive(Debug, Clone)]
pub(super) struct Opening {
    /// The moves.
    pub(super) game: Game,
    /// The outcome under perfect play after them, from X's view.
    pub(super) theory: Outcome,
}

impl Opening {
    /// Returns a random opening of `plies` moves, after which the side to move cannot win at once.
    pub(super) fn random(plies: u32, random: &mut Random, solver: &Solver) -> Self {
        let game = random.game(solver.size(), plies, |position| !position.can_win_next());
        let outcome = solver.solve_outcome(game.position());
        let theory = match game.position().side_to_move() {
            Player::X => outcome,
            Player::O => reversed(outcome),
        };
        Self { game, theory }
    }
}

/// Returns an outcome from the other side's view.
pub(super) const fn reversed(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => Outcome::Win,
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use marlin_core::SolverBuilder;

    use super::*;

    #[test]
    fn openings_leave_the_game_open_and_have_their_theoretical_outcome() {
        let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().without_book().build();
        let mut random = Random::new(1, 0);
        for plies in [30, 31] {
            let opening = Opening::random(plies, &mut random, &solver);
            let position = opening.game.position();
            assert!(position.nb_moves() == plies && !position.is_over() && !position.can_win_next());
            let expected = match position.ending(solver.solve(position)).winner {
                Some(Player::X) => Outcome::Win,
                Some(Player::O) => Outcome::Loss,
                None => Outcome::Draw,
            };
            assert_eq!(opening.theory, expected);
        }
    }
}
