//! The response to each request.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use super::TestServer;
use crate::pool::Phase;

fn server() -> TestServer {
    TestServer::new(|_| {})
}

#[tokio::test]
async fn a_position_has_its_scores() {
    let server = server();
    let answer = server.get("/api/v1/analyze?moves=4433").await;
    assert_eq!((answer.status(), answer.header("content-type")), (StatusCode::OK, "application/json"));
    let found = answer.json();
    assert_eq!(found["scores"], json!([-3, 18, 2, 2, 18, -3, -4]));
    assert_eq!((&found["best_columns"], &found["proven"]), (&json!([2, 5]), &json!(true)));
    let found = server.get("/api/v1/solve?moves=4+4+3+3").await.json();
    assert_eq!(
        (&found["score"], &found["outcome"], &found["final_move"]),
        (&json!(18), &json!("win"), &json!(7))
    );
    assert_eq!(server.get("/api/v1/solve").await.json()["score"], json!(1), "the empty board");
}

#[tokio::test]
async fn a_position_that_is_over_has_no_best_move() {
    let server = server();
    let won = server.get("/api/v1/solve?moves=1212121").await.json();
    assert_eq!((&won["best"], &won["winning_cells"]), (&json!(null), &json!(["a1", "a2", "a3", "a4"])));
    for url in ["/api/v1/best?moves=1212121", "/api/v1/best?moves=1212121&level=3"] {
        assert_eq!(server.get(url).await.json()["play"], json!(null), "{url}");
    }
    assert_eq!(server.get("/solve?pos=1212121").await.json()["score"], json!([100_u8; 7].to_vec()));
}

#[tokio::test]
async fn requests_of_other_servers_have_moves_alone() {
    let server = server();
    let no_zero = ("440", 400, "column 0 at character 3: columns count from 1 here");
    let no_cell = ("d1+d2", 400, "invalid character 'd' at character 1");
    let no_column = ("448", 422, "invalid character '8' at character 3");
    for (moves, status, reason) in [no_zero, no_cell, no_column] {
        for url in ["/solve?pos", "/solve?position", "/solve/connect4?pos", "/solve/connect4?position"] {
            let url = format!("{url}={moves}");
            let answer = server.get(&url).await;
            assert_eq!(answer.status(), status, "{url}");
            let error = answer.json()["error"].to_string();
            assert!(error.contains(reason) && !error.contains("base"), "{url}: {error}");
        }
    }
}

#[tokio::test]
async fn other_boards_have_answers_too() {
    let server = server();
    let found = server.get("/api/v1/solve?board=6x5&moves=3141").await.json();
    let score = &found["score"];
    assert!(score.as_i64().unwrap() > 0 && found["board"] == "6x5", "{found}");
    let columns = server.get("/api/v1/analyze?board=6X5&moves=3141").await.json();
    let scores: Vec<_> = columns["scores"].as_array().unwrap().iter().filter_map(Value::as_i64).collect();
    assert_eq!(
        (columns["scores"].as_array().unwrap().len(), scores.iter().max()),
        (6, score.as_i64().as_ref())
    );
}

#[tokio::test]
async fn requests_that_name_no_board_get_that_of_the_server() {
    let size = "5x4".parse().unwrap();
    let server = TestServer::new(|options| options.engine.search.board = Some(size));
    assert_eq!(server.get("/api/v1/solve").await.json()["board"], "5x4");
    assert_eq!(server.get("/api/v1/solve?board=7x6").await.json()["source"], "book");
    assert_eq!(server.post("/api/v1/lines?answer=solve", "12").await.json()["board"], "5x4");
    let pos = server.get("/solve?pos=44").await.json();
    assert_eq!(pos["score"], json!([-3, -3, -2, 1, -2, -3, -3]), "other servers know one board alone");
}

#[tokio::test]
async fn a_search_gives_the_same_scores_as_the_book() {
    let searching = TestServer::new(|options| options.engine.no_book = true);
    let moves = "52271237417";
    let columns = |found: &Value| found["scores"].clone();
    let url = format!("/api/v1/analyze?moves={moves}");
    let (book, search) = (server().get(&url).await.json(), searching.get(&url).await.json());
    assert_eq!((&book["source"], &search["source"]), (&json!("book"), &json!("search")));
    assert_eq!(columns(&book), columns(&search));
    let solved = searching.get(&format!("/api/v1/solve?moves={moves}")).await.json();
    assert_eq!((&solved["score"], &solved["best"]), (&book["score"], &book["best"]));
    assert!(searching.metric("marlin_nodes_total").await > 1_000);
}

#[tokio::test]
async fn a_level_plays_the_same_move_for_the_same_seed() {
    let server = server();
    let mut played = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let url = format!("/api/v1/best?moves=4&level=1&seed={seed}");
        let [one, other] = [server.get(&url).await.json(), server.get(&url).await.json()];
        assert_eq!(one, other);
        played.insert(one["play"].as_u64().unwrap());
    }
    assert!(played.len() > 1, "a beginner varies");
    let best = server.get("/api/v1/best?moves=44").await.json();
    assert_eq!((&best["play"], &best["score"], &best["best_proven"]), (&json!(4), &json!(1), &json!(true)));
    assert_eq!(server.get("/api/v1/best?moves=44&level=10&seed=9").await.json()["play"], json!(4));
}

