//! [`Solution`]: the tree of X's moves, and its file.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;

use super::rule::{ParseRuleError, Rule};
use super::stones::{Stones, Turn, column, column_of, each};

/// The first move of X: d1.
const FIRST_MOVE: u64 = 1 << 21;

/// The line of a position of the tree without a stored move.
const NO_MOVE: &str = ".";

/// A weak solution of the standard board: a move of X for each position of a tree, and a [`Rule`] for each
/// leaf. All positions are canonical: the tree has only one of two mirror images.
///
/// `docs/formats.md` describes the file, `docs/results.md` the solution.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Solution {
    /// The cell that X plays, by the [key](Stones::key) of the stones with X to move.
    pub moves: HashMap<u64, u64>,
    /// The rule of each leaf, by the key of the stones with O to move.
    pub rules: HashMap<u64, Rule>,
}

/// A file that is no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseSolutionError(String);

impl ParseSolutionError {
    fn too_much(line: usize) -> Self {
        Self(format!("line {line}: more than the tree needs"))
    }
}

/// A reply of O that needs a move of X.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reply {
    /// The stones with X to move, canonical.
    pub(super) stones: Stones,
    /// The decision of the rules.
    pub(super) turn: Turn,
    /// Whether they are the mirror image of the stones before.
    pub(super) is_mirrored: bool,
    /// The column of O's stone before that.
    pub(super) column: u32,
}

impl Solution {
    /// Returns the stones after the first move of X.
    pub fn start() -> Stones {
        Stones::default().with_x(FIRST_MOVE)
    }

    /// Returns the canonical stones with X to move after the replies of O that the rules do not decide, in
    /// the order of the file, each with whether X has a single safe move. O is to move.
    pub fn replies(stones: Stones) -> Vec<(Stones, bool)> {
        let mut seen = HashSet::new();
        let is_new = |reply: &Reply| seen.insert(reply.stones.key());
        let replies = open_replies(stones).filter(is_new);
        replies.map(|reply| (reply.stones, reply.turn.is_only())).collect()
    }

    /// Returns the move of X at canonical stones, with the decision of the rules; no cell if the solution has
    /// none.
    pub(super) fn move_at(&self, stones: Stones, turn: Turn) -> u64 {
        match turn {
            Turn::Open(safe) if turn.is_only() => safe,
            Turn::Open(safe) => self.moves.get(&stones.key()).copied().unwrap_or(0) & safe,
            _ => 0,
        }
    }
}

/// Returns the replies of O that the rules do not decide for X.
pub(super) fn open_replies(stones: Stones) -> impl Iterator<Item = Reply> {
    each(stones.playable()).filter_map(move |cell| {
        let after = stones.with_o(cell);
        let (canonical, is_mirrored) = after.canonical();
        let turn = Turn::of(canonical);
        let reply = Reply { stones: canonical, turn, is_mirrored, column: column_of(cell) };
        (!turn.is_decided()).then_some(reply)
    })
}

/// A visitor of the positions of a tree, each once, in the order of the file.
#[derive(Default)]
struct Walk {
    seen: HashSet<u64>,
    seen_with_x: HashSet<u64>,
}

/// A position with O to move, and the way to it.
struct Node {
    stones: Stones,
    /// The moves that lead to it, each in the frame of the board that was played on.
    moves: String,
    is_mirrored: bool,
}

impl Node {
    fn root() -> Self {
        Self { stones: Solution::start(), moves: "4".to_owned(), is_mirrored: false }
    }

    /// Returns the node after a reply of O and a move of X.
    fn after(&self, reply: &Reply, cell: u64) -> Self {
        let with_x = self.is_mirrored != reply.is_mirrored;
        let (stones, is_mirrored) = reply.stones.with_x(cell).canonical();
        let moves = format!("{}{}", self.before(reply), digit(column_of(cell), with_x));
        Self { stones, moves, is_mirrored: with_x != is_mirrored }
    }

    /// Returns the moves up to a reply of O.
    fn before(&self, reply: &Reply) -> String {
        format!("{}{}", self.moves, digit(reply.column, self.is_mirrored))
    }
}

