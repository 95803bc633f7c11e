//! The text beside the board: the end of the game, the moves, the graph, the hints, and where there is room the keys.

use marlin_core::{Player, Position};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::dialog::KEYS;
use super::wrap::wrap;
use super::{ending, graph};
use crate::look::{BOLD, DIM, Look, heading};
use crate::state::Play;
use crate::words;

/// Returns the text for an area.
pub(super) fn lines(play: &Play, area: Rect, look: Look, has_words_below: bool) -> Vec<Line<'static>> {
    let width = usize::from(area.width);
    let shown = play.shown();
    let is_over = play.game().outcome().is_some();
    let sections = [
        is_over.then(|| ending::lines(play, look)),
        Some(moves(play)),
        shown.graph.then(|| graph::of_game(play, width, look)),
        (shown.hints && !is_over).then(|| hints(play, has_words_below)),
        shown.threats.then(|| threats(play.game().position(), look)),
        shown.line.then(|| line(play)),
    ];
    let sections: Vec<_> = sections.into_iter().flatten().filter(|lines| !lines.is_empty()).collect();
    let mut lines = sections.join(&Line::default());
    // The keys are shown if they are several, and at the end of the game those of the end are.
    let used: usize = lines.iter().map(|line| wrap(line, width.max(1)).len()).sum();
    let left = usize::from(area.height).saturating_sub(used + 1);
    if left >= 6 && !is_over {
        lines.push(Line::default());
        lines.extend(KEYS.into_iter().take(left).map(|key| key.short(look)));
    }
    lines
}

fn moves(play: &Play) -> Vec<Line<'static>> {
    let count = play.game().position().nb_moves();
    if count == 0 {
        return vec![Line::styled("No moves yet: X begins.", DIM)];
    }
    let moves = play.game().to_string();
    vec![Line::from(vec![Span::styled(format!("Moves ({count}) "), BOLD), Span::raw(moves)])]
}

/// Returns what is not proven, and the score of each column in words, the best first, unless they are below the columns.
fn hints(play: &Play, has_words_below: bool) -> Vec<Line<'static>> {
    let Some(analysis) = play.analysis() else {
        return vec![heading("Hints"), Line::styled("Searching ...", DIM)];
    };
    let open = words::not_proven(analysis).map(Line::raw);
    if has_words_below {
        return open.into_iter().collect();
    }
    let ranked = analysis.ranked();
    let best = ranked.first().map(|(_, bounds)| *bounds).filter(|_| analysis.best_is_proven());
    let mut lines = vec![heading("Hints")];
    lines.extend(open);
    lines.extend(ranked.into_iter().map(|(column, bounds)| {
        let style = if best == Some(bounds) { BOLD } else { Style::new() };
        Line::styled(format!("{column} {}", words::long(bounds, play.game().position())), style)
    }));
    lines
}

fn threats(position: &Position, look: Look) -> Vec<Line<'static>> {
    let of = |player: Player| {
        let cells: Vec<_> = position.threats(player).iter().map(|cell| cell.to_string()).collect();
        let cells = if cells.is_empty() { "none".to_owned() } else { cells.join(" ") };
        Line::from(vec![Span::styled(format!("{player} "), look.ink(player)), Span::raw(cells)])
    };
    vec![heading("Threats"), of(Player::X), of(Player::O)]
}

fn line(play: &Play) -> Vec<Line<'static>> {
    let moves = play.best_line();
    match play.analysis() {
        Some(analysis) if !moves.is_empty() => {
            vec![heading(words::best_line(analysis)), Line::raw(words::moves(moves))]
        }
        _ => Vec::new(),
    }
}
