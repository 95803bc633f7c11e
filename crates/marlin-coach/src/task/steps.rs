//! [`Steps`]: a function that asks for searches, in steps.

use std::fmt;
use std::time::Duration;

use marlin_core::{Column, Limits, Position, Progress, Report, Solver, StopFlag};

use super::questions::{AnalysisTask, Goal, LineTask, OnProgress};
use super::{Task, TaskProgress};

/// A function that asks for one search after the other, in steps.
///
/// Each step calls the function again. The function gets all known answers at once, and continues with the
/// first search that is not done. A step ends with the first search that visits a node; answers of the rules
/// and the book visit none.
pub struct Steps<T> {
    solver: Solver,
    memory: Memory,
    account: Account,
    run: Run<T>,
}

/// The function, which asks its questions through the argument.
type Run<T> = Box<dyn FnMut(&mut Asks<'_>) -> Asked<T> + Send>;

/// The error of a question whose search is not done in this step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unfinished;

/// The answer to a question, if its search is done.
pub(crate) type Asked<T> = Result<T, Unfinished>;

/// The questions of a function in a step.
pub(crate) struct Asks<'a> {
    pub(crate) solver: &'a Solver,
    memory: &'a mut Memory,
    account: &'a mut Account,
    step: &'a Limits,
    on_progress: OnProgress<'a>,
}

/// The answers from one step to the next.
#[derive(Debug, Default)]
struct Memory {
    scores: Answers<AnalysisTask>,
    lines: Answers<LineTask>,
}

/// The cost of all searches, and the findings of the first search, which is the subject of the task.
#[derive(Debug, Default)]
struct Account {
    progress: TaskProgress,
    first: Option<Question>,
    /// Whether a search has visited a node in this step.
    has_searched: bool,
}

/// A question about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Question(Position, Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Scores(Goal),
    /// The columns as a look ahead of some plies sees them.
    Sight(u32),
    Line(usize),
}

/// The answers to questions of one kind, and the search for the next one.
#[derive(Debug)]
struct Answers<T: Task> {
    known: Vec<(Question, T::Output)>,
    open: Option<(Question, T)>,
}

impl<T> Steps<T> {
    /// Returns the steps of a function.
    pub(crate) fn of(solver: &Solver, run: impl FnMut(&mut Asks<'_>) -> Asked<T> + Send + 'static) -> Self {
        let (memory, account) = (Memory::default(), Account::default());
        Self { solver: solver.clone(), memory, account, run: Box::new(run) }
    }

    /// Returns steps to another form of the output.
    pub(crate) fn map<U>(self, form: impl Fn(T) -> U + Send + 'static) -> Steps<U>
    where
        T: 'static,
    {
        let Self { solver, memory, account, mut run } = self;
        Steps { solver, memory, account, run: Box::new(move |asks| run(asks).map(&form)) }
    }

    /// Takes steps to the end, and calls a function with the progress of the first search.
    pub fn run_with(&mut self, on_progress: &mut dyn FnMut(&Progress)) -> T {
        loop {
            if let Some(output) = self.step_with(&Limits::NONE, Some(&mut *on_progress)) {
                return output;
            }
        }
    }

    fn step_with<'a>(&'a mut self, step: &'a Limits, on_progress: OnProgress<'a>) -> Option<T> {
        let Self { solver, memory, account, run } = self;
        account.has_searched = false;
        run(&mut Asks { solver, memory, account, step, on_progress }).ok()
    }
}

impl<T> Task for Steps<T> {
    type Output = T;

    fn step(&mut self, limits: &Limits) -> Option<T> {
        self.step_with(limits, None)
    }

    /// Returns the findings of the first search, and the cost of all.
    fn progress(&self) -> TaskProgress {
        self.account.progress.clone()
    }
}

impl<T> fmt::Debug for Steps<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steps").field("progress", &self.progress()).finish_non_exhaustive()
    }
}

