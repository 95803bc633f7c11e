//! [`judge`]: the positions that are puzzles, their [`difficulty`], and [`Attempt`], the answer of a player.

use marlin_core::{Bounds, Column, Outcome, Position, Report, Score, Solver};

use super::set::{Puzzle, PuzzleKind};
use crate::explain::{Claimeven, Layer, Statement, by_rules};
use crate::level::{Choices, SkillLevel};
use crate::text::{Text, text};

/// The minimum number of columns that do not lose at once. With fewer, the next two stones nearly give the
/// solution away.
const SAFE_COLUMNS: usize = 3;

/// The shortest win of the kinds without a length, in plies.
const LONG_WIN: u32 = 9;

/// Returns the kind of puzzle that a position is, and its solution: the only column that keeps the win or the
/// draw. `None` if the position is no puzzle.
///
/// The next two stones do not decide a puzzle: the side to move cannot win at once and has no win to block,
/// and at least three columns leave the other side no win with the reply.
///
/// # Panics
///
/// If the position is one of another board than the solver's.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle::{PuzzleKind, judge};
/// use marlin_core::{BoardSize, Position, Solver};
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
    let outcome = solver.query(position).outcome().bounds.outcome()?;
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
    let to_block = position.playable_cells() & position.opponent_winning_cells();
    !position.is_over()
        && !position.can_win_next()
        && to_block.is_empty()
        && position.non_losing_moves().count() >= SAFE_COLUMNS
}

/// Returns the only column that keeps the outcome of a position, `None` if there are several, or if all
/// columns lose.
fn only_column(position: &Position, solver: &Solver, outcome: Outcome) -> Option<Column> {
    let most = match outcome {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => return None,
    };
    let keeps = |column: &Column| {
        let theirs = solver.query(&position.after(*column)).outcome().bounds.outcome();
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
    let branches = explanation.steps.iter().flat_map(|step| step.statement.branches());
    let mut after_a_move = branches.flat_map(|branch| &branch.steps);
    let wins = |claim: &Claimeven| claim.at_least > Score::DRAW;
    explanation.bounds.outcome() == Some(Outcome::Win)
        && explanation.outcome_layer == Some(Layer::Zugzwang)
        && after_a_move.any(|step| matches!(&step.statement, Statement::Claimeven(claim) if wins(claim)))
}

/// The number of moves of each level that are counted.
const MOVES: u64 = 200;

/// Returns the difficulty of a puzzle: the percentage of the moves of levels 1 to 9 that miss its solution,
/// from 1 to 99. Each level moves 200 times, with seeds that follow from this one.
///
/// # Panics
///
/// If the position is one of another board than the solver's.
pub fn difficulty(position: &Position, solution: Column, solver: &Solver, seed: u64) -> u8 {
    let choices = Choices::all(position, solver);
    let levels = SkillLevel::all().filter(|&level| level < SkillLevel::MAX);
    let chosen = levels.enumerate().flat_map(|(index, level)| {
        // No two moves have the same seed, so that they are independent of each other.
        let first = (seed.wrapping_mul(9).wrapping_add(index as u64)).wrapping_mul(MOVES);
        (0..MOVES).map(move |number| (level, first.wrapping_add(number)))
    });
    let (mut total, mut missed) = (0, 0);
    for (level, seed) in chosen {
        total += 1;
        missed += u64::from(choices.choose(level, seed) != Some(solution));
    }
    ((100 * missed + total / 2) / total).clamp(1, 99) as u8
}

/// The answer of a player to a puzzle, with the scores before and after the move. Its text is the effect of
/// the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt {
    /// The column.
    pub column: Column,
    /// The score before the move.
    pub before: Score,
    /// The score after it, from the same view.
    pub after: Score,
    /// The position before the move.
    position: Position,
}

impl Puzzle {
    /// Returns the solution by the solver; `None` if the position is no puzzle.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn solution(&self, solver: &Solver) -> Option<Column> {
        judge(self.position(), solver).map(|(_, column)| column)
    }

    /// Returns the answer by a column, `None` if the column is full or the game is over.
    ///
    /// # Panics
    ///
    /// If the solver is one of another board.
    pub fn attempt(&self, column: Column, solver: &Solver) -> Option<Attempt> {
        let position = self.position();
        (!position.is_over() && position.can_play(column)).then(|| Attempt {
            column,
            before: solver.solve(position),
            after: -solver.solve(&position.after(column)),
            position: *position,
        })
    }
}

impl Puzzle {
    /// Returns the answer by a column with the scores of an analysis of the position, `None` if they are not
    /// proven, or if the column is full.
    pub fn attempt_by(&self, column: Column, analysis: &Report) -> Option<Attempt> {
        let after = (*analysis.columns.get(column.index())?)?.score()?;
        Some(Attempt { column, before: analysis.bounds.score()?, after, position: *self.position() })
    }

    /// Returns the solution by an analysis of the position, `None` if its scores are not proven.
    pub fn solution_by(&self, analysis: &Report) -> Option<Column> {
        let mut columns = self.game.legal_moves();
        columns.find(|&column| self.attempt_by(column, analysis).is_some_and(|attempt| attempt.is_solved()))
    }
}

impl Attempt {
    /// Returns the reason why a wrong move loses, if the next few stones prove it.
    pub fn refutation(&self) -> Option<Text> {
        let reason = by_rules(&self.position.after(self.column));
        let is_short = reason.outcome_layer.is_some_and(|layer| layer <= Layer::ForcedLine);
        let loses = !self.is_solved() && reason.bounds.outcome() == Some(Outcome::Win);
        reason.sentences().last().filter(|_| loses && is_short).cloned()
    }

    /// Returns whether the move keeps the win or the draw, which only the solution does.
    pub fn is_solved(&self) -> bool {
        self.after.outcome() == self.before.outcome()
    }

    /// Returns in words whether the move is right, and the result after it. The text names the try if `tries`
    /// counts this move and all tries before it.
    pub fn text(&self, tries: Option<u32>) -> Text {
        let result = self.position.verdict(Bounds::exact(self.after));
        if self.is_solved() {
            let at = tries.map_or_else(String::new, |tries| format!(", {}", at_try(tries)));
            return text!["Right", at, ": ", result, "."];
        }
        let lost = if self.before.outcome() == Outcome::Win { "win" } else { "draw" };
        text!["Column ", self.column, " gives the ", lost, " away: after it, ", result, "."]
    }
}

/// Returns a line about a puzzle for others, which does not give the solution away. `tries` counts the right
/// answer and all before it; `None` if the player gave up.
pub fn share_line(number: usize, tries: Option<u32>) -> String {
    let result = tries.map_or_else(|| "not solved".to_owned(), |tries| format!("solved {}", at_try(tries)));
    format!("Marlin puzzle {number}: {result}")
}

/// Returns the number of a try in words, as in `at the third try`.
fn at_try(tries: u32) -> String {
    match tries {
        1 => "at the first try".to_owned(),
        2 => "at the second try".to_owned(),
        3 => "at the third try".to_owned(),
        _ => format!("at try {tries}"),
    }
}
