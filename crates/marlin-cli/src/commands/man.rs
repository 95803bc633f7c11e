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
