//! Measuring answers past the opening book, by the real program.

use crate::common::{TempDir, run};

/// Returns the values of a field of the report in JSON.
fn values(json: &str, name: &str) -> Vec<String> {
    let name = format!("\"{name}\": ");
    let lines = json.lines().filter_map(|line| line.trim().strip_prefix(&name));
    lines.map(|value| value.trim_end_matches(',').to_owned()).collect()
}

#[test]
fn answers_past_the_book_have_the_same_nodes_in_each_run_and_the_scores_of_a_search_without_it() {
    let args = [
        "solution",
        "--count",
        "12",
        "--columns",
        "3",
        "--check",
        "4",
        "--stones",
        "13",
        "14",
        "--format",
        "json",
    ];
    let dir = TempDir::new();
    let [one, other] = [run(&dir, &args), run(&dir, &args)];
    let (one, other) = (one.succeeds(), other.succeeds());
    for name in ["mean_nodes", "max_nodes", "max_nodes_moves"] {
        assert_eq!(values(one, name), values(other, name), "{name}");
    }
    assert_eq!(values(one, "question"), ["\"score\"", "\"score\"", "\"columns\"", "\"columns\""]);
    assert_eq!(values(one, "positions"), ["12", "12", "3", "3"]);
    // The book has every position of 13 stones, and no position of 14.
    assert_eq!(values(one, "without_nodes")[0], "12");
    assert_ne!(values(one, "max_nodes")[1], "0");
}

#[test]
fn a_document_says_how_many_positions_were_tried() {
    let args = [
        "solution",
        "--count",
        "3",
        "--columns",
        "0",
        "--check",
        "1",
        "--stones",
        "16",
        "--format",
        "markdown",
    ];
    let found = run(&TempDir::new(), &args);
    let text = found.succeeds();
    assert!(text.contains("\n| score | 16 | 3 | "), "{text}");
    assert!(text.contains("\nThe slowest answer of 3 tried took "), "{text}");
    assert!(!text.contains("all columns"), "{text}");
    assert!(text.contains("1 of each number also without the book, with equal scores"), "{text}");
}

#[test]
fn more_positions_than_there_are_is_an_error() {
    let refused = run(&TempDir::new(), &["solution", "--count", "50", "--stones", "2"]);
    assert_eq!(refused.fails_with(2), "error: there are fewer than 50 positions of 2 stones");
}
