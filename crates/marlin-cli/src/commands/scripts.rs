//! What is made from the definition of the arguments: `completions`, the script for a shell, and `man`, the manual pages.

use std::io::Write;
#[cfg(feature = "man")]
use std::{io, path::Path};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use marlin_coach::lesson;
use marlin_coach::puzzle::PuzzleKind;

use crate::failure::Failure;

/// Returns values that a user may mean by an argument that takes others too.
fn usual_values(argument: &str) -> Vec<&'static str> {
    match argument {
        "board" => vec!["6x5", "7x6", "8x7", "8x8", "9x7", "10x10"],
        "threads" | "jobs" => vec!["1", "2", "4", "8"],
        "base" => vec!["0", "1"],
        "x" | "o" => vec!["person", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
        "a" | "b" | "agent" => vec!["random", "perfect", "level:5", "depth:4"],
        "theme" => vec!["classic", "quiet", "high-contrast"],
        "kind" => PuzzleKind::ALL.map(PuzzleKind::name).to_vec(),
        "lesson" => lesson::all().iter().map(|lesson| lesson.id.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// Returns a command that proposes the usual values of its arguments, and files for those alone that are files.
fn with_usual_values(command: Command) -> Command {
    let propose = |argument: Arg| {
        let values = usual_values(argument.get_id().as_str());
        let is_unknown = argument.get_value_hint() == ValueHint::Unknown && argument.get_long().is_some();
        match argument.get_action().takes_values() && argument.get_possible_values().is_empty() {
            true if !values.is_empty() => {
                argument.value_parser(PossibleValuesParser::new(values.into_iter().map(PossibleValue::new)))
            }
            true if is_unknown => argument.value_hint(ValueHint::Other),
            _ => argument,
        }
    };
    let below: Vec<_> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    below
        .into_iter()
        .fold(command.mut_args(propose), |command, name| command.mut_subcommand(name, with_usual_values))
}

/// Prints the completion script of a shell for commands and options.
pub(super) fn complete(shell: Shell, mut command: Command, out: &mut dyn Write) -> Result<(), Failure> {
    command.build();
    let mut command = with_usual_values(command);
    // In memory first, because `generate` panics on errors of writing, as on a broken pipe.
    let mut script = Vec::new();
    let name = env!("CARGO_PKG_NAME");
    clap_complete::generate(shell, &mut command, name, &mut script);
    // For bash, clap_complete writes the hyphens of the program's name in one way where it sets the state of the script and
    // in another where it reads it. Without this, no word after a command is completed.
    let script = String::from_utf8_lossy(&script);
    let script = script.replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__"));
    Ok(out.write_all(script.as_bytes())?)
}

/// Prints the manual page, or writes those of all commands to a directory.
#[cfg(feature = "man")]
pub(super) fn describe(dir: Option<&Path>, command: Command, out: &mut dyn Write) -> Result<(), Failure> {
    // The version is at the foot of each page. Its flag is an argument of the program.
    let command = command.version(env!("CARGO_PKG_VERSION")).disable_version_flag(true);
    let Some(dir) = dir else { return Ok(clap_mangen::Man::new(command).render(out)?) };
    let written = if dir.is_dir() {
        clap_mangen::generate_to(command, dir)
    } else if dir.exists() {
        Err(io::Error::new(io::ErrorKind::NotADirectory, "it is not a directory"))
    } else {
        Err(io::Error::new(io::ErrorKind::NotFound, "there is no such directory"))
    };
    written.map_err(|error| Failure::write(dir, &error))
}

#[cfg(test)]
mod tests {
    use std::process;

    use clap::{CommandFactory, ValueEnum};

    use super::*;
    use crate::commands::Args;
    use crate::commands::tests::all_commands;

    fn script(shell: Shell) -> String {
        let mut script = Vec::new();
        complete(shell, Args::command(), &mut script).expect("a script");
        String::from_utf8(script).expect("text")
    }

    /// Returns the words that may follow a command: its long options and its commands.
    fn next_words(command: &Command) -> Vec<String> {
        let options = command.get_opts().filter_map(|option| Some(format!("--{}", option.get_long()?)));
        options.chain(command.get_subcommands().map(|below| below.get_name().to_owned())).collect()
    }

    #[test]
    fn completions_for_every_shell_know_the_commands_and_their_options() {
        for &shell in Shell::value_variants() {
            let script = script(shell);
            for (line, command) in all_commands() {
                for word in next_words(&command) {
                    assert!(script.contains(word.trim_start_matches('-')), "{shell}: {line}: {word}");
                }
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn bash_completes_the_words_after_every_command_at_every_level() {
        let commands = all_commands();
        let ask = |(line, _): &(String, Command)| {
            let last = line.split(' ').next_back().unwrap_or_default();
            format!(
                "COMP_WORDS=({line} ''); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
                 _marlin__cli marlin-cli '' {last}; echo \"${{COMPREPLY[*]}}\"\n"
            )
        };
        let asked = script(Shell::Bash) + &commands.iter().map(ask).collect::<String>();
        let output = process::Command::new("bash").args(["--norc", "-c", &asked]).output().expect("bash");
        let proposed = String::from_utf8(output.stdout).expect("text");
        assert!(output.stderr.is_empty() && proposed.lines().count() == commands.len(), "{proposed}");
        for ((line, command), proposed) in commands.iter().zip(proposed.lines()) {
            for word in next_words(command) {
                assert!(proposed.split(' ').any(|other| other == word), "{line}: no {word} in {proposed:?}");
            }
        }
    }

    #[test]
    fn every_option_has_usual_values_or_files_or_nothing_to_propose() {
        for (line, command) in all_commands() {
            let command = with_usual_values(command);
            for option in command.get_opts().filter(|option| option.get_possible_values().is_empty()) {
                let name = option.get_id();
                assert_ne!(option.get_value_hint(), ValueHint::Unknown, "{line} --{name}");
            }
        }
        let script = script(Shell::Bash);
        for values in ["zugzwang", "level:5 depth:4", "person 1 2 3", "7x6 8x7"] {
            assert!(script.contains(values), "{values}");
        }
    }

    #[cfg(feature = "man")]
    #[test]
    fn the_manual_page_has_the_commands_and_the_examples() {
        let mut page = Vec::new();
        describe(None, Args::command(), &mut page).expect("a page");
        let page = String::from_utf8(page).expect("text");
        let title = format!(".TH marlin-cli 1  \"marlin-cli {}\"", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&title), "{page}");
        for command in Args::command().get_subcommands() {
            let name = format!("marlin\\-cli\\-{}(1)", command.get_name().replace('-', "\\-"));
            assert!(page.contains(&name), "{name}");
        }
        assert!(page.contains("Examples:") && page.contains("\\-\\-hash"), "{page}");
    }

    #[cfg(feature = "man")]
    #[test]
    fn every_command_has_a_manual_page_in_a_directory() {
        let dir = tempfile::tempdir().expect("a directory");
        describe(Some(dir.path()), Args::command(), &mut Vec::new()).expect("pages");
        for (line, command) in all_commands().iter().filter(|(line, _)| !line.contains(" help")) {
            let file = dir.path().join(format!("{}.1", line.replace(' ', "-")));
            let page = std::fs::read_to_string(file).expect(line);
            let below = command.get_subcommands().next().map_or(".SH OPTIONS", |_| ".SH SUBCOMMANDS");
            assert!(page.contains(".SH DESCRIPTION") && page.contains(below), "{line}");
        }
    }
}
