//! Answers a question about a root: by null windows of its columns, one after the other.

use super::poll::{Interrupted, Searched};
use super::root::Root;
use super::search_thread::{Observer, SearchThread};
use super::team::{EndOnPanic, Posted};
use super::windows::Question;
use crate::geometry::Layout;

impl<B: Layout, O: Observer<B>> SearchThread<'_, B, O> {
    /// Answers a question; in a team, as its leader. The root holds the proven bounds, even after an
    /// interruption.
    pub(super) fn answer(&mut self, root: &mut Root, question: Question) -> Searched<()> {
        let Some(team) = self.team() else { return self.search_question(root, question) };
        let number = team.post(root, question);
        let result = self.work_on(number, root, question);
        if result.is_err() {
            // A helper was faster, perhaps at the last moment before the limits.
            team.posted().iter().for_each(|posted| root.merge(&posted.root));
        }
        if result == Err(Interrupted::Answered) { Ok(()) } else { result }
    }

    /// Works on the questions of the team until there are no more, or the search has reached its limits.
    pub(super) fn help(&mut self) {
        let Some(team) = self.team() else { return };
        let _alarm = EndOnPanic(team);
        while let Some(Posted { number, mut root, question }) = team.wait() {
            if self.work_on(number, &mut root, question) == Err(Interrupted::AtLimits) {
                return;
            }
        }
    }

    /// Works on a question of the team.
    fn work_on(&mut self, number: u64, root: &mut Root, question: Question) -> Searched<()> {
        if let Some(worker) = &mut self.worker {
            worker.begin(number, root);
        }
        let result = self.search_question(root, question);
        if let Some(worker) = &mut self.worker {
            worker.report_nodes(self.nodes);
            if result.is_ok() {
                worker.team.answer(number, root);
            }
        }
        result
    }

    fn search_question(&mut self, root: &mut Root, question: Question) -> Searched<()> {
        match question.column {
            None => self.search_position(root, question.alpha),
            Some(column) => self.search_column(root, column, question.alpha),
        }
    }

    /// Searches the columns from the centre outwards until one has a score above `alpha`; those that other
    /// threads are searching are deferred, the first one too.
    fn search_position(&mut self, root: &mut Root, alpha: i32) -> Searched<()> {
        let mut deferred = Vec::new();
        for column in root.masks.centre_first() {
            if self.is_column_busy(root, column) {
                deferred.push(column);
                continue;
            }
            self.search_column(root, column, alpha)?;
            if root.exceeds(column, alpha) {
                return Ok(());
            }
        }
        for column in deferred {
            root.narrow_column(self.board, &self.table, column);
            self.search_column(root, column, alpha)?;
            if root.exceeds(column, alpha) {
                break;
            }
        }
        Ok(())
    }

    /// Returns whether another thread is searching the child of a column.
    fn is_column_busy(&self, root: &Root, column: usize) -> bool {
        // Alone, a thread needs no key of the child.
        self.worker.is_some()
            && root.child(self.board, column).is_some_and(|(child, _)| self.is_busy(child.answer_key()))
    }

    /// Determines whether the score of a column is above `alpha`, unless that is known.
    fn search_column(&mut self, root: &mut Root, column: usize, alpha: i32) -> Searched<()> {
        if let Some((child, known)) = root.child(self.board, column) {
            let value = -self.answer_child(&child, known, -alpha - 1)?;
            root.record(column, alpha, value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::cpu::Cpu;
    use crate::geometry::Standard;
    use crate::limits::Limits;
    use crate::position::Position;
    use crate::raw_position::RawPosition;
    use crate::search::driver::Driver;
    use crate::search::team::{Sharing, Team};
    use crate::search::windows::Goal;
    use crate::transposition::TranspositionTable;

    #[test]
    fn an_answer_is_kept_beyond_the_small_table_of_its_search() {
        let solver = crate::Solver::builder().without_book().threads(1).build();
        let position = "226134172723716457".parse().unwrap();
        let first = solver.query(&position).analyze();
        let _taken = solver.table().handle();
        let again = solver.query(&position).analyze();
        assert_eq!(again.columns, first.columns);
        assert!(first.nodes > 1000 && again.nodes < 64, "{} and {} nodes", first.nodes, again.nodes);
    }

    fn root_after(moves: &str) -> Root {
        let position: Position = moves.parse().expect("a position");
        Root::new(Standard, position.raw)
    }

    #[test]
    fn a_helper_that_panics_ends_the_search() {
        let table = TranspositionTable::new(1).expect("a MiB");
        let team = Team::new(Sharing::EAGER);
        let helper = || {
            let _alarm = EndOnPanic(&team);
            panic!("on purpose");
        };
        assert!(thread::scope(|scope| scope.spawn(helper).join()).is_err());
        let mut search = SearchThread::new(Standard, table.handle(), Cpu::detect(), &Limits::NONE, None);
        search.join(&team);
        let mut root = Root::new(Standard, RawPosition::EMPTY);
        assert_eq!(Driver::serial(search).prove(&mut root, Goal::Score), Err(Interrupted::AtLimits));
    }

    #[test]
    fn a_helper_gives_its_answer_to_the_leader() {
        let team = Team::new(Sharing::EAGER);
        let root = root_after("444444");
        let question = Question { column: None, alpha: 0 };
        let number = team.post(&root, question);
        let mut answered = root.clone();
        let table = TranspositionTable::new(1).expect("a MiB");
        let mut helper = SearchThread::new(Standard, table.handle(), Cpu::detect(), &Limits::NONE, None);
        helper.join(&team);
        assert_eq!(helper.work_on(number, &mut answered, question), Ok(()));
        assert!(!team.is_open(number));
        let mut merged = root;
        team.posted().iter().for_each(|posted| merged.merge(&posted.root));
        assert_eq!(merged.bounds(), answered.bounds());
        assert!(merged.bounds().lower > 0, "{:?}", merged.bounds());
        // A later thread leaves it unchanged.
        team.answer(number, &root_after("444444"));
        assert_eq!(team.posted().as_ref().map(|posted| posted.root.bounds()), Some(answered.bounds()));
    }
}
