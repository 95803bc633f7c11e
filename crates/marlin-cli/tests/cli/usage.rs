//! The command line: help, good and bad usage, and counting games.

use marlin_core::Cpu;

use crate::batch::FIELDS;
use crate::process::{run, run_with};

#[test]
fn the_version_lists_the_cpu_level_in_use_and_those_available() {
    let levels = Cpu::available().map(Cpu::name).collect::<Vec<_>>().join(", ");
    let expected = |cpu| format!("marlin-cli {} ({cpu}; available: {levels})\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&["--version"], b"").succeeds(), expected(Cpu::detect()));
    assert_eq!(run(&["-V"], b"").succeeds(), expected(Cpu::detect()));
    assert_eq!(run(&["--version", "--cpu", "baseline"], b"").succeeds(), expected(Cpu::BASELINE));
}

#[test]
fn an_unknown_cpu_level_is_refused_with_those_available() {
    for arguments in [
        &["--cpu", "sse9"][..],
        &["solve", "--cpu", "sse9"],
        &["book", "verify", "--cpu", "sse9"],
        &["--version", "--cpu", "sse9"],
    ] {
        let run = run(arguments, b"121212\n");
        let levels = Cpu::available().map(Cpu::name).collect::<Vec<_>>().join(", ");
        let expected = format!(
            "error: invalid value 'sse9' for '--cpu <LEVEL>': no CPU level \"sse9\" on this machine (it has {levels})"
        );
        assert_eq!(run.usage_error(), expected);
    }
}

#[test]
fn the_page_about_json_has_the_fields_of_every_answer() {
    let page = include_str!("../../../../docs/json.md");
    for command in ["solve", "analyze"] {
        let section = page.split_once(&format!("\n## {command}\n")).unwrap().1.split("\n## ").next().unwrap();
        for field in FIELDS.split(',') {
            assert!(section.contains(&format!("| `{field}` |")), "{command} {field}");
        }
    }
}

#[test]
fn the_paragraphs_of_a_help_are_broken_once_at_the_width_of_the_terminal() {
    const WIDTH: usize = 64;
    let help = run(&["--help"], b"").succeeds();
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").take_while(|line| *line != "Options:");
    let commands = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for command in commands.filter(|name| !name.is_empty()) {
        let help = run_with(&[("COLUMNS", &WIDTH.to_string())], &["help", command], b"").succeeds();
        let after: Vec<_> = help.lines().skip_while(|line| !line.contains("Print help")).skip(1).collect();
        for pair in after.windows(2) {
            let [line, next] = [pair[0], pair[1]];
            let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
            if !is_text(line) || !is_text(next) || line.ends_with(['.', ':']) {
                continue;
            }
            let word = next.split(' ').next().unwrap();
            assert!(line.len() + 1 + word.len() > WIDTH, "{command}: '{line}' has room for '{word}'");
        }
    }
}

#[test]
fn the_help_of_a_protocol_lists_its_commands() {
    let help = run(&["help", "uci"], b"").succeeds();
    for command in ["isready", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit", "d and quit"]
    {
        assert!(help.contains(command), "{command}: {help}");
    }
}

#[test]
fn unknown_arguments_are_bad_usage() {
    for arguments in [&["--bogus"][..], &["fly"], &["solve", "a", "b"], &["perft"], &["perft", "0"]] {
        let run = run(arguments, b"");
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    }
}

#[test]
fn a_command_refuses_options_that_it_does_not_use() {
    for (command, option) in [
        ("perft 1", "--book x"),
        ("perft 1", "--hash 8"),
        ("book info", "--book x"),
        ("book info", "--threads 1"),
        ("book export", "--no-book"),
        ("book verify", "--book x"),
        ("book generate --plies 1 --out x", "--book x"),
        ("book merge --out x y", "--cpu baseline"),
    ] {
        let after: Vec<&str> = command.split(' ').chain(option.split(' ')).collect();
        let refused = run(&after, b"");
        let name = option.split(' ').next().unwrap();
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{after:?}");
        assert!(refused.stderr.contains(&format!("unexpected argument '{name}'")), "{}", refused.stderr);
        let before: Vec<&str> = option.split(' ').chain(command.split(' ')).collect();
        let refused = run(&before, b"");
        let words: Vec<&str> =
            command.split(' ').take(1 + usize::from(command.starts_with("book"))).collect();
        let expected = format!("error: the subcommand '{}' cannot be used with '{name}", words[0]);
        assert!(refused.usage_error().starts_with(&expected), "{refused:?}");
        let help = run(&[&words[..], &["--help"]].concat(), b"").succeeds();
        assert!(!help.contains(&format!("\n      {name} ")), "{help}");
    }
}

#[test]
fn options_follow_the_command() {
    let nodes = |arguments: &[&str]| {
        let output = run(arguments, b"6567336616\n").succeeds();
        serde_json::from_str::<serde_json::Value>(&output).unwrap()["source"].clone()
    };
    assert_eq!(nodes(&["solve", "--json"]), "book");
    assert_eq!(nodes(&["solve", "--json", "--no-book"]), "search");
    let refused = run(&["--no-book", "solve", "--json"], b"");
    assert_eq!(refused.usage_error(), "error: the subcommand 'solve' cannot be used with '--no-book'");
}

#[test]
fn a_failed_write_is_an_output_error() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    for arguments in [&["perft", "3"][..], &["--help"], &["solve", "--help"]] {
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_marlin-cli"))
            .args(arguments)
            .stdout(full.try_clone().unwrap())
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(2), "as any file that cannot be written");
        let failure_line = String::from_utf8(run.stderr).unwrap();
        assert!(failure_line.starts_with("error: cannot write the output: "), "{arguments:?} {failure_line}");
    }
}

