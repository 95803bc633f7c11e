//! The colours of a session at a terminal.

use anstyle::{AnsiColor, Style};

/// The first player's stones. Yellow and cyan differ for colour-blind readers too, and the letters remain.
const X_STYLE: Style = AnsiColor::Yellow.on_default();

/// The second player's stones.
const O_STYLE: Style = AnsiColor::Cyan.on_default();

/// Returns a text of the session for a terminal with colours: the stones of a board, and the best move.
pub(super) fn coloured(text: &str) -> String {
    text.split_inclusive('\n').map(coloured_line).collect()
}

fn coloured_line(line: &str) -> String {
    let end = line.trim_end_matches('\n').len();
    let (content, line_end) = line.split_at(end);
    if content.starts_with("| ") {
        return line.chars().map(coloured_symbol).collect();
    }
    if content.starts_with("bestmove ") || content.starts_with("hint: ") {
        let bold = Style::new().bold();
        return format!("{bold}{content}{bold:#}{line_end}");
    }
    line.to_owned()
}

/// Returns a symbol of a drawing in colour; small letters, the stones that did not win, are not bold.
fn coloured_symbol(symbol: char) -> String {
    let style = match symbol {
        'X' => X_STYLE.bold(),
        'x' => X_STYLE,
        'O' => O_STYLE.bold(),
        'o' => O_STYLE,
        _ => return symbol.to_string(),
    };
    format!("{style}{symbol}{style:#}")
}

#[cfg(test)]
mod tests {
    use marlin_core::Game;

    use super::*;

    #[test]
    fn colours_leave_the_text_unchanged() {
        let board = "443".parse::<Game>().unwrap().to_drawing();
        let text = board + "bestmove 4 score 1\nhint: play 4\nOther X lines\n";
        let coloured = coloured(&text);
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), text);
        let styled = coloured.lines().filter(|line| line.contains('\u{1b}')).count();
        assert_eq!(styled, 4, "{coloured:?}");
    }

    #[test]
    fn stones_that_did_not_win_have_a_colour_and_are_not_bold() {
        let line = "| o . X |\n";
        assert_eq!(coloured(line), "| \u{1b}[36mo\u{1b}[0m . \u{1b}[1m\u{1b}[33mX\u{1b}[0m |\n");
    }
}
