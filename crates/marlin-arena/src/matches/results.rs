//! [`PlayerResults`]: the results of a player, beside those of perfect play.

use marlin_core::{Outcome, Player};
use serde::Serialize;

use super::clock::Oversteps;
use super::game::PlayedGame;
use super::opening::reversed;
use crate::players::Forfeit;

/// Games by their outcome.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Outcomes {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
}

impl Outcomes {
    const fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }
}

/// The results of some games, from the view of one player. The names are part of the interface.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Results {
    pub(super) games: u64,
    #[serde(flatten)]
    pub(super) outcomes: Outcomes,
    pub(super) theory: Outcomes,
    pub(super) below_theory: u64,
    pub(super) illegal: u64,
    pub(super) crashes: u64,
    pub(super) timeouts: u64,
    #[serde(flatten)]
    pub(super) oversteps: Oversteps,
}

impl Results {
    /// Adds a game: its result, the result of perfect play, the player's forfeit if that ended it, and the player's oversteps.
    fn add(&mut self, result: Outcome, theory: Outcome, forfeit: Option<&Forfeit>, oversteps: Oversteps) {
        self.games += 1;
        self.outcomes.add(result);
        self.theory.add(theory);
        self.below_theory += u64::from(result < theory);
        self.oversteps.add(oversteps);
        match forfeit {
            // An overstep that loses the game is counted among the oversteps.
            None | Some(Forfeit::Overstep(_)) => {}
            Some(Forfeit::Illegal(_)) => self.illegal += 1,
            Some(Forfeit::Crash(_)) => self.crashes += 1,
            Some(Forfeit::Timeout(_)) => self.timeouts += 1,
        }
    }
}

/// The results of a player: of all games, of those as first player, and of those as second player.
#[derive(Debug, Default, Serialize)]
pub(super) struct PlayerResults {
    pub(super) name: String,
    pub(super) all: Results,
    pub(super) first: Results,
    pub(super) second: Results,
}

impl PlayerResults {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds a game in which the player was X or O. `theory` is from X's view.
    pub(super) fn add(&mut self, side: Player, theory: Outcome, played: &PlayedGame) {
        let forfeit =
            played.forfeit.as_ref().filter(|(culprit, _)| *culprit == side).map(|(_, forfeit)| forfeit);
        let [x, o] = played.oversteps;
        let (results, result, theory, oversteps) = match side {
            Player::X => (&mut self.first, played.result, theory, x),
            Player::O => (&mut self.second, reversed(played.result), reversed(theory), o),
        };
        results.add(result, theory, forfeit, oversteps);
        self.all.add(result, theory, forfeit, oversteps);
    }

    /// Describes the games in which the player crashed or fell silent, `None` if there are none. The letter is the player's in the
    /// table.
    pub(super) fn failures(&self, letter: &str) -> Option<String> {
        let Results { games, crashes, timeouts, .. } = self.all;
        let failed = crashes + timeouts;
        let name = &self.name;
        (failed > 0).then(|| {
            format!(
                "{letter}, {name}, failed in {failed} of {games} games: crashes {crashes}, timeouts {timeouts}"
            )
        })
    }
}
