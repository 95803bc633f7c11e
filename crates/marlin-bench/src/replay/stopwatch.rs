//! [`Stopwatch`]: the time of a search on the clock, and its CPU time.

use std::hint;
use std::time::{Duration, Instant};

use marlin_support::cpu_time;

/// The time that a search took.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    /// On the clock.
    pub(crate) wall: Duration,
    /// Of the thread; `None` if unknown, or if other threads searched too.
    pub(crate) cpu: Option<Duration>,
}

impl Times {
    /// Returns the CPU time, or the time on the clock if that is unknown.
    fn worked(self) -> Duration {
        self.cpu.unwrap_or(self.wall)
    }
}

/// Measures the work of the thread that starts it.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    /// Starts to measure a search with a number of threads.
    pub(crate) fn start(threads: usize) -> Self {
        // Asking for the CPU time takes longer than some searches: it is outside of the time on the clock.
        let cpu = if threads == 1 { cpu_time::of_thread() } else { None };
        Self { wall: Instant::now(), cpu }
    }

    /// Returns the times since the start.
    pub(crate) fn times(&self) -> Times {
        let wall = self.wall.elapsed();
        let cpu = self.cpu.and_then(|before| Some(cpu_time::of_thread()?.saturating_sub(before)));
        Times { wall, cpu }
    }

    /// Keeps working until the work since the start has grown by a fraction of itself.
    pub(crate) fn slow_down(&self, part: f64) {
        let goal = self.times().worked().mul_f64(1.0 + part);
        while self.times().worked() < goal {
            hint::spin_loop();
        }
    }
}
