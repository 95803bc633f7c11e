//! [`ExplanationTask`]: why a position has its score.

use marlin_coach::explain::{Explanation, by_rules, explain_found};
use marlin_core::any::{Bounds, Position, Report, Solver};

use super::meter::Meter;
use super::search::pair;
use super::walk::{Choice, Walk};
use super::{Answer, ProgressRecord, Step};

/// Why a position has its score: by the rules, or by a search where they don't prove it.
#[derive(Debug)]
pub(crate) struct ExplanationTask {
    solver: Solver,
    position: Position,
    budget: Option<u64>,
    meter: Meter,
    /// The bounds that earlier slices have proven.
    known: Option<Bounds>,
    /// The score that the search has found, and the line to a rule.
    found: Option<(Report, Walk)>,
}

impl ExplanationTask {
    pub(super) fn new(solver: Solver, position: Position, budget: Option<u64>) -> Self {
        Self { solver, position, budget, meter: Meter::new(budget), known: None, found: None }
    }

    pub(super) fn step(&mut self, nodes: Option<u64>) -> Step {
        if self.found.is_none() {
            let by_rules = by_rules(&self.position);
            if by_rules.score_layer.is_some() {
                return done(&by_rules);
            }
            let report = self.search(nodes);
            let score = report.bounds.score();
            if score.is_none() && nodes.is_some() && !self.meter.is_spent() {
                return Step::Progress(self.progress(&report));
            }
            let plies = if score.is_some() { usize::MAX } else { 0 };
            let choice = score.map_or(Choice::Best, Choice::Any);
            let walk = Walk::new(self.position, choice, plies, self.budget);
            self.found = Some((report, walk));
        }
        let Some((report, walk)) = &mut self.found else { return Step::Progress(ProgressRecord::default()) };
        if !walk.is_complete() && !walk.step(&self.solver, nodes) {
            let report = *report;
            return Step::Progress(self.progress(&report));
        }
        done(&explain_found(&self.position, report, walk.line()))
    }

    /// Searches for a slice.
    fn search(&mut self, nodes: Option<u64>) -> Report {
        let mut report = self.solver.query(&self.position).limits(&self.meter.limits(nodes)).solve();
        self.meter.add(report.nodes, report.elapsed);
        (report.nodes, report.elapsed) = (self.meter.nodes, self.meter.elapsed);
        report.bounds =
            self.known.and_then(|known| known.intersection(report.bounds)).unwrap_or(report.bounds);
        self.known = Some(report.bounds);
        report
    }

    fn progress(&self, report: &Report) -> ProgressRecord {
        ProgressRecord {
            nodes: self.meter.nodes,
            time_us: self.meter.elapsed.as_micros() as u64,
            bounds: Some(pair(report.bounds)),
            ..ProgressRecord::default()
        }
    }
}

fn done(explanation: &Explanation) -> Step {
    Step::result(Answer::Explanation(explanation.record()))
}
