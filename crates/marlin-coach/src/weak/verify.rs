//! [`verify`]: plays every reply of O to the end.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem::discriminant;

use super::player::{Fault, Plan, WeakPlayer};
use super::rule::Rule;
use super::solution::{Solution, open_replies};
use super::stones::each;
use super::turn::Turn;

/// The counts of a solution that wins against every reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Proof {
    /// The positions of the tree with O to move, with the leaves.
    pub with_o: u64,
    /// The positions of the tree with X to move.
    pub with_x: u64,
    /// Those of them in which only one move is safe.
    pub only_moves: u64,
    /// The leaves.
    pub leaves: u64,
    /// The items of all rules.
    pub items: u64,
    /// The positions with O to move that were played from the leaves on, and after a move that the rules decide.
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
    /// The moves, those of X by the solution; the last one is of O.
    pub moves: String,
    /// The reason.
    pub fault: Fault,
}

/// Plays every reply of O at every position to the end, with X's moves by the solution, and by the rules of the game alone.
///
/// # Errors
///
/// The first game that X does not win.
///
/// # Examples
///
/// ```
/// use marlin_coach::weak::{Solution, verify};
///
/// // The tree has no move.
/// let lost = verify(&Solution::default()).unwrap_err();
/// assert_eq!(lost.to_string(), "after 41: the solution has no move");
/// ```
pub fn verify(solution: &Solution) -> Result<Proof, LostLine> {
    let mut verifier = Verifier::default();
    verifier.play_all(solution)?;
    Ok(verifier.proof)
}

/// The positions with O to move that were met.
#[derive(Default)]
struct Verifier {
    tree: Keys,
    with_x: Keys,
    /// Those below the present leaf.
    leaf: Keys,
    /// Those since the present claims began.
    claims: Keys,
    /// Those from which all answers are right above the last stone, whatever came before.
    follow_up: Keys,
    /// The columns played, from 1 on.
    line: Vec<u32>,
    proof: Proof,
}

impl Verifier {
    /// Plays all games from the start.
    fn play_all(&mut self, solution: &Solution) -> Result<(), LostLine> {
        let player = WeakPlayer::new(solution);
        self.line.push(player.column());
        self.enter(&player);
        if self.is_new(&player) { self.reply(&player) } else { Ok(()) }
    }

    /// Plays all games after each reply of O.
    fn reply(&mut self, player: &WeakPlayer<'_>) -> Result<(), LostLine> {
        let playable = player.stones.playable();
        if playable == 0 {
            return Err(self.lost(Fault::Draw));
        }
        for cell in each(playable) {
            self.line.push(player.column_on_board(cell));
            let (next, _) = player.answer_to(cell).map_err(|fault| self.lost(fault))?;
            self.line.push(next.column());
            if discriminant(&next.plan) != discriminant(&player.plan) {
                self.enter(&next);
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

    /// Begins a leaf or claims: the same stones may be played on in another way than before.
    fn enter(&mut self, player: &WeakPlayer<'_>) {
        match player.plan {
            Plan::Rule(_) => self.leaf.clear(),
            Plan::Claims(_) => self.claims.clear(),
            Plan::Tree | Plan::Win => {}
        }
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
                    self.proof.only_moves += u64::from(matches!(reply.turn, Turn::Only(_)));
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

/// A set of keys of stones.
type Keys = HashSet<u64, BuildHasherDefault<KeyHasher>>;

/// A hash for keys of stones: millions are looked up, and no adversary chooses them.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 << 8 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let product = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ product >> 29;
    }
}
