//! The pane beside the board: the moves, the graph, the hints, and where there is room the keys.

use marlin_core::Player;
use marlin_core::any::Position;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::dialog::KEYS;
use super::graph;
use super::wrap::wrap;
use crate::look::{BOLD, DIM, Look};
use crate::state::Play;
use crate::words;

/// The lines of the graph with its heading.
const GRAPH_HEIGHT: u16 = 8;

/// Draws the pane from the top down, as far as it fits.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, play: &Play, look: Look, has_words_below: bool) {
    let mut rest = draw_lines(frame, area, &moves(play));
    let lines = sections(play, look, has_words_below);
    // At least a line that announces more.
    let kept = if lines.is_empty() { 0 } else { 2 };
    if play.shown().graph && rest.height >= 4 + kept {
        let height = GRAPH_HEIGHT.min(rest.height - kept);
        graph::draw(frame.buffer_mut(), Rect { height, ..rest }, play, look);
        rest = below(rest, height + 1);
    }
    rest = draw_lines(frame, rest, &lines);
    draw_keys(frame, rest, look);
}

/// Returns the shown parts as text, with an empty line between two sections.
fn sections(play: &Play, look: Look, has_words_below: bool) -> Vec<Line<'static>> {
    let shown = play.shown();
    let sections = [
        // Elsewhere they are below the columns.
        (shown.hints && !has_words_below).then(|| hints(play)),
        shown.threats.then(|| threats(play.game().position(), look)),
        shown.line.then(|| line(play)),
    ];
    let sections: Vec<_> = sections.into_iter().flatten().filter(|lines| !lines.is_empty()).collect();
    sections.join(&Line::default())
}

/// Draws lines, and returns the area below them and an empty line.
fn draw_lines(frame: &mut Frame<'_>, area: Rect, lines: &[Line<'static>]) -> Rect {
    if area.height == 0 || lines.is_empty() {
        return area;
    }
    let width = usize::from(area.width.max(1));
    let lines: Vec<_> = lines.iter().flat_map(|line| wrap(line, width)).collect();
    let needed = lines.len();
    let height = (needed as u16).min(area.height);
    frame.render_widget(Paragraph::new(lines), Rect { height, ..area });
    if needed > usize::from(height) {
        let last = Rect { y: area.y + height - 1, height: 1, ..area };
        frame.render_widget(Clear, last);
        frame.render_widget(Line::styled("... more in a larger window", DIM), last);
    }
    below(area, height + 1)
}

/// Returns the part of an area below its first lines.
fn below(area: Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    Rect { y: area.y + lines, height: area.height - lines, ..area }
}

fn heading(text: &'static str) -> Line<'static> {
    Line::styled(text, BOLD)
}

fn moves(play: &Play) -> Vec<Line<'static>> {
    let count = play.game().position().nb_moves();
    if count == 0 {
        return vec![Line::styled("No moves yet: X begins.", DIM)];
    }
    let moves = play.game().to_string();
    vec![Line::from(vec![Span::styled(format!("Moves ({count}) "), BOLD), Span::raw(moves)])]
}

/// Returns the score of each column in words, the best first.
fn hints(play: &Play) -> Vec<Line<'static>> {
    let mut lines = vec![heading("Hints")];
    let Some(analysis) = play.analysis() else {
        let text = if play.game().outcome().is_some() { "The game is over." } else { "Searching ..." };
        lines.push(Line::styled(text, DIM));
        return lines;
    };
    let nb_moves = play.game().position().nb_moves();
    let ranked = analysis.ranked();
    let best = ranked.first().map(|(_, bounds)| *bounds);
    lines.extend(ranked.into_iter().map(|(column, bounds)| {
        let style = if best == Some(bounds) { BOLD } else { Style::new() };
        Line::styled(format!("{column} {}", words::long(bounds, nb_moves)), style)
    }));
    lines
}

fn threats(position: &Position, look: Look) -> Vec<Line<'static>> {
    let of = |player: Player| {
        let cells: Vec<_> = position.threats(player).iter().map(|cell| cell.to_string()).collect();
        let cells = if cells.is_empty() { "none".to_owned() } else { cells.join(" ") };
        Line::from(vec![Span::styled(format!("{player} "), look.player(player)), Span::raw(cells)])
    };
    vec![heading("Threats"), of(Player::X), of(Player::O)]
}

fn line(play: &Play) -> Vec<Line<'static>> {
    let moves = play.best_line();
    if moves.is_empty() { Vec::new() } else { vec![heading("Best line"), Line::raw(words::moves(moves))] }
}

/// Draws the keys that fit, if they are several.
fn draw_keys(frame: &mut Frame<'_>, area: Rect, look: Look) {
    if area.height < 6 {
        return;
    }
    let lines: Vec<_> = KEYS.into_iter().map(|key| key.short(look)).collect();
    frame.render_widget(Paragraph::new(lines), area);
}
