//! What events do to a game.

use std::path::PathBuf;

use marlin_core::any::Game;
use marlin_core::{Cell, Column};

use super::dialog::{Dialog, Question};
use super::{Falling, Message, Play, middle, parse_record, record};
use crate::seat::Seat;
use crate::work::{Answer, Thought, Work};

/// What a player asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Point at the next column to the left.
    Left,
    /// Point at the next column to the right.
    Right,
    /// Point at the first column.
    First,
    /// Point at the last column.
    Last,
    /// Point at a column.
    PointAt(Column),
    /// Drop a stone into the column that is pointed at, or let the engine go on that waits.
    Drop,
    /// Drop a stone into a column.
    DropInto(Column),
    /// Take back moves until a person is to move.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Begin a new game.
    New,
    /// Exchange the players of X and of O.
    Swap,
    /// Show or hide the score of each column.
    Hints,
    /// Show or hide the threats.
    Threats,
    /// Show or hide the evaluation over the game.
    Graph,
    /// Open or close the explanation of the position.
    Explanation,
    /// Show the open explanation from a line on.
    ScrollTo(usize),
    /// Show or hide the line of best play.
    Line,
    /// Stop the engine: it answers with what it knows.
    Stop,
    /// Copy the moves to the clipboard.
    Copy,
    /// Show or hide the help.
    Help,
    /// Ask a question.
    Ask(Question),
    /// Type a letter of the answer.
    Type(char),
    /// Erase the last letter of the answer.
    Erase,
    /// Answer the question.
    Submit,
    /// Close the dialog.
    Close,
    /// Leave.
    Quit,
}

/// What a game wants from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// End the search that is running; its answer is still wanted.
    Stop,
    /// Copy a text to the clipboard.
    Copy(String),
    /// Write a file.
    Save {
        /// Its name.
        path: PathBuf,
        /// What it holds.
        text: String,
        /// Whether it may replace another.
        replaces: bool,
    },
    /// Read a file, and pass its text to [`Play::load`].
    Load(PathBuf),
    /// Leave.
    Quit,
}

impl Play {
    /// Does what a player asks for, and returns what that needs from outside.
    pub fn apply(&mut self, action: Action) -> Option<Effect> {
        if !matches!(action, Action::PointAt(_) | Action::Stop) {
            self.message = None;
        }
        // A key shows what it does at once, however far a stone has to fall.
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
            Action::Stop => return self.thought.is_some().then_some(Effect::Stop),
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

    /// Tells the game how far the engine has come, `None` when it is idle.
    pub const fn think(&mut self, thought: Option<Thought>) {
        self.thought = thought;
    }

    /// Takes an answer of the engine. One to a question that nobody asks any more changes nothing on the board.
    pub fn answer(&mut self, work: &Work, answer: Answer) {
        self.thought = None;
        let position = *work.position();
        match answer {
            Answer::Move(Some(column)) if self.wanted() == Some(*work) => self.play(column),
            Answer::Move(_) => {}
            Answer::Analyzed(findings) => {
                self.scores.insert(position, findings.analysis.bounds);
                self.findings.insert(position, *findings);
            }
            Answer::Explained(explanation) => {
                self.explanations.insert(position, *explanation);
            }
            Answer::Scored(bounds) => {
                self.scores.insert(position, bounds);
            }
            Answer::Failed(reason) => {
                self.is_paused = true;
                self.dialog.take_if(|dialog| matches!(dialog, Dialog::Explanation { .. }));
                self.shown = super::Shown { threats: self.shown.threats, ..super::Shown::default() };
                self.fail(reason);
            }
        }
    }

    /// Shows a message.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_error: false });
    }

    /// Shows why something couldn't be done.
    pub fn fail(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_error: true });
    }

    /// Goes on with the first game of a file's text. If it has none, the game on the board stays.
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

    /// Puts another game on the board; moves that were taken back are forgotten.
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
        // The game that was taken back goes on only with its own next move.
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
        self.seats.reverse();
        self.is_paused = false;
        let [x, o] = self.seats;
        self.say(format!("X is played by {x}, O by {o}"));
    }

    /// Shows or hides something. What a search gave up before is tried again when it is shown anew.
    fn toggle(&mut self, of: impl FnOnce(&mut super::Shown) -> &mut bool) {
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

    /// Forgets what searches gave up, so that it is tried again.
    fn forget_unproven(&mut self) {
        self.findings.retain(|_, findings| findings.analysis.is_complete());
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

    /// Returns what is written to a file.
    pub(super) fn record(&self) -> String {
        record(&self.game)
    }

    /// Sets the players.
    pub(crate) fn set_seats(&mut self, seats: [Seat; 2]) {
        self.seats = seats;
        self.is_paused = false;
        let [x, o] = seats;
        self.say(format!("X is played by {x}, O by {o}"));
    }
}
