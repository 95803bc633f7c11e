//! The files that the core is compiled with.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use marlin_support::files::{Existing, write_whole};

use crate::fit::{Losses, RoundedWeights};

/// The quality of the learned weights on a board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Figures {
    /// On samples that are held out.
    pub(crate) losses: Losses,
    /// The mean nodes of positions that were not sampled and are in no test set: with the classical weights, with those that
    /// the samples were taken with, and with the learned ones.
    pub(crate) nodes: [u64; 3],
}

/// Writes the weights into a folder, as a source file and a file of pattern tables of the same name. The command and the
/// figures are in the header.
pub(crate) fn write(
    folder: &Path,
    name: &str,
    model: &RoundedWeights,
    command: &str,
    figures: &[Figures],
) -> io::Result<()> {
    let patterns: Vec<u8> = model.patterns.iter().flat_map(|number| number.to_le_bytes()).collect();
    let write = |name: String, bytes: &[u8]| write_whole(&folder.join(name), bytes, Existing::Replace);
    write(format!("{name}.bin"), &patterns)?;
    write(format!("{name}.rs"), source(name, model, command, figures).as_bytes())
}

/// Returns the source of the weights, formatted as rustfmt leaves it.
fn source(name: &str, model: &RoundedWeights, command: &str, figures: &[Figures]) -> String {
    let row = |figures: &Figures| {
        let Figures { losses: Losses { size, classical, fitted }, nodes: [of_classical, before, learned] } =
            figures;
        format!("//! | {size} | {classical:.4} | {fitted:.4} | {of_classical} | {before} | {learned} |\n")
    };
    let rows: String = figures.iter().map(row).collect();
    let mut text = format!(
        "//! The weights of the ordering, and those in `{name}.bin`, learned by `marlin-learn`. Do not edit them.
//!
//! ```text
//! {command}
//! ```
//!
//! The loss is that of a doubling of the work at a node that can be cut, on samples held out of the fit. The nodes are the
//! geometric mean of other positions, with the classical weights, those that the samples were taken with, and those learned.
//!
//! | board | loss, classical | loss, learned | nodes, classical | nodes, before | nodes, learned |
//! |---|---:|---:|---:|---:|---:|
{rows}
use crate::search::ordering::patterns::{{self, PatternTables, Patterns}};
use crate::search::ordering::weights::{{CLASSES, ClassWeights, OrderingWeights}};

/// The weights that were learned.
pub(super) static WEIGHTS: OrderingWeights<'static> =
    OrderingWeights {{ classes: &CLASS_WEIGHTS, patterns: PatternTables::standard(&PATTERNS), network: None }};

static PATTERNS: Patterns = patterns::read(include_bytes!(\"{name}.bin\"));

#[rustfmt::skip]
static CLASS_WEIGHTS: [ClassWeights; CLASSES] = [
"
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
