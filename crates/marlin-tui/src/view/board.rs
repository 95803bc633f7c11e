//! The board, the pointer above it, and the numbers and hints below.

use marlin_core::Player;
use marlin_core::any::{Bitboard, Bounds};
use marlin_core::{Cell, Column};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::disc::{disc, hole, sign};
use super::layout::{HINT_ROWS, ScreenLayout};
use crate::look::{BEST, BOLD, DIM, Look};
use crate::state::Play;
use crate::words;

/// The data of the marks in the cells, computed once for all cells.
struct Marks {
    winning: Bitboard,
    last: Option<Cell>,
    threats: Option<[Bitboard; 2]>,
    /// The cells of the line of best play, in order.
    line: Vec<(Cell, Player)>,
}

impl Marks {
    fn of(play: &Play) -> Self {
        let game = play.game();
        let is_over = game.outcome().is_some();
        let of = |player| game.position().threats(player);
        Self {
            winning: game.winning_stones(),
            last: play.last_cell(),
            threats: (play.shown().threats && !is_over).then(|| [of(Player::X), of(Player::O)]),
            line: if play.shown().line { line(play) } else { Vec::new() },
        }
    }
}

/// Returns the cells of the line of best play, each with its player.
fn line(play: &Play) -> Vec<(Cell, Player)> {
    let mut position = *play.game().position();
    let step = |&column: &Column| {
        let cell = Cell::new(column, position.height(column))?;
        let player = position.side_to_move();
        position.play(column).ok()?;
        Some((cell, player))
    };
    play.best_line().iter().map_while(step).collect()
}

/// Draws everything from the pointer to the hints.
pub(super) fn draw(frame: &mut Frame<'_>, layout: &ScreenLayout, play: &Play, look: Look) {
    let buffer = frame.buffer_mut();
    draw_pointer(buffer, layout, play, look);
    draw_frame(buffer, layout, look);
    let (game, marks) = (play.game(), Marks::of(play));
    for column in game.size().columns() {
        for row in 0..game.size().height() {
            if let Some(cell) = Cell::new(column, row) {
                draw_cell(buffer, layout, play, cell, &marks, look);
            }
        }
    }
    draw_numbers(buffer, layout, play);
    if play.shown().hints && layout.hints.height > 0 {
        draw_hints(buffer, layout, play, look);
    }
}

/// Writes a text in the middle of some columns of a line.
fn centred(buffer: &mut Buffer, x: u16, y: u16, width: u16, text: &str, style: Style) {
    let length = text.chars().count() as u16;
    buffer.set_stringn(x + width.saturating_sub(length) / 2, y, text, usize::from(width), style);
}

fn draw_pointer(buffer: &mut Buffer, layout: &ScreenLayout, play: &Play, look: Look) {
    if play.game().outcome().is_some() || play.engine_to_move().is_some() {
        return;
    }
    let player = play.game().position().side_to_move();
    let cell = layout.cell(play.game().size(), play.cursor(), 0);
    let text = if layout.cell_width >= 5 {
        if look.is_ascii { format!("v {player} v") } else { format!("▼ {} ▼", sign(player)) }
    } else {
        look.or("▼", "v").to_owned()
    };
    centred(buffer, cell.x, layout.pointer.y, layout.cell_width, &text, look.player(player));
}

fn draw_frame(buffer: &mut Buffer, layout: &ScreenLayout, look: Look) {
    let Rect { x, y, width, height } = layout.board;
    let has_edge = layout.title.height > 0;
    let inner = height - u16::from(has_edge);
    for y in y..y + inner {
        for x in [x, x + width - 1] {
            buffer.set_string(x, y, look.or("│", "|"), look.board());
        }
    }
    if has_edge {
        let edge = look.or("─", "-").repeat(usize::from(width - 2));
        let text = format!("{}{edge}{}", look.or("└", "+"), look.or("┘", "+"));
        buffer.set_string(x, y + inner, text, look.board());
    }
}

fn draw_cell(buffer: &mut Buffer, layout: &ScreenLayout, play: &Play, cell: Cell, marks: &Marks, look: Look) {
    let area = layout.cell(play.game().size(), cell.column(), cell.row());
    let (stone, is_falling) = stone_at(play, cell);
    let is_winning = !is_falling && stone.is_some() && marks.winning.contains(cell);
    let is_last = !is_falling && marks.last == Some(cell) && play.falling().is_none();
    let ground = match (is_winning, is_last) {
        (true, _) => look.winning(),
        (_, true) => look.last(),
        _ => look.board(),
    };
    for y in area.y..area.bottom() {
        buffer.set_string(area.x, y, " ".repeat(usize::from(area.width)), ground);
    }
    let height = usize::from(area.height);
    let (rows, style) = match stone {
        Some(player) => (disc(player, height, look), look.player(player)),
        None => (hole(height, look), look.hole()),
    };
    for (y, row) in (area.y..).zip(&rows) {
        centred(buffer, area.x, y, area.width, row, ground.patch(style));
    }
    // Winning stones are in brackets, and the last one is between bars.
    let sides = match (is_winning, is_last) {
        (true, _) => Some(("[", "]")),
        (_, true) => Some((look.or("▏", "|"), look.or("▕", "|"))),
        _ => None,
    };
    if let Some((left, right)) = sides.filter(|_| area.width >= 3) {
        let style = ground.add_modifier(Modifier::BOLD);
        for y in area.y..area.bottom() {
            buffer.set_string(area.x, y, left, style);
            buffer.set_string(area.right() - 1, y, right, style);
        }
    }
    if stone.is_none() {
        draw_empty(buffer, area, cell, marks, look);
    }
}

