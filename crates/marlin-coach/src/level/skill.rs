//! [`SkillLevel`]: the levels, with the sight of each and the chance in its choices.

use std::fmt;
use std::str::FromStr;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use marlin_core::{Bitboard, BoardSize, Cell, Column, Player, Position};
use serde::Serialize;

/// A strength of play, from 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SkillLevel(u8);

/// The error of a text that is no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("invalid level: a whole number from {} to {} is expected", SkillLevel::MIN, SkillLevel::MAX)]
pub struct ParseLevelError;

/// The maximum number of cells of the boards, apart from 7x6, that are solved from the first move on in a
/// second or two: see `docs/results.md`.
const PROVEN_CELLS: u32 = 35;

impl SkillLevel {
    /// The weakest level.
    pub const MIN: Self = Self(1);

    /// The perfect level: within its limits it never gives score away, so it wins as soon as possible and
    /// loses as late as possible.
    pub const MAX: Self = Self(10);

    /// Returns the level with a number from 1 to 10, `None` for any other.
    pub const fn new(number: usize) -> Option<Self> {
        if number >= Self::MIN.get() && number <= Self::MAX.get() { Some(Self(number as u8)) } else { None }
    }

    /// Returns the number of the level.
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// Returns the name of the level on a board. The name of level 10 is `strongest` where it [is not
    /// perfect](Self::is_perfect).
    pub fn name(self, size: BoardSize) -> &'static str {
        if self == Self::MAX && !self.is_perfect(size) { "strongest" } else { NAMES[self.get() - 1].0 }
    }

    /// Returns whether a player of the level proves its moves on a board from the first one on, within the
    /// limits of a game with a person. Only level 10 does so: on 7x6, and on boards of at least four columns,
    /// at least four rows and at most 35 cells. Without limits level 10 does so on every board.
    pub fn is_perfect(self, size: BoardSize) -> bool {
        // Boards of two or three rows are harder: 16x2 and 11x3 are not solved in that time.
        let is_thick = size.width().min(size.height()) >= 4;
        self == Self::MAX && (size == BoardSize::STANDARD || size.cells() <= PROVEN_CELLS && is_thick)
    }

    /// Returns the strength of the level in a sentence.
    pub const fn summary(self) -> &'static str {
        NAMES[self.get() - 1].1
    }

    /// Returns all levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (Self::MIN.0..=Self::MAX.0).map(Self)
    }
}

/// The perfect level.
impl Default for SkillLevel {
    fn default() -> Self {
        Self::MAX
    }
}

impl FromStr for SkillLevel {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        text.parse().ok().and_then(Self::new).ok_or(ParseLevelError)
    }
}

/// The number.
impl fmt::Display for SkillLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The sight of a player before a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// Wins and losses within a number of plies: 2 are the wins and blocks of the next two stones.
    Plies(u32),
    /// Everything, up to the end of the game: the zugzwang that decides most games.
    Everything,
}

/// All kinds of sight, the shortest first.
pub(super) const SIGHTS: [Sight; 5] =
    [Sight::Plies(0), Sight::Plies(2), Sight::Plies(4), Sight::Plies(8), Sight::Everything];

/// The sight of a level: the number of its moves in a thousand with each of [`SIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Skill([u32; 5]);

/// The levels in order. `just levels` measures them: each gets 60 to 75 % of the points against the one
/// below.
const SKILLS: [Skill; 10] = [
    Skill([830, 170, 0, 0, 0]),
    Skill([450, 550, 0, 0, 0]),
    Skill([180, 820, 0, 0, 0]),
    Skill([0, 850, 150, 0, 0]),
    Skill([0, 180, 820, 0, 0]),
    Skill([0, 0, 300, 700, 0]),
    Skill([0, 0, 0, 770, 230]),
    Skill([0, 0, 0, 380, 620]),
    Skill([0, 0, 0, 140, 860]),
    Skill([0, 0, 0, 0, 1000]),
];

/// The name of each level, and its strength by [`SKILLS`] in a sentence.
const NAMES: [(&str, &str); 10] = [
    ("newcomer", "Overlooks most wins and blocks."),
    ("beginner", "Overlooks almost every other win or block."),
    ("learner", "Overlooks one win or block in five."),
    ("casual player", "Blocks every four, and rarely looks further."),
    ("keen player", "Sees most double threats coming."),
    ("club player", "Looks eight stones ahead most of the time."),
    ("strong player", "Looks eight stones ahead, and at times to the end."),
    ("expert", "Sees to the end of the game more often than not."),
    ("master", "Sees to the end of the game but for one move in seven."),
    ("perfect", "Plays perfectly wherever its search is complete."),
];

impl Skill {
    pub(super) const fn of(level: SkillLevel) -> Self {
        SKILLS[level.get() - 1]
    }

