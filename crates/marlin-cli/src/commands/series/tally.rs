//! [`Tally`]: the results of a player beside those that theory promised.

use std::fmt::Write;

use marlin_core::Outcome;
use serde::Serialize;

use crate::text::push_line;

/// Games by their outcome.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
struct Outcomes {
    wins: u64,
    draws: u64,
    losses: u64,
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
    games: u64,
    #[serde(flatten)]
    outcomes: Outcomes,
    theory: Outcomes,
    below_theory: u64,
    illegal: u64,
}

impl Results {
    fn add(&mut self, result: Outcome, theory: Outcome, is_illegal: bool) {
        self.games += 1;
        self.outcomes.add(result);
        self.theory.add(theory);
        self.below_theory += u64::from(result < theory);
        self.illegal += u64::from(is_illegal);
    }
}

/// The results of a player, of all games and by who began.
#[derive(Debug, Default, Serialize)]
pub(super) struct Tally {
    name: String,
    all: Results,
    first: Results,
    second: Results,
}

impl Tally {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds a game that ended with a result where theory promised another, and whether a move of the player that was none
    /// ended it.
    pub(super) fn add(&mut self, is_first: bool, result: Outcome, theory: Outcome, is_illegal: bool) {
        let side = if is_first { &mut self.first } else { &mut self.second };
        side.add(result, theory, is_illegal);
        self.all.add(result, theory, is_illegal);
    }

    /// Returns the wins, draws and losses in short.
    pub(super) fn in_short(&self) -> String {
        let Outcomes { wins, draws, losses } = self.all.outcomes;
        format!("A won {wins}, drew {draws}, lost {losses}")
    }
}

/// What a match came to. The names are part of the interface.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) games: u64,
    pub(super) opening_plies: u32,
    pub(super) seed: u64,
    pub(super) a: Tally,
    pub(super) b: Tally,
}

/// The columns of the table.
const HEAD: [&str; 9] =
    ["games", "wins", "draws", "losses", "wins", "draws", "losses", "below theory", "illegal"];

impl Report {
    /// Returns the report as a table.
    pub(super) fn table(&self) -> String {
        let mut text = String::new();
        let Self { games, opening_plies, seed, a, b } = self;
        push_line(&mut text, format_args!("A is {}, B is {}", a.name, b.name));
        push_line(&mut text, format_args!("{games} games, openings of {opening_plies} plies, seed {seed}\n"));
        push_line(&mut text, format_args!("{:44}under perfect play", ""));
        push_row(&mut text, "", &HEAD);
        for (name, tally) in [("A", a), ("B", b)] {
            let Tally { all, first, second, .. } = tally;
            for (side, results) in [("", all), (" as first", first), (" as second", second)] {
                push_row(&mut text, &format!("{name}{side}"), &cells(results));
            }
        }
        text
    }
}

/// Returns the numbers of a row.
fn cells(results: &Results) -> [String; 9] {
    let Results { games, outcomes, theory, below_theory, illegal } = results;
    [
        *games,
        outcomes.wins,
        outcomes.draws,
        outcomes.losses,
        theory.wins,
        theory.draws,
        theory.losses,
        *below_theory,
        *illegal,
    ]
    .map(|count| count.to_string())
}

/// Appends a row: columns are as wide as their heads, but for two spaces between them.
fn push_row(text: &mut String, name: &str, cells: &[impl AsRef<str>; 9]) {
    // Writing to a `String` never fails.
    let _ = write!(text, "{name:11}");
    for (cell, head) in cells.iter().zip(HEAD) {
        let _ = write!(text, "{:>width$}", cell.as_ref(), width = head.len().max(6) + 2);
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let [mut a, mut b] = ["depth:2", "random"].map(Tally::new);
        a.add(true, Outcome::Win, Outcome::Draw, false);
        b.add(false, Outcome::Loss, Outcome::Draw, true);
        a.add(false, Outcome::Draw, Outcome::Win, false);
        b.add(true, Outcome::Draw, Outcome::Loss, false);
        Report { games: 2, opening_plies: 8, seed: 1, a, b }
    }

    #[test]
    fn results_are_counted_by_who_began() {
        let Report { a, b, .. } = report();
        let outcomes = |wins, draws, losses| Outcomes { wins, draws, losses };
        assert_eq!(a.all.outcomes, outcomes(1, 1, 0));
        assert_eq!(a.all.theory, outcomes(1, 1, 0));
        assert_eq!((a.first.outcomes, a.second.outcomes), (outcomes(1, 0, 0), outcomes(0, 1, 0)));
        // A draw where theory promised a win, and a loss where it promised a draw.
        assert_eq!((a.first.below_theory, a.second.below_theory, a.all.below_theory), (0, 1, 1));
        assert_eq!((b.first.below_theory, b.second.below_theory, b.all.below_theory), (0, 1, 1));
        assert_eq!((b.all.illegal, b.second.illegal, a.all.illegal), (1, 1, 0));
        assert_eq!(a.in_short(), "A won 1, drew 1, lost 0");
    }

    #[test]
    fn the_table_has_a_row_for_each_player_and_side() {
        let expected = "\
A is depth:2, B is random
2 games, openings of 8 plies, seed 1

                                            under perfect play
              games    wins   draws  losses    wins   draws  losses  below theory  illegal
A                 2       1       1       0       1       1       0             1        0
A as first        1       1       0       0       0       1       0             0        0
A as second       1       0       1       0       1       0       0             1        0
B                 2       0       1       1       0       1       1             1        1
B as first        1       0       1       0       0       0       1             0        0
B as second       1       0       0       1       0       1       0             1        1
";
        assert_eq!(report().table(), expected);
    }
}
