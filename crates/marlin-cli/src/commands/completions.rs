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
    clap_complete::generate(shell, &mut Args::command(), env!("CARGO_PKG_NAME"), &mut script);
    Ok(out.write_all(&script)?)
}
