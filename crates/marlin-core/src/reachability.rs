//! The search for moves that lead to a position: whether it can arise in a game.
//!
//! A four ends the game, so only the last stone may complete one, and each stone that may be the last is
//! tried. The other stones have no four, so the rules require of their order only that each column fills from
//! below and that the players alternate.
//!
//! The search takes the stones off, from above or from below. The remaining heights determine the rest, so
//! heights without an order are never tried again ([`OrderSearch::dead_ends`]). Two ideas keep the search
//! short. First, turns alternate, so two stones of one player on top of each other wait for a stone
//! elsewhere. The search abandons heights at which a column needs more turns than are left, and first tries
//! the column that needs the most turns ([`Stack::turns`]). Second, a board that is hard from above is often
//! easy from below, so both directions are tried in turn, and then again with twice the steps.
//!
//! docs/proofs.md proves that the search finds moves if there are any. No bound of the steps better than an
//! exponential one is known, so the steps are limited. The search nearly always takes one step a stone.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::geometry::Masks;
use crate::notation::{ParseError, ParseErrorKind};
use crate::player::Player;
use crate::raw_position::RawPosition;

/// The steps of the first try in each direction. Each further one may take twice the steps of the one before.
const FIRST_TRY: u32 = 500;

/// The maximum number of steps of a search, which take some tenths of a second.
const MOST_STEPS: u32 = 1_000_000;

/// Returns the error of a position to which no moves lead, or to which none were found.
pub(crate) fn no_game(kind: ParseErrorKind) -> ParseError {
    let open = format!("whether moves lead to this board is not decided after {MOST_STEPS} steps");
    let never = "no order of moves leads to this board: X and O cannot have filled the columns in turn";
    let message = if kind == ParseErrorKind::Undecided { open } else { never.to_owned() };
    ParseError::new(kind, None, message)
}

impl RawPosition {
    /// Returns moves from the empty board to this position: see
    /// [`Game::leading_to`](crate::Game::leading_to).
    pub(crate) fn moves_from_empty(self, masks: &Masks) -> Result<Vec<usize>, ParseErrorKind> {
        if self.winner(masks).is_none() {
            return order(self, masks, MOST_STEPS).0;
        }
        let (mut reason, mut steps_left) = (ParseErrorKind::Unreachable, MOST_STEPS);
        for (column, before) in self.parents(masks).filter(|(_, before)| before.winner(masks).is_none()) {
            let (moves, steps) = order(before, masks, steps_left);
            steps_left = steps_left.saturating_sub(steps);
            match moves {
                Ok(mut moves) => {
                    moves.push(column);
                    return Ok(moves);
                }
                Err(ParseErrorKind::Undecided) => reason = ParseErrorKind::Undecided,
                Err(_) => {}
            }
        }
        Err(reason)
    }
}

/// Returns the columns of the stones of a position without a four, in the order of a game, and the number of
/// steps of the search.
fn order(position: RawPosition, masks: &Masks, limit: u32) -> (Result<Vec<usize>, ParseErrorKind>, u32) {
    let x_stones = position.stones(Player::X);
    let column = |column: usize| {
        let height = position.height(masks, column);
        let cells = x_stones >> (column as u32 * (masks.height + 1));
        Stack { stones: cells & ((1 << height) - 1), height }
    };
    let from_above: Vec<_> = (0..masks.width as usize).map(column).collect();
    let from_below: Vec<_> = from_above.iter().map(Stack::reversed).collect();
    let left = position.nb_moves();
    let last_is_x = left % 2 == 1;
    let (mut most, mut steps) = (FIRST_TRY.min(limit), 0);
    while steps < limit {
        for (stacks, is_x, is_backward) in [(&from_above, last_is_x, true), (&from_below, true, false)] {
            let (stacks, heights) = (stacks.clone(), u128::from(masks.height) + 1);
            let (dead_ends, moves) = (HashSet::new(), Vec::new());
            let mut search = OrderSearch { stacks, heights, dead_ends, moves, steps_left: most };
            let found = search.take(is_x, left);
            steps += most - search.steps_left;
            let Some(is_found) = found else { continue };
            if is_backward {
                search.moves.reverse();
            }
            return (if is_found { Ok(search.moves) } else { Err(ParseErrorKind::Unreachable) }, steps);
        }
        most = most.saturating_mul(2);
    }
    (Err(ParseErrorKind::Undecided), steps)
}

