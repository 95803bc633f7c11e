//! The engine without its module: its answers equal the answers of the libraries.

// A failure here fails a test. The lint exempts only functions marked as tests.
#![allow(clippy::unwrap_used)]

use marlin_coach::explain::explain;
use marlin_coach::level::SkillLevel;
use marlin_coach::opening::explore;
use marlin_coach::progress::Progress;
use marlin_coach::puzzle::Day;
use marlin_coach::record::{ExplanationRecord, ExplorationRecord, ReviewRecord};
use marlin_coach::review::{Review, after_setup};
use marlin_core::{BoardSize, Book, Game, Limits, Position, Solver};
use marlin_wasm::Engine;
use serde_json::{Value, json};

/// A slice that is too small for most answers.
const SLICE: u64 = 500;

fn solver(board: &str) -> Solver {
    let builder = Solver::builder_on(board.parse().unwrap()).threads(1);
    // The engine of a page has no book of the standard board before it is loaded.
    if board == "7x6" { builder.without_book().build() } else { builder.build() }
}

fn respond(engine: &mut Engine, request: &Value) -> Value {
    serde_json::from_str(&engine.respond(&request.to_string())).unwrap()
}

/// Returns the answer to a request that has one.
fn ok(engine: &mut Engine, request: &Value) -> Value {
    let reply = respond(engine, request);
    assert!(reply["ok"].is_object(), "{request}: {reply}");
    reply["ok"].clone()
}

/// Returns the code of the error of a request that has no answer.
fn code(engine: &mut Engine, request: &Value) -> String {
    let reply = respond(engine, request);
    reply["error"]["code"].as_str().unwrap_or_else(|| panic!("{request}: {reply}")).to_owned()
}

/// Returns the answer to a question in slices, and the progress reports.
fn ask(engine: &mut Engine, mut question: Value, slice: Option<u64>) -> (Value, Vec<Value>) {
    question["op"] = json!("start");
    let task = ok(engine, &question)["task"].clone();
    let mut progress = Vec::new();
    loop {
        let step = ok(engine, &json!({"op": "step", "task": task, "nodes": slice}));
        if let Some(result) = step.get("result") {
            return (result.clone(), progress);
        }
        progress.push(step["progress"].clone());
        assert!(progress.len() < 100_000, "{question}");
    }
}

fn whole(engine: &mut Engine, question: Value) -> Value {
    let (result, progress) = ask(engine, question, None);
    assert_eq!(progress, Vec::<Value>::new());
    result
}

/// Returns an answer without its cost.
fn without_cost(mut answer: Value) -> Value {
    for key in ["nodes", "time_us"] {
        answer.as_object_mut().unwrap().remove(key);
    }
    answer
}

/// Returns bounds as numbers.
fn pair(bounds: &Value) -> [i64; 2] {
    [0, 1].map(|end| bounds[end].as_i64().unwrap())
}

/// Checks that the bounds of the position only narrow.
fn assert_narrowing(progress: &[Value]) {
    let mut was = [-100, 100];
    for step in progress {
        let is = pair(&step["bounds"]);
        assert!(was[0] <= is[0] && is[0] <= is[1] && is[1] <= was[1], "{was:?} {step}");
        was = is;
    }
}

/// Positions of many boards. The first one takes seconds.
const POSITIONS: [(&str, &str); 8] = [
    ("7x6", "112233"),
    ("7x6", "44444437"),
    ("7x6", "443322"),
    ("7x6", "1122335566774"),
    ("7x6", "2252576253462244111563365343671351441"),
    ("6x5", "33"),
    ("5x4", ""),
    ("9x4", "5555123"),
];

/// Returns whether tests check everything, as in the nightly run, in place of a sample.
fn is_exhaustive() -> bool {
    std::env::var_os("MARLIN_EXHAUSTIVE").is_some()
}

/// Returns the positions that are asked about.
fn positions() -> &'static [(&'static str, &'static str)] {
    &POSITIONS[usize::from(!is_exhaustive())..]
}

#[test]
fn scores_and_nodes_are_those_of_the_library() {
    for &(board, moves) in positions() {
        let position = Position::parse(board.parse().unwrap(), moves).unwrap();
        let analysis = solver(board).query(&position).analyze();
        let answer =
            whole(&mut Engine::default(), json!({"task": "analyze", "position": moves, "board": board}));
        let scores: Vec<_> = analysis
            .columns
            .values()
            .map(|bounds| bounds.map(|bounds| bounds.score().unwrap().get()))
            .collect();
        assert_eq!(answer["scores"], json!(scores), "{board} {moves}");
        assert_eq!(answer["nodes"], json!(analysis.nodes), "{board} {moves}");
        assert_eq!(answer["best"], json!(analysis.best.map(marlin_core::Column::number)), "{board} {moves}");
    }
}

