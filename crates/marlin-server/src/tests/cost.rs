//! The CPU time of requests: on the thread that answers, and of work beside a search.

use std::time::Duration;

use marlin_coach::request::{Request, Verb};
use marlin_core::{BoardSize, Column, Game, Limits, Solver};
use marlin_support::process::cpu_time_of_thread;

use super::TestServer;

const VERBS: [Verb; 9] = [
    Verb::Position,
    Verb::Reach,
    Verb::Solve,
    Verb::Analyze,
    Verb::Best,
    Verb::Level,
    Verb::Explain,
    Verb::Explore,
    Verb::Review,
];

/// Returns a time, or ten of it with debug assertions.
fn time(release: Duration) -> Duration {
    if cfg!(debug_assertions) { 10 * release } else { release }
}

/// Returns an unfinished game of some plies.
fn game(size: BoardSize, plies: usize) -> Game {
    let mut game = Game::on(size);
    for ply in 0..plies {
        let mut columns =
            (0..size.width()).filter_map(|column| Column::new((ply * 5 + column) % size.width()));
        let position = *game.position();
        let is_quiet = |column| position.can_play(column) && position.after(column).winner().is_none();
        let Some(column) = columns.find(|&column| is_quiet(column)) else { break };
        game.play(column).unwrap();
    }
    game
}

/// Returns games on a board: without a move, and with the stones of a third and of two thirds of the board.
fn games(size: BoardSize) -> [Game; 3] {
    [0, 1, 2].map(|thirds| game(size, size.cells() as usize * thirds / 3))
}

#[tokio::test]
async fn no_request_takes_long_on_the_thread_that_answers() {
    let server = TestServer::new(|_| {});
    let step = if std::env::var_os("MARLIN_EXHAUSTIVE").is_some() { 1 } else { 17 };
    let most = time(Duration::from_micros(500));
    for size in BoardSize::all().step_by(step) {
        for game in games(size) {
            let moves = format!("board={size}&moves={game}");
            let position = format!("position={}", game.position().to_fen().replace(' ', "%20"));
            for path in ["solve", "analyze", "best", "explain", "explore", "review", "position", "reach"] {
                let of = if path == "reach" { &position } else { &moves };
                let nodes = if matches!(path, "position" | "reach") { "" } else { "&nodes=1" };
                let url = format!("/api/v1/{path}?{of}{nodes}");
                let mut least = Duration::MAX;
                for _ in 0..5 {
                    let Some(before) = cpu_time_of_thread() else { return };
                    let status = server.get(&url).await.status();
                    assert!(status.is_success(), "{url}: {status}");
                    least = least.min(cpu_time_of_thread().unwrap().saturating_sub(before));
                    if least <= most {
                        break;
                    }
                }
                assert!(least <= most, "{url}: {least:?}");
            }
        }
    }
}

#[test]
fn work_beside_a_search_ends_with_its_limits() {
    let most = time(Duration::from_millis(10));
    for board in ["1x127", "32x3", "31x3", "25x4", "18x6", "11x10", "7x6"] {
        let size: BoardSize = board.parse().unwrap();
        let solver = Solver::builder_on(size).hash_mib(1).unwrap().threads(1).build();
        for game in games(size) {
            let limits = [
                Limits { nodes: Some(1), ..Limits::NONE },
                Limits { time: Some(Duration::from_millis(1)), ..Limits::NONE },
            ];
            for (verb, limits) in
                VERBS.into_iter().flat_map(|verb| limits.clone().map(|limits| (verb, limits)))
            {
                let request = Request::new(verb, "", game.clone());
                // A review has these limits for each of its positions.
                let most = if verb == Verb::Review { most * (1 + game.moves().len() as u32) } else { most };
                let cost = || {
                    let before = cpu_time_of_thread()?;
                    request.answer(&request.run(&solver, &limits)).unwrap();
                    Some(cpu_time_of_thread()?.saturating_sub(before))
                };
                let Some(least) = (0..3).filter_map(|_| cost()).min() else { return };
                assert!(
                    least <= most,
                    "{verb:?} on {board} after {} plies, {limits:?}: {least:?}",
                    game.moves().len()
                );
            }
        }
    }
}
