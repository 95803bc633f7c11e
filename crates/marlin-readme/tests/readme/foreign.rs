//! Titles from anywhere.

use marlin_readme::{Series, Title};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::scene::{README, Scene};

/// Pieces of titles that an answer or a README may have by itself, such as pieces of the grammar.
const COMMON: [&str; 30] = [
    "connect4", "|", "|", "|", "drop", "new", "red", "yellow", "ai", "1", "4", "7", "8", "0", "-1", "1.0",
    "1.3", "99.99", "'", "\"", "\\", "\n", "\r\n", "\t", "\0", "**", "{}", "%7C", "#1", " ",
];

/// Pieces that mean something to a shell, Markdown, HTML or a template, or that look like others; each with a
/// part that no answer and no README has by itself.
const FOREIGN: [(&str, &str); 21] = [
    ("$(touch pwned)", "pwned"),
    ("`id`", "`id`"),
    ("; rm -rf /", "rm -rf"),
    ("&& echo", "&& echo"),
    ("${IFS}", "IFS"),
    ("\u{1b}[31m", "\u{1b}"),
    ("](javascript:alert(1))", "javascript"),
    ("![x](http://evil.example)", "evil.example"),
    ("<script>", "<script>"),
    ("<img src=x onerror=y>", "onerror"),
    ("&lt;", "&lt;"),
    ("{0}", "{0}"),
    ("%s", "%s"),
    ("@everyone", "@everyone"),
    ("ａｉ", "ａｉ"),
    ("４", "４"),
    ("\u{202e}", "\u{202e}"),
    ("\u{200b}", "\u{200b}"),
    ("👩‍👩‍👧", "👩"),
    ("ß", "ß"),
    ("İ", "İ"),
];

/// Returns all pieces of titles.
fn pieces() -> Vec<&'static str> {
    let foreign = FOREIGN.iter().map(|&(piece, _)| piece);
    COMMON.into_iter().chain(foreign).chain(["<!-- connect4 end -->"]).collect()
}

/// A title; half of the titles follow the grammar except for one error.
#[derive(Debug, Clone)]
struct AnyTitle(String);

impl Arbitrary for AnyTitle {
    fn arbitrary(g: &mut Gen) -> Self {
        let (pieces, count) = (pieces(), usize::arbitrary(g) % 12);
        let mut title = if bool::arbitrary(g) { "connect4|drop|".to_owned() } else { "connect4|".to_owned() };
        for _ in 0..count {
            title += g.choose(&pieces).unwrap();
        }
        if u8::arbitrary(g) < 8 {
            title += &String::arbitrary(g);
        }
        Self(title)
    }
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
    let is_in_a_title = |part: &str| titles.iter().any(|AnyTitle(title)| title.contains(part));
    for (_, part) in FOREIGN.into_iter().filter(|(_, part)| is_in_a_title(part)) {
        assert!(!shown.contains(part), "{part:?} of {titles:?}\n{shown}");
    }
    assert_eq!(shown.matches("<!-- connect4 end -->").count(), 1);
    let read = Series::parse("", &scene.series.state.to_string(), &scene.series.finished_text()).unwrap();
    assert_eq!(read, scene.series);
}

#[test]
fn no_part_of_a_title_appears_anywhere_and_the_state_stays_legal() {
    // By night there are so many that the test takes seconds.
    let tests = if std::env::var_os("MARLIN_EXHAUSTIVE").is_some() { 300 } else { 100 };
    QuickCheck::new().tests(tests).quickcheck(assert_no_part_of_titles_appears as fn(Vec<AnyTitle>));
}

#[test]
fn every_refused_title_gets_the_same_answer() {
    let mut scene = Scene::new();
    let mut answers: Vec<_> =
        pieces().iter().map(|piece| scene.open("ann", &format!("connect4|{piece}|x"))).collect();
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert!(answers[0].starts_with("That title is not one of this game"));
    assert!(answers[0].contains("A click on a column of the board"), "{answers:?}");
    assert!(scene.text().contains("{braces}") && README.contains("{braces}"));
}
