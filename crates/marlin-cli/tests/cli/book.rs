//! Opening books by the real program.

use std::fs;
use std::path::Path;

use marlin_cli::book::{Ply, Record};
use marlin_core::{BoardSize, Book, Position};
use tempfile::TempDir;

use crate::process::{run, session};

/// A folder for one test, deleted at its end.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// The board of the embedded book.
const BOARD: BoardSize = BoardSize::STANDARD;

/// The plies of the book that these tests make. A chunk of its records has one position.
const PLIES: u32 = 5;

/// Positions of the last ply that take a search of 41 and about 1,600 nodes. Others take up to a million.
const EASY: [&str; 2] = ["51515", "51514"];

/// Writes the record of a ply with the scores of the embedded book, except those of the chunks `missing`.
fn write_record(path: &str, ply: &Ply, missing: &[usize]) {
    let known = Book::embedded(BOARD).unwrap();
    let scores: Vec<_> = ply.kept().map(|position| known.score(&position).unwrap().get() as i8).collect();
    write_scores(path, ply, &scores, missing);
}

/// Writes the record of a ply with its scores, except those of the chunks `missing`.
fn write_scores(path: &str, ply: &Ply, scores: &[i8], missing: &[usize]) {
    // An empty record has only the header.
    drop(Record::open(Path::new(path), ply).unwrap());
    let mut bytes = fs::read(path).unwrap();
    for (index, &score) in scores.iter().enumerate().filter(|(index, _)| !missing.contains(index)) {
        let score = [score as u8];
        bytes.extend((index as u32).to_le_bytes());
        bytes.extend(fnv1a(&[&(index as u64).to_le_bytes()[..], &score].concat()).to_le_bytes());
        bytes.extend(score);
    }
    fs::write(path, bytes).unwrap();
}

/// Returns the hash of a chunk in a record.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[test]
fn a_book_is_generated_merged_verified_exported_and_used() {
    let folder = Folder::new();
    let (ply, plies) = (Ply::with_stones(BOARD, PLIES), PLIES.to_string());
    let positions = ply.kept().count();
    let missing = EASY.map(|moves| {
        let wanted = Position::parse(BOARD, moves).unwrap().canonical();
        ply.kept().position(|position| position == wanted).unwrap()
    });
    let shards = missing.map(|chunk| format!("{}/{positions}", chunk + 1));
    let shard_names = shards.each_ref().map(|shard| format!("book.{}.record", shard.replace('/', "-of-")));
    let [first, second] = shard_names.each_ref().map(|name| folder.file(name));
    let [book, rest] = ["book", "rest.record"].map(|name| folder.file(name));

    // Two shards are searched, and the record with the rest of the scores is given.
    write_record(&rest, &ply, &missing);
    for shard in &shards {
        run(&["book", "generate", "--plies", &plies, "--out", &book, "--shard", shard], b"")
            .succeeds_with_progress();
    }
    let lacking = run(&["book", "merge", "--out", &book, &first, &rest], b"");
    let expected = format!("1 of {positions} positions have no score yet");
    assert!(lacking.error_line().contains(&expected), "{lacking:?}");
    let [one, other] = &shard_names;
    let mut names = ["rest.record", one, other];
    names.sort_unstable();
    assert_eq!(folder.names(), names);
    let made = run(&["book", "merge", "--out", &book, &second, &rest, &first], b"").succeeds();
    let all: usize = [1, 3, PLIES].map(|plies| Ply::with_stones(BOARD, plies).kept().count()).iter().sum();
    let expected = format!("plies      0 to {PLIES}\npositions  {all} with a score of their own\n");
    assert!(made.contains(&expected), "{made}");
    assert_eq!(run(&["book", "info", &book], b"").succeeds(), made);

    // A run searches only the scores that its record lacks. At the end only the book is left.
    let again = folder.file("again");
    fs::rename(&rest, folder.file("again.record")).unwrap();
    let generate = ["book", "generate", "--plies", &plies, "--out", &again];
    assert_eq!(run(&generate, b"").succeeds_with_progress(), made);
    let mut names = ["again", "book", one, other];
    names.sort_unstable();
    assert_eq!(folder.names(), names);
    assert_eq!(fs::read(&again).unwrap(), fs::read(&book).unwrap());
    // The same command again finds the work done. Nothing else is overwritten.
    assert_eq!(run(&generate, b"").succeeds(), made);
    let other = ["book", "generate", "--plies", "2", "--out", &again];
    for arguments in [&other[..], &["book", "merge", "--out", &first, &first]] {
        assert!(run(arguments, b"").error_line().contains("exists already"), "{arguments:?}");
    }
    let rest = folder.file("rest.record");
    write_record(&rest, &ply, &missing);
    let merge = ["book", "merge", "--out", &again, "--force", &first, &second, &rest];
    assert_eq!(run(&merge, b"").succeeds(), made);

    let verify = ["book", "verify", &book, "--sample", "1", "--seed", "1"];
    assert_eq!(run(&verify, b"").succeeds_with_progress(), "1 of 2245 positions searched, 0 wrong\n");
    let csv = run(&["book", "export", &book], b"").succeeds();
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!(lines[..6], ["position,score", ",1", "1,2", "2,1", "3,0", "4,-1"]);
    let known = Book::embedded(BOARD).unwrap();
    for (moves, score) in lines[1..].iter().map(|line| line.split_once(',').unwrap()) {
        assert_eq!(
            known.score(&Position::parse(BOARD, moves).unwrap()).unwrap().to_string(),
            score,
            "{moves}"
        );
    }
    let json = run(&["book", "export", &book, "--json", "--plies", "0"], b"").succeeds();
    assert_eq!(json, "{\"position\":\"\",\"score\":1}\n");

    // The book has the score of a position of its last ply, but not the best move.
    let unsearched = run(&["--book", &book], b"position 44444\ngo 0\n").succeeds();
    let best = unsearched.lines().find(|line| line.starts_with("bestmove ")).unwrap();
    assert!(best.contains(" bounds ") && !best.contains(" score "), "{unsearched}");

    let answer = run(&["analyze", "--json", "--book", &book], b"\n").succeeds();
    assert!(answer.contains("\"scores\":[-2,-1,0,1,0,-1,-2],"), "{answer}");
    assert!(answer.contains("\"source\":\"book\",\"nodes\":0,"), "{answer}");
}

