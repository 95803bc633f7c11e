//! [`Match`]: a match, game by game, and [`MatchRecord`]: a game of it as data.

use marlin_core::{Outcome, Player, Solver};
use marlin_support::random::Random;
use serde::Serialize;

use super::agent::{Agent, Forfeit, RestartingAgent};
use super::game::{self, Opening, PlayedGame};
use super::match_report::{MatchOptions, MatchReport};

/// The stream of random numbers for openings. Players draw from others, so the openings of a seed are the same for all players.
const OPENINGS: u64 = 0;

/// A match between two players, A and B. Each opening is played twice: first with A as the first player (X), then with B.
pub(crate) struct Match {
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
#[derive(Debug)]
pub(crate) struct MatchGame {
    /// The game as it is written down.
    pub(crate) record: MatchRecord,
    /// The player who forfeited the game, `A` or `B`, and the reason.
    pub(crate) forfeit: Option<(char, Forfeit)>,
}

impl Match {
    /// Returns a match between two players, before its first game. The solver computes the outcome of each opening under
    /// perfect play.
    pub(crate) fn new(options: MatchOptions, solver: Solver, [a, b]: [RestartingAgent; 2]) -> Self {
        let random = Random::new(options.seed, OPENINGS);
        let report = MatchReport::new(&options, [a.name(), b.name()]);
        Self { options, solver, a, b, random, opening: None, report }
    }

    /// Plays the next game. Returns `None` after the last one, and after a player has failed too often in a row.
    pub(crate) fn play_next(&mut self) -> Option<MatchGame> {
        let Self { options, solver, a, b, random, report, .. } = self;
        if report.games() == options.games || a.has_failed_too_often() || b.has_failed_too_often() {
            return None;
        }
        let a_is_first = self.opening.is_none();
        let opening =
            self.opening.take().unwrap_or_else(|| Opening::random(options.opening_plies, random, solver));
        let players: [&mut dyn Agent; 2] = if a_is_first { [a, b] } else { [b, a] };
        let played = game::play(&opening, players, options.clock);
        report.add(a_is_first, opening.theory, &played);
        let names = if a_is_first { [self.a.name(), self.b.name()] } else { [self.b.name(), self.a.name()] };
        let record = MatchRecord::new(self.report.games(), &opening, &played, names);
        let letter = |player| if (player == Player::X) == a_is_first { 'A' } else { 'B' };
        self.opening = a_is_first.then_some(opening);
        Some(MatchGame { record, forfeit: played.forfeit.map(|(player, forfeit)| (letter(player), forfeit)) })
    }

    /// Returns the report of the games so far.
    pub(crate) const fn report(&self) -> &MatchReport {
        &self.report
    }
}

/// A game of a match, as an object or as a line of fields. The names are part of the interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MatchRecord {
    /// The number of the game, from 1.
    pub(crate) game: u64,
    /// The moves of the opening.
    pub(crate) opening: String,
    /// All moves, including the opening.
    pub(crate) moves: String,
    /// The name of the player with X.
    pub(crate) first: String,
    /// The name of the player with O.
    pub(crate) second: String,
    /// The points of X and O: `1-0`, `1/2-1/2` or `0-1`.
    pub(crate) result: &'static str,
    /// The points under perfect play from the opening on.
    pub(crate) theory: &'static str,
    /// The reason why the last reply was illegal, if it was.
    pub(crate) illegal: Option<String>,
    /// The end of the game: `rules`, `illegal`, `crash`, `timeout` or `overstep`.
    pub(crate) end: &'static str,
    /// The failure of a player, if one crashed, was silent or moved too late.
    pub(crate) failure: Option<String>,
}

impl MatchRecord {
    /// The names of the fields, with tabs between them: the first line of a file of [`MatchRecord::fields`].
    pub(crate) const NAMES: &'static str =
        "game\topening\tmoves\tfirst\tsecond\tresult\ttheory\tillegal\tend\tfailure";

