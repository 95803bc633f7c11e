//! [`Notation`], the guess of the notation of a whole text, and the error of a text that is not in it, which
//! names the guess and its sign, or the form of the text.

use marlin_core::ParseErrorKind::{Character, ColumnZero, DrawnRow, Form, NoForm, NotRead, Score};
use marlin_core::{BoardSize, ParseError};

use crate::rows::is_around;
use crate::text::{in_words, start_of};
use crate::{drawing, movetext};

/// A notation of positions. [The table](crate#the-notations) has examples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The columns played, as in `4433` or `4 4 3 3`.
    Moves,
    /// A line of a position set: the columns played in one word, white space or a comma, and the score, as in
    /// `4433 18`.
    Set,
    /// The cells played, as in `d1 d2`, `P@d1 P@d2` or `1. d1 d2 *`.
    Cells,
    /// A drawn board: on many lines, or on one with `/` between its rows.
    Board,
    /// FEN with drops.
    Fen,
    /// An observation of Kaggle's `ConnectX`.
    Kaggle,
    /// A row of UCI's `connect-4.data`.
    Connect4Data,
}

/// Returns the notation that a text resembles: moves, if it resembles no other.
pub(crate) fn recognise(text: &str, size: BoardSize) -> Notation {
    let text = movetext::split_result(text.trim_start()).0;
    if drawing::has_other_brackets(text) {
        Notation::Board
    } else if text.starts_with('{') {
        Notation::Kaggle
    } else if text.starts_with('[') {
        let is_board = text.contains(';') || drawing::is_in_brackets(text);
        if is_board { Notation::Board } else { Notation::Moves }
    } else if text.contains('.') && is_scored(text) {
        Notation::Moves
    } else if movetext::is_movetext(text) {
        Notation::Cells
    } else if text.contains('[') {
        // The FEN of a board of one row has no other sign.
        Notation::Fen
    } else if drawing::is_line_of_numbers(text) {
        Notation::Board
    } else if text.contains('/') {
        let is_fen = |found: char| found.is_ascii_digit() || found.eq_ignore_ascii_case(&'p');
        if text.contains(is_fen) { Notation::Fen } else { Notation::Board }
    } else if drawing::is_drawing(text) {
        Notation::Board
    } else if is_row_of_letters(text, size) {
        Notation::Connect4Data
    } else if movetext::are_files(text, size) {
        Notation::Cells
    } else {
        Notation::Moves
    }
}

/// Returns whether a text is letters with commas, and the letters are cells and not files. A part of a row
/// may consist of `b` only.
fn is_row_of_letters(text: &str, size: BoardSize) -> bool {
    let begins_with_letter = text.starts_with(|found: char| found.is_ascii_alphabetic());
    let mut fields = text.split(',').map(str::trim);
    let are_cells = fields.all(|field| ["b", "x", "o"].contains(&field));
    text.contains(',') && begins_with_letter && (are_cells || !movetext::are_files(text, size))
}

/// Returns the error of a text whose notation was guessed: with the guess and its sign, or with the form of
/// the whole text.
pub(crate) fn named(error: ParseError, notation: Notation, text: &str, size: BoardSize) -> ParseError {
    // The texts in an object may have the signs of other forms.
    let is_of_form = notation != Notation::Kaggle
        && matches!(error.kind(), Form | Character { .. } | DrawnRow | ColumnZero | Score);
    if let Some(reason) = not_read(text, size).filter(|_| is_of_form || is_header(text)) {
        return ParseError::new(NotRead, None, reason);
    }
    match error.kind() {
        Form | Character { .. } | DrawnRow if !looks_like(notation, text) => {
            ParseError::new(NoForm, None, FORMS)
        }
        Form | Character { .. } => match guess(notation, text) {
            Some((name, sign)) => in_words(&error, format!("read as {name}, because of {sign}: {error}")),
            None => error,
        },
        _ => error,
    }
}

