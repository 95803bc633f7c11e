//! [`verify`]: the log replayed, and all that follows from it compared.

use std::collections::BTreeSet;

use marlin_core::any::Solver;

use crate::finished::FinishedGame;
use crate::login::Login;
use crate::readme::{MarkersError, with_section};
use crate::record::Record;
use crate::render::{BOARD_FILE, GRAPH_FILE, render};
use crate::state::Move;

/// The files that follow from the games, as they are found.
#[derive(Debug, Clone, Copy)]
pub struct Files<'a> {
    /// The README.
    pub readme: &'a [u8],
    /// The drawing of the board, if there is one.
    pub board: Option<&'a str>,
    /// The drawing of the score over a game, if there is one.
    pub graph: Option<&'a str>,
}

/// Something that isn't as the rules and the log say.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Difference {
    /// Somebody has moved twice in a row.
    #[error("game {game}: moves {} and {number} are both by {who}", number - 1)]
    Twice {
        /// The game.
        game: u32,
        /// The number of the second move.
        number: usize,
        /// Who made both.
        who: String,
    },
    /// An issue has made two moves.
    #[error("game {game}: move {number} is by issue {issue}, which has made another move before")]
    Issue {
        /// The game.
        game: u32,
        /// The number of the move.
        number: usize,
        /// The issue.
        issue: u64,
    },
    /// An issue has made a move and isn't done.
    #[error("game {game}: move {number} is by issue {issue}, which isn't among the issues that are done")]
    NotDone {
        /// The game.
        game: u32,
        /// The number of the move.
        number: usize,
        /// The issue.
        issue: u64,
    },
    /// The games aren't numbered 1, 2, 3 and on.
    #[error("finished.jsonl, line {line}: game {found} stands where game {expected} must be")]
    Number {
        /// The line.
        line: usize,
        /// The number that stands there.
        found: u32,
        /// The number that must be there.
        expected: u32,
    },
    /// The running game has another number than the games that are over say.
    #[error(
        "state.toml: the running game is {found}, and must be {expected} after the games of finished.jsonl"
    )]
    Running {
        /// The number that stands there.
        found: u32,
        /// The number that must be there.
        expected: u32,
    },
    /// A game that is over isn't among those that are.
    #[error("game {0} is over and isn't in finished.jsonl: 'marlin-cli readme-game render' adds it")]
    Unfiled(u32),
    /// The running game is over, and stands twice with different moves.
    #[error("game {0} has other moves in state.toml than in finished.jsonl: mend one of them in an editor")]
    Log(u32),
    /// A game that is over says something else than its log.
    #[error(
        "game {game}: its {what} isn't what its log comes to: 'marlin-cli readme-game render' computes it anew"
    )]
    Finished {
        /// The game.
        game: u32,
        /// The part of it.
        what: &'static str,
    },
    /// A file isn't what the games come to.
    #[error("{0} isn't what the games come to: 'marlin-cli readme-game render' writes it anew")]
    File(&'static str),
    /// The README has no place for the game.
    #[error(transparent)]
    Markers(#[from] MarkersError),
}

/// Replays the logs of all games by the rules, and compares all that follows from them: results, reviews, drawings and the
/// README. Returns what differs, in the order of the games; nothing if all is well.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_core::any::Solver;
/// use marlin_readme::{Files, Record, State, verify};
///
/// let record = Record::new(State::new("octocat/octocat", 1));
/// let readme = b"<!-- connect4 begin --><!-- connect4 end -->";
/// let files = Files { readme, board: None, graph: None };
/// let found = verify(&record, files, &Solver::on(BoardSize::STANDARD));
/// assert!(found[0].to_string().starts_with("README isn't what the games come to"));
/// ```
pub fn verify(record: &Record, files: Files<'_>, solver: &Solver) -> Vec<Difference> {
    let mut log = Log { record, issues: BTreeSet::new(), found: Vec::new() };
    for (line, finished) in (1..).zip(&record.finished) {
        log.check_number(line, finished.game);
        log.check_finished(finished, solver);
    }
    if record.ended().is_none() {
        let expected = record.finished.len() as u32 + 1;
        let found = record.state.game;
        if found != expected {
            log.found.push(Difference::Running { found, expected });
        }
        if record.state.board().outcome().is_some() {
            log.found.push(Difference::Unfiled(found));
        }
        log.check_moves(found, &record.state.moves);
    } else if record.ended().is_some_and(|ended| ended.log != record.state.moves) {
        log.found.push(Difference::Log(record.state.game));
    }
    log.check_files(files, solver);
    log.found
}

/// The games, and what was found.
struct Log<'a> {
    record: &'a Record,
    /// The issues of the moves so far.
    issues: BTreeSet<u64>,
    found: Vec<Difference>,
}

impl Log<'_> {
    fn check_number(&mut self, line: usize, found: u32) {
        let expected = line as u32;
        if found != expected {
            self.found.push(Difference::Number { line, found, expected });
        }
    }

    /// Checks a game that is over: its moves, its result and its review.
    fn check_finished(&mut self, finished: &FinishedGame, solver: &Solver) {
        let game = finished.game;
        self.check_moves(game, &finished.log);
        let Some(expected) = finished.recomputed(solver) else { return };
        for (what, differs) in [
            ("result", finished.result != expected.result),
            ("text of the moves", finished.moves != expected.moves),
            ("review", finished.review != expected.review),
        ] {
            if differs {
                self.found.push(Difference::Finished { game, what });
            }
        }
    }

    /// Checks who made the moves of a game.
    fn check_moves(&mut self, game: u32, moves: &[Move]) {
        for (number, pair) in (2..).zip(moves.windows(2)) {
            if pair[0].is_by_the_same(&pair[1]) {
                let who = pair[1].person().map_or_else(|| "the bot".to_owned(), Login::to_string);
                self.found.push(Difference::Twice { game, number, who });
            }
        }
        for (number, played) in (1..).zip(moves) {
            let Some(issue) = played.issue else { continue };
            if !self.issues.insert(issue) {
                self.found.push(Difference::Issue { game, number, issue });
            }
            if !self.record.state.done.contains(issue) {
                self.found.push(Difference::NotDone { game, number, issue });
            }
        }
    }

    /// Checks what is rendered.
    fn check_files(&mut self, files: Files<'_>, solver: &Solver) {
        let rendered = render(self.record, solver);
        match with_section(files.readme, &rendered.section) {
            Ok(readme) if readme == files.readme => {}
            Ok(_) => self.found.push(Difference::File("README")),
            Err(error) => self.found.push(error.into()),
        }
        // A clone on Windows may have other line ends.
        let plain = |text: Option<&str>| text.map(|text| text.replace("\r\n", "\n"));
        if plain(files.board) != Some(rendered.board) {
            self.found.push(Difference::File(BOARD_FILE));
        }
        if plain(files.graph) != rendered.graph {
            self.found.push(Difference::File(GRAPH_FILE));
        }
    }
}
