//! [`Perfect`]: the move of the perfect level.

use std::time::Duration;

use marlin_core::any::{Analysis, Position, Progress, Solver};
use marlin_core::{Column, Limits};

use super::opponent::{ChosenMove, Opponent, PLIES_OF_HARD_POSITIONS, proven_best};
use super::sight::LookAhead;
use crate::task::{AnalysisTask, Goal, Meter, Task, TaskProgress};

/// The share of the limits that is kept for looking ahead.
const SIGHT_SHARE: u32 = 8;

/// The nodes that looking ahead takes at most.
const SIGHT_NODES: u64 = 100_000;

/// The time that is kept for looking ahead at most.
const SIGHT_TIME: Duration = Duration::from_millis(100);

/// The choice of the perfect level: the proof of a best move, and where the limits end before it, a look ahead.
///
/// 1. A search proves the score and a move that keeps it, within seven eighths of the limits. That move is played.
/// 2. If the limits end this search, a second one looks some plies ahead, with the rest. The best column by the bounds of
///    both is played: of equals that are not proven to lose, one that looks best to the second search.
#[derive(Debug, Clone)]
pub(super) struct Perfect {
    opponent: Opponent,
    solver: Solver,
    proof: AnalysisTask,
    /// The analysis of the first search, and the second search.
    sight: Option<(Analysis, LookAheadTask)>,
}

impl Perfect {
    pub(super) fn new(opponent: &Opponent, position: &Position, solver: &Solver, goal: Goal) -> Self {
        // The best move of all says little about a choice among some.
        let goal = if opponent.columns.is_empty() { goal } else { Goal::Columns };
        let proof = AnalysisTask::new(solver, position, goal, &limits_of_proof(&opponent.limits));
        Self { opponent: opponent.clone(), solver: solver.clone(), proof, sight: None }
    }

    /// Goes on within the limits of a step, and calls a function with the progress of the first search if there is one.
    pub(super) fn step(
        &mut self,
        limits: &Limits,
        on_progress: Option<&mut dyn FnMut(&Progress)>,
    ) -> Option<ChosenMove> {
        let Some((proven, sight)) = &mut self.sight else {
            let analysis = match on_progress {
                Some(on_progress) => self.proof.step_with(limits, on_progress)?,
                None => self.proof.step(limits)?,
            };
            if let Some(column) = proven_best(&analysis, &self.opponent.columns) {
                return Some(ChosenMove { column, analysis });
            }
            let sight = LookAheadTask::new(&self.opponent, self.proof.position(), &self.solver, &analysis);
            self.sight = Some((analysis, sight));
            return None;
        };
        let (seen, last) = sight.step(limits)?;
        let mut analysis = proven.clone();
        if let Some(last) = &last {
            analysis.merge(last);
        }
        let allowed = analysis.clone().restricted_to(&self.opponent.columns);
        let promising = if allowed.best_is_proven() { &[][..] } else { &seen };
        let column = allowed.best_or_equal(promising)?;
        Some(ChosenMove { column, analysis })
    }

    pub(super) fn progress(&self) -> TaskProgress {
        let sight = self.sight.as_ref().map(|(_, sight)| sight.cost()).unwrap_or_default();
        self.proof.progress().with_cost_of(&sight)
    }
}

/// Returns the limits of the first search: without the share of the second one.
fn limits_of_proof(limits: &Limits) -> Limits {
    limits
        .clone()
        .nodes(
            limits.nodes.map(|nodes| nodes.saturating_sub((nodes / u64::from(SIGHT_SHARE)).min(SIGHT_NODES))),
        )
        .time(limits.time.map(|time| time.saturating_sub((time / SIGHT_SHARE).min(SIGHT_TIME))))
}

/// A look ahead in steps.
#[derive(Debug, Clone)]
struct LookAheadTask {
    solver: Solver,
    position: Position,
    look: LookAhead,
    /// The cost of the depths that are seen.
    meter: Meter,
    /// The search to the next depth.
    search: Option<AnalysisTask>,
}

impl LookAheadTask {
    /// Returns the look ahead of a player, with the limits that the proof has left.
    fn new(opponent: &Opponent, position: &Position, solver: &Solver, proven: &Analysis) -> Self {
        let limits = &opponent.limits;
        let left = limits.nodes.map_or(SIGHT_NODES, |nodes| nodes.saturating_sub(proven.nodes));
        let limits = limits
            .clone()
            .nodes(left.min(SIGHT_NODES))
            .time(limits.time.map(|time| time.saturating_sub(proven.elapsed)));
        let plies = limits.depth.unwrap_or(PLIES_OF_HARD_POSITIONS).min(PLIES_OF_HARD_POSITIONS);
        let look = LookAhead::new(position, plies, opponent.playable(position));
        Self { solver: solver.clone(), position: *position, look, meter: Meter::new(&limits), search: None }
    }

    /// Returns the columns that look best and the analysis of the last depth, once all is seen that the limits allow.
    fn step(&mut self, limits: &Limits) -> Option<(Vec<Column>, Option<Analysis>)> {
        while let Some(depth) = self.look.next_depth().filter(|_| !self.meter.is_spent()) {
            let search = self.search.get_or_insert_with(|| {
                let limits = self.meter.next(&Limits::NONE).depth(depth);
                AnalysisTask::new(&self.solver, &self.position, Goal::Columns, &limits)
            });
            let analysis = search.step(limits)?;
            self.search = None;
            let nodes = analysis.nodes;
            self.meter.add(nodes, analysis.elapsed);
            self.look.add(analysis);
            if nodes > 0 {
                return None;
            }
        }
        Some(self.look.clone().into_parts())
    }

    /// Returns the cost so far.
    fn cost(&self) -> TaskProgress {
        self.meter.cost().with_cost_of(&self.search.as_ref().map(Task::progress).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_eighth_of_the_limits_is_kept_for_looking_ahead() {
        let of = |nodes: u64, millis: u64| {
            let limits = Limits::NONE.nodes(nodes).time(Duration::from_millis(millis));
            let Limits { nodes, time, .. } = limits_of_proof(&limits);
            (nodes.unwrap(), time.unwrap().as_millis())
        };
        assert_eq!(of(0, 0), (0, 0));
        assert_eq!(of(800, 400), (700, 350));
        assert_eq!(of(10_000_000, 5_000), (9_900_000, 4_900));
    }
}