/// Returns whether most of a text is in a notation, and not only the sign by which the notation was guessed.
fn looks_like(notation: Notation, text: &str) -> bool {
    let has_few_others = |found: &mut dyn Iterator<Item = bool>, share: usize| {
        let (others, all) = found.fold((0, 0), |(others, all), fits| (others + usize::from(!fits), all + 1));
        share * others <= all
    };
    let is_one_of = |signs: &'static str| move |found: char| signs.contains(found) || found.is_ascii_digit();
    match notation {
        Notation::Fen => has_few_others(&mut text.chars().map(is_one_of("Pp/[]wb- \r\n")), 4),
        Notation::Board => {
            let rows = text.lines().filter(|line| !is_around(line));
            let is_sign = is_one_of("XxOo●○.-_*·|│┃║▏▕+=/;,[](){} \t\r");
            has_few_others(&mut rows.flat_map(str::chars).map(is_sign), 4)
        }
        Notation::Cells => {
            has_few_others(&mut movetext::words(text).map(|(_, word)| movetext::is_of_movetext(word)), 2)
        }
        Notation::Connect4Data => {
            let is_field = |field: &str| ["b", "x", "o", "win", "draw", "loss"].contains(&field.trim());
            has_few_others(&mut text.split(',').map(is_field), 2)
        }
        Notation::Moves if !is_list(text) => {
            let names = text.chars().filter(|&found| !found.is_whitespace() && found != ',');
            let is_name = |found: char| found.is_ascii_digit();
            // Up to three other characters may be typing errors.
            has_few_others(&mut names.map(is_name).chain([true; 3]), 2)
        }
        _ => true,
    }
}

/// The forms of positions, for a text that resembles none of them.
const FORMS: &str = "no form of a position: moves are read, as in 4433 or d1 d2, a board, as in ..../..../..O./.XX., FEN, and \
                     numbers of cells in brackets";

/// Returns whether a text is the header of answers as CSV, or of `connect-4.data`, whose names are cells.
fn is_header(text: &str) -> bool {
    ["a1,a2,a3,a4,a5,a6,", "position,"].iter().any(|start| text.starts_with(start))
}

/// Returns whether a text consists of numbers, with more zeros than a game has.
fn are_many_numbers(text: &str) -> bool {
    let words = text.split(|found: char| found.is_whitespace() || ",;[]".contains(found));
    let zeros = words.filter(|word| word.contains('0') && word.bytes().all(|byte| b"0.".contains(&byte)));
    zeros.count() >= 10
        && text.bytes().all(|byte| byte.is_ascii_whitespace() || b"0123456789+-.,;[]".contains(&byte))
}

/// Returns whether a text has one of some signs.
pub(crate) fn has_one_of(text: &str, signs: &[&str]) -> bool {
    signs.iter().any(|sign| text.contains(sign))
}