/// Returns the number of a column, from 1 on, on the board itself or on its mirror image.
pub(super) fn digit(column: u32, is_mirrored: bool) -> u32 {
    if is_mirrored { 7 - column } else { column + 1 }
}

impl Walk {
    /// Visits a node and all below it. `decide` returns the rule of a leaf, or one move for each of the
    /// replies that are new.
    fn visit<E>(
        &mut self,
        node: &Node,
        decide: &mut impl FnMut(&Node, &[Reply]) -> Result<Option<Vec<u64>>, E>,
    ) -> Result<(), E> {
        if !self.seen.insert(node.stones.key()) {
            return Ok(());
        }
        let is_new = |reply: &Reply| !self.seen_with_x.contains(&reply.stones.key());
        let mut replies: Vec<Reply> = open_replies(node.stones).filter(is_new).collect();
        let mut own = HashSet::new();
        replies.retain(|reply| own.insert(reply.stones.key()));
        let Some(cells) = decide(node, &replies)? else { return Ok(()) };
        self.seen_with_x.extend(own);
        replies.iter().zip(cells).try_for_each(|(reply, cell)| self.visit(&node.after(reply, cell), decide))
    }
}

impl FromStr for Solution {
    type Err = ParseSolutionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_data = |(_, line): &(usize, &str)| !line.starts_with('#') && !line.is_empty();
        let mut lines = (1..).zip(text.lines()).filter(is_data);
        let mut solution = Self::default();
        Walk::default().visit(&Node::root(), &mut |node, replies| {
            let no_line = || format!("the file ends before the position after {}", node.moves);
            let (line, text) = lines.next().ok_or_else(|| ParseSolutionError(no_line()))?;
            if let Some(rule) = text.strip_prefix('=') {
                let rule: Result<Rule, ParseRuleError> = rule.parse();
                let rule = rule.map_err(|error| ParseSolutionError(format!("line {line}: {error}")))?;
                solution.rules.insert(node.stones.key(), rule);
                return Ok(None);
            }
            let mut digits = text.strip_prefix(NO_MOVE).unwrap_or(text).bytes();
            let mut read = |reply: &Reply| {
                let cell = match reply.turn {
                    Turn::Open(safe) if reply.turn.is_only() => safe,
                    Turn::Open(safe) => safe & digits.next().map_or(0, cells_of_digit),
                    _ => 0,
                };
                let no_move = || format!("line {line}: no safe move for X after {}", node.before(reply));
                (cell != 0).then_some(cell).ok_or_else(|| ParseSolutionError(no_move()))
            };
            let cells = replies.iter().map(&mut read).collect::<Result<Vec<_>, _>>()?;
            if digits.next().is_some() {
                return Err(ParseSolutionError::too_much(line));
            }
            solution
                .moves
                .extend(replies.iter().zip(&cells).map(|(reply, &cell)| (reply.stones.key(), cell)));
            Ok(Some(cells))
        })?;
        lines.next().map_or(Ok(solution), |(line, _)| Err(ParseSolutionError::too_much(line)))
    }
}

/// Returns the cells of the column with a number, from 1 on; none if there is no such column.
fn cells_of_digit(digit: u8) -> u64 {
    if (b'1'..=b'7').contains(&digit) { column(u32::from(digit - b'1')) } else { 0 }
}

impl fmt::Display for Solution {
    /// Writes the file, up to the first position without a move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Walk::default().visit(&Node::root(), &mut |node, replies| {
            if let Some(rule) = self.rules.get(&node.stones.key()) {
                writeln!(f, "={rule}")?;
                return Ok(None);
            }
            let cells: Vec<u64> =
                replies.iter().map(|reply| self.move_at(reply.stones, reply.turn)).collect();
            if cells.contains(&0) {
                return Err(fmt::Error);
            }
            let stored = replies.iter().zip(&cells).filter(|(reply, _)| !reply.turn.is_only());
            let digits: String = stored.map(|(_, &cell)| digit(column_of(cell), false).to_string()).collect();
            writeln!(f, "{}", if digits.is_empty() { NO_MOVE } else { &digits })?;
            Ok(Some(cells))
        })
    }
}
