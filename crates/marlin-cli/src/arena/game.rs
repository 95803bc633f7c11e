//! [`PlayedGame`]: one game from its [`Opening`] to its end, with the time of its moves.

use std::time::{Duration, Instant};

use marlin_core::{Game, GameOutcome, Outcome, Player, Solver};
use marlin_support::random::Random;
use marlin_support::text::milliseconds;
use serde::{Serialize, Serializer};

use super::agent::{Agent, Forfeit, ForfeitKind, play_move};

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

/// The time limit of a move.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct TimeControl {
    /// The limit, if there is one.
    pub(crate) time: Option<Duration>,
    /// Whether a move that takes longer loses the game.
    pub(crate) is_strict: bool,
}

impl TimeControl {
    /// The tolerance of the limit: two pipes delay a move, and so does the wait for a free core.
    pub(crate) const MARGIN: Duration = Duration::from_millis(20);

    /// Returns the overstep of a move beyond the limit, `None` within the margin.
    pub(super) fn overstep(self, taken: Duration) -> Option<Duration> {
        taken.checked_sub(self.time?).filter(|&over| over > Self::MARGIN)
    }
}

/// The oversteps of the limit. The names are part of the interface.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Oversteps {
    /// Moves that took longer than `--time`.
    #[serde(rename = "oversteps")]
    pub(super) count: u64,
    /// The greatest excess in milliseconds.
    #[serde(rename = "worst_overstep_ms", serialize_with = "as_milliseconds")]
    #[cfg_attr(test, schemars(with = "Option<f64>"))]
    pub(super) worst: Option<Duration>,
}

impl Oversteps {
    /// Adds others.
    pub(super) fn add(&mut self, others: Self) {
        self.count += others.count;
        self.worst = self.worst.max(others.worst);
    }
}

#[expect(clippy::ref_option, reason = "serde hands on fields by reference")]
fn as_milliseconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(milliseconds).serialize(serializer)
}

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
    x.new_game().map_err(|forfeit| (Player::X, forfeit))?;
    o.new_game().map_err(|forfeit| (Player::O, forfeit))?;
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
            let [taken, time] = [taken, clock.time.unwrap_or_default()].map(milliseconds);
            let late = format!("the move took {taken} ms, of {time} ms");
            return Err((side, Forfeit::new(ForfeitKind::Overstep, late)));
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

    use super::super::agent::AgentMove;
    use super::*;

    #[test]
    fn openings_leave_the_game_open_and_have_their_theoretical_outcome() {
        let solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
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

    #[test]
    fn a_move_within_the_margin_is_not_an_overstep() {
        let time = Duration::from_millis(50);
        let overstep = |taken| TimeControl { time: Some(time), is_strict: false }.overstep(taken);
        assert_eq!(
            [overstep(Duration::ZERO), overstep(time), overstep(time + TimeControl::MARGIN)],
            [None; 3]
        );
        let more = TimeControl::MARGIN + Duration::from_nanos(1);
        assert_eq!(overstep(time + more), Some(more));
        assert_eq!(TimeControl::default().overstep(Duration::MAX), None);
    }

    /// Always answers with the same move, or fails without one.
    struct Stubborn(Option<AgentMove>);

    const NOT_READING: &str = "stubborn does not read its input, such as 'go'";

    impl Agent for Stubborn {
        fn choose(&mut self, _: &Game, _: Option<Duration>) -> Result<AgentMove, Forfeit> {
            self.0.clone().ok_or_else(|| Forfeit::new(ForfeitKind::Timeout, NOT_READING))
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
        assert_eq!(full.forfeit, Some((Player::O, Forfeit::new(ForfeitKind::Illegal, "column 4 is full"))));
        let other = played("", Stubborn(Some(AgentMove::Other("e2e4".to_owned()))), column(4));
        assert_eq!((other.result, other.game.moves().len()), (Outcome::Loss, 0));
        assert_eq!(other.forfeit, Some((Player::X, Forfeit::new(ForfeitKind::Illegal, "'e2e4' is no move"))));
    }

    #[test]
    fn a_player_that_fails_loses_the_game() {
        let second = played("44", column(1), Stubborn(None));
        assert_eq!((second.result, second.game.to_string().as_str()), (Outcome::Win, "441"));
        assert_eq!(second.forfeit, Some((Player::O, Forfeit::new(ForfeitKind::Timeout, NOT_READING))));
        assert_eq!(played("", Stubborn(None), column(1)).result, Outcome::Loss);
    }
}
