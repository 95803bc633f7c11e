//! The files of a family of boards: the numbers that the core is compiled with, and a text with the command and the figures.

use std::io;
use std::path::Path;

use marlin_core::internals::learned::Learned;
use marlin_core::internals::weights::ClassWeights;
use marlin_support::files::{Existing, write_whole};

use crate::fit::Losses;
use crate::network::FittedNetwork;

/// The quality of the learned weights on a board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Figures {
    /// On samples that are held out.
    pub(crate) losses: Losses,
    /// The mean nodes of positions that were not sampled and are in no test set: with the classical weights, with those that
    /// the samples were taken with, and with the learned ones.
    pub(crate) nodes: [u64; 3],
}

/// Writes the numbers of a family into a folder.
pub(crate) fn numbers(folder: &Path, name: &str, learned: &Learned) -> io::Result<()> {
    write_whole(&folder.join(format!("{name}.bin")), &bytes(learned), Existing::Replace)
}

/// Returns the numbers of a family as the core reads them: the classes, the pattern tables and the network.
fn bytes(learned: &Learned) -> Vec<u8> {
    let of_class = |w: &ClassWeights| [&w.child_features[..], &w.search_features, &w.cells].concat();
    let classes = learned.classes.iter().flat_map(of_class).map(|weight| weight as i16);
    let weights = classes.chain(learned.patterns).flat_map(i16::to_le_bytes);
    weights.chain(FittedNetwork::of(&learned.network).to_bytes()).collect()
}

/// Writes the text beside the numbers of a family.
pub(crate) fn text(folder: &Path, name: &str, command: &str, figures: &[Figures]) -> io::Result<()> {
    let row = |figures: &Figures| {
        let Figures { losses: Losses { size, classical, fitted }, nodes: [of_classical, before, learned] } =
            figures;
        format!("| {size} | {classical:.4} | {fitted:.4} | {of_classical} | {before} | {learned} |\n")
    };
    let rows: String = figures.iter().map(row).collect();
    let text = format!(
        "The weights in `{name}.bin` were learned by

```text
{command}
```

The loss is that of a doubling of the work at a node that can be cut, on samples held out of the fit. The nodes are the
geometric mean of other positions, with the classical weights, those that the samples were taken with, and those learned.

| board | loss, classical | loss, learned | nodes, classical | nodes, before | nodes, learned |
|---|---:|---:|---:|---:|---:|
{rows}"
    );
    write_whole(&folder.join(format!("{name}.md")), text.as_bytes(), Existing::Replace)
}

#[cfg(test)]
mod tests {
    use marlin_core::internals::learned;
    use std::fs;

    use super::*;

    #[test]
    fn the_numbers_of_a_family_are_written_as_they_were_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../marlin-core/src/search/ordering/learned");
        for (name, learned) in [("standard.bin", &learned::STANDARD), ("boards.bin", &learned::BOARDS)] {
            let kept = fs::read(Path::new(folder).join(name)).unwrap();
            assert!(bytes(learned) == kept, "{name}");
        }
    }
}
