//! Answers within limits, compared with the scores of a search without limits: no printed claim exceeds the
//! proof.
//!
//! `MARLIN_EXHAUSTIVE=1` takes 3,000 answers of each kind in place of a sample.

use std::fmt::Write;

use marlin_core::{BoardSize, Column, Outcome, Position, Score, Solver};
use marlin_notation::DropMove;
use marlin_support::random::Random;
use serde_json::Value;

use crate::process::{is_exhaustive, run};

/// The boards, with the option that chooses them and the plies of their positions.
const BOARDS: [(&str, &str, [u32; 3]); 2] =
    [("7x6", "cfour", [13, 14, 15]), ("6x5", "cfour-6x5", [9, 10, 11])];

/// Limits that end most searches before they have proven everything.
const NODES: [u64; 3] = [1, 100, 1_000];

/// A position, and the score of each of its columns.
struct Case {
    position: Position,
    moves: String,
    columns: Vec<Option<Score>>,
    nodes: u64,
}

impl Case {
    /// Returns the score of the best of some columns.
    fn best_of(&self, columns: &[usize]) -> Score {
        columns.iter().filter_map(|&column| self.columns[column]).max().unwrap()
    }

    fn playable(&self) -> Vec<usize> {
        self.position.legal_moves().map(Column::index).collect()
    }

    /// Returns the column of a drop, as in `P@d1`.
    fn column_of(&self, drop: &str) -> usize {
        let name = |column: &usize| {
            let column = self.position.legal_moves().find(|legal| legal.index() == *column).unwrap();
            DropMove::new(&self.position, column).to_string() == drop
        };
        self.playable().into_iter().find(name).unwrap_or_else(|| panic!("{drop} after {}", self.moves))
    }

    /// Returns the score that UCI calls `mate N` or `cp 0`.
    fn score_of(&self, unit: &str, number: i32) -> Score {
        let size = self.position.size();
        let is_it = |score: &Score| {
            let moves = self.position.ending(*score).plies.div_ceil(2) as i32;
            match score.outcome() {
                Outcome::Win => unit == "mate" && number == moves,
                Outcome::Draw => unit == "cp" && number == 0,
                Outcome::Loss => unit == "mate" && number == -moves,
            }
        };
        let most = Score::highest(size).get();
        (-most..=most).filter_map(|value| Score::checked(size, value)).find(is_it).unwrap()
    }
}

/// Returns random positions of a board with the scores of all columns and limits.
fn cases(size: BoardSize, plies: &[u32], limits: &[u64], count: usize) -> Vec<Case> {
    let mut random = Random::new(31, 0);
    // A solver without the book: the search checks the answers of programs with a book.
    let solver = Solver::builder_on(size).without_book().threads(1).build();
    let case = |index: usize| {
        let game = random.game(size, plies[index % plies.len()], |position| !position.can_win_next());
        let position = *game.position();
        let columns = solver.query(&position).analyze().scores().to_vec();
        Case { position, moves: game.to_string(), columns, nodes: limits[index / plies.len() % limits.len()] }
    };
    (0..count).map(case).collect()
}

fn count() -> usize {
    if is_exhaustive() { 3_000 } else { 54 }
}

/// Checks each kind of limited answer, from programs with a book and without one.
fn check_each_kind(check: impl Fn(&[Case], &str, &[&str])) {
    for (board, variant, plies) in BOARDS {
        let cases = cases(board.parse().unwrap(), &plies, &NODES, count());
        let plain = ["--threads", "1", "--hash", "1"];
        let without_book = [&plain[..], &["--no-book"]].concat();
        check(&cases, variant, &plain);
        check(&cases, variant, &without_book);
    }
}

/// A line of `info` with a score.
#[derive(Debug)]
struct Info {
    rank: usize,
    score: Score,
    bound: Option<&'static str>,
    first: Option<usize>,
}

impl Info {
    fn parse(case: &Case, line: &str) -> Self {
        let words: Vec<_> = line.split(' ').collect();
        let after =
            |word: &str| words.iter().position(|found| *found == word).map(|index| &words[index + 1..]);
        let score = after("score").unwrap();
        let bound = ["lowerbound", "upperbound"].into_iter().find(|bound| words.contains(bound));
        Self {
            rank: after("multipv").unwrap()[0].parse().unwrap(),
            score: case.score_of(score[0], score[1].parse().unwrap()),
            bound,
            first: after("pv").map(|moves| case.column_of(moves[0])),
        }
    }

