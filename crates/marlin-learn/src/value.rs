//! The value of a board: how likely the side that has just moved has refuted what was before, and what work it takes to
//! find out. Both are sums over the lines of the board, fitted to what came of the nodes of ordinary searches.

use marlin_core::learn::{self, Outcome};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const RATE: f32 = 0.02;
const BATCH: usize = 512;

/// Tables by class.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    /// Log odds that the move refutes.
    pub(crate) odds: Vec<f32>,
    /// Binary logarithm of the work.
    pub(crate) work: Vec<f32>,
}

/// A sum over lines with a bias, learned by Adagrad steps.
struct Sum {
    table: Vec<f32>,
    squares: Vec<f32>,
    biases: Vec<f32>,
}

impl Sum {
    fn new(biases: usize) -> Self {
        let len = 4 * learn::PATTERN_TABLE_LEN;
        Self { table: vec![0.0; len], squares: vec![1e-3; len], biases: vec![0.0; biases] }
    }

    fn of(&self, places: &[usize], bias: usize) -> f32 {
        places.iter().map(|&place| self.table[place]).sum::<f32>() + self.biases[bias]
    }

    fn step(&mut self, places: &[usize], bias: usize, slope: f32, rate: f32) {
        for &place in places {
            self.squares[place] += slope * slope;
            self.table[place] -= rate * slope / self.squares[place].sqrt();
        }
        self.biases[bias] -= 0.01 * rate * slope;
    }
}

/// Fits both sums in a number of rounds.
pub(crate) fn fit(outcomes: &[Outcome], rounds: u32, seed: u64, log: &mut dyn FnMut(&str)) -> Value {
    let mirrored = learn::mirrored_places();
    let (mut odds, mut work) = (Sum::new(4 * 64), Sum::new(4 * 64));
    let mut order: Vec<u32> = (0..outcomes.len() as u32).collect();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut places = Vec::with_capacity(69);
    for round in 0..rounds {
        for i in (1..order.len()).rev() {
            order.swap(i, random.next_u32() as usize % (i + 1));
        }
        let rate = RATE * (1.0 - round as f32 / rounds as f32);
        let (mut odds_loss, mut work_loss) = (0.0, 0.0);
        for &i in &order {
            let outcome = &outcomes[i as usize];
            let table = outcome.class % 4 * learn::PATTERN_TABLE_LEN;
            let mirror = random.next_u32() % 2 == 0;
            places.clear();
            outcome.for_each_line(|place| places.push(table + if mirror { usize::from(mirrored[place]) } else { place }));
            let bias = outcome.class % 4 * 64 + outcome.nb_moves as usize;
            let sum = odds.of(&places, bias);
            let chance = 1.0 / (1.0 + (-sum).exp());
            let truth = if outcome.cuts { 1.0 } else { 0.0 };
            odds_loss -= if outcome.cuts { chance.max(1e-9).ln() } else { (1.0 - chance).max(1e-9).ln() } as f64;
            odds.step(&places, bias, chance - truth, rate);
            let error = work.of(&places, bias) - (outcome.nodes as f32).log2();
            work_loss += f64::from(error * error);
            work.step(&places, bias, error * 0.3, rate);
        }
        let n = order.len() as f64;
        log(&format!("round {round}: log loss {:.4}, squared error of work {:.4}", odds_loss / n, work_loss / n));
    }
    let _ = BATCH;
    Value { odds: odds.table, work: work.table }
}
