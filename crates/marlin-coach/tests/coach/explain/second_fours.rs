//! Fours that come too late against claimeven, in words, in marks and as data.

use marlin_coach::explain::{Mark, Statement, Step, by_rules};
use marlin_coach::record::ExplanationRecord;
use marlin_core::{BoardSize, Cell, Position};

use super::claimeven;
use super::random::Random;
use crate::is_exhaustive;
use crate::naive::Board;

/// X to move: its four from b5 to e5 is above the one from a4 to d4, for which O has a4 and b4 already.
const ABOVE: &str = "45626576662213573652141121";

/// X to move: O has a four after either of the cells that X needs, but not the same one.
const BY_ANSWERS: &str = "34664211264177117227643414";

/// O to move: X completes c4 to f1 on d3, in the column of its odd threat d5.
const IN_THE_COLUMN_OF_THE_ODD_THREAT: &str = "666111116734233626213";

fn position(moves: &str) -> Position {
    Position::parse(BoardSize::STANDARD, moves).unwrap()
}

fn step_of_claimeven(moves: &str) -> Step {
    let mut steps = by_rules(&position(moves)).steps.into_iter();
    steps.find(|step| matches!(step.statement, Statement::Claimeven(_))).unwrap()
}

#[test]
fn a_four_above_one_of_the_side_that_answers_comes_too_late() {
    assert_eq!(
        step_of_claimeven(ABOVE).sentence(&position(ABOVE)).to_string(),
        "From now on O always plays on top of X's last stone. Only when X plays one of a6 and b6, O plays the other one of the \
         pair. The cells that X can still get make no four in time. \
         X's four from b5 to e5 comes too late, because O completes the four from a4 to d4 first: its empty cells are below it. \
         In the end O completes four on the cells that X never gets. With this plan O wins by move 42."
    );
}

#[test]
fn fours_with_the_same_answer_share_a_sentence() {
    let moves = "1113336721174742631222";
    let sentence = step_of_claimeven(moves).sentence(&position(moves)).to_string();
    let both = " X's fours from c5 to f5 and from d5 to g5 come too late, because O completes the four from c4 to f4 first: \
                its empty cells are below them. In the end ";
    assert!(sentence.contains(both), "{sentence}");
}

#[test]
fn an_answer_above_a_cell_of_the_four_is_an_example() {
    let sentence = step_of_claimeven(BY_ANSWERS).sentence(&position(BY_ANSWERS)).to_string();
    let example = "X's four from b4 to e1 comes too late: in every order of moves O completes a four first, \
                   for example from a2 to d5. In the end X has to play ";
    assert!(sentence.contains(example), "{sentence}");
}

#[test]
fn the_short_form_says_that_fours_come_too_late() {
    let moves = "574375546524673577715";
    let (position, explanation) = (position(moves), by_rules(&position(moves)));
    assert_eq!(
        explanation.steps.last().unwrap().sentence(&position).to_string(),
        "O can win with d4. From then on O plays on top of X's last stone, or takes the other one of a pair of cells. \
         X's fours all come too late. In the end O completes four on the cells that X never gets. \
         With this plan O wins by move 42."
    );
}

#[test]
fn each_empty_cell_of_a_four_that_comes_first_is_marked() {
    let mut in_its_column = 0;
    for moves in [ABOVE, BY_ANSWERS, IN_THE_COLUMN_OF_THE_ODD_THREAT] {
        let step = step_of_claimeven(moves);
        let Statement::Claimeven(claimeven) = &step.statement else { unreachable!("a step of claimeven") };
        let marks = step.statement.marks();
        let own = claimeven.second_fours.iter().flat_map(|late| &late.own);
        for &cell in own.filter(|&&cell| position(moves).at(cell).is_none()) {
            let mark = marks.iter().find(|marked| marked.cell == cell).map(|marked| marked.mark);
            assert!(matches!(mark, Some(Mark::Own | Mark::Trap)), "{moves}: {cell}");
            in_its_column += usize::from(claimeven.odd_threat.map(Cell::column) == Some(cell.column()));
        }
    }
    assert!(in_its_column > 0);
}

#[test]
fn a_record_has_the_cells_of_both_fours() {
    let record = ExplanationRecord::new(ABOVE, &by_rules(&position(ABOVE)));
    let step = record.steps.iter().find(|step| step.kind == "claimeven").unwrap();
    let names =
        |cells: &[marlin_core::Cell]| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let late: Vec<_> =
        step.second_fours.iter().flatten().map(|late| (names(&late.opponent), names(&late.own))).collect();
    assert_eq!(late, [("b5 c5 d5 e5".to_owned(), "a4 b4 c4 d4".to_owned())]);
    assert!(record.steps.iter().all(|step| step.second_fours.is_some() == (step.kind == "claimeven")));
}

#[test]
fn every_four_of_many_positions_comes_too_late() {
    let (mut random, mut by_answers) = (Random::new(4), 0);
    let positions = if is_exhaustive() { 100_000 } else { 25_000 };
    for size in ["7x6", "6x7", "8x5", "6x4", "5x6"] {
        let size: BoardSize = size.parse().unwrap();
        let mut second_fours = 0;
        for _ in 0..positions {
            let plies = size.cells() as usize / 3 + random.below(size.cells() as usize / 3);
            let position = random.position(size, plies);
            if marlin_core::Claimeven::of(&position).is_none_or(|found| found.second_fours.is_empty()) {
                continue;
            }
            for step in by_rules(&position).steps {
                let Statement::Claimeven(found) = &step.statement else { continue };
                claimeven::check(&Board::of(&position), found, &format!("{position:?}"));
                second_fours += found.second_fours.len();
                by_answers +=
                    usize::from(step.sentence(&position).to_string().contains("too late: in every order"));
            }
        }
        assert!(second_fours > positions / 2_000, "{size}: {second_fours}");
    }
    assert!(by_answers > positions / 20_000, "{by_answers}");
}
