//! The evaluation over the game: a column for each position, upwards where X wins, downwards where O does.

use marlin_core::Player;
use marlin_core::any::{Bounds, Position, Score};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::look::{BOLD, DIM, Look};
use crate::state::Play;

/// Returns the value from X's view; `None` without a proven winner.
pub(crate) fn value_for_x(position: &Position, bounds: Bounds) -> Option<i32> {
    let score = match (bounds.score(), bounds.lower().get(), bounds.upper().get()) {
        (Some(score), ..) => score,
        (None, 1.., _) => bounds.lower(),
        (None, _, ..=-1) => bounds.upper(),
        _ => return None,
    };
    Some(if position.side_to_move() == Player::X { score.get() } else { -score.get() })
}

/// Draws the graph, with a heading in the first line. The last column is the position on the board.
pub(super) fn draw(buffer: &mut Buffer, area: Rect, play: &Play, look: Look) {
    buffer.set_stringn(area.x, area.y, "Evaluation", usize::from(area.width), BOLD);
    let plot =
        Rect { x: area.x + 2, y: area.y + 1, width: area.width.saturating_sub(2), height: area.height - 1 };
    let half = plot.height.saturating_sub(1) / 2;
    if half == 0 || plot.width < 4 {
        return;
    }
    let axis = plot.y + half;
    buffer.set_string(area.x, plot.y, "X", look.player(Player::X));
    buffer.set_string(area.x, axis, "=", DIM);
    buffer.set_string(area.x, axis + half, "O", look.player(Player::O));
    let evaluations = play.evaluations();
    let shown = evaluations.len().min(usize::from(plot.width));
    let most = Score::highest(play.game().size()).get().max(1);
    for (x, (position, bounds)) in (plot.x..).zip(&evaluations[evaluations.len() - shown..]) {
        match bounds.map(|bounds| value_for_x(position, bounds)) {
            None => buffer.set_string(x, axis, look.or("·", "."), DIM),
            Some(None) => buffer.set_string(x, axis, "?", DIM),
            Some(Some(value)) => draw_bar(buffer, x, axis, half, value, most, look),
        }
    }
}

/// Draws a bar in steps of half a line; the slightest win is one of them.
fn draw_bar(buffer: &mut Buffer, x: u16, axis: u16, half: u16, value: i32, most: i32, look: Look) {
    buffer.set_string(x, axis, look.or("─", "-"), DIM);
    let steps = u16::try_from((value.abs() * 2 * i32::from(half) + most - 1) / most).unwrap_or(0);
    let player = if value > 0 { Player::X } else { Player::O };
    for step in (0..steps).step_by(2) {
        let line = step / 2 + 1;
        let y = if value > 0 { axis - line } else { axis + line };
        let is_whole = step + 1 < steps;
        let sign = match (is_whole, value > 0) {
            (true, _) => look.or("█", "#"),
            (false, true) => look.or("▄", "#"),
            (false, false) => look.or("▀", "#"),
        };
        buffer.set_string(x, y, sign, look.player(player));
    }
}
