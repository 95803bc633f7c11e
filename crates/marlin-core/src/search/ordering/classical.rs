//! The weights before anything is learned.

use super::features::CHILD_FEATURES;
use super::history::SEARCH_FEATURES;
use super::patterns::{PatternTables, TABLE_LEN, TABLES};
use super::weights::{CLASSES, ClassWeights, OrderingWeights};

/// Weights that count the threats made, the first two features of a child.
pub static CLASSICAL: OrderingWeights<'static> = {
    const THREATS: ClassWeights = ClassWeights {
        child_features: {
            let mut features = [0; CHILD_FEATURES];
            features[0] = 1;
            features[1] = 1;
            features
        },
        search_features: [0; SEARCH_FEATURES],
        cells: [0; 64],
    };
    OrderingWeights {
        classes: &[THREATS; CLASSES],
        patterns: PatternTables::standard(&[0; TABLES * TABLE_LEN]),
        network: None,
    }
};
