//! Boards to look at: drawn with one row on each line, in a frame or without, or on one line. `rows` finds
//! their cells.

use marlin_core::{BoardSize, Cell, Game, ParseError, Position};

use crate::rows::{Row, STATES, cells, is_around, rows_of_lines, rows_of_text};
use crate::text::{form_error, unclear};

/// The minimum number of digits in rows of cells: on a narrow board, fewer digits may be moves.
const FEWEST_DIGITS: usize = 4;

/// Reads a board on one line, which must be the expected board, if one is expected.
pub(crate) fn from_rows(text: &str, expected: Option<BoardSize>) -> Result<Position, ParseError> {
    let separator = if text.contains('/') { '/' } else { ';' };
    from_found(&rows_of_lines(text.trim_end().trim_end_matches(';'), separator)?, expected)
}

/// Reads a drawn board, which must be the expected board, if one is expected, and otherwise the default
/// board, if there is one: a part of a drawing is a drawing, too.
pub(crate) fn from_drawing(
    text: &str,
    expected: Option<BoardSize>,
    default: Option<BoardSize>,
) -> Result<Position, ParseError> {
    // The text may be a list of lists, each of which is a row.
    let text = &text.replace("],", "]\n").replace("},", "}\n").replace("),", ")\n");
    let rows = rows_of_text(text)?;
    if let (None, Some(default)) = (expected, default) {
        check_size(board_of(&rows.iter().map(cells).collect::<Vec<_>>(), None)?, default)?;
    }
    let position = from_found(&rows, expected)?;
    check_remarks(text, &position)?;
    Ok(position)
}

/// Checks the size that a text shows.
pub(crate) fn check_size(found: BoardSize, expected: BoardSize) -> Result<(), ParseError> {
    if found == expected {
        return Ok(());
    }
    let advice = "state the board, if it is that one";
    let message = format!("a board of {found}, where {expected} is expected: {advice}");
    Err(form_error(None, message))
}

/// Compares the lines that Marlin writes below a board with the board: the moves played, the side to move and
/// the result.
fn check_remarks(text: &str, position: &Position) -> Result<(), ParseError> {
    let said = |name: &str| text.lines().find_map(|line| Some(line.trim().strip_prefix(name)?.trim()));
    let outcome = Game::from_position(*position).outcome().map(|outcome| outcome.to_string());
    let [moves, player, end] = STATES;
    let is_true = said(moves).is_none_or(|moves| moves == position.nb_moves().to_string())
        && said(player).is_none_or(|side| side == position.side_to_move().to_string())
        && said(end).is_none_or(|end| outcome.is_some_and(|outcome| end.starts_with(&outcome)));
    let reason = "the lines below the board do not match its stones: leave them out";
    if is_true { Ok(()) } else { Err(unclear(text.chars().count(), reason)) }
}

fn from_found(rows: &[Row], expected: Option<BoardSize>) -> Result<Position, ParseError> {
    let cells: Vec<_> = rows.iter().map(cells).collect();
    let position = Position::from_cells(board_of(&cells, expected)?, &cells.concat())?;
    check_letters(rows, &position)?;
    Ok(position)
}

/// Checks the letters of a player who has small ones and capitals: after a win, as [`Game::to_drawing`]
/// writes it, only the winning stones are capitals. Without a win, a small letter may mark an empty cell.
fn check_letters(rows: &[Row], position: &Position) -> Result<(), ParseError> {
    let signs = || rows.iter().flatten();
    let first = |letter: char| signs().find(|&&(_, sign)| sign == letter).map(|&(index, _)| index);
    let is_mixed = [['x', 'X'], ['o', 'O']].iter().any(|both| both.iter().all(|&sign| first(sign).is_some()));
    let size = position.size();
    let in_reading_order =
        (0..size.height()).rev().flat_map(|row| size.columns().map(move |column| (column, row)));
    let is_capital = |&((_, sign), (column, row)): &(&(usize, char), _)| {
        sign.is_ascii_uppercase().then(|| Cell::new(column, row)).flatten()
    };
    let mut capitals = signs().zip(in_reading_order).filter_map(|place| is_capital(&place));
    let winning = position.winning_stones();
    let reason = "a player has small letters and capitals, and the capitals are not the stones that won";
    match first('x').or(first('o')) {
        Some(index)
            if is_mixed
                && !(capitals.clone().count() == winning.len() as usize
                    && capitals.all(|cell| winning.contains(cell))) =>
        {
            Err(unclear(index, reason))
        }
        _ => Ok(()),
    }
}

/// Returns the board that has these rows. It must be the expected board, if one is expected.
pub(crate) fn board_of(rows: &[Vec<u8>], expected: Option<BoardSize>) -> Result<BoardSize, ParseError> {
    if let Some(size) = expected {
        row_count(rows.len(), size)?;
    }
    let width = expected.map_or_else(|| rows.first().map_or(0, Vec::len), BoardSize::width);
    if let Some((row, cells)) = rows.iter().enumerate().find(|(_, cells)| cells.len() != width) {
        let (found, number, ending) = (cells.len(), row + 1, if cells.len() == 1 { "" } else { "s" });
        let message =
            format!("{found} cell{ending} in row {number} from the top, where the board has {width}");
        return Err(form_error(None, message));
    }
    // The error of the parser of sizes states which boards fit.
    BoardSize::new(width, rows.len()).map_or_else(|| format!("{width}x{}", rows.len()).parse(), Ok)
}

