//! [`WeakPlayer`]: X's play by the solution, and [`verify`], which plays every reply of O to the end.

use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;

use super::rule::{Item, Rule};
use super::solution::{Solution, digit, open_replies};
use super::stones::{COLUMNS, Claims, Stones, Turn, column, column_of, each, first, has_four};

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
    /// It is the move of an item of a leaf's rule; `None` for the default move if no item applies.
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

/// A game after X's answer, with its reason.
type Answer<T> = Result<(T, Reason), Fault>;

/// The source of X's moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plan<'a> {
    /// The tree.
    Tree,
    /// The rule of a leaf.
    Rule(&'a Rule),
    /// The answers to each stone.
    Claims(Claims),
    /// The win with the next stone.
    Win,
}

/// A game in which X plays by a solution, after a move of X. The stones may be mirrored.
///
/// Two games by the same solution are equal if nothing that decides X's later moves differs: the stones, the
/// source of the moves, and whether the stones are mirrored.
#[derive(Debug, Clone, Copy)]
pub struct WeakPlayer<'a> {
    solution: &'a Solution,
    stones: Stones,
    plan: Plan<'a>,
    is_mirrored: bool,
    /// The last move of X, on the board itself, from 1 on.
    column: u32,
    has_won: bool,
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
    fn answer_to(&self, last: u64) -> Answer<Self> {
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
    fn by_tree(&self, stones: Stones) -> Answer<Self> {
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
        Ok((next, if turn.is_only() { Reason::Only } else { Reason::Tree }))
    }

    /// Returns the game after a move of the rule of a leaf.
    fn by_rule(&self, rule: &'a Rule, stones: Stones, last: u64) -> Answer<Self> {
        if let Some(decided) = self.decided(Turn::of(stones), stones, self.is_mirrored) {
            return decided;
        }
        let (cell, item) = rule.choose(stones, stones.safe(), last);
        Ok((self.with(stones, self.is_mirrored, cell, Plan::Rule(rule)), Reason::Rule(item)))
    }

    /// Returns the game after a move that the rules decide, or the fault if X has no safe move.
    fn decided(&self, turn: Turn, stones: Stones, is_mirrored: bool) -> Option<Answer<Self>> {
        let (cell, plan, reason) = match turn {
            Turn::Win(cell) => (cell, Plan::Win, Reason::Win),
            Turn::DoubleThreat(cell) => (cell, Plan::Win, Reason::DoubleThreat),
            Turn::Claims(cell, claims) => (cell, Plan::Claims(claims), Reason::OddThreat),
            Turn::Lost => return Some(Err(Fault::NoSafeMove)),
            Turn::Open(_) => return None,
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

/// The counts of a solution that wins against every reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Proof {
    /// The positions of the tree with O to move, with the leaves.
    pub with_o: u64,
    /// The positions of the tree with X to move.
    pub with_x: u64,
    /// The positions with X to move in which only one move is safe.
    pub only_moves: u64,
    /// The leaves.
    pub leaves: u64,
    /// The items of all rules.
    pub items: u64,
    /// The positions with O to move that were played from the leaves on, and after a move that the rules
    /// decide.
    pub played: u64,
    /// The stones of the longest game.
    pub longest: u32,
}

impl Proof {
    /// Returns the number of all positions of the tree.
    pub const fn positions(&self) -> u64 {
        self.with_o + self.with_x
    }
}

/// A game that the solution does not win.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("after {moves}: {fault}")]
pub struct LostLine {
    /// The moves. X's moves are by the solution, and the last move is O's.
    pub moves: String,
    /// The reason.
    pub fault: Fault,
}

/// Plays every reply of O at every position to the end, with X's moves by the solution, and by the rules of
/// the game alone.
///
/// # Errors
///
/// The first game that X does not win.
pub fn verify(solution: &Solution) -> Result<Proof, LostLine> {
    let (player, mut verifier) = (WeakPlayer::new(solution), Verifier::default());
    verifier.line.push(player.column());
    if verifier.is_new(&player) {
        verifier.reply(&player)?;
    }
    Ok(verifier.proof)
}

/// The positions with O to move that were met.
#[derive(Default)]
struct Verifier {
    tree: HashSet<u64>,
    with_x: HashSet<u64>,
    /// The positions below the present leaf.
    leaf: HashSet<u64>,
    /// The positions since the present claims began.
    claims: HashSet<u64>,
    /// The positions from which all answers are right above the last stone, whatever the earlier moves.
    follow_up: HashSet<u64>,
    /// The columns played, from 1 on.
    line: Vec<u32>,
    proof: Proof,
}

impl Verifier {
    /// Plays all games after each reply of O.
    fn reply(&mut self, player: &WeakPlayer<'_>) -> Result<(), LostLine> {
        let playable = player.stones.playable();
        if playable == 0 {
            return Err(self.lost(Fault::Draw));
        }
        for cell in each(playable) {
            self.line.push(digit(column_of(cell), player.is_mirrored));
            let (next, _) = player.answer_to(cell).map_err(|fault| self.lost(fault))?;
            self.line.push(next.column());
            // A leaf or claims begin, so the play after the same stones may differ from the play before.
            match next.plan {
                _ if discriminant(&next.plan) == discriminant(&player.plan) => {}
                Plan::Rule(_) => self.leaf.clear(),
                Plan::Claims(_) => self.claims.clear(),
                Plan::Tree | Plan::Win => {}
            }
            if next.has_won() {
                self.proof.longest = self.proof.longest.max(next.stones.occupied().count_ones());
            } else if self.is_new(&next) {
                self.reply(&next)?;
            }
            self.line.truncate(self.line.len() - 2);
        }
        Ok(())
    }

    /// Returns whether a position was not met before with the same plan, and counts it.
    fn is_new(&mut self, player: &WeakPlayer<'_>) -> bool {
        let (stones, key) = (player.stones, player.stones.key());
        let is_new = match player.plan {
            Plan::Tree => return self.is_new_in_tree(player),
            Plan::Rule(rule) if self.leaf.is_empty() => {
                self.leaf.insert(key);
                return self.is_new_leaf(rule, key);
            }
            Plan::Rule(_) => self.leaf.insert(key),
            Plan::Claims(claims) if claims.is_follow_up(stones) => self.follow_up.insert(key),
            Plan::Claims(_) => self.claims.insert(key),
            Plan::Win => true,
        };
        self.proof.played += u64::from(is_new);
        is_new
    }

    /// Counts a position of the tree and those after the replies of O.
    fn is_new_in_tree(&mut self, player: &WeakPlayer<'_>) -> bool {
        let is_new = self.tree.insert(player.stones.key());
        if is_new {
            self.proof.with_o += 1;
            for reply in open_replies(player.stones) {
                if self.with_x.insert(reply.stones.key()) {
                    self.proof.with_x += 1;
                    self.proof.only_moves += u64::from(reply.turn.is_only());
                }
            }
        }
        is_new
    }

    /// Counts a leaf.
    fn is_new_leaf(&mut self, rule: &Rule, key: u64) -> bool {
        let is_new = self.tree.insert(key);
        if is_new {
            self.proof.with_o += 1;
            self.proof.leaves += 1;
            self.proof.items += rule.items.len() as u64;
        }
        is_new
    }

    /// Returns the present line as lost.
    fn lost(&self, fault: Fault) -> LostLine {
        LostLine { moves: self.line.iter().map(u32::to_string).collect(), fault }
    }
}
