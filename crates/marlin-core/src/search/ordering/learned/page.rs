//! The one table of a page: that of other boards, for the standard board too, in a quarter of its size.
//!
//! A page loads the table before its first answer. So `page.bin` has the mean of each number of `boards.bin` and that of
//! its mirror image, once, as a multiple of [`STEP`] in 8 bits: first all of the first table, and of two mirror images the
//! one with the lower index. Networks are left out.
//!
//! `MARLIN_WRITE=1 cargo test -p marlin-core --lib page` writes the file anew.

use std::sync::OnceLock;
#[cfg(feature = "internals")]
use std::sync::atomic::{AtomicBool, Ordering};

use super::boards;
use crate::search::ordering::patterns::{self, PatternTables, TABLE_LEN, TABLES};
use crate::search::ordering::weights::OrderingWeights;
use crate::target::IS_FOR_A_PAGE;

/// The difference of two numbers next to each other.
const STEP: i16 = 16;

/// Whether a native program has asked for the table.
#[cfg(feature = "internals")]
static IS_ASKED_FOR: AtomicBool = AtomicBool::new(false);

/// Lets every search from now on use the table.
#[cfg(feature = "internals")]
pub(super) fn ask_for() {
    IS_ASKED_FOR.store(true, Ordering::Relaxed);
}

/// Returns whether searches use the table: in a page, and in a native program that compares itself with one.
pub(super) fn is_used() -> bool {
    #[cfg(feature = "internals")]
    if IS_ASKED_FOR.load(Ordering::Relaxed) {
        return true;
    }
    IS_FOR_A_PAGE
}

/// Returns the weights of a page, laid out as on the standard board. Its table is unpacked on first use.
pub(super) fn weights() -> OrderingWeights<'static> {
    static NUMBERS: OnceLock<Vec<i16>> = OnceLock::new();
    let numbers = NUMBERS.get_or_init(|| unpacked(include_bytes!("page.bin")));
    let patterns = PatternTables::new(numbers, patterns::standard_lines());
    OrderingWeights { classes: boards::WEIGHTS.classes, patterns, network: None }
}

/// Returns the numbers of all tables from those of a file.
fn unpacked(bytes: &[u8]) -> Vec<i16> {
    let mirrored = patterns::mirrored_indices();
    let mut numbers = vec![0; TABLES * TABLE_LEN];
    let mut packed = bytes.iter().map(|&byte| i16::from(byte as i8) * STEP);
    for table in numbers.chunks_exact_mut(TABLE_LEN) {
        for (index, &image) in mirrored.iter().enumerate() {
            let image = usize::from(image);
            table[index] = if image < index { table[image] } else { packed.next().unwrap_or(0) };
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the file for the numbers of all tables.
    fn packed(numbers: &[i16]) -> Vec<u8> {
        let mirrored = patterns::mirrored_indices();
        let mut bytes = Vec::new();
        for table in numbers.chunks_exact(TABLE_LEN) {
            for (index, &image) in mirrored.iter().enumerate() {
                let image = usize::from(image);
                if image >= index {
                    let mean = f64::midpoint(f64::from(table[index]), f64::from(table[image]));
                    bytes.push((mean / f64::from(STEP)).round().clamp(-128.0, 127.0) as i8 as u8);
                }
            }
        }
        bytes
    }

    #[test]
    fn the_file_has_the_table_of_other_boards() {
        let expected = packed(boards::WEIGHTS.patterns.numbers());
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/search/ordering/learned/page.bin");
        if std::env::var_os("MARLIN_WRITE").is_some() {
            std::fs::write(path, &expected).unwrap();
        }
        let found = std::fs::read(path).unwrap();
        assert!(
            found == expected,
            "MARLIN_WRITE=1 cargo test -p marlin-core --lib page writes the file anew"
        );
    }

    #[test]
    fn numbers_are_near_the_mean_of_those_of_other_boards_and_their_mirror_images() {
        let (mirrored, found) = (patterns::mirrored_indices(), weights().patterns.numbers());
        let boards = boards::WEIGHTS.patterns.numbers();
        assert_eq!(found.len(), boards.len());
        let largest = f64::from(127 * STEP);
        for (table, numbers) in found.chunks_exact(TABLE_LEN).enumerate() {
            for (index, &number) in numbers.iter().enumerate() {
                let at = |index: usize| f64::from(boards[table * TABLE_LEN + index]);
                let mean = f64::midpoint(at(index), at(mirrored[index].into())).clamp(-largest, largest);
                let distance = (f64::from(number) - mean).abs();
                assert!(distance <= f64::from(STEP), "table {table}, index {index}: {number}, not {mean}");
            }
        }
    }
}
