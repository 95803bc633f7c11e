//! The fit: a softmax over the moves of a sample that makes the expected logarithm of the work small.
//!
//! The moves of a sample get scores, linear in the weights, and from them chances to be tried first. Trying a move costs
//! its nodes, and if it doesn't exceed alpha, those of the cheapest move that does on top. The loss is the expected
//! binary logarithm of this cost over that of the cheapest move; Adam's gradient steps lower it.

use marlin_core::internals::learn::{self, ClassWeights, OrderingWeights, PatternTables, Patterns, Sample};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::shuffle::shuffle;
use crate::value::{TABLES, Value};

/// Weights of a class: features of the child, what the search knows, cells.
const CLASS_LEN: usize = learn::CHILD_FEATURES + learn::SEARCH_FEATURES + 64;

/// Where the weights begin that all classes of a table share; those of a class are added to them.
const SHARED: usize = learn::CLASSES * CLASS_LEN;

/// Where the factors begin by which the value's tables are mixed in, two a table.
const MIX: usize = TABLES * learn::PATTERN_TABLE_LEN;

const RATE: f32 = 0.01;
const BATCH: usize = 128;

/// How much more a sample counts with the work at stake: the weight is this power of it. There are many samples of a few
/// nodes each, while one with a million nodes is a large part of a search.
const STAKE: f32 = 0.45;

/// How fast weights that nothing holds up go back to zero, those of the classes and those of the patterns.
const DECAY: f32 = 0.003;
const PATTERN_DECAY: f32 = 0.005;

/// One in this number of samples is held out: it isn't learned from, and shows how good the fit is.
const HELD_OUT: usize = 10;

/// A weight of 1 in the numbers that the core works with.
const UNIT: f32 = 256.0;

/// A sample as the fit sees it.
struct Case {
    class: usize,
    with_patterns: bool,
    /// How much it counts, 1 on average.
    weight: f32,
    moves: Vec<CaseMove>,
}

/// A move of a sample.
struct CaseMove {
    /// The features of the child, then what the search knew of the move.
    amounts: [i8; learn::CHILD_FEATURES + learn::SEARCH_FEATURES],
    cell: usize,
    /// The places in a pattern table of the lines that the move changes, before it and after it.
    changes: Vec<(u16, u16)>,
    /// The logarithm of what trying the move first costs over what the cheapest move that exceeds alpha costs.
    cost: f32,
}

impl Case {
    fn of(sample: &Sample) -> Self {
        let with_patterns = sample.nb_moves() < learn::PATTERN_PLIES;
        let costs = costs(sample);
        let of_move = |(m, cost): (&learn::Move, f32)| {
            let mut amounts = [0; learn::CHILD_FEATURES + learn::SEARCH_FEATURES];
            let features = sample.features(m.cell).map(|feature| feature as i8);
            amounts[..learn::CHILD_FEATURES].copy_from_slice(&features);
            amounts[learn::CHILD_FEATURES..].copy_from_slice(&m.search_features.map(|feature| feature as i8));
            let mut changes = Vec::new();
            if with_patterns {
                sample.for_each_change(m.cell, |before, after| {
                    if before != after {
                        changes.push((before as u16, after as u16));
                    }
                });
            }
            CaseMove { amounts, cell: m.cell.trailing_zeros() as usize, changes, cost }
        };
        let moves = sample.moves.iter().zip(costs).map(of_move).collect();
        Self { class: sample.class(), with_patterns, weight: cheapest_exceeding(sample).powf(STAKE), moves }
    }
}

/// Mean losses on samples that the fit didn't see.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Losses {
    /// With the classical weights, which try the move with the most winning cells first.
    pub(crate) classical: f32,
    /// With the fitted weights.
    pub(crate) fitted: f32,
}

/// The weights as the core has them.
#[derive(Debug, Clone)]
pub(crate) struct Rounded {
    pub(crate) classes: Box<[ClassWeights; learn::CLASSES]>,
    pub(crate) patterns: Box<Patterns>,
}

impl Rounded {
    /// Returns the weights as the search takes them, without a network.
    pub(crate) fn weights(&self) -> OrderingWeights<'_> {
        let patterns = PatternTables::standard(&self.patterns);
        OrderingWeights { classes: &self.classes, patterns, network: None }
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

