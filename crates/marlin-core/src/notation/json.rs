//! The two fields of an observation of Kaggle's, read from JSON: a scanner that keeps these and skips all others.

/// The greatest depth of nested lists and objects in a skipped field.
const MAX_DEPTH: u32 = 64;

/// The reason of a text that ends within the object.
const END: &str = "the text ends too early";

/// The fields of an observation that matter.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Observation {
    pub(super) board: Vec<u8>,
    pub(super) mark: Option<u8>,
}

/// The reason why a text is no observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct JsonError {
    /// The place, in characters from 0.
    pub(super) index: usize,
    /// The reason.
    pub(super) reason: &'static str,
}

/// Reads an observation.
pub(super) fn observation(text: &str) -> Result<Observation, JsonError> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.observation().map_err(|reason| {
        let before = text.get(..scanner.at).unwrap_or(text);
        JsonError { index: before.chars().count(), reason }
    })
}

/// A place in a text.
struct Scanner<'a> {
    text: &'a str,
    /// The next byte, at the beginning of a character.
    at: usize,
}

/// A part of the text, or the error.
type Scanned<T> = Result<T, &'static str>;

impl Scanner<'_> {
    fn observation(&mut self) -> Scanned<Observation> {
        let (mut board, mut mark) = (None, None);
        self.expect(b'{', "an object is expected")?;
        self.items(b'}', |scanner| match scanner.key()?.as_str() {
            "board" => once(&mut board, scanner.board()?, "duplicate field `board`"),
            "mark" => once(&mut mark, scanner.mark()?, "duplicate field `mark`"),
            _ => scanner.skip_value(MAX_DEPTH),
        })?;
        self.skip_space();
        if self.at < self.text.len() {
            return Err("nothing is expected after the object");
        }
        Ok(Observation { board: board.ok_or("missing field `board`")?, mark: mark.flatten() })
    }

    /// Reads the list of cells.
    fn board(&mut self) -> Scanned<Vec<u8>> {
        let mut cells = Vec::new();
        self.expect(b'[', "a list of cells is expected")?;
        self.items(b']', |scanner| {
            cells.push(scanner.small_number("a cell is 0, 1 or 2")?);
            Ok(())
        })?;
        Ok(cells)
    }

    /// Reads the side to move.
    fn mark(&mut self) -> Scanned<Option<u8>> {
        self.skip_space();
        if self.byte() == Some(b'n') {
            return self.literal("null").map(|()| None);
        }
        self.small_number("\"mark\" is 1 or 2").map(Some)
    }

    /// Reads the items of a list or an object up to its end, with commas between them.
    fn items(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Scanned<()>) -> Scanned<()> {
        if self.take(end) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.take(end) {
                return Ok(());
            }
            self.expect(b',', "a comma or the end is expected")?;
        }
    }

    /// Reads the name of a field and the colon after it.
    fn key(&mut self) -> Scanned<String> {
        let key = self.string()?;
        self.expect(b':', "a colon is expected after the name of a field")?;
        Ok(key)
    }

    /// Skips a value of any kind.
    fn skip_value(&mut self, depth: u32) -> Scanned<()> {
        self.skip_space();
        let inner = depth.checked_sub(1).ok_or("values are nested too deeply");
        match self.byte().ok_or(END)? {
            b'{' => {
                let inner = inner?;
                self.at += 1;
                self.items(b'}', |scanner| scanner.key().and_then(|_| scanner.skip_value(inner)))
            }
            b'[' => {
                let inner = inner?;
                self.at += 1;
                self.items(b']', |scanner| scanner.skip_value(inner))
            }
            b'"' => self.string().map(drop),
            b't' => self.literal("true"),
            b'f' => self.literal("false"),
            b'n' => self.literal("null"),
            _ => self.number(),
        }
    }

    /// Reads a text in quotation marks.
    fn string(&mut self) -> Scanned<String> {
        self.expect(b'"', "a text in quotation marks is expected")?;
        let mut text = String::new();
        loop {
            match self.char()? {
                '"' => return Ok(text),
                '\\' => text.push(self.escaped()?),
                '\0'..='\x1f' => return Err("a control character in a text"),
                found => text.push(found),
            }
        }
    }

    /// Reads the rest of an escape, after its backslash.
    fn escaped(&mut self) -> Scanned<char> {
        Ok(match self.char()? {
            found @ ('"' | '\\' | '/') => found,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.unit()?;
                let is_pair = (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u");
                let second = if is_pair {
                    self.at += 2;
                    Some(self.unit()?)
                } else {
                    None
                };
                let found = char::decode_utf16([first].into_iter().chain(second)).next();
                found.and_then(Result::ok).ok_or("half of a surrogate pair")?
            }
            _ => return Err("an unknown escape in a text"),
        })
    }

    /// Reads the four hexadecimal digits of a UTF-16 code unit.
    fn unit(&mut self) -> Scanned<u16> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.char()?.to_digit(16).ok_or("four hexadecimal digits are expected")?;
            unit = 16 * unit + digit as u16;
        }
        Ok(unit)
    }

    /// Reads a whole number of one byte.
    fn small_number(&mut self, reason: &'static str) -> Scanned<u8> {
        self.skip_space();
        let start = self.at;
        self.number()?;
        let number = self.text.get(start..self.at).and_then(|number| number.parse().ok());
        number.ok_or_else(|| {
            self.at = start;
            reason
        })
    }

    /// Reads a number.
    fn number(&mut self) -> Scanned<()> {
        self.at += usize::from(self.byte() == Some(b'-'));
        if self.byte() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits("a value is expected")?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits("a digit is expected after the period")?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits("a digit is expected in the exponent")?;
        }
        Ok(())
    }

    /// Reads digits, one at least.
    fn digits(&mut self, reason: &'static str) -> Scanned<()> {
        let count = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += count;
        match count {
            0 if self.rest().is_empty() => Err(END),
            0 => Err(reason),
            _ => Ok(()),
        }
    }

    /// Reads a word.
    fn literal(&mut self, word: &str) -> Scanned<()> {
        if !self.rest().starts_with(word) {
            return Err("a value is expected");
        }
        self.at += word.len();
        Ok(())
    }

    /// Skips white space, and reads a byte that must be there.
    fn expect(&mut self, byte: u8, reason: &'static str) -> Scanned<()> {
        if self.take(byte) {
            return Ok(());
        }
        Err(if self.rest().is_empty() { END } else { reason })
    }

    /// Skips white space, and reads a byte of ASCII if it is the next one.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        let is_next = self.byte() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn skip_space(&mut self) {
        self.at += self.rest().bytes().take_while(|byte| b" \t\n\r".contains(byte)).count();
    }

    /// Reads a character.
    fn char(&mut self) -> Scanned<char> {
        let found = self.rest().chars().next().ok_or(END)?;
        self.at += found.len_utf8();
        Ok(found)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

/// Keeps the value of a field, which may be there once.
fn once<T>(field: &mut Option<T>, value: T, reason: &'static str) -> Scanned<()> {
    match field.replace(value) {
        None => Ok(()),
        Some(_) => Err(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_fields_are_skipped_whatever_they_hold() {
        let text = r#" {"step": [1, {"a": [], "b": {}}, -1.5e+3, true, false, null], "é\"\\\u00e9\ud83d\ude00": "]}",
            "b\u006fard" : [ 0,1 , 2 ] , "mark":null } "#;
        assert_eq!(observation(text), Ok(Observation { board: vec![0, 1, 2], mark: None }));
        assert_eq!(observation(r#"{"board":[],"mark":2}"#), Ok(Observation { board: vec![], mark: Some(2) }));
    }

    #[test]
    fn what_is_no_object_of_these_fields_is_refused_at_its_place() {
        for (text, index, reason) in [
            ("", 0, END),
            ("4433", 0, "an object is expected"),
            ("{}", 2, "missing field `board`"),
            (r#"{"board":[1,2"#, 13, END),
            (r#"{"board":[1,]}"#, 12, "a value is expected"),
            (r#"{"board":[-1]}"#, 10, "a cell is 0, 1 or 2"),
            (r#"{"board":[1.0]}"#, 10, "a cell is 0, 1 or 2"),
            (r#"{"board":[256]}"#, 10, "a cell is 0, 1 or 2"),
            (r#"{"board":[01]}"#, 11, "a comma or the end is expected"),
            (r#"{"board":"é"}"#, 9, "a list of cells is expected"),
            (r#"{"board":[],"board":[]}"#, 22, "duplicate field `board`"),
            (r#"{"board":[]} x"#, 13, "nothing is expected after the object"),
            (r#"{"board" []}"#, 9, "a colon is expected after the name of a field"),
            ("{board: []}", 1, "a text in quotation marks is expected"),
            (r#"{"é": nul}"#, 6, "a value is expected"),
            (r#"{"a\x": 1}"#, 5, "an unknown escape in a text"),
            (r#"{"\ud83d": 1}"#, 8, "half of a surrogate pair"),
            (r#"{"\ud83d\u0041": 1}"#, 14, "half of a surrogate pair"),
            (r#"{"\u+123": 1}"#, 5, "four hexadecimal digits are expected"),
            ("{\"a\nb\": 1}", 4, "a control character in a text"),
            (r#"{"mark": 1.}"#, 11, "a digit is expected after the period"),
        ] {
            assert_eq!(observation(text), Err(JsonError { index, reason }), "{text}");
        }
    }

    #[test]
    fn the_depth_of_nesting_is_bounded() {
        let nested =
            |depth: usize| format!("{{\"a\":{}{},\"board\":[]}}", "[".repeat(depth), "]".repeat(depth));
        assert!(observation(&nested(MAX_DEPTH as usize)).is_ok());
        let error = observation(&nested(1_000_000)).unwrap_err();
        assert_eq!(error.reason, "values are nested too deeply");
    }
}
