//! The fit of the network to cases, by Adam's gradient steps.
//!
//! Two losses are minimised. One is the log loss of the network's odds that a child's score is above a
//! threshold: for the requested threshold, and with less weight for all others. The other is the log loss of
//! a first choice that holds, where the choice is a softmax over priorities as the search makes them, with
//! the network's term.
//!
//! A batch is cut into the same slices on any number of threads, and their slopes are added up in the same
//! order: so the number of threads does not affect the result.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use marlin_core::internals::learned::Learned;
use marlin_core::internals::network::{self, FIRST, INPUTS, LEN, Network, NetworkTerm, SECOND, THRESHOLDS};
use rayon::prelude::*;

use crate::learn::descent::{Adam, shuffle};
use crate::learn::laid_over::NetworkInputs;

/// Cases of a step, and the slices that they are cut into.
const BATCH: usize = 512;
const SLICES: usize = 8;

/// The size of the first steps. It falls to a five-hundredth of this along a cosine.
const RATE: f32 = 0.002;

/// The weight of all thresholds other than the requested one.
const OTHER_THRESHOLDS: f32 = 0.03;

/// The weight of the first choice.
const CHOICE: f32 = 0.3;

/// The weight of a case is this power of the nodes of its search, up to `MOST_WEIGHT`.
const STAKE: f32 = 0.4;
const MOST_WEIGHT: f32 = 20.0;

/// The weight of a case without a search.
const WALK_WEIGHT: f32 = 0.4;

/// The weight of the network's odds in the fit, and the odds above which they add nothing more. In the search
/// they add up to twice as much, so the fit makes them more distinct than it needs.
const FACTOR: f32 = 4.0;
const ENOUGH: f32 = 1.0;

/// A priority of 1 in the numbers of the fit.
const PRIORITY_UNIT: f32 = 256.0;

/// A coarse weight of the first layer is a multiple of this many of its units.
const COARSE: f32 = 4.0;

/// The offsets of the weights of the layers, in the order of the file.
const SECOND_LAYER: usize = INPUTS * FIRST;
const SECOND_BIAS: usize = SECOND_LAYER + SECOND * FIRST;
const LAST_LAYER: usize = SECOND_BIAS + SECOND;
const LAST_BIAS: usize = LAST_LAYER + THRESHOLDS * SECOND;
const TRAIT_ROWS: usize = LAST_BIAS + THRESHOLDS;

/// A node with several candidates, whose results are known in full or in part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lesson<'a> {
    pub(super) inputs: &'a NetworkInputs,
    /// Stones of the side to move, and of the other side.
    pub(super) us: u64,
    pub(super) them: u64,
    /// The row of the last layer for the threshold that was requested: the maximum score of a child whose
    /// move holds.
    pub(super) row: usize,
    /// Nodes of the search there, 0 without a search.
    pub(super) nodes: u32,
    /// How often a round learns from it.
    pub(super) times: usize,
    /// The weight of its first choice, 0 if that is not to be learned from.
    pub(super) choice: f32,
    /// Whether it is held out of the fit, to judge it.
    pub(super) is_held_out: bool,
    /// The moves whose results are known.
    pub(super) moves: Vec<LessonMove>,
}

/// A move of a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LessonMove {
    pub(super) cell: u64,
    /// The number of the first rows of the last layer whose thresholds the child's score is known to be
    /// above.
    pub(super) rows_below: u8,
    /// The first row of those whose thresholds the child's score is known not to be above.
    pub(super) first_row_above: u8,
    /// Whether the move exceeds alpha.
    pub(super) holds: bool,
    /// The priority of the move in the search, 0 without a search.
    pub(super) priority: i32,
}

impl LessonMove {
    /// Returns whether the child's score is above the threshold of a row, if that is known.
    pub(super) fn is_above(&self, row: usize) -> Option<bool> {
        if row < self.rows_below.into() {
            Some(true)
        } else {
            (row >= self.first_row_above.into()).then_some(false)
        }
    }
}

