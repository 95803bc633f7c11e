//! The CPU levels, by the real program.

use marlin_core::Cpu;

use crate::common::{SMALL_SET, TempDir, run, suite};

#[test]
fn the_version_lists_the_cpu_level_in_use_and_those_available() {
    let dir = TempDir::new();
    let levels = Cpu::available().map(Cpu::name).collect::<Vec<_>>().join(", ");
    let expected = |cpu| format!("marlin-bench {} ({cpu}; available: {levels})\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&dir, &["--version"]).succeeds(), expected(Cpu::detect()));
    assert_eq!(run(&dir, &["-V", "--cpu", "baseline"]).succeeds(), expected(Cpu::BASELINE));
}

#[test]
fn an_unknown_level_is_refused_with_those_available() {
    let dir = TempDir::new();
    dir.write("small.txt", SMALL_SET);
    let commands: [&[&str]; 4] = [
        &["small.txt", "--cpu", "sse9"],
        &["signature", "--cpu", "sse9"],
        &["boards", "4x4", "--cpu", "sse9"],
        &["--version", "--cpu", "sse9"],
    ];
    for args in commands {
        let run = run(&dir, args);
        let line = "error: invalid value 'sse9' for '--cpu <LEVEL>': no CPU level \"sse9\" on this machine (it has baseline";
        assert!(run.err.starts_with(line), "{run:?}");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    }
    assert_eq!(dir.names(), ["small.txt"], "nothing is begun");
}

#[test]
fn every_level_has_the_same_signature() {
    let dir = suite();
    run(&dir, &["signature", "--sets-dir", ".", "--write", "--cpu", "baseline"]).succeeds();
    for cpu in Cpu::available() {
        run(&dir, &["signature", "--sets-dir", ".", "--check", "--cpu", cpu.name()]).succeeds();
    }
}
