//! Bits for keys, without the keys: a static retrieval structure.
//!
//! Every bit of every code word is a linear equation over the field of two elements. The unknowns are the
//! stored bits. A hash of the key and of the bit's index chooses the unknowns to add up, all of them among
//! `SPAN` consecutive unknowns. There are one percent more unknowns than equations, so that a solution
//! exists, and it takes one bit for each unknown. Reading a bit adds up its unknowns: an AND and a count of
//! ones. The keys themselves are not stored, so a key that was not there gets an arbitrary bit.
//!
//! Keys are distributed over blocks by their hash. Each block is solved by itself: its seed is the first with
//! which there is a solution. So the order of the keys has no influence on the bytes.
//!
//! ```text
//!  0  4 bytes               blocks
//!  4  8 bytes a block       four bytes for the start of its words, counted from the first block's start,
//!                           and four for its seed
//!     8 bytes               the end of the words of the last block, and 0
//!     8 bytes a word        the bits
//! ```
//!
//! # References
//!
//! P. C. Dillinger, S. Walzer, Ribbon filter: practically smaller than Bloom and Xor, 2021.

use std::io::{self, Read};

use super::huffman::Codeword;

/// The number of unknowns in an equation: the bits of its coefficients.
const SPAN: usize = u128::BITS as usize;
/// The average number of equations of a block.
const BLOCK_EQUATIONS: usize = 1 << 15;
const WORD: usize = size_of::<u64>();

/// The stored bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Retrieval<'a> {
    blocks: &'a [[u8; WORD]],
    words: &'a [[u8; WORD]],
}

/// The words of a block, and the seed of its equations.
#[derive(Debug, Clone, Copy)]
struct Block {
    begin: u32,
    seed: u32,
}

impl Block {
    fn from_bytes(bytes: [u8; WORD]) -> Self {
        let both = u64::from_le_bytes(bytes);
        Self { begin: both as u32, seed: (both >> 32) as u32 }
    }

    fn to_bytes(self) -> [u8; WORD] {
        (u64::from(self.seed) << 32 | u64::from(self.begin)).to_le_bytes()
    }
}

/// Appends the number of bytes that the structure states, or all remaining bytes if they are fewer.
pub(super) fn read(from: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<()> {
    let mut add = |bytes: &mut Vec<u8>, len: u64| from.take(len).read_to_end(bytes);
    let count = bytes.len();
    add(bytes, size_of::<u32>() as u64)?;
    let Some(&count) = bytes[count..].first_chunk() else { return Ok(()) };
    add(bytes, (u64::from(u32::from_le_bytes(count)) + 1) * WORD as u64)?;
    let Some(&last) = bytes.last_chunk() else { return Ok(()) };
    add(bytes, u64::from(Block::from_bytes(last).begin) * WORD as u64)?;
    Ok(())
}

impl<'a> Retrieval<'a> {
    /// Reads the bits from bytes that hold nothing else; `None` for any other bytes.
    pub(super) fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (&count, rest) = bytes.split_first_chunk::<4>()?;
        let (all, rest) = rest.as_chunks();
        let (blocks, words) = all.split_at_checked(u32::from_le_bytes(count) as usize + 1)?;
        let end = Block::from_bytes(*blocks.last()?).begin;
        (rest.is_empty() && end as usize == words.len()).then_some(Self { blocks, words })
    }

    /// Returns the bit of a key's word with this index.
    pub(super) fn bit(&self, hash: u64, index: u8) -> bool {
        let block = block_of(hash, self.blocks.len() - 1);
        // A malicious book may give wrong scores; it causes no panic.
        let Some([begin, end]) = self.blocks.get(block..block + 2) else { return false };
        let Block { begin, seed } = Block::from_bytes(*begin);
        let end = Block::from_bytes(*end).begin as usize;
        let Some(words) = self.words.get(begin as usize..end) else { return false };
        let Some(equation) = Equation::new(hash, index, seed, words.len()) else { return false };
        let first = equation.start / 64;
        let word = |index: usize| u128::from(u64::from_le_bytes(words[first + index]));
        let shift = equation.start % 64;
        let mut bits = (word(0) | word(1) << 64) >> shift;
        if shift > 0 {
            bits |= word(2) << (128 - shift);
        }
        (bits & equation.coefficients).count_ones() % 2 == 1
    }
}

/// A sum of stored bits.
#[derive(Debug, Clone, Copy)]
struct Equation {
    /// The first unknown. Its coefficient is 1.
    start: usize,
    /// The coefficients of the unknowns from the first on, in the order of the bits.
    coefficients: u128,
}

impl Equation {
    /// Returns the equation for a bit, in a block of `words` words; `None` if there are too few words for
    /// one.
    fn new(hash: u64, index: u8, seed: u32, words: usize) -> Option<Self> {
        let starts = (words * 64).checked_sub(SPAN)?;
        let first = mix(hash ^ mix(u64::from(seed) << 8 | u64::from(index)));
        let (low, high) = (mix(first ^ 1), mix(first ^ 2));
        Some(Self { start: scale(first, starts), coefficients: u128::from(high) << 64 | u128::from(low) | 1 })
    }
}

