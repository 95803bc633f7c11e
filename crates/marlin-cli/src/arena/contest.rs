//! [`Match`]: a match, game by game, [`MatchRecord`]: a game of it as data, and [`MatchReport`]: its result as a table or an object.

use std::fmt::Write;
use std::iter;

use marlin_core::{Outcome, Player, Solver};
use marlin_support::random::Random;
use marlin_support::text::{aligned, milliseconds};
use serde::Serialize;

use super::agent::{Agent, Forfeit, ForfeitKind, MAX_FAILURES, RestartingAgent};
use super::game::{self, Opening, Oversteps, PlayedGame, TimeControl, reversed};

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
    pub(crate) report: MatchReport,
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
        let report = MatchReport::new(&options, [&a.name, &b.name]);
        Self { options, solver, a, b, random, opening: None, report }
    }

    /// Plays the next game. Returns `None` after the last one, and after a player has failed too often in a row.
    pub(crate) fn play_next(&mut self) -> Option<MatchGame> {
        let Self { options, solver, a, b, random, report, .. } = self;
        if report.games == options.games || a.has_failed_too_often() || b.has_failed_too_often() {
            return None;
        }
        let a_is_first = self.opening.is_none();
        let opening =
            self.opening.take().unwrap_or_else(|| Opening::random(options.opening_plies, random, solver));
        let players: [&mut dyn Agent; 2] = if a_is_first { [a, b] } else { [b, a] };
        let played = game::play(&opening, players, options.clock);
        report.add(a_is_first, opening.theory, &played);
        let [a, b] = [&*self.a.name, &self.b.name];
        let names = if a_is_first { [a, b] } else { [b, a] };
        let record = MatchRecord::new(self.report.games, &opening, &played, names);
        let letter = |player| if (player == Player::X) == a_is_first { 'A' } else { 'B' };
        self.opening = a_is_first.then_some(opening);
        Some(MatchGame { record, forfeit: played.forfeit.map(|(player, forfeit)| (letter(player), forfeit)) })
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
        let failure = forfeit.filter(|forfeit| forfeit.illegal().is_none());
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
            failure: failure.map(|forfeit| forfeit.text.clone()),
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
fn end(forfeit: Option<&Forfeit>) -> &'static str {
    match forfeit.map(|forfeit| forfeit.kind) {
        None => "rules",
        Some(ForfeitKind::Illegal) => "illegal",
        Some(ForfeitKind::Start | ForfeitKind::Crash) => "crash",
        Some(ForfeitKind::Timeout) => "timeout",
        Some(ForfeitKind::Overstep) => "overstep",
    }
}

/// The settings of a match.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchOptions {
    /// The number of games, two from each opening.
    pub(crate) games: u64,
    /// The number of moves in an opening, at most 36.
    pub(crate) opening_plies: u32,
    /// The seed of the openings.
    pub(crate) seed: u64,
    /// The time limit of a move.
    pub(crate) clock: TimeControl,
}

/// The result of a match. The names are part of the interface.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MatchReport {
    /// The games played.
    games: u64,
    /// The moves of an opening.
    opening_plies: u32,
    /// The seed of the random choices.
    seed: u64,
    /// The time for a move in milliseconds; null without a limit.
    time_ms: Option<u64>,
    /// Whether a late move loses the game.
    strict_time: bool,
    #[serde(skip)]
    requested_games: u64,
    /// The first player.
    a: PlayerResults,
    /// The second player.
    b: PlayerResults,
}

impl MatchReport {
    /// Returns the report of a match between players with these names, before its first game.
    pub(super) fn new(options: &MatchOptions, names: [&str; 2]) -> Self {
        let [a, b] = names.map(|name| PlayerResults { name: name.to_owned(), ..PlayerResults::default() });
        Self {
            games: 0,
            opening_plies: options.opening_plies,
            seed: options.seed,
            time_ms: options.clock.time.map(|time| time.as_millis() as u64),
            strict_time: options.clock.is_strict,
            requested_games: options.games,
            a,
            b,
        }
    }

