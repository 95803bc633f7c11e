//! Discs of several sizes. With colours all are solid, and stones have letters; without, O's are rings, and holes are dots.

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

/// Returns the rows of a round hole.
pub(super) fn round_hole(height: usize) -> Vec<String> {
    if height == 1 { vec!["●".to_owned()] } else { round(height, false) }
}

/// Returns the rows of a solid disc for a stone with a letter. One of a single row is as wide as its cell allows.
pub(super) fn solid(height: usize, cell_width: usize) -> Vec<String> {
    match (height, cell_width) {
        (1, ..3) => vec!["█".to_owned()],
        (1, _) => vec!["▐█▌".to_owned()],
        _ => round(height, false),
    }
}

/// Returns the letter on a solid disc, and its first row. Discs are an even number of characters wide, so that a letter of two
/// or four is in the middle.
pub(super) const fn letter(player: Player, height: usize) -> (u16, &'static [&'static str]) {
    match (player, height) {
        (Player::X, 1) => (0, &["X"]),
        (Player::O, 1) => (0, &["O"]),
        (Player::X, 2 | 3) => (1, &["><"]),
        (Player::O, 2 | 3) => (1, &["()"]),
        (Player::X, _) => (1, &["▀▄▄▀", "▄▀▀▄"]),
        (Player::O, _) => (1, &["▄▀▀▄", "▀▄▄▀"]),
    }
}

/// Returns the sign of a player in a line of text.
pub(super) const fn sign(player: Player) -> &'static str {
    match player {
        Player::X => "●",
        Player::O => "○",
    }
}

/// Returns the letter of a player, and without colours the shape of the stones.
pub(super) fn name(player: Player, look: Look) -> String {
    match (look.has_colours(), look.is_ascii) {
        (true, _) => format!(" {player} "),
        (false, true) => player.to_string(),
        (false, false) => format!("{player} {}", sign(player)),
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

    const LOOK: Look = Look::FULL;
    const ASCII: Look = Look::FULL.colours(false).ascii(true);

    #[test]
    fn the_discs_of_the_players_differ_in_shape_at_every_size() {
        for height in 1..=4 {
            for look in [LOOK, ASCII] {
                let [x, o] = [Player::X, Player::O].map(|player| disc(player, height, look));
                assert_ne!(x, o, "{height}");
                assert_ne!(x, hole(height, look.colours(false)));
                let width = if height == 1 { 1 } else { 2 * height };
                for row in x.iter().chain(&o).chain(&hole(height, look)) {
                    assert_eq!(row.chars().count(), width, "{row:?}");
                }
                assert_eq!((x.len(), o.len()), (height, height));
            }
        }
    }

    #[test]
    fn a_letter_is_in_the_middle_of_its_disc() {
        for height in 1..=4 {
            let [x, o] = [Player::X, Player::O].map(|player| letter(player, height));
            assert_ne!(x.1, o.1);
            for (top, rows) in [x, o] {
                let disc = solid(height, 6);
                for (letter, row) in rows.iter().zip(&disc[usize::from(top)..]) {
                    let around = (row.chars().count() - letter.chars().count()) / 2;
                    let below: Vec<_> = row.chars().skip(around).take(letter.chars().count()).collect();
                    assert!(below.iter().all(|char| *char == '█'), "{height}: {below:?}");
                }
            }
        }
    }

    #[test]
    fn a_disc_of_two_rows_is_solid_and_a_ring_is_open() {
        assert_eq!(disc(Player::X, 2, LOOK), ["▗▄▄▖", "▜██▛"]);
        assert_eq!(disc(Player::O, 2, LOOK), ["▗▄▄▖", "▜▄▄▛"]);
    }
}
