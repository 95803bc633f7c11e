//! Random sessions, compared with a model that predicts the game after every line and an answer to every
//! search. Meaningless lines between them must change nothing.

use std::fmt::Write;

use marlin_core::{BoardSize, Game, GameOutcome, Player, Position};
use marlin_support::random::Random;

use crate::sandbox::Sandbox;

/// The lines of a session.
const LINES: u32 = 150;

/// Lines that no dialect knows.
const NONSENSE: [&str; 6] =
    ["nonsense", "position 9999999999", "go sideways", "\t", "setoption name", "\u{1b}[31m4"];

/// Boards of a session, of which the last ones do not exist.
const BOARDS: [&str; 12] =
    ["4x4", "5x4", "6x4", "4x5", "3x6", "9x5", "5x9", "12x4", "32x1", "1x63", "13x9", "x"];

/// Returns the number of sessions: a few in every test run, many at night.
fn sessions() -> u64 {
    std::env::var("MARLIN_ATTACK_SESSIONS").map_or(20, |text| text.parse().expect("it is a number"))
}

/// A session in Marlin's own dialect, and the answers that the model expects.
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
    let mut game = Game::on(BoardSize::STANDARD);
    for _ in 0..LINES {
        let mut line = String::new();
        match random.below(12) {
            0..=3 => {
                let column = random.below(game.size().width() as u32 + 2);
                let _ = write!(line, "{}{column}", random.one_of(&["play ", ""]).unwrap_or_default());
                let number = marlin_core::Column::from_number(column as usize);
                if let Some(column) = number.filter(|&column| game.legal_moves().any(|legal| legal == column))
                {
                    game.play(column).expect("it is legal");
                }
            }
            4 => {
                line.push_str("undo");
                game.undo();
            }
            5 => {
                line.push_str("new");
                game = Game::on(game.size());
            }
            6 => {
                let plies = random.below(game.size().cells());
                game = random.try_game(game.size(), plies).unwrap_or_else(|| Game::on(game.size()));
                let _ = write!(line, "position {game}");
            }
            7 => {
                let command = random.one_of(&["board ", "setoption name UCI_Variant value cfour-"]);
                let board = random.one_of(&BOARDS).unwrap_or("4x4");
                let _ = write!(line, "{}{board}", command.unwrap_or_default());
                // The option begins no game if the board is set already.
                if let Ok(size) = board.parse()
                    && (line.starts_with("board") || size != game.size())
                {
                    game = Game::on(size);
                }
            }
            8 if game.size().cells() <= 24 => {
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
        let is_game =
            |line: &&str| *line == "No moves yet" || line.starts_with(|first: char| first.is_ascii_digit());
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

/// A session of UCI or UGI, and the answers that the model expects.
#[derive(Default)]
struct Gui {
    input: String,
    /// The positions of the searches, in order.
    searched: Vec<Position>,
    ready: usize,
    /// The answers to the questions of UGI, in order.
    responses: Vec<String>,
}

fn gui(random: &mut Random, dialect: &str) -> Gui {
    let mut session = Gui { input: format!("{dialect}\n"), ..Gui::default() };
    let mut game = Game::on(BoardSize::STANDARD);
    for _ in 0..LINES {
        match random.below(9) {
            0 | 1 => {
                let plies = random.below(43);
                game = random.try_game(BoardSize::STANDARD, plies).unwrap_or_else(|| Game::on(game.size()));
                session.input.push_str(&position_line(&game));
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
            7 if dialect == "ugi" => {
                session.input.push_str("query gameover\nquery p1turn\nquery result\nquery weather\n");
                session.responses.extend(responses(&game));
            }
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

fn position_line(game: &Game) -> String {
    let mut heights = [0; 7];
    let mut line = "position startpos moves".to_owned();
    for column in game.moves() {
        heights[column.index()] += 1;
        let file = char::from(b'a' + column.index() as u8);
        let _ = write!(line, " P@{file}{}", heights[column.index()]);
    }
    line + "\n"
}

/// Returns the answers of UGI about a game: whether it is over, whether the first player is to move, and the
/// result.
fn responses(game: &Game) -> [String; 3] {
    let result = match game.outcome() {
        None => "none",
        Some(GameOutcome::Won(Player::X)) => "p1win",
        Some(GameOutcome::Won(Player::O)) => "p2win",
        Some(GameOutcome::Drawn) => "draw",
    };
    let is_first = game.moves().len().is_multiple_of(2);
    [game.outcome().is_some().to_string(), is_first.to_string(), result.to_owned()]
}

#[test]
fn a_session_of_uci_or_ugi_has_a_legal_bestmove_for_every_go() {
    for (dialect, stream) in [("uci", 2), ("ugi", 3)] {
        for seed in 0..sessions() {
            let session = gui(&mut Random::new(seed, stream), dialect);
            let run = Sandbox::new().run(&["--no-book", "--hash", "1"], &session.input);
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{dialect}, seed {seed}");
            assert_answers(&session, &run.stdout, &format!("{dialect}, seed {seed}"));
        }
    }
}

fn assert_answers(session: &Gui, stdout: &str, context: &str) {
    let lines = |word: &str| stdout.lines().filter_map(|line| line.strip_prefix(word)).collect::<Vec<_>>();
    assert_eq!(lines("readyok").len(), session.ready, "{context}");
    assert_eq!(lines("response "), session.responses, "{context}");
    let best_moves = lines("bestmove ");
    assert_eq!(best_moves.len(), session.searched.len(), "{context}");
    for (answer, position) in best_moves.iter().zip(&session.searched) {
        let word = answer.split(' ').next().unwrap_or_default();
        let found = marlin_notation::DropMove::parse(BoardSize::STANDARD, word);
        let mut game = Game::from_position(*position);
        let is_legal = found.is_ok_and(|drop| drop.play_in(&mut game).is_ok());
        assert!(is_legal || position.is_over() && word == "(none)", "{context}: {answer} at\n{position}");
    }
}
