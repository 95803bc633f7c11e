//! [`AgentError`]: the failure of a player.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

/// The reason why a player gave no reply. Foreign text in it is fit to print.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The program cannot be started.
    #[error("cannot start '{program}': {source}; name a program as on the command line, with its path")]
    Start {
        /// The program as it was named.
        program: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The program has ended, or has closed its end of a pipe.
    #[error("{name} ended without an answer to '{sent}' ({}; {last_line})", describe(*.status))]
    Ended {
        /// The player.
        name: String,
        /// The line that was sent to it.
        sent: String,
        /// Its exit status, `None` if it only closed its end of a pipe.
        status: Option<ExitStatus>,
        /// The last line that it wrote.
        last_line: LastLine,
    },
    /// The program replies without reading.
    #[error("{name} doesn't read its input, such as '{sent}'")]
    NotReading {
        /// The player.
        name: String,
        /// The line that was sent to it.
        sent: String,
    },
    /// The program gave no reply in time.
    #[error("{name} gave no answer to '{sent}' within {} s ({last_line}); --timeout lets it take longer", .waited.as_secs_f64())]
    Silent {
        /// The player.
        name: String,
        /// The line that was sent to it.
        sent: String,
        /// The time that it had.
        waited: Duration,
        /// The last line that it wrote.
        last_line: LastLine,
    },
}

/// Describes the end of a program: its exit status, or the signal that killed it.
fn describe(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "it closed its end of a pipe".to_owned(), |status| status.to_string())
}

/// The last line that a program wrote since its last request, if any.
#[derive(Debug, Default)]
pub struct LastLine(pub(super) Option<String>);

impl std::fmt::Display for LastLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Some(line) => write!(f, "its last line was '{line}'"),
            None => f.write_str("it wrote nothing"),
        }
    }
}
