//! The evaluation over a game: a column for each move, upwards where X wins, downwards where O does. The closer the win, the
//! longer the bar.

use marlin_core::{Bounds, Player, Position};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::look::{BOLD, DIM, Look};
use crate::state::Play;
use crate::words;

/// The width of the names beside the graph.
const NAMES: usize = 5;
/// The lines above the line of a draw, and below it.
const HALF: usize = 3;

/// A place of the graph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    /// From -1, O has won, to 1, X has.
    Known(f64),
    /// Not searched yet.
    Pending,
    /// No winner is proven.
    Unproven,
}

impl Value {
    /// Returns the value of a position.
    fn of(position: &Position, bounds: Option<Bounds>) -> Self {
        let Some(bounds) = bounds else { return Self::Pending };
        words::evaluation_for_x(position, bounds).map_or(Self::Unproven, Self::Known)
    }
}

/// Returns the graph of the game on the board, with a heading.
pub(super) fn of_game(play: &Play, width: usize, look: Look) -> Vec<Line<'static>> {
    let values: Vec<_> =
        play.evaluations().iter().map(|(position, bounds)| Value::of(position, *bounds)).collect();
    let mut lines = vec![Line::styled("Who is winning", BOLD)];
    lines.extend(draw(&values, width, look));
    lines
}

/// Returns the lines of a graph. Its last column is the last value.
pub(super) fn draw(values: &[Value], width: usize, look: Look) -> Vec<Line<'static>> {
    let room = width.saturating_sub(NAMES).max(1);
    let shown = &values[values.len().saturating_sub(room)..];
    let line = |row: usize| {
        let (name, style) = match row {
            0 => ("X", look.ink(Player::X)),
            HALF => ("draw", DIM),
            row if row == 2 * HALF => ("O", look.ink(Player::O)),
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

/// Returns the sign of a value in a row. Bars are drawn in steps of half a line, and the slightest win is one of them.
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
    // The steps below those of this row.
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
        draw(&values, 20, Look::FULL).iter().map(Line::to_string).collect()
    }

    #[test]
    fn an_opening_is_seen_and_the_draw_line_is_named() {
        let lines = drawn(&[0.2, 1.0, 0.0, -0.25, -1.0]);
        assert_eq!(
            lines,
            [
                "X     █   ",
                "      █   ",
                "     ██   ",
                "draw ─────",
                "        ██",
                "         █",
                "O        █",
            ]
        );
    }
}
