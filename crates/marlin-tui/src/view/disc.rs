//! Discs of several sizes: X's are solid, O's are rings, and holes are dots.

use marlin_core::Player;

use crate::look::Look;

/// The square of the inner radius of a ring, where that of the outer one is 1: a ring is about half a character thick.
const HOLLOW: f64 = 0.385;

/// Returns the rows of a disc that is `height` characters high and twice as wide; one of a single row has one character.
pub(super) fn disc(player: Player, height: usize, look: Look) -> Vec<String> {
    match (player, look.is_ascii) {
        (_, false) if height == 1 => vec![look.or(sign(player), "").to_owned()],
        (_, true) if height == 1 => vec![player.symbol().to_string()],
        (Player::X, false) => round(height, false),
        (Player::O, false) => round(height, true),
        (Player::X, true) => cross(height),
        (Player::O, true) => box_of_ascii(height),
    }
}

/// Returns the rows of a hole, in the same way: a dot in the middle.
pub(super) fn hole(height: usize, look: Look) -> Vec<String> {
    let width = if height == 1 { 1 } else { 2 * height };
    let dot = look.or("·", ".");
    let mut rows = vec![" ".repeat(width); height];
    let (left, right) = (" ".repeat((width - 1) / 2), " ".repeat(width / 2));
    rows[height / 2] = format!("{left}{dot}{right}");
    rows
}

/// Returns the sign of a player in a line of text.
pub(super) const fn sign(player: Player) -> &'static str {
    match player {
        Player::X => "●",
        Player::O => "○",
    }
}

/// Returns a disc, or a ring if it is hollow. A character has four quarters, each twice as high as wide. The uppermost ones
/// stay empty, so that discs do not touch those above.
fn round(height: usize, is_hollow: bool) -> Vec<String> {
    let (across, down) = (2.0 * height as f64, height as f64 - 0.5);
    let is_full = |x: usize, y: usize| {
        let (x, y) = ((x as f64 + 0.5) / across - 1.0, (y as f64 - 0.5) / down - 1.0);
        let distance = x * x + y * y;
        y >= -1.0 && distance < 1.0 && !(is_hollow && distance < HOLLOW)
    };
    let quarters = |row: usize, x: usize| {
        let full = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, low)| is_full(2 * x + right, 2 * row + low));
        QUARTERS[full.iter().rev().fold(0, |bits, &is_full| 2 * bits + usize::from(is_full))]
    };
    (0..height).map(|row| (0..2 * height).map(|x| quarters(row, x)).collect()).collect()
}

/// The characters by their full quarters: bit 0 is the upper left one, bit 1 the upper right, then the lower ones.
const QUARTERS: [char; 16] = [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// Returns a cross of strokes.
fn cross(height: usize) -> Vec<String> {
    let width = 2 * height;
    let row = |row: usize| {
        let mut cells = vec![' '; width];
        let (down, up) = (2 * row, width - 2 - 2 * row);
        cells[down..down + 2].fill('\\');
        cells[up..up + 2].fill('/');
        cells.into_iter().collect()
    };
    (0..height).map(row).collect()
}

/// Returns a ring of dots and strokes.
fn box_of_ascii(height: usize) -> Vec<String> {
    let inner = 2 * height - 2;
    let row = |row: usize| match row {
        0 => format!(".{}.", "-".repeat(inner)),
        _ if row == height - 1 => format!("'{}'", "-".repeat(inner)),
        _ => format!("|{}|", " ".repeat(inner)),
    };
    (0..height).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look = Look { has_colours: true, is_ascii: false };
    const ASCII: Look = Look { has_colours: false, is_ascii: true };

    #[test]
    fn the_discs_of_the_players_differ_in_shape_at_every_size() {
        for height in 1..=4 {
            for look in [LOOK, ASCII] {
                let [x, o] = [Player::X, Player::O].map(|player| disc(player, height, look));
                assert_ne!(x, o, "{height}");
                assert_ne!(x, hole(height, Look { has_colours: false, ..look }));
                let width = if height == 1 { 1 } else { 2 * height };
                for row in x.iter().chain(&o).chain(&hole(height, look)) {
                    assert_eq!(row.chars().count(), width, "{row:?}");
                }
                assert_eq!((x.len(), o.len()), (height, height));
            }
        }
    }

    #[test]
    fn a_disc_of_two_rows_is_solid_and_a_ring_is_open() {
        assert_eq!(disc(Player::X, 2, LOOK), ["▗▄▄▖", "▜██▛"]);
        assert_eq!(disc(Player::O, 2, LOOK), ["▗▄▄▖", "▜▄▄▛"]);
    }
}
