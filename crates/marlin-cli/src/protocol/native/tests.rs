//! Lines to commands, and replies to lines.

use marlin_core::{Columns, Source};
use marlin_notation::DropMove;

use super::*;
use crate::protocol::{Dialect, SearchRequest, Variation};

/// A game that fills the board.
const FULL: &str = "656173566152215676422337377473141445425321";

fn after(moves: &str) -> Position {
    Position::parse(BoardSize::STANDARD, moves).unwrap()
}

fn game(moves: &str) -> Game {
    Game::parse(BoardSize::STANDARD, moves).unwrap()
}

/// Reads a line of a session on the standard board.
fn parse(line: &str) -> Result<Command, ProtocolError> {
    super::parse(line, BoardSize::STANDARD)
}

fn go(millis: Option<u64>) -> Command {
    Command::Go(Go { time: millis.map(Duration::from_millis), ..Go::default() })
}

fn answer(line: &str) -> String {
    parse(line).unwrap_err().to_string()
}

fn position(moves: &str) -> Command {
    Command::Position(game(moves))
}

#[test]
fn every_command_is_understood() {
    assert_eq!(parse("go"), Ok(go(None)));
    assert_eq!(parse("go 500"), Ok(go(Some(500))));
    assert_eq!(parse("analyze"), Ok(Command::Analyze(None)));
    assert_eq!(parse("analyze 500"), Ok(Command::Analyze(Some(Duration::from_millis(500)))));
    assert_eq!(parse("stop"), Ok(Command::Stop));
    assert_eq!(parse("undo"), Ok(Command::Undo));
    assert_eq!(parse("display"), Ok(Command::Display));
    assert_eq!(parse("d"), Ok(Command::Display));
    assert_eq!(parse("help"), Ok(Command::Help(None)));
    assert_eq!(parse("?"), Ok(Command::Help(None)));
    assert_eq!(parse("hint"), Ok(Command::Hint));
    assert_eq!(parse("new"), Ok(position("")));
    assert_eq!(parse("moves"), Ok(Command::Moves));
    assert_eq!(parse("play 5"), Ok(Command::Play(Column::E)));
    assert_eq!(parse("5"), Ok(Command::Play(Column::E)));
    assert_eq!(parse("quit"), Ok(Command::Quit));
    assert_eq!(parse("exit"), Ok(Command::Quit));
}

#[test]
fn whitespace_around_words_is_ignored() {
    assert_eq!(parse(""), Ok(Command::Nothing));
    assert_eq!(parse(" \t "), Ok(Command::Nothing));
    assert_eq!(parse("\tgo   7 "), Ok(go(Some(7))));
    assert_eq!(parse("  position   44  "), Ok(position("44")));
}

#[test]
fn a_position_is_given_in_any_of_the_usual_forms() {
    for line in [
        "position 4433",
        "position 4 4 3 3",
        "position 4,4, 3,3",
        "position startpos moves 4 4 3 3",
        "position startpos moves 4433",
        "position startpos 4433",
        "position moves 4433",
    ] {
        assert_eq!(parse(line), Ok(position("4433")), "{line}");
    }
    for line in ["position", "position startpos", "position moves", "position startpos moves"] {
        assert_eq!(parse(line), Ok(position("")), "{line}");
    }
}

#[test]
fn a_character_that_is_not_a_column_is_named() {
    for found in ["x", "8", "9", "-", "'", "é"] {
        let expected = format!(
            "Error: Invalid character '{found}' in move string at index 2 (moves are columns, 1 to 7)"
        );
        assert_eq!(answer(&format!("position 44{found}")), expected);
    }
    let allowed = "(moves are columns, 1 to 7)";
    let expected = format!("Error: Invalid character '\\u{{7}}' in move string at index 1 {allowed}");
    assert_eq!(answer("position 4\u{7}4"), expected);
    let expected = format!("Error: Invalid character 's' in move string at index 0 {allowed}");
    assert_eq!(answer("position startposition"), expected);
}

#[test]
fn a_full_column_is_named() {
    assert_eq!(answer("position 1111111"), "Error: Column 1 is full, at index 6");
    assert_eq!(answer("position startpos moves 1, 1, 1, 1, 1, 1, 1"), "Error: Column 1 is full, at index 18");
}

#[test]
fn a_move_after_the_end_is_counted_and_the_end_named() {
    let expected = "Error: Move 8 comes after the end of the game: X has won";
    assert_eq!(answer("position 12121213"), expected);
    assert_eq!(answer("position 1, 2, 1, 2, 1, 2, 1, 3"), expected);
    let expected = "Error: Move 43 comes after the end of the game: the game is a draw";
    assert_eq!(answer(&format!("position {FULL}1")), expected);
}

