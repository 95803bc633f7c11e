//! Tasks on the board. A task is a game of its own, with an answer; the game before it waits until the player
//! goes back.

use marlin_coach::progress::{LogEntry, PuzzleAnswer};
use marlin_coach::puzzle::{self, Puzzle, of_day};
use marlin_core::{Cell, Column, Game};

use super::action::TaskAction;
use super::play::{Earlier, Play, middle};
use super::players::{Contest, Seat, Tally, in_colours};
use super::task::{BoardTask, TaskQuestion};
use crate::words::SEEN;

/// Returns a hint at a puzzle's solution: three columns, or all that are left, one of which is the solution.
fn puzzle_hint(puzzle: &Puzzle, solution: Column) -> String {
    let columns: Vec<_> = puzzle.game.legal_moves().collect();
    let place = columns.iter().position(|&column| column == solution).unwrap_or(0);
    // The place of the solution among them gives nothing away.
    let first = place.saturating_sub(usize::from(puzzle.difficulty) % 3).min(columns.len().saturating_sub(3));
    let columns: Vec<_> = columns.iter().skip(first).take(3).map(Column::to_string).collect();
    format!(
        "One of the columns {} is right. With a hint the puzzle does not count as solved.",
        columns.join(", ")
    )
}

impl Play {
    /// Returns the task on the board.
    pub const fn task(&self) -> Option<&BoardTask> {
        self.task.as_ref()
    }

    /// Returns the puzzle on the board if its scores are needed. After a failure of the engine they are not
    /// asked for again.
    pub(super) fn unsolved_puzzle(&self) -> Option<&Puzzle> {
        match &self.task.as_ref()?.question {
            TaskQuestion::Puzzle(_, puzzle)
                if !self.is_paused && !self.analyses.contains_key(puzzle.position()) =>
            {
                Some(puzzle)
            }
            _ => None,
        }
    }

    /// Puts a task on the board. The game that was there waits.
    pub fn pose(&mut self, question: TaskQuestion) {
        let Some(game) = question.game() else { return };
        self.put_aside();
        self.forget_unproven();
        let mut task = BoardTask::of(question);
        if let TaskQuestion::Puzzle(number, _) = task.question {
            (task.tries, task.was_shown) = self.kept.progress.tries(number, self.kept.today);
            if task.was_shown {
                task.say(SEEN);
            }
        }
        self.task = Some(task);
        self.show_task(game);
    }

    /// Keeps the game on the board for later, unless it belongs to a task.
    fn put_aside(&mut self) {
        if self.task.is_none() {
            self.waiting = Some(Earlier {
                game: self.game.clone(),
                undone: std::mem::take(&mut self.undone),
                seats: self.seats,
                contest: self.contest,
            });
        }
    }

    fn show_task(&mut self, game: Game) {
        (self.game, self.seats) = (game, [Seat::Person; 2]);
        self.contest = Contest { counts: false, ..Contest::of(Tally::default(), &self.game) };
        (self.is_paused, self.wants_review, self.falling) = (false, false, None);
        (self.dialog, self.message, self.top) = (None, None, 0);
        self.cursor = middle(self.game.size());
        // Cells to be found are empty.
        if let Some(task) = self.task.as_mut().filter(|task| task.is_about_cells())
            && let Some(column) = self.game.legal_moves().next()
        {
            self.cursor = column;
            task.row = self.game.position().height(column);
        }
    }

    /// Goes back to the game that waits for the end of the tasks.
    pub(crate) fn leave_task(&mut self) {
        if let (Some(_), Some(Earlier { game, undone, seats, contest })) =
            (self.task.take(), self.waiting.take())
        {
            (self.game, self.undone, self.seats, self.contest) = (game, undone, seats, contest);
            self.wants_review = self.game.outcome().is_some();
            self.fit_cursor();
        }
        self.top = 0;
    }

    /// Returns the puzzle of today.
    pub(crate) fn puzzle_of_today(&self) -> usize {
        of_day(self.kept.today)
    }

    /// Returns the first puzzle after the one on the board, or after the start, that is not solved.
    pub(crate) fn next_puzzle(&self) -> usize {
        let from = match self.task.as_ref().map(|task| &task.question) {
            Some(&TaskQuestion::Puzzle(number, _)) => number,
            _ => 0,
        };
        let all = puzzle::COUNT;
        let after = (1..=all).map(|step| (from + step - 1) % all + 1);
        after.into_iter().find(|&number| !self.kept.progress.has_solved(number)).unwrap_or(1)
    }

