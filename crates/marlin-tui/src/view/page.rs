//! Texts that scroll: the pane beside the board and the dialogs, with their lines broken.

use crossterm::event::KeyCode;
use marlin_core::{Player, Position};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::dialog::{self, block};
use super::layout::ScreenLayout;
use super::{ending, story, task};
use crate::look::{BOLD, DIM, Look, heading};
use crate::state::{Dialog, Play, colour};
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
        let top = play.top;
        match &play.dialog {
            Some(Dialog::Help) => {
                let (title, lines) = match play.task() {
                    Some(task) => ("Task", task::help(play, task, look)),
                    None => ("Keys", dialog::help(look)),
                };
                let area = dialog::centred(screen, 72, dialog::help(look).len() as u16 + 2);
                Some(Self::new(area, Some(title.to_owned()), &lines, top))
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
            Some(Dialog::Prompt { .. } | Dialog::Menu(_)) | None => {
                let area = pane?;
                let has_words = layout.is_some_and(|layout| layout.has_words());
                let lines = match play.task() {
                    Some(task) => task::lines(play, task, look),
                    None => lines(play, area, look, has_words),
                };
                Some(Self::new(area, None, &lines, top))
            }
        }
    }

    fn new(area: Rect, title: Option<String>, lines: &[Line<'static>], top: usize) -> Self {
        let is_framed = u16::from(title.is_some());
        // The frame takes a line and a column on each side.
        let width = area.width.saturating_sub(2 * is_framed).max(1);
        let mut lines: Vec<_> = lines.iter().flat_map(|line| wrap(line, usize::from(width))).collect();
        let room = usize::from(area.height.saturating_sub(2 * is_framed));
        if title.is_none() && lines.len() > room {
            lines.retain(|line| line.width() > 0);
        }
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
        match &play.dialog {
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

/// Returns the text for an area.
pub(super) fn lines(play: &Play, area: Rect, look: Look, has_words_below: bool) -> Vec<Line<'static>> {
    let width = usize::from(area.width);
    let shown = play.shown;
    let is_over = play.game().outcome().is_some();
    let sections = [
        is_over.then(|| ending::lines(play, look)),
        shown.graph.then(|| ending::graph_of_game(play, width, look)),
        Some(moves(play)),
        (shown.hints && !is_over).then(|| hints(play, has_words_below)),
        shown.threats.then(|| threats(play.game().position(), look)),
        shown.line.then(|| line(play)),
    ];
    let sections: Vec<_> = sections.into_iter().flatten().filter(|lines| !lines.is_empty()).collect();
    let mut lines = sections.join(&Line::default());
    // The keys are shown if several fit. At the end of a game the text about the end has its own keys.
    let used: usize = lines.iter().map(|line| wrap(line, width.max(1)).len()).sum();
    let left = usize::from(area.height).saturating_sub(used + 1);
    if left >= 6 && !is_over && play.dialog.is_none() {
        lines.push(Line::default());
        lines.extend(dialog::keys(look, false).into_iter().take(left));
    }
    lines
}

fn moves(play: &Play) -> Vec<Line<'static>> {
    let count = play.game().position().nb_moves();
    if count == 0 {
        return vec![Line::styled("No moves yet: Yellow begins.", DIM)];
    }
    let moves = play.game().to_string();
    vec![Line::from(vec![Span::styled(format!("Moves ({count})"), BOLD), Span::raw(format!(" {moves}"))])]
}

/// Returns a note on the unproven part, and the score of each column in words, the best first, unless the
/// words are below the columns.
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
        let name = Span::styled(format!("{} ", colour(player)), look.ink(player));
        Line::from(vec![name, Span::raw(words::threats(position, player))])
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

/// Breaks a line between words, and within a word that is longer than a line. The parts are indented as the
/// line is, or up to the end of a first span that ends with a blank, such as a key before its description.
pub(super) fn wrap(line: &Line<'_>, width: usize) -> Vec<Line<'static>> {
    let chars: Vec<(char, Style)> = line
        .spans
        .iter()
        .flat_map(|span| span.content.chars().map(|char| (char, line.style.patch(span.style))))
        .collect();
    let blanks = |chars: &[(char, Style)]| chars.iter().take_while(|(char, _)| *char == ' ').count();
    // A blank with a style is part of a badge.
    let indented = chars.iter().take_while(|(char, style)| *char == ' ' && *style == Style::new()).count();
    let mut indent = " ".repeat(indented.min(width / 2));
    let label = line.spans.first().filter(|first| line.spans.len() > 1 && first.style.bg.is_none());
    let label = label.map(|first| &first.content).filter(|text| text.ends_with(' '));
    let hanging = label.map_or(0, |text| text.chars().count()).min(width / 3);
    let mut rest = &chars[indented..];
    let mut lines = Vec::new();
    loop {
        let room = (width - indent.len()).max(1);
        let end = if rest.len() <= room {
            rest.len()
        } else {
            rest[..=room].iter().rposition(|(char, _)| *char == ' ').unwrap_or(room)
        };
        let runs = rest[..end].chunk_by(|left, right| left.1 == right.1);
        let spans =
            runs.map(|run| Span::styled(run.iter().map(|(char, _)| *char).collect::<String>(), run[0].1));
        lines.push([Span::raw(indent.clone())].into_iter().chain(spans).collect());
        rest = &rest[end..];
        rest = &rest[blanks(rest)..];
        indent = " ".repeat(indented.max(hanging).min(width / 2));
        if rest.is_empty() {
            return lines;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, width: usize) -> Vec<String> {
        wrap(&Line::raw(text), width).iter().map(Line::to_string).collect()
    }

    #[test]
    fn lines_are_broken_between_words_and_keep_their_indent() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("  one two three", 8), ["  one", "  two", "  three"]);
        assert_eq!(wrapped("one two", 7), ["one two"]);
        assert_eq!(wrapped("", 7), [""]);
    }

    #[test]
    fn a_word_that_is_too_long_is_broken() {
        assert_eq!(wrapped("a 123456789", 4), ["a", "1234", "5678", "9"]);
        assert_eq!(wrapped("        12", 2), [" 1", " 2"]);
        assert_eq!(wrapped("12", 1), ["1", "2"]);
    }

    #[test]
    fn the_parts_keep_their_styles() {
        let bold = Style::new().bold();
        let line = Line::from(vec![Span::styled("one ", bold), Span::raw("two three")]);
        let [first, second] = &wrap(&line, 7)[..] else { panic!("two lines") };
        assert_eq!((first.spans[1].style, first.spans[2].style), (bold, Style::new()));
        assert_eq!(second.to_string(), "  three");
    }
}
