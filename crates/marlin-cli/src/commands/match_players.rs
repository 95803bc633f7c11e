//! `match`: games between two players, compared with perfect play.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use indicatif::ProgressBar;
use marlin_core::BoardSize;
use marlin_support::options::EngineOptions;
use marlin_support::progress;
use marlin_support::random::Random;

use super::json::json_line;
use super::players::{PlayerFailed, USUAL_PLIES, plies};
use crate::arena::{AgentSpec, Match, MatchGame, MatchOptions, MatchRecord, TimeControl};
use crate::args::MatchArgs;
use crate::failure::{Failure, Reason};
use crate::files::FileError;

/// `--strict-time` without a time.
#[derive(Debug, thiserror::Error)]
#[error("--strict-time needs --time MS, the time for a move: --time 1000 --strict-time")]
struct StrictTimeWithoutTime;

impl Reason for StrictTimeWithoutTime {}

/// The streams of random numbers that the players draw from; the openings have another stream.
const MOVES_OF_A: u64 = 1;
const MOVES_OF_B: u64 = 2;

/// Plays a match between two players, and prints the report.
pub(super) fn run(args: &MatchArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let solver = &engine.solver()?;
    let options = options(args, solver.size())?;
    let start = |player: &AgentSpec, stream| {
        player.clone().start(solver, Random::new(args.contest.seed, stream), args.contest.timeout)
    };
    let players = [start(&args.a, MOVES_OF_A)?, start(&args.b, MOVES_OF_B)?];
    if args.games > 1 && !args.games.is_multiple_of(2) {
        let note =
            "note: the number of games is odd: the last opening is played once, with A as the first player";
        // If standard error is closed, there is nowhere left to say so.
        let _ = writeln!(io::stderr(), "{note}");
    }
    let mut file = args.out.as_deref().map(|path| GamesFile::create(path, args)).transpose()?;
    let mut games = Match::new(options, solver.clone(), players);
    let played = play(&mut games, args.games, &mut file);
    // The games played count, however the match ended.
    let report = games.report();
    let text = if args.contest.json { json_line(report)? } else { report.table() };
    out.write_all(text.as_bytes())?;
    played?;
    report.failures().map_or(Ok(()), |failures| Err(PlayerFailed(failures).into()))
}

fn options(args: &MatchArgs, board: BoardSize) -> Result<MatchOptions, Failure> {
    let clock = TimeControl { time: args.contest.time, is_strict: args.strict_time };
    if clock.is_strict && clock.time.is_none() {
        return Err(StrictTimeWithoutTime.into());
    }
    let opening_plies = plies("--opening-plies", args.opening_plies, USUAL_PLIES, board, 6)?;
    Ok(MatchOptions { games: args.games, opening_plies, seed: args.contest.seed, clock })
}

/// Plays the games, and records each one as soon as it is over.
fn play(games: &mut Match, count: u64, file: &mut Option<GamesFile<'_>>) -> Result<(), Failure> {
    let bar = progress::waiting_bar(Some(count), "the first game");
    let mut illegal_moves_of = String::new();
    while let Some(game) = games.play_next() {
        report_fault(&game, &bar, &mut illegal_moves_of);
        if let Some(file) = file {
            file.write(&game.record)?;
        }
        progress::set_template(&bar, "{bar:20} {pos}/{len} games, {msg}, {eta} left");
        bar.set_message(games.report().in_short());
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Writes a line about a player that failed or made an illegal move. Of each player only the first illegal move is reported:
/// a player that was started wrongly makes one in every game.
fn report_fault(game: &MatchGame, bar: &ProgressBar, illegal_moves_of: &mut String) {
    let Some((name, forfeit)) = &game.forfeit else { return };
    let number = game.record.game;
    if let Some(failure) = forfeit.failure() {
        progress::write_line(bar, format_args!("game {number}, {name}: {failure}"));
    }
    if let Some(illegal) = forfeit.illegal()
        && !illegal_moves_of.contains(*name)
    {
        illegal_moves_of.push(*name);
        let note = "(the table counts any others)";
        progress::write_line(bar, format_args!("game {number}, {name}: illegal move: {illegal} {note}"));
    }
}

/// The file that games are written to.
struct GamesFile<'a> {
    file: File,
    path: &'a Path,
    json: bool,
}

impl<'a> GamesFile<'a> {
    /// Creates the file. An existing file is an error, or is replaced on request.
    fn create(path: &'a Path, args: &MatchArgs) -> Result<Self, Failure> {
        let file = if args.force { File::create(path) } else { File::create_new(path) };
        let file = file.map_err(|source| FileError::write(path, source))?;
        let mut games = Self { file, path, json: args.contest.json };
        if !games.json {
            games.write_line(&format!("{}\n", MatchRecord::NAMES))?;
        }
        Ok(games)
    }

    /// Writes down a game.
    fn write(&mut self, record: &MatchRecord) -> Result<(), Failure> {
        let line = if self.json { json_line(record)? } else { format!("{}\n", record.fields()) };
        self.write_line(&line)
    }

    /// Writes a line in one piece: a reader who follows the match sees whole lines.
    fn write_line(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(line.as_bytes());
        Ok(written.map_err(|source| FileError::write(self.path, source))?)
    }
}
