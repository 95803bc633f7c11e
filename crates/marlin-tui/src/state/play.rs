//! [`Play`]: a game as the players see it, and its tasks for the engine.

use std::collections::HashMap;

use marlin_coach::explain::{Explanation, headline};
use marlin_coach::level::SkillLevel;
use marlin_coach::progress::LogEntry;
use marlin_coach::puzzle::Day;
use marlin_coach::review::Review;
use marlin_coach::task::TaskProgress;
use marlin_coach::text::{Name, Text};
use marlin_core::{BoardSize, Bounds, Cell, Column, Game, Player, Position, Report};

use super::action::{Dialog, Message};
use super::players::{Contest, Kept, Seat, Tally, colour};
use super::task::BoardTask;
use crate::engine::{EngineTask, Question};
use crate::look::Theme;

/// The parts that are shown beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each part is shown or hidden by itself")]
pub struct Shown {
    /// The score of each column, in numbers and words.
    pub hints: bool,
    /// The threats of both sides.
    pub threats: bool,
    /// The evaluation over the game.
    pub graph: bool,
    /// The line of best play.
    pub line: bool,
}

/// A stone that is falling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Falling {
    /// The cell in which it ends.
    pub target: Cell,
    /// The row that it has reached, from 0 at the bottom.
    pub row: usize,
}

/// The game before the one on the board.
#[derive(Debug, Clone)]
pub(super) struct Earlier {
    pub(super) game: Game,
    pub(super) undone: Vec<Column>,
    pub(super) seats: [Seat; 2],
    pub(super) contest: Contest,
}

/// The state of a game: the moves, and everything on the screen.
#[derive(Debug, Clone)]
pub struct Play {
    pub(super) game: Game,
    /// The moves taken back, the next one last.
    pub(super) undone: Vec<Column>,
    /// The players of X and of O.
    pub seats: [Seat; 2],
    /// The selected column.
    pub cursor: Column,
    /// The parts that are shown beside the board.
    pub shown: Shown,
    /// The theme.
    pub theme: Theme,
    /// The dialog over the board.
    pub dialog: Option<Dialog>,
    /// The first line that is shown of the dialog, or of the text beside the board.
    pub(crate) top: usize,
    /// The latest message.
    pub message: Option<Message>,
    /// The stone that is falling.
    pub falling: Option<Falling>,
    /// Whether stones fall by a row at each [`Self::tick`].
    pub is_animated: bool,
    /// Whether the engine waits for permission to move: after an undo, so that it does not repeat its move at
    /// once.
    pub(super) is_paused: bool,
    /// Analyses with lines of best play.
    pub(super) analyses: HashMap<Position, (Report, Vec<Column>)>,
    pub(super) explanations: HashMap<Position, Explanation>,
    pub(super) scores: HashMap<Position, Bounds>,
    pub(super) review: Option<Box<Review>>,
    /// Whether the game is to be reviewed: it is over, or the review is open.
    pub(super) wants_review: bool,
    pub(super) contest: Contest,
    /// The position whose best column was asked for.
    pub(super) hint: Option<Position>,
    pub(super) earlier: Option<Earlier>,
    /// The task on the board.
    pub(super) task: Option<BoardTask>,
    /// The game that waits for the end of the tasks.
    pub(super) waiting: Option<Earlier>,
    /// The record of the player on the device.
    pub kept: Kept,
    /// Results that are not kept yet.
    pub(super) earned: Vec<LogEntry>,
    /// The progress of the engine, `None` while it is idle.
    pub progress: Option<TaskProgress>,
}

impl Play {
    /// Returns a game that continues `game`, with the players of X and of O.
    pub fn new(game: Game, seats: [Seat; 2]) -> Self {
        Self {
            cursor: middle(game.size()),
            wants_review: game.outcome().is_some() && !game.moves().is_empty(),
            contest: Contest::of(Tally::default(), &game),
            game,
            undone: Vec::new(),
            seats,
            shown: Shown::default(),
            theme: Theme::default(),
            dialog: None,
            top: 0,
            message: None,
            falling: None,
            is_animated: false,
            is_paused: false,
            analyses: HashMap::new(),
            explanations: HashMap::new(),
            scores: HashMap::new(),
            review: None,
            hint: None,
            earlier: None,
            task: None,
            waiting: None,
            kept: Kept::on(Day::default()),
            earned: Vec::new(),
            progress: None,
        }
    }

    /// Returns the game so far.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the player of a side.
    pub const fn seat(&self, player: Player) -> Seat {
        self.seats[player as usize]
    }

    /// Returns a text with the names of the players: "You" and the level in a game of both, elsewhere the
    /// colours of their stones.
    pub(crate) fn named(&self, text: &Text) -> String {
        let names = [Player::X, Player::O].map(|player| self.called(player));
        text.named(names.each_ref().map(|name| if name == "you" { Name::You } else { Name::Is(name) }))
    }

    /// Returns the name of a player within a sentence about the game.
    pub(crate) fn called(&self, player: Player) -> String {
        let is_game = self.seats[0] != self.seats[1] && self.seats.contains(&Seat::Person);
        match self.seat(player) {
            Seat::Person if is_game => "you".to_owned(),
            engine @ Seat::Engine(_) if is_game => format!("Level {}", engine.word()),
            _ => colour(player).to_owned(),
        }
    }

    /// Returns the beginning of a sentence: a player, and the verb after a name or after "you".
    pub(crate) fn sentence(&self, player: Player, [it, you]: [&str; 2]) -> String {
        match self.called(player).as_str() {
            "you" => format!("You {you}"),
            name => format!("{name} {it}"),
        }
    }

