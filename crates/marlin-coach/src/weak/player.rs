//! [`WeakPlayer`]: X's play by the solution, move by move.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::claims::Claims;
use super::rule::{Item, Rule};
use super::solution::{Solution, digit};
use super::stones::{COLUMNS, Stones, column, column_of, first, has_four};
use super::turn::Turn;

/// The reason of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It completes four stones.
    Win,
    /// All replies of O lose at once.
    DoubleThreat,
    /// From here on X answers above each stone of O, and wins by an odd threat.
    OddThreat,
    /// It answers above the last stone of O, or in the other column of a pair, by an odd threat.
    Claim,
    /// It is the only move after which O cannot win at once.
    Only,
    /// It is the move of the tree.
    Tree,
    /// It is the item of the rule of a leaf, `None` for the move if no item applies.
    Rule(Option<Item>),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win => f.write_str("four in a row"),
            Self::DoubleThreat => f.write_str("every reply loses at once"),
            Self::OddThreat => f.write_str("an odd threat wins: from here on X answers above each stone"),
            Self::Claim => f.write_str("the answer that the odd threat needs"),
            Self::Only => f.write_str("the only safe move"),
            Self::Tree => f.write_str("the move of the tree"),
            Self::Rule(Some(item)) => write!(f, "the rule of the leaf, item {item}"),
            Self::Rule(None) => f.write_str("the rule of the leaf, default"),
        }
    }
}

/// The reason why play by a solution does not win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// O has four stones in a row.
    #[error("O wins")]
    OWins,
    /// The board is full, or O wins with the next stone.
    #[error("X has no move after which O cannot win at once")]
    NoSafeMove,
    /// The solution has no move.
    #[error("the solution has no move")]
    NoMove,
    /// The board is full.
    #[error("the board is full: a draw")]
    Draw,
    /// The column is full, the board does not have it, or X has won.
    #[error("O cannot play this column")]
    Unplayable,
}

/// The source of X's moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan<'a> {
    /// The tree.
    Tree,
    /// The rule of a leaf.
    Rule(&'a Rule),
    /// The answers to each stone.
    Claims(Claims),
    /// The win with the next stone.
    Win,
}

/// A game in which X plays by a solution, after a move of X. The stones may be those of the mirror image.
///
/// Two games by the same solution are equal if nothing that decides X's later moves differs: the stones, the source of the
/// moves, and whether the stones are mirrored.
///
/// # Examples
///
/// ```
/// use marlin_coach::weak::{FILE, Reason, Solution, WeakPlayer};
///
/// let solution: Solution = FILE.parse()?;
/// let player = WeakPlayer::new(&solution);
/// assert_eq!(player.column(), 4);
/// // O answers in the middle, and so does X.
/// let (player, reason) = player.answer(4)?;
/// assert_eq!((player.column(), reason), (4, Reason::Tree));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct WeakPlayer<'a> {
    pub(super) solution: &'a Solution,
    pub(super) stones: Stones,
    pub(super) plan: Plan<'a>,
    is_mirrored: bool,
    /// The last move of X, on the board itself, from 1 on.
    column: u32,
    pub(super) has_won: bool,
}

impl PartialEq for WeakPlayer<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones && self.plan == other.plan && self.is_mirrored == other.is_mirrored
    }
}

impl Eq for WeakPlayer<'_> {}

impl Hash for WeakPlayer<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
        if let Plan::Claims(claims) = self.plan {
            claims.hash(state);
        }
    }
}

impl<'a> WeakPlayer<'a> {
    /// Returns the game after the first move of X.
    pub fn new(solution: &'a Solution) -> Self {
        let stones = Solution::start();
        let plan = plan_at(solution, stones);
        Self { solution, stones, plan, is_mirrored: false, column: 4, has_won: false }
    }

    /// Returns the column of X's last move, from 1 on.
    pub const fn column(&self) -> u32 {
        self.column
    }

    /// Returns whether X has won.
    pub const fn has_won(&self) -> bool {
        self.has_won
    }

    /// Returns the number of a column of its stones on the board itself.
    pub(super) fn column_on_board(&self, cell: u64) -> u32 {
        digit(column_of(cell), self.is_mirrored)
    }

