//! The fit: a softmax over the moves of a sample that makes the expected logarithm of the work small.
//!
//! The moves of a sample get scores, linear in the weights, and from them chances to be tried first. Trying a move costs
//! its nodes, and if it doesn't exceed alpha, those of the cheapest move that does on top. The loss is the expected
//! binary logarithm of this cost over that of the cheapest move; Adam's gradient steps lower it.

use marlin_core::learn::{self, Candidate, Patterns, Sample, Weighting, Weights};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::value::Value;

/// Classes that have a pattern table: a class's number modulo this is its table.
pub(crate) const TABLES: usize = 4;

/// Weights of a class: features, memories, cells.
const CLASS_LEN: usize = learn::FEATURES + learn::MEMORIES + 64;

/// Where the weights begin that all classes of a table share; those of a class are added to them.
const SHARED: usize = learn::CLASSES * CLASS_LEN;

/// Where the factors begin by which the value's tables are mixed in, two a table.
const MIX: usize = TABLES * learn::PATTERN_TABLE_LEN;

const RATE: f32 = 0.01;
const BATCH: usize = 128;
/// How fast weights that nothing holds up go back to zero, those of the classes and those of the patterns.
const DECAY: f32 = 0.003;
const PATTERN_DECAY: f32 = 0.02;

/// One in so many samples isn't learned from but tells how good the fit is.
const HELD_OUT: usize = 10;

/// A weight of 1 in the numbers that the core works with.
const UNIT: f32 = 256.0;

/// Mean losses on samples that the fit didn't see.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Losses {
    /// With the order that tries the move with the most winning cells first.
    pub(crate) classical: f32,
    /// With the order fitted.
    pub(crate) fitted: f32,
}

/// The weights as the core has them.
#[derive(Debug, Clone)]
pub(crate) struct Rounded {
    pub(crate) classes: Box<[Weights; learn::CLASSES]>,
    pub(crate) patterns: Box<Patterns>,
}

impl Rounded {
    /// Returns the weights as the search takes them.
    pub(crate) fn weighting(&self) -> Weighting<'_> {
        Weighting { classes: &self.classes, patterns: &self.patterns }
    }
}

/// The weights as floating-point numbers.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    linear: Vec<f32>,
    patterns: Vec<f32>,
}

impl Model {
    /// Returns the weights with the value's tables mixed into those of the patterns.
    fn of(linear: &Parameters, patterns: &Parameters, value: &Value) -> Self {
        let mixed = |place: usize| {
            let mix = MIX + place / learn::PATTERN_TABLE_LEN * 2;
            let (odds, work) = (patterns.values[mix], patterns.values[mix + 1]);
            patterns.values[place] + odds * value.odds[place] + work * value.work[place]
        };
        Self { linear: linear.values.clone(), patterns: (0..MIX).map(mixed).collect() }
    }

    /// Returns the weights as the core has them.
    pub(crate) fn rounded(&self) -> Rounded {
        let classes = (0..learn::CLASSES).map(|class| self.class(class)).collect::<Vec<_>>();
        let patterns = self.patterns.iter().map(|weight| (weight * UNIT).round() as i16).collect::<Vec<_>>();
        Rounded {
            classes: classes.try_into().unwrap_or_else(|_| unreachable!("as many classes as there are")),
            patterns: patterns.try_into().unwrap_or_else(|_| unreachable!("as many numbers as there are")),
        }
    }

    fn class(&self, class: usize) -> Weights {
        let weight = |i: usize| {
            let shared = self.linear[SHARED + class % TABLES * CLASS_LEN + i];
            ((self.linear[class * CLASS_LEN + i] + shared) * UNIT).round() as i32
        };
        Weights {
            features: std::array::from_fn(weight),
            memories: std::array::from_fn(|i| weight(learn::FEATURES + i)),
            cells: std::array::from_fn(|i| weight(learn::FEATURES + learn::MEMORIES + i)),
        }
    }

