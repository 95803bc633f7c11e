//! The game as lines, for pipes and screen readers.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;

use marlin_core::{Bounds, Column, Game, Player, Position, Solver};
use marlin_support::text::excerpt;

use crate::engine::{EngineEvent, EngineTask, EngineThread, Question};
use crate::files;
use crate::options::{PlayOptions, TuiError};
use crate::state::{Action, Command, Play, Prompt, Shown, colour, parse_seats, record};
use crate::words;

/// The time limit for a reply of the engine, beside the engine's own limit.
const REPLY_TIMEOUT: Duration = Duration::from_secs(3600);

/// The parts that are printed once.
const PARTS: [Action; 6] =
    [Action::Hint, Action::Hints, Action::Line, Action::Graph, Action::Explanation, Action::Review];

/// Plays a game line by line until the input ends or the player quits, and returns it.
///
/// # Errors
///
/// The input or the output fails, or the system has no thread for the engine.
pub fn run_plain(
    play: Play,
    solver: Solver,
    options: &PlayOptions,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<Game, TuiError> {
    let engine = EngineThread::start(solver, options.time, options.seed).map_err(TuiError::Thread)?;
    let mut plain = PlainGame { play, engine, out, has_hints: false };
    plain.greet()?;
    let mut line = Vec::new();
    loop {
        plain.let_engine_move()?;
        plain.prompt()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0
            || plain.carry_out_line(String::from_utf8_lossy(&line).trim())?
        {
            return Ok(plain.play.game().clone());
        }
    }
}

struct PlainGame<'a> {
    play: Play,
    engine: EngineThread,
    out: &'a mut dyn Write,
    has_hints: bool,
}

