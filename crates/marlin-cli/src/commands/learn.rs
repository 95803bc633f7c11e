//! `learn`: the lessons and their tasks, on the screen or line by line. The steps that are done are kept in a
//! file of the user.

use std::io::{self, BufRead, Write};
use std::str::FromStr;

use marlin_coach::lesson::{self, Lesson, LessonStep};
use marlin_coach::progress::LogEntry;
use marlin_core::{BoardSize, Game};
use marlin_core::{Cell, Column};
use marlin_support::exit::Failure;
use marlin_support::options::EngineOptions;
use marlin_support::text::excerpt;
use marlin_tui::Kept;

use super::play::ScreenArgs;
use super::shared::{ask, input, remark};

// Lessons. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("board", |arg| arg.hide(true)), mut_arg("book", |arg| arg.hide(true)), mut_arg("no_book", |arg| arg.hide(true)))]
pub(super) struct LearnArgs {
    /// The lesson: its number, or its name as in 'zugzwang' [default: choose in a list]
    #[arg(value_name = "LESSON")]
    lesson: Option<LessonNumber>,

    #[command(flatten)]
    screen: ScreenArgs,

    #[command(flatten, next_help_heading = "Engine")]
    engine: EngineOptions,
}

/// The place of a lesson in the list, from 0.
#[derive(Debug, Clone, Copy)]
struct LessonNumber(usize);

impl FromStr for LessonNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_named =
            |(index, lesson): &(usize, &Lesson)| lesson.id == text || (index + 1).to_string() == text;
        let found = lesson::all().iter().enumerate().find(is_named);
        found.map(|(index, _)| Self(index)).ok_or_else(|| {
            let names: Vec<_> = lesson::all().iter().map(|lesson| lesson.id.as_str()).collect();
            format!("a number from 1 to {} is expected, or one of {}", names.len(), names.join(", "))
        })
    }
}

impl LearnArgs {
    /// Teaches on the screen, or line by line. Without the name of a lesson, the lines list the lessons.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.engine.search.board.is_some_and(|board| board != BoardSize::STANDARD) {
            return Err(Failure::usage("'learn' does not use --board: leave it out"));
        }
        if self.screen.is_used() {
            let solver = self.engine.solver_on(BoardSize::STANDARD)?;
            let game = Game::on(BoardSize::STANDARD);
            return self.screen.run(game, solver, &self.screen.options(None), out, |play, _| {
                match self.lesson {
                    Some(LessonNumber(index)) => play.pose_lesson(index),
                    None => play.open_menu(marlin_tui::MenuPage::Lessons),
                }
            });
        }
        let kept = Kept::of_user();
        let Some(LessonNumber(index)) = self.lesson else {
            return Ok(list(&kept, out)?);
        };
        let Some(lesson) = lesson::all().get(index) else { return Ok(()) };
        Ok(Round { lesson, kept }.teach(&mut input(), out)?)
    }
}

/// Lists the lessons.
fn list(kept: &Kept, out: &mut dyn Write) -> io::Result<()> {
    for (number, lesson) in (1..).zip(lesson::all()) {
        let (done, all) = (kept.progress.nb_learned(lesson), lesson.steps.len());
        writeln!(out, "{number} {}: {} ({done} of {all} done)", lesson.id, lesson.title)?;
    }
    Ok(())
}

/// A lesson line by line.
struct Round {
    lesson: &'static Lesson,
    /// The record before the lesson.
    kept: Kept,
}

impl Round {
    /// Asks each step from the first one that is not done.
    fn teach(&self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        let Lesson { title, about, steps, .. } = self.lesson;
        let first = self.kept.progress.next_step(self.lesson);
        writeln!(out, "{title}. {about} Yellow has X, Red O.")?;
        for (number, step) in (1..).zip(steps).skip(first - 1) {
            writeln!(out, "\n{title}, {number} of {}: {}", steps.len(), step.text)?;
            write!(out, "{}", step.game().to_drawing())?;
            writeln!(out, "{}", step.task)?;
            if !self.answer(step, number, input, out)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes lines until the step is over. Returns whether the lesson goes on.
    fn answer(
        &self,
        step: &LessonStep,
        number: usize,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        let (prompt, what) = match step.cells()[..] {
            [] => ("column", "a column"),
            _ => ("cells", "cells, as in 'a4 b2'"),
        };
        while let Some(line) = ask(prompt, input, out)? {
            match line.as_str() {
                "" => {}
                "quit" | "q" => break,
                "hint" | "h" => writeln!(out, "{}", step.wrong)?,
                "solution" | "s" => {
                    writeln!(out, "{} {}", step.answer(), step.reason)?;
                    return Ok(true);
                }
                words => match is_right(step, words) {
                    Some(true) => {
                        writeln!(out, "Yes. {}", step.reason)?;
                        self.keep(number);
                        return Ok(true);
                    }
                    Some(false) => writeln!(out, "No. {}", step.wrong)?,
                    None => writeln!(
                        out,
                        "'{}' is not {what}. Type it, 'hint', 'solution' or 'quit'.",
                        excerpt(words)
                    )?,
                },
            }
        }
        Ok(false)
    }

    /// Records a finished step. If that fails, the failure is reported, and the lesson continues.
    fn keep(&self, number: usize) {
        let (_, written) = Kept::keep(&[LogEntry::Step(self.lesson.id.clone(), number)]);
        if let Err(error) = written {
            remark(&format!("warning: cannot record this step: {error}"));
        }
    }
}

/// Returns whether an answer, a column or the names of all cells, is right; `None` if the text is no answer.
fn is_right(step: &LessonStep, words: &str) -> Option<bool> {
    let mut cells = step.cells();
    if cells.is_empty() {
        let column: Column = words.parse().ok()?;
        return step.game().position().can_play(column).then(|| step.columns().contains(&column));
    }
    let mut named = words.split([' ', ',']).filter(|word| !word.is_empty()).map(|word| word.parse().ok());
    let mut named: Vec<Cell> = named.by_ref().collect::<Option<_>>()?;
    let name = |cell: &Cell| cell.to_string();
    cells.sort_by_key(name);
    named.sort_by_key(name);
    named.dedup();
    Some(cells == named)
}
