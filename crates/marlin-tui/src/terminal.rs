//! The game on a terminal: the screen, the events and the engine around the pure state.

use std::io::{self, Stdout, Write};
use std::panic;
#[cfg(unix)]
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};
use marlin_core::Solver;
#[cfg(unix)]
use marlin_support::process;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
#[cfg(unix)]
use signal_hook::flag;
#[cfg(unix)]
use signal_hook::low_level::{emulate_default_handler, raise};

use crate::engine::{EngineEvent, EngineThread};
use crate::files;
use crate::keys::action;
use crate::options::{PlayOptions, TuiError};
use crate::state::{Effect, Play};
use crate::view::draw;

/// The time in which a stone falls by a row.
const ROW_TIME: Duration = Duration::from_millis(28);
/// The time between polls of a thinking engine.
const POLL_TIME: Duration = Duration::from_millis(40);
/// The time between polls of an idle game, which then notices a signal.
const IDLE_TIME: Duration = Duration::from_millis(500);

/// The maximum drawn area, so that a terminal of any size takes bounded memory.
const MAX_DRAWN: Size = Size::new(500, 200);
/// The capacity of the queue of events.
const EVENT_QUEUE: usize = 1024;

/// Plays a game on the terminal until the player quits, and returns its last state.
///
/// A program calls it once: the thread that reads the terminal ends with the program. The terminal is
/// restored, also after a panic and at a signal that ends the program.
///
/// # Errors
///
/// The terminal fails, or the system has no thread for the engine.
pub fn run(mut play: Play, solver: Solver, options: &PlayOptions) -> Result<Play, TuiError> {
    let mut engine = EngineThread::start(solver, options.time, options.seed).map_err(TuiError::Thread)?;
    #[cfg(unix)]
    let signal = EndSignal::watch()?;
    let mut screen = Screen::open(options.has_mouse)?;
    let events = read_events().map_err(TuiError::Thread)?;
    let mut last_row = Instant::now();
    loop {
        #[cfg(unix)]
        signal.end_if_raised();
        engine.set_task(play.engine_task());
        if !engine.is_busy() {
            play.progress = None;
        }
        files::keep_results(&mut play);
        let area = screen.draw(&play, options)?;
        let timeout = match (play.falling, engine.is_busy()) {
            (Some(_), _) => ROW_TIME.saturating_sub(last_row.elapsed()),
            (None, true) => POLL_TIME,
            (None, false) => IDLE_TIME,
        };
        let was_falling = play.falling.is_some();
        if handle_events(&events, timeout, &mut play, &engine, &mut screen, area)? {
            files::keep_results(&mut play);
            play.leave_task();
            return Ok(play);
        }
        if !was_falling {
            last_row = Instant::now();
        } else if last_row.elapsed() >= ROW_TIME {
            play.tick();
            last_row = Instant::now();
        }
        // The engine's stone waits for the end of a fall.
        while play.falling.is_none()
            && let Some((task, event)) = engine.next_event(Duration::ZERO)
        {
            match event {
                EngineEvent::Progress(progress) => play.progress = Some(*progress),
                EngineEvent::Reply(reply) => play.receive(&task, reply),
            }
        }
    }
}

/// Starts the thread that reads the terminal. A read may block forever, if the terminal has vanished or has
/// sent a part of a key; the game still notices signals and errors of drawing.
fn read_events() -> io::Result<Receiver<io::Result<Event>>> {
    let (sender, events) = mpsc::sync_channel(EVENT_QUEUE);
    let read = move || while sender.send(event::read()).is_ok() {};
    thread::Builder::new().name("keys".to_owned()).spawn(read)?;
    Ok(events)
}

/// Waits for events, and handles those in the queue, for the time of a poll at most: a signal is noticed
/// between. Returns whether the player quits.
fn handle_events(
    events: &Receiver<io::Result<Event>>,
    timeout: Duration,
    play: &mut Play,
    engine: &EngineThread,
    screen: &mut Screen,
    area: Rect,
) -> io::Result<bool> {
    let mut next = match events.recv_timeout(timeout) {
        Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
        first => first.ok(),
    };
    let begun = Instant::now();
    while let Some(event) = next {
        let event = event?;
        let effect = action(play, &event, area).and_then(|action| play.apply(action));
        next = if begun.elapsed() < POLL_TIME { events.try_recv().ok() } else { None };
        let Some(effect) = effect else { continue };
        match effect {
            Effect::Quit => return Ok(true),
            Effect::Stop => engine.stop(),
            Effect::Suspend => screen.suspend()?,
            Effect::Copy(text) => {
                // A terminal without a clipboard reports no error, so the moves are shown as well.
                if let Err(error) = execute!(io::stdout(), CopyToClipboard::to_clipboard_from(&text)) {
                    play.fail(format!("cannot copy: {error}; the moves are {text}"));
                }
            }
            Effect::Save { path, text, replaces } => files::save(&path, &text, replaces, play),
            Effect::Load(path) => files::load(&path, play),
        }
    }
    Ok(false)
}