#[test]
fn slices_lead_to_the_same_scores_with_bounds_that_only_narrow() {
    for &(board, moves) in positions() {
        let question = json!({"task": "analyze", "position": moves, "board": board});
        let (answer, progress) = ask(&mut Engine::default(), question.clone(), Some(SLICE));
        let expected = whole(&mut Engine::default(), question);
        for key in ["scores", "score", "best_columns", "proven", "final_move"] {
            assert_eq!(answer[key], expected[key], "{board} {moves} {key}");
        }
        assert_narrowing(&progress);
        if answer["nodes"].as_u64() > Some(2 * SLICE) {
            assert!(!progress.is_empty(), "{board} {moves}");
        }
    }
}

#[test]
fn the_best_move_of_several_slices_is_one_that_their_bounds_allow() {
    for set in ["L1_R1", "L2_R1", "L2_R2"] {
        let set = std::fs::read_to_string(format!("../../test-positions/{set}.txt")).unwrap();
        for line in set.lines().filter(|line| !line.starts_with('#')).step_by(20) {
            let moves = line.split(' ').next().unwrap();
            for task in ["analyze", "best"] {
                let question = json!({"task": task, "position": moves, "nodes": 2001});
                // The last slice has one node, and finds less than the earlier slices.
                let (answer, mut steps) = ask(&mut Engine::default(), question, Some(1000));
                steps.extend((!answer["column_bounds"].is_null()).then_some(answer));
                for step in steps {
                    let best = step["best"].as_u64().unwrap() as usize;
                    let best_bounds = pair(&step["column_bounds"][best - 1]);
                    assert!(best_bounds[1] >= pair(&step["bounds"])[0], "{moves}: {step}");
                }
            }
        }
    }
}

#[test]
fn a_search_ends_whatever_the_size_of_its_slices() {
    // Slices of 50 nodes must not search the same 50 nodes again and again.
    let answers = [
        ("11x4", "6,9,10,8,10,9,7,1,2,2,2,4,1,3,7,10,1,3,5,8,5,3,3,8,8,5,9,11"),
        ("7x6", "44444437"),
        ("5x4", ""),
    ];
    for (board, moves) in answers {
        for task in ["analyze", "best", "line", "explain"] {
            let question = json!({"task": task, "position": moves, "board": board});
            let expected = whole(&mut Engine::default(), question.clone());
            for slice in [0, 1, 50] {
                let (found, progress) = ask(&mut Engine::default(), question.clone(), Some(slice));
                assert!(progress.len() < 2000, "{question} in slices of {slice}: {}", progress.len());
                for key in ["score", "line", "scores"] {
                    assert_eq!(found[key], expected[key], "{question} in slices of {slice}");
                }
            }
        }
    }
}

#[test]
fn the_best_move_keeps_the_score_and_its_line_ends_with_the_game() {
    for &(board, moves) in positions() {
        let position = Position::parse(board.parse().unwrap(), moves).unwrap();
        if position.is_over() {
            continue;
        }
        let question = |task: &str| json!({"task": task, "position": moves, "board": board});
        let (best, _) = ask(&mut Engine::default(), question("best"), Some(SLICE));
        assert_eq!((&best["best_proven"], best["score"].is_i64()), (&json!(true), true), "{board} {moves}");
        let (line, _) = ask(&mut Engine::default(), question("line"), Some(SLICE));
        let plies = best["plies_to_end"].as_u64().unwrap();
        assert_eq!(line["line"].as_array().unwrap().len() as u64, plies, "{board} {moves}");
        let mut analyze = question("analyze");
        analyze["line"] = json!(64);
        let (analysis, _) = ask(&mut Engine::default(), analyze, Some(SLICE));
        assert_eq!(analysis["line"].as_array().unwrap().len() as u64, plies, "{board} {moves}");
    }
    let (line, _) =
        ask(&mut Engine::default(), json!({"task": "line", "position": "44444437", "plies": 2}), None);
    assert_eq!((line["line"].as_array().unwrap().len(), &line["complete"]), (2, &json!(true)));
}

