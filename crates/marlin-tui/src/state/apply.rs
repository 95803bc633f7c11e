//! The effects of actions, of typed input and of the engine's replies on a game.

use std::path::PathBuf;

use marlin_coach::progress::LogEntry;
use marlin_core::{Cell, Column};

use super::action::{Action, Dialog, Effect, MenuPage, Prompt};
use super::games::record;

use super::play::{Falling, Play, Shown};
use super::players::{Seat, parse_seats};
use crate::engine::{EngineReply, EngineTask};
use crate::look::Theme;

impl Play {
    /// Carries out an action, and returns its effect outside the game.
    pub fn apply(&mut self, action: Action) -> Option<Effect> {
        if !matches!(action, Action::PointAt(_) | Action::Stop) {
            self.message = None;
        }
        // The result of a key is shown at once, without the rest of a fall.
        self.falling = None;
        match action {
            Action::Left => self.point(|index, width| (index + width - 1) % width),
            Action::Right => self.point(|index, width| (index + 1) % width),
            Action::First => self.point(|_, _| 0),
            Action::Last => self.point(|_, width| width - 1),
            Action::PointAt(column) => self.point(|_, _| column.index()),
            Action::Drop if self.is_paused() => self.is_paused = false,
            Action::Drop => self.play_as_person(self.cursor),
            Action::DropInto(column) => self.play_as_person(column),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::New => self.begin_new(),
            Action::Rematch => self.begin_rematch(),
            Action::Swap => self.set_seats([self.seats[1], self.seats[0]]),
            Action::Hint => self.hint(),
            Action::Hints => self.toggle(|shown| &mut shown.hints),
            Action::Threats => self.toggle(|shown| &mut shown.threats),
            Action::Graph => self.toggle(|shown| &mut shown.graph),
            Action::Explanation => self.open_or_close(Dialog::Explanation),
            Action::ScrollTo(line) => self.top = line,
            Action::Review => self.open_or_close_review(),
            Action::Story(action) => self.go_through_story(action),
            Action::Task(action) => self.go_through_task(action),
            Action::Menu(page) => self.open_menu(page),
            Action::InMenu(action) => return self.go_through_menu(action),
            Action::Theme => {
                // The first theme follows the last.
                self.theme = Theme::ALL[(self.theme as usize + 1) % Theme::ALL.len()];
                self.say(format!("theme {}", self.theme));
            }
            Action::Line => self.toggle(|shown| &mut shown.line),
            Action::Stop if self.progress.is_some() => return Some(Effect::Stop),
            // A task that has just begun has no progress yet.
            Action::Stop if self.engine_task().is_some() => {}
            Action::Stop => self.open_menu(MenuPage::Main),
            Action::Copy => return self.copy(),
            Action::Help => self.open_or_close(Dialog::Help),
            Action::Ask(question) => self.ask(question),
            Action::Type(letter) => self.type_letter(letter),
            Action::Erase => self.erase(),
            Action::Submit => return self.submit(),
            Action::Close => self.close(),
            Action::Suspend => return Some(Effect::Suspend),
            Action::Quit => return Some(Effect::Quit),
        }
        None
    }

    /// Takes a reply of the engine. A late one leaves the board as it is.
    pub fn receive(&mut self, task: &EngineTask, reply: EngineReply) {
        self.progress = None;
        let position = task.position;
        match reply {
            EngineReply::Move(Some(column)) if self.engine_task().as_ref() == Some(task) => self.play(column),
            EngineReply::Move(_) => {}
            EngineReply::Analyzed(analysis, line) => {
                self.scores.insert(position, analysis.bounds);
                self.analyses.insert(position, (*analysis, line));
                self.resume_task();
                self.say_hint();
            }
            EngineReply::Explained(explanation) => {
                self.explanations.insert(position, *explanation);
            }
            EngineReply::Scored(bounds) => {
                self.scores.insert(position, bounds);
            }
            EngineReply::Reviewed(review) => self.review = Some(review),
            EngineReply::Failed(reason) => {
                self.give_up_results();
                self.fail(reason);
            }
        }
    }

    fn point(&mut self, next: impl FnOnce(usize, usize) -> usize) {
        let width = self.game.size().width();
        self.cursor = Column::new(next(self.cursor.index(), width).min(width - 1)).unwrap_or(self.cursor);
    }

    /// Plays a column unless the engine is to move. The cursor stays there during the reply.
    fn play_as_person(&mut self, column: Column) {
        if self.is_paused() {
            self.fail("the engine is to move: let it go on, or swap the players");
        } else if self.engine_to_move().is_some() {
            self.fail("the engine is thinking: stop it, or undo");
        } else {
            let before = self.game.moves().len();
            // Scores that stay in view are a hint for each move.
            if self.shown.hints || self.shown.line {
                self.count_hint();
            }
            self.play(column);
            if self.game.moves().len() > before {
                self.cursor = column;
            }
        }
    }

    /// Plays a column if the rules allow it.
    pub(super) fn play(&mut self, column: Column) {
        let row = self.game.position().height(column);
        if let Err(error) = self.game.play(column) {
            self.fail(match self.game.outcome() {
                Some(_) => "The game is over: n new game, u take back.".to_owned(),
                None => error.to_string(),
            });
            return;
        }
        // Only their own next move keeps the moves taken back.
        if self.undone.pop().is_some_and(|undone| undone != column) {
            self.undone.clear();
            self.contest.facts.takebacks += 1;
        }
        self.is_paused = false;
        self.wants_review = self.game.outcome().is_some() && self.task.is_none();
        self.earned.extend(self.finished().map(LogEntry::Game));
        let top = self.game.size().height() - 1;
        if self.is_animated && row < top {
            self.falling = Cell::new(column, row).map(|target| Falling { target, row: top });
        }
    }

