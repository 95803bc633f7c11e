//! Claimeven carried out, against many ways to play.

use std::collections::HashSet;

use marlin_coach::explain::{Claimeven, SecondFour};
use marlin_core::Cell;
use marlin_core::Player;

use super::random::Random;
use crate::naive::{Board, Place, place, places};

/// With so few empty cells every way to play is tried.
const ALL_LINES: usize = 7;

/// The random games that are played where there are more.
const GAMES: u64 = 12;

/// Checks that the strategy gives its side the score of the statement, and the other side no cells but its
/// own.
pub(crate) fn check(board: &Board, claim: &Claimeven, context: &str) {
    assert_ne!(claim.player, board.to_move(), "{context}");
    let cells: HashSet<Place> = places(&claim.opponent_cells).into_iter().collect();
    assert!(places(&claim.own_cells).iter().all(|cell| !cells.contains(cell)), "{context}");
    for trap in claim.traps.iter().chain(&claim.odd_threat) {
        assert!(board.completes(claim.player, place(*trap)), "{context}");
    }
    assert!(claim.traps.iter().all(|trap| claim.own_cells.contains(trap)), "{context}");
    let strategy =
        Strategy { pairs: pairs(board, claim), cells, at_least: claim.at_least.get(), player: claim.player };
    strategy.check_second_fours(board, claim, context);
    if board.empty() <= ALL_LINES {
        return strategy.against_all(board, context);
    }
    let columns = |late: &SecondFour| late.opponent.iter().map(|cell| cell.column().index()).collect();
    let eager: Vec<Vec<usize>> = claim.second_fours.iter().map(columns).collect();
    for seed in 0..GAMES {
        strategy.against_random(board, &[], &mut Random::new(seed), context);
        for columns in &eager {
            strategy.against_random(board, columns, &mut Random::new(seed), context);
        }
    }
}

fn sorted(mut line: [Place; 4]) -> [Place; 4] {
    line.sort_unstable();
    line
}

fn four(cells: &[Cell], context: &str) -> [Place; 4] {
    sorted(places(cells).try_into().unwrap_or_else(|_| panic!("{context}: not four cells: {cells:?}")))
}

/// Returns the columns with an odd number of empty cells in pairs, without the column of the odd threat.
fn pairs(board: &Board, claim: &Claimeven) -> Vec<[usize; 2]> {
    let own = claim.odd_threat.map(|cell| cell.column().index());
    let is_odd = |&column: &usize| (board.height - board.height_of(column)) % 2 == 1 && Some(column) != own;
    let odd: Vec<usize> = (0..board.width).filter(is_odd).collect();
    assert!(odd.len().is_multiple_of(2));
    odd.chunks(2).map(|pair| [pair[0], pair[1]]).collect()
}

struct Strategy {
    /// Pairs of columns: each side gets one of the two lowest cells at the start.
    pairs: Vec<[usize; 2]>,
    /// The cells that the opponent may get.
    cells: HashSet<Place>,
    at_least: i32,
    player: Player,
}

impl Strategy {
    /// Checks that these are all fours of the opponent's stones and cells, and that each comes second: the
    /// side that answers has a four before it, whichever of its cells is filled last.
    fn check_second_fours(&self, board: &Board, claim: &Claimeven, context: &str) {
        let own_cells: HashSet<Place> = places(&claim.own_cells).into_iter().collect();
        let may_get =
            |place: &Place| board.at(*place) == Some(self.player.opponent()) || self.cells.contains(place);
        let fours: HashSet<[Place; 4]> =
            board.lines().into_iter().filter(|line| line.iter().all(may_get)).map(sorted).collect();
        let late: HashSet<[Place; 4]> =
            claim.second_fours.iter().map(|late| four(&late.opponent, context)).collect();
        assert!(fours == late && late.len() == claim.second_fours.len(), "{context}: {fours:?}");
        for late in &claim.second_fours {
            let own = four(&late.own, context);
            assert!(board.lines().into_iter().map(sorted).any(|line| line == own), "{context}: {own:?}");
            let needed: Vec<Place> =
                places(&late.opponent).into_iter().filter(|&place| board.at(place).is_none()).collect();
            let is_named_before = |&last: &Place| {
                let is_before = |place: &Place| self.is_before(board, &own_cells, &needed, last, *place);
                let lines = board.lines();
                let before: Vec<_> = lines.into_iter().filter(|line| line.iter().all(is_before)).collect();
                assert!(!before.is_empty(), "{context}: {late:?} comes first with {last:?}");
                before.into_iter().map(sorted).any(|line| line == own)
            };
            let named = needed.iter().filter(|last| is_named_before(last)).count();
            assert!(named > 0, "{context}: {own:?} is never complete before");
        }
    }