    /// Carries out an action in a task.
    pub(super) fn go_through_task(&mut self, action: TaskAction) {
        let Some(task) = &mut self.task else { return };
        match action {
            TaskAction::Up => task.row = (task.row + 1).min(self.game.size().height() - 1),
            TaskAction::Down => task.row = task.row.saturating_sub(1),
            TaskAction::Answer if task.is_about_cells() => {
                if let Some(cell) = Cell::new(self.cursor, task.row) {
                    self.pick(cell);
                }
            }
            TaskAction::Answer => self.try_in_task(self.cursor),
            TaskAction::Try(column) if task.is_about_cells() => self.cursor = column,
            TaskAction::Try(column) => self.try_in_task(column),
            TaskAction::Pick(cell) => {
                (self.cursor, task.row) = (cell.column(), cell.row());
                self.pick(cell);
            }
            TaskAction::Hint => self.hint_in_task(),
            TaskAction::Show => self.show_answer(),
            TaskAction::Again => {
                let question = task.question.clone();
                self.pose(question);
            }
            TaskAction::Next | TaskAction::Previous => {
                match task.question.neighbour(action == TaskAction::Next) {
                    Some(question) => self.pose(question),
                    None => self.fail("there is no further task in this direction: Esc opens the menu"),
                }
            }
        }
    }

    /// Judges a column.
    fn try_in_task(&mut self, column: Column) {
        if !self.game.size().has_column(column) || !self.game.position().can_play(column) {
            return self.fail(format!("column {column} cannot be played"));
        }
        let Some(task) = &mut self.task else { return };
        if task.is_over {
            return self.fail("it is solved: t tries again, the right arrow shows the next one");
        }
        let Some((_, step)) = task.question.lesson() else { return self.try_in_puzzle(column) };
        task.tries += 1;
        if !step.columns().contains(&column) {
            return task.fail(format!("Not column {column}. {}", step.wrong));
        }
        task.say(format!("Yes. {}", step.reason));
        self.solve(Some(column));
    }

    /// Judges a column by the scores of the puzzle, once they are known.
    fn try_in_puzzle(&mut self, column: Column) {
        let Some(task) = &mut self.task else { return };
        let TaskQuestion::Puzzle(_, puzzle) = &task.question else { return };
        let Some((analysis, _)) = self.analyses.get(puzzle.position()) else {
            task.waiting = Some(TaskAction::Try(column));
            return;
        };
        let Some(attempt) = puzzle.attempt_by(column, analysis) else {
            return self.fail("the puzzle was not solved within --time");
        };
        task.tries += 1;
        if !attempt.is_solved() {
            let texts = [Some(attempt.text(None)), attempt.refutation()];
            let texts: Vec<_> = texts.iter().flatten().map(in_colours).collect();
            task.fail(texts.join(" "));
            return self.earn_answer(PuzzleAnswer::Wrong);
        }
        let tries = (!task.was_shown).then_some(task.tries);
        task.say(in_colours(&attempt.text(tries)));
        self.solve(Some(column));
    }

    /// Judges a cell.
    fn pick(&mut self, cell: Cell) {
        let Some(task) = &mut self.task else { return };
        let (false, Some((_, step))) = (task.is_over, task.question.lesson()) else { return };
        let cells = step.cells();
        task.tries += 1;
        if !cells.contains(&cell) {
            return task.fail(format!("Not {cell}. {}", step.wrong));
        }
        if !task.found.contains(&cell) {
            task.found.push(cell);
        }
        match cells.len() - task.found.len() {
            0 => {
                task.say(format!("Yes. {}", step.reason));
                self.solve(None);
            }
            left => task.say(format!("Right. {left} more.")),
        }
    }

    /// Ends the task with the right answer, and plays its column.
    fn solve(&mut self, column: Option<Column>) {
        let Some(task) = &mut self.task else { return };
        task.is_over = true;
        let answer = PuzzleAnswer::after(task.tries);
        match (&task.question, task.question.lesson()) {
            (&TaskQuestion::Lesson(_, step), Some((lesson, _))) => {
                self.earned.push(LogEntry::Step(lesson.id.clone(), step + 1));
            }
            _ => self.earn_answer(answer),
        }
        if let Some(column) = column {
            self.cursor = column;
            self.play(column);
        }
    }

