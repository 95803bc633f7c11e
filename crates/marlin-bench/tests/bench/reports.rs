//! Every report format, read back by a parser for that format.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::{Value, json};

use crate::common::{SMALL_SET, TempDir, run};

/// A folder with two sets; the name of one has characters that are special in Markdown.
fn sets() -> TempDir {
    let dir = TempDir::new();
    dir.write("small.txt", SMALL_SET);
    dir.write("a,_b_.txt", "4433 18\n47312164713425 -7\n");
    dir
}

const NAMES: [&str; 3] = ["small", "a,_b_", "total"];

/// Replays the sets, and returns the report and the totals of the same run as a result file has them.
fn report(dir: &TempDir, args: &[&str]) -> (String, Value) {
    let given = ["small.txt", "a,_b_.txt", "--save-baseline", "results.json", "--force"];
    let run = run(dir, &[&given, args].concat());
    let results: Value = serde_json::from_str(&dir.read("results.json")).unwrap();
    (run.succeeds().to_owned(), results)
}

#[test]
fn json_has_the_machine_the_settings_every_set_and_the_signatures() {
    let dir = sets();
    let args =
        ["--json", "--jobs", "1", "--hash", "2", "--cpu", "baseline", "--repeat", "2", "--time", "60000"];
    let (text, again) = report(&dir, &args);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json, again, "a result file is the report in JSON");
    assert_eq!((&json["schema_version"], &json["tool"]), (&json!(2), &json!("marlin-bench")));
    assert_eq!(
        json["config"],
        json!({ "jobs": 1, "threads": 1, "hash_mib": 2, "time_ms": 60000, "cpu": "baseline", "repeat": 2, "slowdown": 0.0 })
    );
    assert_eq!(json["host"]["arch"], std::env::consts::ARCH);
    assert!(json["host"]["levels"].as_array().unwrap().contains(&json!("baseline")));
    let sets = json["sets"].as_array().unwrap();
    assert_eq!(sets.iter().map(|set| set["positions"].clone()).collect::<Vec<_>>(), [6, 2]);
    for set in sets {
        assert_eq!(set["rounds_us"].as_array().unwrap().len(), 2);
        assert_eq!(set["scores"].as_str().unwrap().len(), 64);
    }
    let nodes = |value: &Value| value["total_nodes"].as_u64().unwrap();
    assert_eq!(sets.iter().map(nodes).sum::<u64>(), nodes(&json["totals"]));
    assert_eq!(json["signatures"]["nodes"], Value::Null, "a clock may have changed them");
    assert_eq!(json["signatures"]["scores"], json["totals"]["scores"]);
    assert!(json["elapsed_s"].as_f64() > Some(0.0) && json["nps_together"].as_u64() > Some(0), "{json}");
    assert_eq!(json["reference_us"].as_array().unwrap().len(), 2, "a time in each round");
    let (text, _) = report(&dir, &["--json"]);
    let unlimited: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(unlimited["signatures"]["nodes"], unlimited["totals"]["total_nodes"]);
}

#[test]
fn written_numbers_are_short() {
    let dir = sets();
    let replay =
        |args: &[&str]| run(&dir, &[&["small.txt", "a,_b_.txt", "--repeat", "3"], args].concat()).out;
    let base = replay(&["--save-baseline", "base.json", "--json"]);
    let texts = [
        base,
        replay(&["--baseline", "base.json", "--json"]),
        run(&dir, &["compare", "base.json", "base.json", "--json"]).out,
        run(&dir, &["boards", "4x4", "5x4", "6x4", "--json"]).out,
    ];
    for text in texts {
        let numbers = text.split(|character: char| !character.is_ascii_digit() && character != '.');
        let decimals = numbers.filter_map(|number| Some(number.split_once('.')?.1.len()));
        let longest = decimals.max().unwrap();
        assert!((1..=6).contains(&longest), "{longest} decimals in {text}");
    }
}

/// Returns the cells of every table of a document, row by row.
fn tables(markdown: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables: Vec<Vec<Vec<String>>> = Vec::new();
    let mut is_in_cell = false;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(_)) => tables.push(Vec::new()),
            Event::Start(Tag::TableHead | Tag::TableRow) => tables.last_mut().unwrap().push(Vec::new()),
            Event::Start(Tag::TableCell) => {
                is_in_cell = true;
                tables.last_mut().unwrap().last_mut().unwrap().push(String::new());
            }
            Event::End(TagEnd::TableCell) => is_in_cell = false,
            Event::Text(text) if is_in_cell => {
                tables.last_mut().unwrap().last_mut().unwrap().last_mut().unwrap().push_str(&text);
            }
            event => assert!(!is_in_cell, "{event:?} in a cell"),
        }
    }
    tables
}

