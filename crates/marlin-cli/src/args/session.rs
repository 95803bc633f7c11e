//! The options of a session.

use marlin_support::options::EngineOptions;

// Options of a session. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct SessionArgs {
    /// Exit with 2 at the end of the session after a line that could not be carried out
    #[arg(long)]
    pub(crate) strict: bool,
}

// Options of a session in a protocol of GUIs. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(crate) struct ProtocolArgs {
    #[command(flatten)]
    pub(crate) session: SessionArgs,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}
