//! [`Lines`]: bytes to lines, in bounded memory for any input.

use std::io::{self, BufRead};

use crate::text::excerpt;

/// The maximum length of a line with a position. All the moves of a game take 42 bytes, plus a few words and
/// spaces.
const MAX_BYTES: usize = 4096;

/// The reason why a line is not text: its bytes are not UTF-8, or are more than any valid line has.
///
/// # Examples
///
/// ```
/// use marlin_support::lines::Lines;
///
/// let error = Lines::new(&b"4\xff4"[..]).next_line()?.unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "the line is not valid UTF-8");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct LineError {
    text: String,
    start: String,
}

impl LineError {
    /// Returns the start of the line, fit to print.
    pub fn start(&self) -> &str {
        &self.start
    }
}

/// A line of text, or the reason why it is refused.
pub type Line = Result<String, LineError>;

/// Reads lines that end with `\n`, `\r\n` or the end of the input.
///
/// A line of any length takes little memory: bytes beyond the first 4,096, or those of [`Lines::with_limit`],
/// are counted and dropped. [`BufRead::lines`] has no such limit, and reports a line that is not UTF-8 as a
/// failed read.
///
/// # Examples
///
/// ```
/// use marlin_support::lines::Lines;
///
/// let mut lines = Lines::new(&b"44\r\n\xff\n"[..]);
/// assert_eq!(lines.next_line()?, Some(Ok("44".to_owned())));
/// assert!(lines.next_line()?.is_some_and(|line| line.is_err()));
/// assert_eq!(lines.next_line()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// Whether no line has been read yet: only the first can begin with a byte order mark.
    at_start: bool,
    /// The maximum length of a line, in bytes.
    most: usize,
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of an input.
    pub const fn new(input: R) -> Self {
        Self::with_limit(input, MAX_BYTES)
    }

    /// Returns the lines of an input whose lines have `most` bytes at most.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_support::lines::Lines;
    ///
    /// let error = Lines::with_limit(&b"4433"[..], 3).next_line()?.unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "the line is too long: 4 bytes, of 3 at most");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub const fn with_limit(input: R, most: usize) -> Self {
        Self { input, at_start: true, most }
    }

    /// Returns the next line without its end and without a byte order mark, `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Those of the input. A line that is not text is an inner error, and reading can continue.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let most = self.most;
        let mut line = self.next_raw_line()?.map(|(kept, length)| decode(kept, length, most));
        if let (true, Some(Ok(text))) = (std::mem::take(&mut self.at_start), &mut line)
            && text.starts_with('\u{feff}')
        {
            text.remove(0);
        }
        Ok(line)
    }

    /// Returns the raw bytes of the next line without the line feed, `None` at the end of the input. A line
    /// that is too long is cut.
    ///
    /// # Errors
    ///
    /// Those of the input.
    pub fn next_bytes(&mut self) -> io::Result<Option<Vec<u8>>> {
        Ok(self.next_raw_line()?.map(|(kept, _)| kept))
    }

    /// Returns the first bytes of the next line, and the number of all its bytes.
    fn next_raw_line(&mut self) -> io::Result<Option<(Vec<u8>, u64)>> {
        let (mut kept, mut length) = (Vec::new(), 0);
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok((length > 0).then_some((kept, length)));
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            // One byte more than allowed leaves room for the carriage return.
            let room = self.most.saturating_add(1).saturating_sub(kept.len());
            kept.extend_from_slice(&part[..part.len().min(room)]);
            length += part.len() as u64;
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some((kept, length)));
            }
        }
    }
}

/// Returns the text of a line by its first bytes, and the number of all its bytes.
fn decode(mut kept: Vec<u8>, mut length: u64, most: usize) -> Line {
    if kept.len() as u64 == length && kept.last() == Some(&b'\r') {
        kept.pop();
        length -= 1;
    }
    let error = |text, bytes: &[u8]| LineError { text, start: excerpt(&String::from_utf8_lossy(bytes)) };
    if length > most as u64 {
        let text = format!("the line is too long: {length} bytes, of {most} at most");
        return Err(error(text, &kept));
    }
    String::from_utf8(kept).map_err(|found| error("the line is not valid UTF-8".to_owned(), found.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Line> {
        // A small buffer makes lines span several of its fillings.
        let mut lines = Lines::new(io::BufReader::with_capacity(5, bytes));
        std::iter::from_fn(|| lines.next_line().unwrap()).collect()
    }

    #[test]
    fn lines_end_with_a_line_feed_or_with_the_input() {
        assert_eq!(read(b""), []);
        assert_eq!(read(b"\n"), [Ok(String::new())]);
        assert_eq!(read(b"44\n"), [Ok("44".into())]);
        assert_eq!(read(b"44\n\n1234567"), [Ok("44".into()), Ok(String::new()), Ok("1234567".into())]);
    }

    #[test]
    fn a_byte_order_mark_at_the_start_is_skipped() {
        assert_eq!(read("\u{feff}44\n\u{feff}4\n".as_bytes()), [Ok("44".into()), Ok("\u{feff}4".into())]);
    }

    #[test]
    fn one_carriage_return_belongs_to_the_end_of_the_line() {
        assert_eq!(read(b"44\r\n\r\n4\r4\n"), [Ok("44".into()), Ok(String::new()), Ok("4\r4".into())]);
        assert_eq!(read(b"44\r"), [Ok("44".into())]);
    }

    #[test]
    fn a_line_of_the_maximum_length_is_read_and_a_longer_one_is_counted() {
        let longest = "1".repeat(MAX_BYTES);
        assert_eq!(read(format!("{longest}\r\n").as_bytes()), [Ok(longest.clone())]);

        let lines = read(format!("{longest}1\n2\n").as_bytes());
        let error = lines[0].as_ref().unwrap_err();
        assert!(error.start().len() < 100, "{error:?}");
        assert_eq!(error.to_string(), "the line is too long: 4097 bytes, of 4096 at most");
        assert_eq!(lines[1], Ok("2".into()));
    }

    #[test]
    fn bytes_that_are_not_text_are_an_error_of_that_line_alone() {
        let lines = read(b"4\xff4\n44\n");
        let error = lines[0].as_ref().unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.start()),
            ("the line is not valid UTF-8", "4\u{fffd}4")
        );
        assert_eq!(lines[1], Ok("44".into()));
    }

    #[test]
    fn bytes_are_left_as_they_are() {
        let mut lines = Lines::new(io::BufReader::with_capacity(5, &b"\xef\xbb\xbf4\xff\r\n\n44"[..]));
        let read: Vec<_> = std::iter::from_fn(|| lines.next_bytes().unwrap()).collect();
        assert_eq!(read, [&b"\xef\xbb\xbf4\xff\r"[..], b"", b"44"]);
    }
}
