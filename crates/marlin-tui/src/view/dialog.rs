//! The help and the prompts.

use std::borrow::Cow;

use marlin_coach::level::SkillLevel;
use marlin_core::BoardSize;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::look::{BEST, BOLD, DIM, Look};
use crate::state::{Command, Prompt};

/// The width of the levels with a sentence about each.
const LEVELS_WIDTH: u16 = 75;

/// Returns the keys, the most important ones first, each with its whole description or with its name alone.
pub(super) fn keys(look: Look, is_whole: bool) -> Vec<Line<'static>> {
    let row = |(keys, names, note): (String, String, &str)| {
        let (margin, note) = if is_whole { (" ", look.text(note)) } else { Default::default() };
        let keys = Span::styled(format!("{margin}{:<7} ", look.text(&keys)), BOLD);
        Line::from(vec![keys, Span::raw(format!("{names}{note}"))])
    };
    Command::rows().into_iter().map(row).collect()
}

/// Returns the text of the help.
pub(super) fn help(look: Look) -> Vec<Line<'static>> {
    let mut lines = keys(look, true);
    lines.push(Line::styled(" Score: the stones that the winner has left, the winning one included", DIM));
    lines
}

/// Returns an area in the middle of another one, as large as that allows.
pub(super) fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// Draws the levels of the engine over the board, as far as they fit above the prompt for the players.
pub(super) fn draw_levels(frame: &mut Frame<'_>, above: Rect, size: BoardSize, look: Look) {
    let has_summaries = above.width >= LEVELS_WIDTH;
    let line = |level: SkillLevel| {
        let name = Span::styled(format!(" {:>2} {:<14}", level.get(), level.name(size)), BOLD);
        Line::from(vec![name, Span::raw(if has_summaries { level.summary() } else { "" })])
    };
    let lines: Vec<_> = SkillLevel::all().map(line).collect();
    let width = if has_summaries { LEVELS_WIDTH } else { 22 };
    let place = centred(above, width, lines.len() as u16 + 2);
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block(" Levels ", look)), place);
}

/// Draws a prompt and its input in place of the status.
pub(super) fn draw_prompt(frame: &mut Frame<'_>, area: Rect, prompt: Prompt, input: &str) {
    let label = format!(" {}: ", prompt.text());
    let room = usize::from(area.width).saturating_sub(label.len() + 2);
    let skipped = input.chars().count().saturating_sub(room);
    let end: String = input.chars().skip(skipped).collect();
    let cursor = Span::styled(" ", BEST);
    let line = Line::from(vec![Span::styled(label, BOLD), Span::raw(end), cursor]);
    frame.render_widget(Clear, area);
    frame.render_widget(line, area);
}

/// The signs of a frame in ASCII.
pub(super) const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Returns a frame with a title.
pub(super) fn block(title: impl Into<Cow<'static, str>>, look: Look) -> Block<'static> {
    let signs = if look.is_ascii { ASCII_BORDER } else { border::ROUNDED };
    Block::bordered().title(Span::styled(title, BOLD)).border_set(signs)
}
