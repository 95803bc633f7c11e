//! The files that the core is compiled with.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use crate::fit::{Losses, Rounded};

/// How good the learned weights are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Figures {
    /// On samples that the fit didn't see.
    pub(crate) losses: Losses,
    /// The number of positions that were neither sampled nor are in a test set, and the mean of the nodes that they take
    /// with the classical weights and with the learned ones.
    pub(crate) others: u64,
    pub(crate) classical: u64,
    pub(crate) learned: u64,
}

/// Writes `learned.rs` and `patterns.bin` into a folder, with the command and the figures in the header.
pub(crate) fn write(folder: &Path, model: &Rounded, command: &str, figures: &Figures) -> io::Result<()> {
    let patterns: Vec<u8> = model.patterns.iter().flat_map(|number| number.to_le_bytes()).collect();
    fs::write(folder.join("patterns.bin"), patterns)?;
    fs::write(folder.join("learned.rs"), source(model, command, figures))
}

/// Returns the source of `learned.rs`, formatted as rustfmt leaves it.
fn source(model: &Rounded, command: &str, figures: &Figures) -> String {
    let mut text = format!(
        "//! The weights of the ordering, and those in `patterns.bin`, learned by `marlin-learn`. Don't edit them.
//!
//! ```text
//! {command}
//! ```
//!
//! The learned weights lose {:.4} of a doubling of the work at a node that can be cut, on samples that the fit didn't see;
//! the classical ones lose {:.4}. {} other positions of 8 to 12 stones take {} nodes on average, {} with the
//! classical weights.

use super::network;
use super::patterns::{{self, PatternTables, Patterns}};
use super::weights::{{CLASSES, ClassWeights, OrderingWeights}};

/// The weights that were learned.
pub(super) static LEARNED: OrderingWeights<'static> = OrderingWeights {{
    classes: &CLASS_WEIGHTS,
    patterns: PatternTables::standard(&PATTERNS),
    network: Some(network::NETWORK_TERM),
}};

static PATTERNS: Patterns = patterns::read(include_bytes!(\"patterns.bin\"));

#[rustfmt::skip]
static CLASS_WEIGHTS: [ClassWeights; CLASSES] = [
",
        figures.losses.fitted, figures.losses.classical, figures.others, figures.learned, figures.classical
    );
    for class in model.classes.iter() {
        _ = write!(
            text,
            "    ClassWeights {{\n        child_features: {:?},\n        search_features: {:?},\n        cells: {:?},\n    }},\n",
            class.child_features, class.search_features, class.cells
        );
    }
    text + "];\n"
}
