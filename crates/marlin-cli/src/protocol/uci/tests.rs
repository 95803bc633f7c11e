//! Lines to commands, and replies to lines.

use marlin_core::Columns;

use super::*;
use crate::protocol::setting::{OptionValues, Setting, options};

/// Reads a line of a session on the standard board.
fn parse(line: &str) -> Result<Command, ProtocolError> {
    super::parse(&Words::UCI, line, BoardSize::STANDARD)
}

/// Returns the lines of a reply in UCI.
fn print(reply: &Reply<'_>) -> String {
    super::print(&Words::UCI, reply)
}

fn game(moves: &str) -> Game {
    Game::parse(BoardSize::STANDARD, moves).unwrap()
}

fn position(moves: &str) -> Position {
    *game(moves).position()
}

fn go(line: &str) -> Go {
    match parse(line) {
        Ok(Command::Go(go)) => go,
        other => panic!("{line}: {other:?}"),
    }
}

fn answer(line: &str) -> String {
    print(&Reply::Error(&parse(line).unwrap_err()))
}

#[test]
fn every_command_is_understood() {
    for (line, command) in [
        ("uci", Command::SwitchTo(Dialect::Uci)),
        ("ugi", Command::SwitchTo(Dialect::Ugi)),
        ("isready", Command::IsReady),
        ("ucinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("d", Command::Display),
        ("quit", Command::Quit),
        ("", Command::Nothing),
        ("go perft 5", Command::Perft(5)),
        ("debug on", Command::Nothing),
        ("debug off", Command::Nothing),
        ("register later", Command::Nothing),
        ("register name Stefan MK code 4359874324", Command::Nothing),
    ] {
        assert_eq!(parse(line), Ok(command), "{line}");
    }
}

#[test]
fn unknown_words_are_skipped() {
    assert_eq!(parse("joho isready"), Ok(Command::IsReady));
    assert_eq!(go("go fast depth 4 please"), Go { depth: Some(4), ..Go::default() });
    assert_eq!(
        answer("joho hoho"),
        "info string Unknown command: joho ('marlin-cli help uci' lists the commands)\n"
    );
}

#[test]
fn a_position_is_a_start_and_moves() {
    let game = |line: &str| match parse(line) {
        Ok(Command::Position(game)) => game,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(game("position startpos").to_string(), "");
    assert_eq!(game("position startpos moves P@d1 P@d2 P@e1").to_string(), "445");
    let from_fen = game("position fen 7/7/7/7/3p3/3P3[] w - - 0 2 moves P@d3 p@a1");
    assert_eq!(from_fen.position(), &position("4441"));
    for (line, part) in [
        ("position", "'position' expects 'startpos' or 'fen FEN'"),
        ("position 44", "not '44'"),
        ("position startpos moves P@d2", "illegal move 'P@d2': the next stone there falls on rank 1"),
        ("position fen 8/7 w", "invalid FEN '8/7'"),
    ] {
        assert!(
            answer(line).starts_with("info string Error: ") && answer(line).contains(part),
            "{}",
            answer(line)
        );
    }
}

#[test]
fn a_fen_is_of_the_board_that_is_set() {
    let board = BoardSize::new(9, 5).unwrap();
    let line = "position fen 9/9/9/8p/8P[] w - - 0 2 moves P@i3";
    let expected = Game::parse(board, "999").unwrap();
    match super::parse(&Words::UCI, line, board) {
        Ok(Command::Position(game)) => assert_eq!(game.position(), expected.position()),
        other => panic!("{other:?}"),
    }
    let expected = "info string Error: invalid FEN '9/9/9/8p/8P[]': it is on a board of 9x5, but the board \
                    is 7x6: set UCI_Variant to cfour-9x5\n";
    assert_eq!(answer(line), expected);
    assert!(answer("position fen 9/9/9/8q/8P[] w").contains("'9/9/9/8q/8P[]': "));
    let refused = super::parse(&Words::UCI, "position startpos moves P@j1", board).unwrap_err().to_string();
    assert!(
        refused.contains("illegal move 'P@j1': moves are drops like P@i1, a to i and 1 to 5"),
        "{refused}"
    );
}

#[test]
fn all_limits_of_go_are_understood() {
    let millis = Duration::from_millis;
    assert_eq!(go("go"), Go::default());
    assert_eq!(
        go("go nodes 100 movetime 50"),
        Go { nodes: Some(100), time: Some(millis(50)), ..Go::default() }
    );
    assert_eq!(go("go mate 3").depth, Some(5));
    assert_eq!(go("go infinite").reply_on, ReplyOn::Stop);
    let clock = go("go ponder wtime 1000 btime -5 winc 10 binc 20 movestogo 3");
    assert_eq!(clock.reply_on, ReplyOn::PonderHit);
    assert_eq!(clock.clock.left, [Some(millis(1000)), Some(millis(0))]);
    assert_eq!((clock.clock.increment, clock.clock.moves_to_go), ([millis(10), millis(20)], Some(3)));
    let chosen = go("go searchmoves P@a1 P@g1 depth 2");
    assert_eq!(
        chosen.drops,
        ["P@a1", "P@g1"].map(|drop| DropMove::parse(BoardSize::STANDARD, drop).unwrap())
    );
    assert_eq!(chosen.depth, Some(2));
    for line in ["go depth x", "go movetime", "go nodes -1", "go perft 10", "go wtime 9999999999999999999999"]
    {
        assert!(answer(line).starts_with("info string Error: invalid number '"), "{}", answer(line));
    }
}

fn info(moves: &str, lower: i32, upper: i32, shows_wdl: bool) -> String {
    let position = position(moves);
    let score = |value| Score::checked(BoardSize::STANDARD, value).unwrap();
    let bounds = Bounds::new(score(lower), score(upper)).unwrap();
    let moves = vec![Column::D, Column::D];
    let result = SearchResult {
        request: SearchRequest { depth: 42 - position.nb_moves(), position, shows_wdl },
        bounds,
        columns: Columns::on(BoardSize::STANDARD, |_| None),
        lines: vec![Variation { bounds, moves }],
        source: Source::Book,
        nodes: 7,
        nps: 2333,
        elapsed: Duration::from_millis(3),
        hashfull: 1,
    };
    print(&Reply::Lines(&result)) + &print(&Reply::Best(&result))
}

#[test]
fn a_score_is_moves_until_the_mate_or_a_draw_and_a_bound_until_it_is_proven() {
    for (lower, upper, score) in [
        (18, 18, "score mate 2 nodes"),
        (-18, -18, "score mate -2 nodes"),
        (0, 0, "score cp 0 nodes"),
        (1, 18, "score mate 19 lowerbound nodes"),
        (0, 18, "score cp 0 lowerbound nodes"),
        (-18, -1, "score mate -19 upperbound nodes"),
        (-18, 0, "score cp 0 upperbound nodes"),
        // Bounds on both sides of a draw: the lower one is printed unless it follows from the rules alone.
        (-1, 18, "score mate -19 lowerbound nodes"),
        (-3, 2, "score mate -17 lowerbound nodes"),
        (-18, 2, "score mate 18 upperbound nodes"),
        (-17, 2, "score mate -3 lowerbound nodes"),
        (-18, 18, "score mate -2 lowerbound nodes"),
    ] {
        let text = info("4433", lower, upper, false);
        assert!(text.contains(score), "{lower}..{upper}: {text}");
    }
}

#[test]
fn lines_of_play_and_the_best_move_are_drops() {
    let expected = "info depth 38 seldepth 38 multipv 1 score mate 2 wdl 1000 0 0 nodes 7 nps 2333 hashfull 1 tbhits 1 \
                    time 3 pv P@d3 P@d4\nbestmove P@d3 ponder P@d4\n";
    assert_eq!(info("4433", 18, 18, true), expected);
}

#[test]
fn a_reply_that_ends_the_game_is_not_pondered_on() {
    // X completes column 1 unless O plays there.
    let position = position("12121");
    let request = SearchRequest { depth: 37, position, shows_wdl: false };
    let line = |moves: [usize; 2]| {
        let moves = moves.map(|column| Column::from_number(column).unwrap()).to_vec();
        Variation { bounds: Bounds::unknown(BoardSize::STANDARD), moves }
    };
    let best = |moves| {
        let columns = Columns::on(BoardSize::STANDARD, |_| None);
        let (bounds, lines) = (Bounds::unknown(BoardSize::STANDARD), vec![line(moves)]);
        let (source, elapsed, request) = (Source::Rules, Duration::ZERO, request.clone());
        let result =
            SearchResult { request, bounds, columns, lines, source, nodes: 0, nps: 0, elapsed, hashfull: 0 };
        print(&Reply::Best(&result))
    };
    assert_eq!(best([7, 1]), "bestmove P@g1\n");
    assert_eq!(best([1, 7]), "bestmove P@a4 ponder P@g1\n");
}

#[test]
fn an_empty_value_of_a_text_is_an_empty_text() {
    let set = |line: &str| Dialect::Uci.parse(line, BoardSize::STANDARD);
    let empty = Ok(Command::SetOption(Setting::BookFile(None)));
    for value in ["value", "value ", "value <empty>"] {
        assert_eq!(set(&format!("setoption name BookFile {value}")), empty, "{value}");
    }
    assert_eq!(set("setoption name Clear Hash value"), Ok(Command::SetOption(Setting::ClearHash)));
    for line in ["setoption name BookFile", "setoption name Hash value", "setoption name OwnBook value"] {
        assert!(set(line).is_err(), "{line}");
    }
}

#[test]
fn wdl_is_shown_only_for_a_proven_outcome() {
    assert!(info("44", 1, 5, true).contains(" wdl 1000 0 0 "));
    assert!(info("44", 0, 0, true).contains(" wdl 0 1000 0 "));
    assert!(info("44", -5, -1, true).contains(" wdl 0 0 1000 "));
    assert!(!info("44", 0, 1, true).contains("wdl") && !info("44", 0, 0, false).contains("wdl"));
}

#[test]
fn the_engine_states_its_name_and_its_options() {
    let values = OptionValues { hash_mib: 64, threads: 2, own_book: true, board: BoardSize::STANDARD };
    let text = print(&Reply::Introduction(&options(values)));
    for line in [
        "id name Marlin ",
        "option name Hash type spin default 64 min 1 max 65536\n",
        "option name Threads type spin default 2 min 1 max 256\n",
        "option name Clear Hash type button\n",
        "option name MultiPV type spin default 1 min 1 max 7\n",
        "option name OwnBook type check default true\n",
        "option name BookFile type string default <empty>\n",
        "option name UCI_Variant type combo default cfour var cfour-4x4 var cfour-5x4 ",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let variants = text.lines().find(|line| line.contains("UCI_Variant")).unwrap();
    // Every board with room for four in a row both ways, and each once.
    for variant in [" cfour", " cfour-8x7", " cfour-12x4", " cfour-4x15", " cfour-5x9", " cfour-9x5"] {
        let count = variants.split(" var").filter(|name| *name == variant).count();
        assert_eq!(count, 1, "{variant} in {variants}");
    }
    for variant in ["cfour-7x6", "cfour-3x4", "cfour-4x3", "cfour-17x7"] {
        assert!(!variants.split(' ').any(|word| word == variant), "{variant} in {variants}");
    }
    assert!(text.ends_with("uciok\n"));
}

#[test]
fn a_board_comes_with_its_fen() {
    let text = print(&Reply::Board(&game("4")));
    assert!(text.contains("\nFen: 7/7/7/7/7/3P3[") && text.ends_with("] b - - 0 1\n"), "{text}");
}

#[test]
fn questions_about_the_game_are_answered() {
    let ugi = |line: &str| super::parse(&Words::UGI, line, BoardSize::STANDARD);
    let ask = |query: &str, moves: &str| {
        let Ok(Command::Query(query)) = ugi(&format!("query {query}")) else { panic!("{query}") };
        print(&Reply::Query(query, &game(moves)))
    };
    let full = "656173566152215676422337377473141445425321";
    for (moves, answers) in [
        ("", ["false", "true", "none"]),
        ("4", ["false", "false", "none"]),
        ("1212121", ["true", "false", "p1win"]),
        ("71212121", ["true", "true", "p2win"]),
        (full, ["true", "true", "draw"]),
    ] {
        for (query, answer) in ["gameover", "p1turn", "result"].iter().zip(answers) {
            assert_eq!(ask(query, moves), format!("response {answer}\n"), "{query} {moves}");
        }
    }
    let error = ugi("query weather").unwrap_err().to_string();
    assert!(error.contains("'weather'") && error.contains("gameover, p1turn or result"), "{error}");
}
