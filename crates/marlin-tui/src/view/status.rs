//! The line at the top, and the three lines at the bottom: the turn, the message and the keys.

use marlin_core::{GameOutcome, Player};
use ratatui::Frame;
use ratatui::text::{Line, Span};

use super::disc::sign;
use super::layout::ScreenLayout;
use crate::look::{BEST, BOLD, DIM, Look};
use crate::seat::Seat;
use crate::state::Play;
use crate::task::EngineProgress;
use crate::words;

/// Draws the name and the players.
pub(super) fn draw_title(frame: &mut Frame<'_>, layout: &ScreenLayout, play: &Play, look: Look) {
    let mut spans = vec![Span::styled(" Four in a row ", BEST), Span::raw(" ")];
    for player in [Player::X, Player::O] {
        spans.push(Span::styled(format!(" {} ", name(player, look)), look.player(player)));
        spans.push(Span::raw(format!("{} ", play.seat(player))));
    }
    spans.push(Span::styled(format!(" board {}", play.game().size()), DIM));
    frame.render_widget(Line::from(spans), layout.title);
}

/// Returns the letter of a player and the shape of the stones.
pub(super) fn name(player: Player, look: Look) -> String {
    if look.is_ascii { player.to_string() } else { format!("{player} {}", sign(player)) }
}

/// Draws the lines at the bottom.
pub(super) fn draw(frame: &mut Frame<'_>, layout: &ScreenLayout, play: &Play, look: Look) {
    frame.render_widget(turn(play, look), layout.status);
    if let Some(message) = play.message() {
        let style = if message.is_error { look.error() } else { BOLD };
        frame.render_widget(Line::styled(format!(" {}", look.text(&message.text)), style), layout.message);
    }
    frame.render_widget(keys(layout), layout.keys);
}

/// Returns the side to move with the keys for it, or the result of the game.
fn turn(play: &Play, look: Look) -> Line<'static> {
    let position = play.game().position();
    let player = match play.game().outcome() {
        Some(GameOutcome::Won(winner)) => {
            let text = format!(" has won, at move {}. ", position.nb_moves());
            return Line::from(vec![
                Span::raw(" "),
                Span::styled(name(winner, look), look.player(winner)),
                Span::styled(text, BOLD),
                Span::raw("n: new game, u: take back"),
            ]);
        }
        Some(GameOutcome::Drawn) => {
            return Line::styled(" The game is a draw. n: new game, u: take back", BOLD);
        }
        None => position.side_to_move(),
    };
    let what = match (play.seat(player), play.progress()) {
        (Seat::Engine(_), _) if play.is_paused() => " to move, but paused: Enter: go on, r: redo".to_owned(),
        (Seat::Engine(_), None) => " thinks".to_owned(),
        (Seat::Engine(_), Some(progress)) => format!(" thinks: {}; Esc: move now", describe(&progress, play)),
        (Seat::Person, None) => {
            format!(" to move: {} and Enter, or a number", look.text("← →"))
        }
        (Seat::Person, Some(progress)) => {
            format!(" to move. Searching: {}; Esc: stop", describe(&progress, play))
        }
    };
    Line::from(vec![Span::raw(" "), Span::styled(name(player, look), look.player(player)), Span::raw(what)])
}

/// Describes the progress of the engine.
fn describe(progress: &EngineProgress, play: &Play) -> String {
    let tenths = progress.elapsed.as_millis() / 100;
    let nodes = match progress.nodes {
        nodes @ 0..1_000_000 => format!("{} thousand", nodes / 1_000),
        nodes => format!("{} million", nodes / 1_000_000),
    };
    let nb_moves = progress.position.nb_moves();
    let found = if progress.position != *play.game().position() {
        format!("position after move {nb_moves}")
    } else if progress.bounds.outcome().is_none() {
        "no winner proven".to_owned()
    } else {
        words::position(progress.bounds, nb_moves)
    };
    format!("{}.{} s, {nodes} nodes, {found}", tenths / 10, tenths % 10)
}

/// Returns the most important keys that fit.
fn keys(layout: &ScreenLayout) -> Line<'static> {
    let all = [
        ("?", "help"),
        ("u", "undo"),
        ("h", "hints"),
        ("n", "new"),
        ("q", "quit"),
        ("x", "swap"),
        ("p", "players"),
        ("t", "threats"),
        ("g", "graph"),
        ("e", "explain"),
        ("b", "best line"),
        ("s", "save"),
        ("r", "redo"),
    ];
    let mut spans = vec![Span::raw(" ")];
    let mut left = usize::from(layout.keys.width).saturating_sub(1);
    for (key, word) in all {
        let width = key.len() + word.len() + 3;
        if width > left {
            break;
        }
        left -= width;
        spans.push(Span::styled(key, BOLD));
        spans.push(Span::styled(format!(" {word}  "), DIM));
    }
    Line::from(spans)
}