impl Asks<'_> {
    /// Sets the number of moves that a review has left. The findings of a review are about many positions, so
    /// its progress only counts them.
    pub(crate) const fn set_moves_left(&mut self, moves: usize) {
        self.account.progress.moves_left = Some(moves);
    }

    /// Returns the scores of all columns, a best move, a score or an outcome.
    pub(crate) fn scores(&mut self, position: &Position, goal: Goal, limits: &Limits) -> Asked<Report> {
        self.ask_scores(Question(*position, Kind::Scores(goal)), goal, limits)
    }

    /// Returns the columns as a look ahead of some plies sees them.
    pub(crate) fn sight(&mut self, position: &Position, plies: u32, limits: &Limits) -> Asked<Report> {
        let question = Question(*position, Kind::Sight(plies));
        self.ask_scores(question, Goal::Columns, &Limits { depth: Some(plies), ..limits.clone() })
    }

    /// Returns the first moves of best play.
    pub(crate) fn line(&mut self, position: &Position, plies: usize, limits: &Limits) -> Asked<Vec<Column>> {
        let task = LineTask::new(self.solver, position, plies, limits);
        self.ask_line(Question(*position, Kind::Line(plies)), task)
    }

    /// Returns the flag to stop a search that takes no steps, unless this step has searched already or must
    /// not. Its cost and its answer are left to the caller.
    pub(crate) fn at_once(&self, limits: &Limits) -> Asked<Option<StopFlag>> {
        let step = self.step;
        if self.account.has_searched || step.nodes == Some(0) || step.time == Some(Duration::ZERO) {
            return Err(Unfinished);
        }
        Ok(step.stop.as_ref().or(limits.stop.as_ref()).cloned())
    }

    /// Adds the cost of a search that took no steps.
    pub(crate) fn add_cost(&mut self, nodes: u64, elapsed: Duration) {
        self.account.add(nodes, elapsed);
    }

    fn ask_scores(&mut self, question: Question, goal: Goal, limits: &Limits) -> Asked<Report> {
        let Self { solver, memory, account, step, on_progress } = self;
        let begin = || AnalysisTask::new(solver, &question.0, goal, limits);
        memory.scores.answer(question, account, begin, |task| {
            task.step_with(step, on_progress.as_mut().map(|callback| &mut **callback as _))
        })
    }

    fn ask_line(&mut self, question: Question, task: LineTask) -> Asked<Vec<Column>> {
        let Self { memory, account, step, .. } = self;
        Ok(memory.lines.answer(question, account, || task, |task| task.step(step))?.moves)
    }
}

impl<T: Task<Output: Clone>> Answers<T> {
    /// Returns the answer to a question, or continues its search unless this step has searched already.
    fn answer(
        &mut self,
        question: Question,
        account: &mut Account,
        begin: impl FnOnce() -> T,
        step: impl FnOnce(&mut T) -> Option<T::Output>,
    ) -> Asked<T::Output> {
        if let Some((_, answer)) = self.known.iter().find(|(asked, _)| *asked == question) {
            return Ok(answer.clone());
        }
        if account.has_searched {
            return Err(Unfinished);
        }
        let open = self.open.take().filter(|(asked, _)| *asked == question);
        let mut task = open.map_or_else(begin, |(_, task)| task);
        let before = task.progress();
        let answer = step(&mut task);
        let now = task.progress();
        account.add(now.nodes - before.nodes, now.elapsed.saturating_sub(before.elapsed));
        account.note(question, &now);
        match &answer {
            Some(answer) => self.known.push((question, answer.clone())),
            None => self.open = Some((question, task)),
        }
        answer.ok_or(Unfinished)
    }
}

impl<T: Task> Default for Answers<T> {
    fn default() -> Self {
        Self { known: Vec::new(), open: None }
    }
}

impl Account {
    fn add(&mut self, nodes: u64, elapsed: Duration) {
        self.progress.nodes += nodes;
        self.progress.elapsed += elapsed;
        self.has_searched |= nodes > 0;
    }

    /// Keeps the findings about the first question.
    fn note(&mut self, question: Question, found: &TaskProgress) {
        if *self.first.get_or_insert(question) == question && self.progress.moves_left.is_none() {
            let TaskProgress { bounds, columns, best, .. } = *found;
            self.progress = TaskProgress { bounds, columns, best, ..self.progress.clone() };
        }
    }
}
