//! Which weights a board has: those learned on the standard board, or their averages.

use super::features::CHILD_FEATURES;
use super::history::SEARCH_FEATURES;
use super::learned::LEARNED;
use super::patterns::{TABLE_LEN, TABLES};
use super::weights::{CLASSES, ClassWeights, OrderingWeights};

impl OrderingWeights<'static> {
    /// The order of a board: what was learned on the standard board, on any other one in the average.
    pub(in crate::search) const fn of_board<const W: usize, const H: usize>() -> Self {
        if W == 7 && H == 6 { LEARNED } else { AVERAGE }
    }
}

/// The order of boards that have no weights of their own.
static AVERAGE: OrderingWeights<'static> = {
    static CLASS_WEIGHTS: [ClassWeights; CLASSES] = [const { average(LEARNED.classes) }; CLASSES];
    OrderingWeights { classes: &CLASS_WEIGHTS, patterns: &[0; TABLES * TABLE_LEN], network: None }
};

/// The order before anything is learned: by the threats made.
#[cfg(feature = "internals")]
pub static CLASSICAL: OrderingWeights<'static> = {
    const THREATS: ClassWeights = ClassWeights {
        child_features: {
            let mut f = [0; CHILD_FEATURES];
            f[0] = 1;
            f[1] = 1;
            f
        },
        search_features: [0; SEARCH_FEATURES],
        cells: [0; 64],
    };
    OrderingWeights { classes: &[THREATS; CLASSES], patterns: &[0; TABLES * TABLE_LEN], network: None }
};

/// Returns one class for all nodes: the averages of others by feature, without weights of cells.
///
/// Which rows are good for whom depends on the board. So features that differ in the parity of the row alone get one weight,
/// and the parity itself gets none.
const fn average(classes: &[ClassWeights; CLASSES]) -> ClassWeights {
    let mut average = ClassWeights {
        child_features: [0; CHILD_FEATURES],
        search_features: [0; SEARCH_FEATURES],
        cells: [0; 64],
    };
    let mut class = 0;
    while class < CLASSES {
        let mut i = 0;
        while i < CHILD_FEATURES {
            average.child_features[i] += classes[class].child_features[i];
            i += 1;
        }
        let mut i = 0;
        while i < SEARCH_FEATURES {
            average.search_features[i] += classes[class].search_features[i];
            i += 1;
        }
        class += 1;
    }
    let mut i = 0;
    while i < CHILD_FEATURES {
        average.child_features[i] /= CLASSES as i32;
        i += 1;
    }
    let mut i = 0;
    while i < SEARCH_FEATURES {
        average.search_features[i] /= CLASSES as i32;
        i += 1;
    }
    let mut i = 0;
    while i < ROW_PARITIES.len() {
        let (claimeven, other) = ROW_PARITIES[i];
        let both = i32::midpoint(average.child_features[claimeven], average.child_features[other]);
        (average.child_features[claimeven], average.child_features[other]) = (both, both);
        i += 1;
    }
    average.child_features[IS_CLAIMEVEN_ROW] = 0;
    average
}

/// Pairs of features that count the same in the rows of claimeven and in the others.
const ROW_PARITIES: [(usize, usize); 2] = [(0, 1), (2, 3)];

/// The feature that says nothing but in which rows the cell lies.
const IS_CLAIMEVEN_ROW: usize = 14;
