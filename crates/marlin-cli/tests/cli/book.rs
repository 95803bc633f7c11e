//! Opening books by the real program.

use std::fs;
use std::path::PathBuf;

use crate::process::{run, session};

/// A folder of its own for a test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("marlin-cli-book-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_book_is_generated_merged_verified_exported_and_used() {
    let folder = Folder::new("made");
    let [book, first, second] =
        ["book", "book.1-of-2.record", "book.2-of-2.record"].map(|name| folder.file(name));
    for shard in ["1/2", "2/2"] {
        run(&["book", "generate", "--plies", "1", "--out", &book, "--shard", shard], b"")
            .succeeds_with_progress();
    }
    let lacking = run(&["book", "merge", "--out", &book, &first], b"");
    assert!(lacking.error_line().contains("2 of 4 positions have no score yet"), "{lacking:?}");
    assert_eq!(folder.names(), ["book.1-of-2.record", "book.2-of-2.record"]);
    let made = run(&["book", "merge", "--out", &book, &second, &first], b"").succeeds();
    assert!(made.contains("plies      0 to 1\npositions  4 with a score of their own\n"), "{made}");
    assert_eq!(run(&["book", "info", &book], b"").succeeds(), made);

    // A run goes on with the scores that it finds, and leaves the book alone behind.
    let again = folder.file("again");
    let mut scores = fs::read(&first).unwrap();
    let others = fs::read(&second).unwrap();
    let first_line = others.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    scores.extend(&others[first_line..]);
    fs::write(folder.file("again.record"), scores).unwrap();
    let generate = ["book", "generate", "--plies", "1", "--out", &again];
    assert_eq!(run(&generate, b"").succeeds_with_progress(), made);
    assert_eq!(folder.names(), ["again", "book", "book.1-of-2.record", "book.2-of-2.record"]);
    assert_eq!(fs::read(&again).unwrap(), fs::read(&book).unwrap());
    // Once more: the work is done. And nothing else is overwritten.
    assert_eq!(run(&generate, b"").succeeds_with_progress(), made);
    let other = ["book", "generate", "--plies", "2", "--out", &again];
    for arguments in [&other[..], &["book", "merge", "--out", &first, &first]] {
        assert!(run(arguments, b"").error_line().contains("exists already"), "{arguments:?}");
    }
    assert_eq!(run(&["book", "merge", "--out", &again, "--force", &first, &second], b"").succeeds(), made);

    let verified = run(&["book", "verify", &book, "--sample", "1"], b"").succeeds_with_progress();
    assert_eq!(verified, "1 position searched, 0 wrong\n");
    let csv = run(&["book", "export", &book], b"").succeeds();
    assert_eq!(csv.lines().collect::<Vec<_>>()[..2], ["moves,score", ",1"]);
    let mut scores: Vec<_> = csv.lines().skip(2).map(|line| line.split_once(',').unwrap().1).collect();
    scores.sort_unstable();
    assert_eq!(scores, ["-1", "0", "1", "2"]);
    let json = run(&["book", "export", &book, "--format", "json", "--plies", "0"], b"").succeeds();
    assert_eq!(json, "{\"moves\":\"\",\"score\":1}\n");

    // The book knows the score of this position and not which move has it.
    let unsearched = run(&["--book", &book], b"position 1\ngo 0\n").succeeds();
    assert!(
        unsearched.contains("bestmove 4 bounds ") && !unsearched.contains("bestmove 4 score"),
        "{unsearched}"
    );

    let answer = run(&["analyze", "--json", "--book", &book], b"\n").succeeds();
    assert!(answer.contains("\"scores\":[-2,-1,0,1,0,-1,-2],"), "{answer}");
    assert!(answer.contains("\"source\":\"book\",\"nodes\":0,"), "{answer}");
}

#[test]
fn the_embedded_book_is_used_unless_an_option_excludes_it() {
    let answer = run(&["analyze", "--json"], b"\n44\n").succeeds();
    let lines: Vec<serde_json::Value> =
        answer.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["scores"], serde_json::json!([-2, -1, 0, 1, 0, -1, -2]));
    assert_eq!((&lines[0]["source"], &lines[0]["nodes"]), (&"book".into(), &0.into()));
    let solved = run(&["solve", "--json"], b"44\n").succeeds();
    assert!(
        solved.contains("\"score\":1,") && solved.contains("\"source\":\"book\",\"nodes\":0,"),
        "{solved}"
    );
    let searched = run(&["--no-book"], b"go 20\n").succeeds();
    assert!(searched.contains("bestmove ") && searched.contains("not proven"), "{searched}");
    assert!(run(&["book", "info"], b"").succeeds().contains("plies      0 to "));
    let both = run(&["solve", "--no-book", "--book", "x"], b"");
    assert!(both.code == Some(2) && both.stderr.contains("cannot be used with"), "{}", both.stderr);
}

#[test]
fn a_session_uses_the_book_that_its_options_name() {
    let is_searched = |output: &str| -> Vec<bool> {
        let counts = output.lines().filter_map(|line| line.strip_prefix("Nodes analyzed: "));
        counts.map(|count| count != "0").collect()
    };
    let go = |option: &str| format!("setoption name {option}\ngo 20\n");
    let input = "go\n".to_owned() + &go("OwnBook value false") + &go("OwnBook value true");
    let output = session(&input);
    assert!(output.contains("OwnBook: false\n") && output.contains("OwnBook: true\n"), "{output}");
    assert_eq!(is_searched(&output), [false, true, false], "{output}");

    // A book of one ply doesn't know the columns of its last one.
    let folder = Folder::new("options");
    let (book, text) = (folder.file("1.book"), folder.file("text"));
    run(&["book", "generate", "--plies", "1", "--out", &book], b"").succeeds_with_progress();
    fs::write(&text, "4433 18\n").unwrap();
    let files = [&book, &text, "<empty>"].map(|file| go(&format!("BookFile value {file}"))).concat();
    let output = session(&format!("position 4\n{files}"));
    assert!(output.contains("1.book\n") && output.contains("BookFile: the program's own\n"), "{output}");
    assert!(output.contains("text: not a Marlin book"), "{output}");
    assert_eq!(is_searched(&output), [true, true, false], "{output}");
}

#[test]
fn a_file_that_is_not_a_book_or_cannot_be_written_is_refused_in_one_line() {
    let folder = Folder::new("bad");
    let (none, text) = (folder.file("none"), folder.file("text"));
    fs::write(&text, "4433 18\n").unwrap();
    for command in ["info", "verify", "export"] {
        assert!(run(&["book", command, &none], b"").error_line().contains("none"));
        assert!(run(&["book", command, &text], b"").error_line().contains("not a Marlin book"));
    }
    assert!(run(&["solve", "--book", &text], b"4433\n").error_line().contains("not a Marlin book"));
    let deep = folder.file("no/such/folder/book");
    let refused = run(&["book", "generate", "--plies", "1", "--out", &deep], b"");
    let line = refused.error_line();
    assert!(line.starts_with("error: cannot write ") && !line.contains(".record"), "{line}");
    assert!(
        run(&["book", "merge", "--out", &none, &text], b"")
            .error_line()
            .contains("not a record of `book generate`")
    );
    for shard in ["0/3", "4/3", "x", "1"] {
        let refused = run(&["book", "generate", "--plies", "1", "--out", &none, "--shard", shard], b"");
        assert!(refused.stderr.contains("as in 2/3") && refused.code == Some(2), "{}", refused.stderr);
    }
}
