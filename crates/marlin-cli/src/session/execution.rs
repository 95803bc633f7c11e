//! The commands of a session carried out, and what becomes of the search that one has started.

use std::io;
use std::time::Instant;

use marlin_core::{Column, DropMove, Game, Limits, StopFlag, perft_divide};

use super::search::{self, Job, Width};
use super::{Question, Running, Session};
use marlin_protocol::{Command, Dialect, Go, ProtocolError, Reply, SearchResult, When};

impl Session<'_> {
    /// Carries out a command and tells the answer, of a search the part that is known at once.
    pub(super) fn carry_out(&mut self, command: Command) -> Result<(), Failure> {
        if let Some(reason) = self.refused_position.clone() {
            match command {
                Command::Go(_) => return Err(ProtocolError::NothingToSearch { reason }.into()),
                Command::Perft(_) | Command::Display | Command::Query(_) => {
                    self.tell(&Reply::Error(&ProtocolError::PositionBefore { reason }))?;
                }
                Command::Position(_) | Command::NewGame => self.refused_position = None,
                _ => {}
            }
        }
        match command {
            // `stop` without a search to stop is no mistake: the search may just have ended by itself.
            Command::Nothing | Command::Stop | Command::PonderHit | Command::Quit => {}
            Command::SwitchTo(dialect) => {
                self.dialect = dialect;
                let options = self.engine.options();
                self.tell(&Reply::Introduction(&options))?;
            }
            Command::IsReady => self.tell(&Reply::Ready)?,
            Command::NewGame => {
                self.engine.solver().table().clear();
                self.game = Game::new();
            }
            Command::Position(game) => {
                self.game = game;
                self.tell(&Reply::Position(self.game.moves().len()))?;
            }
            Command::Play(column) => self.play(column)?,
            Command::Moves => self.tell_of_game(|game| Reply::Moves(game))?,
            Command::Hint if self.game.outcome().is_some() => {
                self.tell_of_game(|game| Reply::NoHint(game))?;
            }
            Command::Hint => self.start(Question::Hint)?,
            Command::Go(go) => self.go(go)?,
            Command::Analyze => self.start(Question::Columns)?,
            Command::Perft(depth) => {
                let counts = perft_divide(self.game.position(), depth);
                self.tell_of_game(|game| Reply::Perft(game.position(), counts))?;
            }
            Command::Undo => {
                let column = self.game.undo().ok_or(ProtocolError::NothingToUndo)?;
                self.tell(&Reply::Undone(column, self.game.moves().len()))?;
            }
            Command::Display => self.tell_of_game(|game| Reply::Board(game))?,
            Command::Help(text) => self.tell(&Reply::Help(text))?,
            Command::SetOption(setting) => {
                self.engine.set(&setting).map_err(ProtocolError::from)?;
                self.tell(&Reply::Set(&setting))?;
            }
            Command::Query(query) => self.tell_of_game(|game| Reply::Answer(query, game))?,
        }
        Ok(())
    }

    /// Plays a column in the game.
    fn play(&mut self, column: Column) -> Result<(), Failure> {
        let outcome = self.game.outcome();
        self.game.play(column).map_err(|_| match outcome {
            Some(outcome) => ProtocolError::NothingToPlay { outcome },
            None => ProtocolError::CannotPlay { column, open: self.game.legal_moves() },
        })?;
        Ok(self.tell_of_game(|game| Reply::Played(game))?)
    }

    fn go(&mut self, mut go: Go) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return Ok(self.tell_of_game(|game| Reply::GameOver(game))?);
        }
        let position = self.game.position();
        let can_play = |drop: &DropMove| {
            position.can_play(drop.column()) && drop.row() == Some(position.height(drop.column()))
        };
        if !go.drops.iter().all(can_play) {
            return Err(ProtocolError::SearchMoves.into());
        }
        // The move that it ponders on was played while it waited for its turn.
        if go.answer == When::PonderHit && self.is_waiting(|command| *command == Command::PonderHit) {
            go.answer = When::Found;
        }
        self.start(Question::BestMove(go))
    }

    /// Starts the search for an answer, of which nothing is known yet.
    fn start(&mut self, question: Question) -> Result<(), Failure> {
        let stop = StopFlag::new();
        let job = self.job(&question, &stop);
        let (dialect, request) = (self.dialect, job.request());
        let words = move |progress: &_, line: &_| dialect.print(&Reply::Progress(&request, progress, line));
        search::spawn(self.events.clone(), words, move |tell| job.run(tell))
            .map_err(|_| ProtocolError::SearchFailed)?;
        let answer = match &question {
            Question::BestMove(go) => go.answer,
            Question::Hint | Question::Columns => When::Found,
        };
        self.running = Some(Running { stop, question, answer, deadline: None, result: None });
        Ok(self.hurry()?)
    }

    /// Returns what a search has to do.
    fn job(&self, question: &Question, stop: &StopFlag) -> Job {
        let (solver, position) = (self.engine.solver().clone(), *self.game.position());
        let limits = Limits { stop: Some(stop.clone()), ..Limits::NONE };
        let shows_wdl = self.engine.shows_wdl();
        match question {
            Question::Columns => Job::for_columns(solver, position, limits, shows_wdl),
            Question::Hint => {
                Job { width: Width::Best, ..Job::for_columns(solver, position, limits, shows_wdl) }
            }
            Question::BestMove(go) => {
                let is_timed = go.answer == When::Found;
                let time = go.time_for(position.side_to_move()).filter(|_| is_timed);
                let scores_all = self.dialect == Dialect::Native || go.answer == When::Stopped;
                let width = match self.engine.multi_pv() {
                    1 if !scores_all => Width::Best,
                    lines => Width::All { lines },
                };
                let columns = go.drops.iter().map(|drop| drop.column()).collect();
                let level = self.engine.level();
                let limits = Limits { time, nodes: go.nodes, plies: go.plies, ..limits };
                Job { solver, position, limits, width, columns, level, shows_wdl }
            }
        }
    }

    pub(super) fn tell_progress(&mut self, info: &str) -> io::Result<()> {
        match &self.running {
            Some(Running { question: Question::BestMove(_), result: None, .. }) => self.write(info),
            _ => Ok(()),
        }
    }

    /// Takes the result of the search, which has just ended.
    pub(super) fn finish(&mut self, result: Option<Box<SearchResult>>) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        let Some(result) = result else {
            self.running = None;
            self.search_failed = true;
            self.tell(&Reply::Error(&ProtocolError::SearchFailed))?;
            return self.prompt();
        };
        let short_answer = match running.question {
            Question::BestMove(_) => None,
            Question::Hint => Some(Reply::Hint(&result)),
            Question::Columns => Some(Reply::Columns(&result)),
        };
        if let Some(answer) = short_answer {
            self.running = None;
            self.tell(&answer)?;
            return self.prompt();
        }
        let is_told = running.answer == When::Found;
        let lines = self.dialect.print(&Reply::Lines(&result));
        running.result = Some(result);
        self.write(&lines)?;
        if is_told { self.release() } else { Ok(()) }
    }

    /// Tells the best move if it is known, otherwise as soon as it will be.
    pub(super) fn release(&mut self) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.answer = When::Found;
        let Some(result) = running.result.take() else { return Ok(()) };
        self.running = None;
        self.tell(&Reply::Best(&result))?;
        self.prompt()
    }

    /// Lets the time of a search begin that has pondered on the right move.
    pub(super) fn begin_time(&mut self) -> io::Result<()> {
        let side = self.game.position().side_to_move();
        match &mut self.running {
            Some(running) if running.answer == When::PonderHit => {
                if let Question::BestMove(go) = &running.question {
                    running.deadline = go.time_for(side).and_then(|time| Instant::now().checked_add(time));
                }
                self.release()
            }
            _ => Ok(()),
        }
    }
}

/// Why a command wasn't carried out.
pub(super) enum Failure {
    /// It can't be: the session goes on.
    Refused(ProtocolError),
    /// Its answer can't be written: the session ends.
    Unwritable(io::Error),
}

impl From<ProtocolError> for Failure {
    fn from(error: ProtocolError) -> Self {
        Self::Refused(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Unwritable(error)
    }
}
