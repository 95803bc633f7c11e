//! [`Running`]: a question that is being answered.

use marlin_coach::explain::ExplanationTask;
use marlin_coach::level::{Choice, Level, LevelTask, Opponent};
use marlin_coach::record::{ColumnsRecord, ExplanationRecord, LevelMoveRecord, ProgressRecord, ReviewRecord};
use marlin_coach::review::{ReviewTask, after_setup};
use marlin_coach::task::{AnalysisTask, AnalyzedLineTask, Goal, LineTask, Task};
use marlin_core::Limits;
use marlin_core::any::{Game, Position, Solver};

use super::{Answer, Kind, LineRecord, Question, Step};
use crate::error::Error;

/// A question that is being answered: its task, and what its record needs beside the output.
#[derive(Debug)]
pub(crate) struct Running {
    given: String,
    position: Position,
    task: RunningTask,
}

#[derive(Debug)]
enum RunningTask {
    Analysis(AnalysisTask),
    AnalyzedLine(AnalyzedLineTask),
    Line(LineTask),
    /// No task if the game is over.
    Level(Option<LevelTask>, Opponent),
    Review(ReviewTask),
    Explanation(ExplanationTask),
}

impl Running {
    /// Begins to answer a question with a solver of the game's board.
    pub(crate) fn new(question: &Question, game: &Game, solver: &Solver) -> Result<Self, Error> {
        let position = *game.position();
        let limits = &Limits::NONE.nodes(question.max_nodes);
        let analysis = |goal| RunningTask::Analysis(AnalysisTask::new(solver, &position, goal, limits));
        let task = match question.kind {
            Kind::Analyze { line: false } => analysis(Goal::Columns),
            Kind::Best => analysis(Goal::BestMove),
            Kind::Analyze { line: true } => {
                let task = AnalyzedLineTask::new(solver, &position, usize::MAX, limits, limits);
                RunningTask::AnalyzedLine(task)
            }
            Kind::Line { plies } => {
                RunningTask::Line(LineTask::new(solver, &position, plies.unwrap_or(usize::MAX), limits))
            }
            Kind::Level { level, seed } => {
                let level = Level::new(level).ok_or(Error::Level { found: level })?;
                let opponent = Opponent { limits: limits.clone(), ..Opponent::new(level, seed) };
                RunningTask::Level(LevelTask::new(&opponent, &position, solver), opponent)
            }
            Kind::Review { setup } => {
                RunningTask::Review(ReviewTask::new(&reviewed(game, setup)?, solver, limits))
            }
            Kind::Explain => RunningTask::Explanation(ExplanationTask::new(solver, &position, limits)),
        };
        Ok(Self { given: question.given.position.clone(), position, task })
    }

    /// Works on the question for a number of nodes, or without a number until it is answered.
    pub(crate) fn step(&mut self, nodes: Option<u64>) -> Step {
        let (given, position) = (&self.given, &self.position);
        let columns = |analysis: &_| ColumnsRecord::new(given, position, analysis);
        match &mut self.task {
            RunningTask::Analysis(task) => step(task, nodes, |analysis| Answer::Columns(columns(&analysis))),
            RunningTask::AnalyzedLine(task) => {
                step(task, nodes, |found| Answer::Columns(columns(&found.analysis).with_line(&found.line)))
            }
            RunningTask::Line(task) => step(task, nodes, |found| {
                let (board, line) = (position.size(), found.moves);
                Answer::Line(LineRecord { board, line, complete: found.is_complete })
            }),
            RunningTask::Level(task, opponent) => {
                let player = (opponent.level, opponent.seed);
                let record = |choice: Option<&Choice>| {
                    Answer::Level(LevelMoveRecord::new(given, position, player, choice))
                };
                match task {
                    Some(task) => step(task, nodes, |choice| record(Some(&choice))),
                    None => Step::Result(Box::new(record(None))),
                }
            }
            RunningTask::Review(task) => {
                step(task, nodes, |review| Answer::Review(ReviewRecord::new(&review)))
            }
            RunningTask::Explanation(task) => {
                step(task, nodes, |found| Answer::Explanation(ExplanationRecord::new(given, &found)))
            }
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
fn step<T: Task>(task: &mut T, nodes: Option<u64>, answer: impl FnOnce(T::Output) -> Answer) -> Step {
    let output = match nodes {
        Some(nodes) => task.step(&Limits::NONE.nodes(nodes.max(1))),
        None => Some(task.run()),
    };
    match output {
        Some(output) => Step::Result(Box::new(answer(output))),
        None => Step::Progress(Box::new(ProgressRecord::from(&task.progress()))),
    }
}