    /// Adds a game. `theory` is its outcome under perfect play, from X's view.
    pub(super) fn add(&mut self, a_is_first: bool, theory: Outcome, played: &PlayedGame) {
        self.games += 1;
        let [x, o] = if a_is_first { [&mut self.a, &mut self.b] } else { [&mut self.b, &mut self.a] };
        x.add(Player::X, theory, played);
        o.add(Player::O, theory, played);
    }

    /// Returns the wins, draws and losses of the first player in one line.
    pub(crate) fn in_short(&self) -> String {
        let Outcomes { wins, draws, losses } = self.a.all.outcomes;
        format!("A won {wins}, drew {draws}, lost {losses}")
    }

    /// Describes the crashes and timeouts of the players, and whether they ended the match; `None` without any.
    pub(crate) fn failures(&self) -> Option<String> {
        let failed: Vec<String> = self.a.failures("A").into_iter().chain(self.b.failures("B")).collect();
        let mut text = failed.join("; ");
        if self.games < self.requested_games {
            // Writing to a `String` never fails.
            let _ = write!(text, "; {MAX_FAILURES} failures in a row without a move ended the match");
        }
        (!failed.is_empty()).then_some(text)
    }

    /// Returns the report as a table.
    pub(crate) fn table(&self) -> String {
        let players = [("A", &self.a), ("B", &self.b)];
        let sides = |(name, player): (&str, &PlayerResults)| {
            let PlayerResults { all, first, second, .. } = player;
            [("", all), (" as first", first), (" as second", second)]
                .map(|(side, results)| (format!("{name}{side}"), results.standings()))
        };
        let heads = ["games", "wins", "draws", "losses", "wins", "draws", "losses", "below theory"];
        let standings = table(&heads, players.into_iter().flat_map(sides));
        // Without a time there are no oversteps.
        let heads = ["illegal", "crashes", "timeouts", "oversteps", "worst overstep"];
        let columns = if self.time_ms.is_some() { 5 } else { 3 };
        let conduct = |(name, player): (&str, &PlayerResults)| {
            (name.to_owned(), player.all.conduct()[..columns].to_vec())
        };
        let theory = standings.lines().next().and_then(|heads| heads.rfind("wins")).unwrap_or_default();
        format!(
            "A is {}, B is {}\n{}\n\n{:theory$}under perfect play\n{standings}\n{}",
            self.a.name,
            self.b.name,
            self.conditions(),
            "",
            table(&heads[..columns], players.into_iter().map(conduct))
        )
    }

    /// Describes the games that were played.
    fn conditions(&self) -> String {
        let Self { games, requested_games, opening_plies, seed, .. } = self;
        let of = if games < requested_games { format!(" of {requested_games}") } else { String::new() };
        let strictly = if self.strict_time { ", strictly" } else { "" };
        let time = self.time_ms.map_or_else(String::new, |ms| format!(", {ms} ms a move{strictly}"));
        let noun = if *requested_games == 1 { "game" } else { "games" };
        let plies = if *opening_plies == 1 { "ply" } else { "plies" };
        format!("{games}{of} {noun}, openings of {opening_plies} {plies}, seed {seed}{time}")
    }
}

/// Returns a table of rows with these headings.
fn table(heads: &[&str], rows: impl IntoIterator<Item = (String, Vec<String>)>) -> String {
    let head = iter::once("").chain(heads.iter().copied()).map(str::to_owned).collect();
    let rows = rows.into_iter().map(|(name, cells)| iter::once(name).chain(cells).collect());
    aligned(&iter::once(head).chain(rows).collect::<Vec<_>>())
}

impl Results {
    /// Returns the cells of the results beside those of perfect play.
    fn standings(&self) -> Vec<String> {
        let Self { games, outcomes, theory, below_theory, .. } = self;
        let of = |outcomes: &Outcomes| [outcomes.wins, outcomes.draws, outcomes.losses];
        let cells = [&[*games][..], &of(outcomes), &of(theory), &[*below_theory]].concat();
        cells.iter().map(u64::to_string).collect()
    }

