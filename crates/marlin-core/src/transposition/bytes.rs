//! [`TranspositionTable`] as bytes, from which a search that takes days can continue.
//!
//! Six words in little-endian order, the words of the main table, and the checksum of all of them:
//!
//! ```text
//! "MARLINTT", format, width, height, MiB, generation, entries, checksum
//! ```

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering::Relaxed;

use super::TranspositionTable;
use crate::geometry::BoardSize;

const MAGIC: [u8; 8] = *b"MARLINTT";

/// Changes with the keys of positions and with the layout of an entry.
const FORMAT: u64 = 4;

/// The words after the magic: format, width, height, MiB and generation.
type Header = [u64; 5];

/// Bytes that are read or written at once.
const CHUNK_BYTES: usize = 1 << 20;

impl TranspositionTable {
    /// Writes the table, for [`Self::read`]. The small tables of the threads are left out: their entries are
    /// cheap.
    ///
    /// A search may run at the same time. An entry that it is writing is then lost.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Solver, TranspositionTable};
    ///
    /// let solver = Solver::builder().hash_mib(1)?.without_book().threads(1).build();
    /// let nodes = solver.query(&"44444".parse()?).score().nodes;
    /// let mut bytes = Vec::new();
    /// solver.table().write(&mut bytes)?;
    ///
    /// let table = TranspositionTable::read(BoardSize::STANDARD, &bytes[..])?;
    /// let solver = Solver::builder().table(table.into()).without_book().threads(1).build();
    /// assert!(solver.query(&"44444".parse()?).score().nodes < nodes / 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let size = self.size();
        let header: Header =
            [FORMAT, size.width() as u64, size.height() as u64, self.hash_mib() as u64, self.generation()];
        out.write_all(&MAGIC)?;
        header.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        let (mut chunk, mut sum) = (Vec::with_capacity(CHUNK_BYTES), checksum_of(header));
        for words in self.main.words().chunks(CHUNK_BYTES / 8) {
            chunk.clear();
            for word in words.iter().map(|word| word.load(Relaxed)) {
                sum = checksum(sum, word);
                chunk.extend(word.to_le_bytes());
            }
            out.write_all(&chunk)?;
        }
        out.write_all(&sum.to_le_bytes())?;
        out.flush()
    }

    /// Reads a table of a board that [`Self::write`] has written, to its end.
    ///
    /// The checksum finds accidents, not intent: read only tables that you trust.
    ///
    /// # Errors
    ///
    /// The error of the reader; [`InvalidData`](io::ErrorKind::InvalidData) if the bytes are not a table, are
    /// a table of another board or format, or are damaged; and an error that holds a
    /// [`TableError`](super::TableError) if the table cannot be made.
    pub fn read(size: BoardSize, mut from: impl Read) -> io::Result<Self> {
        let no_table = || invalid("these are not the bytes of a table");
        let mut magic = [0; MAGIC.len()];
        from.read_exact(&mut magic)?;
        if magic != MAGIC {
            return Err(no_table());
        }
        let mut header = Header::default();
        for word in &mut header {
            *word = read_word(&mut from)?;
        }
        let [format, width, height, mib, generation] = header;
        if format != FORMAT {
            return Err(invalid(format!("the table has format {format}, which this version does not read")));
        }
        if (width, height) != (size.width() as u64, size.height() as u64) {
            return Err(invalid(format!("the table is for a board of {width}x{height}, not of {size}")));
        }
        let table = Self::on(size, mib.try_into().unwrap_or(usize::MAX)).map_err(io::Error::other)?;
        let table = table.with_generation(generation).ok_or_else(no_table)?;
        let (mut chunk, mut sum) = (vec![0; CHUNK_BYTES], checksum_of(header));
        for words in table.main.words().chunks(CHUNK_BYTES / 8) {
            let bytes = &mut chunk[..8 * words.len()];
            from.read_exact(bytes)?;
            for (word, bytes) in words.iter().zip(bytes.chunks_exact(8)) {
                let value = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
                sum = checksum(sum, value);
                word.store(value, Relaxed);
            }
        }
        if read_word(&mut from)? != sum {
            return Err(invalid("the table is damaged"));
        }
        if from.read(&mut [0])? == 0 { Ok(table) } else { Err(no_table()) }
    }
}

fn invalid(reason: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.into())
}

