//! [`Play`]: a game as the players see it. No input, output, clock or thread is in it: events change it, and what it wants
//! from outside are [`Effect`]s and [`Work`].

mod apply;
mod dialog;
mod record;

use std::collections::HashMap;

use marlin_coach::explain::Explanation;
use marlin_coach::level::Level;
use marlin_core::any::{Bounds, Game, Position};
use marlin_core::{BoardSize, Player};
use marlin_core::{Cell, Column};

pub use self::apply::{Action, Effect};
pub(crate) use self::dialog::parse_seats;
pub use self::dialog::{Dialog, Question};
pub use self::record::{ParseRecordError, parse_record, record};
use crate::seat::Seat;
use crate::work::{Findings, Thought, Work};

/// What is shown beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is shown or hidden by itself")]
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

/// A line of text for the players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The text.
    pub text: String,
    /// Whether something couldn't be done.
    pub is_error: bool,
}

/// A stone that is falling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Falling {
    /// The cell where it comes to rest.
    pub target: Cell,
    /// The row that it has reached, counted from 0 at the bottom.
    pub row: usize,
}

/// A game that is being played.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Game;
/// use marlin_tui::{Action, Level, Play, Seat};
///
/// let mut play = Play::new(Game::on("7x6".parse()?), [Seat::Person, Seat::Engine(Level::MAX)]);
/// play.apply(Action::Drop);
/// // The stone lies in the middle, and the engine is to move.
/// assert_eq!(play.game().to_string(), "4");
/// assert!(play.wanted().is_some());
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Play {
    game: Game,
    /// Moves that were taken back, the next one last.
    undone: Vec<Column>,
    seats: [Seat; 2],
    cursor: Column,
    shown: Shown,
    dialog: Option<Dialog>,
    message: Option<Message>,
    falling: Option<Falling>,
    is_animated: bool,
    /// Whether the engine waits for a word before it moves: after an undo, so that it doesn't play the same again at once.
    is_paused: bool,
    findings: HashMap<Position, Findings>,
    explanations: HashMap<Position, Explanation>,
    scores: HashMap<Position, Bounds>,
    thought: Option<Thought>,
}

impl Play {
    /// Returns a game that goes on from the moves of `game`, with the players of X and of O.
    pub fn new(game: Game, seats: [Seat; 2]) -> Self {
        Self {
            cursor: middle(game.size()),
            game,
            undone: Vec::new(),
            seats,
            shown: Shown::default(),
            dialog: None,
            message: None,
            falling: None,
            is_animated: false,
            is_paused: false,
            findings: HashMap::new(),
            explanations: HashMap::new(),
            scores: HashMap::new(),
            thought: None,
        }
    }

    /// Lets stones fall row by row, as [`Self::tick`] is called.
    #[must_use]
    pub const fn with_animation(mut self) -> Self {
        self.is_animated = true;
        self
    }

    /// Returns the game so far.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns who plays a side.
    pub const fn seat(&self, player: Player) -> Seat {
        self.seats[player as usize]
    }

    /// Returns the column that is pointed at.
    pub const fn cursor(&self) -> Column {
        self.cursor
    }

    /// Returns what is shown beside the board.
    pub const fn shown(&self) -> Shown {
        self.shown
    }

    /// Returns the dialog over the board.
    pub const fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// Returns whether the explanation of the position is open.
    pub(crate) const fn is_explaining(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Explanation { .. }))
    }

    /// Returns the latest message.
    pub const fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    /// Returns the stone that is falling.
    pub const fn falling(&self) -> Option<Falling> {
        self.falling
    }

    /// Returns whether the engine is to move and waits for a word.
    pub fn is_paused(&self) -> bool {
        self.is_paused && self.engine_to_move().is_some()
    }

    /// Returns how far the engine has come, while it thinks.
    pub const fn thought(&self) -> Option<Thought> {
        self.thought
    }

    /// Returns what is known of the position on the board.
    pub fn findings(&self) -> Option<&Findings> {
        self.findings.get(self.game.position())
    }

    /// Returns why the position on the board is worth what it is, once that is known.
    pub fn explanation(&self) -> Option<&Explanation> {
        self.explanations.get(self.game.position())
    }

    /// Returns what is known of the score of the position after each move, that before the first one included: from the view
    /// of the side to move there.
    pub fn evaluations(&self) -> Vec<(Position, Option<Bounds>)> {
        let positions = self.positions();
        positions.into_iter().map(|position| (position, self.scores.get(&position).copied())).collect()
    }

    /// Returns the level of the engine if it is to move.
    pub fn engine_to_move(&self) -> Option<Level> {
        match self.seat(self.game.position().side_to_move()) {
            Seat::Engine(level) if self.game.outcome().is_none() => Some(level),
            _ => None,
        }
    }

    /// Returns what the engine should be doing now: its move, then what is shown and not known yet.
    pub fn wanted(&self) -> Option<Work> {
        let position = *self.game.position();
        let is_over = self.game.outcome().is_some();
        if let Some(level) = self.engine_to_move()
            && !self.is_paused
        {
            return Some(Work::Move { position, level });
        }
        if self.shown.needs_columns() && !is_over && !self.findings.contains_key(&position) {
            return Some(Work::Analyze { position });
        }
        if self.is_explaining() && !is_over && !self.explanations.contains_key(&position) {
            return Some(Work::Explain { position });
        }
        if !self.shown.graph {
            return None;
        }
        let unknown = self.positions().into_iter().rev().find(|position| !self.scores.contains_key(position));
        unknown.map(|position| Work::Score { position })
    }

    /// Returns the cell of the last stone that was played.
    pub fn last_cell(&self) -> Option<Cell> {
        let column = *self.game.moves().last()?;
        Cell::new(column, self.game.position().height(column).checked_sub(1)?)
    }

    /// Moves a falling stone on by a row. Returns whether one is still falling.
    pub fn tick(&mut self) -> bool {
        match &mut self.falling {
            Some(falling) if falling.row > falling.target.row() => falling.row -= 1,
            _ => self.falling = None,
        }
        self.falling.is_some()
    }

    /// Returns the positions of the game, from its start on.
    fn positions(&self) -> Vec<Position> {
        let mut position = *self.game.start();
        let mut positions = vec![position];
        for &column in self.game.moves() {
            position.make_move(column);
            positions.push(position);
        }
        positions
    }
}

impl Shown {
    /// Returns whether something is shown for which the columns must be known.
    const fn needs_columns(self) -> bool {
        self.hints || self.line
    }
}

/// Returns the column in the middle.
fn middle(size: BoardSize) -> Column {
    size.centre_first().next().unwrap_or(Column::FIRST)
}
