//! Samples nodes of searches, and reads and writes the files of the samples.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use marlin_core::BoardSize;
use marlin_core::internals::learn::{self, Move, NodeSample, OrderingWeights, Sample};
use marlin_support::files::{Existing, write_whole_with};
use marlin_support::progress::ProgressReporter;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::positions::Positions;

/// All nodes with this many empty cells or more are kept; of the others, the fewer the cells, the fewer nodes.
const MANY_EMPTY: u32 = 29;

/// Positions whose samples share a file.
const CHUNK: u64 = 20;

/// A sample as it is written, one per line.
#[derive(Debug, Serialize, Deserialize)]
struct SampleRecord {
    us: u64,
    them: u64,
    last: u64,
    alpha: i32,
    moves: Vec<MoveRecord>,
}

#[derive(Debug, Serialize, Deserialize)]
struct MoveRecord {
    cell: u64,
    search_features: Vec<i32>,
    exceeds_alpha: bool,
    nodes: u64,
}

/// Returns samples of the searches of the first positions, those from the folder first. Weights have files of their
/// own there; after a change of the search itself the folder must be removed.
pub(crate) fn collect(
    folder: &Path,
    count: u64,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
) -> io::Result<Vec<Sample>> {
    fs::create_dir_all(folder)?;
    let digest = digest(weights);
    let Positions { size, seed, plies, .. } = positions;
    let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "sampling", count as usize, "positions");
    let mut samples = Vec::new();
    for start in (0..count).step_by(CHUNK as usize) {
        let numbers = start..count.min(start + CHUNK);
        let path = folder.join(format!(
            "{size}-weights-{digest:016x}-seed-{seed}-plies-{}-{}-from-{start}-to-{}.jsonl",
            plies.start(),
            plies.end(),
            numbers.end
        ));
        if !path.exists() {
            let of_one = |number| learn::sample(&positions.get(number), weights, seed ^ ((number + 1) << 20));
            let chunk: Result<Vec<_>, _> = numbers.clone().into_par_iter().map(of_one).collect();
            write(&path, &chunk.map_err(io::Error::other)?.concat())?;
        }
        samples.extend(read(&path, *size).map_err(|error| {
            let path = path.display();
            io::Error::other(format!("{path} is not a file of this version ({error}); remove it"))
        })?);
        progress.set_done(numbers.end as usize);
    }
    Ok(samples)
}

/// Returns the results of the nodes of the searches of the first positions.
pub(crate) fn nodes(
    count: u64,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
) -> io::Result<Vec<NodeSample>> {
    let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "sampling", count as usize, "positions");
    let of_one = |number| {
        let mut outcomes =
            learn::node_samples(&positions.get(number), weights, learn::pattern_plies(positions.size))?;
        // There are many nodes with few empty cells; some of them are enough.
        let mut random = ChaCha8Rng::seed_from_u64(positions.seed ^ number << 32);
        let few_empty = |outcome: &NodeSample| {
            (MANY_EMPTY - MANY_EMPTY.min(positions.size.cells() - outcome.nb_moves)).min(4)
        };
        outcomes.retain(|outcome| random.next_u32() % (1 << few_empty(outcome)) == 0);
        progress.inc();
        Ok(outcomes)
    };
    let all: Result<Vec<Vec<NodeSample>>, _> = (0..count).into_par_iter().map(of_one).collect();
    Ok(all.map_err(|error: marlin_core::TableSizeError| io::Error::other(error))?.concat())
}

/// Returns the geometric mean of the nodes that the first positions take.
pub(crate) fn mean_nodes(
    count: u64,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
) -> io::Result<u64> {
    let of_one = |number| learn::work(&positions.get(number), weights);
    let nodes: Result<Vec<u64>, _> = (0..count).into_par_iter().map(of_one).collect();
    let logarithms = nodes.map_err(io::Error::other)?.into_iter().map(|nodes| (nodes.max(1) as f64).ln());
    Ok((logarithms.sum::<f64>() / count.max(1) as f64).exp().round() as u64)
}

/// Returns a hash of weights (FNV-1a).
fn digest(weights: OrderingWeights<'_>) -> u64 {
    let of_class = |w: &learn::ClassWeights| [&w.child_features[..], &w.search_features, &w.cells].concat();
    let classes = weights.classes.iter().flat_map(of_class);
    let numbers = classes.chain(weights.patterns.numbers().iter().map(|&number| i32::from(number)));
    numbers.fold(0xcbf2_9ce4_8422_2325, |digest, number| {
        (digest ^ u64::from(number as u32)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn write(path: &Path, samples: &[Sample]) -> io::Result<()> {
    write_whole_with(path, Existing::Replace, |mut file| {
        for sample in samples {
            serde_json::to_writer(&mut file, &to_record(sample))?;
            file.write_all(b"\n")?;
        }
        Ok(())
    })
}

fn read(path: &Path, size: BoardSize) -> io::Result<Vec<Sample>> {
    BufReader::new(File::open(path)?)
        .lines()
        .map(|line| from_record(size, serde_json::from_str(&line?)?))
        .collect()
}

fn to_record(sample: &Sample) -> SampleRecord {
    let of_move = |m: &Move| MoveRecord {
        cell: m.cell,
        search_features: m.search_features.to_vec(),
        exceeds_alpha: m.exceeds_alpha,
        nodes: m.nodes,
    };
    let Sample { us, them, last, alpha, .. } = *sample;
    SampleRecord { us, them, last, alpha, moves: sample.moves.iter().map(of_move).collect() }
}

fn from_record(size: BoardSize, line: SampleRecord) -> io::Result<Sample> {
    let stale = || io::Error::other("another number of features");
    let of_move = |m: MoveRecord| {
        let search_features = m.search_features.try_into().map_err(|_| stale())?;
        Ok(Move { cell: m.cell, search_features, exceeds_alpha: m.exceeds_alpha, nodes: m.nodes })
    };
    let SampleRecord { us, them, last, alpha, .. } = line;
    let moves: io::Result<_> = line.moves.into_iter().map(of_move).collect();
    Ok(Sample { size, us, them, last, alpha, moves: moves? })
}