    /// Returns the game after a stone of O in a column, from 1 on, and X's answer.
    ///
    /// # Errors
    ///
    /// A [`Fault`] if the solution does not win, or if O cannot play the column.
    pub fn answer(&self, column_on_board: u32) -> Result<(Self, Reason), Fault> {
        let index = if self.is_mirrored {
            COLUMNS.checked_sub(column_on_board)
        } else {
            column_on_board.checked_sub(1)
        };
        let index = index.filter(|&index| index < COLUMNS && !self.has_won);
        let cell = index.map_or(0, |index| column(index) & self.stones.playable());
        if cell == 0 { Err(Fault::Unplayable) } else { self.answer_to(cell) }
    }

    /// Returns the game after a stone of O and X's answer.
    pub(super) fn answer_to(&self, last: u64) -> Result<(Self, Reason), Fault> {
        let stones = self.stones.with_o(last);
        if has_four(stones.o) {
            return Err(Fault::OWins);
        }
        let win = stones.win();
        if win != 0 {
            return Ok((self.with(stones, self.is_mirrored, win, Plan::Win), Reason::Win));
        }
        match self.plan {
            Plan::Tree => self.by_tree(stones),
            Plan::Rule(rule) => self.by_rule(rule, stones, last),
            Plan::Claims(claims) => match claims.reply(stones, last) {
                0 => Err(Fault::NoMove),
                cell => Ok((self.with(stones, self.is_mirrored, cell, self.plan), Reason::Claim)),
            },
            Plan::Win => Err(Fault::NoMove),
        }
    }

    /// Returns the game after a move of the tree.
    fn by_tree(&self, stones: Stones) -> Result<(Self, Reason), Fault> {
        let (stones, is_other) = stones.canonical();
        let is_mirrored = self.is_mirrored != is_other;
        let turn = Turn::of(stones);
        if let Some(decided) = self.decided(turn, stones, is_mirrored) {
            return decided;
        }
        let cell = self.solution.move_at(stones, turn);
        if cell == 0 {
            return Err(Fault::NoMove);
        }
        let mut next = self.with(stones, is_mirrored, cell, Plan::Tree);
        let (stones, is_other) = next.stones.canonical();
        next.stones = stones;
        next.is_mirrored = is_mirrored != is_other;
        next.plan = plan_at(self.solution, stones);
        Ok((next, if matches!(turn, Turn::Only(_)) { Reason::Only } else { Reason::Tree }))
    }

    /// Returns the game after a move of the rule of a leaf.
    fn by_rule(&self, rule: &'a Rule, stones: Stones, last: u64) -> Result<(Self, Reason), Fault> {
        if let Some(decided) = self.decided(Turn::of(stones), stones, self.is_mirrored) {
            return decided;
        }
        let (cell, item) = rule.choose(stones, stones.safe(), last);
        Ok((self.with(stones, self.is_mirrored, cell, Plan::Rule(rule)), Reason::Rule(item)))
    }

    /// Returns the game after a move that the rules decide, or the fault if X has no safe move.
    fn decided(
        &self,
        turn: Turn,
        stones: Stones,
        is_mirrored: bool,
    ) -> Option<Result<(Self, Reason), Fault>> {
        let (cell, plan, reason) = match turn {
            Turn::Win(cell) => (cell, Plan::Win, Reason::Win),
            Turn::DoubleThreat(cell) => (cell, Plan::Win, Reason::DoubleThreat),
            Turn::Claims(cell, claims) => (cell, Plan::Claims(claims), Reason::OddThreat),
            Turn::Lost => return Some(Err(Fault::NoSafeMove)),
            Turn::Only(_) | Turn::Open(_) => return None,
        };
        Some(Ok((self.with(stones, is_mirrored, cell, plan), reason)))
    }

    /// Returns the game after a move of X.
    fn with(&self, stones: Stones, is_mirrored: bool, cell: u64, plan: Plan<'a>) -> Self {
        // A solution from code may name several cells: X has one stone a move.
        let cell = first(cell);
        let stones = stones.with_x(cell);
        let column = digit(column_of(cell), is_mirrored);
        Self { stones, plan, is_mirrored, column, has_won: has_four(stones.x), ..*self }
    }
}

/// Returns the source of X's next moves at canonical stones of the tree.
fn plan_at(solution: &Solution, stones: Stones) -> Plan<'_> {
    solution.rules.get(&stones.key()).map_or(Plan::Tree, Plan::Rule)
}
