//! Which weights a board has: those learned on the standard board, or their averages.

use super::features::{
    CHILD_FEATURES, IS_CLAIMEVEN_ROW, NEW_THREATS_ON_CLAIMEVEN_ROWS, NEW_THREATS_ON_ODD_ROWS,
    THREATS_ON_CLAIMEVEN_ROWS, THREATS_ON_ODD_ROWS,
};
use super::history::SEARCH_FEATURES;
use super::learned::LEARNED;
use super::patterns::{TABLE_LEN, TABLES};
use super::weights::{CLASSES, ClassWeights, OrderingWeights};
use crate::geometry::Masks;

impl OrderingWeights<'static> {
    /// Returns the weights of a board: those learned on the standard board, elsewhere their averages.
    pub(in crate::search) const fn of_board(masks: &Masks) -> Self {
        if masks.is_standard() { LEARNED } else { AVERAGE }
    }
}

/// The weights of boards that have none of their own.
static AVERAGE: OrderingWeights<'static> = {
    static CLASS_WEIGHTS: [ClassWeights; CLASSES] = [const { average(LEARNED.classes) }; CLASSES];
    OrderingWeights { classes: &CLASS_WEIGHTS, patterns: &[0; TABLES * TABLE_LEN], network: None }
};

/// The weights before anything is learned: they count the threats made.
#[cfg(feature = "internals")]
pub static CLASSICAL: OrderingWeights<'static> = {
    const THREATS: ClassWeights = ClassWeights {
        child_features: {
            let mut features = [0; CHILD_FEATURES];
            features[THREATS_ON_CLAIMEVEN_ROWS] = 1;
            features[THREATS_ON_ODD_ROWS] = 1;
            features
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
const ROW_PARITIES: [(usize, usize); 2] = [
    (THREATS_ON_CLAIMEVEN_ROWS, THREATS_ON_ODD_ROWS),
    (NEW_THREATS_ON_CLAIMEVEN_ROWS, NEW_THREATS_ON_ODD_ROWS),
];
