//! [`Search`]: the solver of a call, with its limits.

use std::time::{Duration, Instant};

use marlin_coach::task::{Task, TaskProgress};
use marlin_core::{Limits, Solver, StopFlag};

/// The time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// The least time of a step: a step without time makes no progress.
const LEAST_STEP: Duration = Duration::from_millis(1);

/// Called with the progress of a search.
pub(super) type OnProgress<'a> = dyn FnMut(&TaskProgress) + 'a;

/// The limits of a call.
#[derive(Debug, Clone)]
pub(super) struct CallLimits {
    /// The time of the whole call.
    pub(super) time: Duration,
    /// The nodes of each search.
    pub(super) nodes: Option<u64>,
    /// Ends the call.
    pub(super) stop: StopFlag,
}

/// The solver of a call, with its limits.
pub(super) struct Search<'a> {
    pub(super) solver: Solver,
    limits: CallLimits,
    deadline: Instant,
    /// Without a function, the searches take no steps.
    report: Option<&'a mut OnProgress<'a>>,
}

impl<'a> Search<'a> {
    /// Starts the clock of a call.
    pub(super) fn begin(solver: Solver, limits: CallLimits, report: Option<&'a mut OnProgress<'a>>) -> Self {
        let deadline = Instant::now() + limits.time;
        Self { solver, limits, deadline, report }
    }

    /// Returns the limits of each search.
    pub(super) fn limits(&self) -> Limits {
        let CallLimits { time, nodes, stop } = self.limits.clone();
        Limits { time: Some(time), nodes, stop: Some(stop), ..Limits::NONE }
    }

    /// Carries out a task. When the time is up, it is stopped with what is proven.
    pub(super) fn run<T: Task>(&mut self, mut task: T) -> T::Output {
        loop {
            let left = self.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                self.limits.stop.stop();
            }
            let step = if self.report.is_some() { left.min(REPORT_INTERVAL) } else { left };
            let limits = Limits {
                time: Some(step.max(LEAST_STEP)),
                stop: Some(self.limits.stop.clone()),
                ..Limits::NONE
            };
            if let Some(output) = task.step(&limits) {
                return output;
            }
            if let Some(report) = &mut self.report {
                report(&task.progress());
            }
        }
    }
}
