//! Titles from anywhere.

use marlin_readme::{Record, Request};
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
    "blue",
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
struct Title(String);

impl Arbitrary for Title {
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

/// Returns the parts of a title that could only come from it: everything the answers and the README could say anyway is
/// left out.
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

#[expect(clippy::needless_pass_by_value, reason = "quickcheck gives what it makes")]
fn assert_nothing_of_titles_appears(titles: Vec<Title>) {
    let mut scene = Scene::new();
    let issues: Vec<_> = titles
        .iter()
        .zip(["ann", "bob", "cat", "dan"].iter().cycle())
        .map(|(Title(title), author)| scene.issue(author, title))
        .collect();
    // `apply` of the scene verifies what comes out.
    let comments = scene.apply(&issues);
    let meant = issues.iter().filter(|issue| Request::is_meant(&issue.title)).count();
    assert_eq!(comments.len(), meant);
    let shown =
        comments.concat() + &scene.text() + &scene.record.state_text() + &scene.record.finished_text();
    for Title(title) in &titles {
        for part in telltale(title) {
            assert!(!shown.contains(part), "{part:?} of {title:?}\n{shown}");
        }
    }
    assert_eq!(shown.matches("<!-- connect4 end -->").count(), 1);
    let read = Record::parse("", &scene.record.state_text(), &scene.record.finished_text()).unwrap();
    assert_eq!(read, scene.record);
}

#[test]
fn nothing_of_a_title_appears_anywhere_and_the_state_stays_legal() {
    QuickCheck::new().tests(300).quickcheck(assert_nothing_of_titles_appears as fn(Vec<Title>));
}

#[test]
fn every_refused_title_gets_the_same_answer() {
    let mut scene = Scene::new();
    let mut answers: Vec<_> =
        PIECES.iter().map(|piece| scene.open("ann", &format!("connect4|{piece}|x"))).collect();
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert!(answers[0].starts_with("That title isn't one of this game"));
    assert!(scene.text().contains("{braces}") && README.contains("{braces}"));
}
