//! The installation of the program by the action.

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::world::{ACTION, has_tools};

/// Stand-ins for a release: `curl` copies an archive, and `cargo` records its arguments.
const CURL: &str = "#!/bin/bash\necho \"${!#}\" >\"$DIR/address\"\nwhile [ \"$1\" != -o ]; do shift; done\ncp \"$DIR/archive\" \"$2\"\n";
const CARGO: &str = "#!/bin/bash\necho \"$@\" >\"$DIR/cargo.calls\"\n";

/// Returns a folder with these programs; `None` without git or bash.
fn folder() -> Option<TempDir> {
    if !has_tools() {
        return None;
    }
    let dir = tempfile::tempdir().unwrap();
    for (name, script) in [("curl", CURL), ("cargo", CARGO)] {
        let path = dir.path().join(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    }
    Some(dir)
}

/// Packs a program as a release does, for this machine, and returns the checksum.
fn pack(dir: &TempDir) -> String {
    let target = match env::consts::OS {
        "macos" => format!("{}-apple-darwin", env::consts::ARCH),
        _ => format!("{}-unknown-linux-musl", env::consts::ARCH),
    };
    let name = format!("marlin-readme-{target}");
    fs::create_dir(dir.path().join(&name)).unwrap();
    fs::write(dir.path().join(&name).join("marlin-readme"), "the program").unwrap();
    let tar = Command::new("tar").current_dir(dir.path()).args(["-czf", "archive", &name]).status().unwrap();
    assert!(tar.success());
    let sum = "if command -v sha256sum >/dev/null; then sha256sum archive; else shasum -a 256 archive; fi";
    let sum = Command::new("bash").current_dir(dir.path()).args(["-c", sum]).output().unwrap();
    String::from_utf8(sum.stdout).unwrap().split(' ').next().unwrap().to_owned()
}

fn install(dir: &TempDir, settings: &[(&str, &str)]) -> Output {
    let path = format!("{}:{}", dir.path().display(), env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command
        .arg(format!("{ACTION}/install.sh"))
        .env("PATH", path)
        .env("DIR", dir.path())
        .env("PLACE", dir.path().join("place"))
        .env("REPOSITORY", "someone/marlin")
        .env("SOURCE", "/the/source")
        .envs(settings.iter().copied());
    command.output().unwrap()
}

#[test]
fn a_release_is_taken_by_its_version_and_checksum() {
    let Some(dir) = folder() else { return };
    let checksum = pack(&dir);
    let output = install(&dir, &[("VERSION", "1.2.3"), ("SHA256", &checksum)]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    let program = stdout.strip_prefix("program=").unwrap().trim_end();
    assert_eq!(fs::read_to_string(program).unwrap(), "the program");
    let address = fs::read_to_string(dir.path().join("address")).unwrap();
    let expected = "https://github.com/someone/marlin/releases/download/v1.2.3/marlin-readme-";
    assert!(address.starts_with(expected) && address.ends_with(".tar.gz\n"), "{address}");
}

#[test]
fn an_archive_with_another_checksum_is_not_unpacked() {
    let Some(dir) = folder() else { return };
    pack(&dir);
    let output = install(&dir, &[("VERSION", "1.2.3"), ("SHA256", &"0".repeat(64))]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8(output.stderr).unwrap().contains("checksum"));
    assert_eq!(fs::read_dir(dir.path().join("place")).unwrap().count(), 1);
}

#[test]
fn a_version_or_checksum_of_another_form_is_refused_before_the_download() {
    let Some(dir) = folder() else { return };
    let checksum = pack(&dir);
    for settings in [
        [("VERSION", "latest"), ("SHA256", &*checksum)],
        [("VERSION", "1.2.3/../x"), ("SHA256", &*checksum)],
        [("VERSION", "1.2.3"), ("SHA256", "")],
    ] {
        assert_eq!(install(&dir, &settings).status.code(), Some(2), "{settings:?}");
    }
    assert!(!dir.path().join("address").exists());
}

#[test]
fn without_a_version_cargo_builds_the_checkout() {
    let Some(dir) = folder() else { return };
    let output = install(&dir, &[("VERSION", "")]);
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("/place/target/release/marlin-readme\n"));
    let cargo = fs::read_to_string(dir.path().join("cargo.calls")).unwrap();
    assert!(
        cargo.contains("build --release --locked -p marlin-readme --manifest-path /the/source/Cargo.toml"),
        "{cargo}"
    );
}