    /// Checks the line against the scores of the columns that may be played.
    fn check(&self, case: &Case, allowed: &[usize], line: &str) {
        let proof = format!("{line} after {} with {} nodes: {:?}", case.moves, case.nodes, case.columns);
        let first = self.first.and_then(|column| case.columns[column]);
        assert!(self.first.is_none_or(|column| allowed.contains(&column)), "{proof}");
        // Each line is about its own first move, and the first one about the best of the columns too.
        let best = (self.rank == 1).then(|| case.best_of(allowed));
        for score in [first, best].into_iter().flatten() {
            let is_true = match self.bound {
                Some("lowerbound") => self.score <= score,
                Some(_) => self.score >= score,
                None => self.score == score,
            };
            assert!(is_true, "{score}: {proof}");
        }
    }

    /// Returns the score that the first move has for certain, if the line states one.
    fn certain(&self) -> Option<Score> {
        (self.bound != Some("upperbound")).then_some(self.score)
    }
}

/// Asks for the best of some columns in a session, and checks each line of the answers.
fn check_session(dialect: &str, cases: &[Case], variant: &str, options: &[&str], searchmoves: bool) {
    let mut random = Random::new(31, 1);
    let option = format!("setoption name UCI_Variant value {variant}");
    let mut input =
        format!("{dialect}\n{option}\nsetoption name MultiPV value {}\n", if searchmoves { 1 } else { 9 });
    let mut allowed_moves = Vec::new();
    for case in cases {
        let game = &case.moves;
        let mut position = Position::on(case.position.size());
        input.push_str("position startpos moves");
        for digit in game.bytes() {
            let column =
                position.legal_moves().find(|column| column.number() == usize::from(digit - b'0')).unwrap();
            let _ = write!(input, " {}", DropMove::new(&position, column));
            position.play_unchecked(column);
        }
        let _ = write!(input, "\ngo nodes {}", case.nodes);
        let mut allowed = case.playable();
        if searchmoves {
            while allowed.len() > 3 || allowed.len() > 2 && random.below(2) == 0 {
                allowed.remove(random.below(allowed.len() as u32) as usize);
            }
            input.push_str(" searchmoves");
            for column in case.position.legal_moves().filter(|column| allowed.contains(&column.index())) {
                let _ = write!(input, " {}", DropMove::new(&case.position, column));
            }
        }
        input.push('\n');
        allowed_moves.push(allowed);
    }
    let output = run(&[&["uci"], options].concat(), input.as_bytes()).succeeds();
    let has_book = !options.contains(&"--no-book");
    let mut answers = cases.iter().zip(&allowed_moves);
    let (mut case, mut allowed) = answers.next().unwrap();
    let mut lines: Vec<Info> = Vec::new();
    let mut answered = 0;
    for line in output.lines() {
        if line.starts_with("info depth") {
            let info = Info::parse(case, line);
            info.check(case, allowed, line);
            lines.push(info);
        } else if let Some(best) = line.strip_prefix("bestmove ") {
            let best = case.column_of(best.split(' ').next().unwrap());
            let last = lines.iter().rfind(|info| info.rank == 1).unwrap();
            assert_eq!(Some(best), last.first, "{} with {} nodes", case.moves, case.nodes);
            let excluded = lines
                .iter()
                .any(|info| info.bound.is_none() && info.rank == 1 && case.columns[best] < Some(info.score));
            assert!(!excluded, "{best} after {}: {lines:?}", case.moves);
            let all = &lines[lines.iter().rposition(|info| info.rank == 1).unwrap()..];
            // A move that is not proven to lose is played before one that is. A book has scores without
            // moves: a move that may be the best is played before one of a greater lower bound, unless that
            // one keeps the result for certain.
            let outcome = case.best_of(allowed).outcome();
            let all_lose = last.bound.is_none() && last.score.outcome() == Outcome::Loss;
            let is_rival = |info: &&Info| {
                let holds = info.first.and_then(|column| case.columns[column]).map(Score::outcome)
                    > Some(Outcome::Loss);
                (holds || all_lose) && (!has_book || info.score.outcome() == outcome)
            };
            let maximum = all.iter().filter(is_rival).filter_map(Info::certain).max();
            assert!(last.certain().is_none() || maximum <= last.certain(), "{}: {all:?}", case.moves);
            lines.clear();
            answered += 1;
            if let Some(next) = answers.next() {
                (case, allowed) = next;
            }
        }
    }
    assert_eq!(answered, cases.len());
}

