//! `play`: a game in the terminal, or line by line.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};

use marlin_core::BoardSize;
use marlin_core::any::Game;
use marlin_tui::{Look, Options, Play};

use crate::args::{Args, EngineArgs, PlayArgs};
use crate::error::CliError;

/// Plays a game, and says at its end how to go on.
pub(super) fn run(
    play: &PlayArgs,
    args: &Args,
    engine: &EngineArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let game = args.game(&play.moves, engine.search().board(), play.base)?;
    // A game that is saved has its moves from the empty board.
    let has_moves = game.start().nb_moves() == 0;
    let game = if has_moves { Some(game) } else { Game::leading_to(game.position()) };
    let game = game.ok_or(CliError::Unreachable)?;
    let solver = args.solver_of(engine, game.size())?;
    let options = Options {
        look: Look { has_colours: super::has_colours(play.colours.or(args.color)), is_ascii: play.ascii },
        time: play.time(),
        seed: play.seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
        has_mouse: !play.no_mouse,
    };
    let state = Play::new(game, [play.x, play.o]);
    if play.plain || !has_screen() {
        let mut input = super::input();
        marlin_tui::run_plain(state, solver, &options, &mut input, out)?;
        return Ok(());
    }
    let state = if play.no_animation || wants_no_motion() { state } else { state.with_animation() };
    let game = marlin_tui::run(state, solver, &options)?;
    Ok(say_how_to_go_on(&game, out)?)
}

/// Returns whether the screen of a terminal can be drawn on.
fn has_screen() -> bool {
    let is_dumb = env::var_os("TERM").is_some_and(|name| name == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Returns whether the user has asked for less motion, in every program that knows this variable.
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