/// Checks that the number of rows is the number of rows of a board.
pub(crate) fn row_count(found: usize, size: BoardSize) -> Result<(), ParseError> {
    let (expected, ending) = (size.height(), if found == 1 { "" } else { "s" });
    if found == expected {
        return Ok(());
    }
    let form = "separate rows with '/', top row first";
    let message = format!("{found} row{ending}, where the board has {expected} ({form})");
    Err(form_error(None, message))
}

/// Returns whether a text looks like a drawn board: it has a sign that only drawings have, or a row of stones
/// and empty cells, or several rows of digits for cells.
pub(crate) fn is_drawing(text: &str) -> bool {
    let rows = || text.lines().filter(|line| !is_around(line));
    let digits = |line: &str| {
        let cells = line.chars().filter(|found| !found.is_whitespace() && !",[]".contains(*found));
        cells.clone().all(|found| "012".contains(found)).then(|| cells.count())
    };
    let is_matrix_of = |cells: fn(&str) -> String| {
        let first = rows().next().and_then(|line| digits(&cells(line)));
        first >= Some(FEWEST_DIGITS) && rows().count() > 1 && rows().all(|line| digits(&cells(line)) == first)
    };
    text.contains(['.', '|', '│', '┃', '║', '·', '●', '○'])
        || text.lines().any(is_row)
        || rows().count() > 1
            && rows().all(|row| row.chars().all(|found| "xo".contains(found) || found.is_whitespace()))
        || is_matrix_of(str::to_owned)
        || is_matrix_of(unnumbered)
}

/// Returns whether a text that begins with a bracket is a drawn board and not a list: it has rows in
/// brackets, or signs of cells. Tags of PGN have quotation marks.
pub(crate) fn is_in_brackets(text: &str) -> bool {
    let rows = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let are_rows = rows().count() > 1 && rows().all(|line| line.starts_with('['));
    text[1..].trim_start().starts_with('[')
        || !text.contains('"') && (are_rows || text.contains(|found: char| "XxOo●○._*·".contains(found)))
}

/// Returns whether a text is rows of cells in the brackets of another language, as in `{{0, 0}, {1, 2}}`.
pub(crate) fn has_other_brackets(text: &str) -> bool {
    let signs = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).take(2);
    signs.filter(|byte| b"{(".contains(byte)).count() == 2
}

/// Returns whether a text on one line has rows of cells as numbers. A FEN has none, because a run of empty
/// cells does not begin with 0. Single cells between separators are not rows: they may be the cells of a
/// whole board, or moves.
pub(crate) fn is_line_of_numbers(text: &str) -> bool {
    let separators = ['/', ';'];
    let is_cell =
        |found: char| found.is_whitespace() || separators.contains(&found) || "012,".contains(found);
    text.contains(separators)
        && text.chars().all(is_cell)
        && text.split(separators).any(|row| row.trim_start().starts_with('0'))
        && text.split(separators).all(|row| row.trim().len() != 1)
}

/// Returns whether a line is a row of stones and empty cells, with the number of the row or without. Digits
/// beside dashes may be moves and a score.
fn is_row(line: &str) -> bool {
    let signs = unnumbered(line);
    let only = |allowed: &str| signs.chars().all(|found| allowed.contains(found));
    signs.contains(['X', 'O']) && only("XxOo-_*")
        || signs.len() > 1
            && (only("xo-") && signs.contains('-') || only("xo12_*") && signs.contains(['_', '*']))
}

/// Returns the signs of a line without the number of the row, which may be at both ends.
fn unnumbered(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &&str| word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    if words.len() > 1 && words.first().is_some_and(is_number) {
        let number = words.remove(0);
        words.pop_if(|last| *last == number);
    }
    words.concat()
}

/// Returns the rows of a drawn board on one line with `/` between them, without its frame and the lines
/// around it. A text that is not a drawing is kept, with `/` between its lines.
pub fn join_rows(drawing: &str) -> String {
    let row = |row| cells(row).iter().map(|&cell| ['.', 'X', 'O'][usize::from(cell)]).collect();
    let rows: Vec<String> = match rows_of_text(drawing) {
        Ok(rows) => rows.iter().map(row).collect(),
        Err(_) => {
            drawing.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
        }
    };
    rows.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing_error(text: &str) -> ParseError {
        from_drawing(text, Some(BoardSize::STANDARD), None).unwrap_err()
    }

    #[test]
    fn a_drawing_with_foreign_characters_is_refused_with_their_index() {
        let text = ". . . . . . .\n. . . ? . . .\n";
        let error = drawing_error(text);
        assert_eq!(error.to_string(), "invalid character '?' at character 21 (cells are X, O and .)");
        assert_eq!(error.index(), Some(20));
    }

    #[test]
    fn a_drawing_of_the_wrong_size_is_refused() {
        // The text has the board's number of cells, but not its rows.
        let upright = ". . . . . .\n".repeat(7);
        for (drawing, found) in [("X", "1 row"), (&upright, "7 rows")] {
            let error = drawing_error(drawing).to_string();
            assert!(error.starts_with(&format!("{found}, where the board has 6")), "{error}");
        }
    }

    #[test]
    fn rows_are_joined_without_what_is_around_them() {
        let drawing = "| X . |\n| . O |\n+---+\n  1 2\nMoves played: 4\nCurrent player: X\n";
        assert_eq!(join_rows(drawing), "X./.O");
        assert_eq!((join_rows("X\nGame over: X has won"), join_rows("a\r\nb\n")), ("X".into(), "a/b".into()));
    }
}
