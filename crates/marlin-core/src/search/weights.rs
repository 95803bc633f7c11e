//! The weights of the order.

use super::ordering::{CLASSES, FEATURES, MEMORIES, Weights};

/// Winning cells made.
const CLASSICAL: Weights = Weights {
    features: [100, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    memories: [0; MEMORIES],
    cells: [0; 64],
};

/// By class.
pub(super) static WEIGHTS: [Weights; CLASSES] = [const { CLASSICAL }; CLASSES];

const _: () = assert!(FEATURES == 18);
