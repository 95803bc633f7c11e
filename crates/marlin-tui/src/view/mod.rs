//! The screen of a game, drawn from its state alone.

mod board;
mod dialog;
mod ending;
mod layout;
mod page;
mod status;
mod story;
mod task;

use marlin_core::{Cell, Column};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

use self::layout::ScreenLayout;
pub(crate) use self::page::Page;
pub(crate) use self::task::menu_item_at;
use crate::look::Look;
use crate::state::{Dialog, Play, Prompt};

/// Draws a game on the whole screen, in its theme. A screen that is too small shows the required size.
pub fn draw(frame: &mut Frame<'_>, play: &Play, look: Look) {
    let (area, size, look) = (frame.area(), play.game().size(), Look { theme: play.theme, ..look });
    let Some(layout) = ScreenLayout::new(size, area) else {
        return draw_too_small(frame, play);
    };
    status::draw_title(frame, &layout, play, look);
    board::draw(frame, &layout, play, look);
    status::draw(frame, &layout, play, look);
    if let Some(page) = Page::of(play, area, look) {
        let keys = page.keys(play);
        page.draw(frame, look, &keys);
    }
    if let Some(Dialog::Menu(menu)) = &play.dialog {
        task::draw_menu(frame, play, *menu, look);
    }
    if let Some(Dialog::Prompt { prompt, input, .. }) = &play.dialog {
        if *prompt == Prompt::Players {
            let height = layout.status.y - area.y;
            dialog::draw_levels(frame, Rect { height, ..area }, size, look);
        }
        dialog::draw_prompt(frame, layout.status, *prompt, input);
    }
}

/// Returns the column at a place on a screen of a size, for the mouse.
pub fn column_at(play: &Play, screen: Rect, x: u16, y: u16) -> Option<Column> {
    let size = play.game().size();
    ScreenLayout::new(size, screen)?.column_at(size, x, y)
}

/// Returns the cell at a place on a screen of a size, for the mouse.
pub(crate) fn cell_at(play: &Play, screen: Rect, x: u16, y: u16) -> Option<Cell> {
    let size = play.game().size();
    ScreenLayout::new(size, screen)?.cell_at(size, x, y)
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
