//! [`verify`]: replays the log, and compares the files with it.

use std::collections::{BTreeMap, BTreeSet};

use marlin_core::Solver;

use crate::finished::FinishedGame;
use crate::login::Login;
use crate::readme::{MarkersError, with_section};
use crate::render::render;
use crate::series::Series;
use crate::state::LoggedMove;

/// The rendered files of a game, as they are found.
#[derive(Debug, Clone, Copy)]
pub struct FoundFiles<'a> {
    /// The README.
    pub readme: &'a [u8],
    /// The other files by their paths in the folder of the game: the drawings and the archive.
    pub files: &'a BTreeMap<String, String>,
}

/// A difference from the rules or the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Difference {
    /// Two moves in a row are by one player.
    #[error("game {game}: moves {} and {number} are both by {player}", number - 1)]
    TwiceInARow {
        /// The game.
        game: u32,
        /// The number of the second move.
        number: usize,
        /// The player of both.
        player: String,
    },
    /// Two moves are by one issue.
    #[error("game {game}: move {number} is by issue {issue}, which has made another move before")]
    RepeatedIssue {
        /// The game.
        game: u32,
        /// The number of the move.
        number: usize,
        /// The issue.
        issue: u64,
    },
    /// A move is by an issue that is not done.
    #[error("game {game}: move {number} is by issue {issue}, which is not among the issues that are done")]
    NotDone {
        /// The game.
        game: u32,
        /// The number of the move.
        number: usize,
        /// The issue.
        issue: u64,
    },
    /// The finished games are not numbered 1, 2, 3 and so on.
    #[error("finished.jsonl, line {line}: game {found} is in the place of game {expected}")]
    Number {
        /// The line.
        line: usize,
        /// The number in the file.
        found: u32,
        /// The expected number.
        expected: u32,
    },
    /// The number of the running game is not the next one after the finished games.
    #[error(
        "state.toml: the running game is {found}, and must be {expected} after the games of finished.jsonl"
    )]
    Running {
        /// The number in the file.
        found: u32,
        /// The expected number.
        expected: u32,
    },
    /// The running game is over, and not among the finished games.
    #[error("game {0} is over, and missing in finished.jsonl: 'marlin-readme render' adds it")]
    Unfiled(u32),
    /// The running game is not over, and among the finished games.
    #[error("game {0} goes on, and is in finished.jsonl: 'marlin-readme render' removes it there")]
    GoesOn(u32),
    /// The running game is over, and its moves differ between the two files.
    #[error(
        "game {0} has other moves in state.toml than in finished.jsonl: correct one of them in an editor"
    )]
    OtherMoves(u32),
    /// A part of a finished game differs from its log.
    #[error("game {game}: its {part} differs from its log: 'marlin-readme render' computes it again")]
    Finished {
        /// The game.
        game: u32,
        /// The part of the game.
        part: &'static str,
    },
    /// A file differs from the games.
    #[error("{0} differs from the games: 'marlin-readme render' writes it again")]
    File(String),
    /// The README has no place for the game.
    #[error(transparent)]
    Markers(#[from] MarkersError),
}

/// Replays the logs of all games by the rules, and compares the results, the reviews, the drawings and the README with them.
/// Returns the differences in the order of the games.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
///
/// use marlin_core::{BoardSize, Solver};
/// use marlin_readme::{FoundFiles, Series, GameState, verify};
///
/// let series = Series::new(GameState::new("octocat/octocat", 1));
/// let readme = b"<!-- connect4 begin --><!-- connect4 end -->";
/// let files = FoundFiles { readme, files: &BTreeMap::new() };
/// let found = verify(&series, files, &Solver::on(BoardSize::STANDARD));
/// assert!(found[0].to_string().starts_with("README differs from the games"));
/// ```
pub fn verify(series: &Series, files: FoundFiles<'_>, solver: &Solver) -> Vec<Difference> {
    let mut verification = Checker { series, issues: BTreeSet::new(), found: Vec::new() };
    for (line, finished) in (1..).zip(&series.finished) {
        verification.check_number(line, finished.game);
        verification.check_finished(finished, solver);
    }
    if series.ended().is_none() {
        let expected = series.finished.len() as u32 + 1;
        let found = series.state.game;
        if found != expected {
            verification.found.push(Difference::Running { found, expected });
        }
        if series.state.board().outcome().is_some() {
            verification.found.push(Difference::Unfiled(found));
        }
        verification.check_moves(found, &series.state.moves);
    } else if series.is_filed_early() {
        verification.found.push(Difference::GoesOn(series.state.game));
    } else if series.ended().is_some_and(|ended| ended.log != series.state.moves) {
        verification.found.push(Difference::OtherMoves(series.state.game));
    }
    verification.check_files(files, solver);
    verification.found
}

/// The games, and the differences so far.
struct Checker<'a> {
    series: &'a Series,
    /// The issues of the moves so far.
    issues: BTreeSet<u64>,
    found: Vec<Difference>,
}

impl Checker<'_> {
    fn check_number(&mut self, line: usize, found: u32) {
        let expected = line as u32;
        if found != expected {
            self.found.push(Difference::Number { line, found, expected });
        }
    }

    /// Checks the moves, the result and the review of a finished game.
    fn check_finished(&mut self, finished: &FinishedGame, solver: &Solver) {
        let game = finished.game;
        self.check_moves(game, &finished.log);
        let Some(expected) = finished.recomputed(solver) else { return };
        for (part, differs) in [
            ("result", finished.result != expected.result),
            ("text of the moves", finished.moves != expected.moves),
            ("review", finished.review != expected.review),
        ] {
            if differs {
                self.found.push(Difference::Finished { game, part });
            }
        }
    }

    /// Checks the players and the issues of the moves of a game.
    fn check_moves(&mut self, game: u32, moves: &[LoggedMove]) {
        for (number, pair) in (2..).zip(moves.windows(2)) {
            if pair[0].is_by_same_player(&pair[1]) {
                let player = pair[1].person().map_or_else(|| "the bot".to_owned(), Login::to_string);
                self.found.push(Difference::TwiceInARow { game, number, player });
            }
        }
        for (number, played) in (1..).zip(moves) {
            let Some(issue) = played.issue else { continue };
            if !self.issues.insert(issue) {
                self.found.push(Difference::RepeatedIssue { game, number, issue });
            }
            if !self.series.state.done.contains(issue) {
                self.found.push(Difference::NotDone { game, number, issue });
            }
        }
    }

    /// Checks the rendered files.
    fn check_files(&mut self, files: FoundFiles<'_>, solver: &Solver) {
        let rendered = render(self.series, solver);
        match with_section(files.readme, &rendered.section) {
            Ok(readme) if readme == files.readme => {}
            Ok(_) => self.found.push(Difference::File("README".to_owned())),
            Err(error) => self.found.push(error.into()),
        }
        // Git on Windows may change the line ends.
        let plain = |path: &String| files.files.get(path).map(|text| text.replace("\r\n", "\n"));
        let paths: BTreeSet<&String> = rendered.files.keys().chain(files.files.keys()).collect();
        let differs = |path: &&String| plain(path).as_ref() != rendered.files.get(*path);
        let differences = paths.into_iter().filter(differs).cloned().map(Difference::File);
        self.found.extend(differences);
    }
}