    /// Adds an answer to the puzzle to the results. None counts after a hint or the solution.
    fn earn_answer(&mut self, answer: PuzzleAnswer) {
        let Some(task) = &mut self.task else { return };
        if let TaskQuestion::Puzzle(number, puzzle) = &task.question
            && !task.was_shown
        {
            task.was_shown = answer == PuzzleAnswer::Shown;
            let (number, difficulty) = (*number, puzzle.difficulty);
            self.earned.push(LogEntry::Puzzle { number, difficulty, answer });
        }
    }

    /// Gives a hint: the hint of the lesson, or some columns of the puzzle, which then does not count as
    /// solved.
    fn hint_in_task(&mut self) {
        let Some(task) = &mut self.task else { return };
        if task.is_over {
            return;
        }
        match &task.question {
            TaskQuestion::Lesson(..) => {
                if let Some((_, step)) = task.question.lesson() {
                    task.say(format!("Hint: {}", step.wrong));
                }
            }
            TaskQuestion::Puzzle(_, puzzle) => {
                let Some((analysis, _)) = self.analyses.get(puzzle.position()) else {
                    task.waiting = Some(TaskAction::Hint);
                    return;
                };
                let Some(hint) = puzzle.solution_by(analysis).map(|column| puzzle_hint(puzzle, column))
                else {
                    return self.fail("the puzzle was not solved within --time");
                };
                task.say(hint);
                self.earn_answer(PuzzleAnswer::Shown);
            }
        }
    }

    /// Ends the task without an answer of the player, and shows the right one.
    fn show_answer(&mut self) {
        let Some(task) = &mut self.task else { return };
        if task.is_over {
            return;
        }
        let solution = match &task.question {
            TaskQuestion::Lesson(..) => {
                let Some((_, step)) = task.question.lesson() else { return };
                task.found = step.cells();
                task.say(format!("{} {}", step.answer(), step.reason));
                step.columns().first().copied()
            }
            TaskQuestion::Puzzle(_, puzzle) => {
                let Some((analysis, _)) = self.analyses.get(puzzle.position()) else {
                    task.waiting = Some(TaskAction::Show);
                    return;
                };
                let Some(column) = puzzle.solution_by(analysis) else {
                    return self.fail("the puzzle was not solved within --time");
                };
                task.say(format!("The solution is column {column}."));
                Some(column)
            }
        };
        // A later answer is not the first one.
        task.tries += 1;
        task.is_over = true;
        self.earn_answer(PuzzleAnswer::Shown);
        if let Some(column) = solution {
            self.cursor = column;
            self.play(column);
        }
    }

    /// Carries out what waited for the scores of the puzzle.
    pub(super) fn resume_task(&mut self) {
        if self.unsolved_puzzle().is_none()
            && let Some(action) = self.task.as_mut().and_then(|task| task.waiting.take())
        {
            self.go_through_task(action);
        }
    }

    /// Returns the title of the task on the board, for a line of some columns.
    pub(crate) fn task_title(&self, width: usize) -> Option<String> {
        let question = &self.task.as_ref()?.question;
        Some(match question {
            TaskQuestion::Puzzle(number, puzzle) => {
                let title = format!("{number}: {}", puzzle.kind.title());
                if width < 48 { title } else { format!("Puzzle {title}") }
            }
            TaskQuestion::Lesson(lesson, step) => {
                let (found, _) = question.lesson()?;
                let steps = found.steps.len();
                format!("Lesson {}: {}, {} of {steps}", lesson + 1, found.title, step + 1)
            }
        })
    }

    /// Returns the paragraphs of the task: the description of the board, and the question.
    pub(crate) fn task_text(&self) -> Vec<String> {
        let Some(task) = &self.task else { return Vec::new() };
        match (&task.question, task.question.lesson()) {
            (TaskQuestion::Puzzle(_, puzzle), _) => {
                vec![self.kept.ratings_in_words(puzzle), in_colours(&puzzle.question())]
            }
            (_, Some((_, step))) => vec![step.text.clone(), step.task.clone()],
            _ => Vec::new(),
        }
    }
}