    /// Returns the logarithm of the work that trying the best-scored move of a sample first costs too much.
    fn loss(&self, sample: &Sample) -> f32 {
        let score = |candidate: &Candidate| {
            let mut score = 0.0;
            for_each_linear(sample.class, candidate, candidate.cell, |place, x| {
                score += self.linear[place] * x;
            });
            if sample.nb_moves < learn::PATTERN_PLIES {
                let table = sample.class % TABLES * learn::PATTERN_TABLE_LEN;
                candidate.for_each_change(|before, after| {
                    score += self.patterns[table + after] - self.patterns[table + before];
                });
            }
            score
        };
        let scores: Vec<f32> = sample.candidates.iter().map(score).collect();
        let first = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0);
        costs(sample)[first]
    }
}

/// Weights, and what Adam keeps of each.
struct Parameters {
    values: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    gradient: Vec<f32>,
    touched: Vec<usize>,
    steps: i32,
}

impl Parameters {
    fn new(len: usize) -> Self {
        let zero = || vec![0.0; len];
        let (values, means, squares, gradient) = (zero(), zero(), zero(), zero());
        Self { values, means, squares, gradient, touched: Vec::new(), steps: 0 }
    }

    fn add(&mut self, place: usize, slope: f32) {
        if self.gradient[place] == 0.0 {
            self.touched.push(place);
        }
        self.gradient[place] += slope;
    }

    /// One step on the weights that the batch has touched.
    fn step(&mut self, rate: f32, decay: f32) {
        self.steps += 1;
        let (mean_scale, square_scale) = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        for place in self.touched.drain(..) {
            let slope = std::mem::take(&mut self.gradient[place]) / BATCH as f32;
            self.means[place] = 0.9 * self.means[place] + 0.1 * slope;
            self.squares[place] = 0.999 * self.squares[place] + 0.001 * slope * slope;
            let step = self.means[place] / mean_scale / ((self.squares[place] / square_scale).sqrt() + 1e-6);
            self.values[place] -= rate * (step + decay * self.values[place]);
        }
    }
}

/// Fits the weights to samples.
pub(crate) fn fit(
    samples: &[Sample],
    value: &Value,
    rounds: u32,
    seed: u64,
    log: &mut dyn FnMut(&str),
) -> (Model, Losses) {
    let mirrored = learn::mirrored_places();
    let mut linear = Parameters::new(SHARED + TABLES * CLASS_LEN);
    let mut patterns = Parameters::new(MIX + 2 * TABLES);
    let (held_out, mut order): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|index| index.is_multiple_of(HELD_OUT));
    let mean = |loss: &dyn Fn(&Sample) -> f32| {
        held_out.iter().map(|&index| loss(&samples[index])).sum::<f32>() / held_out.len().max(1) as f32
    };
    let classical = mean(&classical_loss);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for round in 0..rounds {
        shuffle(&mut order, &mut random);
        let rate = RATE * (1.0 - round as f32 / rounds as f32);
        let mut total = 0.0;
        for batch in order.chunks(BATCH) {
            for &index in batch {
                let mirror = random.next_u32().is_multiple_of(2).then_some(&mirrored[..]);
                total += learn_from(&samples[index], value, mirror, &mut linear, &mut patterns);
            }
            linear.step(rate, DECAY);
            patterns.step(rate, PATTERN_DECAY);
        }
        let learned = total / order.len().max(1) as f32;
        let fitted = mean(&|sample| Model::of(&linear, &patterns, value).loss(sample));
        log(&format!(
            "order, round {round}: seen {learned:.4}, held out {fitted:.4}, classical {classical:.4}"
        ));
    }
    let model = Model::of(&linear, &patterns, value);
    let fitted = mean(&|sample| model.loss(sample));
    (model, Losses { classical, fitted })
}

/// Brings a list into a random order.
pub(crate) fn shuffle(list: &mut [usize], random: &mut ChaCha8Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.next_u32() as usize % (i + 1));
    }
}

