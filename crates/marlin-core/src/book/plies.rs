//! [`Plies`]: the scores of the first plies, as an array of bytes. Numbers are little-endian.
//!
//! ```text
//!  0  8 bytes   "MARLINBK"
//!  8  1 byte    version of the format
//!  9  1 byte    columns of the board
//! 10  1 byte    rows of the board
//! 11  1 byte    plies: positions with no more stones than this have their score here
//! 12  4 bytes   length of the codes
//! 16  8 bytes   number of positions with their own score
//! 24  8 bytes   checksum of all other bytes
//! 32            codes: for every ply with its own scores the lengths of their codes (huffman.rs)
//!               bits: a code for every position (ribbon.rs)
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;
use std::ops::Range;
use std::sync::Arc;

use super::BookError;
use super::huffman::Code;
use super::ribbon::{self, Retrieval, mix};
use crate::geometry::{BoardSize, Masks};
use crate::raw_position::RawPosition;

const MAGIC: [u8; 8] = *b"MARLINBK";

/// The version of the format that this program reads and writes.
const VERSION: u8 = 1;

const HEADER_LEN: usize = 32;

/// The offset of the checksum in the header.
const CHECKSUM: Range<usize> = 24..32;

/// The scores of the first plies of a board. A clone shares the bytes.
#[derive(Clone)]
pub(super) struct Plies {
    pub(super) masks: &'static Masks,
    bytes: Arc<Cow<'static, [u8]>>,
    /// The codes of the plies with their own scores.
    codes: Arc<[Code]>,
    /// The offset of the bits.
    bits: usize,
}

impl Plies {
    /// Writes the scores of positions that have their own on a board. A position that is given twice is an
    /// error.
    pub(super) fn build(
        masks: &'static Masks,
        plies: u32,
        scores: impl Iterator<Item = Result<(RawPosition, i32), BookError>>,
    ) -> Result<Self, BookError> {
        let mut symbols = Vec::new();
        let mut counts = vec![BTreeMap::new(); plies as usize / 2 + 1];
        for found in scores {
            let (position, score) = found?;
            let ply = position.nb_moves() as u8 / 2;
            let symbol = (score + masks.max_score()) as u8;
            *counts[usize::from(ply)].entry(symbol).or_insert(0u64) += 1;
            symbols.push((hash_of(position.key(masks)), ply, symbol));
        }
        symbols.sort_unstable();
        if symbols.windows(2).any(|two| two[0].0 == two[1].0) {
            return Err(BookError::invalid("a position of the book is given twice"));
        }
        let codes: Vec<_> = counts.iter().map(Code::for_counts).collect();
        let lengths: Vec<u8> = codes.iter().flat_map(Code::to_bytes).collect();
        let mut bytes = vec![0; HEADER_LEN];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&[VERSION, masks.width as u8, masks.height as u8, plies as u8]);
        bytes[12..16].copy_from_slice(&(lengths.len() as u32).to_le_bytes());
        bytes[16..24].copy_from_slice(&(symbols.len() as u64).to_le_bytes());
        bytes.extend(lengths);
        let bits = bytes.len();
        let encode = |(hash, ply, symbol): (u64, u8, u8)| (hash, codes[usize::from(ply)].encode(symbol));
        ribbon::build(&mut bytes, &symbols.into_iter().map(encode).collect::<Vec<_>>());
        let checksum = checksum(&bytes);
        bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        Ok(Self { masks, bytes: Arc::new(Cow::Owned(bytes)), codes: codes.into(), bits })
    }

    /// Reads the bytes to their end and checks them.
    pub(super) fn read(mut from: impl Read) -> Result<Self, BookError> {
        let mut bytes = Vec::new();
        // Input that is not a book may be endless.
        from.by_ref().take(HEADER_LEN as u64).read_to_end(&mut bytes)?;
        let codes_len = codes_len(check_header(&bytes)?.0);
        from.by_ref().take(codes_len as u64).read_to_end(&mut bytes)?;
        ribbon::read(&mut from, &mut bytes)?;
        // One byte more detects a file that is too long.
        from.take(1).read_to_end(&mut bytes)?;
        let plies = Self::parse(Cow::Owned(bytes))?;
        if plies.bytes[CHECKSUM] != checksum(&plies.bytes).to_le_bytes() {
            return Err(BookError::damaged("its checksum does not match"));
        }
        Ok(plies)
    }

    /// Takes the bytes without a check of their checksum.
    pub(super) fn parse(bytes: Cow<'static, [u8]>) -> Result<Self, BookError> {
        let (header, masks) = check_header(&bytes)?;
        let bits = HEADER_LEN + codes_len(header);
        let codes =
            bytes.get(HEADER_LEN..bits).and_then(|codes| read_codes(codes, u32::from(header[11]) / 2 + 1));
        let Some(codes) = codes else { return Err(BookError::damaged("its codes are invalid")) };
        if Retrieval::parse(&bytes[bits..]).is_none() {
            return Err(BookError::damaged("its length differs from the stated one"));
        }
        Ok(Self { masks, bytes: Arc::new(bytes), codes: codes.into(), bits })
    }

    /// Returns the bytes, which [`Self::read`] reads.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn count(&self) -> u32 {
        u32::from(self.bytes[11])
    }

    /// Returns the number of positions with their own score.
    pub(super) fn positions(&self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|index| self.bytes[16 + index]))
    }

    /// Returns the score of a position that has its own. For any other position the result is an arbitrary
    /// score or `None`.
    pub(super) fn look_up(&self, position: &RawPosition) -> Option<i32> {
        let retrieval = Retrieval::parse(&self.bytes[self.bits..])?;
        let hash = hash_of(position.canonical(self.masks).key(self.masks));
        let code = self.codes.get(position.nb_moves() as usize / 2)?;
        let symbol = code.decode(|index| retrieval.bit(hash, index))?;
        let score = i32::from(symbol) - self.masks.max_score();
        (score <= self.masks.max_score()).then_some(score)
    }
}

