//! The program: see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    marlin_cli::main()
}
