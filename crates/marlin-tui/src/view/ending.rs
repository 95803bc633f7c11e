//! The moment at the end of a game: the winner, the accuracy of both sides, and the score of the match.

use marlin_core::{GameOutcome, Player};
use ratatui::text::{Line, Span};

use super::disc::name;
use crate::look::{BOLD, DIM, Look, heading};
use crate::seat::Seat;
use crate::state::Play;

/// The length of a full bar of accuracy.
const BAR: f64 = 12.0;

/// The keys at the end of a game.
pub(super) const END_KEYS: [(&str, &str); 6] =
    [("v", "review"), ("m", "rematch"), ("c", "share"), ("n", "new"), ("u", "undo"), ("q", "quit")];

/// Returns the result of a game that is over, in a line.
pub(super) fn result(outcome: GameOutcome, play: &Play, look: Look) -> Line<'static> {
    let moves = play.game().position().nb_moves();
    match outcome {
        GameOutcome::Won(winner) => Line::from(vec![
            Span::styled(name(winner, look), look.letter(winner)),
            Span::styled(format!(" wins on move {moves}"), BOLD),
        ]),
        GameOutcome::Drawn => Line::styled(format!("A draw after {moves} moves"), BOLD),
    }
}

/// Returns the text about the end of the game, empty before it.
pub(super) fn lines(play: &Play, look: Look) -> Vec<Line<'static>> {
    let Some(outcome) = play.game().outcome() else { return Vec::new() };
    let mut lines = vec![result(outcome, play, look)];
    lines.extend(beaten(outcome, play).map(Line::raw));
    lines.extend([Line::default(), heading("Accuracy")]);
    lines.extend(accuracies(play, look));
    if play.tally().games() > 1 {
        lines.extend([Line::default(), heading("Match")]);
        lines.extend([Player::X, Player::O].map(|player| {
            let wins = play.tally().wins(player);
            let text = format!(" {wins}  {}", play.seat(player).on(play.game().size()));
            Line::from(vec![Span::styled(name(player, look), look.letter(player)), Span::raw(text)])
        }));
        if play.tally().draws() > 0 {
            lines.push(Line::styled(format!("{} drawn", play.tally().draws()), DIM));
        }
    }
    lines.extend([
        Line::default(),
        keys(&[("v", "review"), ("m", "rematch, sides swapped")]),
        keys(&[("c", "share"), ("n", "new game"), ("u", "undo")]),
    ]);
    lines
}

/// Returns the result for a person who played the engine.
fn beaten(outcome: GameOutcome, play: &Play) -> Option<String> {
    let GameOutcome::Won(winner) = outcome else { return None };
    let size = play.game().size();
    match (play.seat(winner), play.seat(winner.opponent())) {
        (Seat::Person, engine @ Seat::Engine(_)) => Some(format!("You beat {}!", engine.on(size))),
        (engine @ Seat::Engine(_), Seat::Person) => Some(format!("You lost to {}.", engine.on(size))),
        _ => None,
    }
}

fn keys(keys: &[(&'static str, &'static str)]) -> Line<'static> {
    let spans =
        keys.iter().flat_map(|(key, word)| [Span::styled(*key, BOLD), Span::raw(format!(" {word}  "))]);
    spans.collect()
}

/// Returns the accuracy of both sides as bars.
pub(super) fn accuracies(play: &Play, look: Look) -> Vec<Line<'static>> {
    let Some(review) = play.review() else { return vec![Line::styled("Looking at the moves ...", DIM)] };
    let bar = |player: Player| {
        let side = review.side(player);
        let name = Span::styled(name(player, look), look.letter(player));
        let Some(percent) = side.accuracy else {
            let reason = if side.proven == side.moves { " never had a choice" } else { " not known" };
            return Line::from(vec![name, Span::styled(reason, DIM)]);
        };
        let length = (percent / 100.0 * BAR).round() as usize;
        let bar = look.or("█", "#").repeat(length);
        Line::from(vec![name, Span::raw(format!(" {percent:>5.1} % ")), Span::styled(bar, look.ink(player))])
    };
    [Player::X, Player::O].map(bar).into()
}
