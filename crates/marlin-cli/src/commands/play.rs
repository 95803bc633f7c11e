//! `play`: a game in the terminal, or line by line.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};

use clap::ColorChoice;
use marlin_core::BoardSize;
use marlin_core::any::Game;
use marlin_support::options::EngineOptions;
use marlin_support::pipeline::ThreadError;
use marlin_tui::{Look, Play, PlayOptions, TuiError};

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
    let game = if has_moves { Some(game) } else { Game::leading_to(game.position()) };
    let game = game.ok_or(UnknownMoves)?;
    let solver = engine.solver_on(game.size())?;
    let look = Look::default().colours(has_colours(play.colours.or(color))).ascii(play.ascii);
    let seed = play.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let options = PlayOptions::default().look(look).time(play.time()).seed(seed).mouse(!play.no_mouse);
    let state = Play::new(game, [play.x, play.o]);
    if play.plain || !has_screen() {
        let ended = marlin_tui::run_plain(state, solver, &options, &mut input(), out);
        return ended.map(drop).map_err(failure);
    }
    let state = if play.no_animation || wants_no_motion() { state } else { state.with_animation() };
    let game = marlin_tui::run(state, solver, &options).map_err(failure)?;
    Ok(say_how_to_go_on(&game, out)?)
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

fn say_how_to_go_on(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    if game.moves().is_empty() {
        return Ok(());
    }
    let board =
        if game.size() == BoardSize::STANDARD { String::new() } else { format!(" --board {}", game.size()) };
    writeln!(out, "Moves: {game}")?;
    writeln!(out, "To go on: marlin-cli play {game}{board}")
}
