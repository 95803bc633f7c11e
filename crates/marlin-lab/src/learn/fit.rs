//! The fit: a softmax over the moves of a sample that makes the expected logarithm of the work small.
//!
//! The moves of a sample get scores, linear in the weights, and from them chances to be tried first. The cost
//! of a move that exceeds alpha is its nodes. The cost of any other move also includes the nodes of the
//! cheapest move that exceeds alpha. The loss is the expected binary logarithm of the ratio of this cost to
//! the cost of the cheapest move; Adam's gradient steps lower it.
//!
//! The weights are those of the standard board. A cell or a line of another board is mapped to those that it
//! is [laid over](SampledBoard).

use std::cmp::Reverse;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use marlin_core::BoardSize;
use marlin_core::internals::learned::Learned;
use marlin_core::internals::network::Network;
use marlin_core::internals::weights::{self, ClassWeights, OrderingWeights};
use marlin_core::internals::{history, masks, patterns};

use super::descent::{Adam, shuffle};
use super::laid_over::{self, SampledBoard};
use super::search::{self, Sample};
use super::value::{RefutationTables, TABLES};

/// Weights of a class: features of the child, features of the search, cells.
const CLASS_LEN: usize = FIRST_CELL + 64;

/// The offset of the cells among them.
const FIRST_CELL: usize = weights::CHILD_FEATURES + history::SEARCH_FEATURES;

/// The offset of the weights that all classes of a table share; the weights of a class are added to them.
const SHARED: usize = weights::CLASSES * CLASS_LEN;

/// The offset of the factors that mix in the tables of the value, two per table.
const MIX: usize = TABLES * patterns::TABLE_LEN;

const RATE: f32 = 0.003;
const BATCH: usize = 128;

/// The power of the work at stake that is the weight of a sample. There are many samples of a few nodes each,
/// while one with a million nodes is a large part of a search.
const STAKE: f32 = 0.45;

/// The rates at which the weights of the classes, and those of the patterns, decay to their initial values.
const DECAY: f32 = 0.003;
const PATTERN_DECAY: f32 = 0.005;

/// One in this number of samples is held out of the fit, to judge it.
const HELD_OUT: usize = 10;

/// A weight of 1 in the numbers of the core.
const UNIT: f32 = 256.0;

/// A sample as the fit sees it.
struct FitSample<'a> {
    board: &'a SampledBoard,
    class: usize,
    with_patterns: bool,
    /// Its weight, 1 on average.
    weight: f32,
    moves: Vec<FitMove>,
}

/// A move of a sample.
struct FitMove {
    /// The features of the child, then those of the search.
    amounts: [i8; weights::CHILD_FEATURES + history::SEARCH_FEATURES],
    /// The cell of the board, as a bit number.
    cell: usize,
    /// The indices in a pattern table of the board of the lines that the move changes, before it and after
    /// it.
    changes: Vec<(u16, u16)>,
    /// The logarithm of the ratio of the move's cost, if it is tried first, to the cost of the cheapest move
    /// that exceeds alpha.
    cost: f32,
}

impl<'a> FitSample<'a> {
    fn of(board: &'a SampledBoard, sample: &Sample) -> Self {
        let with_patterns = sample.nb_moves() < patterns::plies(masks(board.size));
        let costs = costs(sample);
        let of_move = |(m, cost): (&search::Move, f32)| {
            let mut amounts = [0; weights::CHILD_FEATURES + history::SEARCH_FEATURES];
            let features = sample.features(m.cell).map(|feature| feature as i8);
            amounts[..weights::CHILD_FEATURES].copy_from_slice(&features);
            amounts[weights::CHILD_FEATURES..]
                .copy_from_slice(&m.search_features.map(|feature| feature as i8));
            let mut changes = Vec::new();
            if with_patterns {
                board.for_each_change(sample.us, sample.them, m.cell, |before, after| {
                    if before != after {
                        changes.push((before as u16, after as u16));
                    }
                });
            }
            FitMove { amounts, cell: m.cell.trailing_zeros() as usize, changes, cost }
        };
        let moves = sample.moves.iter().zip(costs).map(of_move).collect();
        let weight = cheapest_exceeding(sample).powf(STAKE);
        Self { board, class: sample.class(), with_patterns, weight, moves }
    }
}

/// Mean losses on the samples of a board that are held out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Losses {
    /// The board.
    pub(crate) size: BoardSize,
    /// With the classical weights, which try the move with the most winning cells first.
    pub(crate) classical: f32,
    /// With the fitted weights.
    pub(crate) fitted: f32,
}

