//! Boards as text.

use anstyle::{AnsiColor, Style};
use marlin_core::any::Game;
use marlin_support::text::push_line;

/// Returns the board in its frame, the number of moves, and who is to move or how the game ended.
///
/// When somebody has won, only the stones that did are capitals. The text is read back as the same board.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_core::any::Game;
///
/// let game = Game::parse(BoardSize::STANDARD, "4433")?;
/// let text = marlin_protocol::board::draw(&game);
/// assert!(text.ends_with("| . . O O . . . |\n| . . X X . . . |\n+---------------+\n  1 2 3 4 5 6 7\nMoves played: 4\nCurrent player: X\n"));
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
pub fn draw(game: &Game) -> String {
    let mut text = String::new();
    for row in drawing(game).lines() {
        push_line(&mut text, format_args!("| {row} |"));
    }
    let size = game.size();
    push_line(&mut text, format_args!("+{}+", "-".repeat(2 * size.width() + 1)));
    let names: Vec<_> = size.columns().map(|column| column.to_string()).collect();
    push_line(&mut text, format_args!("  {}", names.join(" ")));
    let nb_moves = game.position().nb_moves();
    push_line(&mut text, format_args!("Moves played: {nb_moves}"));
    match game.outcome() {
        Some(outcome) => push_line(&mut text, format_args!("Game over: {outcome}, at move {nb_moves}")),
        None => push_line(&mut text, format_args!("Current player: {}", game.position().side_to_move())),
    }
    text
}

/// Returns the position as it is drawn, with small letters for the stones beside those that won.
fn drawing(game: &Game) -> String {
    let drawing = game.position().to_string();
    let winning = game.winning_stones();
    if winning.is_empty() {
        return drawing;
    }
    let marks = winning.to_string();
    let mark = |(stone, mark): (char, char)| if mark == 'x' { stone } else { stone.to_ascii_lowercase() };
    drawing.chars().zip(marks.chars()).map(mark).collect()
}

/// The first player's stones. Everybody can distinguish yellow and cyan, and the letters stay.
const X_STYLE: Style = AnsiColor::Yellow.on_default();

/// The second player's stones.
const O_STYLE: Style = AnsiColor::Cyan.on_default();

/// Returns a text of the session for a terminal with colours: the stones of a board, and the best move.
pub fn coloured(text: &str) -> String {
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

/// Returns a symbol of a drawing in colour; small letters, the stones that didn't win, aren't bold.
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
    use marlin_core::BoardSize;
    use marlin_core::any::Position;

    use super::*;

    /// Returns a game on the standard board.
    fn game(moves: &str) -> Game {
        Game::parse(BoardSize::STANDARD, moves).unwrap()
    }

    #[test]
    fn colours_leave_the_text_unchanged() {
        let text = draw(&game("443")) + "bestmove 4 score 1\nhint: play 4\nOther X lines\n";
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
        assert_eq!(draw(&game("443")), expected);
    }

    #[test]
    fn a_finished_game_shows_how_it_ended() {
        let last_line = |moves: &str| draw(&game(moves)).lines().last().unwrap().to_owned();
        assert_eq!(last_line("1212121"), "Game over: X has won, at move 7");
    }

    #[test]
    fn only_the_stones_that_won_are_capitals() {
        let won = game("112255443");
        let text = draw(&won);
        let rows: Vec<_> = text.lines().skip(4).take(2).collect();
        assert_eq!(rows, ["| o o . o o . . |", "| X X X X X . . |"]);
        let (board, _) = text.split_once("Moves played").unwrap();
        assert_eq!(Position::from_drawing(board).as_ref(), Ok(won.position()));
        // Nobody has won here, and nobody on a full board.
        assert!(draw(&game("11225544")).contains("| X X . X X . . |"));
        let drawn = game("656173566152215676422337377473141445425321");
        assert!(drawn.is_draw() && !draw(&drawn).contains('x'));
    }

    #[test]
    fn stones_that_did_not_win_have_a_colour_and_are_not_bold() {
        let line = "| o . X |\n";
        assert_eq!(coloured(line), "| \u{1b}[36mo\u{1b}[0m . \u{1b}[1m\u{1b}[33mX\u{1b}[0m |\n");
    }
}
