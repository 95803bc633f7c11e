//! The score of an empty board as the end of the game under best play.

use marlin_core::{BoardSize, Ending, Player, Position, Score};

/// Returns the end of the game.
pub(super) fn ending(size: BoardSize, score: Score) -> Ending {
    Position::on(size).ending(score)
}

/// Returns the end of the game in words.
pub(super) fn in_words(size: BoardSize, score: Score) -> String {
    let ending = ending(size, score);
    match ending.winner {
        None => "draw".to_owned(),
        Some(Player::X) => format!("first player wins at move {}", ending.final_move),
        Some(Player::O) => format!("second player wins at move {}", ending.final_move),
    }
}

/// Returns the move of the game that wins it, `None` for a draw.
pub(super) fn winning_move(size: BoardSize, score: Score) -> Option<u32> {
    let ending = ending(size, score);
    ending.winner.map(|_| ending.final_move)
}

/// Returns the score of a board whose game ends in this way, `None` if no game on the board does.
pub(super) fn score(size: BoardSize, winner: Option<Player>, move_number: Option<u32>) -> Option<Score> {
    let mut scores = -Score::highest(size).get()..=Score::highest(size).get();
    scores.find_map(|value| {
        let is_end = |score: &Score| {
            (ending(size, *score).winner, winning_move(size, *score)) == (winner, move_number)
        };
        Score::on(size, value).filter(is_end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_is_one_end_of_the_game() {
        for size in BoardSize::all() {
            for value in -Score::highest(size).get()..=Score::highest(size).get() {
                if let Some(found) = Score::on(size, value) {
                    assert_eq!(
                        score(size, ending(size, found).winner, winning_move(size, found)),
                        Some(found),
                        "{size}"
                    );
                }
            }
        }
        let first = Score::on(BoardSize::STANDARD, 1).unwrap();
        assert_eq!(in_words(BoardSize::STANDARD, first), "first player wins at move 41");
        assert_eq!(in_words(BoardSize::STANDARD, -first), "second player wins at move 42");
        assert_eq!(in_words(BoardSize::STANDARD, Score::DRAW), "draw");
    }

    #[test]
    fn a_player_wins_with_a_move_of_their_own_only() {
        let score = |winner, number| score(BoardSize::STANDARD, winner, number);
        assert_eq!((score(Some(Player::X), Some(40)), score(Some(Player::O), Some(44))), (None, None));
        assert_eq!((score(Some(Player::X), None), score(None, Some(42))), (None, None));
    }
}
