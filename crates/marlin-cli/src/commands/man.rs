//! `man`: manual pages, made from the definition of the arguments.

use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::Args;
use crate::failure::Failure;
use crate::files::FileError;

/// Prints the manual page, or writes those of all commands to a directory.
pub(super) fn run(dir: Option<&Path>, out: &mut dyn Write) -> Result<(), Failure> {
    // The version is at the foot of each page. Its flag is an argument of the program.
    let command = Args::command().version(env!("CARGO_PKG_VERSION")).disable_version_flag(true);
    let Some(dir) = dir else { return Ok(Man::new(command).render(out)?) };
    let written = if dir.is_dir() {
        clap_mangen::generate_to(command, dir)
    } else if dir.exists() {
        Err(io::Error::new(io::ErrorKind::NotADirectory, "it isn't a directory"))
    } else {
        Err(io::Error::new(io::ErrorKind::NotFound, "there is no such directory"))
    };
    Ok(written.map_err(|source| FileError::write(dir, source))?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::args::tests::all_commands;

    #[test]
    fn the_manual_page_has_the_commands_and_the_examples() {
        let mut page = Vec::new();
        run(None, &mut page).expect("a page");
        let page = String::from_utf8(page).expect("text");
        let title = format!(".TH marlin-cli 1  \"marlin-cli {}\"", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&title), "{page}");
        for command in Args::command().get_subcommands() {
            let name = format!("marlin\\-cli\\-{}(1)", command.get_name().replace('-', "\\-"));
            assert!(page.contains(&name), "{name}");
        }
        assert!(page.contains("Examples:") && page.contains("\\-\\-hash"), "{page}");
    }

    #[test]
    fn every_command_has_a_manual_page_in_a_directory() {
        let dir = tempfile::tempdir().expect("a directory");
        run(Some(dir.path()), &mut Vec::new()).expect("pages");
        for (line, command) in all_commands().iter().filter(|(line, _)| !line.contains(" help")) {
            let file = dir.path().join(format!("{}.1", line.replace(' ', "-")));
            let page = fs::read_to_string(file).expect(line);
            let below = command.get_subcommands().next().map_or(".SH OPTIONS", |_| ".SH SUBCOMMANDS");
            assert!(page.contains(".SH DESCRIPTION") && page.contains(below), "{line}");
        }
    }
}
