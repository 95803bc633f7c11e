//! Words of replies that several protocols share.

use marlin_core::BoardSize;
use marlin_core::Column;

/// Returns the word after `bestmove` in a line that begins with that word, empty if there is none.
pub(super) fn bestmove(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next()? == "bestmove").then(|| words.next().unwrap_or_default())
}

/// Returns the column with a number, from 1, or with the character of a move string.
pub(super) fn numbered(board: BoardSize, word: &str) -> Option<Column> {
    let mut chars = word.chars();
    let by_char = || chars.next().filter(|_| chars.as_str().is_empty()).and_then(Column::from_char);
    let column = word.parse().ok().and_then(Column::from_number).or_else(by_char);
    column.filter(|&column| board.has_column(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_word_after_bestmove_counts() {
        assert_eq!(bestmove("bestmove 4 score 18 (WIN) in 3 plies, at move 7"), Some("4"));
        assert_eq!(bestmove("bestmove P@d1 ponder P@d2"), Some("P@d1"));
        assert_eq!(bestmove("bestmove"), Some(""));
        assert_eq!(bestmove("info pv bestmove 4"), None);
        assert_eq!(bestmove(""), None);
    }

    #[test]
    fn only_numbers_of_columns_of_the_board_name_columns() {
        let numbered = |word| numbered(BoardSize::STANDARD, word);
        assert_eq!(numbered("7").map(Column::index), Some(6));
        for word in ["0", "8", "-1", "d", "", "1.0"] {
            assert_eq!(numbered(word), None, "{word}");
        }
    }

    #[test]
    fn columns_past_the_ninth_have_a_number_or_a_letter() {
        let board = BoardSize::new(12, 4).unwrap();
        for (word, index) in
            [("10", Some(9)), ("a", Some(9)), ("c", Some(11)), ("d", None), ("13", None), ("aa", None)]
        {
            assert_eq!(numbered(board, word).map(Column::index), index, "{word}");
        }
    }
}
