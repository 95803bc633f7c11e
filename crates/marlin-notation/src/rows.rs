//! The rows of a drawn board, and the frames and names around them. No cell is lost: a character that may be
//! a cell and cannot be counted is an error.

use marlin_core::ParseError;

use crate::text::{character_error, unclear};

/// A character of the text with its index.
type Place = (usize, char);

/// The signs of empty cells. If the stones are digits, `0` is also one.
const EMPTY: &str = ".-_*·";

/// The words with which the lines below a framed board begin.
pub(crate) const STATES: [&str; 3] = ["Moves played:", "Current player:", "Game over:"];

/// The beginnings of other lines that a program of this project writes below a board.
const BELOW: [&str; 3] = ["Scores:", "Threats of ", "Best line:"];

/// The sign of a cell that is blank, between two bars.
const BLANK: char = ' ';

/// The cells of a row of a drawn board from the left, each with the index and the character of its sign.
pub(crate) type Row = Vec<Place>;

/// Returns the cells of a row as numbers: 0 for empty, 1 for X, 2 for O.
pub(crate) fn cells(row: &Row) -> Vec<u8> {
    let cell = |&(_, sign): &Place| match sign {
        'X' | 'x' | '●' | '1' => 1,
        'O' | 'o' | '○' | '2' => 2,
        _ => 0,
    };
    row.iter().map(cell).collect()
}

/// A line that may have cells.
enum Line {
    Row(Row),
    /// Dashes alone: empty cells, or a frame.
    Dashes(Row),
    /// Blanks in a frame, from an index on.
    Blank(usize),
    /// A frame with the same number of dashes in each cell.
    Frame,
}

/// The signs of the stones in a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stones {
    Letters,
    Digits,
}

impl Stones {
    fn contain(self, sign: char) -> bool {
        match self {
            Self::Letters => "XxOo●○".contains(sign),
            Self::Digits => "012".contains(sign),
        }
    }
}

/// Returns whether a character separates cells.
fn separates(found: char) -> bool {
    found.is_whitespace() || "▏▕".contains(found)
}

/// Returns the rows of a board that is drawn on several lines.
pub(crate) fn rows_of_text(text: &str) -> Result<Vec<Row>, ParseError> {
    let mut lines = lines_with_cells(text)?;
    let stones = stones_of(&lines);
    skip_names_of_rows(&mut lines, stones)?;
    let lines = lines.iter().map(|line| kind(line, stones)).collect::<Result<Vec<_>, _>>()?;
    let rows = || lines.iter().filter_map(|line| if let Line::Row(row) = line { Some(row) } else { None });
    let (empty, width) = (sign_of_empty_cells(rows())?, rows().next().map(Vec::len));
    let mut found = Vec::new();
    for line in lines {
        match line {
            Line::Row(row) => found.push(row),
            Line::Dashes(row) if width.is_some_and(|width| width != row.len()) => {}
            Line::Dashes(row) if empty == Some('-') || width.is_none() => found.push(row),
            Line::Dashes(row) if empty.is_none() => return Err(unclear(row[0].0, DASHES)),
            Line::Blank(index) if empty.is_none_or(|sign| sign == BLANK) => {
                return Err(unclear(index, BLANKS));
            }
            Line::Dashes(_) | Line::Blank(_) | Line::Frame => {}
        }
    }
    Ok(found)
}

/// Returns the lines that may have cells.
fn lines_with_cells(text: &str) -> Result<Vec<Vec<Place>>, ParseError> {
    let all: Vec<_> = split(text, '\n').collect();
    let is_end = |line: &Vec<Place>| line.iter().any(|&(_, found)| found == '+');
    let below = all.iter().rposition(is_end).map_or(all.len(), |frame| frame + 1);
    let lines = || all.iter().enumerate().filter(|(_, line)| !is_around(&as_text(line)) || is_dashes(line));
    let has_letters = lines().any(|(_, line)| line.iter().any(|&(_, found)| Stones::Letters.contain(found)));
    let has_cells_below = lines().any(|(number, line)| number >= below && !may_name_columns(line));
    let mut found = Vec::new();
    for (number, line) in lines() {
        if !may_name_columns(line) {
            found.push(line.clone());
        } else if (!has_letters || as_text(line).trim() == "0") && (number < below || has_cells_below) {
            return Err(unclear(line[0].0, NUMBERS_OF_COLUMNS));
        }
    }
    Ok(found)
}

