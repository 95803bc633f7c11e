//! Samples: from where they come, and how they are kept.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;

use marlin_core::learn::{self, Candidate, Outcome, Sample};
use marlin_core::{Game, Position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Stones on the positions that are solved, the fewest and the most.
const PLIES: (u32, u32) = (4, 13);

/// Samples of a position for each number of stones.
const PER_PLY: usize = 3;

/// Nodes that one move of a sample may take.
const MAX_NODES: u64 = 400_000;

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

/// Samples searches of random positions into a file; as many positions as its lines have come from are left out.
pub(crate) fn collect(path: &Path, positions: u64, seed: u64) -> io::Result<()> {
    let out = Mutex::new(BufWriter::new(File::create(path)?));
    (0..positions).into_par_iter().try_for_each(|index| {
        let samples = learn::sample(&random_position(seed, index), seed ^ (index + 1) << 20)
            .map_err(io::Error::other)?;
        let mut lines = String::new();
        for sample in samples {
            lines += &serde_json::to_string(&to_line(&sample)).map_err(io::Error::other)?;
            lines.push('\n');
        }
        let mut out = out.lock().map_err(|_| io::Error::other("a worker panicked"))?;
        out.write_all(lines.as_bytes())?;
        out.flush()
    })
}

/// Returns what came of the nodes of searches of random positions.
pub(crate) fn outcomes(positions: u64, seed: u64) -> io::Result<Vec<Outcome>> {
    let of_one = |index| {
        let mut outcomes = learn::outcomes(&random_position(seed, index), 18).map_err(io::Error::other)?;
        // Of the many nodes with more stones a few are enough.
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ index);
        outcomes.retain(|o| random.next_u32() % (1 << o.nb_moves.saturating_sub(13).min(4)) == 0);
        Ok(outcomes)
    };
    let all: io::Result<Vec<Vec<Outcome>>> = (0..positions).into_par_iter().map(of_one).collect();
    Ok(all?.concat())
}

/// Reads the samples of a file.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Sample>> {
    BufReader::new(File::open(path)?)
        .lines()
        .map(|line| serde_json::from_str(&line?).map(from_line).map_err(io::Error::other))
        .collect()
}

/// Returns a position that depends on the seed and the index alone, and isn't over.
fn random_position(seed: u64, index: u64) -> Position {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(index);
    let plies = PLIES.0 + random.next_u32() % (PLIES.1 - PLIES.0 + 1);
    loop {
        let mut game = Game::new();
        while game.outcome().is_none() && game.position().nb_moves() < plies {
            let moves = game.legal_moves();
            let choice = moves[random.next_u32() as usize % moves.len()];
            game.play(choice).expect("a legal move");
        }
        if game.outcome().is_none() && !game.position().can_win_next() {
            return *game.position();
        }
    }
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

fn from_line(line: Line) -> Sample {
    let candidate = |c: LineCandidate| Candidate {
        features: c.features.try_into().expect("as many features as this version has"),
        memories: c.memories.try_into().expect("as many memories as this version has"),
        cell: c.cell,
        mover: c.mover,
        other: c.other,
        cuts: c.cuts,
        nodes: c.nodes,
    };
    Sample {
        class: line.class,
        nb_moves: line.nb_moves,
        candidates: line.candidates.into_iter().map(candidate).collect(),
    }
}
