//! Lanes: the moves of a node by number, from the left.

use crate::bitboard;
use crate::geometry::Geometry;

/// Returns the lanes of a set, a bit for each.
#[inline(always)]
pub(super) fn lanes(set: u32) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            lane
        })
    })
}

/// Returns the cells of a set, a lane each, from the left.
#[inline(always)]
pub(super) fn cells_in_lanes<const W: usize, const H: usize, const L: usize>(cells: u64) -> [u64; L] {
    let mut lanes = [0; L];
    if W <= 8 && L <= 8 {
        // Vector code loads them next, and a load of a vector stalls on words just written one by one (store forwarding).
        let columns = &const { columns_in_lanes::<W, H>() }[bitboard::columns::<W, H>(cells)];
        for lane in 0..L {
            lanes[lane] = cells & (Geometry::<W, H>::FIRST_COLUMN << columns[lane]);
        }
    } else {
        let mut left = cells;
        for lane in &mut lanes {
            *lane = left & left.wrapping_neg();
            let others = left ^ *lane;
            left = if others == 0 { *lane } else { others };
        }
    }
    lanes
}

/// Returns, for every set of columns as a number, where the columns of its members begin. What is left of the eight lanes
/// repeats the last of them.
const fn columns_in_lanes<const W: usize, const H: usize>() -> [[u8; 8]; 256] {
    let mut lanes = [[0; 8]; 256];
    let mut set: usize = 0;
    while set < 256 {
        let (mut left, mut lane) = (set, 0);
        while lane < 8 {
            lanes[set][lane] = ((left.trailing_zeros() as usize % W) * (H + 1)) as u8;
            let others = left & left.wrapping_sub(1);
            left = if others == 0 { left } else { others };
            lane += 1;
        }
        set += 1;
    }
    lanes
}