/// Returns the rows of a text in which a character separates them, and nothing is around them.
pub(crate) fn rows_of_lines(text: &str, separator: char) -> Result<Vec<Row>, ParseError> {
    let lines: Vec<_> = split(text, separator).collect();
    let stones = stones_of(&lines);
    let rows = lines.iter().map(|line| row(line, stones)).collect::<Result<Vec<_>, _>>()?;
    sign_of_empty_cells(rows.iter())?;
    Ok(rows)
}

/// Returns the lines of a text.
fn split(text: &str, separator: char) -> impl Iterator<Item = Vec<Place>> {
    let mut places = text.chars().enumerate().peekable();
    std::iter::from_fn(move || {
        places.peek()?;
        let mut line: Vec<_> = places.by_ref().take_while(|&(_, found)| found != separator).collect();
        line.pop_if(|last| last.1 == '\r');
        Some(line)
    })
}

fn as_text(line: &[Place]) -> String {
    line.iter().map(|&(_, found)| found).collect()
}

/// Returns whether a line has no cells, for any kind of stones: a frame, the names of columns, the state of
/// the game, or nothing.
pub(crate) fn is_around(line: &str) -> bool {
    let text = line.trim();
    let is_frame = |found: char| {
        let is_line = ('\u{2500}'..='\u{257f}').contains(&found);
        is_line || is_bar(found) || found.is_whitespace() || "+-=".contains(found)
    };
    text.is_empty()
        || text.chars().all(is_frame) && !text.chars().all(|found| is_bar(found) || found.is_whitespace())
        || STATES.iter().chain(&BELOW).any(|start| text.starts_with(start))
        || names_columns(text)
}

/// Returns whether a line consists of bars and of dashes that may be cells.
fn is_dashes(line: &[Place]) -> bool {
    line.iter().any(|&(_, found)| found == '-')
        && line.iter().all(|&(_, found)| found == '-' || is_bar(found) || found.is_whitespace())
}

fn is_bar(found: char) -> bool {
    "|│┃║".contains(found)
}

/// Returns whether a line names the columns: by separate numbers from 1 or from 0 (after the ninth also as
/// letters), by numbers in one word, or by letters from `a` on. Numbers up to 2 may be stones.
fn names_columns(line: &str) -> bool {
    let words: Vec<&str> = line
        .split(|found: char| found.is_whitespace() || is_bar(found))
        .filter(|word| !word.is_empty())
        .collect();
    let counts_from = |first: u32| {
        let letters = |word: &str, number: u32| {
            word.chars().zip(number..).all(|(found, number)| found.to_digit(36) == Some(number))
        };
        match words[..] {
            [word] => letters(word, first),
            _ => words.iter().zip(first..).all(|(word, number)| {
                **word == *number.to_string() || word.chars().count() == 1 && letters(word, number)
            }),
        }
    };
    let may_be_stones = words.iter().all(|word| word.chars().all(|found| "012".contains(found)));
    !may_be_stones && [1, 0, 10].into_iter().any(counts_from)
}

/// Returns whether a line may number the columns of a board that is so narrow that the numbers may also be
/// stones.
fn may_name_columns(line: &[Place]) -> bool {
    let text: String = as_text(line).split_whitespace().collect();
    ["1", "0", "12", "01", "012"].contains(&&*text)
}

/// Returns the kind of the stones: letters, unless there are only digits.
fn stones_of(lines: &[Vec<Place>]) -> Stones {
    let mut found = lines.iter().flatten();
    let is_letter = |&(_, sign): &Place| Stones::Letters.contain(sign);
    let is_digit = |&(_, sign): &Place| sign.is_ascii_digit();
    if found.clone().any(is_letter) || !found.any(is_digit) { Stones::Letters } else { Stones::Digits }
}

/// Removes the numbers of rows from the beginnings of lines, and from the ends of the same lines.
fn skip_names_of_rows(lines: &mut [Vec<Place>], stones: Stones) -> Result<(), ParseError> {
    let numbers: Vec<Option<(usize, u32)>> = lines.iter().map(|line| leading_number(line)).collect();
    let rows: Vec<u32> = numbers.iter().flatten().map(|&(_, number)| number).collect();
    let counts = !rows.is_empty()
        && numbers.iter().zip(&*lines).all(|(number, line)| number.is_some() || is_dashes(line))
        && (rows.windows(2).all(|pair| pair[0] == pair[1] + 1)
            || rows.windows(2).all(|pair| pair[0] + 1 == pair[1]));
    let may_be_stones = stones == Stones::Digits && rows.iter().all(|&number| number <= 2) || rows == [0];
    if counts && may_be_stones && !lines.iter().all(|line| line.iter().any(|&(_, found)| is_bar(found))) {
        return Err(unclear(lines[0][0].0, NUMBERS_OF_ROWS));
    }
    if !counts || may_be_stones {
        return Ok(());
    }
    let named = || numbers.iter().enumerate().filter_map(|(line, number)| Some((line, (*number)?)));
    // A line may consist of the number that begins it.
    let end = |line: &[Place], (length, number)| end_of_number(line, number).filter(|&end| end >= length);
    let are_at_both_ends = named().all(|(line, name)| end(&lines[line], name).is_some());
    for (line, (length, number)) in named() {
        let line = &mut lines[line];
        if are_at_both_ends && let Some(end) = end(line, (length, number)) {
            line.truncate(end);
            line.pop_if(|last| last.1.is_whitespace());
        }
        line.drain(..length);
        if line.first().is_some_and(|first| first.1.is_whitespace()) {
            line.remove(0);
        }
    }
    Ok(())
}

