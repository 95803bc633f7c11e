//! Making puzzles, by the real program.

use crate::common::{TempDir, is_exhaustive, run};

/// Makes two puzzles of a seed, and returns the file and the summary.
fn puzzles(seed: &str, jobs: &str) -> (String, String) {
    let dir = TempDir::new();
    let args = ["puzzles", "--seed", seed, "--count", "2", "--jobs", jobs, "--out", "puzzles.txt"];
    let summary = run(&dir, &args).succeeds().to_owned();
    (dir.read("puzzles.txt"), summary)
}

#[test]
fn puzzles_depend_on_the_seed_and_not_on_jobs() {
    let (file, summary) = puzzles("7", "3");
    // A run plays hundreds of games. That games depend on the seed alone is tested for some of them every
    // time.
    if is_exhaustive() {
        assert_eq!(puzzles("7", "1"), (file.clone(), summary.clone()));
        assert_ne!(puzzles("8", "3").0, file);
    }
    assert!(file.contains("\n# marlin-bench puzzles --seed 7 --count 2\n"), "{file}");
    let kinds: Vec<_> =
        file.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').nth(1)).collect();
    assert!(kinds.len() == 2 && kinds.contains(&Some("H")) && kinds.contains(&Some("Z")), "{file}");
    assert!(summary.contains("only-hold: 1 puzzles, difficulty "), "{summary}");
    assert!(summary.lines().last().unwrap().starts_with("rank correlation of two seeds: "), "{summary}");
}

#[test]
fn a_file_is_replaced_only_by_force() {
    let dir = TempDir::new();
    dir.write("puzzles.txt", "kept");
    let refused = run(&dir, &["puzzles", "--seed", "7", "--out", "puzzles.txt"]);
    assert!(refused.fails_with(2).contains("puzzles.txt exists already"), "{refused:?}");
    assert_eq!(dir.read("puzzles.txt"), "kept");
}
