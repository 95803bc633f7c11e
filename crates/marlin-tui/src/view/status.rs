//! The line at the top, and the three lines at the bottom: whose turn it is, the message, and the keys.

use marlin_core::{GameOutcome, Player};
use ratatui::Frame;
use ratatui::text::{Line, Span};

use super::disc::sign;
use super::layout::Layout;
use crate::look::Look;
use crate::seat::Seat;
use crate::state::Play;
use crate::words;

/// Draws the name and the players.
pub(super) fn draw_title(frame: &mut Frame<'_>, layout: &Layout, play: &Play, look: Look) {
    let mut spans = vec![Span::styled(" Four in a row ", look.best()), Span::raw(" ")];
    for player in [Player::X, Player::O] {
        spans.push(Span::styled(format!(" {} ", name(player, look)), look.player(player)));
        spans.push(Span::raw(format!("{} ", play.seat(player))));
    }
    spans.push(Span::styled(format!(" board {}", play.game().size()), look.dim()));
    frame.render_widget(Line::from(spans), layout.title);
}

/// Returns the letter of a player and the shape of the stones.
pub(super) fn name(player: Player, look: Look) -> String {
    if look.is_ascii { player.to_string() } else { format!("{player} {}", sign(player)) }
}

/// Draws the lines at the bottom.
pub(super) fn draw(frame: &mut Frame<'_>, layout: &Layout, play: &Play, look: Look) {
    frame.render_widget(turn(play, look), layout.status);
    if let Some(message) = play.message() {
        let style = if message.is_error { look.error() } else { look.bold() };
        frame.render_widget(Line::styled(format!(" {}", look.text(&message.text)), style), layout.message);
    }
    frame.render_widget(keys(layout, look), layout.keys);
}

/// Returns whose turn it is and what to do, or how the game ended.
fn turn(play: &Play, look: Look) -> Line<'static> {
    let position = play.game().position();
    let player = match play.game().outcome() {
        Some(GameOutcome::Won(winner)) => {
            let text = format!(" has won, at move {}. ", position.nb_moves());
            return Line::from(vec![
                Span::raw(" "),
                Span::styled(name(winner, look), look.player(winner)),
                Span::styled(text, look.bold()),
                Span::raw("n: new game, u: take back"),
            ]);
        }
        Some(GameOutcome::Drawn) => {
            return Line::styled(" The game is a draw. n: new game, u: take back", look.bold());
        }
        None => position.side_to_move(),
    };
    let what = match play.seat(player) {
        Seat::Person => {
            format!(" to move: choose a column with {}, drop with Enter", look.or("← →", "the arrows"))
        }
        Seat::Engine(_) if play.is_paused() => {
            " to move, and waits: Enter lets it, r plays forward".to_owned()
        }
        Seat::Engine(_) => thinking(play),
    };
    let what = match play.seat(player) {
        Seat::Person if play.thought().is_some() => {
            format!(" to move. Looking at the position{}", thinking(play))
        }
        _ => what,
    };
    Line::from(vec![Span::raw(" "), Span::styled(name(player, look), look.player(player)), Span::raw(what)])
}

/// Returns how far the engine has come.
fn thinking(play: &Play) -> String {
    let Some(thought) = play.thought() else { return " thinks".to_owned() };
    let (tenths, nodes) = (thought.elapsed.as_millis() / 100, thought.nodes);
    let nodes = match nodes {
        0..10_000 => nodes.to_string(),
        10_000..10_000_000 => format!("{} thousand", nodes / 1_000),
        _ => format!("{} million", nodes / 1_000_000),
    };
    let proven = words::position(thought.bounds, play.game().position().nb_moves());
    format!(" thinks: {}.{} s, {nodes} nodes, {proven}; Esc stops", tenths / 10, tenths % 10)
}

/// Returns the most important keys, as many as there is room for.
fn keys(layout: &Layout, look: Look) -> Line<'static> {
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
        spans.push(Span::styled(key, look.bold()));
        spans.push(Span::styled(format!(" {word}  "), look.dim()));
    }
    Line::from(spans)
}