#[test]
fn markdown_is_a_table_whatever_the_names_contain() {
    let (text, results) = report(&sets(), &["--format", "markdown"]);
    let tables = tables(&text);
    let [table] = &tables[..] else { panic!("{tables:?}") };
    assert!(table.iter().all(|row| row.len() == 9), "{table:?}");
    assert_eq!(
        table.iter().map(|row| row[0].as_str()).collect::<Vec<_>>(),
        ["set", NAMES[0], NAMES[1], NAMES[2]]
    );
    let total_nodes = table[3][7].replace(',', "").parse::<u64>().unwrap();
    assert_eq!(json!(total_nodes), results["totals"]["total_nodes"]);
}

#[test]
fn the_table_for_people_has_the_same_rows_and_ends_with_the_line_for_tools() {
    let (text, results) = report(&sets(), &[]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[1..4].iter().map(|line| line.split_whitespace().next().unwrap()).collect::<Vec<_>>(),
        NAMES
    );
    assert_eq!(lines.len(), 6, "{text}");
    assert!(lines[1].contains('█'), "a picture of the times: {}", lines[1]);
    let totals = &results["totals"];
    assert_eq!(lines[4], format!("Bench: {} nodes {} nps", totals["total_nodes"], totals["nps"]));
}

#[test]
fn other_tables_are_markdown_too() {
    let dir = sets();
    run(&dir, &["small.txt", "--save-baseline", "base.json"]).succeeds();
    let compared = run(&dir, &["compare", "base.json", "base.json", "--format", "markdown"]);
    let boards = run(&dir, &["boards", "4x4", "5x4", "--format", "markdown"]);
    let replayed = run(&dir, &["small.txt", "--baseline", "base.json", "--format", "markdown"]);
    for (text, columns) in
        [(compared.succeeds(), &[11][..]), (boards.succeeds(), &[6]), (replayed.succeeds(), &[9, 11])]
    {
        let tables = tables(text);
        let found: Vec<_> = tables.iter().map(|table| table[0].len()).collect();
        assert!(found == columns && tables.iter().all(|table| table.len() == 3), "{text}");
        assert!(tables.iter().all(|table| table.iter().all(|row| row.len() == table[0].len())), "{text}");
    }
}

#[test]
fn sets_with_the_same_name_are_refused() {
    let dir = sets();
    dir.write("total.txt", SMALL_SET);
    for given in [["small.txt", "small.txt"], ["small.txt", "total.txt"]] {
        assert!(run(&dir, &given).fails_with(2).contains("a second set named "));
    }
}

#[test]
fn a_run_that_fails_leaves_no_file() {
    let dir = sets();
    let before = dir.names();
    run(&dir, &["small.txt", "--hash", "0", "--out", "a", "--save-baseline", "c"]).fails_with(2);
    assert_eq!(dir.names(), before);
}

#[test]
fn a_file_that_exists_is_refused_before_the_run_unless_force_is_given() {
    let dir = sets();
    let cases = [("--out", "old"), ("--save-baseline", "old")];
    for (option, value) in cases {
        dir.write("old", "mine\n");
        let refused = run(&dir, &["small.txt", option, value]);
        assert_eq!(
            refused.fails_with(2),
            "error: old exists already: name another file, or pass --force to replace it"
        );
        assert_eq!((refused.out.as_str(), dir.read("old").as_str()), ("", "mine\n"));
        run(&dir, &["small.txt", option, value, "--force"]).succeeds();
        assert_ne!(dir.read("old"), "mine\n", "{option}");
    }
    std::fs::create_dir(dir.path().join("folder")).unwrap();
    for args in [&["small.txt", "--out", "folder", "--force"], &["small.txt", "--out", "folder"][..]] {
        let refused = run(&dir, args);
        assert!(
            refused.fails_with(2).ends_with("folder: it is a directory, where a file is expected"),
            "{refused:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_exists_too() {
    let dir = sets();
    std::os::unix::fs::symlink("nowhere", dir.path().join("broken")).unwrap();
    let refused = run(&dir, &["small.txt", "--out", "broken"]);
    assert!(refused.fails_with(2).contains("exists already"), "{refused:?}");
}

#[test]
fn every_file_is_opened_before_the_work() {
    let dir = sets();
    for option in ["--out", "--save-baseline", "--baseline"] {
        let run = run(&dir, &["small.txt", option, "no/such/file"]);
        assert!(run.fails_with(2).contains("no/such/file: "), "{}", run.err);
        assert_eq!(run.out, "");
    }
    let unknown = run(&dir, &["small.txt", "--format", "xml"]);
    assert!(unknown.err.contains("[possible values: table, markdown]"), "{unknown:?}");
}