    /// Returns the cells of the forfeited games and of the oversteps.
    fn conduct(&self) -> Vec<String> {
        let Oversteps { count, worst } = self.oversteps;
        let worst = worst.map_or_else(|| "-".to_owned(), |worst| format!("{:.1} ms", milliseconds(worst)));
        let counts = [self.illegal, self.crashes, self.timeouts, count];
        counts.iter().map(u64::to_string).chain([worst]).collect()
    }
}

/// Games by their outcome.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Outcomes {
    /// Games won.
    pub(super) wins: u64,
    /// Games drawn.
    pub(super) draws: u64,
    /// Games lost.
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Results {
    /// Games played.
    pub(super) games: u64,
    #[serde(flatten)]
    pub(super) outcomes: Outcomes,
    /// The results under perfect play from the openings on.
    pub(super) theory: Outcomes,
    /// Games with a worse result than under perfect play.
    pub(super) below_theory: u64,
    /// Games lost by an illegal move.
    pub(super) illegal: u64,
    /// Games lost by a crash.
    pub(super) crashes: u64,
    /// Games lost by silence.
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
        match forfeit.map(|forfeit| forfeit.kind) {
            // An overstep that loses the game is counted among the oversteps.
            None | Some(ForfeitKind::Overstep) => {}
            Some(ForfeitKind::Illegal) => self.illegal += 1,
            Some(ForfeitKind::Start | ForfeitKind::Crash) => self.crashes += 1,
            Some(ForfeitKind::Timeout) => self.timeouts += 1,
        }
    }
}

/// The results of a player: of all games, of those as first player, and of those as second player.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PlayerResults {
    /// Its name.
    pub(super) name: String,
    /// Its results.
    pub(super) all: Results,
    /// Those as the player of X.
    pub(super) first: Results,
    /// Those as the player of O.
    pub(super) second: Results,
}

impl PlayerResults {
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use marlin_core::{BoardSize, Game};

    use super::super::players::AgentSpec;
    use super::*;