    fn class(&self, class: usize) -> ClassWeights {
        let weight = |i: usize| {
            let shared = self.linear[SHARED + class % TABLES * CLASS_LEN + i];
            ((self.linear[class * CLASS_LEN + i] + shared) * UNIT).round() as i32
        };
        ClassWeights {
            child_features: std::array::from_fn(weight),
            search_features: std::array::from_fn(|i| weight(learn::CHILD_FEATURES + i)),
            cells: std::array::from_fn(|i| weight(learn::CHILD_FEATURES + learn::SEARCH_FEATURES + i)),
        }
    }

    /// Returns the logarithm of the work that trying the best-scored move of a sample first costs too much.
    fn loss(&self, case: &Case) -> f32 {
        let score = |m: &CaseMove| {
            let mut score = 0.0;
            for_each_linear(case.class, m, m.cell, |place, amount| score += self.linear[place] * amount);
            let table = case.class % TABLES * learn::PATTERN_TABLE_LEN;
            for &(before, after) in &m.changes {
                score +=
                    self.patterns[table + usize::from(after)] - self.patterns[table + usize::from(before)];
            }
            score
        };
        let scores: Vec<f32> = case.moves.iter().map(score).collect();
        let first = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0);
        case.moves[first].cost
    }
}

/// Weights, and what Adam keeps of each.
///
/// The network has an Adam of its own. It steps all weights at once, with another constant and no decay, and divides in
/// another order: with one optimiser for both, the same command would no longer give the same files.
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
    let mirrored = learn::mirrored_indices();
    let mut samples: Vec<Case> = samples.iter().map(Case::of).collect();
    let mean_weight = samples.iter().map(|case| case.weight).sum::<f32>() / samples.len().max(1) as f32;
    for case in &mut samples {
        case.weight /= mean_weight;
    }
    let mut linear = Parameters::new(SHARED + TABLES * CLASS_LEN);
    let mut patterns = Parameters::new(MIX + 2 * TABLES);
    let (held_out, mut order): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|index| index.is_multiple_of(HELD_OUT));
    let mean = |loss: &dyn Fn(&Case) -> f32| {
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
            "weights, round {round}: seen {learned:.4}, held out {fitted:.4}, classical {classical:.4}"
        ));
    }
    let model = Model::of(&linear, &patterns, value);
    let fitted = mean(&|sample| model.loss(sample));
    report(&model, &held_out.iter().map(|&index| &samples[index]).collect::<Vec<_>>(), log);
    (model, Losses { classical, fitted })
}

/// Tells the losses by phase of the game.
fn report(model: &Model, held_out: &[&Case], log: &mut dyn FnMut(&str)) {
    for phase in 0..learn::CLASSES / TABLES {
        let of_phase: Vec<&&Case> = held_out.iter().filter(|case| case.class / TABLES == phase).collect();
        let mean = |loss: &dyn Fn(&Case) -> f32| {
            of_phase.iter().map(|case| loss(case)).sum::<f32>() / of_phase.len().max(1) as f32
        };
        let (classical, fitted) = (mean(&classical_loss), mean(&|case| model.loss(case)));
        log(&format!("phase {phase}: {} held out, {fitted:.4}, classical {classical:.4}", of_phase.len()));
    }
}

/// Returns the nodes of the cheapest move that exceeds alpha.
fn cheapest_exceeding(sample: &Sample) -> f32 {
    let exceeding = sample.moves.iter().filter(|m| m.exceeds_alpha);
    exceeding.map(|m| m.nodes).min().unwrap_or(1) as f32
}

/// Returns, for each move, the logarithm of what trying it first costs over what the cheapest move that exceeds alpha costs.
fn costs(sample: &Sample) -> Vec<f32> {
    let best = cheapest_exceeding(sample);
    let cost = |m: &learn::Move| {
        let in_vain = if m.exceeds_alpha { 0.0 } else { best };
        ((m.nodes as f32 + in_vain) / best).log2()
    };
    sample.moves.iter().map(cost).collect()
}

/// Returns the loss of trying the move with the most winning cells first, and among equals the one nearest the centre.
fn classical_loss(case: &Case) -> f32 {
    let priority = |m: &CaseMove| (m.amounts[0] + m.amounts[1], 3 - (m.cell / 7).abs_diff(3));
    let first = (0..case.moves.len()).max_by_key(|&i| priority(&case.moves[i]));
    case.moves[first.unwrap_or(0)].cost
}