#[tokio::test]
async fn positions_are_explained_and_games_reviewed() {
    let server = server();
    let explained = server.get("/api/v1/explain?moves=4433").await.json();
    let shown = json!([explained["position"], explained["steps"][0]["kind"]]);
    assert_eq!(shown, json!(["4433", "double_threat"]));
    let review = server.get("/api/v1/review?moves=44443").await.json();
    assert_eq!((&review["turning_point"], &review["moves"][4]["verdict"]), (&json!(5), &json!("blunder")));
    assert_eq!(server.get("/api/v1/review").await.json()["moves"], json!([]));
    let played = server.get("/api/v1/review?moves=44443&setup=4").await.json();
    assert_eq!((&played["moves"][0], &played["setup"]), (&review["moves"][4], &json!(4)));
    assert_eq!(played["summary"], json!("The review begins after a setup of 4 stones. 1 blunder in 1 move."));
    let problem = server.get("/api/v1/review?moves=44443&setup=6").await.json();
    assert_eq!(problem["error"], json!("a setup of 6 stones, and 5 moves"));
}

#[tokio::test]
async fn positions_are_explored() {
    let server = server();
    let found = server.get("/api/v1/explore?moves=4").await.json();
    assert_eq!(json!([found["stones"], found["to_move"], found["proven"]]), json!([1, "O", true]));
    let middle = &found["columns"][3];
    assert_eq!(json!([middle["score"], middle["holding"], middle["replies"]]), json!([-1, 1, 7]));
    assert_eq!(found["levels"][9]["columns"], json!([{"column": 4, "share": 1.0}]));
    assert_eq!(found["census"][1], json!({"stones": 1, "positions": 7, "won": 4, "drawn": 2, "lost": 1}));
    let open = server.get("/api/v1/explore?board=10x6&nodes=100").await.json();
    assert_eq!((&open["proven"], &open["score"], &open["census"]), (&json!(false), &json!(null), &json!([])));
    let refused = server.get("/api/v1/explore?moves=44444444").await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn programs_that_know_other_servers_get_their_answers() {
    let server = server();
    // The bytes of Flask's jsonify, by `just flask`.
    let pos = server.get("/solve?pos=44").await;
    assert_eq!(pos.text, "{\"pos\":\"44\",\"score\":[-3,-3,-2,1,-2,-3,-3]}\n");
    assert_eq!(pos.header("content-type"), "application/json");
    assert_eq!(server.get("/solve?pos=444444").await.json()["score"][3], json!(100));
    assert_eq!(server.get("/solve?pos=44&_=1700000000000").await.text, pos.text);
    let moves = server.get("/solve/connect4?position=4&level=10").await;
    assert!(moves.text.starts_with(r#"[{"move":"4","score":-1.0},{"move":""#), "{}", moves.text);
    let moves = server.get("/solve/connect4?position=444444").await.json();
    let scores: Vec<_> =
        moves.as_array().unwrap().iter().map(|scored| scored["score"].as_f64().unwrap()).collect();
    assert!(scores.len() == 6 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[tokio::test]
async fn a_position_is_counted_once() {
    for (url, searched) in [
        ("/solve/connect4?position=44&level=3", 0),
        ("/solve/connect4?position=44", 0),
        ("/api/v1/solve?moves=44", 0),
        ("/api/v1/best?moves=44", 0),
        ("/api/v1/solve?board=10x6&nodes=10", 1),
    ] {
        let server = server();
        assert_eq!(server.get(url).await.status(), StatusCode::OK);
        let counts = [
            server.metric("marlin_positions_known_total").await,
            server.metric("marlin_positions_unknown_total").await,
        ];
        assert_eq!(counts, [1 - searched, searched], "{url}");
    }
}

#[tokio::test]
async fn encoded_lines_are_refused() {
    let server = server();
    for (name, encoding, status) in [
        ("content-encoding", "gzip", 415),
        ("content-encoding", "br, identity", 415),
        ("content-encoding", "identity", 200),
        ("transfer-encoding", "gzip, chunked", 415),
        ("transfer-encoding", "Chunked", 200),
    ] {
        let request = Request::post("/api/v1/lines").header(name, encoding);
        let answer = server.ask(request.body(Body::from("44\n")).unwrap()).await;
        assert_eq!(answer.status().as_u16(), status, "{name}: {encoding}: {}", answer.text);
    }
}

#[tokio::test]
async fn progress_comes_before_the_answer() {
    let server = server();
    let fields = |text: &str, name: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.strip_prefix(name)).map(str::to_owned).collect()
    };
    let url = "/api/v1/analyze/events?board=10x6&time=300";
    let events = server.get(url).await;
    assert_eq!(events.header("content-type"), "text/event-stream");
    let found = fields(&events.text, "event: ");
    assert!(found.len() > 1 && found.last().unwrap() == "answer", "{}", events.text);
    assert!(found[..found.len() - 1].iter().all(|name| name == "progress"));
    let data = fields(&events.text, "data: ");
    let data: Vec<Value> = data.iter().map(|data| serde_json::from_str(data).unwrap()).collect();
    let (answer, progress) = data.split_last().unwrap();
    let ends = |bounds: &Value| [0, 1].map(|end| bounds[end].as_i64().unwrap());
    for found in progress {
        let columns = found["column_bounds"].as_array().unwrap();
        assert_eq!(columns.len(), 10, "{found}");
        for (now, last) in columns.iter().zip(answer["column_bounds"].as_array().unwrap()) {
            let ([now_least, now_most], [least, most]) = (ends(now), ends(last));
            assert!(now_least <= least && most <= now_most, "{found}: bounds only narrow");
        }
    }
    let accepted = "text/event-stream;q=0.9, */*";
    let events = server.get_with("/api/v1/analyze?moves=44", "accept", accepted).await;
    assert_eq!(fields(&events.text, "event: "), ["answer"]);
    let answer: Value = serde_json::from_str(&fields(&events.text, "data: ")[0]).unwrap();
    assert_eq!(answer["scores"], json!([-3, -3, -2, 1, -2, -3, -3]));
}

#[tokio::test]
async fn an_invalid_request_gets_the_reason() {
    let server = server();
    for (url, status, error) in [
        ("/api/v1/solve?moves=4x", 400, "invalid character 'x' at character 2 (moves are columns, 1 to 7)"),
        ("/api/v1/solve?moves=1111111", 422, "move 7: column 1 is full"),
        ("/api/v1/solve?board=99x99", 400, "a board of 99x99 does not fit: "),
        ("/api/v1/solve?board=big", 400, "\"big\" is not a board size (write columns x rows, as in 7x6)"),
        ("/api/v1/solve?time=0", 400, "invalid time '0': a whole number, 1 or more, is expected"),
        ("/api/v1/solve?nodes=many", 400, "invalid nodes 'many': a whole number, 1 or more, is expected"),
        ("/api/v1/best?level=11", 400, "invalid level '11': a whole number from 1 to 10 is expected"),
        ("/api/v1/best?seed=-1", 400, "invalid seed '-1': a whole number, 0 or more, is expected"),
        (
            "/api/v1/solve?level=3",
            400,
            "no parameter 'level' (there are moves, position, pos, board, base, time, nodes)",
        ),
        ("/api/v1/nothing", 404, "nothing at /api/v1/nothing: "),
        ("/nothing", 404, "nothing at /nothing: "),
        ("/api/v1/lines", 405, "/api/v1/lines does not take GET: "),
        ("/solve?moves=44", 400, "no parameter 'moves' (there are pos, position)"),
    ] {
        let answer = server.get(url).await;
        let found = answer.json();
        assert_eq!(
            (answer.status().as_u16(), answer.header("content-type")),
            (status, "application/json"),
            "{url}"
        );
        assert!(found["error"].as_str().unwrap().starts_with(error), "{url}: {found}");
    }
    assert_eq!(server.get("/api/v1/lines").await.header("allow"), "POST");
    assert_eq!(server.post("/api/v1/solve", "").await.header("allow"), "GET,HEAD");
    assert_eq!(server.get("/api/v1/solve?moves=4x").await.json()["field"], "moves");
}

#[tokio::test]
async fn control_characters_of_a_request_are_never_sent_back() {
    let server = server();
    for url in [
        "/api/v1/solve?moves=%1b%5b31m",
        "/api/v1/solve?%1b=1",
        "/api/v1/solve?time=%0a",
        "/%1b",
        "/api/v1/solve?board=%1b%00",
    ] {
        let answer = server.get(url).await;
        assert!(
            answer.status().is_client_error() && !answer.text.contains("\\u00"),
            "{url}: {}",
            answer.text
        );
    }
}

#[tokio::test]
async fn an_unproven_answer_is_on_time_and_has_bounds() {
    let server = server();
    for verb in ["solve", "analyze", "best"] {
        // The time of the server is beyond the patience of the test.
        let answer = server.get(&format!("/api/v1/{verb}?board=10x6&time=50")).await;
        let found = answer.json();
        assert_eq!((answer.status(), &found["score"]), (StatusCode::OK, &json!(null)), "{verb}");
        assert!(found["best"].is_u64() && found["best_proven"] == json!(false), "{found}");
    }
    let found = server.get("/api/v1/solve?board=10x6&nodes=100").await.json();
    assert!(found["nodes"] == json!(100) && found["bounds"].is_array(), "{found}");
}

#[tokio::test]
async fn a_server_that_ends_is_alive_and_not_ready() {
    let server = server();
    assert_eq!(server.get("/readyz").await.text, "ok\n");
    server.phase.send_replace(Phase::Draining);
    assert_eq!(server.get("/readyz").await.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(server.get("/healthz").await.text, "ok\n");
}