#[test]
fn a_review_is_that_of_the_library_in_slices_too() {
    // A review of a game of 6x5 from its first move takes seconds.
    let games =
        [("6x5", "3141516"), ("6x5", "3333311444"), ("5x4", ""), ("7x4", "4444332"), ("5x4", "3141232")];
    for (board, moves) in games.into_iter().skip(if is_exhaustive() { 0 } else { 2 }) {
        let game = Game::parse(board.parse().unwrap(), moves).unwrap();
        let expected = ReviewRecord::new(&Review::new(&game, &solver(board), &Limits::NONE, |_| {}));
        let question = json!({"task": "review", "position": moves, "board": board});
        assert_eq!(whole(&mut Engine::default(), question.clone()), json!(expected), "{board} {moves}");
        let (sliced, progress) = ask(&mut Engine::default(), question, Some(20_000));
        for (found, expected) in sliced["moves"].as_array().unwrap().iter().zip(&expected.moves) {
            assert_eq!(found["scores"], json!(expected.scores), "{board} {moves}");
            assert_eq!(found["line"].as_array().unwrap().len(), expected.line.len(), "{board} {moves}");
        }
        assert!(progress.windows(2).all(|pair| pair[0]["left"].as_u64() >= pair[1]["left"].as_u64()));
    }
}

#[test]
fn a_review_begins_after_a_setup() {
    let game = Game::parse("6x5".parse().unwrap(), "3141516").unwrap();
    let review = Review::new(&after_setup(&game, 3).unwrap(), &solver("6x5"), &Limits::NONE, |_| {});
    let expected = ReviewRecord::new(&review);
    let question = json!({"task": "review", "position": "3141516", "setup": 3, "board": "6x5"});
    assert_eq!(whole(&mut Engine::default(), question), json!(expected));
}

#[test]
fn an_explanation_is_that_of_the_library_in_slices_too() {
    for &(board, moves) in positions() {
        let position = Position::parse(board.parse().unwrap(), moves).unwrap();
        let expected =
            json!(ExplanationRecord::new(moves, &explain(&solver(board), &position, &Limits::NONE)));
        let question = json!({"task": "explain", "position": moves, "board": board});
        assert_eq!(whole(&mut Engine::default(), question.clone()), expected, "{board} {moves}");
        let (sliced, progress) = ask(&mut Engine::default(), question, Some(SLICE));
        assert_narrowing(&progress);
        for key in ["score", "winner", "headline"] {
            assert_eq!(sliced[key], expected[key], "{board} {moves}");
        }
    }
}

#[test]
fn an_exploration_is_that_of_the_library_in_slices_too() {
    for (board, moves) in [("5x4", ""), ("6x4", "12341234"), ("7x6", "1212121"), ("7x6", "444444371")] {
        let position = Position::parse(board.parse().unwrap(), moves).unwrap();
        let found = explore(&solver(board), &position, &Limits::NONE);
        let expected = json!(ExplorationRecord::new(moves, &found));
        let question = json!({"task": "explore", "position": moves, "board": board});
        assert_eq!(whole(&mut Engine::default(), question.clone()), expected, "{board} {moves}");
        let (sliced, _) = ask(&mut Engine::default(), question, Some(SLICE));
        // The slices decide which of several best moves the perfect level proves first.
        for key in ["columns", "orders", "proven", "census"] {
            assert_eq!(sliced[key], expected[key], "{board} {moves}");
        }
    }
}

#[test]
fn levels_are_those_of_the_library() {
    // Used tables do not change the move of a level.
    let (solver, mut engine) = (solver("7x6"), Engine::default());
    for level in SkillLevel::all() {
        for seed in 1..=3 {
            let position = Position::parse(BoardSize::STANDARD, "4444443").unwrap();
            let expected = level.choose(&position, &solver, seed).map(marlin_core::Column::number);
            let question =
                json!({"task": "level", "position": "4444443", "level": level.get(), "seed": seed});
            let (answer, _) = ask(&mut engine, question, Some(200_000));
            assert_eq!(answer["play"], json!(expected), "level {level}, seed {seed}");
        }
    }
}