    /// Returns who wins a position and when, as far as the bounds of its score prove it, with the names of
    /// the players.
    pub(crate) fn verdict(&self, position: &Position, bounds: Bounds) -> String {
        self.named(&headline(position, bounds))
    }

    /// Returns whether the explanation of the position is open.
    pub(crate) const fn is_explaining(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Explanation))
    }

    /// Returns whether the engine is to move and waits for permission.
    pub fn is_paused(&self) -> bool {
        self.is_paused && self.engine_to_move().is_some()
    }

    /// Returns the analysis of the position on the board, if it is known.
    pub fn analysis(&self) -> Option<&Report> {
        self.analyses.get(self.game.position()).map(|(analysis, _)| analysis)
    }

    /// Returns the column of the hint for the position on the board, unless the scores of all columns are
    /// shown.
    pub(crate) fn hinted_column(&self) -> Option<Column> {
        let is_hinted = self.hint == Some(*self.game.position()) && !self.shown.hints && self.task.is_none();
        self.analysis().filter(|_| is_hinted)?.best
    }

    /// Returns the line of best play from the position on the board, as far as it is known.
    pub fn best_line(&self) -> &[Column] {
        self.analyses.get(self.game.position()).map_or(&[], |(_, line)| line)
    }

    /// Returns the explanation of the position on the board, if it is known.
    pub fn explanation(&self) -> Option<&Explanation> {
        self.explanations.get(self.game.position())
    }

    /// Returns the level of the engine if it is to move.
    pub fn engine_to_move(&self) -> Option<SkillLevel> {
        match self.seat(self.game.position().side_to_move()) {
            Seat::Engine(level) if self.game.outcome().is_none() => Some(level),
            _ => None,
        }
    }

    /// Returns the results since the last call, to be kept.
    pub fn take_earned(&mut self) -> Vec<LogEntry> {
        std::mem::take(&mut self.earned)
    }

    /// Moves a falling stone down by a row. Returns whether it is still falling.
    pub fn tick(&mut self) -> bool {
        match &mut self.falling {
            Some(falling) if falling.row > falling.target.row() => falling.row -= 1,
            _ => self.falling = None,
        }
        self.falling.is_some()
    }

    /// Shows a message.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_error: false });
    }

    /// Shows an error.
    pub fn fail(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_error: true });
    }
}

/// Returns the cell of the last stone that was played.
pub(crate) fn last_cell(game: &Game) -> Option<Cell> {
    let column = *game.moves().last()?;
    Cell::new(column, game.position().height(column).checked_sub(1)?)
}

/// Returns the column in the middle.
pub(super) fn middle(size: BoardSize) -> Column {
    size.centre_first().next().unwrap_or(Column::A)
}

impl Play {
    /// Returns the task for the engine now: its move first, then results that are shown and not known yet.
    pub fn engine_task(&self) -> Option<EngineTask> {
        let position = *self.game.position();
        let task = |question| Some(EngineTask { position, question });
        if let Some(puzzle) = self.unsolved_puzzle() {
            return Some(EngineTask { position: *puzzle.position(), question: Question::Analyze });
        }
        if let Some(level) = self.engine_to_move()
            && !self.is_paused
            && !matches!(self.dialog, Some(Dialog::Menu(_)))
        {
            return task(Question::Move(level));
        }
        if self.game.outcome().is_none() && self.story().is_none() {
            if (self.shown.hints || self.shown.line || self.hint == Some(position))
                && self.task.is_none()
                && !self.analyses.contains_key(&position)
            {
                return task(Question::Analyze);
            }
            if self.is_explaining() && !self.explanations.contains_key(&position) {
                return task(Question::Explain);
            }
        }
        if self.wants_review && self.review().is_none() {
            return task(Question::Review(self.game.clone()));
        }
        let positions = if self.shown.graph && self.task.is_none() { self.positions() } else { Vec::new() };
        let unknown = positions.into_iter().rev().find(|position| !self.scores.contains_key(position));
        unknown.map(|position| EngineTask { position, question: Question::Score })
    }

    /// Returns all positions of the game with the bounds of their scores, where known, from the view of their
    /// sides to move.
    pub fn evaluations(&self) -> Vec<(Position, Option<Bounds>)> {
        let positions = self.positions();
        positions.into_iter().map(|position| (position, self.scores.get(&position).copied())).collect()
    }

    /// Forgets unproven results, so that they are searched again.
    pub(super) fn forget_unproven(&mut self) {
        self.analyses.retain(|_, (analysis, _)| analysis.is_complete());
        self.explanations.retain(|_, explanation| explanation.score_layer.is_some());
        self.scores.retain(|_, bounds| bounds.score().is_some());
    }

    /// Gives up the results that are not known, after a failure of the engine.
    pub(super) fn give_up_results(&mut self) {
        self.is_paused = true;
        self.wants_review = false;
        self.hint = None;
        self.dialog.take_if(|dialog| matches!(dialog, Dialog::Explanation | Dialog::Review(_)));
        self.shown = Shown { threats: self.shown.threats, ..Shown::default() };
    }

    /// Returns the positions of the game, the first one included.
    fn positions(&self) -> Vec<Position> {
        let mut position = *self.game.start();
        let mut positions = vec![position];
        for &column in self.game.moves() {
            position.play_unchecked(column);
            positions.push(position);
        }
        positions
    }
}
