//! Line wrapping.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Breaks a line between words, and within a word that is longer than a line. The parts are indented as the line is.
pub(super) fn wrap(line: &Line<'_>, width: usize) -> Vec<Line<'static>> {
    let chars: Vec<(char, Style)> = line
        .spans
        .iter()
        .flat_map(|span| span.content.chars().map(|char| (char, line.style.patch(span.style))))
        .collect();
    let blanks = |chars: &[(char, Style)]| chars.iter().take_while(|(char, _)| *char == ' ').count();
    // A blank with a style is part of a badge.
    let indented = chars.iter().take_while(|(char, style)| *char == ' ' && *style == Style::new()).count();
    let indent = " ".repeat(indented.min(width / 2));
    let mut rest = &chars[indented..];
    let room = (width - indent.len()).max(1);
    let mut lines = Vec::new();
    loop {
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
        assert_eq!(second.to_string(), "three");
    }
}
