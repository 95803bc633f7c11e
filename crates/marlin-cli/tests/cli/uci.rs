//! Sessions in UCI and UGI by the real program.

use std::time::Instant;

use crate::process::{InteractiveRun, is_exhaustive, run, ugi};
use crate::support::PATIENCE;

/// A position that is solved in no time, as drops: O is to move and loses in four.
const LATE: &str = "2252576253462244111563365343671351441";

/// Returns the moves of a game as drops.
fn drops(moves: &str) -> String {
    let mut heights = [0; 7];
    let drop = |digit: char| {
        let column = digit as usize - '1' as usize;
        heights[column] += 1;
        format!(" P@{}{}", char::from(b'a' + column as u8), heights[column])
    };
    moves.chars().map(drop).collect()
}

fn position(moves: &str) -> String {
    format!("position startpos moves{}", drops(moves))
}

/// Returns the digit of the column of a drop.
fn digit(drop: &str) -> char {
    char::from(drop.as_bytes()[2] - b'a' + b'1')
}

/// Runs a session in UCI on these lines, and returns its output.
fn uci(lines: &[&str]) -> String {
    run(&["uci", "--hash", "8"], (lines.join("\n") + "\n").as_bytes()).succeeds()
}

/// Returns the last line that begins with a word.
fn last<'a>(output: &'a str, word: &str) -> &'a str {
    output.lines().rfind(|line| line.starts_with(word)).unwrap_or_else(|| panic!("no '{word}' in {output}"))
}

