//! `play`: a game in the terminal, or line by line; the screen that puzzles and lessons have too.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::time::Duration;

use marlin_core::{BoardSize, Game, Solver};
use marlin_support::exit::Failure;
use marlin_support::options::{EngineOptions, seed, time};
use marlin_support::pipeline::ThreadError;
use marlin_tui::{ColourDepth, Kept, Look, MenuPage, Play, PlayOptions, PlaySettings, Seat, Theme, TuiError};

use super::shared::{ColorArgs, PositionArgs, input, is_interactive, limit_of, theme};

// A game. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("board", |board| board.help_heading(None::<&str>)))]
pub(super) struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Player of Yellow (X), who begins: 'person', or a level of the engine, 1 to 10 [default: person, or as
    /// in the last game]
    #[arg(long, value_name = "WHO", allow_negative_numbers = true)]
    x: Option<Seat>,

    /// Player of Red (O) [default: 3, or as in the last game]
    #[arg(long, value_name = "WHO", allow_negative_numbers = true)]
    o: Option<Seat>,

    #[command(flatten)]
    screen: ScreenArgs,

    /// Seed of the engine's choices below level 10: with the same seed, the engine answers the same moves in
    /// the same way [default: random]
    #[arg(long, value_name = "N", value_parser = seed(), allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten, next_help_heading = "Engine")]
    engine: EngineOptions,
}

// The screen of games, puzzles and lessons. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(super) struct ScreenArgs {
    /// Colours of the board and the stones [default: as in the last game]
    #[arg(long, value_parser = theme())]
    theme: Option<Theme>,

    /// Print and read lines of text instead of drawing a screen, for screen readers, pipes and scripts
    #[arg(long)]
    plain: bool,

    /// Draw only with ASCII characters, as in a locale without UTF-8, such as LANG=C
    #[arg(long)]
    ascii: bool,

    /// Show stones in their cells at once, without an animation of the fall
    #[arg(long)]
    no_animation: bool,

    /// Leave the mouse to the terminal, for selecting text
    #[arg(long)]
    no_mouse: bool,

    #[command(flatten)]
    colours: ColorArgs,

    /// Time that the engine may take for a move or a hint, in milliseconds; 0 for no limit
    #[arg(long, value_name = "MS", default_value = "5000", value_parser = time(1, 0..=u64::MAX), allow_negative_numbers = true)]
    time: Duration,
}

/// The time of a search without a limit: longer than any search takes.
const NO_LIMIT: Duration = Duration::from_secs(365 * 86_400);

impl PlayArgs {
    /// Returns the players of X and of O: those of the last game, if none is named.
    fn seats(&self, last: Option<[Seat; 2]>) -> [Seat; 2] {
        let [x, o] = Seat::USUAL;
        match (self.x, self.o) {
            (None, None) => last.unwrap_or([x, o]),
            _ => [self.x.unwrap_or(x), self.o.unwrap_or(o)],
        }
    }

    /// Plays a game, and prints at its end the command to continue it.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.position.read(self.engine.search.board)?;
        // A game that is saved has its moves from the empty board.
        let has_moves = game.start().nb_moves() == 0;
        let game = if has_moves { Some(game) } else { Game::leading_to(game.position()).ok() };
        let unknown = "no order of moves leads to this position, so a game cannot continue from it";
        let game = game.ok_or_else(|| Failure::usage(unknown))?;
        let solver = self.engine.solver_on(game.size())?;
        let options = self.screen.options(self.seed);
        if !self.screen.is_used() {
            let state = Play::new(game, self.seats(None));
            let ended = marlin_tui::run_plain(state, solver, &options, &mut input(), out);
            return ended.map(drop).map_err(failure);
        }
        let has_menu = self.x.is_none() && self.o.is_none() && game.moves().is_empty();
        self.screen.run(game, solver, &options, out, |play, last| {
            play.seats = self.seats(last);
            if has_menu {
                play.open_menu(MenuPage::Main);
            }
        })
    }
}

impl ScreenArgs {
    /// Returns whether the screen of a terminal is drawn on.
    pub(super) fn is_used(&self) -> bool {
        let is_dumb = env::var_os("TERM").is_some_and(|name| name == "dumb");
        !self.plain && is_interactive() && !is_dumb
    }

    /// Returns the options of a game, with a random seed if none is given.
    pub(super) fn options(&self, seed: Option<u64>) -> PlayOptions {
        let is_ascii = self.ascii || !locale_has_unicode();
        let look = Look { depth: colour_depth(self.colours), is_ascii, ..Look::FULL };
        let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let time = limit_of(Some(self.time)).unwrap_or(NO_LIMIT);
        PlayOptions { look, time, seed, has_mouse: !self.no_mouse }
    }

    /// Begins with a game on the screen, which `begin` changes by the players of the last one. Prints the
    /// command that continues the game at the end.
    pub(super) fn run(
        &self,
        game: Game,
        solver: Solver,
        options: &PlayOptions,
        out: &mut dyn Write,
        begin: impl FnOnce(&mut Play, Option<[Seat; 2]>),
    ) -> Result<(), Failure> {
        let file = PlaySettings::path_of_user();
        let (settings, note) = file.as_deref().map(PlaySettings::read).unwrap_or_default();
        let mut state = Play::new(game, settings.seats.unwrap_or(Seat::USUAL));
        state.kept = Kept::of_user();
        state.theme = self.theme.unwrap_or(settings.theme);
        state.shown.hints = settings.has_hints;
        let wants_still = env::var_os("REDUCE_MOTION").is_some_and(|value| !value.is_empty() && value != "0");
        state.is_animated = !(self.no_animation || wants_still);
        begin(&mut state, settings.seats);
        if let Some(note) = note {
            state.fail(note);
        }
        let state = marlin_tui::run(state, solver, options).map_err(failure)?;
        if let Some(file) = file {
            settings.with(&state).write(&file);
        }
        Ok(say_how_to_go_on(&state, out)?)
    }
}

/// Returns the failure of a game.
fn failure(error: TuiError) -> Failure {
    match error {
        TuiError::Thread(error) => ThreadError(error).into(),
        TuiError::Terminal(error) => error.into(),
        error => io::Error::other(error).into(),
    }
}

/// Returns whether the locale has characters beyond ASCII.
fn locale_has_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| env::var(name).ok());
    // Windows has no such variables.
    cfg!(windows) || marlin_tui::has_unicode(locale.each_ref().map(Option::as_deref))
}

/// Returns the colours of the output.
fn colour_depth(colours: ColorArgs) -> ColourDepth {
    let variable = |name| env::var(name).ok();
    if !colours.has_colours() {
        ColourDepth::None
    } else if cfg!(windows) {
        // Terminals of Windows do not announce these colours, and all of them have them.
        ColourDepth::True
    } else {
        ColourDepth::of_terminal(variable("COLORTERM").as_deref(), variable("TERM").as_deref())
    }
}

/// Prints the command that continues the game, with its players.
fn say_how_to_go_on(play: &Play, out: &mut dyn Write) -> io::Result<()> {
    let game = play.game();
    if game.moves().is_empty() {
        return Ok(());
    }
    let board =
        if game.size() == BoardSize::STANDARD { String::new() } else { format!(" --board {}", game.size()) };
    let [x, o] = play.seats.map(Seat::word);
    let moves = game.to_string();
    writeln!(out, "Moves: {moves}")?;
    writeln!(out, "To go on: marlin-cli play {moves}{board} --x {x} --o {o}")
}