#[test]
fn a_search_of_some_moves_within_limits_states_only_proven_bounds() {
    check_each_kind(|cases, variant, options| {
        for dialect in ["uci", "ugi"] {
            check_session(dialect, cases, variant, options, true);
        }
    });
}

#[test]
fn lines_of_play_within_limits_have_scores_that_their_first_moves_have() {
    check_each_kind(|cases, variant, options| check_session("uci", cases, variant, options, false));
}

#[test]
fn the_best_move_by_its_own_bounds_is_played_and_listed_first() {
    let limits = [1, 5, 20, 50, 200, 1_000];
    let count = if is_exhaustive() { 3_000 } else { 600 };
    let cases = cases(BoardSize::STANDARD, &[14, 21, 24, 28, 30], &limits, count);
    for options in [&["--threads", "1", "--hash", "1"][..], &["--threads", "1", "--hash", "1", "--no-book"]] {
        check_session("uci", &cases, "cfour", options, false);
    }
}

/// The first move of these had the lower bound of another.
#[test]
fn the_first_line_has_the_lower_bound_of_its_own_first_move() {
    let solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
    let cases =
        [("1225153473634431221716731763", 5), ("142637545131461667177", 200)].map(|(moves, nodes)| {
            let position = Position::parse(BoardSize::STANDARD, moves).unwrap();
            Case {
                position,
                moves: moves.to_owned(),
                columns: solver.query(&position).analyze().scores().to_vec(),
                nodes,
            }
        });
    check_session("uci", &cases, "cfour", &["--threads", "1"], false);
}

/// Returns bounds as they are printed: `[lower, upper]`.
fn bounds(value: &Value) -> Option<(i64, i64)> {
    Some((value.get(0)?.as_i64()?, value.get(1)?.as_i64()?))
}

#[test]
fn the_best_move_of_an_analysis_within_limits_is_never_one_that_its_bounds_exclude() {
    check_each_kind(|cases, variant, options| {
        for nodes in NODES {
            let text = cases.iter().fold(String::new(), |text, case| text + &case.moves + "\n");
            let (limit, board) = (nodes.to_string(), variant.strip_prefix("cfour-").unwrap_or("7x6"));
            let arguments = [&["analyze", "--json", "--board", board, "--nodes", &limit], options].concat();
            let output = run(&arguments, text.as_bytes()).stdout;
            assert_eq!(output.lines().count(), cases.len());
            for (case, line) in cases.iter().zip(output.lines()) {
                let found: Value = serde_json::from_str(line).unwrap();
                let truth: Vec<_> =
                    case.columns.iter().map(|score| score.map(|score| i64::from(score.get()))).collect();
                let score = i64::from(case.best_of(&case.playable()).get());
                for (told, truth) in found["scores"].as_array().unwrap().iter().zip(&truth) {
                    assert!(told.is_null() || told.as_i64() == *truth, "{line}");
                }
                assert!(found["score"].is_null() || found["score"] == score, "{line}");
                let best = found["best"].as_u64().unwrap() as usize - 1;
                if found["best_proven"] == true {
                    assert_eq!(truth[best], Some(score), "{line}");
                }
                let Some((lower, upper)) = bounds(&found["bounds"]) else { continue };
                assert!(lower <= score && score <= upper, "{line}");
                let of_columns = found["column_bounds"].as_array().unwrap();
                for (told, truth) in of_columns.iter().zip(&truth) {
                    let is_true = |(lower, upper): (i64, i64)| {
                        truth.is_some_and(|truth| lower <= truth && truth <= upper)
                    };
                    assert!(bounds(told).is_none_or(is_true), "{line}");
                }
                let (certain, possible) = bounds(&of_columns[best]).unwrap();
                assert!(possible >= lower, "{line}");
                // The move to play has another name where it is certain to keep more.
                if let Some(play) = found["play"].as_u64() {
                    let (kept, most) = bounds(&of_columns[play as usize - 1]).unwrap();
                    assert!(kept > certain && most < lower, "{line}");
                }
            }
        }
    });
}
