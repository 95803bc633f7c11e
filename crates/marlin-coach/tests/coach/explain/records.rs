//! Explanations as records: each statement can be shown on its own board.

use marlin_coach::explain::{Mark, Statement, by_rules, explain};
use marlin_coach::record::{ExplanationRecord, StepRecord};
use marlin_core::{BoardSize, Cell, Column, Limits, Player, Position, Solver};

use super::random::Random;
use crate::naive::{Board, place};

/// Words of the search, which are not for players.
const FOREIGN: [&str; 6] = [" plies", " ply", "node", "index", "claimeven", "zugzwang"];

fn played(position: &Position, columns: impl IntoIterator<Item = Column>) -> Position {
    let mut position = *position;
    columns.into_iter().for_each(|column| position.play(column).expect("a legal move"));
    position
}

fn columns(cells: &[Cell]) -> impl Iterator<Item = Column> {
    cells.iter().map(|cell| cell.column())
}

/// Checks a record and those below it. Returns their number.
fn check(start: &Position, step: &StepRecord) -> usize {
    let context = format!("{start:?}: {step:?}");
    let board = played(start, step.path.iter().copied());
    let end = played(&board, columns(&step.moves));
    if matches!(step.kind, "wins_at_once" | "cannot_block" | "double_threat" | "forced_line") {
        let owner =
            step.cells.iter().find(|marked| marked.mark == Mark::Win).and_then(|marked| marked.player);
        assert!(owner.is_some() && end.winner() == owner, "{context}");
    }
    for marked in &step.cells {
        let wins = |player| Board::of(&board).completes(player, place(marked.cell));
        match (marked.mark, marked.player) {
            (Mark::ThreatX, owner) => assert!(owner == Some(Player::X) && wins(Player::X), "{context}"),
            (Mark::ThreatO, owner) => assert!(owner == Some(Player::O) && wins(Player::O), "{context}"),
            (Mark::ThreatBoth, owner) => {
                assert!(owner.is_none() && wins(Player::X) && wins(Player::O), "{context}");
            }
            (Mark::Trap, Some(owner)) => assert!(wins(owner), "{context}"),
            (Mark::Move, Some(owner)) => {
                let is_first = marked.number.is_some_and(|number| number % 2 == 1);
                assert_eq!(owner == board.side_to_move(), is_first, "{context}");
            }
            _ => {}
        }
    }
    for word in FOREIGN {
        assert!(!step.text.contains(word), "{context}");
    }
    assert!(!step.text.contains('\n') && step.text.ends_with('.'), "{context}");
    let mut count = 1;
    for branch in &step.branches {
        assert_eq!(branch.cells.first(), Some(&branch.cell), "{context}");
        for below in &branch.steps {
            assert_eq!(below.path[..step.path.len()], step.path[..], "{context}");
            assert_eq!(below.path[step.path.len()..], [branch.cell.column()], "{context}");
            count += check(start, below);
        }
    }
    for below in step.end.iter().flatten() {
        let path: Vec<_> = step.path.iter().copied().chain(columns(&step.moves)).collect();
        assert_eq!(below.path, path, "{context}");
        count += check(start, below);
    }
    count
}

#[test]
fn every_statement_can_be_shown_on_its_own_board_in_words_for_players() {
    let (mut random, mut below) = (Random::new(5), 0);
    for size in ["7x6", "6x5", "5x6"] {
        let size: BoardSize = size.parse().unwrap();
        let solver = Solver::builder_on(size).threads(1).hash_mib(16).unwrap().build();
        for _ in 0..40 {
            let plies = size.cells() as usize - 4 - random.below(16);
            let position = random.position(size, plies);
            let explanation = explain(&solver, &position, &Limits::NONE);
            let record = ExplanationRecord::new("", &explanation);
            assert!(FOREIGN.iter().all(|word| !record.headline.contains(word)), "{}", record.headline);
            let count: usize = record.steps.iter().map(|step| check(&position, step)).sum();
            below += count - record.steps.len();
            for step in &explanation.steps {
                let [sentence, text] = [step.sentence(&position), step.text(&position)];
                assert!(sentence.to_string().starts_with(&text.to_string()));
            }
        }
    }
    assert!(below > 50, "{below}");
}

