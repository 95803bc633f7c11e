//! The session and the commands of the README and of docs/command-line.md, run as they stand there.

use super::process::run;

const README: &str = include_str!("../../../../README.md");
const COMMAND_LINE: &str = include_str!("../../../../docs/command-line.md");

/// Returns the fenced blocks of a language in a document.
fn blocks(document: &'static str, language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    document.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Returns whether a text matches a pattern with `...` for any text.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once("...") else { return pattern == text };
    text.strip_prefix(start)
        .is_some_and(|tail| (0..=tail.len()).any(|i| tail.is_char_boundary(i) && fits(rest, &tail[i..])))
}

/// Returns whether lines match a pattern with a line `...` for any lines.
fn lines_fit(pattern: &[&str], lines: &[&str]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((&"...", rest)) => (0..=lines.len()).any(|i| lines_fit(rest, &lines[i..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, tail)| fits(first, line) && lines_fit(rest, tail))
        }
    }
}

fn assert_fits(pattern: &[&str], output: &str) {
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines_fit(pattern, &lines), "expected:\n{}\n\nfound:\n{output}", pattern.join("\n"));
}

#[test]
fn the_session_matches_the_document() {
    let is_command = |line: &&str| line.starts_with("position ") || ["go", "display", "quit"].contains(line);
    let (commands, answers): (Vec<&str>, Vec<&str>) =
        blocks(COMMAND_LINE, "text")[0].lines().partition(is_command);
    assert!(commands.len() >= 4, "{commands:?}");
    assert_fits(&answers, &run(&[], (commands.join("\n") + "\n").as_bytes()).succeeds());
}

#[test]
fn the_commands_print_the_documented_output() {
    let mut run_so_far = 0;
    let consoles = [README, COMMAND_LINE].map(|document| blocks(document, "console")).concat();
    for command in consoles.iter().flat_map(|block| block.split("$ ").skip(1)) {
        let (line, answer) = command.split_once('\n').unwrap();
        let Some(arguments) = line.split("marlin-cli").nth(1) else { continue };
        let arguments: Vec<&str> = arguments.split_whitespace().filter(|&word| word != "--").collect();
        let source = line.split_once(" | ").map_or("", |(source, _)| source);
        let input = match source.strip_prefix("printf '") {
            Some(lines) => lines.trim_end_matches("\\n'").replace("\\n", "\n"),
            None => source.chars().filter(char::is_ascii_digit).collect(),
        };
        assert_fits(
            &answer.lines().collect::<Vec<_>>(),
            &run(&arguments, (input + "\n").as_bytes()).succeeds(),
        );
        run_so_far += 1;
    }
    assert!(run_so_far >= 5, "{run_so_far} commands");
}

#[test]
fn the_rust_code_of_the_readme_is_in_the_library_documentation() {
    // The library's documentation compiles and runs its own examples.
    let library = include_str!("../../../marlin-core/README.md");
    for block in blocks(README, "rust") {
        assert!(library.contains(block), "{block}");
    }
}
