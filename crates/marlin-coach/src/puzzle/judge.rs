//! Which positions are puzzles.

use marlin_core::any::{Position, Score, Solver};
use marlin_core::{Column, Outcome};

use super::PuzzleKind;
use crate::explain::{Claimeven, Layer, Statement, after, by_rules};

/// The least number of columns that do not lose at once. With fewer, the next two stones nearly give the solution away.
const SAFE_COLUMNS: usize = 3;

/// The shortest win of the kinds without a length, in plies.
const LONG_WIN: u32 = 9;

/// Returns the kind of puzzle that a position is, and its solution: the only column that keeps the win or the draw. `None` if
/// the position is no puzzle.
///
/// A puzzle is not decided by the next two stones: the side to move neither wins at once nor has a win to block, and at least
/// three columns leave the other side no win with the reply.
///
/// # Panics
///
/// If the position is one of another board than the solver's.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle::{PuzzleKind, judge};
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Position, Solver};
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// let judged = |moves: &str| {
///     let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
///     judge(&position, &solver).map(|(kind, column)| (kind, column.number()))
/// };
/// assert_eq!(judged("4433"), None, "columns 2 to 5 win");
/// assert_eq!(judged("443"), None, "O loses with any move");
/// assert_eq!(judged("411755742345"), Some((PuzzleKind::OnlyWin, 2)));
/// ```
pub fn judge(position: &Position, solver: &Solver) -> Option<(PuzzleKind, Column)> {
    if !is_quiet(position) {
        return None;
    }
    let outcome = solver.query(position).solve_outcome().bounds.outcome()?;
    let solution = only_column(position, solver, outcome)?;
    let kind = match outcome {
        Outcome::Win => kind_of_win(position, solver.solve(position)),
        Outcome::Draw => Some(PuzzleKind::OnlyHold),
        Outcome::Loss => None,
    };
    Some((kind?, solution))
}

/// Returns whether the next two stones leave the game open.
fn is_quiet(position: &Position) -> bool {
    let threats = position.opponent_winning_cells();
    let must_block = position.playable_cells().iter().any(|cell| threats.contains(cell));
    !position.is_over()
        && !position.can_win_next()
        && !must_block
        && position.non_losing_moves().count() >= SAFE_COLUMNS
}

/// Returns the only column that keeps the outcome of a position, `None` if there are several, or if all columns lose.
fn only_column(position: &Position, solver: &Solver, outcome: Outcome) -> Option<Column> {
    let most = match outcome {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => return None,
    };
    let keeps = |column: &Column| {
        let theirs = solver.query(&after(position, *column)).solve_outcome().bounds.outcome();
        theirs.is_some_and(|theirs| theirs <= most)
    };
    let mut keeping =
        position.size().centre_first().filter(|&column| position.can_play(column)).filter(keeps);
    let only = keeping.next()?;
    keeping.next().is_none().then_some(only)
}

/// Returns the kind of a win, `None` for a win at once.
fn kind_of_win(position: &Position, score: Score) -> Option<PuzzleKind> {
    match position.ending(score).plies {
        3 => Some(PuzzleKind::WinIn3),
        5 => Some(PuzzleKind::WinIn5),
        7 => Some(PuzzleKind::WinIn7),
        LONG_WIN.. if is_won_by_zugzwang(position) => Some(PuzzleKind::Zugzwang),
        LONG_WIN.. => Some(PuzzleKind::OnlyWin),
        _ => None,
    }
}

/// Returns whether the rules prove that the side to move wins by claimeven.
fn is_won_by_zugzwang(position: &Position) -> bool {
    let explanation = by_rules(position);
    let is_won = explanation.bounds.outcome() == Some(Outcome::Win);
    let is_claimeven = |statement: &Statement| match statement {
        Statement::After { branch, .. } => {
            let wins = |claim: &Claimeven| claim.at_least.get() > 0;
            branch
                .steps
                .iter()
                .any(|step| matches!(&step.statement, Statement::Claimeven(claim) if wins(claim)))
        }
        _ => false,
    };
    is_won
        && explanation.outcome_layer == Some(Layer::Zugzwang)
        && explanation.steps.iter().any(|step| is_claimeven(&step.statement))
}