impl PlainGame<'_> {
    fn greet(&mut self) -> io::Result<()> {
        let size = self.play.game().size();
        let [x, o] = [Player::X, Player::O].map(|player| self.play.seat(player).on(size));
        writeln!(
            self.out,
            "Four in a row, board {size}. Yellow X: {x}. Red O: {o}. Type a column, or 'help'."
        )?;
        self.draw()
    }

    fn draw(&mut self) -> io::Result<()> {
        write!(self.out, "{}", self.play.game().to_drawing())
    }

    /// Lets the engine move while it is its turn.
    fn let_engine_move(&mut self) -> io::Result<()> {
        while let Some(level) = self.play.engine_to_move().filter(|_| !self.play.is_paused()) {
            let before = self.play.game().moves().len();
            let player = self.play.game().position().side_to_move();
            self.await_replies()?;
            let Some(column) = self.play.game().moves().get(before) else { break };
            writeln!(self.out, "{} (level {level}) plays {column}", colour(player))?;
            self.draw()?;
        }
        Ok(())
    }

    /// Lets the engine carry out the tasks of the game until none is left or the board changes.
    fn await_replies(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let before = self.play.game().moves().len();
        while self.play.game().moves().len() == before {
            let task = self.play.engine_task();
            let is_review = matches!(task, Some(EngineTask { question: Question::Review(_), .. }));
            // A game that is over is reviewed only on request.
            if task.is_none() || is_review && self.play.story().is_none() {
                break;
            }
            self.engine.set_task(task);
            match self.engine.next_event(REPLY_TIMEOUT) {
                Some((task, EngineEvent::Reply(reply))) => self.play.receive(&task, reply),
                Some((_, EngineEvent::Progress(_))) => {}
                None => break,
            }
        }
        Ok(())
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.has_hints && self.play.game().outcome().is_none() {
            self.show(Action::Hints)?;
        }
        self.out.flush()
    }

    /// Carries out a line. Returns whether the player quits.
    fn carry_out_line(&mut self, line: &str) -> io::Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = Command::of_word(word);
        let file =
            || Column::from_file(word).filter(|_| command.is_none() && !word.eq_ignore_ascii_case("d"));
        if let Some(number) = word.parse().ok().or_else(|| file().map(Column::number)) {
            if rest.is_empty() {
                self.drop_into(number)?;
            } else {
                self.refuse(&format!("'{}' is more than one column: type one column a line", excerpt(line)))?;
            }
            return Ok(false);
        }
        match (command, word.to_ascii_lowercase().as_str(), rest) {
            (None, "", "") => {}
            (None, "board" | "d", "") => self.draw()?,
            (None, "go", "") if self.play.is_paused() => self.change(Action::Drop)?,
            (None, "go", _) => self.refuse("no engine is waiting to move")?,
            (Some(Action::Ask(Prompt::Players)), ..) => {
                match parse_seats(rest) {
                    Ok(seats) => self.play.set_seats(seats),
                    Err(error) => self.play.fail(error),
                }
                self.print_message()?;
            }
            (Some(Action::Ask(_)), _, "") => self.refuse(&format!("name a file, as in '{word} game.txt'"))?,
            (Some(Action::Ask(Prompt::Save)), word, _) => {
                let text = record(self.play.game());
                files::save(Path::new(rest), &text, word == "save!", &mut self.play);
                self.print_message()?;
            }
            (Some(Action::Ask(Prompt::Load)), ..) => {
                files::load(Path::new(rest), &mut self.play);
                self.print_message()?;
                self.draw()?;
            }
            (Some(Action::Help), ..) => write!(self.out, "{}", Command::lines())?,
            (Some(Action::Hints), _, "on") => self.has_hints = true,
            (Some(Action::Hints), _, "off") => self.has_hints = false,
            (Some(Action::Threats), _, "") => self.threats()?,
            (Some(Action::Copy), _, "") => writeln!(self.out, "Moves: {}", self.play.game())?,
            (Some(Action::Quit), _, "") => return Ok(true),
            (Some(part), _, "") if PARTS.contains(&part) => self.show(part)?,
            (Some(change), _, "") => self.change(change)?,
            _ => self.refuse(&format!("'{}' is not a column or a command: type 'help'", excerpt(line)))?,
        }
        Ok(false)
    }

    fn drop_into(&mut self, number: usize) -> io::Result<()> {
        let size = self.play.game().size();
        if let Some(column) = Column::from_number(number).filter(|&column| size.has_column(column)) {
            return self.change(Action::DropInto(column));
        }
        self.refuse(&format!("there is no column {number} (the columns are 1 to {})", size.width()))
    }

    /// Prints the reason why a line is not carried out.
    fn refuse(&mut self, reason: &str) -> io::Result<()> {
        writeln!(self.out, "error: {reason}")
    }

    /// Changes the game, and draws it if it has changed.
    fn change(&mut self, action: Action) -> io::Result<()> {
        let before = self.play.game().clone();
        self.play.apply(action);
        let is_over = self.play.game().outcome().is_some();
        // The board shows the end of the game.
        if !is_over || *self.play.game() == before {
            self.print_message()?;
        }
        if *self.play.game() != before || matches!(action, Action::New | Action::Rematch) {
            self.draw()?;
        }
        Ok(())
    }

    /// Prints the message of the game, if it has one.
    fn print_message(&mut self) -> io::Result<()> {
        match &self.play.message {
            Some(message) if message.is_error => writeln!(self.out, "error: {}", message.text),
            Some(message) => writeln!(self.out, "{}", message.text),
            None => Ok(()),
        }
    }

    /// Prints a part once, for which the engine may have to search.
    fn show(&mut self, part: Action) -> io::Result<()> {
        if !self.shows_anything() {
            self.play.apply(part);
        }
        if self.play.engine_to_move().is_none() || self.play.is_paused() {
            self.await_replies()?;
        }
        self.print_message()?;
        match part {
            Action::Graph => self.graph()?,
            // The message has said it.
            Action::Hint if self.play.hinted_column().is_some() => {}
            Action::Review => {
                if let Some(review) = self.play.review() {
                    write!(self.out, "{}", review.to_text())?;
                }
            }
            Action::Explanation => {
                for sentence in words::explanation(&self.play) {
                    writeln!(self.out, "{sentence}")?;
                }
            }
            _ => self.analysis(part)?,
        }
        if self.shows_anything() {
            self.play.apply(part);
        }
        Ok(())
    }

    fn shows_anything(&self) -> bool {
        self.play.shown != Shown::default() || self.play.dialog.is_some()
    }

    fn threats(&mut self) -> io::Result<()> {
        for player in [Player::X, Player::O] {
            let cells = words::threats(self.play.game().position(), player);
            writeln!(self.out, "Threats of {}: {cells}", colour(player))?;
        }
        Ok(())
    }

    /// Prints the hints, or the line of best play.
    fn analysis(&mut self, part: Action) -> io::Result<()> {
        let Some(analysis) = self.play.analysis() else {
            return writeln!(self.out, "error: there is nothing to analyze");
        };
        if part == Action::Line {
            let name = words::best_line(analysis);
            return writeln!(self.out, "{name}: {}", words::moves(self.play.best_line()));
        }
        for (column, bounds) in self.play.game().size().columns().zip(analysis.columns.values()) {
            match bounds {
                Some(bounds) => {
                    let best = match analysis.best_is_proven() {
                        _ if Some(column) != analysis.best => "",
                        true => " (best)",
                        false => " (looks best)",
                    };
                    let number = words::number(*bounds, self.play.game().size(), [">=", "<="]);
                    let words = words::long(*bounds, self.play.game().position());
                    writeln!(self.out, "Column {column}: {number}, {words}{best}")?;
                }
                None => writeln!(self.out, "Column {column}: full")?,
            }
        }
        words::not_proven(analysis).map_or(Ok(()), |text| writeln!(self.out, "{text}"))
    }

    fn graph(&mut self) -> io::Result<()> {
        let of = |(position, bounds): &(Position, Option<Bounds>)| match bounds
            .and_then(|bounds| words::value_for_x(position, bounds))
        {
            Some(value @ 1..) => format!("+{value}"),
            Some(value) => value.to_string(),
            None => "?".to_owned(),
        };
        let values: Vec<_> = self.play.evaluations().iter().map(of).collect();
        writeln!(self.out, "Evaluation for Yellow after each move, from the start: {}", values.join(" "))
    }
}