#[test]
fn a_time_is_a_whole_number_of_milliseconds() {
    for word in ["x", "-1", "1.5", "99999999999999999999999999", "5s"] {
        let expected = format!("Error: Invalid time '{word}' (milliseconds are expected, as in 'go 500')");
        assert_eq!(answer(&format!("go {word}")), expected);
    }
    assert_eq!(answer("go 5 6"), "Error: 'go MS' does not take '6'");
}

#[test]
fn options_are_set_by_name() {
    let set = |setting| Ok(Command::SetOption(setting));
    assert_eq!(parse("setoption name Threads value 3"), set(Setting::Threads(3)));
    assert_eq!(parse(" setoption  name hash  value  16 "), set(Setting::HashMib(16)));
    assert_eq!(parse("setoption name Clear Hash"), set(Setting::ClearHash));
    assert_eq!(parse("setoption name BookFile value a  b"), set(Setting::BookFile(Some("a  b".into()))));
    let expected = "Error: invalid Threads '0': a whole number from 1 to 256 is expected";
    assert_eq!(answer("setoption name Threads value 0"), expected);
    assert!(
        answer("setoption name Fly value true").starts_with("Error: no option 'Fly' (the options are Hash, ")
    );
    for line in ["setoption", "setoption Threads 3"] {
        assert!(answer(line).starts_with("Error: 'setoption' expects 'name NAME value VALUE'"), "{line}");
    }
    assert_eq!(answer("setoption name Threads"), "Error: option 'Threads' needs a value, after 'value'");
}

#[test]
fn other_dialects_can_be_asked_for() {
    assert_eq!(parse("uci"), Ok(Command::SwitchTo(Dialect::Uci)));
    assert_eq!(parse("ugi"), Ok(Command::SwitchTo(Dialect::Ugi)));
}

/// Reads a line of a session on a board of another size.
fn parse_on(size: &str, line: &str) -> Result<Command, ProtocolError> {
    super::parse(line, size.parse().unwrap())
}

#[test]
fn a_board_is_set_by_its_size() {
    for (line, size) in [("board 8x7", (8, 7)), (" BOARD  12X4 ", (12, 4)), ("board 7x6", (7, 6))] {
        let board = BoardSize::new(size.0, size.1).unwrap();
        assert_eq!(parse(line), Ok(Command::Board(board)), "{line}");
    }
    assert_eq!(answer("board"), "Error: 'board' needs a size, columns x rows, as in 'board 8x7'");
    let no_size = "is not a board size (write columns x rows, as in 7x6)";
    for (line, reason) in [
        ("board seven", format!("\"seven\" {no_size}")),
        ("board -8x7", format!("\"-8x7\" {no_size}")),
        ("board 0x5", "a board of 0x5 does not fit: with 5 rows it has 1 to 21 columns".to_owned()),
        ("board 8 7", format!("\"8\" {no_size}")),
        ("board \u{1b}x7", format!("\"\\u{{1b}}x7\" {no_size}")),
        ("board 17x7", "a board of 17x7 does not fit: with 7 rows it has 1 to 16 columns".to_owned()),
    ] {
        assert_eq!(answer(line), format!("Error: {reason}"), "{line}");
    }
    assert_eq!(answer("board 8x7 now"), "Error: 'board' does not take 'now'");
}

#[test]
fn moves_are_those_of_the_board() {
    let game = Game::parse("12x4".parse().unwrap(), "1,10,11,12").unwrap();
    for line in ["position 1,10,11,12", "position 1 10 11 12", "position startpos moves 1, 10, 11, 12"] {
        assert_eq!(parse_on("12x4", line), Ok(Command::Position(game.clone())), "{line}");
    }
    let refused = |size, line| parse_on(size, line).unwrap_err().to_string();
    let invalid = "Error: Invalid character 'd' in move string at index 2 (moves are columns, 1 to 12)";
    assert_eq!(refused("12x4", "position 3 d"), invalid);
    let apart = "is no column (separate the moves on a board of 12 columns, as in 10,3,10)";
    assert_eq!(
        refused("12x4", "position 112"),
        format!("Error: Invalid position: \"112\" at character 1 {apart}")
    );
    let after = "Error: Move 8 comes after the end of the game: X has won";
    assert_eq!(refused("12x4", "position 10 11 10 11 10 11 10 12"), after);
}

#[test]
fn the_moves_that_a_session_prints_are_a_position_to_it_on_every_board() {
    let mut random = marlin_support::random::Random::new(72, 0);
    for board in BoardSize::all() {
        let mut game = Game::on(board);
        loop {
            let printed = print(&Reply::Moves(&game));
            let moves = if game.moves().is_empty() { "" } else { printed.trim_end() };
            let drops = DropMove::line(game.start(), game.moves());
            let drops: Vec<_> = drops.iter().map(ToString::to_string).collect();
            for (dialect, line) in [
                (Dialect::Native, format!("position {moves}")),
                (Dialect::Native, format!("position startpos moves {}", moves.replace(',', " "))),
                (Dialect::Uci, format!("position startpos moves {}", drops.join(" "))),
            ] {
                let parsed = dialect.parse(&line, board);
                assert_eq!(parsed, Ok(Command::Position(game.clone())), "{line} on {board}");
            }
            let legal: Vec<_> = game.legal_moves().collect();
            let Some(column) = random.one_of(&legal) else { break };
            game.play(column).unwrap();
        }
    }
}