#[test]
fn a_search_gives_up_after_as_many_nodes_as_it_may_have() {
    let engine = &mut Engine::default();
    let question =
        |task: &str| json!({"task": task, "position": "", "board": "10x6", "nodes": 3000, "level": 10});
    for task in ["analyze", "best"] {
        let (answer, _) = ask(engine, question(task), Some(1000));
        assert_eq!((&answer["proven"], answer["nodes"].as_u64()), (&json!(false), Some(3000)), "{task}");
        assert!(answer["column_bounds"].is_array() && answer["best"].is_u64(), "{task}");
    }
    assert!(ask(engine, question("level"), Some(1000)).0["play"].is_u64());
    assert_eq!(ask(engine, question("explain"), Some(1000)).0["score"], json!(null));
    let (explored, _) = ask(engine, question("explore"), Some(1000));
    assert_eq!((&explored["proven"], &explored["columns"][0]["holding"]), (&json!(false), &json!(null)));
    assert_eq!(ask(engine, question("line"), Some(1000)).0["complete"], json!(false));
    let mut review = question("review");
    review["position"] = json!("5,5");
    assert_eq!(ask(engine, review, Some(1000)).0["moves"][0]["verdict"], json!(null));
}

#[test]
fn tasks_take_turns_and_can_be_cancelled() {
    let engine = &mut Engine::default();
    let start = |moves: &str| json!({"op": "start", "task": "analyze", "position": moves});
    let tasks: Vec<_> = ["444444", "333333"].map(|moves| ok(engine, &start(moves))["task"].clone()).into();
    let step = |task: &Value| json!({"op": "step", "task": task, "nodes": 100});
    assert!(ok(engine, &step(&tasks[0]))["progress"].is_object());
    assert!(ok(engine, &step(&tasks[1]))["progress"].is_object());
    ok(engine, &json!({"op": "cancel", "task": tasks[0]}));
    assert_eq!(code(engine, &step(&tasks[0])), "no_task");
    assert_eq!(code(engine, &json!({"op": "cancel", "task": tasks[0]})), "no_task");
    assert!(ok(engine, &step(&tasks[1]))["progress"].is_object());
}

#[test]
fn a_position_has_its_scores_on_request_if_rules_or_book_suffice() {
    let engine = &mut Engine::default();
    let position = |engine: &mut Engine, moves: &str, known: bool| {
        ok(engine, &json!({"op": "position", "position": moves, "known": known}))
    };
    assert_eq!(position(engine, "4433", true)["known"], json!(null));
    assert_eq!(position(engine, "1212121", true)["known"]["source"], "rules");
    let book = Book::embedded(BoardSize::STANDARD).expect("the tests have the book");
    engine.load_book(&book.to_bytes()).unwrap();
    let known = &position(engine, "4433", true)["known"];
    let analyzed = whole(engine, json!({"task": "analyze", "position": "4433"}));
    assert_eq!(without_cost(known.clone()), without_cost(analyzed));
    assert_eq!((&known["source"], &known["best_columns"]), (&json!("book"), &json!([2, 5])));
    assert_eq!(position(engine, "4433", false).get("known"), None);
}

#[test]
fn a_book_answers_at_once_and_a_damaged_one_is_refused() {
    let bytes = Book::embedded(BoardSize::STANDARD).expect("the tests have the book").to_bytes().to_vec();
    let engine = &mut Engine::default();
    let answer =
        |engine: &mut Engine, moves: &str| whole(engine, json!({"task": "analyze", "position": moves}));
    let reply: Value = serde_json::from_str(&engine.respond_to_book(&bytes)).unwrap();
    assert_eq!(reply["ok"]["plies"], json!(13), "{reply}");
    let expected = answer(engine, "4433");
    assert_eq!((&expected["source"], &expected["nodes"]), (&json!("book"), &json!(0)));
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    for wrong in [&damaged[..], &bytes[..bytes.len() - 1], b"MARLINBK", b""] {
        let reply: Value = serde_json::from_str(&engine.respond_to_book(wrong)).unwrap();
        assert_eq!(reply["error"]["code"], json!("book"), "{reply}");
        assert_eq!(without_cost(answer(engine, "4433")), without_cost(expected.clone()));
    }
    assert_eq!(ok(engine, &json!({"op": "info"}))["books"][0]["board"], json!("7x6"));
    // Another board has no book; the standard board still has its book afterwards.
    let wide = whole(engine, json!({"task": "analyze", "position": "", "board": "6x4"}));
    assert_eq!(wide["source"], json!("search"));
    assert_eq!(answer(engine, "44")["source"], json!("book"));
}

