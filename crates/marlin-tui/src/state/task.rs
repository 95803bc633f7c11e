//! [`BoardTask`]: a puzzle or a step of a lesson, with the answers so far.

use marlin_coach::lesson::{self, Lesson, LessonStep};
use marlin_coach::puzzle::{self, Puzzle};
use marlin_core::{Cell, Game};

use super::action::{Message, TaskAction};

/// The question of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskQuestion {
    /// A puzzle, with its number.
    Puzzle(usize, Box<Puzzle>),
    /// A step of a lesson, both counted from 0.
    Lesson(usize, usize),
}

/// A task on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardTask {
    /// The question.
    pub question: TaskQuestion,
    /// The answers so far, and the hints.
    pub tries: u32,
    /// Whether it is solved, or the answer was shown.
    pub is_over: bool,
    /// The message about the latest answer.
    pub verdict: Option<Message>,
    /// The cells of the answer that were found.
    pub found: Vec<Cell>,
    /// The row of the selected cell.
    pub row: usize,
    /// Whether a hint or the solution of the puzzle was shown.
    pub(super) was_shown: bool,
    /// What waits for the scores of a puzzle.
    pub(super) waiting: Option<TaskAction>,
}

impl TaskQuestion {
    /// Returns the lesson and its step.
    pub(crate) fn lesson(&self) -> Option<(&'static Lesson, &'static LessonStep)> {
        let Self::Lesson(lesson, step) = *self else { return None };
        let lesson = lesson::all().get(lesson)?;
        Some((lesson, lesson.steps.get(step)?))
    }

    /// Returns the game before the answer.
    pub(super) fn game(&self) -> Option<Game> {
        match self {
            Self::Puzzle(_, puzzle) => Some(puzzle.game.clone()),
            Self::Lesson(..) => Some(self.lesson()?.1.game()),
        }
    }

    /// Returns the cells that are to be found; none if a column is to be played.
    fn cells(&self) -> Vec<Cell> {
        self.lesson().map(|(_, step)| step.cells()).unwrap_or_default()
    }

    /// Returns the question after this one, or before it.
    pub(super) fn neighbour(&self, is_next: bool) -> Option<Self> {
        match *self {
            Self::Puzzle(number, _) => {
                Self::of_puzzle(if is_next { number + 1 } else { number.checked_sub(1)? })
            }
            Self::Lesson(lesson, step) => {
                let steps: Vec<_> = lesson::all()
                    .iter()
                    .enumerate()
                    .flat_map(|(lesson, found)| (0..found.steps.len()).map(move |step| (lesson, step)))
                    .collect();
                let place = steps.iter().position(|&place| place == (lesson, step))?;
                let place = if is_next { place + 1 } else { place.checked_sub(1)? };
                steps.get(place).map(|&(lesson, step)| Self::Lesson(lesson, step))
            }
        }
    }

    /// Returns the question of a puzzle.
    pub fn of_puzzle(number: usize) -> Option<Self> {
        puzzle::numbered(number).map(|puzzle| Self::Puzzle(number, Box::new(puzzle)))
    }
}

impl BoardTask {
    /// Returns the task of a question, without an answer.
    pub(super) const fn of(question: TaskQuestion) -> Self {
        Self {
            question,
            tries: 0,
            is_over: false,
            verdict: None,
            found: Vec::new(),
            row: 0,
            was_shown: false,
            waiting: None,
        }
    }

    /// Returns whether cells are to be found.
    pub(crate) fn is_about_cells(&self) -> bool {
        !self.question.cells().is_empty()
    }

    /// Returns the cells to point out.
    pub(crate) fn marks(&self) -> Vec<Cell> {
        match self.question.lesson() {
            Some(_) if self.is_about_cells() => self.found.clone(),
            Some((_, step)) => step.lit(),
            None => Vec::new(),
        }
    }

    /// Returns a line about a puzzle that is over, to be shared.
    pub(super) fn share_line(&self) -> Option<String> {
        let TaskQuestion::Puzzle(number, _) = self.question else { return None };
        self.is_over.then(|| puzzle::share_line(number, (!self.was_shown).then_some(self.tries)))
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.verdict = Some(Message { text: text.into(), is_error: false });
    }

    pub(super) fn fail(&mut self, text: impl Into<String>) {
        self.verdict = Some(Message { text: text.into(), is_error: true });
    }
}
