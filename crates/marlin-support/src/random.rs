//! [`Random`]: choices and games that are the same for a seed on every machine.
//!
//! Position sets and matches are published with their seeds. The crate `rand` does not promise the same
//! values for ever: a new version may draw other numbers below a bound. So the steps from the words of the
//! cipher to a choice are here.

use std::ops::RangeInclusive;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use marlin_core::{BoardSize, Game, Position};

/// A stream of random numbers.
///
/// # Examples
///
/// ```
/// use marlin_support::random::Random;
///
/// let board = "7x6".parse()?;
/// let game = Random::new(1, 0).game(board, 12, |position| !position.can_win_next());
/// assert_eq!(game.moves().len(), 12);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Clone for Random {
    fn clone(&self) -> Self {
        let mut numbers = ChaCha8Rng::from_seed(self.0.get_seed());
        numbers.set_stream(self.0.get_stream());
        numbers.set_word_pos(self.0.get_word_pos());
        Self(numbers)
    }
}

impl Random {
    /// Returns a stream of a seed. Streams with different numbers are independent of each other.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        numbers.set_stream(stream);
        Self(numbers)
    }

    /// Returns a stream of a seed with a name: the seed and the name are the key of the cipher.
    ///
    /// # Panics
    ///
    /// If the name has more than 24 bytes.
    pub fn named(seed: u64, name: &str, stream: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..8 + name.len()].copy_from_slice(name.as_bytes());
        let mut numbers = ChaCha8Rng::from_seed(key);
        numbers.set_stream(stream);
        Self(numbers)
    }

    /// Returns a uniform number below `end`, which must be positive.
    pub fn below(&mut self, end: u32) -> u32 {
        // The remainder of a word. Words beyond the last whole multiple of `end` would favour small
        // remainders.
        let multiples = u32::MAX - u32::MAX % end;
        loop {
            let word = self.0.next_u32();
            if word < multiples {
                return word % end;
            }
        }
    }

    /// Returns a uniform number within a range, which must not be empty.
    pub fn within(&mut self, range: &RangeInclusive<u32>) -> u32 {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// Returns one of the items, `None` if there are none.
    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len() as u32) as usize).copied()
    }

    /// Returns an unfinished game of `plies` random moves. Games are drawn until the position of one is
    /// wanted.
    pub fn game(&mut self, board: BoardSize, plies: u32, is_wanted: impl Fn(&Position) -> bool) -> Game {
        loop {
            if let Some(game) = self.try_game(board, plies).filter(|game| is_wanted(game.position())) {
                return game;
            }
        }
    }

    /// Returns a game of `plies` random moves, `None` if it ends with the last of them or before.
    pub fn try_game(&mut self, board: BoardSize, plies: u32) -> Option<Game> {
        let mut game = Game::on(board);
        for _ in 0..plies {
            game.play(self.one_of(&game.legal_moves().collect::<Vec<_>>())?).ok()?;
        }
        (!game.position().is_over()).then_some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_the_requested_plies_and_are_not_over() {
        let mut random = Random::new(1, 0);
        for plies in 0..=36 {
            let game = random.game(BoardSize::STANDARD, plies, |position| !position.can_win_next());
            assert_eq!(game.moves().len(), plies as usize);
            assert!(!game.position().is_over() && !game.position().can_win_next(), "{game}");
        }
    }

    #[test]
    fn words_never_change_for_a_seed_and_go_on_in_a_clone() {
        let mut random = Random::new(1, 2);
        // Fixed values, at the beginning and beyond the first four blocks, which the cipher makes at once.
        let words = [(); 3].map(|()| random.0.next_u32());
        assert_eq!(words, [0x9132_7536, 0xe05b_5d7e, 0xeb71_10d5]);
        assert_eq!(random.0.next_u64(), 0x41c8_c657_aec8_1ae7);
        for _ in 0..60 {
            assert_eq!(random.clone().0.next_u64() as u32, random.0.next_u32());
        }
        assert_eq!(random.0.next_u64(), 0x03e2_00ee_8d96_d9c0);
        assert_eq!(random.0.next_u32(), 0x338a_7dda);
    }

    #[test]
    fn games_never_change_for_a_seed_and_differ_by_seed_stream_and_name() {
        let game = |mut random: Random| random.game(BoardSize::STANDARD, 12, |_| true).to_string();
        // Fixed values: a published seed must give the same games for ever.
        assert_eq!(game(Random::new(1, 0)), "117565111717");
        assert_ne!(game(Random::new(1, 0)), game(Random::new(2, 0)));
        assert_ne!(game(Random::new(1, 0)), game(Random::new(1, 1)));
        assert_ne!(game(Random::named(1, "a", 0)), game(Random::named(1, "b", 0)));
        assert_ne!(game(Random::named(1, "a", 0)), game(Random::named(2, "a", 0)));
        assert_ne!(game(Random::named(1, "a", 0)), game(Random::named(1, "a", 1)));
    }

    #[test]
    fn every_number_of_a_range_is_drawn_equally_often() {
        let mut counts = [0; 10];
        let mut random = Random::new(3, 0);
        (0..7_000).for_each(|_| counts[random.within(&(2..=8)) as usize] += 1);
        assert!(counts[2..=8].iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        assert_eq!(counts.iter().sum::<u32>(), 7_000);
        assert_eq!(random.one_of::<u8>(&[]), None);
    }
}
