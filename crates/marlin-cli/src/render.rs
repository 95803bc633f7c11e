//! Boards as text.

use marlin_core::Game;

use crate::text::push_line;

/// Returns the board in its frame, the number of moves, and who is to move or how the game ended.
pub(crate) fn board(game: &Game) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(board(&"443".parse().unwrap()), expected);
    }

    #[test]
    fn a_finished_game_says_how_it_ended() {
        let last_line = |moves: &str| board(&moves.parse().unwrap()).lines().last().unwrap().to_owned();
        assert_eq!(last_line("1212121"), "Game over: X has won, at move 7");
    }
}