/// The scores of the positions of four plies of 6x6 in the order of a book, 0 being a `d`, as `book generate`
/// has found them: all of them take it seconds.
const SCORES_OF_6X6: &str = "\
    cdcbeeddcdffeddcfdfeddfeddedcdddcddddcdfddfdfhffdafddbedffbffbcbdecdbdbddadbbggdddfabddaddeadbadbbab\
    baaddfhdbdgabddcdcdfedfddffdeddfddfdffeddddeccddeccfdfedffgfdddddfddddffeddfdfdcbbddfssbdssbsdseddbb\
    dffffhgdghgaafdafdfffbafffgfdggdfgfcdgddfdffeedeccbfsssshgfedcfdghdghhsfssefgdffefhdfggddebasffdcffs\
    ssbcfgghgcdhffdgfffhgcfecdddkd";

#[test]
fn a_book_of_four_plies_of_6x6_is_made_verified_and_used() {
    let folder = Folder::new();
    let [book, record] = ["6x6.book", "6x6.book.record"].map(|name| folder.file(name));
    // A run that was interrupted before three positions, of 0 to 50,000 nodes.
    let ply = Ply::with_stones("6x6".parse().unwrap(), 4);
    let scores: Vec<_> = SCORES_OF_6X6.bytes().map(|byte| byte as i8 - b'd' as i8).collect();
    assert_eq!(scores.len(), ply.kept().count());
    write_scores(&record, &ply, &scores, &[181, 185, 195]);
    let generate = ["book", "generate", "--plies", "4", "--board", "6x6", "--out", &book, "--hash", "1"];
    let made = run(&generate, b"").succeeds_with_progress();
    assert!(
        made.starts_with("board      6x6\nplies      0 to 4\npositions  349 with a score of their own\n")
    );
    assert!(made.ends_with("checksum   c317028883842eaa\n"), "{made}");
    assert_eq!(run(&["book", "info", &book], b"").succeeds(), made);
    assert_eq!(folder.names(), ["6x6.book"]);

    let verify = ["book", "verify", &book, "--sample", "2", "--hash", "1"];
    assert_eq!(run(&verify, b"").succeeds_with_progress(), "2 of 349 positions searched, 0 wrong\n");
    let csv = run(&["book", "export", &book, "--plies", "1"], b"").succeeds();
    assert_eq!(csv, "position,score\n,-1\n1,2\n2,2\n3,1\n");

    let use_it = ["--board", "6x6", "--book", &book, "--hash", "1"];
    assert_eq!(run(&[&["solve"], &use_it[..]].concat(), b"\n3\n3344\n").succeeds(), " -1\n3 +1\n3344 15\n");
    let json = run(&[&["analyze", "--json"], &use_it[..]].concat(), b"\n").succeeds();
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(answer["scores"], serde_json::json!([-2, -2, -1, -1, -2, -2]));
    assert_eq!(
        (&answer["source"], &answer["nodes"], &answer["board"]),
        (&"book".into(), &0.into(), &"6x6".into())
    );

    // It stays the book of its board in a session that leaves that board for a while. The line past it takes
    // 200 nodes.
    let nodes = |lines: &str, options: &[&str]| -> Vec<String> {
        let output = run(options, lines.as_bytes()).succeeds();
        output.lines().filter_map(|line| line.strip_prefix("Nodes analyzed: ")).map(str::to_owned).collect()
    };
    assert_eq!(nodes("go\nboard 7x6\ngo\nboard 6x6\ngo\n", &use_it), ["200", "0", "200"]);
    let named = format!("board 6x6\nsetoption name BookFile value {book}\ngo\n");
    assert_eq!(nodes(&named, &["--hash", "1"]), ["200"]);

    let error = format!("{book}: the book is for a board of 6x6, not of 7x6");
    for command in
        [&["solve", "--book", &book][..], &["book", "verify", "--board", "7x6", &book], &["--book", &book]]
    {
        assert_eq!(run(command, b"44\n").error_line(), format!("error: {error}"), "{command:?}");
    }
    let kept = session(&format!("position 44\nsetoption name BookFile value {book}\nmoves\n"));
    assert_eq!(kept, format!("Played 2 moves\nError: {error}\n44\n"));
    let other = ["book", "generate", "--plies", "4", "--board", "6x5", "--out", &book];
    assert!(run(&other, b"").error_line().contains("exists already"));
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
    // A session that begins on a board without a book uses the one of 7x6 later, unless it must not.
    let later =
        |options: &[&str]| run(options, b"board 7x6\ngo 20\n").succeeds().contains("Nodes analyzed: 0\n");
    assert!(later(&["--board", "8x7"]) && !later(&["--board", "8x7", "--no-book"]));
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

    // A book of one ply does not have the scores of that ply's columns.
    let folder = Folder::new();
    let (book, text) = (folder.file("1.book"), folder.file("text"));
    let known = Book::embedded(BOARD).unwrap();
    let scores = Ply::with_stones(BOARD, 1)
        .kept()
        .map(|position| (position, known.score(&position).unwrap()))
        .collect::<Vec<_>>();
    fs::write(&book, Book::build(BOARD, 1, scores).unwrap().to_bytes()).unwrap();
    fs::write(&text, "4433 18\n").unwrap();
    let files = [&book, &text, "<empty>"].map(|file| go(&format!("BookFile value {file}"))).concat();
    let output = session(&format!("position 4\n{files}"));
    assert!(output.contains("1.book\n") && output.contains("BookFile: the program's own\n"), "{output}");
    assert!(output.contains("text: not a Marlin book"), "{output}");
    assert_eq!(is_searched(&output), [true, true, false], "{output}");
}

#[test]
fn a_file_that_is_not_a_book_or_cannot_be_written_is_refused_in_one_line() {
    let folder = Folder::new();
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
    // Before the search, so that no record is left in the folder.
    let line = run(&["book", "generate", "--plies", "1", "--out", "-"], b"").error_line().to_owned();
    assert!(line.contains("'-' is standard output") && !Path::new("-.record").exists(), "{line}");
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
