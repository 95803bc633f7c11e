//! The core is compiled once for a profile: it has the same features below each package, and so have its
//! dependencies. No crate that is published turns on `internals`, which promises nothing.

use std::collections::BTreeSet;
use std::process::Command;

/// Packages that are built or tested alone. Libraries that a page needs have the book only in their tests.
const PROGRAMS: [&str; 5] = ["marlin-bench", "marlin-cli", "marlin-python", "marlin-readme", "marlin-server"];
const LIBRARIES: [&str; 6] =
    ["marlin-coach", "marlin-notation", "marlin-support", "marlin-svg", "marlin-tui", "marlin-wasm"];

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
    let core = |features| tree(&["-p", "marlin-core", "-e", "normal,build", "--features", features]);
    let (core, with_internals) = (core("serde"), core("internals,serde"));
    let names: BTreeSet<&str> = core.iter().map(|package| name(package)).collect();
    assert_eq!(names, BTreeSet::from(["bytemuck", "marlin-core", "marlin-openings", "serde_core"]));
    let compare = |args: &[&str], expected: &BTreeSet<String>| {
        let found = tree(args).into_iter().filter(|package| names.contains(name(package))).collect();
        assert_eq!(expected, &found, "cargo tree {}", args.join(" "));
    };
    for edges in ["normal,build", "normal,build,dev"] {
        // A library that a page needs has the book only in its tests.
        let libraries = LIBRARIES.into_iter().filter(|_| edges.ends_with("dev"));
        let tests_of_core = ["marlin-core"].into_iter().filter(|_| edges.ends_with("dev"));
        for package in PROGRAMS.into_iter().chain(libraries).chain(tests_of_core) {
            compare(&["-p", package, "-e", edges], &core);
        }
        compare(&["-p", "marlin-lab", "-e", edges], &with_internals);
        compare(&["--workspace", "-e", edges], &with_internals);
    }
}

#[test]
fn every_member_is_in_one_of_these_lists() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let members = std::fs::read_dir(manifest).expect("the members");
    let members = members.filter_map(|member| member.ok()?.file_name().into_string().ok());
    let others = ["marlin-core", "marlin-openings", "marlin-lab"];
    let known: BTreeSet<String> =
        PROGRAMS.into_iter().chain(LIBRARIES).chain(others).map(str::to_owned).collect();
    assert_eq!(members.collect::<BTreeSet<_>>(), known);
}
