//! [`verify`]: replays the log, and compares the files with it.

use std::collections::{BTreeMap, BTreeSet};

use marlin_core::Solver;

use crate::issue::Login;
use crate::render::{render, with_section};
use crate::series::{FinishedGame, Series};
use crate::state::LoggedMove;

/// The rendered files of a game, as they are found.
#[derive(Debug, Clone, Copy)]
pub struct FoundFiles<'a> {
    /// The README.
    pub readme: &'a [u8],
    /// The other files by their paths in the folder of the game: the drawings and the archive.
    pub files: &'a BTreeMap<String, String>,
}

/// Replays the logs of all games by the rules, and compares the results, the reviews, the drawings and the README with them.
/// Returns the differences as texts, in the order of the games.
pub fn verify(series: &Series, files: FoundFiles<'_>, solver: &Solver) -> Vec<String> {
    let mut verification = Checker { series, issues: BTreeSet::new(), found: Vec::new() };
    for (line, finished) in (1..).zip(&series.finished) {
        verification.check_number(line, finished.game);
        verification.check_finished(finished, solver);
    }
    if series.ended().is_none() {
        let expected = series.finished.len() as u32 + 1;
        let found = series.state.game;
        if found != expected {
            verification.found.push(format!(
                "state.toml: the running game is {found}, and must be {expected} after the games of finished.jsonl"
            ));
        }
        if series.state.board().outcome().is_some() {
            verification.found.push(format!(
                "game {found} is over, and missing in finished.jsonl: 'marlin-readme render' adds it"
            ));
        }
        verification.check_moves(found, &series.state.moves);
    } else if series.is_filed_early() {
        let game = series.state.game;
        verification.found.push(format!(
            "game {game} goes on, and is in finished.jsonl: 'marlin-readme render' removes it there"
        ));
    } else if series.ended().is_some_and(|ended| ended.log != series.state.moves) {
        let game = series.state.game;
        verification.found.push(format!(
            "game {game} has other moves in state.toml than in finished.jsonl: correct one of them in an editor"
        ));
    }
    verification.check_files(files, solver);
    verification.found
}

/// The games, and the differences so far.
struct Checker<'a> {
    series: &'a Series,
    /// The issues of the moves so far.
    issues: BTreeSet<u64>,
    found: Vec<String>,
}

impl Checker<'_> {
    fn check_number(&mut self, line: usize, found: u32) {
        let expected = line as u32;
        if found != expected {
            let place = format!("finished.jsonl, line {line}");
            self.found.push(format!("{place}: game {found} is in the place of game {expected}"));
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
                self.found.push(format!(
                    "game {game}: its {part} differs from its log: 'marlin-readme render' computes it again"
                ));
            }
        }
    }

    /// Checks the players and the issues of the moves of a game.
    fn check_moves(&mut self, game: u32, moves: &[LoggedMove]) {
        for (number, pair) in (2..).zip(moves.windows(2)) {
            if pair[0].is_by_same_player(&pair[1]) {
                let player = pair[1].person().map_or_else(|| "the bot".to_owned(), Login::to_string);
                let last = number - 1;
                self.found.push(format!("game {game}: moves {last} and {number} are both by {player}"));
            }
        }
        for (number, played) in (1..).zip(moves) {
            let Some(issue) = played.issue else { continue };
            let place = format!("game {game}: move {number} is by issue {issue}");
            if !self.issues.insert(issue) {
                self.found.push(format!("{place}, which has made another move before"));
            }
            if !self.series.state.done.contains(issue) {
                self.found.push(format!("{place}, which is not among the issues that are done"));
            }
        }
    }

    /// Checks the rendered files.
    fn check_files(&mut self, files: FoundFiles<'_>, solver: &Solver) {
        let rendered = render(self.series, solver);
        match with_section(files.readme, &rendered.section) {
            Ok(readme) if readme == files.readme => {}
            Ok(_) => self.found.push(other_file("README")),
            Err(error) => self.found.push(error.to_string()),
        }
        // Git on Windows may change the line ends.
        let plain = |path: &String| files.files.get(path).map(|text| text.replace("\r\n", "\n"));
        let paths: BTreeSet<&String> = rendered.files.keys().chain(files.files.keys()).collect();
        let differs = |path: &&String| plain(path).as_ref() != rendered.files.get(*path);
        self.found.extend(paths.into_iter().filter(differs).map(|path| other_file(path)));
    }
}

fn other_file(path: &str) -> String {
    format!("{path} differs from the games: 'marlin-readme render' writes it again")
}
