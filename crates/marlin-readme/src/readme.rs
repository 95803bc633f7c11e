//! The section of the game in a README: between two markers.

/// The marker before the game.
pub const BEGIN: &str = "<!-- connect4 begin -->";
/// The marker after the game.
pub const END: &str = "<!-- connect4 end -->";

/// The error of a README without a place for the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MarkersError {
    /// A marker is missing.
    #[error("the README has no line {0}: put {BEGIN} and below it {END} at the place for the game")]
    Missing(&'static str),
    /// A marker is there twice.
    #[error("the README has {0} more than once: leave one pair at the place for the game")]
    Duplicate(&'static str),
    /// The end is before the beginning.
    #[error("the README has {END} before {BEGIN}: the game is between them")]
    Order,
}

/// Returns a README with a text between the markers. All other bytes stay the same. The text gets the line ends of the
/// README.
///
/// # Errors
///
/// [`MarkersError`] unless the README has each marker once, in order.
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
    let (begin, end) = (find(readme, BEGIN)?, find(readme, END)?);
    let start = begin + BEGIN.len();
    if end < start {
        return Err(MarkersError::Order);
    }
    let text = format!("\n\n{}\n\n", section.trim_end());
    let text = if has_carriage_returns(readme) { text.replace('\n', "\r\n") } else { text };
    Ok([&readme[..start], text.as_bytes(), &readme[end..]].concat())
}

/// Returns the position of a marker.
fn find(readme: &[u8], marker: &'static str) -> Result<usize, MarkersError> {
    let mut found = readme.windows(marker.len()).enumerate().filter(|(_, part)| *part == marker.as_bytes());
    let (position, _) = found.next().ok_or(MarkersError::Missing(marker))?;
    if found.next().is_some() { Err(MarkersError::Duplicate(marker)) } else { Ok(position) }
}

/// Returns whether the first line ends with a carriage return, as on Windows.
fn has_carriage_returns(readme: &[u8]) -> bool {
    let first = readme.iter().position(|&byte| byte == b'\n');
    first.is_some_and(|end| end > 0 && readme[end - 1] == b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_the_readme_stays_byte_for_byte() {
        let readme = b"\xff{braces} \r\n<!-- connect4 begin -->{}\n<!-- connect4 end -->\r\n\0";
        let new = with_section(readme, "a\nb").unwrap();
        assert_eq!(
            new,
            b"\xff{braces} \r\n<!-- connect4 begin -->\r\n\r\na\r\nb\r\n\r\n<!-- connect4 end -->\r\n\0"
        );
        assert_eq!(with_section(&new, "a\nb").unwrap(), new);
    }

    #[test]
    fn a_readme_without_markers_is_an_error_with_the_repair() {
        let error = |text: &str| with_section(text.as_bytes(), "").unwrap_err();
        assert_eq!(error(""), MarkersError::Missing(BEGIN));
        assert_eq!(error(BEGIN), MarkersError::Missing(END));
        assert_eq!(error(&[END, BEGIN].concat()), MarkersError::Order);
        assert_eq!(error(&[BEGIN, END, END].concat()), MarkersError::Duplicate(END));
        assert_eq!(error(&[BEGIN, BEGIN, END].concat()), MarkersError::Duplicate(BEGIN));
        assert!(error("").to_string().contains("put <!-- connect4 begin --> and below it"));
    }
}
