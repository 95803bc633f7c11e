//! [`Chance`]: random numbers that depend on a seed and the position.

use marlin_core::any::Position;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random numbers, the same for a seed and a position on every machine.
///
/// The position is part of the key, so there is no state to keep beside the game, and a game that goes on from a saved
/// position goes on in the same way.
#[derive(Debug)]
pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    pub(super) fn new(seed: u64, position: &Position) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&position.us().bits().to_le_bytes());
        key[16..24].copy_from_slice(&position.them().bits().to_le_bytes());
        key[24] = position.size().width() as u8;
        key[25] = position.size().height() as u8;
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Returns a uniform number below `end`, which is above 0.
    fn below(&mut self, end: u32) -> u32 {
        // The upper half of a product favours no number by more than one part in 2^32 / end: far less than shows here.
        ((u64::from(self.0.next_u32()) * u64::from(end)) >> 32) as u32
    }

    /// Returns one of the items, each as often as its weight says; `None` if there are none, or none has a weight.
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

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use super::*;

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
}