#[test]
fn a_number_out_of_range_is_answered_with_the_range() {
    for (arguments, expected) in [
        (&["perft", "abc"][..], "'<DEPTH>': a whole number from 1 to 127 is expected"),
        (&["perft", "-1"], "'<DEPTH>': a whole number from 1 to 127 is expected"),
        (&["--hash", "0"], "'--hash <MIB>': a whole number from 1 to "),
        (&["solve", "--hash", "1.5"], "'--hash <MIB>': a whole number from 1 to "),
        (&["uci", "--hash", "99999999999999999999999999"], "'--hash <MIB>': a whole number from 1 to "),
        (&["solve", "--time", "-1"], "'--time <MS>': a whole number, 0 or more, is"),
        (&["solve", "--nodes", "99999999999999999999"], "'--nodes <N>': a whole number, 1 or more, is"),
        (&["review", "44", "--worst", "x"], "a whole number, 0 or more, is expected"),
        (&["book", "generate", "--out", "x", "--plies", "17"], "a whole number from 1 to 16 is expected"),
        (&["book", "export", "--plies", "99"], "a whole number from 0 to 16 is expected"),
    ] {
        let run = run(arguments, b"");
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.contains(expected), "{}", run.stderr);
        assert!(!run.stderr.contains("tip:"), "{}", run.stderr);
    }
}

#[test]
fn outcomes_of_columns_are_refused_with_the_command_that_has_outcomes() {
    let refused = run(&["analyze", "--outcome"], b"4433\n");
    let expected = "error: --outcome belongs to 'solve': 'analyze' takes it only with --compat pons";
    assert_eq!((refused.error_line(), refused.stdout.as_str()), (expected, ""));
}

#[test]
fn moves_in_the_place_of_a_command_are_answered_with_the_command_that_solves_them() {
    let refused = run(&["4433"], b"");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.contains("tip: did you mean 'marlin-cli solve 4433'?"), "{}", refused.stderr);
    assert!(!run(&["9933"], b"").stderr.contains("tip:"));
}

#[test]
fn the_tools_of_assistants_are_answered_with_the_program_that_has_them() {
    let refused = run(&["mcp"], b"");
    assert_eq!(refused.error_line(), "error: MCP is served by marlin-server: run 'marlin-server mcp'");
}

#[test]
fn perft_counts_the_games_of_every_length() {
    let expected =
        "perft 1 7\nperft 2 49\nperft 3 343\nperft 4 2401\nperft 5 16807\nperft 6 117649\nperft 7 823536\n";
    assert_eq!(run(&["perft", "7"], b"").succeeds(), expected);
}

#[test]
fn perft_starts_from_any_position() {
    assert_eq!(run(&["perft", "2", "121212"], b"").succeeds(), "perft 1 7\nperft 2 42\n");
    assert_eq!(run(&["perft", "2", "1212121"], b"").succeeds(), "perft 1 0\nperft 2 0\n");
    let column = run(&["perft", "4", "--board", "1x3"], b"").succeeds();
    assert_eq!(column, "perft 1 1\nperft 2 1\nperft 3 1\nperft 4 0\n");
    let run = run(&["perft", "1", "x"], b"");
    assert!(run.error_line().starts_with("error: invalid MOVES: "), "{run:?}");
}
