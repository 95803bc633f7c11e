//! Signs as paths: crosses, and numbers for a drawing whose text must not depend on the fonts of a machine.

/// The width of a character.
const WIDTH: usize = 10;
/// The height of a character.
const HEIGHT: usize = 16;
/// The distance of two characters.
const GAP: usize = 6;

/// Returns the path of a cross with a centre.
pub(crate) fn cross((x, y): (usize, usize), reach: usize) -> String {
    let (left, top, right, bottom) = (x - reach, y - reach, x + reach, y + reach);
    format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}")
}

/// Returns the path of a number with its sign, by its centre.
pub(crate) fn number(text: &str, (x, y): (usize, usize)) -> String {
    let length = text.chars().count();
    let left = x - (length * (WIDTH + GAP) - GAP) / 2;
    let place = |(index, character)| (left + index * (WIDTH + GAP), character);
    text.chars()
        .enumerate()
        .map(place)
        .map(|(left, character)| stroke(character, left, y - HEIGHT / 2))
        .collect()
}

/// Returns the strokes of a character by its upper left corner; none for a character that is no part of a number.
fn stroke(character: char, x: usize, y: usize) -> String {
    let relative = match character {
        '0' => "h10v16h-10z",
        '1' => "m2 3l4-3v16",
        '2' => "h10v8h-10v8h10",
        '3' => "h10v16h-10m2-8h8",
        '4' => "v8h10m0-8v16",
        '5' => "m10 0h-10v8h10v8h-10",
        '6' => "m10 0h-10v16h10v-8h-10",
        '7' => "h10l-6 16",
        '8' => "v16h10v-16zm0 8h10",
        '9' => "m10 8h-10v-8h10v16h-10",
        '+' => "m0 8h10m-5-5v10",
        '\u{2212}' => "m0 8h10",
        _ => return String::new(),
    };
    format!("M{x} {y}{relative}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_centred_and_each_of_its_characters_has_strokes() {
        assert_eq!(number("7", (105, 108)), "M100 100h10l-6 16");
        assert_eq!(number("+7", (105, 108)), "M92 100m0 8h10m-5-5v10M108 100h10l-6 16");
        let digits: Vec<_> = ('0'..='9').map(|digit| stroke(digit, 0, 0)).collect();
        for (index, digit) in digits.iter().enumerate() {
            assert!(digit.len() > 4 && !digits[..index].contains(digit), "{index}");
        }
    }
}
