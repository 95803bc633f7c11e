//! The explanation of the position, a text that scrolls: beside the board where it fits, otherwise in its place.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::dialog::block;
use super::layout::ScreenLayout;
use super::wrap::wrap;
use crate::explain;
use crate::look::{DIM, Look};
use crate::state::{Dialog, Play};

/// The lines of the explanation, and the part of them on a screen.
pub(crate) struct ExplanationPage {
    area: Rect,
    lines: Vec<Line<'static>>,
    /// The first shown line.
    pub(crate) top: usize,
    /// The number of shown lines.
    pub(crate) height: usize,
}

impl ExplanationPage {
    /// Returns the page on a screen.
    pub(crate) fn of(play: &Play, screen: Rect) -> Self {
        let layout = ScreenLayout::new(play.game().size(), screen);
        let area = layout.and_then(|layout| layout.pane).unwrap_or(screen);
        // The frame takes a line and a column on each side.
        let (width, height) = (area.width.saturating_sub(2), area.height.saturating_sub(2));
        let paragraphs = explain::sentences(play);
        let lines = paragraphs.iter().flat_map(|text| text.lines());
        let lines: Vec<_> =
            lines.flat_map(|line| wrap(&Line::raw(line), usize::from(width.max(1)))).collect();
        let top = if let Some(Dialog::Explanation { top }) = play.dialog() { *top } else { 0 };
        let page = Self { area, lines, top, height: usize::from(height) };
        Self { top: top.min(page.last_top()), ..page }
    }

    /// Returns the first line of the last page.
    pub(crate) fn last_top(&self) -> usize {
        self.lines.len().saturating_sub(self.height)
    }

    /// Returns the title, with the shown lines unless they are all.
    fn title(&self) -> String {
        if self.last_top() == 0 {
            return " Why ".to_owned();
        }
        let last = (self.top + self.height).min(self.lines.len());
        format!(" Why, lines {} to {last} of {} ", self.top + 1, self.lines.len())
    }
}

/// Draws the explanation.
pub(super) fn draw(frame: &mut Frame<'_>, play: &Play, look: Look) {
    let page = ExplanationPage::of(play, frame.area());
    let keys = if page.last_top() == 0 { " Esc closes " } else { " ↑ ↓ scroll, Esc closes " };
    let block = block(page.title(), look).title_bottom(Line::styled(look.text(keys), DIM));
    let shown = page.lines.into_iter().skip(page.top).take(page.height).collect::<Vec<_>>();
    frame.render_widget(Clear, page.area);
    frame.render_widget(Paragraph::new(shown).block(block), page.area);
}