#[test]
fn a_game_is_played_to_its_end_as_cute_chess_plays_it() {
    let mut program = InteractiveRun::start(&["uci"]);
    program.send("uci");
    let variants = program.line_with("option name UCI_Variant");
    assert!(variants.contains(" type combo default cfour var ") && variants.contains(" var cfour var "));
    program.line_with("uciok");
    for line in ["setoption name UCI_Variant value cfour", "isready"] {
        program.send(line);
    }
    assert_eq!(program.line(), "readyok");
    program.send("ucinewgame");
    program.send("isready");
    assert_eq!(program.line(), "readyok");
    // The engine plays both sides from an opening on, and the game ends at the move that it announced.
    let mut moves = "44444326552266".to_owned();
    let mut end = None;
    loop {
        program.send(&position(&moves));
        program.send("go wtime 300000 btime 300000 winc 0 binc 0");
        let (mut info, mut best) = (String::new(), program.line());
        while !best.starts_with("bestmove ") {
            info = std::mem::replace(&mut best, program.line());
        }
        let best = best.split(' ').nth(1).unwrap();
        if best == "(none)" {
            assert_eq!(info, "info depth 0 score mate 0");
            break;
        }
        let mate: i32 = info.split("score mate ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        let plies = if mate > 0 { 2 * mate - 1 } else { -2 * mate };
        assert_eq!(*end.get_or_insert(moves.len() + plies as usize), moves.len() + plies as usize, "{info}");
        moves.push(digit(best));
        assert!(position(&moves).ends_with(best), "{best} is not where the stone falls: {moves}");
    }
    assert_eq!(Some(moves.len()), end, "{moves}");
    program.send("quit");
    assert_eq!(program.finish(), (String::new(), Some(0)));
}

#[test]
fn the_first_line_of_a_session_chooses_the_dialect() {
    let output = run(&["--hash", "8"], b"uci\nisready\nquit\n").succeeds();
    assert!(output.starts_with("id name Marlin ") && output.ends_with("uciok\nreadyok\n"), "{output}");
    let output = run(&["--hash", "8"], b"ugi\nisready\nquery gameover\nquit\n").succeeds();
    assert!(output.ends_with("ugiok\nreadyok\nresponse false\n"), "{output}");
}

#[test]
fn the_answer_is_the_mate_with_its_line() {
    let output = uci(&[&position(LATE), "go"]);
    assert_eq!(last(&output, "bestmove").split(' ').count(), 4, "{output}");
    let info = last(&output, "info");
    assert!(info.contains(" multipv 1 score mate -2 nodes "), "{info}");
    assert_eq!(info.split(" pv ").nth(1).unwrap().split(' ').count(), 4, "{info}");
}

#[test]
fn after_a_search_the_line_goes_to_the_end_of_the_game_with_a_book_and_a_used_table() {
    // The book has scores of the first plies of the lines, which the search has therefore not entered in the
    // table.
    for moves in ["66455377564465", "45214413233361", "4521441323336"] {
        for lines in [1, 3] {
            let multi_pv = format!("setoption name MultiPV value {lines}");
            let output = uci(&[&multi_pv, &position(moves), "go", "go"]);
            let answers: Vec<_> = output.split("bestmove").take(2).collect();
            for answer in answers {
                let infos: Vec<_> = answer.lines().filter(|line| line.starts_with("info")).collect();
                for info in &infos[infos.len() - lines..] {
                    let after = |word: &str| info.split(word).nth(1).unwrap();
                    if after(" tbhits ").starts_with('0') {
                        let score = after(" score ").split(' ').nth(1).unwrap();
                        let plies = match score.parse().unwrap() {
                            0 => 42 - moves.len() as i32,
                            mate @ 1.. => 2 * mate - 1,
                            mate => -2 * mate,
                        };
                        assert_eq!(after(" pv ").split(' ').count(), plies as usize, "{moves}: {info}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_move_and_an_infinite_search_of_it_waits_to_be_stopped() {
    let draw = "656173566152215676422337377473141445425321";
    for (moves, score) in [("1212121", "mate 0"), (draw, "cp 0")] {
        let expected = format!("info depth 0 score {score}\nbestmove (none)\n");
        for go in ["go", "go nodes 5", "go infinite", "go ponder wtime 10 btime 10"] {
            assert_eq!(uci(&[&position(moves), go]), expected, "{go} after {moves}");
        }
        let mut program = InteractiveRun::start(&["uci", "--hash", "8"]);
        for (go, end) in [("go infinite", "stop"), ("go ponder wtime 10 btime 10", "ponderhit")] {
            for line in [&position(moves), go, "isready"] {
                program.send(line);
            }
            let (first, second) = (program.line(), program.line());
            let info = format!("info depth 0 score {score}");
            assert!(
                [[&info, "readyok"], ["readyok", &info]].contains(&[&*first, &*second]),
                "{first}, {second}"
            );
            program.send(end);
            assert_eq!(program.line_with("bestmove"), "bestmove (none)");
        }
    }
}

#[test]
fn multipv_shows_several_lines() {
    let lines =
        ["setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true", &position(LATE), "go"];
    let output = uci(&lines);
    for part in [" multipv 1 score mate -2 wdl 0 0 1000 ", " multipv 2 score mate -1 wdl 0 0 1000 "] {
        assert!(output.contains(part), "{output}");
    }
    assert!(!output.contains("multipv 3"), "two columns are left: {output}");
}

#[test]
fn only_searchmoves_are_searched() {
    let full = uci(&[&position(LATE), "go searchmoves P@a1 P@b1"]);
    let refused = "info string Error: a move after 'searchmoves' cannot be played: a stone falls on the lowest empty \
                   cell of its file\nbestmove (none)\n";
    assert_eq!(full, refused);
    // An occupied cell, and one without support.
    for cell in ["P@d1", "P@a6"] {
        assert_eq!(uci(&["position startpos moves P@d1", &format!("go searchmoves P@d2 {cell}")]), refused);
    }
    let output = uci(&[&position(LATE), "go searchmoves P@g3"]);
    assert!(last(&output, "bestmove").starts_with("bestmove P@g3"), "{output}");
    assert!(last(&output, "info").contains(" score mate -1 "), "{output}");
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped() {
    let mut program = InteractiveRun::start(&["uci", "--hash", "8"]);
    program.send(&position(LATE));
    program.send("go infinite");
    while !program.line_with("info ").contains(" score mate -2 ") {}
    program.send("isready");
    assert_eq!(program.line_with("readyok"), "readyok");
    program.send("stop");
    assert!(program.line_with("bestmove").starts_with("bestmove P@f"));

    // The next command ends it too, so a program that forgets to stop it does not wait for ever.
    program.send("go infinite");
    program.send("position startpos");
    program.line_with("bestmove P@f");
    program.send("go infinite");
    assert_eq!(program.finish().1, Some(0));
}

#[test]
fn commands_that_wait_for_a_search_run_before_later_ones() {
    let mut program = InteractiveRun::start(&["uci", "--hash", "8", "--no-book"]);
    // A stop ends all searches that were asked for before it.
    for line in ["go infinite", &position(LATE), "go infinite", "stop", "isready"] {
        program.send(line);
    }
    program.line_with("bestmove ");
    program.line_with("bestmove P@f");
    program.line_with("readyok");
    // A ponder hit concerns the search before it, and `readyok` comes after everything before it.
    for line in ["position startpos", "go movetime 50", &position(LATE), "go ponder", "ponderhit", "isready"]
    {
        program.send(line);
    }
    program.line_with("bestmove ");
    program.line_with("bestmove P@f");
    program.line_with("readyok");
    assert_eq!(program.finish(), (String::new(), Some(0)));
}

#[test]
fn a_long_search_can_be_stopped_and_answers_isready_meanwhile() {
    let mut program = InteractiveRun::start(&["uci", "--hash", "8", "--no-book"]);
    program.send("go infinite");
    program.line_with("info ");
    let asked = Instant::now();
    program.send("isready");
    program.line_with("readyok");
    program.send("stop");
    program.line_with("bestmove P@");
    assert!(asked.elapsed() < PATIENCE, "{:?}", asked.elapsed());
    program.send("go");
    program.line_with("info ");
    program.send("quit");
    assert_eq!(program.finish().1, Some(0));
    assert!(asked.elapsed() < PATIENCE, "{:?}", asked.elapsed());
}

#[test]
fn pondering_answers_after_the_ponder_hit() {
    let mut program = InteractiveRun::start(&["uci", "--hash", "8", "--no-book"]);
    program.send(&position(LATE));
    program.send("go ponder wtime 1000 btime 1000");
    while !program.line_with("info ").contains(" score mate -2 ") {}
    program.send("isready");
    program.line_with("readyok");
    program.send("ponderhit");
    program.line_with("bestmove P@f");

    // The time begins with the hit.
    program.send("position startpos");
    program.send("go ponder movetime 50");
    program.line_with("info ");
    let hit = Instant::now();
    program.send("ponderhit");
    program.line_with("bestmove ");
    assert!(hit.elapsed() < PATIENCE, "{:?}", hit.elapsed());
    assert_eq!(program.finish().1, Some(0));
}

#[test]
fn a_search_keeps_to_its_limits() {
    let lines = "go nodes 500\ngo depth 3\ngo mate 2\ngo movetime 20\nsetoption name MultiPV value 3\ngo movetime 20\n";
    let output = run(&["uci", "--hash", "8", "--no-book"], lines.as_bytes()).succeeds();
    assert_eq!(output.matches("bestmove P@").count(), 5, "{output}");
    let infos: Vec<_> = output.lines().filter(|line| line.contains(" pv ")).collect();
    let has_bound = |info: &&str| info.contains(" score ") && info.contains("bound");
    assert!(infos.len() > 8 && infos.iter().all(has_bound), "{output}");
}

#[test]
fn perft_is_listed_by_first_move() {
    let output = uci(&["go perft 4"]);
    assert_eq!(output.lines().next(), Some("P@a1: 343"));
    assert!(output.ends_with("\nNodes searched: 2401\n"), "{output}");
}

#[test]
fn a_displayed_position_can_be_set_up_again() {
    let shown = uci(&[&position(LATE), "d"]);
    let fen = shown.lines().find_map(|line| line.strip_prefix("Fen: ")).unwrap();
    let again = uci(&[&format!("position fen {fen}"), "d", "go"]);
    assert!(again.starts_with(&shown) && last(&again, "bestmove").starts_with("bestmove P@f"), "{again}");
}

#[test]
fn invalid_lines_are_answered_in_one_line_and_change_nothing() {
    let good = position(LATE);
    for bad in [
        "fly",
        "position",
        "position startpos moves P@d2",
        "position startpos moves P@d1 x",
        "position fen 7/7 w",
        "go depth x",
        "go movetime -1x",
        "go perft 99",
        "setoption name Hash value lots",
        "setoption name Fly value 1",
        "setoption",
        "setoption name BookFile value no/such/file",
        "\u{1b}[2J",
    ] {
        let output = uci(&[&good, bad, "isready", "go"]);
        let mut lines = output.lines();
        let error = lines.next().unwrap();
        assert!(error.starts_with("info string ") && error.len() < 300, "{bad}: {error}");
        assert!(!error.contains('\u{1b}'), "{error}");
        if bad.starts_with("go ") && !bad.contains("perft") {
            assert_eq!(
                lines.next(),
                Some("bestmove (none)"),
                "a program that asks for a move waits for one: {bad}"
            );
        }
        assert_eq!(lines.next(), Some("readyok"), "{bad}");
        let best = if bad.starts_with("position") { "bestmove (none)" } else { "bestmove P@f" };
        assert!(last(&output, "bestmove").starts_with(best), "{bad}: {output}");
    }
}

#[test]
fn after_a_refused_position_answers_never_silently_use_the_old_one() {
    let bad = "position startpos moves P@d2";
    let refused = "info string Error: the last position was refused (illegal move 'P@d2': the next stone there falls on \
                   rank 1): ";
    let output = uci(&[&position(LATE), bad, "go", "go infinite", "stop", "go perft 1", "d"]);
    let lines: Vec<_> = output.lines().skip(1).collect();
    let no_move = format!("{refused}there is no move");
    assert_eq!(lines[..4], [&no_move, "bestmove (none)", &no_move, "bestmove (none)"]);
    let before = format!("{refused}answering for the position before it");
    assert_eq!(lines[4..6], [&before, "P@f6: 1"]);
    assert!(
        lines.iter().filter(|&&line| line == before).count() == 2 && output.contains("\nFen: "),
        "{output}"
    );

    // A good position clears it, and so does a new game.
    for clear in [&position(LATE), "position startpos", "ucinewgame"] {
        let output = uci(&[bad, clear, "go"]);
        assert!(last(&output, "bestmove").starts_with("bestmove P@"), "{clear}: {output}");
    }
    let too_long = format!("position startpos moves{}", " P@d1".repeat(2000));
    assert_eq!(last(&uci(&[&too_long, "go"]), "bestmove"), "bestmove (none)");

    let output = ugi(&[], &format!("{bad}\nquery p1turn\n"));
    assert!(output.ends_with("answering for the position before it\nresponse true\n"), "{output}");
}

#[test]
fn a_low_level_plays_at_once_and_legally() {
    let output =
        uci(&["setoption name OwnBook value false", "setoption name Level value 1", "go", "go", "go"]);
    let moves: Vec<_> = output.lines().filter(|line| line.starts_with("bestmove P@")).collect();
    assert!(moves.len() == 3 && moves.iter().all(|best| best.as_bytes()[12] == b'1'), "{output}");
}

#[test]
fn a_seed_makes_a_level_play_the_same_moves_again() {
    let moves = |seed: &str| -> Vec<String> {
        let level = "setoption name Level value 3\nsetoption name Seed value ";
        let input = format!(
            "{level}{seed}\n{}",
            "position startpos moves P@a1\ngo\nposition startpos\ngo\n".repeat(4)
        );
        let output = run(&["uci", "--hash", "8"], input.as_bytes()).succeeds();
        output
            .lines()
            .filter_map(|line| line.strip_prefix("bestmove "))
            .map(|best| best[..4].to_owned())
            .collect()
    };
    let first = moves("7");
    assert_eq!(first[..2], first[2..4]);
    assert_eq!((first.len(), &first), (8, &moves("7")));
    assert!((8..20).any(|seed| moves(&seed.to_string()) != first));
}

#[test]
fn ugi_answers_queries_about_the_game() {
    let moves = drops("1212121");
    let input = format!(
        "ugi\nisready\nuginewgame\nposition startpos\nquery p1turn\nquery result\ngo p1time 1000 p2time 1000\n\
         position startpos moves{moves}\nquery gameover\nquery result\nquery weather\ngo\nquit\n"
    );
    let output = run(&["uci", "--hash", "8"], input.as_bytes()).succeeds();
    let printed: Vec<_> = output.lines().filter(|line| line.starts_with("response ")).collect();
    assert_eq!(printed, ["response true", "response none", "response true", "response p1win"]);
    assert!(output.contains("ugiok\nreadyok\n") && output.contains("bestmove P@d1"), "{output}");
    assert!(output.contains("info string Error: no answer to the query 'weather'"), "{output}");
    assert!(output.ends_with("bestmove (none)\n"), "{output}");
}

/// Lines to change at random. All are quick: positions are late, and nothing leads back to the empty board.
/// `isready` is not among them, because the test counts its answers.
const LINES: [&str; 20] = [
    "position fen 1p5/1Pp1PP1/PppPpp1/PpPpPP1/pppPPpp/PPpPPPp[] b - - 0 16",
    "position fen 1p5/1Pp1PP1/PppPpp1/PpPpPP1/pppPPpp/PPpPPPp[] b - - 0 16 moves P@a5",
    "position 4433",
    "go nodes 50",
    "go depth 2 searchmoves P@d1 P@a1",
    "go",
    "go infinite",
    "go ponder wtime 10 btime 10",
    "go movetime 1",
    "go perft 3",
    "ponderhit",
    "stop",
    "setoption name MultiPV value 2",
    "setoption name UCI_ShowWDL value true",
    "setoption name Hash value 2",
    "setoption name Level value 10",
    "setoption name Clear Hash",
    "query result",
    "d",
    "uci",
];

/// Random numbers, the same on every machine (Marsaglia's xorshift).
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as usize
}

/// Returns a line as it is, or with characters changed, left out or doubled, or cut, or made of anything.
fn mutated(state: &mut u64) -> String {
    let mut line: Vec<char> = LINES[next(state) % LINES.len()].chars().collect();
    for _ in 0..next(state) % 4 {
        let at = next(state) % line.len().max(1);
        match next(state) % 6 {
            0 if !line.is_empty() => line[at] = char::from_u32(next(state) as u32 % 0x250).unwrap_or('x'),
            1 if !line.is_empty() => drop(line.remove(at)),
            2 => line.truncate(at),
            3 => line.extend_from_within(at.min(line.len())..),
            4 => line.insert(at.min(line.len()), ' '),
            _ => line.extend((0..next(state) % 9).map(|_| char::from(next(state) as u8 & 0x7f))),
        }
    }
    line.into_iter().filter(|found| !matches!(found, '\n' | '\r')).collect()
}

/// `MARLIN_EXHAUSTIVE=1` sends 100,000 lines in place of a sample.
#[test]
fn the_session_survives_arbitrary_lines() {
    let mut program = InteractiveRun::start(&["uci", "--hash", "2", "--threads", "1"]);
    let mut state = 1;
    program.send(LINES[0]);
    let hundreds = if is_exhaustive() { 1000 } else { 200 };
    for _ in 0..hundreds {
        for _ in 0..100 {
            program.send(&mutated(&mut state));
        }
        program.send("isready");
        while program.line_or_empty() != "readyok" {}
    }
    program.send(&position(LATE));
    for line in ["stop", "setoption name Level value 10", "setoption name MultiPV value 1", "go"] {
        program.send(line);
    }
    program.send("isready");
    let (rest, code) = program.finish();
    assert!(rest.contains("bestmove P@f") && code == Some(0), "{rest}");
}
