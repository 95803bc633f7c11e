//! Boards as text.

use anstyle::{AnsiColor, Style};
use marlin_core::Game;
use marlin_support::text::push_line;

/// Returns the board in its frame, the number of moves, and who is to move or how the game ended.
///
/// # Examples
///
/// ```
/// let text = marlin_protocol::board::draw(&"4433".parse()?);
/// assert!(text.ends_with("| . . O O . . . |\n| . . X X . . . |\n+---------------+\n  1 2 3 4 5 6 7\nMoves played: 4\nCurrent player: X\n"));
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
pub fn draw(game: &Game) -> String {
    let mut text = String::new();
    for row in game.position().to_string().lines() {
        push_line(&mut text, format_args!("| {row} |"));
    }
    push_line(&mut text, format_args!("+---------------+"));
    push_line(&mut text, format_args!("  1 2 3 4 5 6 7"));
    let nb_moves = game.position().nb_moves();
    push_line(&mut text, format_args!("Moves played: {nb_moves}"));
    match game.outcome() {
        Some(outcome) => push_line(&mut text, format_args!("Game over: {outcome}, at move {nb_moves}")),
        None => push_line(&mut text, format_args!("Current player: {}", game.position().side_to_move())),
    }
    text
}

/// The first player's stones. Everybody can distinguish yellow and cyan, and the letters stay.
const X_STYLE: Style = AnsiColor::Yellow.on_default().bold();

/// The second player's stones.
const O_STYLE: Style = AnsiColor::Cyan.on_default().bold();

/// Returns a text of the session for a terminal with colours: the stones of a board, and the best move.
pub fn coloured(text: &str) -> String {
    text.split_inclusive('\n').map(coloured_line).collect()
}

fn coloured_line(line: &str) -> String {
    let end = line.trim_end_matches('\n').len();
    let (content, line_end) = line.split_at(end);
    if content.starts_with("| ") {
        let stone = |style: Style, name| format!("{style}{name}{style:#}");
        return line.replace('X', &stone(X_STYLE, "X")).replace('O', &stone(O_STYLE, "O"));
    }
    if content.starts_with("bestmove ") || content.starts_with("hint: ") {
        let bold = Style::new().bold();
        return format!("{bold}{content}{bold:#}{line_end}");
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_leave_the_text_unchanged() {
        let text = draw(&"443".parse().unwrap()) + "bestmove 4 score 1\nhint: play 4\nOther X lines\n";
        let coloured = coloured(&text);
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), text);
        let styled = coloured.lines().filter(|line| line.contains('\u{1b}')).count();
        assert_eq!(styled, 4, "{coloured:?}");
    }

    #[test]
    fn the_first_player_is_always_x() {
        let expected = "\
| . . . . . . . |
| . . . . . . . |
| . . . . . . . |
| . . . . . . . |
| . . . O . . . |
| . . X X . . . |
+---------------+
  1 2 3 4 5 6 7
Moves played: 3
Current player: O
";
        assert_eq!(draw(&"443".parse().unwrap()), expected);
    }

    #[test]
    fn a_finished_game_shows_how_it_ended() {
        let last_line = |moves: &str| draw(&moves.parse().unwrap()).lines().last().unwrap().to_owned();
        assert_eq!(last_line("1212121"), "Game over: X has won, at move 7");
    }
}
