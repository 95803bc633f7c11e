//! Players in this process: the levels of Marlin, random moves, and a search to a fixed depth.

use std::time::Duration;

use marlin_coach::level::{Opponent, SkillLevel};
use marlin_core::{Column, Game, Limits, Position, Solver};
use marlin_support::random::Random;

use super::agent::{Agent, AgentError, AgentMove};

/// Plays as a level does, each game with its own seed.
#[derive(Debug)]
pub(super) struct LevelPlayer {
    name: String,
    level: SkillLevel,
    seed: u64,
    solver: Solver,
    random: Random,
}

impl LevelPlayer {
    pub(super) fn new(name: String, level: SkillLevel, solver: Solver, random: Random) -> Self {
        Self { name, level, seed: 0, solver, random }
    }
}

impl Agent for LevelPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        self.seed = self.random.below(u32::MAX).into();
        Ok(())
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, AgentError> {
        let limits = Limits { time, ..Limits::NONE };
        let opponent = Opponent { limits, ..Opponent::new(self.level, self.seed) };
        let column: Option<Column> =
            opponent.choose(game.position(), &self.solver).map(|choice| choice.column);
        Ok(column.into())
    }
}

/// Plays any open column.
#[derive(Debug)]
pub(super) struct RandomPlayer(pub(super) Random);

impl Agent for RandomPlayer {
    fn name(&self) -> &'static str {
        "random"
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: Option<Duration>) -> Result<AgentMove, AgentError> {
        Ok(self.0.one_of(&game.legal_moves()).into())
    }
}

/// Sees wins and losses within a number of plies, prefers fast wins and slow losses, and plays any of the columns that look
/// best.
#[derive(Debug)]
pub(super) struct FixedDepthPlayer {
    name: String,
    depth: i32,
    random: Random,
}

impl FixedDepthPlayer {
    pub(super) fn new(depth: u8, random: Random) -> Self {
        Self { name: format!("depth:{depth}"), depth: depth.into(), random }
    }
}

impl Agent for FixedDepthPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: Option<Duration>) -> Result<AgentMove, AgentError> {
        Ok(self.random.one_of(&best(game.position(), self.depth)).into())
    }
}

/// Returns the columns that look best.
fn best(position: &Position, depth: i32) -> Vec<Column> {
    let values: Vec<(Column, i32)> = position
        .legal_moves()
        .map(|column| (column, value_of_move(position, column, depth, -depth, depth)))
        .collect();
    let greatest = values.iter().map(|&(_, value)| value).max();
    values.into_iter().filter(|&(_, value)| Some(value) == greatest).map(|(column, _)| column).collect()
}

/// Returns the value of a move: the remaining depth at our win, its negative at theirs, 0 without a win in sight. It is exact
/// between `alpha` and `beta`, and a bound of the value beyond them.
fn value_of_move(position: &Position, column: Column, depth: i32, alpha: i32, beta: i32) -> i32 {
    if position.is_winning_move(column) {
        return depth;
    }
    let child = position.after(column);
    -value(&child, depth - 1, -beta, -alpha)
}

/// Returns the value of a position without a winner, in the same way.
fn value(position: &Position, depth: i32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 || position.is_full() {
        return 0;
    }
    if position.can_win_next() {
        return depth;
    }
    let mut best = -depth;
    for column in position.size().columns().filter(|&column| position.can_play(column)) {
        best = best.max(value_of_move(position, column, depth, alpha, beta));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use marlin_core::{BoardSize, SolverBuilder};

    use super::*;

    #[test]
    fn the_games_of_a_level_differ_and_are_the_same_for_a_seed() {
        let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().build();
        let games = |seed| -> Vec<String> {
            let level = SkillLevel::new(3).unwrap();
            let mut agent =
                LevelPlayer::new("level:3".to_owned(), level, solver.clone(), Random::new(seed, 0));
            let mut game = || {
                agent.new_game().unwrap();
                let mut game = Game::on(BoardSize::STANDARD);
                while !game.position().is_over() {
                    agent.choose(&game, None).unwrap().play_in(&mut game).unwrap();
                }
                game.to_string()
            };
            vec![game(), game()]
        };
        assert_eq!(games(1), games(1));
        assert_ne!(games(1), games(2));
        assert_ne!(games(1)[0], games(1)[1]);
    }

    #[test]
    fn the_best_move_is_played_with_and_without_a_limit() {
        let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().without_book().build();
        let mut agent = LevelPlayer::new("perfect".to_owned(), SkillLevel::MAX, solver, Random::new(1, 0));
        let game = Game::parse(BoardSize::STANDARD, "2252576253462244111563365343671351441").unwrap();
        for time in [None, Some(Duration::from_secs(60))] {
            let column = agent.choose(&game, time).unwrap().play_in(&mut game.clone()).unwrap();
            assert_eq!(column.number(), 6);
        }
    }

    #[test]
    fn every_column_that_is_not_full_is_played_and_no_other() {
        let mut agent = RandomPlayer(Random::new(1, 0));
        let game = Game::parse(BoardSize::STANDARD, "444444").unwrap();
        let choices =
            (0..200).map(|_| agent.choose(&game, None).unwrap().play_in(&mut game.clone()).unwrap());
        let columns: HashSet<usize> = choices.map(Column::index).collect();
        assert_eq!(columns, HashSet::from([0, 1, 2, 4, 5, 6]));
    }

    fn numbers(moves: &str, depth: i32) -> Vec<usize> {
        best(&Position::parse(BoardSize::STANDARD, moves).unwrap(), depth)
            .iter()
            .map(|column| column.number())
            .collect()
    }

    #[test]
    fn a_win_at_once_is_played() {
        assert_eq!(numbers("121212", 1), [1]);
        assert_eq!(numbers("121212", 6), [1]);
    }

    #[test]
    fn a_loss_is_seen_two_plies_ahead() {
        assert_eq!(numbers("12121", 1), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers("12121", 2), [1]);
    }

    #[test]
    fn the_win_of_an_open_two_is_seen_three_plies_ahead() {
        assert_eq!(numbers("4433", 2), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers("4433", 3), [2, 5]);
    }

    #[test]
    fn a_certain_loss_is_delayed() {
        // X wins with both columns, but later after column 6.
        assert_eq!(numbers("2252576253462244111563365343671351441", 3), [6]);
        assert_eq!(numbers("2252576253462244111563365343671351441", 1), [6, 7]);
    }

    #[test]
    fn a_search_to_the_end_of_the_game_agrees_with_the_solver() {
        let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().without_book().build();
        let mut random = Random::new(5, 0);
        for _ in 0..50 {
            let game = random.game(BoardSize::STANDARD, 34, |_| true);
            let scores = solver.query(game.position()).analyze().scores().to_vec();
            let greatest = scores.iter().flatten().max().copied();
            let perfect: Vec<usize> =
                (0..7).filter(|&i| scores[i].is_some() && scores[i] == greatest).collect();
            let found: Vec<usize> = best(game.position(), 8).iter().map(|column| column.index()).collect();
            assert_eq!(found, perfect, "{game}");
        }
    }
}
