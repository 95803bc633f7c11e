//! [`MatchReport`]: the result of a match as a table or an object, by the [`MatchOptions`] of the match.

use std::fmt::Write;
use std::iter;

use marlin_core::{Outcome, Player};
use marlin_support::text::aligned;
use marlin_support::text::milliseconds;
use serde::Serialize;

use super::agent::{Forfeit, MAX_FAILURES};
use super::game::{Oversteps, PlayedGame, TimeControl, reversed};

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
        let [a, b] = names.map(PlayerResults::new);
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

    /// Returns the number of games so far.
    pub(crate) const fn games(&self) -> u64 {
        self.games
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
        let conduct = |(name, player): (&str, &PlayerResults)| {
            let mut cells = player.all.forfeits();
            cells.extend(self.time_ms.iter().flat_map(|_| player.all.time()));
            (name.to_owned(), cells)
        };
        let standings = aligned(&rows(players.into_iter().flat_map(sides)));
        let theory = standings.lines().next().and_then(|heads| heads.rfind("wins")).unwrap_or_default();
        format!(
            "A is {}, B is {}\n{}\n\n{:theory$}under perfect play\n{standings}\n{}",
            self.a.name,
            self.b.name,
            self.conditions(),
            "",
            aligned(&rows(players.into_iter().map(conduct)))
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

/// A cell of a row with the heading of its column.
type LabelledCell = (&'static str, String);

impl Results {
    /// Returns the cells of the results beside those of perfect play.
    fn standings(&self) -> Vec<LabelledCell> {
        let Self { games, outcomes, theory, below_theory, .. } = self;
        vec![
            ("games", games.to_string()),
            ("wins", outcomes.wins.to_string()),
            ("draws", outcomes.draws.to_string()),
            ("losses", outcomes.losses.to_string()),
            ("wins", theory.wins.to_string()),
            ("draws", theory.draws.to_string()),
            ("losses", theory.losses.to_string()),
            ("below theory", below_theory.to_string()),
        ]
    }

    /// Returns the cells of the forfeited games, without those of oversteps.
    fn forfeits(&self) -> Vec<LabelledCell> {
        vec![
            ("illegal", self.illegal.to_string()),
            ("crashes", self.crashes.to_string()),
            ("timeouts", self.timeouts.to_string()),
        ]
    }

    /// Returns the cells of the oversteps.
    fn time(&self) -> Vec<LabelledCell> {
        let Oversteps { count, worst } = self.oversteps;
        let worst = worst.map_or_else(|| "-".to_owned(), |worst| format!("{:.1} ms", milliseconds(worst)));
        vec![("oversteps", count.to_string()), ("worst overstep", worst)]
    }
}

/// Returns the rows of a table, the headings first.
fn rows(named: impl Iterator<Item = (String, Vec<LabelledCell>)>) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for (name, cells) in named {
        let (heads, values): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
        if rows.is_empty() {
            rows.push(iter::once("").chain(heads).map(str::to_owned).collect());
        }
        rows.push(iter::once(name).chain(values).collect());
    }
    rows
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use marlin_core::{BoardSize, Game};

    use super::*;

    const EMPTY: Game = Game::on(BoardSize::STANDARD);

    /// Returns a report of two games, in the first of which B made an illegal move.
    fn report() -> MatchReport {
        let [a, b] = ["depth:2", "random"].map(PlayerResults::new);
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
        let illegal = Forfeit::Illegal("'x' is no move".to_owned());
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
        report.add(true, Outcome::Draw, &failed(Player::X, Forfeit::Crash(String::new())));
        report.add(false, Outcome::Draw, &failed(Player::O, Forfeit::Timeout(String::new())));
        let a = "A, depth:2, failed in 2 of 4 games: crashes 1, timeouts 1";
        assert_eq!(report.failures().unwrap(), a);
        assert_eq!((report.a.all.illegal, report.a.first.crashes, report.a.second.timeouts), (0, 1, 1));
        report.add(false, Outcome::Draw, &failed(Player::X, Forfeit::Crash(String::new())));
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
            forfeit: Some((Player::X, Forfeit::Overstep("the move took long".to_owned()))),
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