/// Returns the reason why a text of a known form is not read.
fn not_read(text: &str, size: BoardSize) -> Option<&'static str> {
    const DISCS: &str = "🔴🟠🟡🟢🔵🟣🟤⚫⚪🟥🟧🟨🟩🟦🟪🟫⬛⬜";
    let rows = || text.lines().filter(|line| !is_around(line)).flat_map(str::chars);
    let mut letters = rows().filter(|found| found.is_alphabetic()).peekable();
    let names_player = |word: &str| matches!(word.as_bytes(), [player, .., b'0'..=b'9'] if b"XORYxory".contains(player) && word.len() <= 3);
    let (first, rest) = text.trim().split_once(' ').unwrap_or_default();
    let has_label = match first.as_bytes() {
        [.., b':' | b')'] => !rest.bytes().any(|byte| byte == b':' || byte == b'\n'),
        [.., b'.'] => rest.len() > 1 && rest.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    };
    Some(if is_header(text) {
        "the header of a table is no position: leave it out"
    } else if movetext::words(text).all(|(_, word)| names_player(word)) && size.width() < 15 {
        "players beside columns are not read: give the columns alone, as in 4433"
    } else if text.contains(|found: char| DISCS.contains(found))
        || letters.peek().is_some() && letters.all(|found| "RrYy".contains(found))
    {
        "coloured discs, R and Y are not read: write X for the first player's stones, O for the other's, . for empty cells"
    } else if has_one_of(text, &["[\"", "[{"]) {
        "a list of texts or objects is not read: give each position a line of its own"
    } else if are_many_numbers(text) {
        "numbers of cells are 0, 1 and 2, one for each cell: leave out signs, points and other numbers"
    } else if has_one_of(text, &["array(", "tensor(", "['"]) {
        "Python code is not read: give the numbers of cells in brackets, as in [[0, 0, 0], [0, 1, 2]]"
    } else if text.split_whitespace().all(|word| word.starts_with("0x")) && !text.trim().is_empty() {
        "bitboards are not read: give the moves, or the board, as in ..../..../..O./.XX."
    } else if text.contains("://") {
        "a link alone is read by its 'pos=': give that link, or the moves, as in 4433"
    } else if has_one_of(text, &["//", "/*", " #", " --"]) {
        "a comment behind a position is not read: leave it out"
    } else if has_label {
        "a label before a position is not read: leave it out; a score is behind the moves, as in 4433 18"
    } else {
        return None;
    })
}

/// Returns whether a line is one word of moves and a number, whether or not the number is a score.
pub(crate) fn is_scored(text: &str) -> bool {
    let text = text.trim_end();
    let parts = text.rsplit_once(char::is_whitespace).or_else(|| text.rsplit_once(','));
    parts.is_some_and(|(moves, score)| {
        let digits = score.strip_prefix(['+', '-']).unwrap_or(score);
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        is_number && moves.trim_end().bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
    })
}

/// Returns the name of a notation that was guessed, and the sign of it; `None` for moves, which have no sign.
fn guess(notation: Notation, text: &str) -> Option<(&'static str, String)> {
    let (name, signs) = match notation {
        Notation::Moves if is_list(text) => ("a list", "["),
        Notation::Moves | Notation::Set => return None,
        Notation::Cells => ("cells of moves", ""),
        Notation::Board => ("a drawn board", "/;[{(.|│┃║·●○"),
        Notation::Fen => ("FEN", "/["),
        Notation::Kaggle => ("an object", "{"),
        Notation::Connect4Data => ("a row of connect-4.data", ""),
    };
    let sign = match signs.chars().find(|&sign| text.contains(sign)) {
        Some(sign) => format!("'{sign}'"),
        None if notation == Notation::Cells => format!("{:?}", start_of(movetext::words(text).next()?.1)),
        None if notation == Notation::Connect4Data => "letters with commas".to_owned(),
        None => "its rows".to_owned(),
    };
    Some((name, sign))
}

/// Returns the fields of a link to a position, which has the moves as `pos`.
pub(crate) fn link(text: &str) -> Option<&str> {
    let text = text.trim();
    let text = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or(text);
    let fields = text.split_once('?')?.1.split('#').next()?;
    let is_word = !text.starts_with(['{', '[']) && !text.contains(char::is_whitespace);
    // Another site wrote this text.
    (is_word && fields.split('&').any(|field| field.starts_with("pos="))).then_some(fields)
}

/// Returns whether a text is a list, if it has the notation of moves.
pub(crate) fn is_list(text: &str) -> bool {
    text.trim_start().starts_with('[')
}

/// Returns whether a line is the last line of a drawn board, as in `  1 2 3 4 5 6 7`. Moves hardly ever
/// count up from 1 to 4.
pub(crate) fn is_column_numbers(line: &str) -> bool {
    line.starts_with("  ") && line.split_whitespace().count() >= 4 && is_around(line)
}
