//! [`Page`]: a text that scrolls: that of a dialog, or the one beside the board.

use crossterm::event::KeyCode;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::dialog::{self, block};
use super::layout::ScreenLayout;
use super::wrap::wrap;
use super::{pane, story};
use crate::look::{DIM, Look};
use crate::state::{Dialog, Play};
use crate::words;

/// The lines of a text, and the part of them on a screen.
pub(crate) struct Page {
    /// The area with the frame, if the page has a title.
    area: Rect,
    title: Option<String>,
    lines: Vec<Line<'static>>,
    /// The first shown line.
    pub(crate) top: usize,
    /// The number of shown lines.
    pub(crate) height: usize,
}

impl Page {
    /// Returns the page that a game shows on a screen, `None` without room or text.
    pub(crate) fn of(play: &Play, screen: Rect, look: Look) -> Option<Self> {
        let layout = ScreenLayout::new(play.game().size(), screen);
        let pane = layout.and_then(|layout| layout.pane);
        let top = play.top();
        match play.dialog() {
            Some(Dialog::Help) => {
                let lines = dialog::help(look);
                Some(Self::new(dialog::help_area(screen), Some("Keys".to_owned()), &lines, top))
            }
            Some(Dialog::Explanation) => {
                let paragraphs = words::explanation(play);
                let lines: Vec<_> = paragraphs
                    .iter()
                    .flat_map(|text| text.lines())
                    .map(|line| Line::raw(line.to_owned()))
                    .collect();
                Some(Self::new(pane.unwrap_or(screen), Some("Why".to_owned()), &lines, top))
            }
            Some(Dialog::Review(_)) => {
                let area = pane.or_else(|| play.blunder_card().is_none().then_some(screen))?;
                let lines = story::lines(play, usize::from(area.width.saturating_sub(2)), look);
                Some(Self::new(area, Some(story::title(play)), &lines, top))
            }
            Some(Dialog::Prompt { .. }) | None => {
                let area = pane?;
                let has_words = layout.is_some_and(|layout| layout.has_words());
                Some(Self::new(area, None, &pane::lines(play, area, look, has_words), top))
            }
        }
    }

    fn new(area: Rect, title: Option<String>, lines: &[Line<'static>], top: usize) -> Self {
        let is_framed = u16::from(title.is_some());
        // The frame takes a line and a column on each side.
        let width = area.width.saturating_sub(2 * is_framed).max(1);
        let lines: Vec<_> = lines.iter().flat_map(|line| wrap(line, usize::from(width))).collect();
        let room = usize::from(area.height.saturating_sub(2 * is_framed));
        // Without a frame the last line says that there is more.
        let height = if title.is_none() && lines.len() > room { room.saturating_sub(1) } else { room };
        let page = Self { area, title, lines, top, height };
        Self { top: top.min(page.last_top()), ..page }
    }

    /// Returns the first line of the last page.
    pub(crate) fn last_top(&self) -> usize {
        self.lines.len().saturating_sub(self.height)
    }

    /// Returns the first line after a key that scrolls, `None` for another key.
    pub(crate) fn after(&self, key: KeyCode) -> Option<usize> {
        let top = match key {
            KeyCode::Up => self.top.saturating_sub(1),
            KeyCode::Down => self.top + 1,
            KeyCode::PageUp => self.top.saturating_sub(self.height),
            KeyCode::PageDown => self.top + self.height,
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX,
            _ => return None,
        };
        Some(top.min(self.last_top()))
    }

    /// Returns the keys of the dialog that shows the page.
    pub(super) fn keys(&self, play: &Play) -> String {
        match play.dialog() {
            Some(Dialog::Review(_)) if self.last_top() == 0 => String::new(),
            Some(Dialog::Review(_)) => format!(" PgUp PgDn: {} ", self.range()),
            _ if self.last_top() == 0 => " Esc closes ".to_owned(),
            _ => format!(" ↑ ↓: {}, Esc ", self.range()),
        }
    }

    /// Returns the shown lines in words.
    fn range(&self) -> String {
        let last = (self.top + self.height).min(self.lines.len());
        format!("{} to {last} of {}", self.top + 1, self.lines.len())
    }

    /// Draws the page, with keys in the frame.
    pub(super) fn draw(self, frame: &mut Frame<'_>, look: Look, keys: &str) {
        let is_whole = self.last_top() == 0;
        let range = self.range();
        let shown: Vec<_> = self.lines.into_iter().skip(self.top).take(self.height).collect();
        frame.render_widget(Clear, self.area);
        let Some(title) = self.title else {
            frame.render_widget(Paragraph::new(shown), self.area);
            if !is_whole && self.area.height > 0 {
                let last = Rect { y: self.area.bottom() - 1, height: 1, ..self.area };
                frame.render_widget(Line::styled(format!("PgUp PgDn: {range}"), DIM), last);
            }
            return;
        };
        let block = block(format!(" {title} "), look).title_bottom(Line::styled(look.text(keys), DIM));
        frame.render_widget(Paragraph::new(shown).block(block), self.area);
    }
}
