//! The weak solution of marlin-coach: a search for a small tree whose leaves have short rules.
//!
//! The solver names the moves that win, so each step is a lesson for a rule: in this position, one of these cells. The finished
//! tree needs no solver: `marlin_coach::weak::verify` plays it to the end.
//!
//! | module | contents |
//! |---|---|
//! | `oracle` | the moves that win, by the solver |
//! | `lesson` | a position and its winning moves; the rule that a set of them gives |
//! | `trial` | play by a rule against every reply, until a move gives the win away |
//! | `leaves` | the rule of a leaf, if one is found |
//! | `tree` | the choice of moves |

mod leaves;
mod lesson;
mod oracle;
mod tree;
mod trial;

pub(crate) use self::tree::{Effort, solve};

use std::hash::{BuildHasherDefault, Hasher};

/// A hash for keys of stones, of which millions are looked up.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct KeyHasher(u64);

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

/// The state of the hash.
type BuildKeyHasher = BuildHasherDefault<KeyHasher>;

/// Returns the cells of a set one by one.
fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}
