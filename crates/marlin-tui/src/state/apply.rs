//! The effects of actions and of the engine's replies on a game.

use marlin_core::any::Game;
use marlin_core::{Cell, Column};

use super::action::{Action, Effect};
use super::dialog::Dialog;
use super::play::{Falling, Play, Shown, middle};
use super::record::parse_record;
use crate::seat::Seat;
use crate::task::{EngineProgress, EngineReply, EngineTask};

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
            Action::Drop => self.drop_or_resume(),
            Action::DropInto(column) => self.play_as_person(column),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::New => self.begin(Game::on(self.game.size())),
            Action::Swap => self.swap(),
            Action::Hints => self.toggle(|shown| &mut shown.hints),
            Action::Threats => self.toggle(|shown| &mut shown.threats),
            Action::Graph => self.toggle(|shown| &mut shown.graph),
            Action::Explanation => self.open_or_close_explanation(),
            Action::ScrollTo(line) => self.scroll_to(line),
            Action::Line => self.toggle(|shown| &mut shown.line),
            Action::Stop => return self.progress.is_some().then_some(Effect::Stop),
            Action::Copy => return self.copy(),
            Action::Help => self.dialog = if self.dialog.is_none() { Some(Dialog::Help) } else { None },
            Action::Ask(question) => self.ask(question),
            Action::Type(letter) => self.type_letter(letter),
            Action::Erase => self.erase(),
            Action::Submit => return self.submit(),
            Action::Close => self.dialog = None,
            Action::Quit => return Some(Effect::Quit),
        }
        None
    }

    /// Sets the progress of the engine, `None` while it is idle.
    pub const fn set_progress(&mut self, progress: Option<EngineProgress>) {
        self.progress = progress;
    }

    /// Takes a reply of the engine. A late one leaves the board as it is.
    pub fn receive(&mut self, task: &EngineTask, reply: EngineReply) {
        self.progress = None;
        let position = *task.position();
        match reply {
            EngineReply::Move(Some(column)) if self.engine_task() == Some(*task) => self.play(column),
            EngineReply::Move(_) => {}
            EngineReply::Analyzed { analysis, line } => {
                self.scores.insert(position, analysis.bounds);
                self.analyses.insert(position, (*analysis, line));
            }
            EngineReply::Explained(explanation) => {
                self.explanations.insert(position, *explanation);
            }
            EngineReply::Scored(bounds) => {
                self.scores.insert(position, bounds);
            }
            EngineReply::Failed(reason) => {
                self.is_paused = true;
                self.dialog.take_if(|dialog| matches!(dialog, Dialog::Explanation { .. }));
                self.shown = Shown { threats: self.shown.threats, ..Shown::default() };
                self.fail(reason);
            }
        }
    }

    /// Continues the first game of a file's text. Without one, the game on the board remains.
    pub fn load(&mut self, name: &str, text: &str) {
        match parse_record(text) {
            Ok(game) => {
                self.begin(game);
                self.is_paused = true;
                self.say(format!("loaded {name}"));
            }
            Err(error) => self.fail(format!("{name}: {error}")),
        }
    }

    /// Puts another game on the board, and forgets the moves taken back.
    fn begin(&mut self, game: Game) {
        if game.size() != self.game.size() {
            self.cursor = middle(game.size());
        }
        self.game = game;
        self.undone.clear();
        self.is_paused = false;
    }

    fn point(&mut self, next: impl FnOnce(usize, usize) -> usize) {
        let width = self.game.size().width();
        self.cursor = Column::new(next(self.cursor.index(), width).min(width - 1)).unwrap_or(self.cursor);
    }

    fn drop_or_resume(&mut self) {
        if self.is_paused() {
            self.is_paused = false;
        } else {
            self.play_as_person(self.cursor);
        }
    }

    /// Plays a column unless the engine is to move.
    fn play_as_person(&mut self, column: Column) {
        if self.is_paused() {
            self.fail("the engine is to move: let it go on, or swap the players");
        } else if self.engine_to_move().is_some() {
            self.fail("the engine is thinking: stop it, or undo");
        } else {
            self.play(column);
        }
    }

    /// Plays a column if the rules allow it.
    fn play(&mut self, column: Column) {
        let row = self.game.position().height(column);
        if let Err(error) = self.game.play(column) {
            self.fail(match self.game.outcome() {
                Some(_) => "the game is over: begin a new one, or undo".to_owned(),
                None => error.to_string(),
            });
            return;
        }
        // Only their own next move keeps the moves taken back.
        if self.undone.pop() != Some(column) {
            self.undone.clear();
        }
        self.cursor = column;
        self.is_paused = false;
        let top = self.game.size().height() - 1;
        if self.is_animated && row < top {
            self.falling = Cell::new(column, row).map(|target| Falling { target, row: top });
        }
    }

    fn undo(&mut self) {
        if self.game.moves().is_empty() {
            self.fail("no move to take back");
            return;
        }
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

    fn swap(&mut self) {
        let [x, o] = self.seats;
        self.set_seats([o, x]);
    }

    /// Shows or hides a part. Showing it again repeats the searches that were incomplete.
    fn toggle(&mut self, of: impl FnOnce(&mut Shown) -> &mut bool) {
        let shown = of(&mut self.shown);
        *shown = !*shown;
        if *shown {
            self.forget_unproven();
        }
    }

    fn open_or_close_explanation(&mut self) {
        if self.is_explaining() {
            self.dialog = None;
        } else {
            self.dialog = Some(Dialog::Explanation { top: 0 });
            self.forget_unproven();
        }
    }

    fn scroll_to(&mut self, line: usize) {
        if let Some(Dialog::Explanation { top }) = &mut self.dialog {
            *top = line;
        }
    }

    /// Forgets unproven results, so that they are searched again.
    fn forget_unproven(&mut self) {
        self.analyses.retain(|_, (analysis, _)| analysis.is_complete());
        self.explanations.retain(|_, explanation| explanation.score_layer.is_some());
        self.scores.retain(|_, bounds| bounds.score().is_some());
    }

    fn copy(&mut self) -> Option<Effect> {
        let moves = self.game.to_string();
        if moves.is_empty() {
            self.fail("no moves to copy yet");
            return None;
        }
        self.say(format!("copied: {moves}"));
        Some(Effect::Copy(moves))
    }
}
