//! [`AnalysisTask`]: the scores of all columns, or the best move.

use marlin_coach::answer::ColumnsRecord;
use marlin_core::any::{Analysis, Position, Solver};

use super::search::{Asked, Search};
use super::walk::{Choice, Walk};
use super::{Answer, ProgressRecord, Step};

/// The scores of all columns, or the best move, and the moves of best play if they are wanted.
#[derive(Debug)]
pub(crate) struct AnalysisTask {
    given: String,
    search: Search,
    budget: Option<u64>,
    wants_line: bool,
    /// The answer of the search, and the line to it.
    found: Option<(Analysis, Walk)>,
}

impl AnalysisTask {
    pub(super) fn new(
        given: &str,
        solver: Solver,
        position: Position,
        asked: Asked,
        budget: Option<u64>,
        wants_line: bool,
    ) -> Self {
        let search = Search::new(solver, position, asked, budget);
        Self { given: given.to_owned(), search, budget, wants_line, found: None }
    }

    pub(super) fn step(&mut self, nodes: Option<u64>) -> Step {
        if self.found.is_none() {
            let Some(analysis) = self.search.step(nodes) else {
                return Step::Progress(self.search.progress());
            };
            // A line of best play needs a score.
            let plies = if self.wants_line && analysis.bounds.score().is_some() { usize::MAX } else { 0 };
            let walk = Walk::new(*self.search.position(), Choice::Best, plies, self.budget);
            if plies > 0 && nodes.is_some() {
                self.found = Some((analysis, walk));
                return Step::Progress(self.search.progress());
            }
            self.found = Some((analysis, walk));
        }
        let Some((analysis, walk)) = &mut self.found else {
            return Step::Progress(ProgressRecord::default());
        };
        if !walk.is_complete() && !walk.step(self.search.solver(), nodes) {
            return Step::Progress(self.search.progress());
        }
        let record = ColumnsRecord::new(&self.given, self.search.position(), analysis);
        let record = if self.wants_line { record.with_line(walk.line()) } else { record };
        Step::result(Answer::Columns(record))
    }
}
