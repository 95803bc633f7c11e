//! [`verify`]: replays the log, and compares the files with it.

use std::collections::{BTreeMap, BTreeSet};

use marlin_core::Solver;

use crate::issue::Login;
use crate::render::{render, with_section};
use crate::series::{FinishedGame, Series};
use crate::state::LoggedMove;

/// Replays the logs of all games by the rules, and compares them with the results, the reviews, the drawings
/// and the README. Returns the differences as texts, in the order of the games.
///
/// The files are the drawings and the archive, by their paths in the folder of the game.
pub fn verify(
    series: &Series,
    readme: &[u8],
    files: &BTreeMap<String, String>,
    solver: &Solver,
) -> Vec<String> {
    let mut verification = Checker { series, issues: BTreeSet::new(), found: Vec::new() };
    for (line, finished) in (1..).zip(&series.finished) {
        if finished.game != line {
            let place = format!("finished.jsonl, line {line}");
            verification
                .found
                .push(format!("{place}: game {} is in the place of game {line}", finished.game));
        }
        verification.check_finished(finished, solver);
    }
    let game = series.state.game;
    match series.ended() {
        None => {
            let expected = series.finished.len() as u32 + 1;
            if game != expected {
                verification.found.push(format!(
                    "state.toml: the running game is {game}, and must be {expected} after the games of finished.jsonl"
                ));
            }
            if series.state.board().outcome().is_some() {
                verification.found.push(format!(
                    "game {game} is over, and missing in finished.jsonl: 'marlin-readme render' adds it"
                ));
            }
            verification.check_moves(game, &series.state.moves);
        }
        Some(_) if series.is_filed_early() => verification.found.push(format!(
            "game {game} goes on, and is in finished.jsonl: 'marlin-readme render' removes it there"
        )),
        Some(ended) if ended.log != series.state.moves => verification.found.push(format!(
            "game {game} has other moves in state.toml than in finished.jsonl: correct one of them in an editor"
        )),
        Some(_) => {}
    }
    verification.check_files(readme, files, solver);
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
    fn check_files(&mut self, readme: &[u8], files: &BTreeMap<String, String>, solver: &Solver) {
        let rendered = render(self.series, solver);
        match with_section(readme, &rendered.section) {
            Ok(expected) if expected == readme => {}
            Ok(_) => self.found.push(other_file("README")),
            Err(error) => self.found.push(error.to_string()),
        }
        // Git on Windows may change the line ends.
        let plain = |path: &String| files.get(path).map(|text| text.replace("\r\n", "\n"));
        let paths: BTreeSet<&String> = rendered.files.keys().chain(files.keys()).collect();
        let differs = |path: &&String| plain(path).as_ref() != rendered.files.get(*path);
        self.found.extend(paths.into_iter().filter(differs).map(|path| other_file(path)));
    }
}

fn other_file(path: &str) -> String {
    format!("{path} differs from the games: 'marlin-readme render' writes it again")
}
