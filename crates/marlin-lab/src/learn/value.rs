//! [`RefutationTables`]: the chance that the last move has refuted the position before it, and the work of
//! proving it.
//!
//! Both are sums over the lines of the board, by the stones on them, fitted to the results of the nodes of
//! ordinary searches: there are millions of these, many more than samples.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use marlin_core::internals::patterns;

use super::descent::shuffle;
use super::laid_over::SampledBoard;
use super::search::NodeResult;

/// Pattern tables: the number of a class modulo this is its table.
pub(crate) const TABLES: usize = 4;

const ROUNDS: u32 = 6;
const RATE: f32 = 0.02;

/// The rate of a bias, as a part of the rate of a line.
const BIAS_RATE: f32 = 0.01;

/// Tables by class, one after the other.
#[derive(Debug, Clone)]
pub(crate) struct RefutationTables {
    /// Log odds that the move refutes.
    pub(crate) odds: Vec<f32>,
    /// Binary logarithm of the work.
    pub(crate) work: Vec<f32>,
}

impl RefutationTables {
    /// Returns a value of zeros.
    #[cfg(test)]
    pub(crate) fn none() -> Self {
        let zero = vec![0.0; TABLES * patterns::TABLE_LEN];
        Self { odds: zero.clone(), work: zero }
    }
}

/// A sum over lines and a bias, fitted by steps that shrink with the earlier steps of a number (Adagrad).
struct Sum {
    table: Vec<f32>,
    squares: Vec<f32>,
    biases: Vec<f32>,
}

impl Sum {
    fn new() -> Self {
        let len = TABLES * patterns::TABLE_LEN;
        Self { table: vec![0.0; len], squares: vec![1e-3; len], biases: vec![0.0; TABLES * 64] }
    }

    fn of(&self, places: &[(usize, f32)], bias: usize) -> f32 {
        places.iter().map(|&(place, share)| share * self.table[place]).sum::<f32>() + self.biases[bias]
    }

    fn step(&mut self, places: &[(usize, f32)], bias: usize, slope: f32, rate: f32) {
        for &(place, share) in places {
            let slope = share * slope;
            self.squares[place] += slope * slope;
            self.table[place] -= rate * slope / self.squares[place].sqrt();
        }
        self.biases[bias] -= BIAS_RATE * rate * slope;
    }
}

/// Fits both sums to nodes of some boards.
pub(crate) fn fit(
    boards: &[SampledBoard],
    outcomes: &[NodeResult],
    seed: u64,
    log: &mut dyn FnMut(&str),
) -> RefutationTables {
    let mirrored = patterns::mirrored_indices();
    let (mut odds, mut work) = (Sum::new(), Sum::new());
    let mut order: Vec<usize> = (0..outcomes.len()).collect();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut places = Vec::new();
    for round in 0..ROUNDS {
        shuffle(&mut order, &mut random);
        let rate = RATE * (1.0 - round as f32 / ROUNDS as f32);
        let (mut odds_loss, mut work_loss) = (0.0, 0.0);
        for &index in &order {
            let outcome = &outcomes[index];
            let class = outcome.class % TABLES;
            let mirror = random.next_u32().is_multiple_of(2);
            places.clear();
            let Some(board) = boards.iter().find(|board| board.size == outcome.size) else { continue };
            board.for_each_line(outcome.them, outcome.us, |index| {
                board.for_each_counterpart(index, |place, share| {
                    let place = if mirror { usize::from(mirrored[place]) } else { place };
                    places.push((class * patterns::TABLE_LEN + place, share));
                });
            });
            let bias = class * 64 + (outcome.size.cells() - outcome.nb_moves) as usize;

            let chance = 1.0 / (1.0 + (-odds.of(&places, bias)).exp());
            let (truth, of_truth) = if outcome.fails_high { (0.0, 1.0 - chance) } else { (1.0, chance) };
            odds.step(&places, bias, chance - truth, rate);
            odds_loss -= f64::from(of_truth.max(1e-9).ln());

            let error = work.of(&places, bias) - (outcome.nodes as f32).log2();
            work.step(&places, bias, error, rate);
            work_loss += f64::from(error * error);
        }
        let count = order.len().max(1) as f64;
        let (odds_loss, work_loss) = (odds_loss / count, work_loss / count);
        log(&format!("value, round {round}: log loss {odds_loss:.4}, squared error of work {work_loss:.3}"));
    }
    RefutationTables { odds: odds.table, work: work.table }
}
