//! The command line: the version, help, and bad usage.

use std::path::Path;

use marlin_core::Cpu;

use crate::process::{Run, run_in};

fn run(arguments: &[&str]) -> Run {
    run_in(Path::new("."), arguments, b"")
}

#[test]
fn the_version_lists_the_cpu_levels() {
    let levels = Cpu::available().map(Cpu::name).collect::<Vec<_>>().join(", ");
    let expected =
        format!("marlin-readme {} ({}; available: {levels})\n", env!("CARGO_PKG_VERSION"), Cpu::detect());
    for option in ["--version", "-V"] {
        assert_eq!(run(&[option]).succeeds(), expected);
    }
}

#[test]
fn the_help_has_every_command_with_an_example() {
    let help = run(&["--help"]).succeeds();
    assert!(help.contains("Exit codes:"), "{help}");
    for command in ["init", "apply", "render", "verify", "undo", "import"] {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        assert!(run(&[command, "--help"]).succeeds().contains("--readme <FILE>"), "{command}");
    }
}

#[test]
fn bad_usage_is_exit_code_2() {
    for arguments in [&[][..], &["play"], &["undo", "-1"], &["init"], &["--version", "verify"]] {
        let run = run(arguments);
        assert!(
            run.code == Some(2) && run.stdout.is_empty() && !run.stderr.is_empty(),
            "{arguments:?}: {run:?}"
        );
    }
}