    fn random_players(games: u64, seed: u64) -> Match {
        let solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
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
            (Some(Forfeit::new(ForfeitKind::Illegal, "'x' is no move")), "'x' is no move\tillegal\t"),
            (Some(Forfeit::new(ForfeitKind::Crash, "b ended")), "\tcrash\tb ended"),
            (Some(Forfeit::new(ForfeitKind::Timeout, "b gave no answer")), "\ttimeout\tb gave no answer"),
            (
                Some(Forfeit::new(ForfeitKind::Overstep, "the move took long")),
                "\toverstep\tthe move took long",
            ),
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

    const EMPTY: Game = Game::on(BoardSize::STANDARD);

    /// Returns a report of two games, in the first of which B made an illegal move.
    fn report() -> MatchReport {
        let [a, b] = ["depth:2", "random"]
            .map(|name| PlayerResults { name: name.to_owned(), ..PlayerResults::default() });
        let mut report = MatchReport {
            games: 0,
            opening_plies: 8,
            seed: 1,
            time_ms: None,
            strict_time: false,
            requested_games: 2,
            a,
            b,
        };
        let game =
            |result, forfeit| PlayedGame { game: EMPTY, result, forfeit, oversteps: Default::default() };
        let illegal = Forfeit::new(ForfeitKind::Illegal, "'x' is no move");
        report.add(true, Outcome::Draw, &game(Outcome::Win, Some((Player::O, illegal))));
        report.add(false, Outcome::Loss, &game(Outcome::Draw, None));
        report
    }

    #[test]
    fn results_are_counted_by_who_began() {
        let MatchReport { a, b, .. } = report();
        let outcomes = |wins, draws, losses| Outcomes { wins, draws, losses };
        assert_eq!(a.all.outcomes, outcomes(1, 1, 0));
        assert_eq!(a.all.theory, outcomes(1, 1, 0));
        assert_eq!((a.first.outcomes, a.second.outcomes), (outcomes(1, 0, 0), outcomes(0, 1, 0)));
        // A draw in a theoretical win, and a loss in a theoretical draw.
        assert_eq!((a.first.below_theory, a.second.below_theory, a.all.below_theory), (0, 1, 1));
        assert_eq!((b.first.below_theory, b.second.below_theory, b.all.below_theory), (0, 1, 1));
        assert_eq!((b.all.illegal, b.second.illegal, a.all.illegal), (1, 1, 0));
        assert_eq!(report().in_short(), "A won 1, drew 1, lost 0");
    }

    #[test]
    fn failures_are_counted_separately_and_reported_by_player() {
        let mut report = report();
        assert_eq!(report.failures(), None);
        let failed = |player, forfeit| PlayedGame {
            game: EMPTY,
            result: if player == Player::X { Outcome::Loss } else { Outcome::Win },
            forfeit: Some((player, forfeit)),
            oversteps: Default::default(),
        };
        report.add(true, Outcome::Draw, &failed(Player::X, Forfeit::new(ForfeitKind::Crash, "")));
        report.add(false, Outcome::Draw, &failed(Player::O, Forfeit::new(ForfeitKind::Timeout, "")));
        let a = "A, depth:2, failed in 2 of 4 games: crashes 1, timeouts 1";
        assert_eq!(report.failures().unwrap(), a);
        assert_eq!((report.a.all.illegal, report.a.first.crashes, report.a.second.timeouts), (0, 1, 1));
        report.add(false, Outcome::Draw, &failed(Player::X, Forfeit::new(ForfeitKind::Crash, "")));
        report.requested_games = 9;
        let expected = "A, depth:2, failed in 2 of 5 games: crashes 1, timeouts 1; B, random, failed in 1 of 5 games: \
                        crashes 1, timeouts 0; 3 failures in a row without a move ended the match";
        assert_eq!(report.failures().unwrap(), expected);
        assert!(report.table().contains("\n5 of 9 games, openings of 8 plies, seed 1\n"));
    }

    #[test]
    fn the_table_has_a_row_for_each_player_and_side() {
        let expected = "\
A is depth:2, B is random
2 games, openings of 8 plies, seed 1

                                         under perfect play
             games  wins  draws  losses  wins  draws  losses  below theory
A                2     1      1       0     1      1       0             1
A as first       1     1      0       0     0      1       0             0
A as second      1     0      1       0     1      0       0             1
B                2     0      1       1     0      1       1             1
B as first       1     0      1       0     0      0       1             0
B as second      1     0      0       1     0      1       0             1

   illegal  crashes  timeouts
A        0        0         0
B        1        0         0
";
        assert_eq!(report().table(), expected);
    }

    #[test]
    fn oversteps_are_in_the_table_of_a_match_with_a_time() {
        let mut report = MatchReport { time_ms: Some(50), ..report() };
        let oversteps = |count, ms| Oversteps { count, worst: Some(Duration::from_micros(ms)) };
        let x_overstepped = |oversteps| PlayedGame {
            game: EMPTY,
            result: Outcome::Loss,
            forfeit: Some((Player::X, Forfeit::new(ForfeitKind::Overstep, "the move took long"))),
            oversteps: [oversteps, Oversteps::default()],
        };
        report.add(true, Outcome::Draw, &x_overstepped(oversteps(2, 35_160)));
        report.add(true, Outcome::Draw, &x_overstepped(oversteps(1, 21_000)));
        assert_eq!(report.failures(), None);
        let expected = "
   illegal  crashes  timeouts  oversteps  worst overstep
A        0        0         0          3         35.2 ms
B        1        0         0          0               -
";
        assert!(report.table().ends_with(expected), "{}", report.table());
        assert!(report.table().contains(", seed 1, 50 ms a move\n"));
        let json = serde_json::to_value(&report).unwrap();
        let all = &json["a"]["all"];
        assert_eq!((&all["oversteps"], &all["worst_overstep_ms"]), (&3.into(), &35.16.into()));
        assert_eq!(json["b"]["all"]["worst_overstep_ms"], serde_json::Value::Null);
    }
}