/// Appends bits that hold a word for each key. Keys are given by their hashes, in increasing order.
pub(super) fn build(bytes: &mut Vec<u8>, keys: &[(u64, Codeword)]) {
    let blocks = equations_of(keys).div_ceil(BLOCK_EQUATIONS);
    let mut index = Vec::new();
    let mut words: Vec<u64> = Vec::new();
    let mut rest = keys;
    for block in 0..blocks {
        // `block_of` grows with the hash, so the keys of a block are consecutive.
        let (keys, others) = rest.split_at(rest.partition_point(|key| block_of(key.0, blocks) == block));
        rest = others;
        let begin = words.len() as u32;
        let (seed, solution) = solve_block(keys);
        words.extend(solution);
        index.push(Block { begin, seed });
    }
    index.push(Block { begin: words.len() as u32, seed: 0 });
    bytes.extend((blocks as u32).to_le_bytes());
    bytes.extend(index.into_iter().flat_map(Block::to_bytes));
    bytes.extend(words.into_iter().flat_map(u64::to_le_bytes));
}

/// Returns the number of equations for some keys.
fn equations_of(keys: &[(u64, Codeword)]) -> usize {
    keys.iter().map(|(_, word)| usize::from(word.len)).sum()
}

/// Returns the first seed with which the equations of a block have a solution, and the solution. The number
/// of unknowns grows every few seeds.
fn solve_block(keys: &[(u64, Codeword)]) -> (u32, Vec<u64>) {
    let least = equations_of(keys).div_ceil(64) + SPAN / 64;
    for seed in 0.. {
        let words = least + seed as usize / 4;
        if let Some(solution) = solve(keys, seed, words) {
            return (seed, solution);
        }
    }
    unreachable!("with twice the unknowns some seed has a solution")
}

/// Returns a solution of the equations, if they have one: Gaussian elimination, in which no row is ever
/// longer than `SPAN`, and then the unknowns from the last to the first.
fn solve(keys: &[(u64, Codeword)], seed: u32, words: usize) -> Option<Vec<u64>> {
    let unknowns = words * 64;
    let mut rows = vec![(0u128, false); unknowns];
    for &(hash, word) in keys {
        for index in 0..word.len {
            let Equation { mut start, mut coefficients } = Equation::new(hash, index, seed, words)?;
            let mut sum = word.bit(index);
            while coefficients != 0 {
                let (row, row_sum) = &mut rows[start];
                if *row == 0 {
                    (*row, *row_sum) = (coefficients, sum);
                    break;
                }
                coefficients ^= *row;
                sum ^= *row_sum;
                let skip = coefficients.trailing_zeros();
                start += skip as usize;
                coefficients = coefficients.checked_shr(skip).unwrap_or(0);
            }
            if coefficients == 0 && sum {
                return None;
            }
        }
    }
    let mut solution = vec![0u64; words];
    let mut solved = 0u128;
    for (unknown, (row, sum)) in rows.into_iter().enumerate().rev() {
        // A row begins with the unknown that it determines. An unknown that no row determines is 0.
        let others = (row >> 1) & solved;
        let value = row != 0 && (sum ^ (others.count_ones() % 2 == 1));
        solved = solved << 1 | u128::from(value);
        solution[unknown / 64] |= u64::from(value) << (unknown % 64);
    }
    Some(solution)
}

/// Returns the block of a key.
fn block_of(hash: u64, blocks: usize) -> usize {
    scale(hash, blocks)
}

/// Maps a hash to the numbers below `end`, evenly and in order.
fn scale(hash: u64, end: usize) -> usize {
    ((u128::from(hash) * end as u128) >> 64) as usize
}

/// Scrambles a word; a bijection.
///
/// # References
///
/// The finalizer of `SplitMix64`: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number
/// generators, 2014.
pub(super) const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_word() {
        for count in [0, 1, 2, 100, 40_000] {
            let mut keys: Vec<_> = (0..count as u64)
                .map(|key| (mix(key + 1), Codeword { bits: mix(!key) & 0b111, len: 3 + (key % 3) as u8 }))
                .collect();
            keys.sort_unstable_by_key(|&(hash, _)| hash);
            let mut bytes = Vec::new();
            build(&mut bytes, &keys);
            let retrieval = Retrieval::parse(&bytes).expect("what was built");
            for &(hash, word) in &keys {
                let bits = (0..word.len).map(|index| retrieval.bit(hash, index));
                assert!(bits.eq((0..word.len).map(|index| word.bit(index))));
            }
            let equations = equations_of(&keys);
            assert!(
                bytes.len() * 8 < equations + equations / 25 + 1000,
                "{} bytes for {equations} bits",
                bytes.len()
            );
        }
    }
}
