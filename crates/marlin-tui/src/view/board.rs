//! The board, the pointers above it, the shapes of stones, and the numbers and hints below.

use marlin_core::{Cell, Column, Player};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Borders, Widget};

use super::dialog::ASCII_BORDER;
use super::layout::{Hints, Pointer, Scene, ScreenLayout};
use crate::look::{BEST, BOLD, DIM, Look};
use crate::state::{Play, colour};
use crate::words;

/// Draws everything from the pointers to the hints.
pub(super) fn draw(frame: &mut Frame<'_>, layout: &ScreenLayout, play: &Play, look: Look) {
    let (buffer, scene) = (frame.buffer_mut(), &Scene::of(play));
    for &(column, pointer) in &scene.pointers {
        let cell = layout.cell(scene.game.size(), column, 0);
        let place = Rect { y: layout.pointer.y, height: 1, ..cell };
        draw_pointer(buffer, place, pointer, look);
    }
    draw_frame(buffer, layout, look);
    for column in scene.game.size().columns() {
        for row in 0..scene.game.size().height() {
            if let Some(cell) = Cell::new(column, row) {
                draw_cell(buffer, layout, scene, cell, look);
            }
        }
    }
    draw_numbers(buffer, layout, scene, look);
    if layout.hints.height == 0 {
        return;
    }
    if let Some(hints) = &scene.hints {
        draw_hints(buffer, layout, scene, hints, look);
    } else if play.shown.hints && play.progress.is_some() {
        let y = layout.hints.y;
        buffer.set_stringn(layout.hints.x + 1, y, "Searching ...", usize::from(layout.hints.width), DIM);
    }
}

/// Writes a text in the middle of some columns of a line.
fn centred(buffer: &mut Buffer, x: u16, y: u16, width: u16, text: &str, style: Style) {
    let length = text.chars().count() as u16;
    buffer.set_stringn(x + width.saturating_sub(length) / 2, y, text, usize::from(width), style);
}

fn draw_pointer(buffer: &mut Buffer, Rect { x, y, width, .. }: Rect, pointer: Pointer, look: Look) {
    let arrow = look.or("▼", "v");
    match pointer {
        Pointer::Choice(_) if width < 5 => centred(buffer, x, y, width, arrow, BOLD),
        Pointer::Choice(player) => {
            let sign = if look.is_ascii { player.to_string() } else { sign(player).to_owned() };
            let sign = if look.has_letters() { format!(" {player} ") } else { format!(" {sign} ") };
            centred(buffer, x, y, width, &format!("{arrow}{sign}{arrow}"), BOLD);
            centred(buffer, x, y, width, &sign, look.letter(player));
        }
        Pointer::Better => centred(buffer, x, y, width, arrow, look.better()),
        Pointer::Blunder => centred(buffer, x, y, width, "??", look.error()),
    }
}

/// Draws the frame of the board, whose lower edge is left out on a small screen.
fn draw_frame(buffer: &mut Buffer, layout: &ScreenLayout, look: Look) {
    let has_edge = layout.title.height > 0;
    let edges = Borders::LEFT | Borders::RIGHT | if has_edge { Borders::BOTTOM } else { Borders::NONE };
    let signs = if look.is_ascii { ASCII_BORDER } else { border::PLAIN };
    Block::new().borders(edges).border_set(signs).border_style(look.board()).render(layout.board, buffer);
}