/// Calls `add` with the place and the amount of everything linear about a move to a cell.
fn for_each_linear(class: usize, m: &CaseMove, cell: usize, mut add: impl FnMut(usize, f32)) {
    let amounts = m.amounts.iter().map(|&amount| f32::from(amount));
    for (place, amount) in amounts.enumerate().chain([(m.amounts.len() + cell, 1.0)]) {
        if amount != 0.0 {
            add(class * CLASS_LEN + place, amount);
            add(SHARED + class % TABLES * CLASS_LEN + place, amount);
        }
    }
}

/// Adds the slopes of a sample's loss, or of its mirror image's, and returns the loss.
fn learn_from(
    case: &Case,
    value: &Value,
    mirrored: Option<&[u16]>,
    linear: &mut Parameters,
    patterns: &mut Parameters,
) -> f32 {
    let table = case.class % TABLES * learn::PATTERN_TABLE_LEN;
    let mix = MIX + case.class % TABLES * 2;
    let place_of =
        |place: u16| table + usize::from(mirrored.map_or(place, |mirrored| mirrored[usize::from(place)]));
    let cell_of = |cell: usize| if mirrored.is_some() { (6 - cell / 7) * 7 + cell % 7 } else { cell };

    let mut gains = Vec::with_capacity(case.moves.len());
    let mut scores = Vec::with_capacity(case.moves.len());
    for m in &case.moves {
        let (mut score, mut gain) = (0.0, [0.0; 2]);
        for_each_linear(case.class, m, cell_of(m.cell), |place, amount| {
            score += linear.values[place] * amount;
        });
        for &(before, after) in &m.changes {
            let (before, after) = (place_of(before), place_of(after));
            score += patterns.values[after] - patterns.values[before];
            gain[0] += value.odds[after] - value.odds[before];
            gain[1] += value.work[after] - value.work[before];
        }
        scores.push(score + patterns.values[mix] * gain[0] + patterns.values[mix + 1] * gain[1]);
        gains.push(gain);
    }
    let highest = scores.iter().copied().fold(f32::MIN, f32::max);
    let chances: Vec<f32> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f32 = chances.iter().sum();
    let expected = chances.iter().zip(&case.moves).map(|(chance, m)| chance / sum * m.cost).sum::<f32>();
    for (i, m) in case.moves.iter().enumerate() {
        let slope = case.weight * chances[i] / sum * (m.cost - expected);
        if slope == 0.0 {
            continue;
        }
        for_each_linear(case.class, m, cell_of(m.cell), |place, amount| linear.add(place, slope * amount));
        if case.with_patterns {
            patterns.add(mix, slope * gains[i][0]);
            patterns.add(mix + 1, slope * gains[i][1]);
            for &(before, after) in &m.changes {
                patterns.add(place_of(after), slope);
                patterns.add(place_of(before), -slope);
            }
        }
    }
    expected
}

#[cfg(test)]
mod tests {
    use marlin_core::internals::learn::{Move, SEARCH_FEATURES};

    use super::*;

    /// A node on the empty board at which a move to the edge refutes at once and one to the centre never does.
    fn edge_refutes() -> Sample {
        let to = |cell, exceeds_alpha, nodes| Move {
            cell,
            search_features: [0; SEARCH_FEATURES],
            exceeds_alpha,
            nodes,
        };
        let (edge, centre) = (1, 1 << 21);
        let moves = vec![to(edge, true, 1), to(centre, false, 1023)];
        Sample { us: 0, them: 0, last: 0, alpha: 0, moves }
    }

    #[test]
    fn the_move_that_refutes_is_learned_to_be_tried_first() {
        let samples = vec![edge_refutes(); 40 * BATCH];
        let (model, losses) = fit(&samples, &Value::none(), 5, 1, &mut |_| {});
        assert!((losses.classical - 10.0).abs() < 1e-3, "the centre costs 2^10 nodes: {losses:?}");
        assert!(losses.fitted < 1e-3, "{losses:?}");
        let cells = &model.rounded().classes[edge_refutes().class()].cells;
        assert!(
            cells[0] > cells[21] && cells[42] > cells[21],
            "either edge, for samples are mirrored: {cells:?}"
        );
    }

    #[test]
    fn a_move_in_vain_costs_what_the_refutation_costs_on_top() {
        let cost = |moves: Vec<Move>| costs(&Sample { moves, ..edge_refutes() });
        let mut moves = edge_refutes().moves;
        moves[0].nodes = 64;
        moves[1].nodes = 64;
        assert_eq!(cost(moves), [0.0, 1.0]);
    }
}
