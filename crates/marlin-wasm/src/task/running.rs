//! [`RunningTask`]: a task between its slices.

use marlin_coach::explain::ExplanationTask;
use marlin_coach::level::{ChosenMove, LevelTask, Opponent, SkillLevel};
use marlin_coach::opening::ExplorationTask;
use marlin_coach::record::{
    ColumnsRecord, ExplanationRecord, ExplorationRecord, LevelMoveRecord, ReviewRecord,
};
use marlin_coach::review::{ReviewTask, after_setup};
use marlin_coach::task::{AnalysisTask, AnalyzedLineTask, Goal, LineTask, Task};
use marlin_core::{Game, Limits, Position, Solver};

use super::{LineRecord, TaskKind, TaskRequest, TaskResult, TaskStatus};
use crate::error::Error;

/// A running task, with the facts that its record needs beside the output.
#[derive(Debug)]
pub(crate) struct RunningTask {
    given: String,
    position: Position,
    task: AnyTask,
}

#[derive(Debug)]
enum AnyTask {
    Analysis(AnalysisTask),
    AnalyzedLine(AnalyzedLineTask),
    Line(LineTask),
    /// No task if the game is over.
    Level(Option<LevelTask>, Opponent),
    Review(ReviewTask),
    Explanation(ExplanationTask),
    Exploration(Box<ExplorationTask>),
}

impl RunningTask {
    /// Begins the task of a request, with a solver of the board of the game.
    pub(crate) fn new(request: &TaskRequest, game: &Game, solver: &Solver) -> Result<Self, Error> {
        let position = *game.position();
        let limits = &Limits { nodes: request.max_nodes, ..Limits::NONE };
        let analysis = |goal| AnyTask::Analysis(AnalysisTask::new(solver, &position, goal, limits));
        let task = match request.kind {
            TaskKind::Analyze { line: false } => analysis(Goal::Columns),
            TaskKind::Best => analysis(Goal::BestMove),
            TaskKind::Analyze { line: true } => {
                let task = AnalyzedLineTask::new(solver, &position, usize::MAX, limits, limits);
                AnyTask::AnalyzedLine(task)
            }
            TaskKind::Line { plies } => {
                AnyTask::Line(LineTask::new(solver, &position, plies.unwrap_or(usize::MAX), limits))
            }
            TaskKind::Level { level, seed } => {
                let level = SkillLevel::new(level).ok_or(Error::Level { found: level })?;
                let opponent = Opponent { limits: limits.clone(), ..Opponent::new(level, seed) };
                AnyTask::Level(LevelTask::new(&opponent, &position, solver), opponent)
            }
            TaskKind::Review { setup } => {
                AnyTask::Review(ReviewTask::new(&reviewed(game, setup)?, solver, limits))
            }
            TaskKind::Explain => AnyTask::Explanation(ExplanationTask::new(solver, &position, limits)),
            TaskKind::Explore => {
                AnyTask::Exploration(Box::new(ExplorationTask::new(solver, &position, limits)))
            }
        };
        Ok(Self { given: request.given.position.clone(), position, task })
    }

    /// Goes on for a number of nodes, or without a number to the end.
    pub(crate) fn step(&mut self, nodes: Option<u64>) -> TaskStatus {
        let (given, position) = (&self.given, &self.position);
        let columns = |analysis: &_| ColumnsRecord::new(given, position, analysis);
        match &mut self.task {
            AnyTask::Analysis(task) => {
                step(task, nodes, |analysis| TaskResult::Columns(Box::new(columns(&analysis))))
            }
            AnyTask::AnalyzedLine(task) => step(task, nodes, |found| {
                TaskResult::Columns(Box::new(columns(&found.analysis).with_line(&found.line)))
            }),
            AnyTask::Line(task) => step(task, nodes, |found| {
                let (board, line) = (position.size(), found.moves);
                TaskResult::Line(LineRecord { board, line, complete: found.is_complete })
            }),
            AnyTask::Level(task, opponent) => {
                let player = (opponent.level, opponent.seed);
                let record = |choice: Option<&ChosenMove>| {
                    TaskResult::Level(LevelMoveRecord::new(given, position, player, choice))
                };
                match task {
                    Some(task) => step(task, nodes, |choice| record(Some(&choice))),
                    None => TaskStatus::Result(Box::new(record(None))),
                }
            }
            AnyTask::Review(task) => {
                step(task, nodes, |review| TaskResult::Review(Box::new(ReviewRecord::new(&review))))
            }
            AnyTask::Explanation(task) => {
                step(task, nodes, |found| TaskResult::Explanation(ExplanationRecord::new(given, &found)))
            }
            AnyTask::Exploration(task) => step(task.as_mut(), nodes, |found| {
                TaskResult::Exploration(ExplorationRecord::new(given, &found))
            }),
        }
    }
}

/// Returns the moves of a game to review.
fn reviewed(game: &Game, setup: usize) -> Result<Game, Error> {
    if game.start().nb_moves() > 0 {
        return Err(Error::NeedsMoves);
    }
    let few = || Error::Setup { stones: setup, moves: game.moves().len() };
    after_setup(game, setup).ok_or_else(few)
}

/// Takes a step of a task. A request for a step of no nodes gets one of the least size, so that it ends.
fn step<T: Task>(
    task: &mut T,
    nodes: Option<u64>,
    answer: impl FnOnce(T::Output) -> TaskResult,
) -> TaskStatus {
    let output = match nodes {
        Some(nodes) => task.step(&Limits { nodes: Some(nodes.max(1)), ..Limits::NONE }),
        None => Some(task.run()),
    };
    match output {
        Some(output) => TaskStatus::Result(Box::new(answer(output))),
        None => TaskStatus::Progress(Box::new(task.progress())),
    }
}
