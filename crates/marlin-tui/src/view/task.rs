//! The text, the status and the keys of a task, and the menu.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::board::name;
use super::dialog::{block, centred};
use crate::look::{BEST, BOLD, DIM, Look};
use crate::state::{BoardTask, Menu, MenuItem, Play, TaskQuestion};

/// The width of the menu.
const MENU_WIDTH: u16 = 64;
/// The width of the names of its items.
const NAMES: usize = 20;

/// The keys of the menu.
pub(super) const MENU_KEYS: [(&str, &str); 4] =
    [("↑ ↓", "select"), ("Enter", "choose"), ("Esc", "back"), ("q", "quit")];

/// Returns the text of the task on the board: the description of the board, the question, and the message
/// about the answer.
pub(super) fn lines(play: &Play, task: &BoardTask, look: Look) -> Vec<Line<'static>> {
    let mut text = play.task_text();
    let question = text.pop().unwrap_or_default();
    let mut lines: Vec<_> = text.into_iter().flat_map(|text| [Line::raw(text), Line::default()]).collect();
    lines.push(Line::styled(question, BOLD));
    if let Some(verdict) = &task.verdict {
        let style = if verdict.is_error { look.error() } else { look.better() };
        lines.extend([Line::default(), Line::styled(verdict.text.clone(), style)]);
    }
    if task.is_over && matches!(task.question, TaskQuestion::Puzzle(..)) {
        let kept = Line::styled(play.kept.puzzles_in_words(), DIM);
        lines.extend([Line::styled("c copies the result", DIM), Line::default(), kept]);
    }
    lines
}

/// Returns the text of the task and its keys.
pub(super) fn help(play: &Play, task: &BoardTask, look: Look) -> Vec<Line<'static>> {
    let mut lines = lines(play, task, look);
    lines.push(Line::default());
    lines.extend(keys(task).iter().map(|(key, word)| {
        Line::from(vec![Span::styled(format!("{:<7}", look.text(key)), BOLD), Span::raw(*word)])
    }));
    lines
}

/// Returns what to do now, in a line.
pub(super) fn status(play: &Play, task: &BoardTask, look: Look) -> Line<'static> {
    let player = play.game().position().side_to_move();
    let what = match (task.is_over, task.is_about_cells(), &play.progress) {
        (true, ..) => return Line::raw(look.text(" → shows the next one")),
        (_, true, _) => return Line::raw(look.text(" ← → ↑ ↓ Enter, or a click on a cell")),
        (.., Some(_)) => " to move. Searching ...",
        (.., None) => " to move: ← → Enter or a number",
    };
    let badge = Span::styled(name(player, look), look.letter(player));
    Line::from(vec![Span::raw(" "), badge, Span::raw(look.text(what))])
}

/// Returns the keys of a task.
pub(super) const fn keys(task: &BoardTask) -> &'static [(&'static str, &'static str)] {
    if task.is_over {
        &[("→", "next"), ("←", "back"), ("t", "try again"), ("e", "explain"), ("Esc", "menu"), ("q", "quit")]
    } else {
        &[("h", "hint"), ("s", "show me"), ("n", "next"), ("p", "back"), ("Esc", "menu"), ("q", "quit")]
    }
}

/// Draws the menu over the board.
pub(super) fn draw_menu(frame: &mut Frame<'_>, play: &Play, menu: Menu, look: Look) {
    let items = play.menu_items(menu.page);
    let area = centred(frame.area(), MENU_WIDTH, items.len() as u16 + 2);
    let room = usize::from(area.width.saturating_sub(2));
    let lines: Vec<_> = items
        .into_iter()
        .enumerate()
        .map(|(index, MenuItem { name, note, .. })| {
            let text = if room > 2 * NAMES {
                format!(" {name:<NAMES$} {}", fitting(&note, room - NAMES - 2))
            } else {
                let left = room.saturating_sub(name.len() + 2);
                format!(" {name}{:>left$}", fitting(&note, left.saturating_sub(1)))
            };
            let text: String = format!("{text:<room$}").chars().take(room).collect();
            Line::styled(text, if index == menu.item { BEST } else { Style::new() })
        })
        .collect();
    // Without room for all, the selected item is the last one that is seen.
    let height = usize::from(area.height.saturating_sub(2)).max(1);
    let top = (menu.item + 1).saturating_sub(height) as u16;
    let title = format!(" {} ", menu.page.title());
    let block = block(title, look);
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).scroll((top, 0)).block(block), area);
}

/// Returns a text without the parts at its end that do not fit into a width.
fn fitting(text: &str, width: usize) -> &str {
    let mut ends = text.match_indices([';', ',', '.']).map(|(end, _)| end).chain([text.len()]);
    ends.rfind(|&end| end <= width).map_or(text, |end| &text[..end])
}

/// Returns the area of an item of the menu at a place, for the mouse.
pub(crate) fn menu_item_at(play: &Play, menu: Menu, screen: Rect, x: u16, y: u16) -> Option<usize> {
    let items = play.menu_items(menu.page).len();
    let area = centred(screen, MENU_WIDTH, items as u16 + 2);
    let index = usize::from(y.checked_sub(area.y + 1)?);
    (area.x < x && x < area.right() && index < items).then_some(index)
}
