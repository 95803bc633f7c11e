//! Writes the manual pages of `marlin-cli` and its completion scripts to a directory, for the packages of a
//! release:
//!
//! ```console
//! cargo run -p marlin-cli --example release_files -- target/release-files
//! ```

use std::path::Path;
use std::{env, fs, io};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use marlin_coach::lesson;
use marlin_coach::puzzle::PuzzleKind;

const PROGRAM: &str = "marlin-cli";

/// The shells, with the ends of their scripts' names.
const SHELLS: [(Shell, &str); 4] =
    [(Shell::Bash, "bash"), (Shell::Fish, "fish"), (Shell::PowerShell, "powershell"), (Shell::Zsh, "zsh")];

fn main() -> io::Result<()> {
    let dir = env::args_os().nth(1).ok_or_else(|| io::Error::other("name the directory to write to"))?;
    write_all(Path::new(&dir))
}

/// Writes the manual pages to `man/` in a directory, and the scripts to `completions/`.
fn write_all(dir: &Path) -> io::Result<()> {
    let (man, completions) = (dir.join("man"), dir.join("completions"));
    fs::create_dir_all(&man)?;
    fs::create_dir_all(&completions)?;
    // The version is at the foot of each page. Its flag is an argument of the program.
    let command = marlin_cli::command().version(env!("CARGO_PKG_VERSION")).disable_version_flag(true);
    clap_mangen::generate_to(command, man)?;
    for (shell, end) in SHELLS {
        fs::write(completions.join(format!("{PROGRAM}.{end}")), script(shell))?;
    }
    Ok(())
}

/// Returns values that a user may mean by an argument that takes others too.
fn usual_values(argument: &str) -> Vec<&'static str> {
    match argument {
        "board" => vec!["6x5", "7x6", "8x7", "8x8", "9x7", "10x10"],
        "threads" | "jobs" => vec!["1", "2", "4", "8"],
        "base" => vec!["0", "1"],
        "x" | "o" => vec!["person", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
        "kind" => PuzzleKind::ALL.map(PuzzleKind::name).to_vec(),
        "lesson" => lesson::all().iter().map(|lesson| lesson.id.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// Returns a command that proposes the usual values of its arguments, and files only for arguments that are
/// files.
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

/// Returns the completion script of a shell for commands and options.
fn script(shell: Shell) -> String {
    let mut command = marlin_cli::command();
    command.build();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_usual_values(command), PROGRAM, &mut script);
    // For bash, clap_complete writes the hyphens of the program's name in one way where it sets the state of
    // the script and in another where it reads it. Without this, no word after a command is completed.
    String::from_utf8_lossy(&script).replace(&PROGRAM.replace('-', "__subcmd__"), &PROGRAM.replace('-', "__"))
}

#[cfg(test)]
mod tests {
    use std::process;

    use marlin_cli::all_commands;

    use super::*;

    /// Returns the words that may follow a command: its long options and its commands.
    fn next_words(command: &Command) -> Vec<String> {
        let options = command.get_opts().filter_map(|option| Some(format!("--{}", option.get_long()?)));
        options.chain(command.get_subcommands().map(|below| below.get_name().to_owned())).collect()
    }

    #[test]
    fn completions_for_every_shell_know_the_commands_and_their_options() {
        for (shell, end) in SHELLS {
            let script = script(shell);
            for (line, command) in all_commands() {
                for word in next_words(&command) {
                    assert!(script.contains(word.trim_start_matches('-')), "{end}: {line}: {word}");
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
        for values in ["zugzwang", "person 1 2 3", "7x6 8x7"] {
            assert!(script.contains(values), "{values}");
        }
    }

    #[test]
    fn every_command_has_a_manual_page_and_every_shell_a_script() {
        let dir = tempfile::tempdir().expect("a directory");
        write_all(dir.path()).expect("files");
        let page = |line: &str| {
            let file = dir.path().join("man").join(format!("{}.1", line.replace(' ', "-")));
            fs::read_to_string(file).expect(line)
        };
        for (line, command) in all_commands().iter().filter(|(line, _)| !line.contains(" help")) {
            let below = command.get_subcommands().next().map_or(".SH OPTIONS", |_| ".SH SUBCOMMANDS");
            assert!(page(line).contains(".SH DESCRIPTION") && page(line).contains(below), "{line}");
        }
        let (page, version) = (page(PROGRAM), env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&format!(".TH marlin-cli 1  \"marlin-cli {version}\"")), "{page}");
        assert!(page.contains("Examples:") && page.contains("\\-\\-hash"), "{page}");
        assert_eq!(fs::read_dir(dir.path().join("completions")).expect("scripts").count(), SHELLS.len());
    }
}