/// Returns the visible stone of a cell, and whether it is falling.
fn stone_at(play: &Play, cell: Cell) -> (Option<Player>, bool) {
    let position = play.game().position();
    if let Some(falling) = play.falling() {
        if falling.target.column() == cell.column() && falling.row == cell.row() {
            return (position.at(falling.target), true);
        }
        if falling.target == cell {
            return (None, true);
        }
    }
    (position.at(cell), false)
}

/// Draws the number of a move of the line into an empty cell, and the threats of the players: above the number if there is one.
fn draw_empty(buffer: &mut Buffer, area: Rect, cell: Cell, marks: &Marks, look: Look) {
    let mut y = area.y + area.height / 2;
    if let Some(step) = marks.line.iter().position(|(taken, _)| *taken == cell) {
        let (_, player) = marks.line[step];
        let number = (step + 1).to_string();
        let text = if area.width >= 5 { format!("({number})") } else { number };
        centred(buffer, area.x, y, area.width, &text, look.player(player));
        if area.height == 1 {
            return;
        }
        y -= 1;
    }
    let Some(threats) = marks.threats else { return };
    let of = |player: Player| threats[player as usize].contains(cell);
    let middle = area.x + area.width / 2;
    match (of(Player::X), of(Player::O)) {
        (true, true) => {
            buffer.set_string(middle - 1, y, "x", look.player(Player::X));
            buffer.set_string(middle, y, "o", look.player(Player::O));
        }
        (true, false) => draw_threat(buffer, area, y, Player::X, look),
        (false, true) => draw_threat(buffer, area, y, Player::O, look),
        (false, false) => {}
    }
}

/// Writes the sign of a threat: small letters are threats, and capitals or discs stones.
fn draw_threat(buffer: &mut Buffer, area: Rect, y: u16, player: Player, look: Look) {
    let letter = player.symbol().to_ascii_lowercase();
    let text = if area.width >= 6 { format!("{letter}{letter}") } else { letter.to_string() };
    centred(buffer, area.x, y, area.width, &text, look.player(player));
}

fn draw_numbers(buffer: &mut Buffer, layout: &ScreenLayout, play: &Play) {
    let has_letters = layout.cell_width >= 6 && (play.shown().threats || play.is_explaining());
    for column in play.game().size().columns() {
        let cell = layout.cell(play.game().size(), column, 0);
        let is_pointed_at = column == play.cursor();
        let style = if is_pointed_at { BOLD } else { DIM };
        // Threats and explanations name cells by the letters of their columns.
        let text = match Cell::new(column, 0) {
            Some(lowest) if has_letters => format!("{column} ({})", lowest.to_string().trim_end_matches('1')),
            _ => column.to_string(),
        };
        centred(buffer, cell.x, layout.numbers.y, layout.cell_width, &text, style);
    }
}

fn draw_hints(buffer: &mut Buffer, layout: &ScreenLayout, play: &Play, look: Look) {
    let Some(analysis) = play.analysis() else {
        if play.progress().is_some() {
            let y = layout.hints.y;
            buffer.set_stringn(layout.hints.x + 1, y, "...", usize::from(layout.hints.width), DIM);
        }
        return;
    };
    let best = analysis.ranked().first().map(|(_, bounds)| *bounds);
    let nb_moves = play.game().position().nb_moves();
    for (column, bounds) in play.game().size().columns().zip(&analysis.columns) {
        let Some(bounds) = bounds else { continue };
        let cell = layout.cell(play.game().size(), column, 0);
        let style = if best == Some(*bounds) { BEST } else { Style::new() };
        draw_hint(buffer, layout, cell.x, *bounds, nb_moves, style, look);
    }
}

fn draw_hint(
    buffer: &mut Buffer,
    layout: &ScreenLayout,
    x: u16,
    bounds: Bounds,
    nb_moves: u32,
    style: Style,
    look: Look,
) {
    let number = words::number(bounds);
    let number = if look.is_ascii { number } else { number.replace(">=", "≥").replace("<=", "≤") };
    let width = layout.cell_width;
    let shown = if width > number.chars().count() as u16 + 1 { format!(" {number} ") } else { number };
    centred(buffer, x, layout.hints.y, width, &shown, style);
    if layout.has_words() && layout.hints.height >= HINT_ROWS {
        let (word, end) = words::short(bounds, nb_moves);
        centred(buffer, x, layout.hints.y + 1, width, word, Style::new());
        centred(buffer, x, layout.hints.y + 2, width, &end, DIM);
    }
}
