//! The tests of the reader from outside.

mod drawings;
mod reader;

/// A generator of numbers that gives the same ones in every run.
struct Random(u64);

impl Random {
    /// Returns a number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Returns the size with this name.
fn size(text: &str) -> marlin_core::BoardSize {
    text.parse().expect("a size that fits")
}
