//! [`Match`]: a match, game by game.

use marlin_core::{Player, Solver};
use marlin_support::random::Random;

use super::clock::TimeControl;
use super::game;
use super::opening::Opening;
use super::options::MatchOptions;
use super::record::MatchRecord;
use super::report::MatchReport;
use crate::players::{Agent, Forfeit, RestartingAgent};

/// The stream of random numbers for openings. Players draw from others, so the openings of a seed are the same for all players.
const OPENINGS: u64 = 0;

/// A match between two players, A and B. Each opening is played twice: first with A as the first player (X), then with B.
///
/// # Examples
///
/// See the crate's documentation.
#[derive(Debug)]
pub struct Match {
    options: MatchOptions,
    solver: Solver,
    a: RestartingAgent,
    b: RestartingAgent,
    random: Random,
    /// The opening of the last game, if it is still to be played with the sides exchanged.
    opening: Option<Opening>,
    report: MatchReport,
}

/// A game of a match.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use marlin_arena::{AgentSpec, Match, MatchOptions, Random};
/// use marlin_core::{BoardSize, Solver, SolverBuilder};
///
/// let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1)?.without_book().build();
/// let random = |stream| AgentSpec::Random.start(&solver, Random::new(1, stream), Duration::from_secs(1));
/// let options = MatchOptions::default().games(2).opening_plies(30);
/// let mut contest = Match::new(options, solver.clone(), [random(1)?, random(2)?]);
///
/// let [first, second] = [contest.play_next().unwrap(), contest.play_next().unwrap()];
/// // Each opening is played twice, with the sides exchanged.
/// assert_eq!(first.record.opening, second.record.opening);
/// assert!(first.forfeit.is_none() && contest.play_next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MatchGame {
    /// The game as it is written down.
    pub record: MatchRecord,
    /// The player who forfeited the game, `A` or `B`, and the reason.
    pub forfeit: Option<(char, Forfeit)>,
}

impl Match {
    /// Returns a match between two players, before its first game. The solver computes the outcome of each opening under
    /// perfect play.
    pub fn new(options: MatchOptions, solver: Solver, [a, b]: [RestartingAgent; 2]) -> Self {
        let random = Random::new(options.seed, OPENINGS);
        let report = MatchReport::new(&options, [a.name(), b.name()]);
        Self { options, solver, a, b, random, opening: None, report }
    }

    /// Plays the next game. Returns `None` after the last one, and after a player has failed too often in a row.
    pub fn play_next(&mut self) -> Option<MatchGame> {
        let Self { options, solver, a, b, random, report, .. } = self;
        if report.games() == options.games || a.has_failed_too_often() || b.has_failed_too_often() {
            return None;
        }
        let a_is_first = self.opening.is_none();
        let opening =
            self.opening.take().unwrap_or_else(|| Opening::random(options.opening_plies, random, solver));
        let clock = TimeControl { time: options.time, is_strict: options.strict_time };
        let players: [&mut dyn Agent; 2] = if a_is_first { [a, b] } else { [b, a] };
        let played = game::play(&opening, players, clock);
        report.add(a_is_first, opening.theory, &played);
        let names = if a_is_first { [self.a.name(), self.b.name()] } else { [self.b.name(), self.a.name()] };
        let record = MatchRecord::new(self.report.games(), &opening, &played, names);
        let letter = |player| if (player == Player::X) == a_is_first { 'A' } else { 'B' };
        self.opening = a_is_first.then_some(opening);
        Some(MatchGame { record, forfeit: played.forfeit.map(|(player, forfeit)| (letter(player), forfeit)) })
    }

    /// Returns the report of the games so far.
    pub const fn report(&self) -> &MatchReport {
        &self.report
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use marlin_core::BoardSize;

    use marlin_core::SolverBuilder;

    use super::*;
    use crate::players::AgentSpec;

    fn random_players(games: u64, seed: u64) -> Match {
        let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().without_book().build();
        let player = |stream| {
            let spec = AgentSpec::from_words(&["random".to_owned()]).unwrap();
            spec.start(&solver, Random::new(seed, stream), Duration::ZERO).unwrap()
        };
        let options = MatchOptions::default().games(games).opening_plies(30).seed(seed);
        Match::new(options, solver.clone(), [player(1), player(2)])
    }

    fn records(mut contest: Match) -> Vec<MatchRecord> {
        std::iter::from_fn(|| contest.play_next()).map(|game| game.record).collect()
    }

    #[test]
    fn each_opening_is_played_twice() {
        let records = records(random_players(5, 1));
        assert_eq!(records.iter().map(|record| record.game).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        let openings: Vec<_> = records.iter().map(|record| &record.opening).collect();
        assert!(openings[0] == openings[1] && openings[2] == openings[3] && openings[1] != openings[2]);
    }

    #[test]
    fn a_match_is_the_same_for_a_seed() {
        assert_eq!(records(random_players(4, 7)), records(random_players(4, 7)));
        assert_ne!(records(random_players(4, 7)), records(random_players(4, 8)));
    }
}
