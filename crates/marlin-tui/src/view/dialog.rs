//! The help and the prompts.

use std::borrow::Cow;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use crate::look::{BEST, BOLD, DIM, Look};
use crate::state::Prompt;

/// A key, its action in a few words, and the rest of its description.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyHelp(&'static str, &'static str, &'static str);

impl KeyHelp {
    /// Returns the key and its action.
    pub(super) fn short(self, look: Look) -> Line<'static> {
        Line::from(vec![Span::styled(self.name(look), BOLD), Span::raw(self.1)])
    }

    /// Returns the key and its whole description.
    fn long(self, look: Look) -> Line<'static> {
        let text = format!("{}{}", self.1, look.text(self.2));
        Line::from(vec![Span::styled(format!(" {}", self.name(look)), BOLD), Span::raw(text)])
    }

    fn name(self, look: Look) -> String {
        format!("{:<7}", look.text(self.0))
    }
}

/// The keys, the most important ones first.
pub(super) const KEYS: [KeyHelp; 19] = [
    KeyHelp("← →", "choose a column", ""),
    KeyHelp("Enter", "drop a stone there", "; Space and ↓ do the same"),
    KeyHelp("1 - 9", "drop into that column", ", 0 into the tenth"),
    KeyHelp("mouse", "click on a column", " to drop a stone there"),
    KeyHelp("u", "undo", ": take back your last move; ↑ does the same"),
    KeyHelp("r", "redo", " the move taken back"),
    KeyHelp("n", "new game", ""),
    KeyHelp("h", "hints", ": who wins with each column, and when"),
    KeyHelp("t", "threats", ": cells that would complete four, x or o"),
    KeyHelp("b", "best line", ": the next moves, numbered in the cells"),
    KeyHelp("g", "graph", " of the evaluation over the game"),
    KeyHelp("e", "explain", " the position; arrows and PgDn scroll"),
    KeyHelp("p", "players", " of X and O: a person, or a level"),
    KeyHelp("x", "swap", " the players of X and O"),
    KeyHelp("c", "copy", " the moves"),
    KeyHelp("s l", "save, load", " a game"),
    KeyHelp("Esc", "stop thinking", ": the engine moves at once"),
    KeyHelp("?", "help", ""),
    KeyHelp("q", "quit", ", as Ctrl-C does; the moves are printed"),
];

/// Draws the help in the middle of the screen.
pub(super) fn draw_help(frame: &mut Frame<'_>, area: Rect, look: Look) {
    let height = (KEYS.len() as u16 + 3).min(area.height);
    let width = 58.min(area.width);
    let place =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let mut lines: Vec<_> = KEYS.into_iter().map(|key| key.long(look)).collect();
    lines.push(Line::styled(" Scores count the stones that the winner has left.", DIM));
    let block = block(" Keys - any key closes this ", look);
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block), place);
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

/// Returns a frame with a title.
pub(super) fn block(title: impl Into<Cow<'static, str>>, look: Look) -> Block<'static> {
    let block = Block::bordered().title(Span::styled(title, BOLD));
    if look.is_ascii {
        block.border_set(ratatui::symbols::border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        })
    } else {
        block.border_type(BorderType::Rounded)
    }
}