#[test]
fn a_column_is_played_by_its_number_or_its_file() {
    let played = |line| parse_on("14x3", line);
    for (line, index) in
        [("a", 0), ("C", 2), ("play 10", 9), ("play a", 0), ("play d", 3), ("9", 8), ("11", 10)]
    {
        assert_eq!(played(line), Ok(Command::Play(Column::new(index).unwrap())), "{line}");
    }
    // A command comes first.
    assert_eq!(played("d"), Ok(Command::Display));
    let refused = |line| played(line).unwrap_err().to_string();
    assert_eq!(refused("play 15"), "Error: Invalid column '15' (columns are 1 to 14, as in 'play 7')");
    assert_eq!(refused("o"), "Unknown command: o (type 'help' for commands)");
    assert_eq!(refused("1 1"), "Unknown command: 1 1 (did you mean 'position 1 1'?)");
    assert_eq!(refused("15"), "Unknown command: 15 (type 'help' for commands)");
    assert_eq!(answer("11"), "Unknown command: 11 (did you mean 'position 11'?)");
    assert_eq!(parse("a"), Ok(Command::Play(Column::A)));
}

#[test]
fn unknown_words_are_refused() {
    assert_eq!(answer("fly to the moon"), "Unknown command: fly (type 'help' for commands)");
    assert_eq!(answer("Goo"), "Unknown command: Goo (type 'help' for commands)");
    assert_eq!(answer("\u{1b}[2J"), "Unknown command: \\u{1b}[2J (type 'help' for commands)");
    let huge = answer(&"z".repeat(4000));
    assert!(huge.len() < 120 && huge.contains("zzz... ("), "{huge}");
}

fn score(value: i32) -> Score {
    Score::checked(BoardSize::STANDARD, value).unwrap()
}

fn bounds(lower: i32, upper: i32) -> Bounds {
    Bounds::new(score(lower), score(upper)).unwrap()
}

#[test]
fn the_best_move_comes_with_exactly_what_is_proven() {
    assert_eq!(best_words(bounds(18, 18), &after("4433")), "score 18 (WIN) in 3 plies, at move 7");
    assert_eq!(best_words(bounds(-1, -1), &after("")), "score -1 (LOSE) in 42 plies, at move 42");
    assert_eq!(best_words(bounds(0, 0), &after(&FULL[..41])), "score 0 (DRAW) in 1 ply, at move 42");
    assert_eq!(best_words(bounds(1, 18), &after("")), "bounds 1..18 (WIN)");
    assert_eq!(best_words(bounds(-18, -2), &after("")), "bounds -18..-2 (LOSE)");
    assert_eq!(best_words(bounds(-3, 18), &after("")), "bounds -3..18 (not proven)");
}

#[test]
fn a_hint_states_no_more_than_is_proven() {
    let hint = |lower, upper| {
        let (bounds, position) = (bounds(lower, upper), after("44"));
        let result = SearchResult {
            request: SearchRequest { position, depth: 40, shows_wdl: false },
            bounds,
            columns: Columns::on(BoardSize::STANDARD, |_| None),
            lines: vec![Variation { bounds, moves: vec![Column::D] }],
            source: Source::Search,
            nodes: 7,
            nps: 2333,
            elapsed: Duration::from_millis(3),
            hashfull: 1,
        };
        print(&Reply::Hint(&result))
    };
    assert_eq!(hint(18, 18), "hint: play 4, X wins on move 7 if both play perfectly\n");
    assert_eq!(hint(1, 18), "hint: play 4, X wins by move 41 at the latest (bounds 1..18)\n");
    assert_eq!(hint(-18, -1), "hint: play 4, O wins by move 42 at the latest (bounds -18..-1)\n");
    assert_eq!(hint(-1, 3), "hint: play 4, the winner is not proven (bounds -1..3)\n");
}

#[test]
fn an_info_line_has_all_fields_in_one_line() {
    let line = &[Column::D, Column::A];
    let elapsed = Duration::from_micros(1500);
    let shown = Info { nodes: 5, nps: 3333, hashfull: 12, elapsed, bounds: bounds(-3, 4), moves: line };
    assert_eq!(info(&shown), "info nodes 5 nps 3333 hashfull 12 time 1 bounds -3..4 pv 4 1\n");
}