    fn undo(&mut self) {
        if self.game.moves().is_empty() {
            if !self.bring_back_earlier() {
                self.fail("no move to take back");
            }
            return;
        }
        self.wants_review = false;
        let has_person = self.seats.contains(&Seat::Person);
        while let Some(column) = self.game.undo() {
            self.undone.push(column);
            if !has_person || self.seat(self.game.position().side_to_move()) == Seat::Person {
                break;
            }
        }
        self.is_paused = true;
    }

    fn redo(&mut self) {
        if self.undone.is_empty() {
            self.fail("no move was taken back");
            return;
        }
        let has_person = self.seats.contains(&Seat::Person);
        while let Some(&column) = self.undone.last() {
            self.play(column);
            if !has_person || self.engine_to_move().is_none() {
                break;
            }
        }
        self.falling = None;
        self.is_paused = true;
    }

    /// Names the best column. A second request in the same position shows the scores of all columns.
    fn hint(&mut self) {
        let position = Some(*self.game.position());
        if self.game.outcome().is_some() || self.shown.hints || self.hint == position {
            return self.toggle(|shown| &mut shown.hints);
        }
        self.hint = position;
        self.forget_unproven();
        self.count_hint();
        self.say_hint();
    }

    /// Says the hint for the position on the board, once its scores are known.
    fn say_hint(&mut self) {
        let (Some(column), Some(analysis)) = (self.hinted_column(), self.analysis()) else { return };
        let open = if analysis.best_is_proven() { "" } else { " looks best; not proven" };
        self.say(format!("Hint: column {column}{open}"));
    }

    /// Shows or hides a part. Showing it again repeats the searches that were incomplete.
    fn toggle(&mut self, of: impl FnOnce(&mut Shown) -> &mut bool) {
        let shown = of(&mut self.shown);
        *shown = !*shown;
        if *shown {
            self.forget_unproven();
        }
        if self.shown.hints || self.shown.line {
            self.count_hint();
        }
    }

    /// Opens a dialog, or closes the one that is open.
    fn open_or_close(&mut self, dialog: Dialog) {
        if self.dialog.is_some() {
            return self.close();
        }
        self.dialog = Some(dialog);
        self.top = 0;
        self.forget_unproven();
    }

    pub(super) fn close(&mut self) {
        self.dialog = None;
        self.top = 0;
    }

    fn copy(&mut self) -> Option<Effect> {
        let text = match self.task.as_ref().map(|task| &task.question) {
            Some(_) => self.task.as_ref()?.share_line()?,
            None => self.share_line().unwrap_or_else(|| self.game.to_string()),
        };
        if text.is_empty() {
            self.fail("no moves to copy yet");
            return None;
        }
        self.say(format!("copied: {text}"));
        Some(Effect::Copy(text))
    }
}

/// The maximum length of an input in bytes: more than a path may have.
const MAX_BYTES: usize = 4096;

/// The proposed file.
const FILE: &str = "marlin-game.txt";

impl Play {
    pub(super) fn ask(&mut self, prompt: Prompt) {
        let input = match prompt {
            Prompt::Save | Prompt::Load => FILE.to_owned(),
            Prompt::Players => self.seats.map(Seat::word).join(" "),
        };
        self.dialog = Some(Dialog::Prompt { prompt, input, is_warned: false });
    }

    pub(super) fn type_letter(&mut self, letter: char) {
        if let Some(Dialog::Prompt { input, is_warned, .. }) = &mut self.dialog
            && input.len() < MAX_BYTES
            && !letter.is_control()
        {
            input.push(letter);
            *is_warned = false;
        }
    }

    pub(super) fn erase(&mut self) {
        if let Some(Dialog::Prompt { input, is_warned, .. }) = &mut self.dialog {
            input.pop();
            *is_warned = false;
        }
    }

    /// Uses the input. A prompt remains open until its input is valid.
    pub(super) fn submit(&mut self) -> Option<Effect> {
        let Some(Dialog::Prompt { prompt, input, is_warned }) = &self.dialog else {
            self.dialog = None;
            return None;
        };
        let (prompt, input, replaces) = (*prompt, input.trim().to_owned(), *is_warned);
        if input.is_empty() {
            self.dialog = None;
            return None;
        }
        match prompt {
            Prompt::Save => {
                Some(Effect::Save { path: PathBuf::from(input), text: record(&self.game), replaces })
            }
            Prompt::Load => Some(Effect::Load(PathBuf::from(input))),
            Prompt::Players => {
                match parse_seats(&input) {
                    Ok(seats) => {
                        self.dialog = None;
                        self.set_seats(seats);
                    }
                    Err(error) => self.fail(error),
                }
                None
            }
        }
    }

    /// Shows that a file exists already, and lets the same input replace it.
    pub fn warn_of_existing(&mut self, name: &str) {
        if let Some(Dialog::Prompt { is_warned, .. }) = &mut self.dialog {
            *is_warned = true;
        }
        self.fail(format!("{name} exists already: Enter again replaces it"));
    }
}