fn draw_cell(buffer: &mut Buffer, layout: &ScreenLayout, scene: &Scene<'_>, cell: Cell, look: Look) {
    let area = layout.cell(scene.game.size(), cell.column(), cell.row());
    let (stone, is_falling) = stone_at(scene, cell);
    let is_winning = !is_falling && stone.is_some() && scene.winning.contains(cell);
    let is_last = !is_falling && scene.last == Some(cell) && scene.falling.is_none();
    let is_marked = is_winning || scene.marks.contains(&cell);
    let is_cursor = scene.cursor == Some(cell);
    let ground = match (is_marked, is_last) {
        (true, _) => look.winning(),
        (_, true) => look.last(),
        _ => look.board(),
    };
    buffer.set_style(area, ground);
    match stone {
        Some(player) => draw_stone(buffer, area, player, ground, look),
        None if look.has_round_holes() => {
            let rows = if area.height == 1 { vec!["●".to_owned()] } else { round(disc_size(area), false) };
            draw_rows(buffer, area, &rows, ground.patch(look.round_hole()));
        }
        None => {
            centred(buffer, area.x, area.y + area.height / 2, area.width, look.or("·", "."), ground);
        }
    }
    // Winning stones and cells that a task points out are in brackets, the chosen cell is between arrows, and
    // the last stone between bars. A tight cell has room only for the right one: the left one is in the gap
    // before it.
    let sides = match (is_marked, is_last) {
        _ if is_cursor => Some((look.or("▶", ">"), look.or("◀", "<"))),
        (true, _) => Some(("[", "]")),
        (_, true) => Some((look.or("▏", "|"), look.or("▕", "|"))),
        _ => None,
    };
    if let Some((left, right)) = sides.filter(|_| area.width >= 3) {
        let style = ground.add_modifier(Modifier::BOLD);
        let left_x = area.x - u16::from(is_tight(area));
        for y in area.y..area.bottom() {
            buffer.set_string(left_x, y, left, style);
            buffer.set_string(area.right() - 1, y, right, style);
        }
    }
    if stone.is_none() {
        let is_disc = area.height > 1;
        let ground = if is_disc { ground.patch(look.in_hole()) } else { ground };
        draw_empty(buffer, area, cell, scene, ground, look);
    }
}

fn draw_rows(buffer: &mut Buffer, area: Rect, rows: &[String], style: Style) {
    for (y, row) in (area.y..).zip(rows) {
        centred(buffer, area.x, y, area.width, row, style);
    }
}

/// Draws a stone: with colours a full disc with a letter, otherwise the shape of the player.
fn draw_stone(buffer: &mut Buffer, area: Rect, player: Player, ground: Style, look: Look) {
    let (size, style) = (disc_size(area), ground.patch(look.stone(player)));
    if !look.has_letters() {
        return draw_rows(buffer, area, &disc(player, size, look), style);
    }
    draw_rows(buffer, area, &solid(size), style);
    let (top, rows) = letter(player, size);
    for (y, row) in (area.y + top..).zip(rows) {
        centred(buffer, area.x, y, area.width, row, look.letter(player));
    }
}

/// Returns the visible stone of a cell, and whether it is falling.
fn stone_at(scene: &Scene<'_>, cell: Cell) -> (Option<Player>, bool) {
    let position = scene.game.position();
    if let Some(falling) = scene.falling {
        if falling.target.column() == cell.column() && falling.row == cell.row() {
            return (position.at(falling.target), true);
        }
        if falling.target == cell {
            return (None, true);
        }
    }
    (position.at(cell), false)
}

/// Draws the number of a move of the line into an empty cell, and the threats of the players: above the
/// number if there is one.
fn draw_empty(buffer: &mut Buffer, area: Rect, cell: Cell, scene: &Scene<'_>, ground: Style, look: Look) {
    let mut y = area.y + area.height / 2;
    if let Some(step) = scene.line.iter().position(|(taken, _)| *taken == cell) {
        let (_, player) = scene.line[step];
        let number = (step + 1).to_string();
        let text = if area.width >= 5 { format!("({number})") } else { number };
        centred(buffer, area.x, y, area.width, &text, ground.patch(look.stone(player)));
        if area.height == 1 {
            return;
        }
        y -= 1;
    }
    let Some(threats) = scene.threats else { return };
    // The upper row of a round hole is half the board.
    let ground = if area.height == 2 && y == area.y { look.board() } else { ground };
    let style = |player| ground.patch(look.stone(player));
    // Small letters are threats, and capitals or discs stones.
    match threats.map(|cells| cells.contains(cell)) {
        [true, true] => {
            let middle = area.x + area.width / 2;
            buffer.set_string(middle - 1, y, "x", style(Player::X));
            buffer.set_string(middle, y, "o", style(Player::O));
        }
        [false, false] => {}
        [is_x, _] => {
            let player = if is_x { Player::X } else { Player::O };
            let letter = player.to_string().to_ascii_lowercase();
            let text = letter.repeat(if area.width >= 6 { 2 } else { 1 });
            centred(buffer, area.x, y, area.width, &text, style(player));
        }
    }
}

