//! The parts of a fit by gradient steps: a seeded shuffle, and Adam.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng;

/// Brings a list into a random order. The crates for it change the order of a seed between versions, and the
/// learned files must reproduce.
pub(crate) fn shuffle(list: &mut [usize], random: &mut ChaCha8Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.next_u32() as usize % (i + 1));
    }
}

/// The state of Adam: for each weight the means of its slopes and of their squares.
pub(crate) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    pub(crate) steps: i32,
    /// The sums of the weights of all slopes in a mean.
    mean_scale: f32,
    square_scale: f32,
}

impl Adam {
    pub(crate) fn new(len: usize) -> Self {
        Self { means: vec![0.0; len], squares: vec![0.0; len], steps: 0, mean_scale: 0.0, square_scale: 0.0 }
    }

    /// Begins a step.
    pub(crate) fn begin_step(&mut self) {
        self.steps += 1;
        (self.mean_scale, self.square_scale) =
            (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
    }

    /// Takes in the slope of a weight, and returns the mean of its slopes and the root of the mean of their
    /// squares. Each fit divides one by the other in its own order: another one would no longer give the same
    /// files.
    pub(crate) fn moments(&mut self, place: usize, slope: f32) -> (f32, f32) {
        let (mean, square) = (&mut self.means[place], &mut self.squares[place]);
        *mean = 0.9 * *mean + 0.1 * slope;
        *square = 0.999 * *square + 0.001 * slope * slope;
        (*mean / self.mean_scale, (*square / self.square_scale).sqrt())
    }
}
