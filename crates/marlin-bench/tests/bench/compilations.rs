//! The core is compiled once for a profile: below each package it has the same features, and so have its dependencies.

use std::collections::BTreeSet;
use std::process::Command;

/// Packages that are built or tested alone. Libraries that a page needs have the book in their tests alone.
const PROGRAMS: [&str; 6] =
    ["marlin-bench", "marlin-cli", "marlin-lab", "marlin-python", "marlin-readme", "marlin-server"];
const LIBRARIES: [&str; 5] = ["marlin-coach", "marlin-support", "marlin-svg", "marlin-tui", "marlin-wasm"];

/// Returns the packages below some, each with its features.
fn tree(args: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["tree", "--locked", "--offline", "--no-dedupe", "--prefix", "none", "--format", "{p} [{f}]"]);
    let output = cargo.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("names of packages");
    lines.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

fn name(package: &str) -> &str {
    package.split_once(' ').map_or(package, |(name, _)| name)
}

#[test]
fn the_core_and_its_dependencies_have_the_same_features_in_each_selection_of_packages() {
    let core = tree(&["-p", "marlin-core", "-e", "normal,build", "--features", "internals,serde"]);
    let names: BTreeSet<&str> = core.iter().map(|package| name(package)).collect();
    assert_eq!(names, BTreeSet::from(["bytemuck", "marlin-core", "marlin-openings", "serde_core"]));
    let built = PROGRAMS.map(|program| vec!["-p", program, "-e", "normal,build"]);
    let tested = PROGRAMS.into_iter().chain(LIBRARIES).chain(["marlin-core"]);
    let tested = tested.map(|package| vec!["-p", package, "-e", "normal,build,dev"]);
    let all = ["normal,build", "normal,build,dev"].map(|edges| vec!["--workspace", "-e", edges]);
    for args in built.into_iter().chain(tested).chain(all) {
        let found = tree(&args).into_iter().filter(|package| names.contains(name(package))).collect();
        assert_eq!(core, found, "cargo tree {}", args.join(" "));
    }
}
