//! Lanes: the moves of a node by number, from the left.

use crate::bitboard;
use crate::geometry::Layout;

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
pub(super) fn cells_in_lanes<B: Layout, const L: usize>(board: B, cells: u64) -> [u64; L] {
    let masks = &board.masks();
    let mut lanes = [0; L];
    if masks.width <= 8 && L <= 8 {
        // Vector code loads them next, and a load of a vector stalls on words just written one by one (store
        // forwarding).
        let columns = &const { columns_in_lanes(unit::<B>()) }[bitboard::columns(masks, cells)];
        let distance = masks.stride() / unit::<B>();
        for lane in 0..L {
            lanes[lane] = cells & (masks.first_column << (u32::from(columns[lane]) * distance));
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

/// Returns the distance between columns in the table of [`columns_in_lanes`]: that of the board, if the compiler knows
/// it.
const fn unit<B: Layout>() -> u32 {
    match B::HEIGHT {
        Some(height) => height + 1,
        None => 1,
    }
}

/// Returns, for every set of columns as a number, the first bits of its members' columns, which are `distance` apart.
/// The remaining ones of the eight lanes repeat the last of them.
const fn columns_in_lanes(distance: u32) -> [[u8; 8]; 256] {
    let mut lanes = [[0; 8]; 256];
    let mut set: u32 = 0;
    while set < 256 {
        let (mut left, mut lane) = (set, 0);
        while lane < 8 {
            lanes[set as usize][lane] = (left.trailing_zeros() % 8 * distance) as u8;
            let others = left & left.wrapping_sub(1);
            left = if others == 0 { left } else { others };
            lane += 1;
        }
        set += 1;
    }
    lanes
}