    /// Returns the record of a game by its number and the names of X and O.
    pub(super) fn new(game: u64, opening: &Opening, played: &PlayedGame, [first, second]: [&str; 2]) -> Self {
        let forfeit = played.forfeit.as_ref().map(|(_, forfeit)| forfeit);
        let failure = forfeit.and_then(|forfeit| forfeit.failure().or(forfeit.too_late()));
        Self {
            game,
            opening: opening.game.to_string(),
            moves: played.game.to_string(),
            first: first.to_owned(),
            second: second.to_owned(),
            result: points(played.result),
            theory: points(opening.theory),
            illegal: forfeit.and_then(Forfeit::illegal).map(str::to_owned),
            end: end(forfeit),
            failure: failure.map(str::to_owned),
        }
    }

    /// Returns the fields as a line, with tabs between them. None of them has a tab or a line feed in it, so no crate for
    /// tables of text is needed.
    pub(crate) fn fields(&self) -> String {
        let Self { game, opening, moves, first, second, result, theory, end, .. } = self;
        let [illegal, failure] =
            [&self.illegal, &self.failure].map(|text| text.as_deref().unwrap_or_default());
        format!(
            "{game}\t{opening}\t{moves}\t{first}\t{second}\t{result}\t{theory}\t{illegal}\t{end}\t{failure}"
        )
    }
}

/// Returns the points of X and O.
const fn points(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "1-0",
        Outcome::Draw => "1/2-1/2",
        Outcome::Loss => "0-1",
    }
}

/// Returns the word for the end of a game.
const fn end(forfeit: Option<&Forfeit>) -> &'static str {
    match forfeit {
        None => "rules",
        Some(Forfeit::Illegal(_)) => "illegal",
        Some(Forfeit::Crash(_)) => "crash",
        Some(Forfeit::Timeout(_)) => "timeout",
        Some(Forfeit::Overstep(_)) => "overstep",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use marlin_core::{BoardSize, Game, SolverBuilder};

    use super::super::game::TimeControl;
    use super::super::spec::AgentSpec;
    use super::*;

    fn random_players(games: u64, seed: u64) -> Match {
        let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().without_book().build();
        let player = |stream| {
            let spec = AgentSpec::from_words(&["random".to_owned()]).unwrap();
            spec.start(&solver, Random::new(seed, stream), Duration::ZERO).unwrap()
        };
        let options = MatchOptions { games, opening_plies: 30, seed, clock: TimeControl::default() };
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

    fn game(moves: &str) -> Game {
        Game::parse(BoardSize::STANDARD, moves).unwrap()
    }

    fn record(forfeit: Option<Forfeit>) -> MatchRecord {
        let opening = Opening { game: game("3"), theory: Outcome::Draw };
        let played = PlayedGame {
            game: game("3212"),
            result: Outcome::Win,
            forfeit: forfeit.map(|forfeit| (Player::O, forfeit)),
            oversteps: Default::default(),
        };
        MatchRecord::new(7, &opening, &played, ["a", "b"])
    }

    #[test]
    fn games_are_written_as_lines_of_fields() {
        for (forfeit, fields) in [
            (None, "\trules\t"),
            (Some(Forfeit::Illegal("'x' is no move".to_owned())), "'x' is no move\tillegal\t"),
            (Some(Forfeit::Crash("b ended".to_owned())), "\tcrash\tb ended"),
            (Some(Forfeit::Timeout("b gave no answer".to_owned())), "\ttimeout\tb gave no answer"),
            (Some(Forfeit::Overstep("the move took long".to_owned())), "\toverstep\tthe move took long"),
        ] {
            assert_eq!(record(forfeit).fields(), format!("7\t3\t3212\ta\tb\t1-0\t1/2-1/2\t{fields}"));
        }
    }

    #[test]
    fn objects_have_the_names_of_the_fields() {
        let value = serde_json::to_value(record(None)).unwrap();
        let object = value.as_object().unwrap();
        let names: Vec<_> = MatchRecord::NAMES.split('\t').collect();
        assert!(object.len() == names.len() && names.iter().all(|&name| object.contains_key(name)));
        assert_eq!((&object["game"], &object["result"]), (&7.into(), &"1-0".into()));
    }
}
