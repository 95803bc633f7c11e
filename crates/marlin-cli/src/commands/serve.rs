//! `serve`: answers over HTTP.

use std::io::Write;

use crate::args::{Args, EngineArgs, ServeArgs};
use crate::error::CliError;

/// Serves until the process is asked to end.
pub(super) fn run(
    serve: &ServeArgs,
    args: &Args,
    engine: &EngineArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let config = serve.config(args.solver(engine)?);
    Ok(marlin_server::run(&config, out)?)
}
