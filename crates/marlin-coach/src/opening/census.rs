//! [`CENSUS`]: the won, drawn and lost positions of each ply.

/// The number of positions with a number of stones on the standard board, by their result for the side to move. Mirror images
/// count twice, and positions in which the game is over count too: the last stone has won there, so the side to move has lost.
///
/// # Examples
///
/// ```
/// use marlin_coach::opening::CENSUS;
///
/// let first = CENSUS[1];
/// // After 1. d1 O loses, after 1. c1 and 1. e1 it has a draw, after the others it wins.
/// assert_eq!((first.positions(), first.won, first.drawn, first.lost), (7, 4, 2, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlyCensus {
    /// The stones on the board.
    pub stones: u32,
    /// The positions that the side to move wins.
    pub won: u64,
    /// Those that end in a draw.
    pub drawn: u64,
    /// Those that the side to move loses.
    pub lost: u64,
}

impl PlyCensus {
    /// Returns the number of all positions.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::opening::CENSUS;
    ///
    /// assert!(CENSUS.iter().map(|ply| ply.positions()).take(5).eq([1, 7, 49, 238, 1120]));
    /// ```
    pub const fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// The positions of 0 to 12 stones on the standard board.
///
/// `cargo test --release -p marlin-core-book --test embedded census` counts them anew, by the book and all positions of
/// each ply, and prints the row that differs.
pub const CENSUS: [PlyCensus; 13] = [
    ply(0, [1, 0, 0]),
    ply(1, [4, 2, 1]),
    ply(2, [27, 12, 10]),
    ply(3, [145, 58, 35]),
    ply(4, [690, 200, 230]),
    ply(5, [2_486, 697, 1_080]),
    ply(6, [10_889, 1_943, 3_590]),
    ply(7, [31_408, 5_944, 17_507]),
    ply(8, [124_624, 14_676, 44_975]),
    ply(9, [317_541, 42_896, 197_749]),
    ply(10, [1_122_696, 97_532, 442_395]),
    ply(11, [2_578_781, 255_780, 1_734_122]),
    ply(12, [8_191_645, 541_825, 3_502_631]),
];

const fn ply(stones: u32, [won, drawn, lost]: [u64; 3]) -> PlyCensus {
    PlyCensus { stones, won, drawn, lost }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of positions by stones: sequence A212693 of the OEIS.
    const PUBLISHED: [u64; 13] =
        [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186, 1_662_623, 4_568_683, 12_236_101];

    #[test]
    fn each_ply_has_the_published_number_of_positions() {
        assert_eq!(CENSUS.map(|ply| ply.positions()), PUBLISHED);
        assert!(CENSUS.iter().map(|ply| ply.stones).eq(0..=12));
    }
}