impl Lesson<'_> {
    pub(super) const fn nb_moves(&self) -> u32 {
        (self.us | self.them).count_ones()
    }

    /// Returns whether some moves hold and others do not.
    pub(super) fn is_mixed(&self) -> bool {
        let holding = self.moves.iter().filter(|tried| tried.holds).count();
        holding > 0 && holding < self.moves.len()
    }
}

/// Returns whether a node is held out of the fit: one in `one_in`, by a hash of the stones that all children
/// have in common, so that no child of a node held out is learned from through another parent.
pub(super) fn holds_out(inputs: &NetworkInputs, them: u64, one_in: u64) -> bool {
    let common = them.min(inputs.mirrored(them));
    (common.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40).is_multiple_of(one_in)
}

/// A network in floating-point numbers, laid out as its file is.
#[derive(Debug, Clone)]
pub(crate) struct FittedNetwork(Vec<f32>);

/// The values of a network's layers for one child.
struct Pass {
    /// The rows of the first layer that the child has, and the share of each.
    inputs: Vec<(usize, f32)>,
    first: [f32; FIRST],
    second: [f32; SECOND],
    odds: [f32; THRESHOLDS],
}

impl Pass {
    const fn new() -> Self {
        Self { inputs: Vec::new(), first: [0.0; FIRST], second: [0.0; SECOND], odds: [0.0; THRESHOLDS] }
    }
}

impl FittedNetwork {
    /// Returns a network of small random weights.
    pub(crate) fn random(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = vec![0.0; LEN];
        for (place, weight) in weights.iter_mut().enumerate() {
            let spread = match place {
                ..SECOND_LAYER | LAST_LAYER..LAST_BIAS => 0.2,
                SECOND_LAYER..SECOND_BIAS => 0.1,
                _ => 0.0,
            };
            *weight = ((random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0) * spread;
        }
        Self(weights)
    }

    /// Returns a network of the core in floating-point numbers.
    pub(crate) fn of(network: &Network) -> Self {
        let units =
            |weights: &[i16], unit: f32| weights.iter().map(|&w| f32::from(w) / unit).collect::<Vec<_>>();
        let (one, full) = (network::UNIT as f32, f32::from(network::FULL));
        Self(
            [
                units(network.first.as_flattened(), full),
                units(network.second.as_flattened(), one),
                units(&network.second_bias, one),
                units(network.last.as_flattened(), one),
                units(&network.last_bias, one),
                units(network.traits.as_flattened(), full),
            ]
            .concat(),
        )
    }

    /// Returns the network with a coarse first layer. Its file compresses to three quarters, and the search
    /// takes as many nodes.
    pub(crate) fn coarse(mut self) -> Self {
        let unit = f32::from(network::FULL);
        for weight in &mut self.0[..SECOND_LAYER] {
            let number = (*weight * unit).round();
            *weight = (number / COARSE).round_ties_even() * COARSE / unit;
        }
        self
    }

    /// Returns the bytes at the end of the file that the core reads.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let number = |(place, weight): (usize, &f32)| {
            let is_of_first = !(SECOND_LAYER..TRAIT_ROWS).contains(&place);
            let unit = if is_of_first { f32::from(network::FULL) } else { network::UNIT as f32 };
            (weight * unit).round() as i16
        };
        self.0.iter().enumerate().map(number).flat_map(i16::to_le_bytes).collect()
    }

    /// Returns the network as the core has it.
    pub(crate) fn rounded(&self) -> Box<Network> {
        Box::new(Network::read(&self.to_bytes()))
    }

    /// Returns the numbers of a family with this network.
    pub(crate) fn beside(&self, Learned { classes, patterns, .. }: &Learned) -> Box<Learned> {
        Box::new(Learned { classes: classes.clone(), patterns: *patterns, network: *self.rounded() })
    }

    /// Returns the row of a layer that begins at a place.
    fn row<const N: usize>(&self, place: usize) -> &[f32; N] {
        self.0[place..].first_chunk().unwrap_or_else(|| unreachable!("a row of the network"))
    }

    /// Works out the odds of a child.
    fn forward(&self, lesson: &Lesson<'_>, cell: u64, is_mirrored: bool, pass: &mut Pass) {
        let side = |cells| if is_mirrored { lesson.inputs.mirrored(cells) } else { cells };
        let (us, them) = (side(lesson.them), side(lesson.us | cell));
        pass.inputs.clear();
        lesson.inputs.for_each(us, them, |row, share| pass.inputs.push((row, share)));
        let mut sums = [0.0; FIRST];
        for &(input, share) in &pass.inputs {
            add(&mut sums, share, self.row(first_row(input)));
        }
        pass.first = sums.map(|sum| sum.clamp(0.0, 1.0));
        for (unit, place) in pass.second.iter_mut().enumerate() {
            let sum = dot(self.row::<FIRST>(SECOND_LAYER + unit * FIRST), &pass.first);
            *place = (sum + self.0[SECOND_BIAS + unit]).clamp(0.0, 1.0);
        }
        for (threshold, odds) in pass.odds.iter_mut().enumerate() {
            let sum = dot(self.row::<SECOND>(LAST_LAYER + threshold * SECOND), &pass.second);
            *odds = sum + self.0[LAST_BIAS + threshold];
        }
    }

    /// Adds the slopes of the weights that follow from the slopes of a child's odds.
    fn backward(&self, pass: &Pass, of_odds: &[f32; THRESHOLDS], slopes: &mut [f32]) {
        let mut of_second = [0.0; SECOND];
        for (threshold, &slope) in of_odds.iter().enumerate() {
            let place = LAST_LAYER + threshold * SECOND;
            slopes[LAST_BIAS + threshold] += slope;
            add(row_mut(slopes, place), slope, &pass.second);
            add(&mut of_second, slope, self.row(place));
        }
        let mut of_first = [0.0; FIRST];
        for (unit, &slope) in of_second.iter().enumerate() {
            if is_unsaturated(pass.second[unit]) {
                let place = SECOND_LAYER + unit * FIRST;
                slopes[SECOND_BIAS + unit] += slope;
                add(row_mut(slopes, place), slope, &pass.first);
                add(&mut of_first, slope, self.row(place));
            }
        }
        for (slope, &unit) in of_first.iter_mut().zip(&pass.first) {
            *slope = if is_unsaturated(unit) { *slope } else { 0.0 };
        }
        for &(input, share) in &pass.inputs {
            add(row_mut::<FIRST>(slopes, first_row(input)), share, &of_first);
        }
    }
}

