//! [`PlayedGame`]: one game from its opening to its end.

use std::time::Instant;

use marlin_core::{Game, GameOutcome, Outcome, Player};

use super::clock::{Oversteps, TimeControl};
use super::opening::Opening;
use crate::players::{Agent, Forfeit, play_move};

/// A game that was played.
#[derive(Debug)]
pub(super) struct PlayedGame {
    /// The moves, including the opening.
    pub(super) game: Game,
    /// Its outcome, from X's view.
    pub(super) result: Outcome,
    /// The player who forfeited the game, and the reason.
    pub(super) forfeit: Option<(Player, Forfeit)>,
    /// The oversteps of X and O.
    pub(super) oversteps: [Oversteps; 2],
}

/// Lets X and O play from an opening to the end.
pub(super) fn play(opening: &Opening, players: [&mut dyn Agent; 2], clock: TimeControl) -> PlayedGame {
    let mut game = opening.game.clone();
    let mut oversteps = [Oversteps::default(); 2];
    let ended = play_on(&mut game, players, clock, &mut oversteps);
    let (outcome, forfeit) = match ended {
        Ok(outcome) => (outcome, None),
        Err((culprit, forfeit)) => (GameOutcome::Won(culprit.opponent()), Some((culprit, forfeit))),
    };
    PlayedGame { game, result: for_x(outcome), forfeit, oversteps }
}

/// Continues a game until it is over by the rules, or a player forfeits it.
fn play_on(
    game: &mut Game,
    [x, o]: [&mut dyn Agent; 2],
    clock: TimeControl,
    [oversteps_of_x, oversteps_of_o]: &mut [Oversteps; 2],
) -> Result<GameOutcome, (Player, Forfeit)> {
    x.new_game().map_err(|error| (Player::X, error.into()))?;
    o.new_game().map_err(|error| (Player::O, error.into()))?;
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(outcome);
        }
        let side = game.position().side_to_move();
        let (agent, oversteps): (&mut dyn Agent, _) = match side {
            Player::X => (x, &mut *oversteps_of_x),
            Player::O => (o, &mut *oversteps_of_o),
        };
        let asked = Instant::now();
        play_move(agent, game, clock.time).map_err(|forfeit| (side, forfeit))?;
        let taken = asked.elapsed();
        let Some(over) = clock.overstep(taken) else { continue };
        oversteps.add(Oversteps { count: 1, worst: Some(over) });
        if clock.is_strict {
            game.undo();
            return Err((side, Forfeit::Overstep(clock.too_late(taken))));
        }
    }
}

/// Returns the outcome from X's view.
const fn for_x(outcome: GameOutcome) -> Outcome {
    match outcome {
        GameOutcome::Won(Player::X) => Outcome::Win,
        GameOutcome::Won(Player::O) => Outcome::Loss,
        GameOutcome::Drawn => Outcome::Draw,
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::{BoardSize, Column};

    use std::time::Duration;

    use super::*;
    use crate::players::{AgentError, AgentMove};

    /// Always answers with the same move, or fails without one.
    struct Stubborn(Option<AgentMove>);

    const NOT_READING: &str = "stubborn doesn't read its input, such as 'go'";

    impl Agent for Stubborn {
        fn name(&self) -> &'static str {
            "stubborn"
        }

        fn new_game(&mut self) -> Result<(), AgentError> {
            Ok(())
        }

        fn choose(&mut self, _: &Game, _: Option<Duration>) -> Result<AgentMove, AgentError> {
            let not_reading =
                || AgentError::NotReading { name: "stubborn".to_owned(), sent: "go".to_owned() };
            self.0.clone().ok_or_else(not_reading)
        }
    }

    fn column(number: usize) -> Stubborn {
        Stubborn(Some(AgentMove::from(Column::new(number - 1))))
    }

    fn played(opening: &str, mut x: Stubborn, mut o: Stubborn) -> PlayedGame {
        let opening =
            Opening { game: Game::parse(BoardSize::STANDARD, opening).unwrap(), theory: Outcome::Draw };
        play(&opening, [&mut x, &mut o], TimeControl::default())
    }

    #[test]
    fn four_in_a_row_wins() {
        let first = played("", column(1), column(2));
        assert_eq!((first.game.to_string().as_str(), first.result), ("1212121", Outcome::Win));
        let second = played("3", column(1), column(2));
        assert_eq!((second.game.to_string().as_str(), second.result), ("32121212", Outcome::Loss));
    }

    #[test]
    fn an_illegal_move_loses_and_is_not_played() {
        let full = played("44444", column(1), column(4));
        assert_eq!((full.result, full.game.to_string().as_str()), (Outcome::Win, "4444441"));
        assert_eq!(full.forfeit, Some((Player::O, Forfeit::Illegal("column 4 is full".to_owned()))));
        let other = played("", Stubborn(Some(AgentMove::Other("e2e4".to_owned()))), column(4));
        assert_eq!((other.result, other.game.moves().len()), (Outcome::Loss, 0));
        assert_eq!(other.forfeit, Some((Player::X, Forfeit::Illegal("'e2e4' is no move".to_owned()))));
    }

    #[test]
    fn a_player_that_fails_loses_the_game() {
        let second = played("44", column(1), Stubborn(None));
        assert_eq!((second.result, second.game.to_string().as_str()), (Outcome::Win, "441"));
        assert_eq!(second.forfeit, Some((Player::O, Forfeit::Timeout(NOT_READING.to_owned()))));
        assert_eq!(played("", Stubborn(None), column(1)).result, Outcome::Loss);
    }
}