fn draw_numbers(buffer: &mut Buffer, layout: &ScreenLayout, scene: &Scene<'_>, look: Look) {
    let size = scene.game.size();
    if scene.has_letters && size.height() <= 9 {
        for row in 0..size.height() {
            let cell = layout.cell(size, Column::A, row);
            let y = cell.y + cell.height / 2;
            buffer.set_string(layout.board.x, y, (row + 1).to_string(), look.board());
        }
    }
    for column in scene.game.size().columns() {
        let cell = layout.cell(scene.game.size(), column, 0);
        let style = if scene.column == Some(column) { BOLD } else { DIM };
        let text = match Cell::new(column, 0) {
            Some(lowest) if scene.has_letters && layout.cell_width >= 4 => {
                let letter = lowest.column().file();
                if layout.cell_width >= 6 {
                    format!("{column} ({letter})")
                } else {
                    format!("{column} {letter}")
                }
            }
            _ => column.to_string(),
        };
        centred(buffer, cell.x, layout.numbers.y, layout.cell_width, &text, style);
    }
}

fn draw_hints(buffer: &mut Buffer, layout: &ScreenLayout, scene: &Scene<'_>, hints: &Hints, look: Look) {
    let position = scene.game.position();
    for (column, bounds) in scene.game.size().columns().zip(&hints.columns) {
        let Some(bounds) = bounds else { continue };
        let x = layout.cell(scene.game.size(), column, 0).x;
        let style = if hints.best == Some(*bounds) { BEST } else { Style::new() };
        let (word, end) = words::short(*bounds, position);
        let end = if hints.promising == Some(column) { "best?".to_owned() } else { end };
        let signs = [look.or("≥", ">="), look.or("≤", "<=")];
        let number = words::number(*bounds, position.size(), signs);
        let width = layout.cell_width;
        let shown = if width > number.chars().count() as u16 + 1 { format!(" {number} ") } else { number };
        centred(buffer, x, layout.hints.y, width, &shown, style);
        if layout.has_words() {
            centred(buffer, x, layout.hints.y + 1, width, word, Style::new());
            centred(buffer, x, layout.hints.y + 2, width, &end, DIM);
        }
    }
}

/// The square of the inner radius of a ring whose outer radius is 1: the ring is about half a character
/// thick.
const HOLLOW: f64 = 0.385;

/// The width and the height of a disc in characters.
type DiscSize = (usize, usize);

/// Returns whether a disc fills its cell except for a column.
const fn is_tight(cell: Rect) -> bool {
    cell.height > 1 && cell.width <= 2 * cell.height
}

/// Returns the size of the disc in a cell: twice as wide as high, or a column less where it would touch the
/// next one. One of a single row is as wide as its cell allows.
fn disc_size(cell: Rect) -> DiscSize {
    let (width, height) = (usize::from(cell.width), usize::from(cell.height));
    match height {
        1 if width < 3 => (1, 1),
        1 => (3, 1),
        _ => ((2 * height).min(width - 1), height),
    }
}

/// Returns the rows of a disc, or without colours the rows of the shape of a player. A single row has one
/// character.
fn disc(player: Player, size: DiscSize, look: Look) -> Vec<String> {
    match (player, look.is_ascii) {
        (_, false) if size.1 == 1 => vec![sign(player).to_owned()],
        (_, true) if size.1 == 1 => vec![player.to_string()],
        (Player::X, false) => round(size, false),
        (Player::O, false) => round(size, true),
        (Player::X, true) => cross(size),
        (Player::O, true) => box_of_ascii(size),
    }
}

/// Returns the rows of a solid disc for a stone with a letter.
fn solid(size: DiscSize) -> Vec<String> {
    match size {
        (1, 1) => vec!["█".to_owned()],
        (_, 1) => vec!["▐█▌".to_owned()],
        _ => round(size, false),
    }
}

