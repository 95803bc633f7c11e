//! The command `insert`: a section of a document that a program has written.

use std::fs;
use std::io::Read;

use marlin_support::files::{Existing, write_whole};

use crate::commands::args::InsertArgs;
use crate::failure::Failure;

/// Puts what is read into the section of the document.
pub(crate) fn run(args: &InsertArgs, from: &mut dyn Read) -> Result<(), Failure> {
    let InsertArgs { file, name } = args;
    let document = fs::read_to_string(file).map_err(|error| Failure::file(file, &error))?;
    let mut text = String::new();
    from.read_to_string(&mut text).map_err(|error| Failure::Input(format!("standard input: {error}")))?;
    let changed = insert(&document, name, &text).map_err(|reason| Failure::file(file, &reason))?;
    write_whole(file, changed.as_bytes(), Existing::Replace).map_err(|error| Failure::file(file, &error))
}

/// Returns a document with a text in place of what stands in a section.
fn insert(document: &str, name: &str, text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("nothing on standard input to put into it".to_owned());
    }
    let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    if [&begin, &end].iter().any(|marker| text.contains(*marker)) {
        return Err(format!("what is to stand in the section {name:?} has the lines that bound it"));
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
    fn what_stands_in_the_section_is_replaced_and_nothing_else() {
        let once = insert(DOCUMENT, "sets", "| new |\n").unwrap();
        assert_eq!(once, "# Title\n\n<!-- sets -->\n\n| new |\n\n<!-- /sets -->\n\nEnd\n");
        assert_eq!(insert(&once, "sets", "| new |").unwrap(), once);
    }

    #[test]
    fn a_section_that_is_not_there_and_nothing_to_insert_are_errors() {
        assert!(insert(DOCUMENT, "other", "x").unwrap_err().contains("'<!-- other -->'"));
        assert!(insert("<!-- sets -->\n", "sets", "x").is_err());
        assert!(insert(DOCUMENT, "sets", " \n").is_err());
        assert!(insert(DOCUMENT, "sets", "<!-- /sets -->").is_err());
        assert!(insert("Say <!-- sets --> and\n<!-- /sets -->\n", "sets", "x").is_err());
        assert!(insert(&DOCUMENT.replace('\n', "\r\n"), "sets", "x").is_ok());
    }
}
