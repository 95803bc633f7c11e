//! Objects as lines of JSON.

use std::io;

use serde::Serialize;

/// Returns an object as a line.
pub(super) fn json_line(object: &impl Serialize) -> io::Result<String> {
    let mut line = serde_json::to_string(object)?;
    line.push('\n');
    Ok(line)
}