/// Returns the letter on a solid disc, and its first row. A letter of two or four characters is in the middle
/// of a disc that is an even number of them wide.
const fn letter(player: Player, size: DiscSize) -> (u16, &'static [&'static str]) {
    match (player, size) {
        (Player::X, (_, 1)) => (0, &["X"]),
        (Player::O, (_, 1)) => (0, &["O"]),
        (Player::X, (3, _)) => (1, &["X"]),
        (Player::O, (3, _)) => (1, &["O"]),
        (Player::X, (_, 2 | 3)) => (1, &["><"]),
        (Player::O, (_, 2 | 3)) => (1, &["()"]),
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

/// Returns the colour of a player, and without colours the shape of the stones.
pub(super) fn name(player: Player, look: Look) -> String {
    match (look.has_colours(), look.is_ascii) {
        (true, _) => format!(" {} ", colour(player)),
        (false, true) => format!("{} {player}", colour(player)),
        (false, false) => format!("{} {}", colour(player), sign(player)),
    }
}

/// Returns a disc, or a ring if it is hollow. A character has four quarters, each twice as high as wide. The
/// uppermost ones stay empty, so that discs do not touch those above.
fn round((width, height): DiscSize, is_hollow: bool) -> Vec<String> {
    let (across, down) = (width as f64, height as f64 - 0.5);
    let is_full = |x: usize, y: usize| {
        let (x, y) = ((x as f64 + 0.5) / across - 1.0, (y as f64 - 0.5) / down - 1.0);
        let distance = x * x + y * y;
        y >= -1.0 && distance < 1.0 && !(is_hollow && distance < HOLLOW)
    };
    let quarters = |row: usize, x: usize| {
        let full = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, low)| is_full(2 * x + right, 2 * row + low));
        QUARTERS[full.iter().rev().fold(0, |bits, &is_full| 2 * bits + usize::from(is_full))]
    };
    (0..height).map(|row| (0..width).map(|x| quarters(row, x)).collect()).collect()
}

/// The characters by their full quarters: bit 0 is the upper left one, bit 1 the upper right, then the lower
/// ones.
const QUARTERS: [char; 16] = [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// Returns a cross of strokes.
fn cross((width, height): DiscSize) -> Vec<String> {
    let stroke = if width < 2 * height { 1 } else { 2 };
    let row = |row: usize| {
        let mut cells = vec![' '; width];
        let down = row * (width - stroke) / (height - 1);
        let up = width - stroke - down;
        cells[down..down + stroke].fill('\\');
        cells[up..up + stroke].fill('/');
        cells.into_iter().collect()
    };
    (0..height).map(row).collect()
}

/// Returns a ring of dots and strokes.
fn box_of_ascii((width, height): DiscSize) -> Vec<String> {
    let inner = width - 2;
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
    use crate::look::ColourDepth;

    const LOOK: Look = Look::FULL;
    const ASCII: Look = Look { depth: ColourDepth::None, is_ascii: true, ..Look::FULL };

    /// The sizes of discs.
    const SIZES: [DiscSize; 6] = [(1, 1), (3, 1), (3, 2), (4, 2), (6, 3), (8, 4)];

    #[test]
    fn the_discs_of_the_players_differ_in_shape_at_every_size() {
        for size in SIZES {
            for look in [LOOK, ASCII] {
                let [x, o] = [Player::X, Player::O].map(|player| disc(player, size, look));
                assert_ne!(x, o, "{size:?}");
                let width = if size.1 == 1 { 1 } else { size.0 };
                for row in x.iter().chain(&o) {
                    assert_eq!(row.chars().count(), width, "{row:?}");
                }
                assert_eq!((x.len(), o.len()), (size.1, size.1));
            }
        }
    }

    #[test]
    fn a_letter_is_in_the_middle_of_its_disc() {
        for size in SIZES {
            let [x, o] = [Player::X, Player::O].map(|player| letter(player, size));
            assert_ne!(x.1, o.1);
            for (top, rows) in [x, o] {
                let disc = solid(size);
                for (letter, row) in rows.iter().zip(&disc[usize::from(top)..]) {
                    let around = (row.chars().count() - letter.chars().count()) / 2;
                    let below: Vec<_> = row.chars().skip(around).take(letter.chars().count()).collect();
                    assert!(below.iter().all(|char| *char == '█'), "{size:?}: {below:?}");
                }
            }
        }
    }

    #[test]
    fn a_disc_of_two_rows_is_solid_and_a_ring_is_open() {
        assert_eq!(disc(Player::X, (4, 2), LOOK), ["▗▄▄▖", "▜██▛"]);
        assert_eq!(disc(Player::O, (4, 2), LOOK), ["▗▄▄▖", "▜▄▄▛"]);
        assert_eq!(disc(Player::X, (3, 2), LOOK), ["▗▄▖", "▜█▛"]);
        assert_eq!(disc(Player::O, (3, 2), LOOK), ["▗▄▖", "▚▄▞"]);
        assert_eq!(disc(Player::X, (3, 2), ASCII), ["\\ /", "/ \\"]);
    }
}
