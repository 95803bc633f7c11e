//! All statements about the position sets, and about random positions of other boards.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use marlin_coach::explain::{Explanation, Layer, Mark, Statement, Worth, by_rules, explain};
use marlin_coach::text::{Name, Text};
use marlin_core::{BoardSize, Limits, Position, Solver, suite};

use super::check;
use super::random::Random;
use crate::is_exhaustive;
use crate::naive::Board;

/// Without `MARLIN_EXHAUSTIVE` one in this number of positions is checked.
const SAMPLE: usize = 50;

/// Returns the position sets by name.
fn sets() -> BTreeMap<String, marlin_core::suite::Suite> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-positions");
    let mut sets = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "txt") && name.starts_with('L') {
            sets.insert(name, suite::read(fs::read(path).unwrap().as_slice()).unwrap());
        }
    }
    assert_eq!(sets.len(), 6);
    sets
}

/// Checks an explanation, including the entries of free moves, and that its words and boards can be made.
fn check(explanation: &Explanation, solver: &Solver) {
    check::explanation(explanation, solver);
    check::move_numbers(explanation);
    let position = &explanation.position;
    for step in &explanation.steps {
        if let Statement::FreeMoves { entries, .. } = &step.statement {
            check::entries(&Board::of(position), entries);
        }
        let sentence = step.sentence(position);
        check_agreement(&sentence);
        let sentence = sentence.to_string();
        assert!(
            sentence.ends_with('.') && !sentence.contains("  X") || sentence.contains('\n'),
            "{sentence}"
        );
        if let Some(drawing) = step.drawing(position) {
            assert_eq!(drawing.lines().count(), position.size().height() + 2, "{drawing}");
        }
        for marked in step.statement.marks() {
            assert!(marked.cell.row() < position.size().height());
        }
    }
}

/// Checks that a text whose reader is one of the players says "you" with its verb and "your" for "of you",
/// and begins its sentences with a capital letter.
fn check_agreement(text: &Text) {
    for (names, other) in [([Name::You, Name::Is("Red")], "Red"), ([Name::Is("Red"), Name::You], "Red")] {
        let said = text.named(names);
        let words: Vec<&str> = said.split_whitespace().collect();
        let mut before = ".";
        for (index, &word) in words.iter().enumerate() {
            let bare = word.trim_end_matches(['.', ',', ':', '?']);
            let starts = index == 0 || before.ends_with('.');
            assert!(!["X", "O", "X's", "O's"].contains(&bare), "{said}");
            match bare {
                "You" | "Your" => assert!(starts, "{said}"),
                "you" | "your" => assert!(!starts && (before, bare) != ("of", "you"), "{said}"),
                _ => {}
            }
            let verbs = [
                "wins",
                "has",
                "plays",
                "gets",
                "threatens",
                "completes",
                "makes",
                "takes",
                "draws",
                "loses",
                "does",
            ];
            if verbs.contains(&bare) {
                assert!(!matches!(before, "you" | "You"), "{said}");
            } else if verbs.contains(&format!("{bare}s").as_str()) && ["win", "draw", "lose"].contains(&bare)
            {
                assert_ne!(before, other, "{said}");
            }
            before = word;
        }
    }
}

/// Numbers of positions by the deepest layer that was needed.
#[derive(Default)]
struct Shares {
    positions: usize,
    by_winner: BTreeMap<Layer, usize>,
    by_score: BTreeMap<Layer, usize>,
}

impl Shares {
    fn count(&mut self, explanation: &Explanation) {
        self.positions += 1;
        *self.by_winner.entry(explanation.outcome_layer.unwrap()).or_default() += 1;
        *self.by_score.entry(explanation.score_layer.unwrap()).or_default() += 1;
    }

    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        other.by_winner.iter().for_each(|(&layer, count)| *self.by_winner.entry(layer).or_default() += count);
        other.by_score.iter().for_each(|(&layer, count)| *self.by_score.entry(layer).or_default() += count);
    }

    /// Prints a row of a Markdown table: the share of each layer that proves the winner, and of the score by
    /// rules.
    fn print(&self, name: &str) {
        let percent = |count: usize| format!("{:.1} %", 100.0 * count as f64 / self.positions as f64);
        let of = |layers: &BTreeMap<Layer, usize>, layer| layers.get(&layer).copied().unwrap_or_default();
        let winners = Layer::ALL.map(|layer| percent(of(&self.by_winner, layer)));
        let scores = self.positions - of(&self.by_score, Layer::Search);
        println!("| {name} | {} | {} |", winners.join(" | "), percent(scores));
    }
}

#[test]
fn every_statement_about_the_position_sets_is_true() {
    let solver = Solver::builder().threads(1).hash_mib(64).unwrap().build();
    let mut all = Shares::default();
    println!("| set | {} | score without search |", Layer::ALL.map(|layer| layer.to_string()).join(" | "));
    for (name, set) in sets() {
        let mut shares = Shares::default();
        for (game, score) in set.lines.iter().step_by(if is_exhaustive() { 1 } else { SAMPLE }) {
            let explanation = explain(&solver, game.position(), &Limits::NONE);
            assert_eq!(explanation.bounds.score(), Some(*score));
            check(&explanation, &solver);
            shares.count(&explanation);
        }
        shares.print(&name);
        all.add(&shares);
    }
    all.print("all");
}

