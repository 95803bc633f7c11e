//! A small run from the first sample to the files, by the real program.

use std::fs;
use std::ops::RangeBounds;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::is_exhaustive;

const FEW: &str = "learn --positions 4 --early 0 --outcomes 2 --rounds 2 --others 2";

/// Runs `marlin-lab learn` on few positions, with a folder for its samples and one for the learned files.
fn learn(samples: &Path, out: &Path, test_positions: &Path) -> Output {
    learn_with(FEW, samples, out, test_positions)
}

fn learn_with(options: &str, samples: &Path, out: &Path, test_positions: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marlin-lab"));
    command.args(options.split(' ')).arg("--samples").arg(samples).arg("--out").arg(out);
    command.arg("--test-positions").arg(test_positions).output().expect("the program starts")
}

/// Returns an empty folder of this test run.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        fs::remove_dir_all(&path).expect("a folder of this test");
    }
    fs::create_dir_all(&path).expect("room for a folder");
    path
}

fn test_positions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-positions")
}

/// Returns the files that a run has written under a name.
fn learned(out: &Path, name: &str) -> (String, Vec<u8>) {
    (
        fs::read_to_string(out.join(name).with_extension("md")).expect("the figures"),
        fs::read(out.join(name).with_extension("bin")).expect("the numbers"),
    )
}

/// The offset of the network in a file of numbers.
const NETWORK: usize = 2 * (24 * (20 + 8 + 64) + 4 * 69 * 256);

/// Asserts that a file has other numbers in a part than the kept one of a family has, and the same in the
/// rest.
fn assert_learned(numbers: &[u8], family: &str, part: impl RangeBounds<usize>) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../marlin-core/src/search/ordering/learned");
    let kept = fs::read(kept.join(family).with_extension("bin")).expect("the kept numbers");
    assert_eq!(numbers.len(), kept.len());
    let differs = (0..kept.len()).filter(|&place| numbers[place] != kept[place]);
    let (inside, outside): (Vec<usize>, _) = differs.partition(|place| part.contains(place));
    assert!(!inside.is_empty() && outside.is_empty(), "{} and {} bytes differ", inside.len(), outside.len());
}

#[test]
fn the_same_command_gives_the_same_files_from_nothing_and_from_kept_samples() {
    let (samples, first, again, elsewhere) =
        (folder("samples"), folder("first"), folder("again"), folder("elsewhere"));
    let others = folder("others");
    // By night from nothing a second time.
    let runs = [(&samples, &first), (&samples, &again), (&others, &elsewhere)];
    for (samples, out) in runs.into_iter().take(if is_exhaustive() { 3 } else { 2 }) {
        let run = learn(samples, out, &test_positions());
        assert!(run.status.success(), "{run:?}");
    }
    let (weights, numbers) = learned(&first, "standard");
    assert!(
        weights.contains("-p marlin-lab -- learn --board 7x6 --name standard --from present --seed "),
        "{weights}"
    );
    assert!(weights.contains("--positions 4 --early 0 --outcomes 2 --rounds 2 --others 2\n"), "{weights}");
    assert!(weights.contains("\n| 7x6 | "), "{weights}");
    assert_learned(&numbers, "standard", ..NETWORK);
    assert_eq!(learned(&again, "standard"), (weights.clone(), numbers.clone()));
    if is_exhaustive() {
        assert_eq!(learned(&elsewhere, "standard"), (weights, numbers));
    }
}

#[test]
fn several_boards_are_learned_together_and_each_has_figures_of_its_own() {
    let (samples, out) = (folder("boards"), folder("of-boards"));
    let boards = "--board 5x5 --board 6x4 --from classical";
    let run = learn_with(&format!("{FEW} {boards} --name small"), &samples, &out, &test_positions());
    assert!(run.status.success(), "{run:?}");
    let (weights, numbers) = learned(&out, "small");
    assert!(weights.contains(" --board 5x5 --board 6x4 --name small --from classical "), "{weights}");
    assert!(weights.contains("\n| 5x5 | ") && weights.contains("\n| 6x4 | "), "{weights}");
    assert!(weights.contains(" `small.bin` "), "{weights}");
    assert_learned(&numbers, "boards", ..NETWORK);

    let unnamed = learn_with(&format!("{FEW} {boards}"), &samples, &out, &test_positions());
    assert_eq!(unnamed.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unnamed.stderr).contains("--name"), "{unnamed:?}");
}

#[test]
fn samples_that_cannot_be_read_and_missing_sets_are_errors() {
    let (samples, out) = (folder("stale"), folder("nowhere"));
    let learn = |sets: &Path| {
        let boards = "--board 5x5 --board 6x4 --from classical --name small";
        learn_with(&format!("{FEW} {boards}"), &samples, &out, sets)
    };
    let run = learn(&samples);
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("no test sets in "), "{run:?}");

    assert!(learn(&test_positions()).status.success());
    for file in fs::read_dir(samples.join("any")).unwrap() {
        fs::write(file.unwrap().path(), "{}\n").unwrap();
    }
    let run = learn(&test_positions());
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("remove "), "{run:?}");
}

/// Runs `marlin-lab network` on few positions.
fn learn_network(samples: &Path, out: &Path) -> Output {
    let few = "network --positions 2 --first-plies 0 --walks 12 --rounds 1 --others 1";
    let mut command = Command::new(env!("CARGO_BIN_EXE_marlin-lab"));
    command.args(few.split(' ')).arg("--samples").arg(samples).arg("--out").arg(out);
    command.arg("--test-positions").arg(test_positions()).output().expect("the program starts")
}

#[test]
fn the_same_command_gives_the_same_network_from_nothing_and_from_kept_samples() {
    let (samples, first, again) = (folder("nodes"), folder("first-network"), folder("network-again"));
    let runs = [learn_network(&samples, &first), learn_network(&samples, &again)];
    for run in &runs {
        assert!(run.status.success(), "{run:?}");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(said.contains("12 stones: right first choices "), "{said}");
        assert!(said.contains("1 other positions: "), "{said}");
    }
    assert_eq!(runs[0].stderr, runs[1].stderr);
    let numbers = fs::read(first.join("standard.bin")).expect("the numbers");
    assert_learned(&numbers, "standard", NETWORK..);
    assert_eq!(numbers, fs::read(again.join("standard.bin")).expect("the numbers learned again"));

    for file in fs::read_dir(&samples).unwrap() {
        fs::write(file.unwrap().path(), "{}").unwrap();
    }
    let run = learn_network(&samples, &again);
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("remove "), "{run:?}");
}

#[test]
fn a_network_of_other_boards_is_learned_from_searches_and_again_from_their_kept_nodes() {
    let samples = folder("board-nodes");
    let learn_on_boards = |name: &str| {
        let out = folder(name);
        let mut command = Command::new(env!("CARGO_BIN_EXE_marlin-lab"));
        command.args("board-network --search 5x4:4:2-4:20000 --search 4x5:4:2-4:20000 --rounds 1".split(' '));
        let run = command.arg("--samples").arg(&samples).arg("--out").arg(&out).output().expect("it starts");
        assert!(run.status.success(), "{run:?}");
        fs::read(out.join("boards.bin")).expect("the numbers")
    };
    let first = learn_on_boards("first-board-network");
    assert_learned(&first, "boards", NETWORK..);
    assert_eq!(learn_on_boards("second-board-network"), first);
    assert_eq!(fs::read_dir(&samples).expect("the nodes").count(), 2);
}