/// The terminal during a game.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    has_mouse: bool,
    /// The size of the whole terminal.
    size: Size,
}

impl Screen {
    /// Takes the terminal over. It is restored when the value is dropped, and before a panic of this thread
    /// is reported.
    fn open(has_mouse: bool) -> io::Result<Self> {
        let (previous, owner) = (panic::take_hook(), thread::current().id());
        panic::set_hook(Box::new(move |info| {
            // A panic of the engine is a message of the game; its report would spoil the screen.
            if thread::current().id() == owner {
                restore_terminal();
                previous(info);
            }
        }));
        let viewport = Viewport::Fixed(Rect::ZERO);
        let terminal =
            || Terminal::with_options(CrosstermBackend::new(io::stdout()), TerminalOptions { viewport });
        let opened = enter_terminal(has_mouse).and_then(|()| terminal());
        if opened.is_err() {
            restore_terminal();
        }
        Ok(Self { terminal: opened?, has_mouse, size: Size::ZERO })
    }

    /// Gives the terminal back, suspends the program, and takes the terminal over again when the program is
    /// continued.
    #[cfg_attr(not(unix), expect(clippy::unused_self, reason = "only Unix suspends programs"))]
    fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            restore_terminal();
            // A shell without job control ignores the signal, and the game goes on at once.
            raise(SIGTSTP)?;
            enter_terminal(self.has_mouse)?;
            // The next drawing begins with an empty screen of whatever size the terminal has then.
            self.size = Size::ZERO;
        }
        Ok(())
    }

    /// Draws the game, and returns its area.
    fn draw(&mut self, play: &Play, options: &PlayOptions) -> io::Result<Rect> {
        let size = self.terminal.size()?;
        if size != self.size {
            self.size = size;
            let (width, height) = (size.width.min(MAX_DRAWN.width), size.height.min(MAX_DRAWN.height));
            self.terminal.resize(Rect { width, height, ..Rect::ZERO })?;
        }
        Ok(self.terminal.draw(|frame| draw(frame, play, options.look))?.area)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore_terminal();
        // The previous hook cannot be taken out of this one; the standard hook is as good.
        if !thread::panicking() {
            drop(panic::take_hook());
        }
    }
}

/// The last signal that ends the program, which it does after the terminal is restored; 0 before one.
///
/// Keys send none of them: the terminal is raw. A signal that the program was started to ignore remains
/// ignored.
#[cfg(unix)]
struct EndSignal(Arc<AtomicUsize>);

#[cfg(unix)]
impl EndSignal {
    fn watch() -> io::Result<Self> {
        let (last, is_second) = (Arc::<AtomicUsize>::default(), Arc::<AtomicBool>::default());
        for signal in process::heeded([SIGHUP, SIGINT, SIGQUIT, SIGTERM]) {
            // A second one ends the program at once: the first may wait for a terminal that takes no output.
            flag::register_conditional_default(signal, Arc::clone(&is_second))?;
            flag::register(signal, Arc::clone(&is_second))?;
            flag::register_usize(signal, Arc::clone(&last), signal as usize)?;
        }
        Ok(Self(last))
    }

    /// Ends the program as the signal does, if one was received.
    fn end_if_raised(&self) {
        let signal = self.0.load(Ordering::Relaxed);
        if signal != 0 {
            // This is the thread of the screen, which may hold the lock of standard output.
            restore_terminal();
            let _ = emulate_default_handler(signal as i32);
        }
    }
}

/// Takes the terminal over.
fn enter_terminal(has_mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = io::stdout();
    execute!(out, EnterAlternateScreen, SetTitle("Marlin - four in a row"), Hide)?;
    if has_mouse { execute!(out, EnableMouseCapture) } else { Ok(()) }
}

/// Restores the terminal. Errors of a vanished one are ignored.
fn restore_terminal() {
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    let _ = out.flush();
}
