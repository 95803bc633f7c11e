//! Titles from anywhere.

use std::collections::BTreeSet;

use marlin_readme::{Series, Title};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::scene::{README, Scene};

/// Pieces of titles: those of the grammar, and those that mean something to a shell, Markdown, HTML or a template.
const PIECES: &[&str] = &[
    "connect4",
    "|",
    "|",
    "|",
    "drop",
    "new",
    "red",
    "yellow",
    "ai",
    "1",
    "4",
    "7",
    "8",
    "0",
    "-1",
    "1.0",
    "1.3",
    "99.99",
    "$(touch pwned)",
    "`id`",
    "; rm -rf /",
    "&& echo",
    "${IFS}",
    "'",
    "\"",
    "\\",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{1b}[31m",
    "](javascript:alert(1))",
    "![x](http://evil.example)",
    "**",
    "<!-- connect4 end -->",
    "<script>",
    "<img src=x onerror=y>",
    "&lt;",
    "{}",
    "{0}",
    "%s",
    "%7C",
    "@everyone",
    "#1",
    "ａｉ",
    "４",
    "\u{202e}",
    "\u{200b}",
    "👩‍👩‍👧",
    "ß",
    "İ",
    " ",
];

/// A title, half of the time one of the grammar with something wrong in it.
#[derive(Debug, Clone)]
struct AnyTitle(String);

impl Arbitrary for AnyTitle {
    fn arbitrary(g: &mut Gen) -> Self {
        let pieces = usize::arbitrary(g) % 12;
        let mut title = if bool::arbitrary(g) { "connect4|drop|".to_owned() } else { "connect4|".to_owned() };
        for _ in 0..pieces {
            title += g.choose(PIECES).unwrap();
        }
        if u8::arbitrary(g) < 8 {
            title += &String::arbitrary(g);
        }
        Self(title)
    }
}

/// Returns the parts of a title that no answer and no README has by itself.
fn telltale(title: &str) -> Vec<&'static str> {
    let own = [
        "pwned",
        "`id`",
        "rm -rf",
        "&& echo",
        "IFS",
        "javascript",
        "evil.example",
        "<script>",
        "onerror",
        "&lt;",
        "{0}",
        "%s",
        "@everyone",
        "ａｉ",
        "４",
        "\u{202e}",
        "\u{200b}",
        "👩",
        "ß",
        "İ",
        "\u{1b}",
    ];
    own.into_iter().filter(|part| title.contains(part)).collect()
}

#[expect(clippy::needless_pass_by_value, reason = "quickcheck passes owned values")]
fn assert_no_part_of_titles_appears(titles: Vec<AnyTitle>) {
    let mut scene = Scene::new();
    let issues: Vec<_> = titles
        .iter()
        .zip(["ann", "bob", "cat", "dan"].iter().cycle())
        .map(|(AnyTitle(title), author)| scene.issue(author, title))
        .collect();
    // `apply` of the scene verifies the result.
    let comments = scene.apply(&issues);
    let meant = issues.iter().filter(|issue| Title::is_of_game(&issue.title)).count();
    assert_eq!(comments.len(), meant);
    let shown =
        comments.concat() + &scene.text() + &scene.series.state.to_string() + &scene.series.finished_text();
    let parts: BTreeSet<_> = titles.iter().flat_map(|AnyTitle(title)| telltale(title)).collect();
    for part in parts {
        assert!(!shown.contains(part), "{part:?} of {titles:?}\n{shown}");
    }
    assert_eq!(shown.matches("<!-- connect4 end -->").count(), 1);
    let read = Series::parse("", &scene.series.state.to_string(), &scene.series.finished_text()).unwrap();
    assert_eq!(read, scene.series);
}

#[test]
fn no_part_of_a_title_appears_anywhere_and_the_state_stays_legal() {
    // By night as many as take seconds.
    let tests = if std::env::var_os("MARLIN_EXHAUSTIVE").is_some() { 300 } else { 100 };
    QuickCheck::new().tests(tests).quickcheck(assert_no_part_of_titles_appears as fn(Vec<AnyTitle>));
}

#[test]
fn every_refused_title_gets_the_same_answer() {
    let mut scene = Scene::new();
    let mut answers: Vec<_> =
        PIECES.iter().map(|piece| scene.open("ann", &format!("connect4|{piece}|x"))).collect();
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert!(answers[0].starts_with("That title is not one of this game"));
    assert!(answers[0].contains("A click on a column of the board"), "{answers:?}");
    assert!(scene.text().contains("{braces}") && README.contains("{braces}"));
}