#[test]
fn branches_together_are_all_moves_with_their_own_reasons() {
    let (mut random, mut together) = (Random::new(6), 0);
    for _ in 0..2_000 {
        let plies = 24 + random.below(12);
        let position = random.position(BoardSize::STANDARD, plies);
        let explanation = by_rules(&position);
        let record = ExplanationRecord::new("", &explanation);
        for (step, found) in record.steps.iter().zip(&explanation.steps) {
            let Statement::EveryMove { branches, .. } = &found.statement else { continue };
            let cells: usize = step.branches.iter().map(|branch| branch.cells.len()).sum();
            assert_eq!(cells, branches.len(), "{position:?}");
            together += usize::from(step.branches.len() < branches.len());
        }
    }
    assert!(together > 5, "{together}");
}

#[test]
fn claimeven_that_is_shown_keeps_its_promise() {
    let (mut random, mut wins) = (Random::new(7), 0);
    for _ in 0..6_000 {
        let plies = 14 + random.below(20);
        let position = random.position(BoardSize::STANDARD, plies);
        for step in by_rules(&position).steps {
            let Statement::Claimeven(claimeven) = &step.statement else { continue };
            let end = played(&position, columns(&step.statement.moves_to_show(&position)));
            assert!(end.is_over(), "{position:?}");
            assert_ne!(end.winner(), Some(claimeven.player.opponent()), "{position:?}");
            if claimeven.at_least.get() > 0 {
                assert_eq!(end.winner(), Some(claimeven.player), "{position:?}");
                wins += 1;
            }
        }
    }
    assert!(wins > 10, "{wins}");
}

#[test]
fn an_opening_begins_with_its_idea_and_has_no_list_of_cells() {
    let solver = Solver::builder().threads(1).hash_mib(16).unwrap().build();
    for moves in ["", "1", "4", "7", "44", "43", "45", "4444"] {
        let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
        let explanation = explain(&solver, &position, &Limits::NONE);
        super::check::explanation(&explanation, &solver);
        let record = ExplanationRecord::new(moves, &explanation);
        let kinds: Vec<_> = record.steps.iter().map(|step| step.kind).collect();
        assert_eq!(kinds, ["opening", "search"], "{moves}");
        assert!(record.steps.iter().all(|step| step.text.len() < 250), "{:?}", record.steps);
        assert!(record.steps.iter().all(|step| check(&position, step) > 0));
    }
}

#[test]
fn a_winning_cell_depends_on_no_stone_that_would_win_before() {
    let (mut random, mut conditions) = (Random::new(8), 0);
    for _ in 0..4_000 {
        let plies = 12 + random.below(24);
        let position = random.position(BoardSize::STANDARD, plies);
        let record = ExplanationRecord::new("", &by_rules(&position));
        for text in record.steps.iter().filter(|step| step.kind == "threats").map(|step| &step.text) {
            for sentence in text.split(". ") {
                let Some((player, cell)) =
                    sentence.split_once(" if ").and_then(|(_, condition)| condition.split_once(" plays "))
                else {
                    continue;
                };
                conditions += 1;
                let player = if player == "X" { Player::X } else { Player::O };
                let mut name = cell.bytes();
                let column = name.next().and_then(|letter| Column::from_number((letter - b'a' + 1).into()));
                let row = name.next().map(|digit| usize::from(digit - b'1'));
                let cell = column.zip(row).and_then(|(column, row)| Cell::new(column, row)).expect("a cell");
                assert!(!Board::of(&position).completes(player, place(cell)), "{position:?}: {sentence}");
            }
        }
    }
    assert!(conditions > 100, "{conditions}");
}
