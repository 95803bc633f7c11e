//! `completions` and `man`: shell completions and manual pages, made from the definition of the arguments.

use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use marlin_support::text::excerpt;

use crate::args::Args;
use crate::error::CliError;

/// Prints the script that lets a shell complete commands and options.
pub(super) fn completions(shell: Shell, out: &mut dyn Write) -> Result<(), CliError> {
    // In memory first, because `generate` panics where it can't write, as on a broken pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), env!("CARGO_PKG_NAME"), &mut script);
    Ok(out.write_all(&script)?)
}

/// Prints the manual page, or writes those of all commands to a directory.
pub(super) fn man(dir: Option<&Path>, out: &mut dyn Write) -> Result<(), CliError> {
    // The version stands at the foot of each page. The flag for it is an argument of ours.
    let command = Args::command().version(env!("CARGO_PKG_VERSION")).disable_version_flag(true);
    let Some(dir) = dir else { return Ok(Man::new(command).render(out)?) };
    let written = if dir.is_dir() {
        clap_mangen::generate_to(command, dir)
    } else if dir.exists() {
        Err(io::Error::new(io::ErrorKind::NotADirectory, "it isn't a directory"))
    } else {
        Err(io::Error::new(io::ErrorKind::NotFound, "there is no such directory"))
    };
    written.map_err(|source| CliError::Write { name: excerpt(&dir.to_string_lossy()), source })
}