/// The stones of a column that are not taken yet, in the order in which they are taken from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stack {
    /// A bit is set for a stone of X. The lowest bit is the stone that is taken last.
    stones: u128,
    height: usize,
}

impl Stack {
    fn reversed(&self) -> Self {
        let stones = self.stones.reverse_bits().checked_shr(128 - self.height as u32).unwrap_or(0);
        Self { stones, ..*self }
    }

    const fn top_is_x(self) -> bool {
        self.stones >> (self.height - 1) & 1 == 1
    }

    const fn without_top(self) -> Self {
        let height = self.height - 1;
        Self { stones: self.stones & ((1 << height) - 1), height }
    }

    /// Returns the minimum number of turns in which all stones can be taken, given whether X has the first
    /// turn and whether X has the last.
    const fn turns(self, first_is_x: bool, last_is_x: bool) -> u32 {
        if self.height == 0 {
            return 0;
        }
        let pairs = !(self.stones ^ (self.stones >> 1)) & ((1 << (self.height - 1)) - 1);
        let waits = self.top_is_x() != first_is_x;
        let is_early = (self.stones & 1 == 1) != last_is_x;
        self.height as u32 + pairs.count_ones() + waits as u32 + is_early as u32
    }
}

/// A search in one direction.
struct OrderSearch {
    stacks: Vec<Stack>,
    /// The number of heights that a column may have.
    heights: u128,
    /// The [states](Self::state) from which no order of the rest was found.
    dead_ends: HashSet<u128>,
    moves: Vec<usize>,
    steps_left: u32,
}

impl OrderSearch {
    /// Takes the last `left` stones, alternately, and collects their columns; `None` if the steps run out
    /// first.
    fn take(&mut self, is_x: bool, left: u32) -> Option<bool> {
        if left == 0 {
            return Some(true);
        }
        let state = self.state();
        if self.dead_ends.contains(&state) {
            return Some(false);
        }
        self.steps_left = self.steps_left.checked_sub(1)?;
        for column in self.candidates(is_x, left) {
            let stack = self.stacks[column];
            self.stacks[column] = stack.without_top();
            self.moves.push(column);
            if self.take(!is_x, left - 1)? {
                return Some(true);
            }
            self.moves.pop();
            self.stacks[column] = stack;
        }
        self.dead_ends.insert(state);
        Some(false)
    }

    /// Returns the columns with a stone of the player on top, the column that needs the most turns first, and
    /// only one of equal columns. The result is empty if a column needs more turns than are left.
    fn candidates(&self, is_x: bool, left: u32) -> Vec<usize> {
        let last_is_x = is_x == (left % 2 == 1);
        let turns = |column: &usize| self.stacks[*column].turns(is_x, last_is_x);
        let mut candidates = Vec::new();
        for column in (0..self.stacks.len()).filter(|&column| self.stacks[column].height > 0) {
            if turns(&column) > left {
                return Vec::new();
            }
            let is_equal = |&other: &usize| self.stacks[other] == self.stacks[column];
            if self.stacks[column].top_is_x() == is_x && !candidates.iter().any(is_equal) {
                candidates.push(column);
            }
        }
        candidates.sort_by_cached_key(|column| Reverse(turns(column)));
        candidates
    }

