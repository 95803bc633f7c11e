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
use crate::state::Prompt;

/// The width of the levels with a sentence about each.
const LEVELS_WIDTH: u16 = 75;

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
pub(super) const KEYS: [KeyHelp; 21] = [
    KeyHelp("← →", "choose a column", ""),
    KeyHelp("Enter", "drop a stone there", "; Space and ↓ do the same"),
    KeyHelp("1 - 9", "drop into that column", ", 0 into the tenth"),
    KeyHelp("mouse", "click on a column", " to drop a stone there"),
    KeyHelp("u r", "undo, redo", "; z and ↑ undo too, also a new game"),
    KeyHelp("n m", "new game, rematch", " with the sides swapped"),
    KeyHelp("h", "hints", ": who wins with each column, and when"),
    KeyHelp("v", "review", ": each blunder, and what was better"),
    KeyHelp("e", "explain", " the position"),
    KeyHelp("g", "graph", ": who is winning over the game"),
    KeyHelp("t", "threats", ": cells that would complete four, x or o"),
    KeyHelp("b", "best line", ": the next moves, numbered in the cells"),
    KeyHelp("p", "players", " of X and O: a person, or a level"),
    KeyHelp("x", "swap", " the players of X and O"),
    KeyHelp("y", "theme", ": classic, quiet, high contrast"),
    KeyHelp("c", "copy", " the moves; at the end a line to share"),
    KeyHelp("s l", "save, load", " a game"),
    KeyHelp("PgDn", "scroll", " a text beside the board; PgUp scrolls back"),
    KeyHelp("Esc", "menu", ", or stop a thinking engine: it moves at once"),
    KeyHelp("Ctrl-Z", "suspend", "; fg in the shell goes on"),
    KeyHelp("q", "quit", ", as Ctrl-C does; the moves are printed"),
];

/// Returns the text of the help.
pub(super) fn help(look: Look) -> Vec<Line<'static>> {
    let mut lines: Vec<_> = KEYS.into_iter().map(|key| key.long(look)).collect();
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
