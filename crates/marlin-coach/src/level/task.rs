//! [`LevelTask`]: the move of a player of a level, in steps.

use std::time::Duration;

use marlin_core::Limits;
use marlin_core::any::{Position, Progress, Solver};

use super::SkillLevel;
use super::opponent::{ChosenMove, Opponent};
use super::perfect::Perfect;
use super::skilled::Skilled;
use crate::task::{Goal, Task, TaskProgress};

/// The move of a player of a level. Below the perfect level it takes a single step.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::{SkillLevel, LevelTask, Opponent};
/// use marlin_coach::task::Task;
/// use marlin_core::Limits;
/// use marlin_core::any::{Position, Solver};
///
/// let size = "6x5".parse()?;
/// let (solver, opponent) = (Solver::on(size), Opponent::new(SkillLevel::MAX, 1));
/// let step = Limits::NONE.nodes(10_000);
/// let mut task = LevelTask::new(&opponent, &Position::on(size), &solver).expect("an empty board has a move");
/// let choice = loop {
///     match task.step(&step) {
///         Some(choice) => break choice,
///         None => println!("{} nodes", task.progress().nodes),
///     }
/// };
/// assert!(choice.keeps_score());
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct LevelTask(MoveChooser);

#[derive(Debug, Clone)]
enum MoveChooser {
    Perfect(Box<Perfect>),
    Skilled(Box<Skilled>),
}

impl LevelTask {
    /// Returns the choice of a move with the limits of the player; `None` if the game is over or none of the player's columns can
    /// be played.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(opponent: &Opponent, position: &Position, solver: &Solver) -> Option<Self> {
        Self::with_goal(opponent, position, solver, Goal::BestMove)
    }

    /// Returns the choice of a move; at the perfect level it proves the scores of all columns if the goal is
    /// [`Goal::Columns`], for a program that shows them. `None` if there is none to choose.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::{SkillLevel, LevelTask, Opponent};
    /// use marlin_coach::task::{Goal, Task};
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let solver = Solver::on(BoardSize::STANDARD);
    /// let (opponent, position) = (Opponent::new(SkillLevel::MAX, 1), Position::on(BoardSize::STANDARD));
    /// let task = LevelTask::with_goal(&opponent, &position, &solver, Goal::Columns);
    /// let choice = task.expect("an empty board has a move").run();
    /// assert!(choice.analysis.is_complete() && choice.column.number() == 4);
    /// ```
    pub fn with_goal(opponent: &Opponent, position: &Position, solver: &Solver, goal: Goal) -> Option<Self> {
        let columns = opponent.playable(position);
        if columns.is_empty() {
            return None;
        }
        Some(Self(if opponent.level == SkillLevel::MAX {
            MoveChooser::Perfect(Box::new(Perfect::new(opponent, position, solver, goal)))
        } else {
            MoveChooser::Skilled(Box::new(Skilled::new(opponent, position, columns, solver)))
        }))
    }

    /// Goes on to the end, and calls a function with the progress of the proof of the perfect level.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::level::{SkillLevel, LevelTask, Opponent};
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let solver = Solver::builder_on(BoardSize::STANDARD).without_book().build();
    /// let position = Position::parse(BoardSize::STANDARD, "444444")?;
    /// let mut task = LevelTask::new(&Opponent::new(SkillLevel::MAX, 1), &position, &solver).expect("a move");
    /// let mut calls = 0;
    /// let choice = task.run_with(&mut |_| calls += 1);
    /// assert!(choice.keeps_score() && calls > 0);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn run_with(&mut self, on_progress: &mut dyn FnMut(&Progress)) -> ChosenMove {
        loop {
            let choice = match &mut self.0 {
                MoveChooser::Perfect(player) => player.step(&Limits::NONE, Some(on_progress)),
                MoveChooser::Skilled(_) => self.step(&Limits::NONE),
            };
            if let Some(choice) = choice {
                return choice;
            }
        }
    }
}

impl Task for LevelTask {
    type Output = ChosenMove;

    fn step(&mut self, limits: &Limits) -> Option<ChosenMove> {
        match &mut self.0 {
            MoveChooser::Perfect(player) => player.step(limits, None),
            MoveChooser::Skilled(_) if limits.nodes == Some(0) || limits.time == Some(Duration::ZERO) => None,
            MoveChooser::Skilled(player) => Some(player.choose()),
        }
    }

    /// Returns the findings of the proof of the perfect level, and nothing for the others.
    fn progress(&self) -> TaskProgress {
        match &self.0 {
            MoveChooser::Perfect(player) => player.progress(),
            MoveChooser::Skilled(_) => TaskProgress::default(),
        }
    }
}
