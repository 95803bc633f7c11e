//! The end of a game, and the graph of who is winning.

use marlin_core::{Bounds, GameOutcome, Player, Position};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::board::name;
use crate::look::{BOLD, DIM, Look, heading};
use crate::state::Play;
use crate::words;

/// The length of a full bar of accuracy.
const BAR: f64 = 12.0;

/// Returns the result of a game that is over, in a line.
pub(super) fn result(outcome: GameOutcome, play: &Play, look: Look) -> Line<'static> {
    let moves = play.game().position().nb_moves();
    match outcome {
        GameOutcome::Won(winner) => {
            let wins = play.sentence(winner, ["wins", "win"]);
            let margin = if look.has_colours() { " " } else { "" };
            Line::from(Span::styled(format!("{margin}{wins} on move {moves}{margin}"), look.letter(winner)))
        }
        GameOutcome::Drawn => Line::styled(format!("A draw after {moves} moves"), BOLD),
    }
}

/// Returns the text about the end of the game, empty before it.
pub(super) fn lines(play: &Play, look: Look) -> Vec<Line<'static>> {
    let Some(outcome) = play.game().outcome() else { return Vec::new() };
    let mut lines = vec![result(outcome, play, look)];
    if let Some(finished) = play.finished() {
        lines.extend(play.kept.level_in_words(finished.level).map(Line::raw));
        lines.extend(finished.uncounted().map(Line::raw));
    }
    lines.extend([Line::default(), heading("Accuracy")]);
    lines.extend(accuracies(play, look));
    if play.tally().games() > 1 {
        lines.extend([Line::default(), heading("Match")]);
        lines.extend([Player::X, Player::O].map(|player| {
            let wins = play.tally().wins[player as usize];
            let text = format!(" {wins}  {}", play.seat(player).on(play.game().size()));
            Line::from(vec![Span::styled(name(player, look), look.letter(player)), Span::raw(text)])
        }));
        if play.tally().draws > 0 {
            lines.push(Line::styled(format!("{} drawn", play.tally().draws), DIM));
        }
    }
    lines
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

/// The width of the names beside the graph.
const NAMES: usize = 7;
/// The lines above the line of a draw, and below it.
const HALF: usize = 3;

/// A place of the graph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    /// From -1 (O has won) to 1 (X has won).
    Known(f64),
    /// Not searched yet.
    Pending,
    /// No winner is proven.
    Unproven,
}

/// Returns the graph of the game on the board, with a heading.
pub(super) fn graph_of_game(play: &Play, width: usize, look: Look) -> Vec<Line<'static>> {
    let value = |(position, bounds): (Position, Option<Bounds>)| {
        let Some(bounds) = bounds else { return Value::Pending };
        words::evaluation_for_x(&position, bounds).map_or(Value::Unproven, Value::Known)
    };
    let values: Vec<_> = play.evaluations().into_iter().map(value).collect();
    [heading("Who is winning")].into_iter().chain(draw_graph(&values, width, look)).collect()
}

/// Returns the lines of a graph. Its last column is the last value.
pub(super) fn draw_graph(values: &[Value], width: usize, look: Look) -> Vec<Line<'static>> {
    let room = width.saturating_sub(NAMES).max(1);
    let shown = &values[values.len().saturating_sub(room)..];
    let line = |row: usize| {
        let (name, style) = match row {
            0 => ("Yellow", look.ink(Player::X)),
            HALF => ("draw", DIM),
            row if row == 2 * HALF => ("Red", look.ink(Player::O)),
            _ => ("", Style::new()),
        };
        let bars = shown.iter().map(|value| {
            let (sign, style) = sign(*value, row, look);
            Span::styled(sign, style)
        });
        [Span::styled(format!("{name:<NAMES$}"), style)].into_iter().chain(bars).collect()
    };
    (0..=2 * HALF).map(line).collect()
}

/// Returns the sign of a value in a row. Bars are drawn in steps of half a line, and even the smallest value
/// other than 0 takes a step.
fn sign(value: Value, row: usize, look: Look) -> (&'static str, Style) {
    let value = match value {
        Value::Known(value) => value,
        Value::Pending if row == HALF => return (look.or("·", "."), DIM),
        Value::Unproven if row == HALF => return ("?", DIM),
        Value::Pending | Value::Unproven => return (" ", DIM),
    };
    if row == HALF {
        return (look.or("─", "-"), DIM);
    }
    let (player, is_up) = if value > 0.0 { (Player::X, true) } else { (Player::O, false) };
    let steps = (value.abs() * 2.0 * HALF as f64).ceil() as usize;
    // The steps in the rows between the middle and this row.
    let before = 2 * (row.abs_diff(HALF) - 1);
    let style = look.ink(player);
    match steps.saturating_sub(before) {
        _ if is_up != (row < HALF) => (" ", style),
        0 => (" ", style),
        1 if is_up => (look.or("▄", "#"), style),
        1 => (look.or("▀", "#"), style),
        _ => (look.or("█", "#"), style),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(values: &[f64]) -> Vec<String> {
        let values: Vec<_> = values.iter().map(|value| Value::Known(*value)).collect();
        draw_graph(&values, 20, Look::FULL).iter().map(Line::to_string).collect()
    }

    #[test]
    fn an_opening_is_seen_and_the_draw_line_is_named() {
        let lines = drawn(&[0.2, 1.0, 0.0, -0.25, -1.0]);
        assert_eq!(
            lines,
            [
                "Yellow  █   ",
                "        █   ",
                "       ██   ",
                "draw   ─────",
                "          ██",
                "           █",
                "Red        █",
            ]
        );
    }
}