/// Returns, for each move, the logarithm of what trying it first costs over what the cheapest cut costs.
fn costs(sample: &Sample) -> Vec<f32> {
    let cuts = sample.candidates.iter().filter(|candidate| candidate.cuts);
    let best = cuts.map(|candidate| candidate.nodes).min().unwrap_or(1) as f32;
    let cost = |candidate: &Candidate| {
        let in_vain = if candidate.cuts { 0.0 } else { best };
        ((candidate.nodes as f32 + in_vain) / best).log2()
    };
    sample.candidates.iter().map(cost).collect()
}

/// Returns the loss of trying the move with the most winning cells first, of equals the one nearest the centre.
fn classical_loss(sample: &Sample) -> f32 {
    let promise = |candidate: &Candidate| {
        let from_centre = (candidate.cell / 7).abs_diff(3);
        (candidate.features[0] + candidate.features[1], 3 - from_centre)
    };
    let first = (0..sample.candidates.len()).max_by_key(|&i| promise(&sample.candidates[i]));
    costs(sample)[first.unwrap_or(0)]
}

/// Calls `add` with the place and the amount of everything linear about a move to a cell.
fn for_each_linear(class: usize, candidate: &Candidate, cell: usize, mut add: impl FnMut(usize, f32)) {
    let features = candidate.features.iter().map(|&feature| feature as f32);
    let memories = candidate.memories.iter().map(|&memory| memory as f32);
    let cell = (learn::FEATURES + learn::MEMORIES + cell, 1.0);
    for (place, amount) in features.chain(memories).enumerate().chain([cell]) {
        if amount != 0.0 {
            add(class * CLASS_LEN + place, amount);
            add(SHARED + class % TABLES * CLASS_LEN + place, amount);
        }
    }
}

/// Adds the slopes of a sample's loss, or of its mirror image's, and returns the loss.
fn learn_from(
    sample: &Sample,
    value: &Value,
    mirrored: Option<&[u16]>,
    linear: &mut Parameters,
    patterns: &mut Parameters,
) -> f32 {
    let with_patterns = sample.nb_moves < learn::PATTERN_PLIES;
    let table = sample.class % TABLES * learn::PATTERN_TABLE_LEN;
    let mix = MIX + sample.class % TABLES * 2;
    let place_of = |place: usize| table + mirrored.map_or(place, |mirrored| usize::from(mirrored[place]));
    let cell_of = |cell: usize| if mirrored.is_some() { (6 - cell / 7) * 7 + cell % 7 } else { cell };

    let mut gains = Vec::with_capacity(sample.candidates.len());
    let mut scores = Vec::with_capacity(sample.candidates.len());
    for candidate in &sample.candidates {
        let (mut score, mut gain) = (0.0, [0.0; 2]);
        for_each_linear(sample.class, candidate, cell_of(candidate.cell), |place, amount| {
            score += linear.values[place] * amount;
        });
        if with_patterns {
            candidate.for_each_change(|before, after| {
                let (before, after) = (place_of(before), place_of(after));
                score += patterns.values[after] - patterns.values[before];
                gain[0] += value.odds[after] - value.odds[before];
                gain[1] += value.work[after] - value.work[before];
            });
        }
        scores.push(score + patterns.values[mix] * gain[0] + patterns.values[mix + 1] * gain[1]);
        gains.push(gain);
    }
    let highest = scores.iter().copied().fold(f32::MIN, f32::max);
    let chances: Vec<f32> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f32 = chances.iter().sum();
    let costs = costs(sample);
    let expected = chances.iter().zip(&costs).map(|(chance, cost)| chance / sum * cost).sum::<f32>();
    for (i, candidate) in sample.candidates.iter().enumerate() {
        let slope = chances[i] / sum * (costs[i] - expected);
        if slope == 0.0 {
            continue;
        }
        for_each_linear(sample.class, candidate, cell_of(candidate.cell), |place, amount| {
            linear.add(place, slope * amount);
        });
        if with_patterns {
            patterns.add(mix, slope * gains[i][0]);
            patterns.add(mix + 1, slope * gains[i][1]);
            candidate.for_each_change(|before, after| {
                if before != after {
                    patterns.add(place_of(after), slope);
                    patterns.add(place_of(before), -slope);
                }
            });
        }
    }
    expected
}