/// Returns the length of a line without the number at its end, if it ends with that number, separated from
/// the other signs.
fn end_of_number(line: &[Place], number: u32) -> Option<usize> {
    let text = as_text(line);
    let before = text.trim_end().strip_suffix(&number.to_string())?;
    let is_apart = before.ends_with(|found: char| found.is_whitespace() || is_bar(found));
    is_apart.then(|| before.chars().count())
}

/// Returns the number with which a line begins, and the length up to its end.
fn leading_number(line: &[Place]) -> Option<(usize, u32)> {
    let blanks = line.iter().take_while(|&&(_, found)| found.is_whitespace()).count();
    let digits = line[blanks..].iter().take_while(|&&(_, found)| found.is_ascii_digit()).count();
    let next = line.get(blanks + digits).map(|&(_, found)| found)?;
    let number = as_text(&line[blanks..blanks + digits]).parse().ok()?;
    (digits <= 2 && (next.is_whitespace() || is_bar(next))).then_some((blanks + digits, number))
}

/// Returns the kind of a line.
fn kind(line: &[Place], stones: Stones) -> Result<Line, ParseError> {
    if is_dashes(line) {
        return Ok(row(line, stones).map_or(Line::Frame, Line::Dashes));
    }
    let bars = line.iter().filter(|&&(_, found)| is_bar(found)).count();
    if bars == 2 && line.len() > 3 && line.iter().all(|&(_, found)| is_bar(found) || found.is_whitespace()) {
        return Ok(Line::Blank(line[0].0));
    }
    row(line, stones).map(Line::Row)
}

/// Returns a row without the brackets around it. Blanks at an end without a bracket may be cells.
fn without_brackets(line: &[Place]) -> &[Place] {
    let length = |found: &mut dyn Iterator<Item = &Place>, brackets: &str| {
        let is_around = |&&(_, found): &&Place| found.is_whitespace() || brackets.contains(found);
        let around = found.take_while(is_around).enumerate();
        around.filter(|(_, place)| !place.1.is_whitespace()).last().map_or(0, |(index, _)| index + 1)
    };
    let rest = &line[length(&mut line.iter(), "[{(")..];
    &rest[..rest.len() - length(&mut rest.iter().rev(), "]});")]
}

/// Returns the cells of a row.
fn row(line: &[Place], stones: Stones) -> Result<Row, ParseError> {
    let line = without_brackets(line);
    let parts: Vec<&[Place]> = line.split(|&(_, found)| is_bar(found)).collect();
    let (first, last) = (parts[0], parts[parts.len() - 1]);
    match parts.len() {
        1 => spaced_signs(first, stones),
        2 if is_outside(first) || is_outside(last) => {
            let row = spaced_signs(if is_outside(first) { last } else { first }, stones)?;
            // Otherwise the blank beside the bar may be a cell.
            if row.len() > 1 { Ok(row) } else { Err(unclear(line[0].0, BARS)) }
        }
        2 => Err(unclear(last.first().or(first.last()).map_or(0, |place| place.0), BARS)),
        bars => {
            if let Some(part) = [first, last].into_iter().find(|part| !is_outside(part)) {
                let place = part.iter().find(|(_, found)| !found.is_whitespace());
                return Err(unclear(place.map_or(0, |place| place.0), BARS));
            }
            match parts[1..bars - 1] {
                [inside] if inside.len() > 1 => framed_signs(inside, stones),
                // A blank before the first bar or after the last one may be a cell, if it is as wide as a
                // cell.
                [cell, _, ..]
                    if [first, last].iter().any(|part| part.len() == cell.len() && is_blank(part)) =>
                {
                    Err(unclear(line[0].0, BARS))
                }
                ref cells => {
                    let start = line.iter().find(|&&(_, found)| is_bar(found)).map_or(0, |place| place.0);
                    cells.iter().map(|part| cell(part, start, stones)).collect()
                }
            }
        }
    }
}

