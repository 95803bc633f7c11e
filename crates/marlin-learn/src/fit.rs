//! The fit: a softmax over the moves of a sample that makes the expected logarithm of the work small.
//!
//! The moves of a sample get scores, linear in the weights, and from them probabilities to be tried first. Trying a
//! move costs its nodes, and if it doesn't exceed alpha, those of the cheapest move that does on top. The loss is the
//! expected binary logarithm of this cost over that of the cheapest move; plain gradient steps in Adam's form lower it.

use marlin_core::learn::{self, Candidate, Sample};
use crate::value::Value;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Where the weights of a class stand among its own.
pub(crate) const FEATURES: usize = learn::FEATURES;
/// How many weights a class has of its own: features, memories, cells.
pub(crate) const CLASS_LEN: usize = FEATURES + learn::MEMORIES + 64;

const RATE: f32 = 0.01;
const DECAY: f32 = 0.003;
const PATTERN_DECAY: f32 = 0.02;
const BATCH: usize = 128;

/// The weights, as floating-point numbers.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) classes: Vec<f32>,
    pub(crate) patterns: Vec<f32>,
}

/// Mean losses before and after the fit, on samples that it didn't see.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Losses {
    pub(crate) classical: f32,
    pub(crate) fitted: f32,
}

/// What the value's tables say of each move of each sample: gain in odds, gain in work.
type Gains = Vec<Vec<[f32; 2]>>;

fn gains(samples: &[Sample], value: &Value) -> Gains {
    let gain = |table: usize, c: &Candidate| {
        let mut gain = [0.0; 2];
        c.for_each_change(|before, after| {
            gain[0] += value.odds[table + after] - value.odds[table + before];
            gain[1] += value.work[table + after] - value.work[table + before];
        });
        gain
    };
    samples.iter().map(|s| s.candidates.iter().map(|c| gain(s.class % 4 * learn::PATTERN_TABLE_LEN, c)).collect()).collect()
}

struct Parameters {
    values: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    gradient: Vec<f32>,
    touched: Vec<u32>,
    step: i32,
}

impl Parameters {
    fn new(len: usize) -> Self {
        let zero = || vec![0.0; len];
        Self {
            values: zero(),
            means: zero(),
            squares: zero(),
            gradient: zero(),
            touched: Vec::new(),
            step: 0,
        }
    }

    fn add(&mut self, place: usize, slope: f32) {
        if self.gradient[place] == 0.0 {
            self.touched.push(place as u32);
        }
        self.gradient[place] += slope;
    }

    /// One step of Adam on the places touched.
    fn step(&mut self, rate: f32, decay: f32) {
        self.step += 1;
        for &place in &self.touched {
            let place = place as usize;
            let slope = std::mem::take(&mut self.gradient[place]) / BATCH as f32;
            self.means[place] = 0.9 * self.means[place] + 0.1 * slope;
            self.squares[place] = 0.999 * self.squares[place] + 0.001 * slope * slope;
            let mean = self.means[place] / (1.0 - 0.9_f32.powi(self.step.min(1000)));
            let square = self.squares[place] / (1.0 - 0.999_f32.powi(self.step.min(20000)));
            self.values[place] -= rate * (mean / (square.sqrt() + 1e-6) + decay * self.values[place]);
        }
        self.touched.clear();
    }
}

/// Fits the weights to samples in a number of rounds over them.
pub(crate) fn fit(
    samples: &[Sample],
    value: &Value,
    pattern_plies: u32,
    rounds: u32,
    seed: u64,
    log: &mut dyn FnMut(&str),
) -> (Model, Losses) {
    let mirrored = learn::mirrored_places();
    let mut linear = Parameters::new((learn::CLASSES + 4) * CLASS_LEN);
    let mut patterns = Parameters::new(4 * learn::PATTERN_TABLE_LEN + 8);
    let gains = gains(samples, value);
    let (held_out, seen): (Vec<_>, Vec<_>) = (0..samples.len()).partition(|i| i % 10 == 0);
    let mut order = seen;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let classical =
        held_out.iter().map(|&i| classical_loss(&samples[i])).sum::<f32>() / held_out.len() as f32;
    for round in 0..rounds {
        for i in (1..order.len()).rev() {
            order.swap(i, random.next_u32() as usize % (i + 1));
        }
        let rate = RATE * (1.0 - round as f32 / rounds as f32).max(0.05);
        let mut total = 0.0;
        for batch in order.chunks(BATCH) {
            for &i in batch {
                let mirror = random.next_u32() % 2 == 0;
                total +=
                    learn_from(&samples[i], &gains[i], mirror, pattern_plies, &mirrored, &mut linear, &mut patterns);
            }
            linear.step(rate, DECAY);
            patterns.step(rate, PATTERN_DECAY);
        }
        let fitted_model = model(&linear, &patterns, value);
        let fitted = held_out.iter().map(|&i| loss(&fitted_model, &samples[i], pattern_plies)).sum::<f32>()
            / held_out.len() as f32;
        log(&format!(
            "round {round}: seen {:.4}, held out {fitted:.4}, classical {classical:.4}",
            total / order.len() as f32
        ));
    }
    let fitted_model = model(&linear, &patterns, value);
    log(&format!("mix {:?}", &patterns.values[4 * learn::PATTERN_TABLE_LEN..]));
    for phase in 0..6 {
        let of: Vec<usize> = held_out.iter().copied().filter(|&i| samples[i].class / 4 == phase).collect();
        let n = of.len().max(1) as f32;
        let c: f32 = of.iter().map(|&i| classical_loss(&samples[i])).sum::<f32>() / n;
        let f: f32 = of.iter().map(|&i| loss(&fitted_model, &samples[i], pattern_plies)).sum::<f32>() / n;
        let w: f32 = of
            .iter()
            .map(|&i| {
                let c = costs(&samples[i]);
                c.iter().sum::<f32>() / c.len() as f32
            })
            .sum::<f32>()
            / n;
        log(&format!("phase {phase}: {} held out, random {w:.4} classical {c:.4}, fitted {f:.4}", of.len()));
    }
    let fitted = held_out.iter().map(|&i| loss(&fitted_model, &samples[i], pattern_plies)).sum::<f32>()
        / held_out.len() as f32;
    (fitted_model, Losses { classical, fitted })
}

