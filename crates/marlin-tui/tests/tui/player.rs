//! A player without a terminal: presses keys, lets the engine answer, and looks at the screen.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use marlin_coach::explain::explain;
use marlin_coach::progress::LogEntry;
use marlin_coach::review::Review;
use marlin_core::{Game, Limits, Solver};
use marlin_tui::{ColourDepth, Effect, EngineReply, Look, Play, Question, Seat, SkillLevel, action, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// A look without colours, so that screens can be compared as text.
pub(crate) const PLAIN: Look = Look { depth: ColourDepth::None, ..Look::FULL };

/// Returns the engine at a level.
pub(crate) fn engine(level: usize) -> Seat {
    Seat::Engine(SkillLevel::new(level).unwrap())
}

/// A player before a screen of a size.
pub(crate) struct Player {
    pub(crate) play: Play,
    pub(crate) screen: Rect,
    /// The limits of an analysis.
    pub(crate) limits: Limits,
    solver: Solver,
}

impl Player {
    /// Begins a game of two people on a screen of 80 x 24.
    pub(crate) fn new(board: &str, moves: &str) -> Self {
        Self::against(board, moves, [Seat::Person; 2])
    }

    pub(crate) fn against(board: &str, moves: &str, seats: [Seat; 2]) -> Self {
        let board = board.parse().unwrap();
        let solver = Solver::builder_on(board).hash_mib(1).unwrap().threads(1).build();
        let play = Play::new(Game::parse(board, moves).unwrap(), seats);
        Self { play, screen: Rect::new(0, 0, 80, 24), limits: Limits::NONE, solver }
    }

    pub(crate) fn moves(&self) -> String {
        self.play.game().to_string()
    }

    pub(crate) fn message(&self) -> &str {
        self.play.message.as_ref().map_or("", |message| &message.text)
    }

    /// Sends an event, and returns its effect outside the game.
    pub(crate) fn send(&mut self, event: &Event) -> Option<Effect> {
        let action = action(&self.play, event, self.screen)?;
        self.play.apply(action)
    }

    pub(crate) fn press(&mut self, code: KeyCode) -> Option<Effect> {
        self.send(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    /// Presses the keys of a text one by one.
    pub(crate) fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            self.press(KeyCode::Char(letter));
        }
    }

    pub(crate) fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.send(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// Keeps the results so far, and returns them.
    pub(crate) fn keep(&mut self) -> Vec<LogEntry> {
        let earned = self.play.take_earned();
        for entry in &earned {
            self.play.kept.add(entry.clone());
        }
        earned
    }

    /// Lets the engine answer everything that is wanted; it moves with perfect play.
    pub(crate) fn let_engine_reply(&mut self) {
        while let Some(task) = self.play.engine_task() {
            let position = task.position;
            let reply = match &task.question {
                Question::Move(_) => EngineReply::Move(self.solver.best_move(&position)),
                Question::Analyze => {
                    let analysis = self.solver.query(&position).limits(&self.limits).analyze();
                    let line = if analysis.best_is_proven() {
                        self.solver.query(&position).best_line(12).moves
                    } else {
                        analysis.best.into_iter().collect()
                    };
                    EngineReply::Analyzed(Box::new(analysis), line)
                }
                Question::Explain => {
                    EngineReply::Explained(Box::new(explain(&self.solver, &position, &Limits::NONE)))
                }
                Question::Score => EngineReply::Scored(self.solver.query(&position).score().bounds),
                Question::Review(game) => {
                    EngineReply::Reviewed(Box::new(Review::new(game, &self.solver, &Limits::NONE, |_| {})))
                }
            };
            self.play.receive(&task, reply);
        }
    }

    /// Returns the screen.
    pub(crate) fn screen(&self, look: Look) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(self.screen.width, self.screen.height)).unwrap();
        terminal.draw(|frame| draw(frame, &self.play, look)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// Returns the screen as text.
    pub(crate) fn look(&self, look: Look) -> String {
        let buffer = self.screen(look);
        let row = |y| (0..self.screen.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..self.screen.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }
}
