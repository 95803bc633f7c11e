//! `completions`: the script for a shell, made from the definition of the arguments.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::failure::Failure;

/// Prints the completion script of a shell for commands and options.
pub(super) fn run(shell: Shell, out: &mut dyn Write) -> Result<(), Failure> {
    // In memory first, because `generate` panics on errors of writing, as on a broken pipe.
    let mut script = Vec::new();
    let name = env!("CARGO_PKG_NAME");
    clap_complete::generate(shell, &mut Args::command(), name, &mut script);
    // For bash, clap_complete writes the hyphens of the program's name in one way where it sets the state of the script and
    // in another where it reads it. Without this, no word after a command is completed.
    let script = String::from_utf8_lossy(&script);
    let script = script.replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__"));
    Ok(out.write_all(script.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use clap::ValueEnum;

    use super::*;
    use crate::args::tests::all_commands;

    fn script(shell: Shell) -> String {
        let mut script = Vec::new();
        run(shell, &mut script).expect("a script");
        String::from_utf8(script).expect("text")
    }

    /// Returns the words that may follow a command: its long options and its commands.
    fn next_words(command: &clap::Command) -> Vec<String> {
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
        let ask = |(line, _): &(String, clap::Command)| {
            let last = line.split(' ').next_back().unwrap_or_default();
            format!(
                "COMP_WORDS=({line} ''); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
                 _marlin__cli marlin-cli '' {last}; echo \"${{COMPREPLY[*]}}\"\n"
            )
        };
        let asked = script(Shell::Bash) + &commands.iter().map(ask).collect::<String>();
        let output = Command::new("bash").args(["--norc", "-c", &asked]).output().expect("bash");
        let proposed = String::from_utf8(output.stdout).expect("text");
        assert!(output.stderr.is_empty() && proposed.lines().count() == commands.len(), "{proposed}");
        for ((line, command), proposed) in commands.iter().zip(proposed.lines()) {
            for word in next_words(command) {
                assert!(proposed.split(' ').any(|other| other == word), "{line}: no {word} in {proposed:?}");
            }
        }
    }
}