#[test]
fn a_bound_of_a_rule_is_worded_as_what_the_rule_proves() {
    let solver = Solver::builder().threads(1).hash_mib(64).unwrap().build();
    let mut random = Random::new(3);
    let (mut ends, mut weaker) = (0, 0);
    let positions = if is_exhaustive() { 2_000 } else { 60 };
    let early = (0..positions).map(|_| {
        let plies = 8 + random.below(8);
        random.position(BoardSize::STANDARD, plies)
    });
    let known = ["444444255", "6753313356447316657265273262"];
    let known = known.map(|moves| Position::parse(BoardSize::STANDARD, moves).unwrap());
    for position in known.into_iter().chain(early) {
        let explanation = explain(&solver, &position, &Limits::NONE);
        let later = check::move_numbers(&explanation);
        let Some(Statement::Search(search)) = explanation.steps.last().map(|step| &step.statement) else {
            continue;
        };
        ends += usize::from(search.end.is_some());
        weaker += usize::from(later);
    }
    println!("{ends} end in a rule, {weaker} of them with a bound weaker than the headline");
    assert!(ends > positions / 10 && weaker > 0, "{ends}, {weaker}");
}

/// Checks random positions of a board that have at most so many empty cells.
fn check_random(size: &str, count: usize, most_empty: usize) {
    let size: BoardSize = size.parse().unwrap();
    let solver = Solver::builder_on(size).threads(1).hash_mib(16).unwrap().build();
    let count = if is_exhaustive() { 20 * count } else { count };
    let mut random = Random::new(1);
    for _ in 0..count {
        let plies = size.cells() as usize - random.below(most_empty + 1).min(size.cells() as usize);
        check(&explain(&solver, &random.position(size, plies), &Limits::NONE), &solver);
    }
}

#[test]
fn every_statement_about_other_boards_is_true() {
    for (size, count) in [
        ("6x5", 60),
        ("8x4", 60),
        ("5x6", 60),
        ("4x4", 60),
        ("5x5", 40),
        ("6x7", 20),
        ("9x3", 30),
        ("4x6", 40),
    ] {
        check_random(size, count, 24);
    }
}

#[test]
fn every_statement_about_boards_of_odd_shapes_is_true() {
    for size in ["3x3", "1x8", "2x9", "3x7", "7x1", "12x2", "1x1", "4x3", "32x1"] {
        check_random(size, 20, 16);
    }
}

#[test]
fn every_winning_cell_of_many_positions_is_worth_what_is_said() {
    let mut random = Random::new(2);
    let (mut positions, mut unreachable) = (0, [0; 2]);
    while positions < if is_exhaustive() { 3_000 } else { 1_000 } {
        let plies = 18 + random.below(16);
        let position = random.position(BoardSize::STANDARD, plies);
        for step in by_rules(&position).steps {
            let Statement::Threats(threats) = step.statement else { continue };
            positions += 1;
            check::check_threats(&Board::of(&position), &threats, &format!("{position:?}"));
            for threat in threats.iter().filter(|threat| threat.worth == Worth::Unreachable) {
                let lower = |row| {
                    threats.iter().filter(move |other| {
                        other.cell.column() == threat.cell.column() && other.cell.row() == row
                    })
                };
                let for_both = (0..threat.cell.row()).any(|row| lower(row).count() == 2);
                unreachable[usize::from(for_both)] += 1;
            }
        }
    }
    assert!(unreachable.iter().all(|&count| count > 0), "{unreachable:?}");
}

#[test]
fn the_rules_alone_prove_nothing_false_of_early_positions() {
    let size = BoardSize::STANDARD;
    let explanation = by_rules(&Position::on(size));
    assert_eq!((explanation.outcome_layer, explanation.score_layer), (None, None));
}

#[test]
fn a_statement_has_a_kind_words_and_moves_that_show_it() {
    let explained = |moves: &str| by_rules(&Position::parse(BoardSize::STANDARD, moves).unwrap());
    let threat = explained("4433");
    let shown = threat.steps[0].statement.moves_to_show(&threat.position);
    assert_eq!(shown.iter().map(ToString::to_string).collect::<Vec<_>>(), ["e1", "b1", "f1"]);
    let marks = threat.steps[0].statement.marks();
    let marks: Vec<_> = marks.iter().map(|marked| (marked.cell.to_string(), marked.mark)).collect();
    let expected = [("e1", Mark::Move), ("b1", Mark::Win), ("f1", Mark::Win)];
    assert_eq!(marks, expected.map(|(cell, mark)| (cell.to_owned(), mark)));
    assert_eq!(threat.headline().to_string(), "X wins on move 7 if both play perfectly");
    assert_eq!(explained("").headline().to_string(), "The winner is not proven");
    let win = explained("112233");
    assert_eq!(
        (win.steps[0].statement.kind(), win.sentences()[0].to_string()),
        ("wins_at_once", "X wins at once on d1.".to_owned())
    );
    let zugzwang = explained("574375546524673577715");
    assert_eq!(zugzwang.steps.last().unwrap().text(&zugzwang.position).to_string(), "O can win with d4.");
    assert_eq!(Layer::DoubleThreat.to_string(), "double threat");
}

#[test]
fn the_reasons_for_a_position_are_the_same_each_time() {
    let solver = Solver::on("6x5".parse().unwrap());
    for moves in ["", "3", "334", "112"] {
        let position = Position::parse(solver.size(), moves).unwrap();
        let sentences = || explain(&solver, &position, &Limits::NONE).sentences();
        let first = sentences();
        // The entries of the table in the meantime have no effect.
        for column in solver.size().columns().filter(|&column| position.can_play(column)) {
            solver.query(&position.after(column)).analyze();
            assert_eq!(sentences(), first, "{moves}");
        }
    }
}
