//! `play`: a game in the terminal, or line by line.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};

use clap::ColorChoice;
use marlin_core::{BoardSize, Game};
use marlin_support::options::EngineOptions;
use marlin_support::pipeline::ThreadError;
use marlin_tui::{ColourDepth, Look, Play, PlayOptions, Seat, SettingsFile, TuiError};

use super::position;
use crate::args::PlayArgs;
use crate::failure::{Failure, Reason};
use crate::terminal::{has_colours, input, is_interactive};

/// A position without moves that lead to it: a game has moves.
#[derive(Debug, thiserror::Error)]
#[error("no order of moves leads to this position, so that no game goes on from it")]
struct UnknownMoves;

impl Reason for UnknownMoves {}

/// Plays a game, and prints at its end the command to continue it.
pub(super) fn run(
    play: &PlayArgs,
    engine: &EngineOptions,
    color: Option<ColorChoice>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let game = position::read(&play.position, engine.search.board)?;
    // A game that is saved has its moves from the empty board.
    let has_moves = game.start().nb_moves() == 0;
    let game = if has_moves { Some(game) } else { Game::leading_to(game.position()).ok() };
    let game = game.ok_or(UnknownMoves)?;
    let solver = engine.solver_on(game.size())?;
    let look = Look::default().depth(colour_depth(play.colours.or(color))).ascii(play.ascii);
    let seed = play.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let options = PlayOptions::default().look(look).time(play.time()).seed(seed).mouse(!play.no_mouse);
    if play.plain || !has_screen() {
        let state = Play::new(game, play.seats(None));
        let ended = marlin_tui::run_plain(state, solver, &options, &mut input(), out);
        return ended.map(drop).map_err(failure);
    }
    let file = SettingsFile::of_user(|name| env::var_os(name));
    let (settings, note) = file.as_ref().map(SettingsFile::read).unwrap_or_default();
    let mut state = Play::new(game, play.seats(settings.seats))
        .with_theme(play.theme.unwrap_or(settings.theme))
        .with_hints(settings.has_hints);
    if let Some(note) = note {
        state.fail(note);
    }
    let state = if play.no_animation || wants_no_motion() { state } else { state.with_animation() };
    let state = marlin_tui::run(state, solver, &options).map_err(failure)?;
    if let Some(file) = file {
        file.write(&settings.with(&state));
    }
    Ok(say_how_to_go_on(&state, out)?)
}

/// Returns the failure of a game.
fn failure(error: TuiError) -> Failure {
    match error {
        TuiError::Thread(error) => ThreadError(error).into(),
        TuiError::Terminal(error) => error.into(),
        error => io::Error::other(error).into(),
    }
}

/// Returns whether the screen of a terminal can be drawn on.
fn has_screen() -> bool {
    let is_dumb = env::var_os("TERM").is_some_and(|name| name == "dumb");
    is_interactive() && !is_dumb
}

/// Returns whether the user requests less motion, by a variable that several programs read.
fn wants_no_motion() -> bool {
    env::var_os("REDUCE_MOTION").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Returns the colours of the output.
fn colour_depth(choice: Option<ColorChoice>) -> ColourDepth {
    let variable = |name| env::var(name).ok();
    if !has_colours(choice) {
        ColourDepth::None
    } else if cfg!(windows) {
        // Its terminals do not say so, and all have them.
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
    let [x, o] = play.seats().map(Seat::word);
    writeln!(out, "Moves: {game}")?;
    writeln!(out, "To go on: marlin-cli play {game}{board} --x {x} --o {o}")
}
