//! The examples of `docs/server.md` and `docs/protocols.md` are the responses of the server.

use std::fs;

use super::{Program, client};

/// The documents with the minimum number of their examples, and the addresses that they use.
const DOCUMENTS: [(&str, usize, &str); 2] =
    [("server.md", 10, "http://127.0.0.1:8080"), ("protocols.md", 1, "http://127.0.0.1:5000")];

/// A request, and the answer that is printed below it.
#[derive(Debug)]
struct Example {
    command: String,
    expected: String,
}

/// Returns the examples of a document: the blocks of text that ask by curl.
fn examples(document: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in document.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()) {
        let mut is_example = false;
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                is_example = command.contains("curl ");
                if is_example {
                    examples.push(Example { command: command.to_owned(), expected: String::new() });
                }
            } else if let Some(example) = examples.last_mut().filter(|_| is_example) {
                example.expected.extend([line, "\n"]);
            }
        }
    }
    examples
}

/// Returns the text between quotation marks after a word.
fn quoted<'a>(command: &'a str, word: &str) -> Option<&'a str> {
    command.split_once(&format!("{word}'"))?.1.split('\'').next()
}

/// Returns whether a text matches a pattern, in which `...` is any text.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    let (first, rest) = pattern.split_once("...").unwrap_or((pattern, ""));
    let Some(text) = text.strip_prefix(first) else { return false };
    if first.len() == pattern.len() {
        return text.is_empty();
    }
    (0..=text.len()).any(|at| text.is_char_boundary(at) && fits(rest, &text[at..]))
}

#[test]
fn every_example_of_the_documentation_is_answered_as_it_says() {
    let program = Program::start(&["--threads", "2"]);
    for (document, least, host) in DOCUMENTS {
        let document = format!("{}/../../docs/{document}", env!("CARGO_MANIFEST_DIR"));
        let examples = examples(&fs::read_to_string(document).unwrap());
        assert!(examples.len() >= least, "{examples:?}");
        for Example { command, expected } in examples {
            let url = command.split_once(host).and_then(|(_, rest)| rest.split('\'').next()).unwrap();
            let answer = match quoted(&command, "printf ") {
                Some(body) => client::post(program.address, url, &body.replace("\\n", "\n")),
                None => client::get(program.address, url),
            };
            // A line of dots may also match no line: on a busy machine a search has nothing to report.
            let (expected, found) = (expected.trim_end().replace("\n...\n", "\n..."), answer.body.trim_end());
            assert!(fits(&expected, found), "{command}\nis answered by\n{found}\nand not by\n{expected}");
        }
    }
}

#[test]
fn a_pattern_fits_what_it_leaves_out() {
    assert!(fits("a...c", "abbbc") && fits("a...", "a") && fits("...", "") && fits("ab", "ab"));
    assert!(!fits("a...c", "abb") && !fits("ab", "abc") && !fits("a...b...c", "acb"));
}