/// The weights as floating-point numbers.
#[derive(Debug, Clone)]
pub(crate) struct FittedWeights {
    linear: Vec<f32>,
    patterns: Vec<f32>,
}

impl FittedWeights {
    /// Returns the weights, with the tables of the value mixed into the pattern tables.
    fn of(linear: &Parameters, patterns: &Parameters, value: &RefutationTables) -> Self {
        let mixed = |place: usize| {
            let mix = MIX + place / patterns::TABLE_LEN * 2;
            let (odds, work) = (patterns.values[mix], patterns.values[mix + 1]);
            patterns.values[place] + odds * value.odds[place] + work * value.work[place]
        };
        Self { linear: linear.values.clone(), patterns: (0..MIX).map(mixed).collect() }
    }

    /// Returns the weights as the core has them, beside a network.
    pub(crate) fn rounded(&self, network: &Network) -> Box<Learned> {
        let classes = (0..weights::CLASSES).map(|class| self.class(class)).collect::<Vec<_>>();
        let patterns = self.patterns.iter().map(|weight| (weight * UNIT).round() as i16).collect::<Vec<_>>();
        Box::new(Learned {
            classes: classes.try_into().unwrap_or_else(|_| unreachable!("as many classes as there are")),
            patterns: patterns.try_into().unwrap_or_else(|_| unreachable!("as many numbers as there are")),
            network: network.clone(),
        })
    }

    fn class(&self, class: usize) -> ClassWeights {
        let weight = |i: usize| {
            let shared = self.linear[SHARED + class % TABLES * CLASS_LEN + i];
            i32::from(((self.linear[class * CLASS_LEN + i] + shared) * UNIT).round() as i16)
        };
        ClassWeights {
            child_features: std::array::from_fn(weight),
            search_features: std::array::from_fn(|i| weight(weights::CHILD_FEATURES + i)),
            // The standard board has no more.
            cells: std::array::from_fn(|i| if i < 64 { weight(FIRST_CELL + i) } else { 0 }),
        }
    }

    /// Returns the logarithm of the excess work if the best-scored move of a sample is tried first.
    fn loss(&self, case: &FitSample<'_>) -> f32 {
        let score = |m: &FitMove| {
            let mut score = 0.0;
            case.for_each_linear(m, false, |place, amount| score += self.linear[place] * amount);
            let table = case.class % TABLES * patterns::TABLE_LEN;
            case.for_each_change(m, |place, share| score += share * self.patterns[table + place]);
            score
        };
        let scores: Vec<f32> = case.moves.iter().map(score).collect();
        let first = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0);
        case.moves[first].cost
    }
}

/// Weights, and their slopes in a batch.
struct Parameters {
    values: Vec<f32>,
    /// The initial values, to which weights decay.
    start: Vec<f32>,
    gradient: Vec<f32>,
    touched: Vec<usize>,
    adam: Adam,
}

impl Parameters {
    fn new(start: Vec<f32>) -> Self {
        let (gradient, adam) = (vec![0.0; start.len()], Adam::new(start.len()));
        Self { values: start.clone(), start, gradient, touched: Vec::new(), adam }
    }

    /// Returns the weights that are linear in a move. Each class begins with the mean of all: the differences
    /// between classes were often learned from few samples of another board.
    fn linear(start: &OrderingWeights<'_>) -> Self {
        let mut mean = vec![0.0; CLASS_LEN];
        for class in start.classes {
            for (mean, weight) in mean.iter_mut().zip(laid_over::numbers(class)) {
                *mean += weight as f32 / UNIT / weights::CLASSES as f32;
            }
        }
        let mut values = mean.repeat(weights::CLASSES);
        values.resize(SHARED + TABLES * CLASS_LEN, 0.0);
        Self::new(values)
    }

    /// Returns the pattern tables, beginning with some, and the factors of the value's tables.
    fn patterns(start: &OrderingWeights<'_>) -> Self {
        let numbers = start.patterns.numbers().iter();
        let mut values: Vec<f32> = numbers.map(|&number| f32::from(number) / UNIT).collect();
        values.resize(MIX + 2 * TABLES, 0.0);
        Self::new(values)
    }

    fn add(&mut self, place: usize, slope: f32) {
        if self.gradient[place] == 0.0 {
            self.touched.push(place);
        }
        self.gradient[place] += slope;
    }

    /// One step on the weights that the batch has touched.
    fn step(&mut self, rate: f32, decay: f32) {
        self.adam.begin_step();
        for place in self.touched.drain(..) {
            let slope = std::mem::take(&mut self.gradient[place]) / BATCH as f32;
            let (mean, root) = self.adam.moments(place, slope);
            let decay = decay * (self.values[place] - self.start[place]);
            self.values[place] -= rate * (mean / (root + 1e-6) + decay);
        }
    }
}

