//! A seeded shuffle. The crates for it change the order of a seed between versions, and the learned files must reproduce.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// Brings a list into a random order.
pub(crate) fn shuffle(list: &mut [usize], random: &mut ChaCha8Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.next_u32() as usize % (i + 1));
    }
}