    /// Returns the share of the moves with each of [`SIGHTS`].
    pub(super) fn shares(self) -> [f64; 5] {
        self.0.map(|thousandths| f64::from(thousandths) / 1000.0)
    }

    /// Draws the sight of the player for a move.
    pub(super) fn draw(self, chance: &mut Chance) -> Sight {
        let sights: Vec<_> = SIGHTS.into_iter().zip(self.0).collect();
        chance.one_of(&sights).unwrap_or(Sight::Everything)
    }
}

/// Random numbers, the same for a seed and a position on every machine.
///
/// The position is part of the key, so there is no state to keep beside the game, and a game that continues
/// from a saved position continues in the same way.
#[derive(Debug)]
pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    pub(super) fn new(seed: u64, position: &Position) -> Self {
        let word = |set: Bitboard| set.bits() as u64 ^ ((set.bits() >> 64) as u64).rotate_left(1);
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&word(position.us()).to_le_bytes());
        key[16..24].copy_from_slice(&word(position.them()).to_le_bytes());
        key[24] = position.size().width() as u8;
        key[25] = position.size().height() as u8;
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Returns a uniform number below `end`, which is above 0.
    fn below(&mut self, end: u32) -> u32 {
        // The upper half of a product favours no number by more than one part in 2^32 / end, which has no
        // visible effect here.
        ((u64::from(self.0.next_u32()) * u64::from(end)) >> 32) as u32
    }

    /// Returns one of the items, each with a probability in proportion to its weight; `None` if there are no
    /// items, or none has a weight.
    pub(super) fn one_of<T: Copy>(&mut self, items: &[(T, u32)]) -> Option<T> {
        let total = items.iter().map(|&(_, weight)| weight).sum();
        if total == 0 {
            return None;
        }
        let mut drawn = self.below(total);
        for &(item, weight) in items {
            if drawn < weight {
                return Some(item);
            }
            drawn -= weight;
        }
        None
    }
}

/// Returns the number of lines of four through the cell where a stone in this column lands, counted once for
/// each side that can still complete them. This is why beginners and masters alike prefer the middle.
pub(super) fn open_lines(position: &Position, column: Column) -> u32 {
    let height = position.size().height();
    let Some(cell) = Cell::new(column, position.height(column)).filter(|cell| cell.row() < height) else {
        return 0;
    };
    let lines_without = |them: Player| {
        let open = !position.stones(them);
        open.count_fours() - (open & !Bitboard::on(position.size()).with(cell)).count_fours()
    };
    lines_without(Player::X) + lines_without(Player::O)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_sees_further_than_the_one_below() {
        for pair in SKILLS.windows(2) {
            // The share of moves before which a level sees at least so far.
            let at_least = |skill: Skill, sight: usize| skill.0[sight..].iter().sum::<u32>();
            let further = |sight| at_least(pair[0], sight) <= at_least(pair[1], sight);
            assert!((0..5).all(further) && pair[0] != pair[1], "{pair:?}");
        }
        assert!(SKILLS.iter().all(|skill| skill.0.iter().sum::<u32>() == 1000));
    }

    #[test]
    fn the_perfect_level_sees_everything_and_no_other_always_does() {
        assert_eq!(SKILLS.map(|skill| skill.0[4] == 1000), std::array::from_fn(|i| i == 9));
    }

    #[test]
    fn items_are_drawn_as_often_as_their_weights_say() {
        let position = Position::on(BoardSize::STANDARD);
        let mut counts = [0; 3];
        for seed in 0..4_000 {
            let drawn = Chance::new(seed, &position).one_of(&[(0, 1), (1, 0), (2, 3)]);
            counts[drawn.unwrap()] += 1;
        }
        assert!((900..1_100).contains(&counts[0]) && counts[1] == 0, "{counts:?}");
        assert_eq!(Chance::new(1, &position).one_of::<u8>(&[]), None);
    }

    fn counts(size: &str, moves: &str) -> Vec<u32> {
        let size: BoardSize = size.parse().unwrap();
        let position = Position::parse(size, moves).unwrap();
        size.columns().map(|column| open_lines(&position, column)).collect()
    }

    #[test]
    fn the_middle_has_the_most_lines() {
        // Each line of an empty board is open to both sides.
        assert_eq!(counts("7x6", ""), [6, 8, 10, 14, 10, 8, 6]);
        assert_eq!(counts("4x4", ""), [6, 4, 4, 6]);
        assert_eq!(counts("3x3", ""), [0, 0, 0]);
    }

    #[test]
    fn a_stone_closes_its_lines_for_the_other_side() {
        // The four cells of the row are the only line.
        assert_eq!(counts("4x1", "1"), [0, 1, 1, 1]);
        assert_eq!(counts("4x1", "12"), [0, 0, 0, 0]);
    }
}
