//! The place of the game in a README: between two markers.

/// The marker before the game.
pub const BEGIN: &str = "<!-- connect4 begin -->";
/// The marker after the game.
pub const END: &str = "<!-- connect4 end -->";

/// The error of a README without a place for the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MarkersError {
    /// A marker is missing.
    #[error("the README has no line {0}: put {BEGIN} and below it {END} where the game shall stand")]
    Missing(&'static str),
    /// A marker stands there twice.
    #[error("the README has {0} more than once: leave the pair where the game shall stand")]
    Twice(&'static str),
    /// The end is before the beginning.
    #[error("the README has {END} before {BEGIN}: the game stands between them")]
    Order,
}

/// Returns a README with a text between the markers. All else stays as it is, byte for byte; the text has the line ends of
/// the README.
///
/// # Errors
///
/// [`MarkersError`].
///
/// # Examples
///
/// ```
/// use marlin_readme::readme::with_section;
///
/// let readme = b"Hello\n<!-- connect4 begin -->old<!-- connect4 end --> world";
/// let new = with_section(readme, "new")?;
/// assert_eq!(new, b"Hello\n<!-- connect4 begin -->\n\nnew\n\n<!-- connect4 end --> world");
/// # Ok::<(), marlin_readme::readme::MarkersError>(())
/// ```
pub fn with_section(readme: &[u8], section: &str) -> Result<Vec<u8>, MarkersError> {
    let (begin, end) = (place(readme, BEGIN)?, place(readme, END)?);
    let start = begin + BEGIN.len();
    if end < start {
        return Err(MarkersError::Order);
    }
    let text = format!("\n\n{}\n\n", section.trim_end());
    let text = if has_carriage_returns(readme) { text.replace('\n', "\r\n") } else { text };
    Ok([&readme[..start], text.as_bytes(), &readme[end..]].concat())
}

/// Returns where a marker stands.
fn place(readme: &[u8], marker: &'static str) -> Result<usize, MarkersError> {
    let mut places =
        readme.windows(marker.len()).enumerate().filter(|(_, found)| *found == marker.as_bytes());
    let (place, _) = places.next().ok_or(MarkersError::Missing(marker))?;
    if places.next().is_some() { Err(MarkersError::Twice(marker)) } else { Ok(place) }
}

/// Returns whether the first line ends as on Windows.
fn has_carriage_returns(readme: &[u8]) -> bool {
    let first = readme.iter().position(|&byte| byte == b'\n');
    first.is_some_and(|end| end > 0 && readme[end - 1] == b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_else_stays_byte_for_byte() {
        let readme = b"\xff{braces} \r\n<!-- connect4 begin -->{}\n<!-- connect4 end -->\r\n\0";
        let new = with_section(readme, "a\nb").unwrap();
        assert_eq!(
            new,
            b"\xff{braces} \r\n<!-- connect4 begin -->\r\n\r\na\r\nb\r\n\r\n<!-- connect4 end -->\r\n\0"
        );
        assert_eq!(with_section(&new, "a\nb").unwrap(), new);
    }

    #[test]
    fn a_readme_without_its_place_is_an_error_that_says_how_to_mend_it() {
        let error = |text: &str| with_section(text.as_bytes(), "").unwrap_err();
        assert_eq!(error(""), MarkersError::Missing(BEGIN));
        assert_eq!(error(BEGIN), MarkersError::Missing(END));
        assert_eq!(error(&[END, BEGIN].concat()), MarkersError::Order);
        assert_eq!(error(&[BEGIN, END, END].concat()), MarkersError::Twice(END));
        assert_eq!(error(&[BEGIN, BEGIN, END].concat()), MarkersError::Twice(BEGIN));
        assert!(error("").to_string().contains("put <!-- connect4 begin --> and below it"));
    }
}
