//! Lessons: ideas of the game, each with tasks on positions. `lessons.json` has them, for pages and programs
//! alike. The tests of the page compare the answers and the sentences with the engine.

use std::sync::LazyLock;

use marlin_core::{BoardSize, Cell, Column, Game};
use serde::Deserialize;

/// The file of the lessons, for pages.
pub const FILE: &str = include_str!("../lessons.json");

/// An idea of the game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Lesson {
    /// The name in addresses, options and files.
    pub id: String,
    /// The title.
    pub title: String,
    /// The idea in a sentence or two.
    pub about: String,
    /// The tasks, in order.
    pub steps: Vec<LessonStep>,
}

/// A task on a position of 7x6.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct LessonStep {
    moves: String,
    /// The description of the board.
    pub text: String,
    /// The question.
    pub task: String,
    #[serde(flatten)]
    answer: Answer,
    #[serde(default)]
    lit: Vec<String>,
    /// Why the answer is right.
    pub reason: String,
    /// The hint after a wrong answer.
    pub wrong: String,
}

/// The kind of a task with its answer: columns, one of which must be played, or cells, all of which must be
/// found.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", content = "answer", rename_all = "lowercase")]
enum Answer {
    Play(Vec<usize>),
    Cells(Vec<String>),
}

/// The lessons. A test reads the file, so that none is missing.
static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| serde_json::from_str(FILE).unwrap_or_default());

/// Returns all lessons, in order.
pub fn all() -> &'static [Lesson] {
    &LESSONS
}

/// Returns the cells with some names.
fn cells(names: &[String]) -> Vec<Cell> {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

impl LessonStep {
    /// Returns the game before the question.
    pub fn game(&self) -> Game {
        // The tests check the moves.
        Game::parse(BoardSize::STANDARD, &self.moves).unwrap_or_else(|_| Game::on(BoardSize::STANDARD))
    }

    /// Returns the columns, one of which must be played; empty if the task asks for cells.
    pub fn columns(&self) -> Vec<Column> {
        match &self.answer {
            Answer::Play(columns) => {
                columns.iter().filter_map(|&number| Column::from_number(number)).collect()
            }
            Answer::Cells(_) => Vec::new(),
        }
    }

    /// Returns the cells that must be found; empty if the task asks for a column.
    pub fn cells(&self) -> Vec<Cell> {
        match &self.answer {
            Answer::Play(_) => Vec::new(),
            Answer::Cells(names) => cells(names),
        }
    }

    /// Returns the cells to point out with the text.
    pub fn lit(&self) -> Vec<Cell> {
        cells(&self.lit)
    }

    /// Returns the answer in words.
    pub fn answer(&self) -> String {
        let (name, words) = match &self.answer {
            Answer::Play(columns) => ("column", columns.iter().map(usize::to_string).collect()),
            Answer::Cells(names) => ("cell", names.clone()),
        };
        match &words[..] {
            [one] => format!("The answer: {name} {one}."),
            [before @ .., last] => format!("The answer: {name}s {} and {last}.", before.join(", ")),
            [] => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_lessons_whose_moves_answers_and_cells_are_on_the_board() {
        let lessons: Vec<Lesson> = serde_json::from_str(FILE).unwrap();
        assert!(lessons.len() >= 8 && lessons == all());
        for step in lessons.iter().flat_map(|lesson| &lesson.steps) {
            let game = Game::parse(BoardSize::STANDARD, &step.moves).unwrap();
            let (columns, cells) = (step.columns(), step.cells());
            match &step.answer {
                Answer::Play(numbers) => assert_eq!((columns.len(), cells.len()), (numbers.len(), 0)),
                Answer::Cells(names) => assert_eq!((columns.len(), cells.len()), (0, names.len())),
            }
            assert!(!step.answer().is_empty() && step.lit().len() == step.lit.len(), "{step:?}");
            assert!(columns.iter().all(|&column| game.position().can_play(column)), "{step:?}");
            assert!(cells.iter().all(|&cell| game.position().at(cell).is_none()), "{step:?}");
        }
    }

    #[test]
    fn an_answer_of_several_is_a_list() {
        let answers: Vec<_> = all().iter().flat_map(|lesson| &lesson.steps).map(LessonStep::answer).collect();
        assert_eq!(answers[0], "The answer: column 4.");
        assert!(answers.contains(&"The answer: cells b2 and c4.".to_owned()));
        assert!(answers.contains(&"The answer: columns 3, 5 and 7.".to_owned()));
    }
}
