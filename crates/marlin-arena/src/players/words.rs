//! Words of answers that several protocols share.

use marlin_core::Column;

/// Returns the word after `bestmove` in a line that begins with that word, empty if there is none.
pub(super) fn bestmove(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next()? == "bestmove").then(|| words.next().unwrap_or_default())
}

/// Returns the column that a number stands for, counted from 1.
pub(super) fn numbered(word: &str) -> Option<Column> {
    word.parse().ok().and_then(Column::from_number)
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
    fn only_numbers_from_1_to_7_name_columns() {
        assert_eq!(numbered("7").map(Column::index), Some(6));
        for word in ["0", "8", "-1", "d", "", "1.0"] {
            assert_eq!(numbered(word), None, "{word}");
        }
    }
}
