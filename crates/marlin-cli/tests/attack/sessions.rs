//! Random sessions beside a model that knows what must come back: the game after every line, an answer to every search, and
//! nothing lost, whatever stands between them.

use std::fmt::Write;

use marlin_core::BoardSize;
use marlin_core::any::{Game, Position};
use marlin_support::random::Random;

use crate::sandbox::Sandbox;

/// The lines of a session.
const LINES: u32 = 150;

/// Lines that no dialect knows.
const NONSENSE: [&str; 6] =
    ["nonsense", "position 9999999999", "go sideways", "\t", "setoption name", "\u{1b}[31m4"];

/// Returns the number of sessions: a few in every test run, many at night.
fn sessions() -> u64 {
    std::env::var("MARLIN_ATTACK_SESSIONS").map_or(20, |text| text.parse().expect("it is a number"))
}

/// A session in Marlin's own dialect, and what the model expects of it.
#[derive(Default)]
struct Native {
    input: String,
    /// The answers to `moves`, in order.
    games: Vec<String>,
    analyses: usize,
    best_moves: usize,
}

fn shown(game: &Game) -> String {
    if game.moves().is_empty() { "No moves yet".to_owned() } else { game.to_string() }
}

fn native(random: &mut Random) -> Native {
    let mut session = Native::default();
    let mut game = Game::empty(BoardSize::STANDARD);
    for _ in 0..LINES {
        let mut line = String::new();
        match random.below(12) {
            0..=3 => {
                let column = random.below(game.size().width() as u32 + 2);
                let _ = write!(line, "play {column}");
                let number = marlin_core::any::Column::from_number(column as usize);
                if let Some(column) = number.filter(|column| game.legal_moves().contains(column)) {
                    game.play(column).expect("it is legal");
                }
            }
            4 => {
                line.push_str("undo");
                game.undo();
            }
            5 => {
                line.push_str("new");
                game = Game::empty(game.size());
            }
            6 => {
                let plies = random.below(game.size().cells());
                game = random.try_game(game.size(), plies).unwrap_or_else(|| Game::empty(game.size()));
                let _ = write!(line, "position {game}");
            }
            7 => {
                let board = random.one_of(&["5x4", "4x4", "6x4", "4x5"]).unwrap_or("4x4");
                let _ = write!(line, "board {board}");
                game = Game::empty(board.parse().expect("it is a board"));
            }
            8 if game.size() != BoardSize::STANDARD => {
                line.push_str("analyze");
                session.analyses += 1;
            }
            9 => {
                let _ = write!(line, "go {}", random.below(4) + 1);
                session.best_moves += 1;
            }
            10 => line.push_str("stop"),
            _ => line.push_str(random.one_of(&NONSENSE).unwrap_or_default()),
        }
        let _ = writeln!(session.input, "{line}\nmoves");
        session.games.push(shown(&game));
    }
    session.input.push_str("quit\n");
    session
}

#[test]
fn a_session_in_its_own_dialect_has_the_game_that_its_lines_lead_to() {
    for seed in 0..sessions() {
        let session = native(&mut Random::new(seed, 1));
        let run = Sandbox::new().run(&["--no-book", "--hash", "1"], &session.input);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "seed {seed}");
        let is_game = |line: &&str| {
            *line == "No moves yet" || !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
        };
        let games: Vec<_> = run.stdout.lines().filter(is_game).collect();
        assert_eq!(games, session.games, "seed {seed}");
        let count = |begin: &str| run.stdout.lines().filter(|line| line.starts_with(begin)).count();
        assert_eq!(
            (count("analysis "), count("bestmove ")),
            (session.analyses, session.best_moves),
            "seed {seed}"
        );
    }
}

/// A session of UCI, and what the model expects of it.
#[derive(Default)]
struct Uci {
    input: String,
    /// The positions of the searches, in order.
    searched: Vec<Position>,
    ready: usize,
}

fn uci(random: &mut Random) -> Uci {
    let mut session = Uci { input: "uci\n".to_owned(), ..Uci::default() };
    let mut game = Game::empty(BoardSize::STANDARD);
    for _ in 0..LINES {
        match random.below(8) {
            0 | 1 => {
                let plies = random.below(42);
                game =
                    random.try_game(BoardSize::STANDARD, plies).unwrap_or_else(|| Game::empty(game.size()));
                let mut heights = [0; 7];
                session.input.push_str("position startpos moves");
                for column in game.moves() {
                    heights[column.index()] += 1;
                    let file = char::from(b'a' + column.index() as u8);
                    let _ = write!(session.input, " P@{file}{}", heights[column.index()]);
                }
                session.input.push('\n');
            }
            2 => {
                let _ = writeln!(session.input, "go nodes {}", random.below(2000) + 1);
                session.searched.push(*game.position());
            }
            3 => {
                let _ = writeln!(session.input, "go movetime {}", random.below(3) + 1);
                session.searched.push(*game.position());
            }
            4 => {
                session.input.push_str("go infinite\nstop\n");
                session.searched.push(*game.position());
            }
            5 => {
                session.input.push_str("isready\n");
                session.ready += 1;
            }
            6 => session
                .input
                .push_str(random.one_of(&["stop\n", "ponderhit\n", "\n", "uci2\n"]).unwrap_or_default()),
            _ => {
                let options = [
                    "Level value 3",
                    "Threads value 2",
                    "Hash value 2",
                    "Seed value 7",
                    "Level value 10",
                    "Hash value x",
                ];
                let _ =
                    writeln!(session.input, "setoption name {}", random.one_of(&options).unwrap_or_default());
            }
        }
    }
    session.input.push_str("quit\n");
    session
}

#[test]
fn a_session_of_uci_has_a_legal_bestmove_for_every_go() {
    for seed in 0..sessions() {
        let session = uci(&mut Random::new(seed, 2));
        let run = Sandbox::new().run(&["--no-book", "--hash", "1"], &session.input);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "seed {seed}");
        let lines = |word: &str| run.stdout.lines().filter(|line| line.starts_with(word)).collect::<Vec<_>>();
        assert_eq!(lines("readyok").len(), session.ready, "seed {seed}");
        let best_moves = lines("bestmove ");
        assert_eq!(best_moves.len(), session.searched.len(), "seed {seed}");
        for (answer, position) in best_moves.iter().zip(&session.searched) {
            let word = answer.split(' ').nth(1).unwrap_or_default();
            let found = marlin_core::any::DropMove::parse(BoardSize::STANDARD, word);
            let mut game = Game::from_position(*position);
            let is_legal = found.is_ok_and(|drop| drop.play_in(&mut game).is_ok());
            assert!(
                is_legal || position.is_over() && word == "(none)",
                "seed {seed}: {answer} at\n{position}"
            );
        }
    }
}