    /// Returns a number for the heights. It fits a word, because a column has fewer heights than its bits
    /// have values.
    fn state(&self) -> u128 {
        self.stacks.iter().fold(0, |state, stack| state * self.heights + stack.height as u128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    fn masks(size: &str) -> &'static Masks {
        size.parse::<BoardSize>().unwrap().masks()
    }

    /// Returns the keys of all positions that arise in games.
    fn all_of_games(masks: &Masks) -> HashSet<u128> {
        let (mut found, mut open) = (HashSet::new(), vec![RawPosition::EMPTY]);
        while let Some(position) = open.pop() {
            if found.insert(position.key(masks)) && position.winner(masks).is_none() {
                open.extend(position.legal_columns(masks).map(|column| position.after_column(masks, column)));
            }
        }
        found
    }

    /// Calls a function with every filling of the columns from below in which X has as many stones as O, or
    /// one more.
    fn each_filling(masks: &Masks, mut check: impl FnMut(RawPosition)) {
        let heights = u128::from(masks.height) + 1;
        // A number for each column: its stones, below a one.
        let mut columns = vec![1_u128; masks.width as usize];
        loop {
            let (mut x, mut occupied) = (0, 0);
            for (&column, index) in columns.iter().zip(0..) {
                let below = (1 << column.ilog2()) - 1;
                x |= (column & below) << (index * heights);
                occupied |= below << (index * heights);
            }
            let (of_x, of_o) = (x.count_ones(), (occupied ^ x).count_ones());
            if of_x == of_o || of_x == of_o + 1 {
                let us = if of_x == of_o { x } else { occupied ^ x };
                check(RawPosition { us, occupied });
            }
            let Some(next) = columns.iter().position(|&column| column + 1 < 1 << heights) else { return };
            columns[..next].fill(1);
            columns[next] += 1;
        }
    }

    #[test]
    fn exactly_the_positions_of_games_have_a_game_that_leads_to_them() {
        for size in ["4x3", "3x4", "5x2", "2x5", "1x9", "7x1"] {
            let (masks, mut count) = (masks(size), 0);
            let of_games = all_of_games(masks);
            each_filling(masks, |position| {
                let moves = position.moves_from_empty(masks);
                assert_eq!(moves.is_ok(), of_games.contains(&position.key(masks)), "{size}: {position:?}");
                let mut replayed = RawPosition::EMPTY;
                for column in moves.iter().flatten().copied() {
                    assert!(replayed.winner(masks).is_none(), "{size}: {position:?}");
                    replayed = replayed.after_column(masks, column);
                    count += usize::from(replayed == position);
                }
            });
            assert_eq!(count, of_games.len() - 1, "{size}");
        }
    }

    #[test]
    fn a_search_without_an_end_is_no_proof_that_a_board_breaks_a_rule() {
        let (undecided, unreachable) =
            (no_game(ParseErrorKind::Undecided), no_game(ParseErrorKind::Unreachable));
        let expected = "whether moves lead to this board is not decided after 1000000 steps";
        assert!(!undecided.breaks_a_rule() && unreachable.breaks_a_rule());
        assert_eq!(undecided.to_string(), expected);
    }

    #[test]
    fn full_boards_take_few_steps_whether_a_game_leads_to_them_or_not() {
        let mut state = 1_u64;
        let mut pick = |below: u32| {
            // Xorshift, by G. Marsaglia.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % u64::from(below)) as u32
        };
        let (mut reached, mut worst, mut undecided) = (0, 0, 0);
        for round in 0..3_000 {
            let masks = masks(["7x6", "9x6", "8x7", "6x9", "12x4", "7x7"][round as usize % 6]);
            let (mut left, longest) = ([masks.cells().div_ceil(2), masks.cells() / 2], pick(4) + 1);
            let (mut x, mut side, mut run) = (0_u128, 0, 0);
            for cell in 0..masks.cells() {
                if run == 0 || left[side] == 0 {
                    (side, run) = (if left[1 - side] == 0 { side } else { 1 - side }, pick(longest) + 1);
                }
                (left[side], run) = (left[side] - 1, run - 1);
                let bit = cell / masks.height * (masks.height + 1) + cell % masks.height;
                x |= u128::from(side == 0) << bit;
            }
            let occupied = (0..masks.width as usize).fold(0, |all, column| all | masks.column_mask(column));
            let us = if masks.cells().is_multiple_of(2) { x } else { occupied ^ x };
            let (moves, steps) = order(RawPosition { us, occupied }, masks, MOST_STEPS);
            reached += u32::from(moves.is_ok());
            let (early, _) = order(RawPosition { us, occupied }, masks, 60);
            undecided += u32::from(early == Err(ParseErrorKind::Undecided));
            assert!(early == Err(ParseErrorKind::Undecided) || early.is_ok() == moves.is_ok());
            worst = worst.max(steps);
        }
        assert!(worst < 5_000 && (1_500..2_990).contains(&reached), "{worst} steps, {reached} boards");
        assert!((1..3_000).contains(&undecided), "{undecided} boards take more than 60 steps");
    }
}
