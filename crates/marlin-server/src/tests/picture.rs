//! Boards as pictures.

use axum::http::StatusCode;

use super::TestServer;

fn server() -> TestServer {
    TestServer::new(|_| {})
}

#[tokio::test]
async fn a_board_is_drawn_by_the_parameters_of_the_page() {
    let server = server();
    let answer = server.get("/board.svg?pos=4433&scores").await;
    assert_eq!((answer.status(), answer.header("content-type")), (StatusCode::OK, "image/svg+xml"));
    assert_eq!(answer.header("cache-control"), "public, max-age=86400");
    let scores = "Scores of the columns from the left: -3 18 2 2 18 -3 -4.";
    assert!(answer.text.contains(scores), "{}", answer.text);
    let shorter = server.get("/board.svg?position=443312&ply=4&scores=true").await;
    assert_eq!(shorter.text, answer.text, "the first four of six moves");
    let other = server.get("/board.svg?pos=33&board=5x4&theme=quiet&appearance=dark").await.text;
    assert!(other.contains("5 columns, 4 rows") && !other.contains("@media"), "{other}");
    assert_ne!(other, server.get("/board.svg?pos=33&board=5x4&appearance=dark").await.text);
}

#[tokio::test]
async fn a_png_is_a_card_and_a_client_with_a_copy_gets_no_other() {
    let server = server();
    let url = "/board.png?pos=4433";
    let answer = server.get(url).await;
    assert_eq!((answer.status(), answer.header("content-type")), (StatusCode::OK, "image/png"));
    assert!(answer.text.starts_with("\u{fffd}PNG"));
    let again = server.get_with(url, "if-none-match", answer.header("etag")).await;
    assert_eq!((again.status(), &*again.text), (StatusCode::NOT_MODIFIED, ""));
}

#[tokio::test]
async fn wrong_parameters_of_a_picture_are_refused_as_others_are() {
    let server = server();
    for (query, status, field) in [
        ("pos=1111111", 422, "pos"),
        ("pos=x", 400, "pos"),
        ("position=x", 400, "position"),
        ("pos=44&position=44", 400, "position"),
        ("pos=44&ply=3", 400, "ply"),
        ("theme=loud", 400, "theme"),
        ("appearance=dusk", 400, "appearance"),
        ("scores=maybe", 400, "scores"),
        ("moves=44", 400, "moves"),
    ] {
        for kind in ["svg", "png"] {
            let answer = server.get(&format!("/board.{kind}?{query}")).await;
            assert_eq!((answer.status().as_u16(), answer.json()["field"].as_str()), (status, Some(field)));
        }
    }
    let metrics = server.get("/metrics").await.text;
    assert!(metrics.contains("endpoint=\"/board.svg\",status=\"400\""), "{metrics}");
}
