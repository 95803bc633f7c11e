//! Foreign text made fit to print: short, on one line, without control characters.

use std::fmt::Write;
use std::time::Duration;

pub use marlin_core::notation::{excerpt, printable};

/// Returns a time in milliseconds, to the microsecond: more digits would be noise.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Appends a line to a text in memory.
pub fn push_line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a `String` never fails.
    let _ = text.write_fmt(line);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_printable_text_is_shown_as_it_is() {
        assert_eq!(excerpt("fly to the 'moon' \\ é"), "fly to the 'moon' \\ é");
    }

    #[test]
    fn long_text_is_cut() {
        let shown = excerpt(&"x".repeat(1_000));
        assert_eq!(shown, format!("{}...", "x".repeat(60)));
        assert_eq!(excerpt(&"x".repeat(60)), "x".repeat(60));
    }

    #[test]
    fn milliseconds_have_three_decimals_at_most() {
        for (nanos, shown) in [(1_591_999, "1.592"), (500, "0.001"), (499, "0"), (60_000_000_000, "60000")] {
            assert_eq!(milliseconds(Duration::from_nanos(nanos)).to_string(), shown);
        }
        let decimals = |micros| {
            milliseconds(Duration::from_micros(micros)).to_string().split('.').nth(1).map_or(0, str::len)
        };
        assert!((0..100_000).all(|micros| decimals(micros) <= 3));
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(excerpt("a\u{1b}[2J\0\t"), "a\\u{1b}[2J\\0\\t");
        assert_eq!(printable('\u{202e}'), "\\u{202e}");
    }
}
