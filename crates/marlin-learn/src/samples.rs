//! Samples nodes of searches, and keeps the samples in files.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use marlin_core::internals::weights::{self, OrderingWeights};
use marlin_core::internals::{masks, patterns};
use marlin_support::files::{Existing, write_whole_with};
use marlin_support::progress::ProgressReporter;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::positions::Positions;
use crate::search::{self, NodeResult, Sample};

/// All nodes with this many empty cells or more are kept; of the others, the fewer the cells, the fewer nodes.
const MANY_EMPTY: u32 = 29;

/// Positions whose samples share a file.
const CHUNK: u64 = 20;

/// Returns samples of the searches of the first positions, those from the folder first. Weights have files of their
/// own there; after a change of the search itself the folder must be removed.
pub(crate) fn collect(
    folder: &Path,
    count: u64,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
) -> io::Result<Vec<Sample>> {
    let Positions { size, seed, plies, .. } = positions;
    let (digest, first, last) = (digest(weights), plies.start(), plies.end());
    let name = format!("{size}-weights-{digest:016x}-seed-{seed}-plies-{first}-{last}");
    of_chunks(folder, &name, count, |number| {
        let samples = search::explored_nodes(&positions.get(number), weights, seed ^ ((number + 1) << 20));
        samples.map_err(io::Error::other)
    })
}

/// Returns the samples of the first searches, those from the folder first, where each chunk has a file.
pub(crate) fn of_chunks<T: Serialize + DeserializeOwned + Send>(
    folder: &Path,
    name: &str,
    count: u64,
    of_one: impl Fn(u64) -> io::Result<Vec<T>> + Sync,
) -> io::Result<Vec<T>> {
    let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "sampling", count as usize, "positions");
    let mut all = Vec::new();
    for start in (0..count).step_by(CHUNK as usize) {
        let end = count.min(start + CHUNK);
        let chunk = || (start..end).into_par_iter().map(&of_one).collect();
        all.extend(from_file_or(&folder.join(format!("{name}-from-{start}-to-{end}.jsonl")), chunk)?);
        progress.set_done(end as usize);
    }
    Ok(all)
}

/// Returns the samples of a file, one a line; where there is none, those of searches, and writes them.
pub(crate) fn from_file_or<T: Serialize + DeserializeOwned>(
    path: &Path,
    of_searches: impl FnOnce() -> io::Result<Vec<Vec<T>>>,
) -> io::Result<Vec<T>> {
    if !path.exists() {
        let samples = of_searches()?;
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        write_whole_with(path, Existing::Replace, |mut file| {
            for sample in samples.iter().flatten() {
                serde_json::to_writer(&mut file, sample)?;
                file.write_all(b"\n")?;
            }
            Ok(())
        })?;
    }
    let lines = BufReader::new(File::open(path)?).lines();
    lines.map(|line| Ok(serde_json::from_str(&line?)?)).collect::<io::Result<_>>().map_err(|error| {
        let path = path.display();
        io::Error::other(format!("{path} is not a file of this version ({error}); remove it"))
    })
}

/// Returns the results of the nodes of the searches of the first positions.
pub(crate) fn nodes(
    count: u64,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
) -> io::Result<Vec<NodeResult>> {
    let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "sampling", count as usize, "positions");
    let of_one = |number| {
        let mut outcomes =
            search::node_results(&positions.get(number), weights, patterns::plies(masks(positions.size)))?;
        // There are many nodes with few empty cells; some of them are enough.
        let mut random = ChaCha8Rng::seed_from_u64(positions.seed ^ number << 32);
        let few_empty = |outcome: &NodeResult| {
            (MANY_EMPTY - MANY_EMPTY.min(positions.size.cells() - outcome.nb_moves)).min(4)
        };
        outcomes.retain(|outcome| random.next_u32() % (1 << few_empty(outcome)) == 0);
        progress.inc();
        Ok(outcomes)
    };
    let all: Result<Vec<Vec<NodeResult>>, _> = (0..count).into_par_iter().map(of_one).collect();
    Ok(all.map_err(|error: marlin_core::TableError| io::Error::other(error))?.concat())
}

/// Returns the geometric mean of the nodes that the first positions take.
pub(crate) fn mean_nodes(
    count: u64,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
) -> io::Result<u64> {
    let of_one = |number| search::work(&positions.get(number), weights);
    let nodes: Result<Vec<u64>, _> = (0..count).into_par_iter().map(of_one).collect();
    let logarithms = nodes.map_err(io::Error::other)?.into_iter().map(|nodes| (nodes.max(1) as f64).ln());
    Ok((logarithms.sum::<f64>() / count.max(1) as f64).exp().round() as u64)
}

/// Returns a hash of weights (FNV-1a).
fn digest(weights: OrderingWeights<'_>) -> u64 {
    let of_class = |w: &weights::ClassWeights| [&w.child_features[..], &w.search_features, &w.cells].concat();
    let classes = weights.classes.iter().flat_map(of_class);
    let numbers = classes.chain(weights.patterns.numbers().iter().map(|&number| i32::from(number)));
    numbers.fold(0xcbf2_9ce4_8422_2325, |digest, number| {
        (digest ^ u64::from(number as u32)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