/// Returns the header of a book, and its board.
fn check_header(bytes: &[u8]) -> Result<(&[u8; HEADER_LEN], &'static Masks), BookError> {
    if bytes.get(..8) != Some(&MAGIC) {
        return Err(BookError::invalid("not a Marlin book (one begins with \"MARLINBK\")"));
    }
    let Some(header) = bytes.first_chunk::<HEADER_LEN>() else {
        return Err(BookError::damaged("its header is cut short"));
    };
    let [version, columns, rows, plies] = [header[8], header[9], header[10], header[11]];
    if version != VERSION {
        let remedy = "generate it again with this version";
        return Err(BookError::invalid(format!(
            "the book has format {version}, this program reads {VERSION}; {remedy}"
        )));
    }
    let Some(size) = BoardSize::new(usize::from(columns), usize::from(rows)) else {
        return Err(BookError::damaged("no board has the stated size"));
    };
    if u32::from(plies) > size.cells() {
        return Err(BookError::damaged("it has more plies than the board has cells"));
    }
    Ok((header, size.masks()))
}

/// Returns the length of the codes.
fn codes_len(header: &[u8; HEADER_LEN]) -> usize {
    u32::from_le_bytes([header[12], header[13], header[14], header[15]]) as usize
}

/// Reads `count` codes from bytes that hold nothing else; `None` for any other bytes.
fn read_codes(mut bytes: &[u8], count: u32) -> Option<Vec<Code>> {
    let codes = (0..count).map(|_| Code::read(&mut bytes)).collect::<Option<Vec<_>>>()?;
    bytes.is_empty().then_some(codes)
}

/// Returns the hash of a position's key.
const fn hash_of(key: u128) -> u64 {
    mix(key as u64 ^ mix((key >> 64) as u64))
}

/// Returns a checksum of all bytes but the checksum itself.
///
/// Each word passes through a step that is a bijection of the state for any word, and a bijection of the word
/// for any state. So two arrays of equal length that differ in one word only, or in one bit only, never have
/// the same checksum.
fn checksum(bytes: &[u8]) -> u64 {
    let rest = bytes[..CHECKSUM.start].chunks(8).chain(bytes[CHECKSUM.end..].chunks(8));
    rest.fold(bytes.len() as u64, |sum, word| {
        let mut padded = [0; 8];
        padded[..word.len()].copy_from_slice(word);
        (sum ^ u64::from_le_bytes(padded)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    })
}