/// Returns the place of a row of the first layer, which has first the rows of the inputs, then the rows of
/// the traits.
const fn first_row(number: usize) -> usize {
    if number < INPUTS { number * FIRST } else { TRAIT_ROWS + (number - INPUTS) * FIRST }
}

/// Returns whether a unit is not clipped, so that its gradient is not zero.
fn is_unsaturated(unit: f32) -> bool {
    unit > 0.0 && unit < 1.0
}

/// Returns the row of slopes that begins at a place.
fn row_mut<const N: usize>(slopes: &mut [f32], place: usize) -> &mut [f32; N] {
    slopes[place..].first_chunk_mut().unwrap_or_else(|| unreachable!("a row of the network"))
}

/// Adds a multiple of a row to another.
fn add<const N: usize>(row: &mut [f32; N], factor: f32, other: &[f32; N]) {
    for (sum, value) in row.iter_mut().zip(other) {
        *sum += factor * value;
    }
}

/// Returns the sum of products, in lanes that a processor can add at once.
fn dot<const N: usize>(one: &[f32; N], other: &[f32; N]) -> f32 {
    const LANES: usize = 32;
    let mut sums = [0.0; LANES];
    for (one, other) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums.iter().sum()
}

/// Returns the chance of odds.
fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Adds the slopes of the loss of a lesson or of its mirror image, and returns the loss.
fn learn_from(
    model: &FittedNetwork,
    (lesson, weight, is_mirrored): (&Lesson<'_>, f32, bool),
    passes: &mut Vec<Pass>,
    slopes: &mut [f32],
) -> f32 {
    let &Lesson { row: asked, choice, ref moves, .. } = lesson;
    passes.resize_with(moves.len().max(passes.len()), Pass::new);
    for (tried, pass) in moves.iter().zip(passes.iter_mut()) {
        model.forward(lesson, tried.cell, is_mirrored, pass);
    }
    let (of_choice, mut loss) = if choice > 0.0 && lesson.is_mixed() {
        slopes_of_choice(moves, passes, asked)
    } else {
        (vec![0.0; moves.len()], 0.0)
    };
    for ((tried, pass), of_choice) in moves.iter().zip(passes.iter()).zip(of_choice) {
        let mut of_odds = [0.0; THRESHOLDS];
        for (row, slope) in of_odds.iter_mut().enumerate() {
            let Some(is_above) = tried.is_above(row) else { continue };
            let part = if row == asked { 1.0 } else { OTHER_THRESHOLDS };
            *slope = weight * part * (chance(pass.odds[row]) - f32::from(is_above));
        }
        of_odds[asked] += weight * choice * of_choice;
        loss -= chance(if tried.holds { -pass.odds[asked] } else { pass.odds[asked] }).max(1e-9).ln();
        model.backward(pass, &of_odds, slopes);
    }
    weight * loss
}

/// Returns the slopes of the candidates' odds by the loss of a first choice that should hold, and the loss.
fn slopes_of_choice(candidates: &[LessonMove], passes: &[Pass], asked: usize) -> (Vec<f32>, f32) {
    let priority = |(candidate, pass): (&LessonMove, &Pass)| {
        candidate.priority as f32 / PRIORITY_UNIT + FACTOR * (-pass.odds[asked]).min(ENOUGH)
    };
    let priorities: Vec<f32> = candidates.iter().zip(passes).map(priority).collect();
    let highest = priorities.iter().copied().fold(f32::MIN, f32::max);
    let chances: Vec<f32> = priorities.iter().map(|priority| (priority - highest).exp()).collect();
    let all: f32 = chances.iter().sum();
    let holding: f32 =
        candidates.iter().zip(&chances).filter(|(c, _)| c.holds).map(|(_, chance)| chance).sum();
    let holding = holding.max(1e-9);
    let mut slopes = vec![0.0; candidates.len()];
    for (i, (candidate, pass)) in candidates.iter().zip(passes).enumerate() {
        let of_priority = chances[i] / all - if candidate.holds { chances[i] / holding } else { 0.0 };
        let can_gain = -pass.odds[asked] < ENOUGH;
        slopes[i] = if can_gain { -CHOICE * FACTOR * of_priority } else { 0.0 };
    }
    (slopes, -CHOICE * (holding / all).ln())
}

/// Takes a step down the sum of the slices' slopes.
fn step(adam: &mut Adam, weights: &mut [f32], slices: &[Vec<f32>], scale: f32, rate: f32) {
    adam.begin_step();
    for (place, weight) in weights.iter_mut().enumerate() {
        let slope = scale * slices.iter().map(|slopes| slopes[place]).sum::<f32>();
        let (mean, root) = adam.moments(place, slope);
        *weight -= rate * mean / (root + 1e-8);
    }
}

/// Returns the size of a step, by the part of all steps that is done: a short rise, then a fall.
fn rate(done: f32) -> f32 {
    let fall = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
    RATE * (50.0 * done).min(1.0) * fall.max(0.002)
}

/// Fits a network to all lessons but those held out.
pub(crate) fn fit(
    lessons: &[Lesson<'_>],
    start: FittedNetwork,
    rounds: u32,
    seed: u64,
    log: &mut dyn FnMut(&str),
) -> FittedNetwork {
    let mut order = lessons_of_round(lessons);
    let weights = weights(lessons);
    let mut model = start;
    let mut adam = Adam::new(LEN);
    let mut slices = vec![vec![0.0; LEN]; SLICES];
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let steps = order.len().div_ceil(BATCH) as f32 * rounds as f32;
    for round in 0..rounds {
        shuffle(&mut order, &mut random);
        let mut total = 0.0;
        for batch in order.chunks(BATCH) {
            let mirrors = random.next_u64();
            let of_slice = |(slice, slopes): (usize, &mut Vec<f32>)| {
                slopes.fill(0.0);
                let mut passes = Vec::new();
                let of_batch = batch.iter().skip(slice).step_by(SLICES).enumerate();
                let loss = |(i, &index): (usize, &usize)| {
                    let is_mirrored = mirrors >> (i % 64) & 1 == 1;
                    learn_from(&model, (&lessons[index], weights[index], is_mirrored), &mut passes, slopes)
                };
                of_batch.map(loss).sum::<f32>()
            };
            let losses: Vec<f32> = slices.par_iter_mut().enumerate().map(of_slice).collect();
            total += losses.iter().sum::<f32>() / order.len() as f32;
            let rate = rate((adam.steps + 1) as f32 / steps);
            step(&mut adam, &mut model.0, &slices, 1.0 / batch.len() as f32, rate);
        }
        let judged = lessons.iter().filter(|lesson| lesson.nodes > 0 && lesson.is_held_out);
        let right = right_choices(&model, judged, |_, odds| odds);
        log(&format!("network, round {round}: loss {total:.4}, {right:.1} % right held out"));
    }
    model
}

/// Returns the lessons that a round learns from, by index: those that are not held out, each as often as it
/// counts.
fn lessons_of_round(lessons: &[Lesson<'_>]) -> Vec<usize> {
    let learned = lessons.iter().enumerate().filter(|(_, lesson)| !lesson.is_held_out);
    learned.flat_map(|(index, lesson)| std::iter::repeat_n(index, lesson.times)).collect()
}

/// Returns the weights of the lessons.
fn weights(lessons: &[Lesson<'_>]) -> Vec<f32> {
    let stake = |lesson: &Lesson<'_>| (lesson.nodes as f32).powf(STAKE);
    let searched = || lessons.iter().filter(|lesson| lesson.nodes > 0);
    let mean = searched().map(stake).sum::<f32>() / searched().count().max(1) as f32;
    let weight = |lesson| (stake(lesson) / mean).min(MOST_WEIGHT);
    lessons.iter().map(|lesson| if lesson.nodes > 0 { weight(lesson) } else { WALK_WEIGHT }).collect()
}

/// Logs the percentages of right first choices in lessons, unless there are none.
pub(crate) fn report<'a>(
    label: &str,
    term: NetworkTerm<'_>,
    model: &FittedNetwork,
    lessons: &(impl Iterator<Item = &'a Lesson<'a>> + Clone),
    log: &mut dyn FnMut(&str),
) {
    if lessons.clone().next().is_none() {
        return;
    }
    let right = |priority: &dyn Fn(i32, i32) -> i32| right_choices(model, lessons.clone(), priority);
    let with_term = right(&|priority, odds| priority + term.priority(odds));
    log(&format!(
        "{label}: right first choices {:.1} % without the network, {with_term:.1} % with it, {:.1} % by it alone",
        right(&|priority, _| priority),
        right(&|_, odds| odds)
    ));
}

/// Returns the percentage of right first choices, among the lessons in which some moves hold and some do not.
/// The first choice has the maximum `priority`, a function of its priority in the search and of the network's
/// odds that it holds.
fn right_choices<'a>(
    model: &FittedNetwork,
    lessons: impl Iterator<Item = &'a Lesson<'a>>,
    priority: impl Fn(i32, i32) -> i32,
) -> f64 {
    let (mut right, mut all) = (0.0, 0.0);
    let mut pass = Pass::new();
    for lesson in lessons {
        if lesson.choice == 0.0 || !lesson.is_mixed() {
            continue;
        }
        let first = lesson.moves.iter().max_by_key(|tried| {
            model.forward(lesson, tried.cell, false, &mut pass);
            priority(tried.priority, (-pass.odds[lesson.row] * network::UNIT as f32) as i32)
        });
        let weight = f64::from(lesson.choice);
        right += if first.is_some_and(|first| first.holds) { weight } else { 0.0 };
        all += weight;
    }
    100.0 * right / f64::max(all, 1.0)
}

#[cfg(test)]
mod tests {
    use marlin_core::internals::network;
    use marlin_core::{BoardSize, Book};

    use super::super::cases::{self, FIRST_PLIES_TIMES, lesson};
    use super::*;

    #[test]
    fn a_small_fit_learns_which_moves_hold() {
        let cases = cases::of_walks(1500, 1, &Book::embedded(BoardSize::STANDARD).unwrap());
        let right = |model: &FittedNetwork| {
            let held_out = cases.iter().filter(|case| case.is_held_out);
            right_choices(model, held_out, |_, odds| odds)
        };
        let before = FittedNetwork::random(1);
        let after = fit(&cases, before.clone(), 2, 1, &mut |_| ());
        let (before, after) = (right(&before), right(&after));
        assert!(after > before + 8.0, "{before} before, {after} after");
    }

    #[test]
    fn a_round_learns_several_times_from_a_searched_case_of_the_first_plies_and_once_from_others() {
        let of_stones = |us, them, nodes| {
            let moves = [(0, -2), (21, 1), (42, -2)].map(|(bit, score)| (1 << bit, score, 0));
            lesson((us, them), 0, nodes, moves.into())
        };
        let first = |nodes| of_stones(1 << 22, 1 << 23, nodes);
        let later = of_stones(0x1f << 22, 0xf << 14, 9);
        assert!(!later.is_held_out);
        let lessons = lessons_of_round(&[first(0), first(9), later]);
        assert_eq!(lessons.len(), 1 + FIRST_PLIES_TIMES + 1);
        assert!(lessons[1..=FIRST_PLIES_TIMES].iter().all(|&index| index == 1));
    }

    #[test]
    fn the_threads_of_a_fit_have_no_influence_on_what_is_learned() {
        let cases = cases::of_walks(50, 1, &Book::embedded(BoardSize::STANDARD).unwrap());
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fit(&cases, FittedNetwork::random(1), 1, 1, &mut |_| ()).to_bytes())
        };
        assert_eq!(on(1), on(3));
    }

    #[test]
    fn the_slopes_of_a_case_are_those_of_its_loss() {
        let cases = cases::of_walks(3, 1, &Book::embedded(BoardSize::STANDARD).unwrap());
        let case = cases.iter().find(|case| case.is_mixed()).unwrap();
        let model = FittedNetwork::random(1);
        let asked = (case, 1.0, false);
        let mut slopes = vec![0.0; LEN];
        learn_from(&model, asked, &mut Vec::new(), &mut slopes);
        // The bias of the requested threshold, on which other thresholds have no influence.
        let place = LAST_BIAS + case.row;
        let loss = |change: f32| {
            let mut changed = model.clone();
            changed.0[place] += change;
            learn_from(&changed, asked, &mut Vec::new(), &mut vec![0.0; LEN])
        };
        let measured = (loss(0.01) - loss(-0.01)) / 0.02;
        assert!((measured - slopes[place]).abs() < 0.01, "{measured} measured, {} worked out", slopes[place]);
    }

    #[test]
    fn a_coarse_first_layer_has_multiples_of_four_and_the_other_layers_are_kept() {
        let fitted = FittedNetwork::random(1);
        let (network, coarse) = (fitted.rounded(), fitted.coarse().rounded());
        for (weight, coarse) in network.first.as_flattened().iter().zip(coarse.first.as_flattened()) {
            assert!(coarse % 4 == 0 && (weight - coarse).abs() <= 2, "{weight}, coarse {coarse}");
        }
        assert_eq!((network.second, network.last), (coarse.second, coarse.last));
    }

    #[test]
    fn a_network_rounded_says_nearly_the_same() {
        let model = FittedNetwork::random(1);
        let network = model.rounded();
        let mut pass = Pass::new();
        for case in cases::of_walks(20, 1, &Book::embedded(BoardSize::STANDARD).unwrap()) {
            for tried in &case.moves {
                model.forward(&case, tried.cell, false, &mut pass);
                let exact = pass.odds[case.row] * network::UNIT as f32;
                let threshold = case.row as i32 + network::LOWEST_THRESHOLD;
                let rounded = network.odds(case.them, case.us | tried.cell, threshold);
                assert!((exact - rounded as f32).abs() < 12.0, "{exact}, rounded {rounded}");
            }
        }
    }
}
