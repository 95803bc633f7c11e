//! [`Code`]: frequent scores in few bits.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The maximum number of bits of a codeword. A Huffman code of fewer than 64 symbols has no longer codeword.
const MAX_LEN: usize = 63;

/// A Huffman code in its canonical form, which the lengths determine. Words of one length are consecutive
/// numbers in the order of the symbols. A longer word is greater than every shorter word followed by zeros.
///
/// Its bytes are the number of symbols and then, by length and symbol, each symbol with the length of its
/// word; each number is a byte.
///
/// # References
///
/// D. A. Huffman, A Method for the Construction of Minimum-Redundancy Codes, 1952; the canonical form is
/// folklore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Code {
    /// Symbols with the lengths of their words, by length and symbol.
    lengths: Vec<(u8, u8)>,
}

/// A codeword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Codeword {
    pub(super) bits: u64,
    pub(super) len: u8,
}

impl Codeword {
    /// Returns a bit of the word, the first one with index 0.
    pub(super) const fn bit(self, index: u8) -> bool {
        self.bits >> (self.len - 1 - index) & 1 == 1
    }
}

impl Code {
    /// Returns an optimal code for symbols with these frequencies.
    pub(super) fn for_counts(counts: &BTreeMap<u8, u64>) -> Self {
        let mut lengths: BTreeMap<u8, u8> = counts.keys().map(|&symbol| (symbol, 0)).collect();
        // The two rarest groups become one, and the words of all their symbols become a bit longer. Among
        // groups of equal count, the group with the lowest symbol is first, so the same counts give the same
        // code.
        let mut groups: BinaryHeap<_> =
            counts.iter().map(|(&symbol, &count)| Reverse((count, vec![symbol]))).collect();
        while let (Some(Reverse((count, mut group))), Some(Reverse((other_count, others)))) =
            (groups.pop(), groups.pop())
        {
            group.extend(others);
            for symbol in &group {
                lengths.entry(*symbol).and_modify(|len| *len += 1);
            }
            group.sort_unstable();
            groups.push(Reverse((count + other_count, group)));
        }
        let mut lengths: Vec<_> = lengths.into_iter().collect();
        lengths.sort_unstable_by_key(|&(symbol, len)| (len, symbol));
        Self { lengths }
    }

    /// Returns the code as bytes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let pairs = self.lengths.iter().flat_map(|&(symbol, len)| [symbol, len]);
        [self.lengths.len() as u8].into_iter().chain(pairs).collect()
    }

    /// Takes a code from the front of some bytes; `None` if there is none.
    pub(super) fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (&count, rest) = bytes.split_first()?;
        let (pairs, rest) = rest.split_at_checked(2 * usize::from(count))?;
        let lengths: Vec<_> = pairs.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        let is_sorted = lengths.is_sorted_by_key(|&(symbol, len)| (len, symbol));
        // The words fill the space of all words exactly.
        let space = lengths.iter().try_fold(0u64, |sum, &(_, len)| {
            (usize::from(len) <= MAX_LEN).then(|| sum.checked_add(1 << (MAX_LEN - usize::from(len))))?
        });
        let is_whole = space == Some(1 << MAX_LEN) || lengths.is_empty();
        *bytes = rest;
        (is_sorted && is_whole).then_some(Self { lengths })
    }

    /// Returns the word of a symbol.
    ///
    /// # Panics
    ///
    /// If the code does not have the symbol.
    pub(super) fn encode(&self, symbol: u8) -> Codeword {
        let mut words = self.words();
        let found = words.find(|&(other, _)| other == symbol);
        found.expect("the code was made for the symbol").1
    }

    /// Returns the symbol whose word these bits begin with; `None` if the code has no symbols.
    pub(super) fn decode(&self, mut bit: impl FnMut(u8) -> bool) -> Option<u8> {
        let mut read = Codeword { bits: 0, len: 0 };
        for (symbol, word) in self.words() {
            while read.len < word.len {
                read.bits = read.bits << 1 | u64::from(bit(read.len));
                read.len += 1;
            }
            if read.bits == word.bits {
                return Some(symbol);
            }
        }
        None
    }

    /// Returns the symbols with their words, by length and symbol.
    fn words(&self) -> impl Iterator<Item = (u8, Codeword)> {
        let mut next = Codeword { bits: 0, len: 0 };
        self.lengths.iter().map(move |&(symbol, len)| {
            let word = Codeword { bits: next.bits << (len - next.len), len };
            next = Codeword { bits: word.bits + 1, len };
            (symbol, word)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code_for(counts: &[(u8, u64)]) -> Code {
        Code::for_counts(&counts.iter().copied().collect())
    }

    #[test]
    fn frequent_symbols_have_short_words() {
        let code = code_for(&[(3, 50), (7, 20), (9, 20), (200, 10)]);
        let lens = [3, 7, 9, 200].map(|symbol| code.encode(symbol).len);
        assert_eq!(lens, [1, 3, 2, 3]);
    }

    #[test]
    fn what_was_encoded_is_decoded() {
        let fibonacci = std::iter::successors(Some((1u64, 1u64)), |&(a, b)| Some((b, a + b)));
        let counts: Vec<_> = (10..60).zip(fibonacci.map(|(a, _)| a)).collect();
        for counts in [&counts[..], &counts[..1], &counts[..2]] {
            let code = code_for(counts);
            assert_eq!(Code::read(&mut &code.to_bytes()[..]).as_ref(), Some(&code));
            for &(symbol, _) in counts {
                let word = code.encode(symbol);
                assert_eq!(code.decode(|index| word.bit(index)), Some(symbol));
            }
        }
        assert_eq!(code_for(&counts[..1]).encode(10).len, 0, "what is certain takes no bits");
    }

    #[test]
    fn bytes_that_are_no_code_are_refused() {
        let whole = code_for(&[(1, 5), (2, 3), (3, 1)]).to_bytes();
        for bytes in
            [&[][..], &whole[..4], &[2, 1, 1, 2, 2], &[2, 1, 2, 2, 1], &[1, 1, 64], &[3, 1, 1, 2, 1, 3, 1]]
        {
            assert_eq!(Code::read(&mut &*bytes), None, "{bytes:?}");
        }
    }
}
