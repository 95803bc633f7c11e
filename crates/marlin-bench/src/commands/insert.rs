//! The command `insert`: puts the output of a program into a section of a document.

use std::io::Read;
use std::path::PathBuf;

use clap::Args;
use marlin_support::files::{Existing, read_text, read_text_from, write_whole};

use crate::failure::Failure;

pub(super) const HELP: &str = "\
A section is between two lines of the document, which remain:
  <!-- NAME -->
  <!-- /NAME -->

Example:
  marlin-bench --jobs 1 --format markdown > sets.md && marlin-bench insert docs/measurements.md sets < sets.md";

/// Arguments of `insert`.
#[derive(Debug, Args)]
pub(super) struct InsertArgs {
    /// Document to change
    file: PathBuf,
    /// Name of the section to replace
    name: String,
}

/// Replaces the section of the document with the input.
pub(super) fn run(args: &InsertArgs, from: &mut dyn Read) -> Result<(), Failure> {
    let InsertArgs { file, name } = args;
    let document = read_text(file).map_err(|error| Failure::file(file, &error))?;
    let text = read_text_from(from).map_err(|error| Failure::Input(format!("standard input: {error}")))?;
    let changed = replace(&document, name, &text).map_err(|reason| Failure::file(file, &reason))?;
    write_whole(file, changed.as_bytes(), Existing::Replace).map_err(|error| Failure::file(file, &error))
}

/// Returns a document with a text in place of the contents of a section, which is between two lines with its name.
fn replace(document: &str, name: &str, text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("nothing on standard input to put into it".to_owned());
    }
    let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    if [&begin, &end].iter().any(|marker| text.contains(*marker)) {
        return Err(format!("the text for the section {name:?} has one of the lines that bound the section"));
    }
    let lines: Vec<_> = document.split_inclusive('\n').collect();
    let place = |marker: &str| lines.iter().position(|line| line.trim() == marker);
    match (place(&begin), place(&end)) {
        (Some(first), Some(last)) if first < last => {
            let (before, after) = (lines[..=first].concat(), lines[last..].concat());
            Ok(format!("{before}\n{}\n\n{after}", text.trim()))
        }
        _ => Err(format!("no section {name:?}: it begins with the line '{begin}' and ends with '{end}'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "# Title\n\n<!-- sets -->\nold\n<!-- /sets -->\n\nEnd\n";

    #[test]
    fn the_section_is_replaced_and_nothing_else() {
        let once = replace(DOCUMENT, "sets", "| new |\n").unwrap();
        assert_eq!(once, "# Title\n\n<!-- sets -->\n\n| new |\n\n<!-- /sets -->\n\nEnd\n");
        assert_eq!(replace(&once, "sets", "| new |").unwrap(), once);
    }

    #[test]
    fn a_missing_section_and_an_empty_input_are_errors() {
        assert!(replace(DOCUMENT, "other", "x").unwrap_err().contains("'<!-- other -->'"));
        assert!(replace("<!-- sets -->\n", "sets", "x").is_err());
        assert!(replace(DOCUMENT, "sets", " \n").is_err());
        assert!(replace(DOCUMENT, "sets", "<!-- /sets -->").is_err());
        assert!(replace("Say <!-- sets --> and\n<!-- /sets -->\n", "sets", "x").is_err());
        assert!(replace(&DOCUMENT.replace('\n', "\r\n"), "sets", "x").is_ok());
    }
}