    /// Returns whether the side that answers has a cell before the opponent plays the last of the cells that
    /// it needs: a stone, or a cell below a needed one, or the answer right above one that is played by then.
    fn is_before(
        &self,
        board: &Board,
        own_cells: &HashSet<Place>,
        needed: &[Place],
        last: Place,
        (column, row): Place,
    ) -> bool {
        let is_paired = |&(column, row): &Place| {
            self.pairs.iter().any(|pair| pair.contains(&column)) && row == board.height_of(column)
        };
        let is_below = needed.iter().any(|&(other, above)| other == column && above > row);
        let is_answer = needed
            .iter()
            .any(|place| *place != last && !is_paired(place) && (place.0, place.1 + 1) == (column, row));
        board.at((column, row)) == Some(self.player)
            || own_cells.contains(&(column, row)) && (is_below || is_answer)
    }

    /// Returns the answer to a stone: the other column of a pair if both are still untouched, otherwise right
    /// above.
    ///
    /// A column of a pair is untouched as long as it has an odd number of empty cells before the stone.
    fn answer(&self, board: &Board, (column, _): Place) -> usize {
        let partner =
            self.pairs.iter().find(|pair| pair.contains(&column)).map(|pair| pair[0] + pair[1] - column);
        let was_odd = (board.height - board.height_of(column) + 1) % 2 == 1;
        partner.filter(|_| was_odd).unwrap_or(column)
    }

    /// Returns the board after a stone of the opponent and its answer, `None` once the game is over: then its
    /// result is checked.
    fn exchange(&self, board: &Board, cell: Place, context: &str) -> Option<Board> {
        assert!(self.cells.contains(&cell), "{context}: the opponent gets {cell:?}");
        let after = board.after(cell.0);
        if self.is_over(&after, context) {
            return None;
        }
        let answered = after.after(self.answer(&after, cell));
        (!self.is_over(&answered, context)).then_some(answered)
    }

    /// Returns whether the game is over, and checks its result.
    fn is_over(&self, board: &Board, context: &str) -> bool {
        assert!(!board.has_won(self.player.opponent()), "{context}: the opponent wins");
        let (cells, stones) = (board.cells() as i32, board.stones() as i32);
        if board.has_won(self.player) {
            assert!((cells + 2 - stones) / 2 >= self.at_least, "{context}: a win too late");
            return true;
        }
        assert!(board.empty() > 0 || self.at_least <= 0, "{context}: no win");
        board.empty() == 0
    }

    fn against_all(&self, board: &Board, context: &str) {
        for cell in board.legal() {
            if let Some(next) = self.exchange(board, cell, context) {
                self.against_all(&next, context);
            }
        }
    }

    /// Checks a game in which the opponent plays at random: in some columns for as long as it can, then
    /// anywhere.
    fn against_random(&self, board: &Board, eager: &[usize], random: &mut Random, context: &str) {
        let mut board = *board;
        loop {
            let legal = board.legal();
            let wanted: Vec<Place> =
                legal.iter().copied().filter(|(column, _)| eager.contains(column)).collect();
            let legal = if wanted.is_empty() { legal } else { wanted };
            let cell = legal[random.below(legal.len())];
            let Some(next) = self.exchange(&board, cell, context) else { return };
            board = next;
        }
    }
}
