//! The screen of a game, drawn from its state alone.

mod board;
mod dialog;
mod disc;
mod explanation;
mod graph;
mod layout;
mod pane;
mod status;
mod wrap;

use marlin_core::Column;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

pub(crate) use self::explanation::ExplanationPage;
pub(crate) use self::graph::value_for_x;
use self::layout::ScreenLayout;
use crate::look::Look;
use crate::state::{Dialog, Play};

/// Draws a game on the whole screen. A screen that is too small shows the required size.
pub fn draw(frame: &mut Frame<'_>, play: &Play, look: Look) {
    let (area, size) = (frame.area(), play.game().size());
    let Some(layout) = ScreenLayout::new(size, area) else {
        return draw_too_small(frame, play);
    };
    status::draw_title(frame, &layout, play, look);
    board::draw(frame, &layout, play, look);
    status::draw(frame, &layout, play, look);
    if let Some(area) = layout.pane {
        pane::draw(frame, area, play, look, layout.has_words());
    }
    match play.dialog() {
        Some(Dialog::Help) => dialog::draw_help(frame, area, look),
        Some(Dialog::Explanation { .. }) => explanation::draw(frame, play, look),
        Some(Dialog::Prompt { prompt, input, .. }) => {
            dialog::draw_prompt(frame, layout.status, *prompt, input);
        }
        None => {}
    }
}

/// Returns the column at a place on a screen of a size, for the mouse.
pub fn column_at(play: &Play, screen: Rect, x: u16, y: u16) -> Option<Column> {
    let size = play.game().size();
    ScreenLayout::new(size, screen)?.column_at(size, x, y)
}

fn draw_too_small(frame: &mut Frame<'_>, play: &Play) {
    let (area, size) = (frame.area(), play.game().size());
    let (width, height) = layout::least(size);
    let text = Text::from(vec![
        Line::from(format!("Too small for {size}:")),
        Line::from(format!("columns: {} of {width},", area.width)),
        Line::from(format!("lines: {} of {height}.", area.height)),
        Line::from("Enlarge it, or press q."),
    ]);
    frame.render_widget(Paragraph::new(text), area);
}
