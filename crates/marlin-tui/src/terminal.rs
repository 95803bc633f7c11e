//! The game on a terminal: the screen, the events and the engine around the pure state.

use std::io::{self, Stdout, Write};
use std::panic;
#[cfg(unix)]
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::cursor::Show;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};
use marlin_core::any::{Game, Solver};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};
#[cfg(unix)]
use signal_hook::consts::SIGTERM;
#[cfg(unix)]
use signal_hook::low_level::emulate_default_handler;

use crate::Options;
use crate::engine::{Engine, News};
use crate::error::PlayError;
use crate::keys::action;
use crate::outside;
use crate::state::Play;
use crate::view::draw;

/// The time in which a stone falls by a row.
const ROW_TIME: Duration = Duration::from_millis(28);
/// The time between two looks at a thinking engine.
const LOOK_TIME: Duration = Duration::from_millis(40);
/// The time between two looks at an idle game, in which it notices a signal.
const IDLE_TIME: Duration = Duration::from_millis(500);

/// The most columns and lines that are drawn on, so that a terminal of any size takes bounded memory.
const MOST_DRAWN: Size = Size::new(500, 200);
/// The events that are read ahead.
const EVENTS_AHEAD: usize = 1024;

/// Plays a game on the terminal until the player leaves, and returns it as it is then. A program calls it once: the thread that
/// reads the terminal ends with the program.
///
/// The terminal is left as it was found, also after a panic and where a signal ends the program.
///
/// # Errors
///
/// Those of the terminal, and that the system has no thread for the engine.
pub fn run(mut play: Play, solver: Solver, options: &Options) -> Result<Game, PlayError> {
    let mut engine = Engine::start(solver, options.time, options.seed).map_err(PlayError::Thread)?;
    let mut screen = Screen::open(options.has_mouse)?;
    #[cfg(unix)]
    let signal = EndSignal::watch()?;
    let events = read_events().map_err(PlayError::Thread)?;
    let mut last_row = Instant::now();
    loop {
        #[cfg(unix)]
        signal.end_if_raised();
        engine.work_on(play.wanted());
        if !engine.is_busy() {
            play.think(None);
        }
        let area = screen.draw(&play, options)?;
        let patience = match (play.falling(), engine.is_busy()) {
            (Some(_), _) => ROW_TIME.saturating_sub(last_row.elapsed()),
            (None, true) => LOOK_TIME,
            (None, false) => IDLE_TIME,
        };
        let was_falling = play.falling().is_some();
        if handle_events(&events, patience, &mut play, &engine, area)? {
            return Ok(play.game().clone());
        }
        if !was_falling {
            last_row = Instant::now();
        } else if last_row.elapsed() >= ROW_TIME {
            play.tick();
            last_row = Instant::now();
        }
        // The engine's stone waits until the last one lies.
        while play.falling().is_none() && hear(&mut play, &mut engine) {}
    }
}

/// Starts the thread that reads the terminal. Where a terminal has vanished, or has sent a part of a key, reading takes for ever;
/// the game hears signals and sees that it can't draw nevertheless.
fn read_events() -> io::Result<Receiver<io::Result<Event>>> {
    let (sender, events) = mpsc::sync_channel(EVENTS_AHEAD);
    let read = move || while sender.send(event::read()).is_ok() {};
    thread::Builder::new().name("keys".to_owned()).spawn(read)?;
    Ok(events)
}

/// Waits for events, and handles all that are there. Returns whether the player leaves.
fn handle_events(
    events: &Receiver<io::Result<Event>>,
    patience: Duration,
    play: &mut Play,
    engine: &Engine,
    area: Rect,
) -> io::Result<bool> {
    let first = match events.recv_timeout(patience) {
        Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
        first => first.ok(),
    };
    for event in first.into_iter().chain(events.try_iter()) {
        let event = event?;
        let Some(action) = action(play, &event, area) else { continue };
        let Some(effect) = play.apply(action) else { continue };
        let mut copy = |text: &str| outside::copy(&mut io::stdout(), text);
        if outside::carry_out(effect, play, &mut copy, &mut || engine.stop()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Takes the next news of the engine. Returns whether there were any.
fn hear(play: &mut Play, engine: &mut Engine) -> bool {
    match engine.next(Duration::ZERO) {
        None => false,
        Some((_, News::Thought(thought))) => {
            play.think(Some(thought));
            true
        }
        Some((work, News::Answer(answer))) => {
            play.answer(&work, *answer);
            true
        }
    }
}

/// The terminal while the game has it.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// The size of the whole terminal.
    size: Size,
}

impl Screen {
    /// Takes the terminal. It is given back when the value is dropped, and before a panic of this thread is reported.
    fn open(has_mouse: bool) -> io::Result<Self> {
        let (previous, owner) = (panic::take_hook(), thread::current().id());
        panic::set_hook(Box::new(move |info| {
            // A panic of the engine is a message of the game; its report would spoil the screen.
            if thread::current().id() == owner {
                give_back();
                previous(info);
            }
        }));
        enable_raw_mode()?;
        let mut out = io::stdout();
        let entered = execute!(out, EnterAlternateScreen, SetTitle("Marlin - four in a row"));
        let entered =
            entered.and_then(|()| if has_mouse { execute!(out, EnableMouseCapture) } else { Ok(()) });
        let viewport = Viewport::Fixed(Rect::ZERO);
        let terminal = || Terminal::with_options(CrosstermBackend::new(out), TerminalOptions { viewport });
        let opened = entered.and_then(|()| terminal());
        if opened.is_err() {
            give_back();
        }
        Ok(Self { terminal: opened?, size: Size::ZERO })
    }

    /// Draws the game, and returns the area that it may take.
    fn draw(&mut self, play: &Play, options: &Options) -> io::Result<Rect> {
        let size = self.terminal.size()?;
        if size != self.size {
            self.size = size;
            let (width, height) = (size.width.min(MOST_DRAWN.width), size.height.min(MOST_DRAWN.height));
            self.terminal.resize(Rect { width, height, ..Rect::ZERO })?;
        }
        Ok(self.terminal.draw(|frame| draw(frame, play, options.look))?.area)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
        // The hook of before can't be had back from inside this one; the one that prints is as good.
        if !thread::panicking() {
            drop(panic::take_hook());
        }
    }
}

/// The signal that ends the program, which must not leave the terminal as the game has it.
///
/// SIGHUP is left alone: it ends the program at once, and a terminal that is gone needs nothing.
#[cfg(unix)]
struct EndSignal(Arc<AtomicBool>);

#[cfg(unix)]
impl EndSignal {
    fn watch() -> io::Result<Self> {
        let raised = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(SIGTERM, Arc::clone(&raised))?;
        Ok(Self(raised))
    }

    /// Ends the program as the signal does, if it has come.
    fn end_if_raised(&self) {
        if self.0.load(Ordering::Relaxed) {
            // By the thread of the screen: the program may hold the lock of standard output for it.
            give_back();
            let _ = emulate_default_handler(SIGTERM);
        }
    }
}

/// Gives the terminal back. A terminal that is gone needs nothing.
fn give_back() {
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    let _ = out.flush();
}