/// Fits the weights to samples of some boards, beginning with the weights of the standard board with which
/// the samples were taken.
pub(crate) fn fit(
    boards: &[SampledBoard],
    samples: &[Sample],
    start: &OrderingWeights<'_>,
    value: &RefutationTables,
    rounds: u32,
    seed: u64,
    log: &mut dyn FnMut(&str),
) -> (FittedWeights, Vec<Losses>) {
    let mirrored = patterns::mirrored_indices();
    let samples = cases(boards, samples);
    let mut linear = Parameters::linear(start);
    let mut patterns = Parameters::patterns(start);
    let (held_out, mut order): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|index| index.is_multiple_of(HELD_OUT));
    let held_out: Vec<&FitSample<'_>> = held_out.iter().map(|&index| &samples[index]).collect();
    let (classical, fitted) = losses(&FittedWeights::of(&linear, &patterns, value), held_out.iter());
    log(&format!("weights before: held out {fitted:.4}, classical {classical:.4}"));
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
        let (classical, fitted) = losses(&FittedWeights::of(&linear, &patterns, value), held_out.iter());
        log(&format!(
            "weights, round {round}: seen {learned:.4}, held out {fitted:.4}, classical {classical:.4}"
        ));
    }
    let model = FittedWeights::of(&linear, &patterns, value);
    for phase in 0..weights::CLASSES / TABLES {
        let of_phase = held_out.iter().filter(|case| case.class / TABLES == phase);
        let (count, (classical, fitted)) = (of_phase.clone().count(), losses(&model, of_phase));
        log(&format!("phase {phase}: {count} held out, {fitted:.4}, classical {classical:.4}"));
    }
    let of_board = |size| {
        let of_board = held_out.iter().filter(|case| case.board.size == size);
        let (classical, fitted) = losses(&model, of_board);
        Losses { size, classical, fitted }
    };
    let losses = boards.iter().map(|board| of_board(board.size)).collect();
    (model, losses)
}

/// Returns the samples as the fit sees them. All boards count the same, and a case counts 1 on average.
fn cases<'a>(boards: &'a [SampledBoard], samples: &[Sample]) -> Vec<FitSample<'a>> {
    let of_board = |board: &'a SampledBoard| {
        let of_board = samples.iter().filter(|sample| sample.size == board.size);
        let mut cases: Vec<FitSample<'_>> = of_board.map(|sample| FitSample::of(board, sample)).collect();
        let total = cases.iter().map(|case| case.weight).sum::<f32>();
        let share = samples.len() as f32 / boards.len() as f32;
        for case in &mut cases {
            case.weight *= share / total;
        }
        cases
    };
    boards.iter().flat_map(of_board).collect()
}

/// Returns the mean losses of some cases with the classical order and with fitted weights, 0 without a case.
fn losses<'a>(
    model: &FittedWeights,
    cases: impl Iterator<Item = &'a &'a FitSample<'a>> + Clone,
) -> (f32, f32) {
    let count = cases.clone().count().max(1) as f32;
    let both = |case: &FitSample<'_>| (classical_loss(case), model.loss(case));
    let sums = cases.map(|case| both(case)).fold((0.0, 0.0), |sums, both| (sums.0 + both.0, sums.1 + both.1));
    (sums.0 / count, sums.1 / count)
}

/// Returns the nodes of the cheapest move that exceeds alpha.
fn cheapest_exceeding(sample: &Sample) -> f32 {
    let exceeding = sample.moves.iter().filter(|m| sample.exceeds_alpha(m));
    exceeding.map(|m| m.nodes).min().unwrap_or(1) as f32
}

/// Returns for each move the logarithm of the ratio of its cost, if it is tried first, to the cost of the
/// cheapest move that exceeds alpha.
fn costs(sample: &Sample) -> Vec<f32> {
    let best = cheapest_exceeding(sample);
    let cost = |m: &search::Move| {
        let in_vain = if sample.exceeds_alpha(m) { 0.0 } else { best };
        ((m.nodes as f32 + in_vain) / best).log2()
    };
    sample.moves.iter().map(cost).collect()
}

/// Returns the loss of trying the move with the most winning cells first, and among equals the one nearest
/// the centre.
fn classical_loss(case: &FitSample<'_>) -> f32 {
    let size = case.board.size;
    let from_centre = |m: &FitMove| (2 * (m.cell / (size.height() + 1))).abs_diff(size.width() - 1);
    let priority = |m: &FitMove| (m.amounts[0] + m.amounts[1], Reverse(from_centre(m)));
    let first = (0..case.moves.len()).max_by_key(|&i| priority(&case.moves[i]));
    case.moves[first.unwrap_or(0)].cost
}

