//! Samples: where they come from, and how they are kept.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use indicatif::ProgressBar;
use marlin_core::learn::{self, Candidate, Sample, Visit, Weighting};
use marlin_core::{Game, Position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Positions whose samples share a file.
const CHUNK: u64 = 100;

/// A sample as it is written, one a line.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    class: usize,
    nb_moves: u32,
    candidates: Vec<LineCandidate>,
}

#[derive(Debug, Serialize, Deserialize)]
struct LineCandidate {
    features: Vec<u32>,
    memories: Vec<i32>,
    cell: usize,
    mover: u64,
    other: u64,
    cuts: bool,
    nodes: u64,
}

/// Returns samples of searches of a number of random positions, those from the folder first. Each order has files of its
/// own there; after a change of the search itself the folder must be removed.
pub(crate) fn collect(
    folder: &Path,
    positions: u64,
    plies: RangeInclusive<u32>,
    weighting: Weighting<'_>,
    seed: u64,
) -> io::Result<Vec<Sample>> {
    fs::create_dir_all(folder)?;
    let order = digest(weighting);
    let progress = ProgressBar::new(positions);
    let mut samples = Vec::new();
    for start in (0..positions).step_by(CHUNK as usize) {
        let indices = start..positions.min(start + CHUNK);
        let path =
            folder.join(format!("order-{order:016x}-seed-{seed}-from-{start}-to-{}.jsonl", indices.end));
        if !path.exists() {
            let of_one = |index| {
                learn::sample(&random_position(&plies, seed, index), weighting, seed ^ (index + 1) << 20)
            };
            let chunk: Result<Vec<_>, _> = indices.clone().into_par_iter().map(of_one).collect();
            write(&path, &chunk.map_err(io::Error::other)?.concat())?;
        }
        samples.extend(read(&path)?);
        progress.set_position(indices.end);
    }
    progress.finish_and_clear();
    Ok(samples)
}

/// Returns what came of the nodes of searches of a number of random positions.
pub(crate) fn visits(
    positions: u64,
    plies: RangeInclusive<u32>,
    weighting: Weighting<'_>,
    seed: u64,
) -> io::Result<Vec<Visit>> {
    let progress = ProgressBar::new(positions);
    let of_one = |index| {
        let mut outcomes =
            learn::visits(&random_position(&plies, seed, index), weighting, learn::PATTERN_PLIES)?;
        // There are many nodes with many stones; some of them are enough.
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ index << 32);
        outcomes.retain(|outcome| random.next_u32() % (1 << outcome.nb_moves.saturating_sub(13).min(4)) == 0);
        progress.inc(1);
        Ok(outcomes)
    };
    let all: Result<Vec<Vec<Visit>>, _> = (0..positions).into_par_iter().map(of_one).collect();
    progress.finish_and_clear();
    Ok(all.map_err(|error: marlin_core::TableSizeError| io::Error::other(error))?.concat())
}

/// Returns a position with a number of stones in a range, that isn't over and can't be won at once. It depends on the
/// seed and the index alone.
fn random_position(plies: &RangeInclusive<u32>, seed: u64, index: u64) -> Position {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(index);
    let plies = plies.start() + random.next_u32() % (plies.end() - plies.start() + 1);
    loop {
        let mut game = Game::new();
        while game.outcome().is_none() && game.position().nb_moves() < plies {
            let moves = game.legal_moves();
            let choice = moves[random.next_u32() as usize % moves.len()];
            let played = game.play(choice);
            debug_assert!(played.is_ok(), "a legal move");
        }
        if game.outcome().is_none() && !game.position().can_win_next() {
            return *game.position();
        }
    }
}

/// Returns a number that tells orders apart (FNV-1a).
fn digest(weighting: Weighting<'_>) -> u64 {
    let of_class = |w: &learn::Weights| [&w.features[..], &w.memories, &w.cells].concat();
    let classes = weighting.classes.iter().flat_map(of_class);
    let numbers = classes.chain(weighting.patterns.iter().map(|&number| i32::from(number)));
    numbers.fold(0xcbf2_9ce4_8422_2325, |digest, number| {
        (digest ^ u64::from(number as u32)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Writes samples into a file that is there only once it is whole.
fn write(path: &Path, samples: &[Sample]) -> io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    let mut file = io::BufWriter::new(File::create(&unfinished)?);
    for sample in samples {
        serde_json::to_writer(&mut file, &to_line(sample))?;
        file.write_all(b"\n")?;
    }
    file.into_inner()?.sync_all()?;
    fs::rename(unfinished, path)
}

fn read(path: &Path) -> io::Result<Vec<Sample>> {
    BufReader::new(File::open(path)?).lines().map(|line| from_line(serde_json::from_str(&line?)?)).collect()
}

fn to_line(sample: &Sample) -> Line {
    let candidate = |c: &Candidate| LineCandidate {
        features: c.features.to_vec(),
        memories: c.memories.to_vec(),
        cell: c.cell,
        mover: c.mover,
        other: c.other,
        cuts: c.cuts,
        nodes: c.nodes,
    };
    Line {
        class: sample.class,
        nb_moves: sample.nb_moves,
        candidates: sample.candidates.iter().map(candidate).collect(),
    }
}

fn from_line(line: Line) -> io::Result<Sample> {
    let stale = || io::Error::other("samples of another version; remove their folder");
    let candidate = |c: LineCandidate| {
        Ok(Candidate {
            features: c.features.try_into().map_err(|_| stale())?,
            memories: c.memories.try_into().map_err(|_| stale())?,
            cell: c.cell,
            mover: c.mover,
            other: c.other,
            cuts: c.cuts,
            nodes: c.nodes,
        })
    };
    let candidates: io::Result<_> = line.candidates.into_iter().map(candidate).collect();
    Ok(Sample { class: line.class, nb_moves: line.nb_moves, candidates: candidates? })
}
