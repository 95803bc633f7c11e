//! [`Rule`]: the replies of X from a leaf to the end of every game, as a list.

use std::fmt;
use std::str::FromStr;

use super::stones::{COLUMNS, Stones, column, column_of};

/// The order of columns in which X plays if nothing else applies: from the middle.
const FROM_THE_MIDDLE: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// The contents of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Contents {
    /// No stone.
    Empty,
    /// A stone of X.
    X,
    /// A stone of O.
    O,
}

/// The signs of contents in the text of an item.
const SIGNS: [(char, Contents); 3] = [('-', Contents::Empty), ('x', Contents::X), ('o', Contents::O)];

/// One item of a rule. It applies if its cell is a safe move. Cells are single bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// Play a cell: `c3`.
    Play(u64),
    /// Play right above the last stone of O if it is in a column, counted from 0: `c^`.
    Above(u32),
    /// Play a cell if another cell has certain contents: `a1-c3` if a1 is empty, `a1xc3` and `a1oc3` if it
    /// has a stone of X or of O.
    If(u64, Contents, u64),
}

impl Item {
    /// Returns the move of the item, or no cell if it does not apply. `safe` are the safe moves of X, and
    /// `last` is the last stone of O.
    pub fn applied(self, stones: Stones, safe: u64, last: u64) -> u64 {
        match self {
            Self::Play(cell) => cell & safe,
            Self::Above(index) if column_of(last) == index => last << 1 & safe,
            Self::If(cell, contents, play) if is_in(stones, cell, contents) => play & safe,
            Self::Above(_) | Self::If(..) => 0,
        }
    }
}

/// Returns whether a cell has some contents.
const fn is_in(stones: Stones, cell: u64, contents: Contents) -> bool {
    let has = match contents {
        Contents::Empty => !stones.occupied() & cell,
        Contents::X => stones.x & cell,
        Contents::O => stones.o & cell,
    };
    has != 0
}

/// A list of items. The first one that applies is played. If none does, X plays right above the last stone of
/// O; if that is not safe, X plays the first safe move from the middle of the board.
///
/// # Examples
///
/// ```
/// use marlin_coach::weak::Rule;
///
/// let rule: Rule = "c3d^a1oe2".parse()?;
/// assert_eq!(rule.items.len(), 3);
/// assert_eq!(rule.to_string(), "c3d^a1oe2");
/// assert!("c7".parse::<Rule>().is_err());
/// # Ok::<(), marlin_coach::weak::ParseRuleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rule {
    /// The items. The first one that applies decides.
    pub items: Vec<Item>,
}

impl Rule {
    /// Returns the move after the last stone of O, and the item that decides, if one does; no cell if there
    /// is no safe move.
    pub fn choose(&self, stones: Stones, safe: u64, last: u64) -> (u64, Option<Item>) {
        let applied = |item: &Item| (item.applied(stones, safe, last), Some(*item));
        let found = self.items.iter().map(applied).find(|&(cell, _)| cell != 0);
        found.unwrap_or_else(|| (default_move(safe, last), None))
    }
}

/// Returns the move if no item applies.
fn default_move(safe: u64, last: u64) -> u64 {
    let above = last << 1 & safe;
    let from_the_middle = FROM_THE_MIDDLE.iter().map(|&index| column(index) & safe);
    if above != 0 { above } else { from_the_middle.into_iter().find(|&cell| cell != 0).unwrap_or(0) }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.iter().try_for_each(|item| item.fmt(f))
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Play(cell) => f.write_str(&cell_name(cell)),
            Self::Above(index) => write!(f, "{}^", column_name(index)),
            Self::If(cell, contents, play) => {
                let sign = SIGNS.iter().find(|sign| sign.1 == contents).map_or('-', |sign| sign.0);
                write!(f, "{}{sign}{}", cell_name(cell), cell_name(play))
            }
        }
    }
}

/// Returns the letter of a column.
fn column_name(index: u32) -> char {
    char::from(b'a' + index as u8)
}

/// Returns the name of a cell, as in c3.
fn cell_name(cell: u64) -> String {
    format!("{}{}", column_name(column_of(cell)), cell.trailing_zeros() % 7 + 1)
}

/// A text that is no rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule: '{0}'")]
pub struct ParseRuleError(String);

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut rest = text.as_bytes();
        let mut items = Vec::new();
        while !rest.is_empty() {
            let (item, len) = read_item(rest).ok_or_else(|| ParseRuleError(text.to_owned()))?;
            items.push(item);
            rest = &rest[len..];
        }
        Ok(Self { items })
    }
}

/// Reads the item at the start of a text. Returns it with its length.
fn read_item(text: &[u8]) -> Option<(Item, usize)> {
    if text.get(1) == Some(&b'^') {
        return Some((Item::Above(read_column(text)?), 2));
    }
    let cell = read_cell(text)?;
    let sign = text.get(2).and_then(|&text| SIGNS.iter().find(|sign| sign.0 == char::from(text)));
    let Some(&(_, contents)) = sign else { return Some((Item::Play(cell), 2)) };
    Some((Item::If(cell, contents, read_cell(&text[3..])?), 5))
}

/// Reads the letter of a column.
fn read_column(text: &[u8]) -> Option<u32> {
    let index = u32::from(text.first()?.checked_sub(b'a')?);
    (index < COLUMNS).then_some(index)
}

/// Reads the name of a cell.
fn read_cell(text: &[u8]) -> Option<u64> {
    let row = text.get(1)?.checked_sub(b'1').filter(|&row| row < 6)?;
    Some(1 << (7 * read_column(text)? + u32::from(row)))
}
