//! [`Word`]: the word that holds a set of cells, of 64 or 128 bits.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub};

/// The bits of the longest word.
pub(crate) const MOST_BITS: usize = 128;

/// A word that holds a set of cells: 64 bits for boards of up to 12 columns that fit it, 128 for the others.
pub trait Word:
    Copy
    + Debug
    + Default
    + Hash
    + Ord
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// The number of its bits.
    const BITS: u32;
    /// No cell.
    const ZERO: Self;
    /// The first cell.
    const ONE: Self;

    /// Returns the word of a set that fits it.
    fn of(wide: u128) -> Self;
    /// Returns the first 64 bits.
    fn low(self) -> u64;
    /// Returns the number of cells.
    fn count_ones(self) -> u32;
    /// Returns the number of the lowest cell; without a cell the number of bits.
    fn trailing_zeros(self) -> u32;
    /// Returns the difference modulo 2 to the power of [`Self::BITS`].
    fn wrapping_sub(self, other: Self) -> Self;
    /// Hashes the word to two words with an odd multiplier. The pair determines the word; each half
    /// determines a word of 64 bits.
    fn mixed(self, odd: u64) -> [u64; 2];

    /// Returns the lowest cell, none of an empty set.
    #[inline(always)]
    fn lowest(self) -> Self {
        self & Self::ZERO.wrapping_sub(self)
    }

    /// Returns all bits if the flag is set, none otherwise.
    #[inline(always)]
    fn all_if(flag: bool) -> Self {
        Self::ZERO.wrapping_sub(if flag { Self::ONE } else { Self::ZERO })
    }
}

/// Implements [`Word`] by the methods of a type of the same names.
macro_rules! word {
    ($word:ty) => {
        const BITS: u32 = <$word>::BITS;
        const ZERO: Self = 0;
        const ONE: Self = 1;

        #[inline(always)]
        fn of(wide: u128) -> Self {
            wide as Self
        }

        #[inline(always)]
        fn low(self) -> u64 {
            self as u64
        }

        #[inline(always)]
        fn count_ones(self) -> u32 {
            <$word>::count_ones(self)
        }

        #[inline(always)]
        fn trailing_zeros(self) -> u32 {
            <$word>::trailing_zeros(self)
        }

        #[inline(always)]
        fn wrapping_sub(self, other: Self) -> Self {
            <$word>::wrapping_sub(self, other)
        }
    };
}

impl Word for u64 {
    word!(u64);

    #[inline(always)]
    fn mixed(self, odd: u64) -> [u64; 2] {
        [mix(self, odd); 2]
    }
}

impl Word for u128 {
    word!(u128);

    /// The difference of the two words is the mixed upper half.
    #[inline(always)]
    fn mixed(self, odd: u64) -> [u64; 2] {
        let (low, high) = (mix(self as u64, odd), mix((self >> 64) as u64, odd.rotate_left(17) | 1));
        let sum = low.wrapping_add(high);
        [sum, sum.wrapping_add(high)]
    }
}

/// Mixes the bits of a word, reversibly. The upper half is carried down before the multiplication, which
/// carries only upwards, and the middle after it.
#[inline(always)]
pub(crate) const fn mix(word: u64, odd: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(odd);
    word ^ (word >> 29)
}