/// Returns the weights with the value's tables mixed into those of the patterns.
fn model(linear: &Parameters, patterns: &Parameters, value: &Value) -> Model {
    let len = learn::PATTERN_TABLE_LEN;
    let mixed = |place: usize| {
        let mix = &patterns.values[4 * len + place / len * 2..][..2];
        patterns.values[place] + mix[0] * value.odds[place] + mix[1] * value.work[place]
    };
    Model { classes: linear.values.clone(), patterns: (0..4 * len).map(mixed).collect() }
}

/// Returns the logarithm of what trying each move first costs more than the best.
fn costs(sample: &Sample) -> Vec<f32> {
    let best = sample.candidates.iter().filter(|c| c.cuts).map(|c| c.nodes).min().unwrap_or(1) as f32;
    sample
        .candidates
        .iter()
        .map(|c| ((c.nodes as f32 + if c.cuts { 0.0 } else { best }) / best).log2())
        .collect()
}

fn classical_loss(sample: &Sample) -> f32 {
    let centre = |cell: usize| 3 - (cell as i32 / 7 - 3).abs();
    let first = (0..sample.candidates.len())
        .max_by_key(|&i| {
            let c = &sample.candidates[i];
            (c.features[0] + c.features[1], centre(c.cell))
        })
        .unwrap_or(0);
    costs(sample)[first]
}

fn loss(model: &Model, sample: &Sample, pattern_plies: u32) -> f32 {
    let table = (sample.class % 4) * learn::PATTERN_TABLE_LEN;
    let scores = sample.candidates.iter().map(|c| {
        let mut score = 0.0;
        for_each_linear(sample.class, c, c.cell, |place, amount| score += model.classes[place] * amount);
        if sample.nb_moves < pattern_plies {
            c.for_each_change(|before, after| {
                score += model.patterns[table + after] - model.patterns[table + before]
            });
        }
        score
    });
    let scores: Vec<f32> = scores.collect();
    let first = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0);
    costs(sample)[first]
}

/// Calls `add` with the place and the amount of everything linear about a move.
fn for_each_linear(class: usize, c: &Candidate, cell: usize, mut add: impl FnMut(usize, f32)) {
    let (start, base) = (class * CLASS_LEN, (learn::CLASSES + class % 4) * CLASS_LEN);
    let mut add = |place: usize, amount: f32| {
        add(start + place, amount);
        add(base + place, amount);
    };
    for (i, &feature) in c.features.iter().enumerate() {
        if feature != 0 {
            add(i, feature as f32);
        }
    }
    for (i, &memory) in c.memories.iter().enumerate() {
        if memory != 0 {
            add(FEATURES + i, memory as f32);
        }
    }
    add(FEATURES + learn::MEMORIES + cell, 1.0);
}

fn learn_from(
    sample: &Sample,
    gains: &[[f32; 2]],
    mirror: bool,
    pattern_plies: u32,
    mirrored: &[u16],
    linear: &mut Parameters,
    patterns: &mut Parameters,
) -> f32 {
    let table = (sample.class % 4) * learn::PATTERN_TABLE_LEN;
    let flip = |place: usize| table + if mirror { usize::from(mirrored[place]) } else { place };
    let with_patterns = sample.nb_moves < pattern_plies;
    let cell_of = |c: &Candidate| if mirror { (6 - c.cell / 7) * 7 + c.cell % 7 } else { c.cell };
    let mut scores = Vec::with_capacity(8);
    let mixed = 4 * learn::PATTERN_TABLE_LEN + sample.class % 4 * 2;
    for (c, gain) in sample.candidates.iter().zip(gains) {
        let mut score = 0.0;
        if with_patterns {
            score += patterns.values[mixed] * gain[0] + patterns.values[mixed + 1] * gain[1];
        }
        for_each_linear(sample.class, c, cell_of(c), |place, amount| score += linear.values[place] * amount);
        if with_patterns {
            c.for_each_change(|before, after| {
                score += patterns.values[flip(after)] - patterns.values[flip(before)]
            });
        }
        scores.push(score);
    }
    let top = scores.iter().copied().fold(f32::MIN, f32::max);
    let chances: Vec<f32> = scores.iter().map(|s| (s - top).exp()).collect();
    let sum: f32 = chances.iter().sum();
    let costs = costs(sample);
    let expected: f32 = chances.iter().zip(&costs).map(|(p, l)| p / sum * l).sum();
    for (((c, chance), cost), gain) in sample.candidates.iter().zip(&chances).zip(&costs).zip(gains) {
        let slope = chance / sum * (cost - expected);
        if slope == 0.0 {
            continue;
        }
        for_each_linear(sample.class, c, cell_of(c), |place, amount| linear.add(place, slope * amount));
        if with_patterns {
            patterns.add(mixed, slope * gain[0]);
            patterns.add(mixed + 1, slope * gain[1]);
            c.for_each_change(|before, after| {
                if before != after {
                    patterns.add(flip(after), slope);
                    patterns.add(flip(before), -slope);
                }
            });
        }
    }
    expected
}
