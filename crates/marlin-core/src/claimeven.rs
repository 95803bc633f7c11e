//! [`Claimeven`]: the bound and the cells of a side that answers each stone with one right above it, for
//! explanations.

use crate::bitboard::{Bitboard, Cell};
use crate::position::Position;
use crate::score::Score;
use crate::search::{self, Division, claimeven_with_cells};

/// A bound that claimeven proves, with the cells that each side gets.
///
/// Claimeven is a strategy of the side not to move: it answers each stone right above it. `docs/proofs.md`
/// (R4) has the strategy with all its cases, and its proof; the search uses the same bound at every node.
/// "Our" is the side to move, "their" the side that answers.
///
/// # Examples
///
/// ```
/// use marlin_core::{Claimeven, Position};
///
/// // 6  . . X . . X .
/// // 5  . . O . . X .
/// // 4  . O X . O X O
/// // 3  . O X . O O X
/// // 2  X X X O X O X
/// // 1  O O O X X X O
/// //    a b c d e f g
/// let position: Position = "6753313356447316657265273262".parse()?;
/// let found = Claimeven::of(&position).unwrap();
/// // O wins, with its last stone but one at the latest.
/// assert_eq!(found.upper.get(), -2);
/// // X has to play d3 in the end, and O wins on d4.
/// assert_eq!(found.traps.iter().map(|cell| cell.to_string()).collect::<Vec<_>>(), ["d4"]);
/// assert_eq!(
///     found.our_cells.to_string(),
///     ". . . . . . .\n\
///      x x . . x . x\n\
///      . . . . . . .\n\
///      x . . x . . .\n\
///      . . . . . . .\n\
///      . . . . . . ."
/// );
/// assert_eq!(Claimeven::of(&Position::new()), None);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
///
/// # References
///
/// V. Allis, A Knowledge-based Approach of Connect-Four, 1988.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claimeven {
    /// The score of the side to move is at most this.
    pub upper: Score,
    /// The cells that the side to move may get. It gets no other while the game continues.
    pub our_cells: Bitboard,
    /// The cells that the side to move never gets, because each of them is right above one that it plays. The
    /// column of [`Self::odd_threat`] is left out.
    pub their_cells: Bitboard,
    /// The cells among [`Self::their_cells`] that complete a four. The side to move is in zugzwang: in the
    /// end it must play right below one of them, or below [`Self::odd_threat`].
    pub traps: Bitboard,
    /// The winning cell that the other side needs if the number of empty cells is odd, `None` if it is even.
    pub odd_threat: Option<Cell>,
    /// The fours within the stones and cells of the side to move, each with a four that the other side
    /// completes before it.
    pub second_fours: Vec<SecondFour>,
}

impl Claimeven {
    /// Returns the bound that claimeven proves for a position; `None` if it proves nothing, or if the game is
    /// over.
    pub fn of(position: &Position) -> Option<Self> {
        if position.is_over() {
            return None;
        }
        let masks = position.masks();
        let (upper, division, fours) = claimeven_with_cells(masks, &position.raw);
        let upper = Score::from_search(upper as i32);
        let set = |cells| position.cells(cells);
        let second_four =
            |four: &search::SecondFour| SecondFour { ours: set(four.ours), theirs: set(four.theirs) };
        let Division { our_cells, their_cells, traps, odd_threat } = division;
        let [our_cells, their_cells, traps] = [our_cells, their_cells, traps].map(set);
        let odd_threat = (odd_threat != 0).then(|| Cell::of_lowest(masks, odd_threat));
        let second_fours = fours.iter().map(second_four).collect();
        let found = Self { upper, our_cells, their_cells, traps, odd_threat, second_fours };
        (upper < Score::highest(position.size())).then_some(found)
    }
}

/// A four of the side to move that comes second against claimeven: the other side completes a four before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SecondFour {
    /// Its cells: stones of the side to move, and cells that it may get.
    pub ours: Bitboard,
    /// The cells of a four that the other side completes before [`Self::ours`]. Its empty cells are below
    /// empty cells of `ours`, or right above them. Such a four exists whichever empty cell of `ours` is
    /// played last; this is the one that is complete before the rightmost.
    pub theirs: Bitboard,
}