impl FitSample<'_> {
    /// Calls `add` with the place and the amount of everything linear about a move, or about its mirror
    /// image.
    fn for_each_linear(&self, m: &FitMove, is_mirrored: bool, mut add: impl FnMut(usize, f32)) {
        let amounts = m.amounts.iter().map(|&amount| f32::from(amount)).enumerate();
        let cells = self.board.cells[m.cell].iter().map(|&(cell, share)| {
            let cell = usize::from(cell);
            let cell = if is_mirrored { (6 - cell / 7) * 7 + cell % 7 } else { cell };
            (m.amounts.len() + cell, share)
        });
        for (place, amount) in amounts.chain(cells) {
            if amount != 0.0 {
                add(self.class * CLASS_LEN + place, amount);
                add(SHARED + self.class % TABLES * CLASS_LEN + place, amount);
            }
        }
    }

    /// Calls `add` with the index in a table and the share of each state that a move makes, and with the
    /// share below 0 of each that it ends.
    fn for_each_change(&self, m: &FitMove, mut add: impl FnMut(usize, f32)) {
        for &(before, after) in &m.changes {
            self.board.for_each_counterpart(usize::from(after), &mut add);
            self.board.for_each_counterpart(usize::from(before), |place, share| add(place, -share));
        }
    }
}

/// Adds the slopes of a sample's loss, or of its mirror image's, and returns the loss.
fn learn_from(
    case: &FitSample<'_>,
    value: &RefutationTables,
    mirrored: Option<&[u16]>,
    linear: &mut Parameters,
    patterns: &mut Parameters,
) -> f32 {
    let table = case.class % TABLES * patterns::TABLE_LEN;
    let mix = MIX + case.class % TABLES * 2;
    let place_of = |index: usize| table + mirrored.map_or(index, |mirrored| usize::from(mirrored[index]));

    let mut gains = Vec::with_capacity(case.moves.len());
    let mut scores = Vec::with_capacity(case.moves.len());
    for m in &case.moves {
        let (mut score, mut gain) = (0.0, [0.0; 2]);
        case.for_each_linear(m, mirrored.is_some(), |place, amount| score += linear.values[place] * amount);
        case.for_each_change(m, |index, share| {
            let place = place_of(index);
            score += share * patterns.values[place];
            gain[0] += share * value.odds[place];
            gain[1] += share * value.work[place];
        });
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
        case.for_each_linear(m, mirrored.is_some(), |place, amount| linear.add(place, slope * amount));
        if case.with_patterns {
            patterns.add(mix, slope * gains[i][0]);
            patterns.add(mix + 1, slope * gains[i][1]);
            case.for_each_change(m, |index, share| patterns.add(place_of(index), share * slope));
        }
    }
    expected
}

#[cfg(test)]
mod tests {
    use marlin_core::internals::history::SEARCH_FEATURES;
    use marlin_core::internals::learned;

    use super::search::Move;
    use super::*;

    /// A node on the empty board at which a move to the edge refutes at once and one to the centre never
    /// does.
    fn edge_refutes() -> Sample {
        let to = |cell, bound, nodes| Move {
            cell,
            priority: 0,
            search_features: [0; SEARCH_FEATURES],
            bound: Some(bound),
            nodes,
        };
        let (edge, centre) = (1, 1 << 21);
        let moves = vec![to(edge, 1, 1), to(centre, 0, 1023)];
        let size = BoardSize::STANDARD;
        Sample { size, us: 0, them: 0, alpha: 0, is_explored: true, moves, nodes: 0 }
    }

    #[test]
    fn the_move_that_refutes_is_learned_to_be_tried_first() {
        let samples = vec![edge_refutes(); 40 * BATCH];
        let boards = vec![SampledBoard::new(BoardSize::STANDARD)];
        let (model, losses) =
            fit(&boards, &samples, &crate::learn::CLASSICAL, &RefutationTables::none(), 5, 1, &mut |_| {});
        let [losses] = losses[..] else { panic!("a board has losses of its own") };
        assert!((losses.classical - 10.0).abs() < 1e-3, "the centre costs 2^10 nodes: {losses:?}");
        assert!(losses.fitted < 1e-3, "{losses:?}");
        let cells = &model.rounded(&learned::STANDARD.network).classes[edge_refutes().class()].cells;
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