const DASHES: &str = "dashes alone may be a frame or a row: write . for an empty cell";

const NUMBERS_OF_COLUMNS: &str = "these may be numbers of columns, or stones: write X and O for stones";

const NUMBERS_OF_ROWS: &str = "these may be numbers of rows, or cells: write X, O and . for cells";

const BARS: &str = "a row has bars at both ends and no blanks beside them, or no bars";

fn is_blank(part: &[Place]) -> bool {
    !part.is_empty() && part.iter().all(|&(_, found)| found.is_whitespace())
}

/// Returns whether the part of a line before its first bar, or after its last one, has no cells: it is the
/// number of the row, or blank.
fn is_outside(part: &[Place]) -> bool {
    as_text(part).trim().chars().all(|found| found.is_ascii_digit() || "▏▕".contains(found))
}

/// Returns the sign of the cell between two bars; `before` is the index of a bar of the line.
fn cell(part: &[Place], before: usize, stones: Stones) -> Result<Place, ParseError> {
    let mut signs = part.iter().filter(|&&(_, found)| !separates(found));
    let sign = signs
        .next()
        .map_or(Ok((part.first().map_or(before, |place| place.0), BLANK)), |&place| sign(place, stones))?;
    match signs.next() {
        Some(&(index, _)) => Err(unclear(index, "a second sign between two bars")),
        None => Ok(sign),
    }
}

/// Returns the signs of cells in a frame, if there is no more room at its ends than between two signs.
fn framed_signs(part: &[Place], stones: Stones) -> Result<Row, ParseError> {
    let row = spaced_signs(part, stones)?;
    let ends = [(row[0], part[0]), (part[part.len() - 1], row[row.len() - 1])];
    let step = row.get(1).map_or(1, |second| second.0 - row[0].0);
    match ends.iter().find(|(right, left)| right.0 - left.0 > step) {
        Some(&(_, (index, _))) => Err(unclear(index, BLANKS)),
        None => Ok(row),
    }
}

/// Returns the signs of cells that white space alone separates.
fn spaced_signs(part: &[Place], stones: Stones) -> Result<Row, ParseError> {
    let signs = part.iter().filter(|&&(_, found)| !separates(found) && found != ',');
    let signs = signs.map(|&place| sign(place, stones)).collect::<Result<Row, _>>()?;
    let uneven = signs.windows(3).find(|near| near[1].0 - near[0].0 != near[2].0 - near[1].0);
    if let Some(near) = uneven {
        return Err(unclear(near[2].0, BLANKS));
    }
    // A comma follows each cell, or each cell but the last.
    let commas = part.iter().filter(|&&(_, found)| found == ',').count();
    if commas > 0 && commas + 1 != signs.len() && commas != signs.len() {
        return Err(unclear(part[0].0, BLANKS));
    }
    match (signs.first(), part.first()) {
        (None, Some(&(index, _))) => Err(unclear(index, BLANKS)),
        _ => Ok(signs),
    }
}

const BLANKS: &str = "blanks that may be cells cannot be counted: write . for an empty cell";

fn sign(place: Place, stones: Stones) -> Result<Place, ParseError> {
    let (index, found) = place;
    if stones.contain(found) || EMPTY.contains(found) {
        return Ok(place);
    }
    let expected = match stones {
        Stones::Letters => "cells are X, O and .",
        Stones::Digits => "cells are 1, 2 and 0",
    };
    Err(character_error(index, found, expected))
}

/// Returns the one sign of the empty cells, `None` if no cell is empty.
fn sign_of_empty_cells<'a>(rows: impl Iterator<Item = &'a Row>) -> Result<Option<char>, ParseError> {
    let mut empty = None;
    let is_empty = |&&(_, sign): &&Place| sign == '0' || sign == BLANK || EMPTY.contains(sign);
    for &(index, sign) in rows.flatten().filter(is_empty) {
        if *empty.get_or_insert(sign) != sign {
            return Err(unclear(index, "two signs for empty cells: write . for all of them"));
        }
    }
    Ok(empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_counts_the_columns_is_their_names() {
        for names in
            ["1 2 3", "0 1 2 3", "123", "0123", "| 1 | 2 | 3 |", "1 2 3 4 5 6 7 8 9 10 11", "a b c", "ABCD"]
        {
            assert!(is_around(names), "{names}");
        }
        for cells in ["4433", "2 3", "1 2 4", "1 2 3 4 5 6 7 8 9 10 12", "b c", "1 2", "0 1 2", "| 1 | 2 |"] {
            assert!(!is_around(cells), "{cells}");
        }
    }
}