#[test]
fn every_notation_is_read() {
    let engine = &mut Engine::default();
    let position = Position::parse(BoardSize::STANDARD, "4433").unwrap();
    let cells = json!({"board": position.to_cells(), "mark": 1}).to_string();
    for text in [
        "4433".to_owned(),
        " 4 4, 3 3\n".to_owned(),
        "P@d1 P@d2 P@c1 P@c2".to_owned(),
        position.to_string(),
        position.to_string().replace('\n', "|\n|"),
        position.to_rows(),
        position.to_fen(),
        marlin_notation::to_connect4_data(&position),
        cells,
    ] {
        let found = ok(engine, &json!({"op": "position", "position": text}));
        assert_eq!(found["rows"], json!(position.to_rows()), "{text}");
        assert_eq!((&found["stones"], &found["to_move"]), (&json!(4), &json!("X")), "{text}");
        assert_eq!(found["moves"].as_str().map(str::len), Some(4), "{text}");
    }
    let found = ok(engine, &json!({"op": "position", "position": "9,10,11,12", "board": "12x4"}));
    assert_eq!((&found["last_move"], &found["legal"][11]), (&json!("l1"), &json!(12)));
    let won = ok(engine, &json!({"op": "position", "position": "1212121"}));
    assert_eq!((&won["result"], &won["winning_lines"]), (&json!("X"), &json!([["a1", "a2", "a3", "a4"]])));
    assert_eq!((&won["to_move"], &won["legal"]), (&json!(null), &json!([])));
}

#[test]
fn a_board_that_cannot_arise_has_a_reason() {
    let engine = &mut Engine::default();
    let mut reach = |rows: &str| ok(engine, &json!({"op": "reach", "position": rows}));
    for (rows, reason, cell) in [
        ("..../..../X.../....", "the stone in column 1, row 2 has nothing below it", json!("a2")),
        ("..../..../..../X.X.", "2 stones of X and 0 of O", json!(null)),
        ("X.../X.../XOOO/XOOO", "1 stones", json!(null)),
        ("OOOO/XXXX", "both players have four", json!(null)),
        // The lowest stone of the only column with stones is O's, but X moves first.
        ("..../..../X.../O...", "no order of moves", json!(null)),
    ] {
        let found = reach(rows);
        assert_eq!((&found["possible"], &found["moves"]), (&json!(false), &json!(null)), "{rows}");
        if reason != "1 stones" {
            assert!(found["reason"].as_str().unwrap().contains(reason), "{rows}: {found}");
        }
        assert_eq!(found["cell"], cell, "{rows}");
    }
    assert_eq!(
        reach("..../..../O.../X..."),
        json!({"possible": true, "moves": "11", "reason": null, "cell": null})
    );
    assert_eq!(code(engine, &json!({"op": "reach", "position": "..Z./....", "board": "4x2"})), "position");
}

#[test]
fn what_is_no_request_is_refused_and_the_engine_goes_on() {
    let engine = &mut Engine::default();
    for (request, expected) in [
        (json!({"op": "start", "task": "analyze", "position": "44x"}), "position"),
        (json!({"op": "start", "task": "analyze", "position": "4444444"}), "position"),
        (json!({"op": "start", "task": "analyze", "position": "", "board": "17x7"}), "board"),
        (json!({"op": "start", "task": "analyze", "position": "", "board": "x"}), "board"),
        (json!({"op": "start", "task": "level", "position": "", "level": 11}), "level"),
        (json!({"op": "start", "task": "review", "position": "..../..../O.../X..."}), "needs_moves"),
        (json!({"op": "start", "task": "review", "position": "44", "setup": 3}), "setup"),
        (json!({"op": "start", "task": "dance"}), "request"),
        (json!({"op": "step", "task": 77}), "no_task"),
        (json!({"op": "configure", "hash_mib": 0}), "table"),
        (json!({"op": "configure", "hash_mib": 9_999_999}), "table"),
        (json!({"op": "position", "position": "{"}), "position"),
        (json!({"op": "position", "position": "P@d2"}), "position"),
        (json!({"op": "nothing"}), "request"),
        (json!([]), "request"),
    ] {
        assert_eq!(code(engine, &request), expected, "{request}");
    }
    for text in ["", "{", "null", "\u{0}", "{\"op\":\"position\",\"position\":7}"] {
        assert!(engine.respond(text).starts_with("{\"error\":"), "{text}");
    }
    assert_eq!(ok(engine, &json!({"op": "info"}))["hash_mib"], json!(64));
    assert_eq!(whole(engine, json!({"task": "analyze", "position": "443322"}))["score"], json!(18));
}