fn read_word(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Returns the checksum of a header. It is not 0, and so remains other than 0 when words of 0 follow.
fn checksum_of(header: Header) -> u64 {
    header.into_iter().fold(u64::from_le_bytes(MAGIC), checksum)
}

/// Returns the checksum of words with another word after them.
const fn checksum(sum: u64, word: u64) -> u64 {
    (sum.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::score::Score;
    use crate::solver::Solver;
    use crate::transposition::TableError;

    fn bytes_of(table: &TranspositionTable) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.write(&mut bytes).unwrap();
        bytes
    }

    fn solver_of(size: BoardSize, bytes: &[u8]) -> Solver {
        let table = TranspositionTable::read(size, bytes).unwrap();
        Solver::builder_on(size).table(table.into()).without_book().threads(1).build()
    }

    #[test]
    fn a_search_that_was_cut_off_continues_from_the_bytes_of_its_table() {
        let size: BoardSize = "6x5".parse().unwrap();
        let empty = Position::on(size);
        let whole = Solver::builder_on(size).hash_mib(1).unwrap().without_book().threads(1).build();
        let nodes = whole.query(&empty).score().nodes;
        let first = Solver::builder_on(size).hash_mib(1).unwrap().without_book().threads(1).build();
        assert_eq!(first.query(&empty).nodes(nodes / 2).score().bounds.score(), None);
        let second = solver_of(size, &bytes_of(first.table()));
        let report = second.query(&empty).score();
        assert_eq!(report.bounds.score(), Some(Score::DRAW));
        assert!(report.nodes < nodes * 3 / 4, "{} of {nodes}", report.nodes);
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let size: BoardSize = "5x4".parse().unwrap();
        let solver = Solver::builder_on(size).hash_mib(1).unwrap().without_book().threads(1).build();
        assert_eq!(solver.solve(&Position::on(size)), Score::DRAW);
        let bytes = bytes_of(solver.table());
        for index in (48..bytes.len()).step_by(99_991).chain([bytes.len() - 1]) {
            let mut bytes = bytes.clone();
            bytes[index] ^= 1;
            let error = TranspositionTable::read(size, &bytes[..]).unwrap_err();
            assert_eq!(error.to_string(), "the table is damaged", "{index}");
        }
    }

    #[test]
    fn a_damaged_generation_is_noticed() {
        let bytes = bytes_of(&TranspositionTable::new(1).unwrap());
        for bit in 0..64 {
            let mut bytes = bytes.clone();
            bytes[40 + bit / 8] ^= 1 << (bit % 8);
            assert!(TranspositionTable::read(BoardSize::STANDARD, &bytes[..]).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn zeros_in_place_of_all_that_follows_the_header_are_no_table() {
        let mut bytes = bytes_of(&TranspositionTable::new(1).unwrap());
        bytes[48..].fill(0);
        let error = TranspositionTable::read(BoardSize::STANDARD, &bytes[..]).unwrap_err();
        assert_eq!(error.to_string(), "the table is damaged");
    }

    #[test]
    fn bytes_that_are_no_table_are_refused_with_the_reason() {
        let bytes = bytes_of(&TranspositionTable::new(1).unwrap());
        let refused =
            |bytes: &[u8]| TranspositionTable::read(BoardSize::STANDARD, bytes).unwrap_err().to_string();
        let with = |index: usize, value: u64| {
            let mut bytes = bytes.clone();
            bytes[8 * index..8 * index + 8].copy_from_slice(&value.to_le_bytes());
            bytes
        };
        assert_eq!(refused(&with(0, 7)), "these are not the bytes of a table");
        assert_eq!(refused(&with(1, 99)), "the table has format 99, which this version does not read");
        assert_eq!(refused(&with(2, 8)), "the table is for a board of 8x6, not of 7x6");
        assert_eq!(refused(&with(4, 0)), "a table of 0 MiB is out of range (1 to 65536 MiB)");
        assert_eq!(refused(&with(5, 0)), "these are not the bytes of a table");
        assert_eq!(refused(&with(5, 1 << 12)), "these are not the bytes of a table");
        assert_eq!(refused(&[&bytes[..], &[0]].concat()), "these are not the bytes of a table");
        for length in [0, 7, 40, 48, 100, bytes.len() - 1] {
            assert_eq!(refused(&bytes[..length]), "failed to fill whole buffer", "{length}");
        }
    }

    #[test]
    fn a_program_tells_other_bytes_from_cut_ones_and_from_a_table_of_another_size() {
        let bytes = bytes_of(&TranspositionTable::new(1).unwrap());
        let refused = |bytes: &[u8]| TranspositionTable::read(BoardSize::STANDARD, bytes).unwrap_err();
        assert_eq!(refused(&[0; 8]).kind(), io::ErrorKind::InvalidData);
        assert_eq!(refused(&bytes[..100]).kind(), io::ErrorKind::UnexpectedEof);
        let huge = [&bytes[..32], &u64::MAX.to_le_bytes(), &bytes[40..]].concat();
        let error = refused(&huge).downcast::<TableError>().unwrap();
        assert_eq!(error, TableError::OutOfRange { mib: usize::MAX });
    }
}
