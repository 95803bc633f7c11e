//! [`PositionSampler`]: positions of a number of stones, each as likely as another.

use std::collections::HashSet;

use marlin_core::{BoardSize, Game, Position};
use marlin_support::random::Random;

/// The positions in a row that may have been drawn before. After more of them, too few are left.
const REPEATS: usize = 1000;

/// Draws positions of a board with a number of stones. Every position that a game can reach, and that is not over, is as
/// likely as another.
///
/// Every choice of the heights of the columns leaves equally many ways to colour the stones, because their number is
/// fixed. So uniform heights with a uniform colouring are a uniform board, and the rejection of the boards that no game
/// reaches, or that are over, does not prefer any of the others.
#[derive(Debug)]
pub(crate) struct PositionSampler {
    board: BoardSize,
    stones: usize,
    /// The number of ways to put `s` stones into `c` columns, at `[c][s]`.
    ways: Vec<Vec<u32>>,
}

impl PositionSampler {
    /// Returns the sampler of a number of stones, at most the cells of the board.
    pub(crate) fn new(board: BoardSize, stones: usize) -> Self {
        let mut ways = vec![vec![0; stones + 1]; board.width() + 1];
        ways[0][0] = 1;
        for columns in 1..=board.width() {
            for sum in 0..=stones {
                let heights = 0..=sum.min(board.height());
                ways[columns][sum] = heights.map(|height| ways[columns - 1][sum - height]).sum();
            }
        }
        Self { board, stones, ways }
    }

    /// Returns different positions, `None` if there are hardly as many.
    pub(crate) fn draw_distinct(&self, count: usize, random: &mut Random) -> Option<Vec<Position>> {
        let (mut positions, mut drawn) = (Vec::new(), HashSet::new());
        let mut repeats = 0;
        while positions.len() < count {
            let position = self.draw(random);
            if drawn.insert(position) {
                positions.push(position);
                repeats = 0;
            } else if repeats == REPEATS {
                return None;
            } else {
                repeats += 1;
            }
        }
        Some(positions)
    }

    /// Returns a position.
    fn draw(&self, random: &mut Random) -> Position {
        loop {
            let [first, second] = self.draw_stones(random);
            let position = Position::from_bitboards(self.board, first, second).ok();
            let position = position.filter(|position| !position.is_over());
            if let Some(position) = position.filter(|position| Game::leading_to(position).is_ok()) {
                return position;
            }
        }
    }

    /// Returns the stones of both players: any stacks, of which the first player has half, rounded up.
    fn draw_stones(&self, random: &mut Random) -> [u64; 2] {
        let (mut left, mut left_of_first) = (self.stones, self.stones.div_ceil(2));
        let mut stones = [0; 2];
        for column in 0..self.board.width() {
            let height = self.draw_height(self.board.width() - column, left, random);
            for row in 0..height {
                let is_first = (random.below(left as u32) as usize) < left_of_first;
                left_of_first -= usize::from(is_first);
                left -= 1;
                stones[usize::from(!is_first)] |= 1 << (column * (self.board.height() + 1) + row);
            }
        }
        stones
    }

    /// Returns the height of the next column, where some columns and stones are left.
    fn draw_height(&self, columns: usize, stones: usize, random: &mut Random) -> usize {
        let mut index = random.below(self.ways[columns][stones]);
        for height in 0..self.board.height() {
            let ways = self.ways[columns - 1].get(stones.wrapping_sub(height)).copied().unwrap_or(0);
            if index < ways {
                return height;
            }
            index -= ways;
        }
        self.board.height()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Returns all positions of a number of stones that are not over, by playing all games.
    fn reached(board: BoardSize, stones: usize) -> HashSet<Position> {
        let mut positions = HashSet::from([Position::on(board)]);
        for _ in 0..stones {
            let children = positions
                .iter()
                .flat_map(|position| position.legal_moves().map(|column| position.after(column)));
            positions = children.filter(|position| !position.is_over()).collect();
        }
        positions
    }

    #[test]
    fn every_position_that_a_game_reaches_is_drawn_equally_often_and_no_other() {
        for (board, stones) in [("4x4", 5), ("5x4", 4), ("4x5", 3), ("4x4", 0)] {
            let board = board.parse().unwrap();
            let expected = reached(board, stones);
            let (sampler, mut random) = (PositionSampler::new(board, stones), Random::new(1, 0));
            let mut counts = HashMap::new();
            (0..200 * expected.len())
                .for_each(|_| *counts.entry(sampler.draw(&mut random)).or_insert(0) += 1);
            assert!(counts.keys().all(|position| expected.contains(position)), "{board} {stones}");
            // 200 of each on average, with a standard deviation of 14.
            let (least, most) = (counts.values().min().unwrap(), counts.values().max().unwrap());
            assert!(
                counts.len() == expected.len() && *least > 130 && *most < 270,
                "{board} {stones}: {least} to {most}"
            );
        }
    }

    #[test]
    fn positions_differ_and_too_few_are_refused() {
        let sampler = PositionSampler::new(BoardSize::STANDARD, 2);
        let all = sampler.draw_distinct(49, &mut Random::new(1, 0)).unwrap();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 49);
        assert!(sampler.draw_distinct(50, &mut Random::new(1, 0)).is_none());
    }
}