#[test]
fn a_table_of_another_size_gives_the_same_scores() {
    let engine = &mut Engine::default();
    let answer = |engine: &mut Engine| whole(engine, json!({"task": "analyze", "position": "44444437"}));
    let expected = answer(engine);
    ok(engine, &json!({"op": "configure", "hash_mib": 1}));
    assert_eq!(answer(engine)["scores"], expected["scores"]);
    assert_eq!(ok(engine, &json!({"op": "info"}))["hash_mib"], json!(1));
    ok(engine, &json!({"op": "configure", "hash_mib": 64}));
    assert_eq!(answer(engine)["nodes"], expected["nodes"]);
    ok(engine, &json!({"op": "clear"}));
    assert_eq!(answer(engine)["nodes"], expected["nodes"]);
}

#[test]
fn columns_may_count_from_zero() {
    let mut engine = Engine::default();
    let position = |base: Value| json!({"op": "position", "position": "3322", "base": base});
    assert_eq!(ok(&mut engine, &position(json!(0)))["moves"], "4433");
    for base in [json!(1), json!(null)] {
        assert_eq!(ok(&mut engine, &position(base))["moves"], "3322");
    }
    assert_eq!(code(&mut engine, &position(json!(2))), "base");
    let zero = respond(&mut engine, &json!({"op": "position", "position": "440"}));
    assert_eq!((&zero["error"]["code"], &zero["error"]["index"]), (&json!("position"), &json!(2)));
    assert!(zero["error"]["message"].as_str().unwrap().contains("base: 0"), "{zero}");
    let question = json!({"task": "analyze", "position": "3322", "base": 0});
    assert_eq!(ask(&mut engine, question, None).0["scores"], json!([-3, 18, 2, 2, 18, -3, -4]));
}

#[test]
fn a_drawing_of_another_board_than_the_one_asked_for_is_refused() {
    let mut engine = Engine::default();
    let request = json!({"op": "position", "position": "..../..../..O./.XX.", "board": "4x5"});
    let message = respond(&mut engine, &request)["error"]["message"].clone();
    assert!(message.as_str().unwrap().contains("4 rows, where the board has 5"), "{message}");
}

#[test]
fn moves_of_a_wide_board_are_numbers_with_commas_and_read_from_a_set() {
    let mut engine = Engine::default();
    let set = ok(&mut engine, &json!({"op": "read", "text": "\u{feff}# board 12x4\n10,1 0\n"}));
    assert_eq!(set["positions"], json!(["10,1"]));
    for field in ["position", "moves"] {
        let position = ok(&mut engine, &json!({"op": "position", field: "10,1", "board": "12x4"}));
        assert_eq!((&position["moves"], &position["last_move"]), (&json!("10,1"), &json!("a1")), "{field}");
    }
}

/// Returns a log of lines at random, some of which are damaged.
fn random_log(random: &mut impl FnMut(usize) -> usize) -> String {
    let words = ["first", "later", "wrong", "shown", "won", "drawn", "lost", "2", "x"];
    let lines = (0..random(120)).map(|_| {
        let day = Day(random(20) as i64);
        let number = if random(2) == 0 { day.0 as usize + 1 } else { random(25) };
        let (word, day) =
            (words[random(words.len())], if random(9) == 0 { "-".to_owned() } else { day.to_string() });
        match random(8) {
            0 => format!("{day} game {number} {word}\n"),
            1 => format!("{day} lesson threat {number}\n"),
            2 => format!("{day} {word} {number}\n\u{fffd}\n"),
            _ => format!("{day} puzzle {number} {} {word}\n", random(101)),
        }
    });
    lines.collect::<Vec<_>>().concat()
}

#[test]
fn a_log_has_the_same_record_as_in_the_library() {
    let mut engine = Engine::default();
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut streaks = std::collections::BTreeSet::new();
    for _ in 0..300 {
        let (log, today) = (random_log(&mut random), Day(random(22) as i64));
        let request = json!({"op": "progress", "log": log, "today": today.to_string()});
        let expected = Progress::parse(&log).record(today);
        streaks.insert(expected.streak);
        assert_eq!(ok(&mut engine, &request), serde_json::to_value(expected).unwrap(), "{log}");
    }
    assert!(streaks.len() > 2, "{streaks:?}");
}

#[test]
fn a_record_without_a_date_is_refused() {
    let mut engine = Engine::default();
    for (request, expected) in [
        (json!({"op": "progress", "log": ""}), "today is missing"),
        (json!({"op": "progress", "today": "2026-01-01"}), "log is missing"),
        (
            json!({"op": "progress", "log": "", "today": "2026-02-30"}),
            "invalid day: a date is expected, as in 2026-11-24",
        ),
    ] {
        assert_eq!(respond(&mut engine, &request)["error"]["message"], expected);
    }
}
