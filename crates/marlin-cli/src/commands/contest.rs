//! `match`: games between two players, compared with perfect play, and `score-agent`: the numbers of good and of perfect moves of
//! a player.

use std::fs::File;
use std::io::{BufReader, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::ProgressBar;
use marlin_coach::request::reader;
use marlin_core::{BoardSize, Game, Solver};
use marlin_support::files::open_regular;
use marlin_support::options::{EngineOptions, seed, time, whole};
use marlin_support::progress;
use marlin_support::random::Random;
use marlin_support::text::excerpt;

use super::review::read_game;
use super::shared::{check_plies, json_line, limit_of, read_games, remark};
use crate::arena::{
    self, AgentSpec, Match, MatchGame, MatchOptions, MatchRecord, QualityReport, RatedMove, RestartingAgent,
    TimeControl,
};
use crate::failure::{Failure, printable_name};

// Options of games and of their report. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
struct ContestArgs {
    /// Seed of all random choices: the same seed makes the same choices
    #[arg(long, default_value = "1", value_parser = seed(), allow_negative_numbers = true)]
    seed: u64,

    /// Time for a move in milliseconds; 0 for no limit [default: 0, and 1000 for programs that speak UCI or UGI]
    #[arg(long, value_name = "MS", value_parser = time(1, 0..=86_400_000), allow_negative_numbers = true)]
    time: Option<Duration>,

    /// Seconds to wait for the answer of a program, beyond the time for the move
    #[arg(long, value_name = "S", default_value = "60", value_parser = time(1_000, 1..=86_400), allow_negative_numbers = true)]
    timeout: Duration,

    /// Print the report as a JSON object
    #[arg(long)]
    json: bool,
}

/// Returns the player of a name, which a shell would split into a program and its arguments.
fn player(name: &str) -> Result<AgentSpec, String> {
    AgentSpec::from_words(&[name.to_owned()])
}

// Arguments of `match`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(super) struct MatchArgs {
    /// First player: random, perfect, level:N, depth:N or a program, as described below
    #[arg(value_parser = player)]
    a: AgentSpec,

    /// Second player, named in the same way
    #[arg(value_parser = player)]
    b: AgentSpec,

    /// Number of games, two from each opening
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole(1..=u64::MAX), allow_negative_numbers = true)]
    games: u64,

    /// Number of moves in an opening: at least 6 cells of the board stay empty [default: 8]
    #[arg(long, value_name = "K", value_parser = whole(0..=u32::MAX), allow_negative_numbers = true)]
    opening_plies: Option<u32>,

    /// Let a move that takes longer than --time lose the game
    #[arg(long)]
    strict_time: bool,

    /// Write the games to a file, each as soon as it is over
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace the file of --out if it exists
    #[arg(long, requires = "out")]
    force: bool,

    #[command(flatten)]
    contest: ContestArgs,

    #[command(flatten)]
    engine: EngineOptions,
}

// Arguments of `score-agent`. No doc comment: see `Command`.
#[derive(Debug, clap::Args)]
pub(super) struct ScoreAgentArgs {
    /// Player to ask, as described below; a program may be followed by its arguments
    #[arg(required = true, num_args = 1.., value_name = "PLAYER")]
    agent: Vec<String>,

    /// Ask about the positions of a file [default: random ones]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "min_plies", "max_plies"])]
    positions: Option<PathBuf>,

    /// Number of random positions to ask about
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole(1..=u64::MAX), allow_negative_numbers = true)]
    count: u64,

    /// Least number of stones on the board [default: 8]
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX), allow_negative_numbers = true)]
    min_plies: Option<u32>,

    /// Greatest number of stones on the board: at least 4 cells stay empty [default: all but 6 cells, 36 on 7x6]
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX), allow_negative_numbers = true)]
    max_plies: Option<u32>,

    /// Print the N worst moves
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole(0..=usize::MAX), allow_negative_numbers = true)]
    blunders: usize,

    #[command(flatten)]
    contest: ContestArgs,

    #[command(flatten)]
    engine: EngineOptions,
}
/// The usual least number of stones of a random position.
const USUAL_PLIES: u32 = 8;

/// Returns the number of stones of an option, otherwise the usual one, or the greatest of a small board. At least
/// `empty` cells stay empty: longer random games are rare.
fn plies(option: &str, given: Option<u32>, usual: u32, board: BoardSize, empty: u32) -> Result<u32, Failure> {
    let most = board.cells().saturating_sub(empty);
    check_plies(option, given.unwrap_or(usual.min(most)), board, empty)
}

/// The streams of random numbers that the players draw from; the openings have another stream.
const MOVES_OF_A: u64 = 1;
const MOVES_OF_B: u64 = 2;

/// Plays a match between two players, and prints the report.
pub(super) fn run_match(args: &MatchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let solver = &args.engine.solver()?;
    let options = options(args, solver.size())?;
    let start = |player: &AgentSpec, stream| {
        player.clone().start(solver, Random::new(args.contest.seed, stream), args.contest.timeout)
    };
    let players = [start(&args.a, MOVES_OF_A)?, start(&args.b, MOVES_OF_B)?];
    if args.games > 1 && !args.games.is_multiple_of(2) {
        remark(
            "note: the number of games is odd: the last opening is played once, with A as the first player",
        );
    }
    let mut file = args.out.as_deref().map(|path| create_games(path, args, solver.size())).transpose()?;
    let mut games = Match::new(options, solver.clone(), players);
    let played = play(&mut games, args, &mut file);
    // The games played count, however the match ended.
    let report = &games.report;
    let text = if args.contest.json { json_line(report)? } else { report.table() };
    out.write_all(text.as_bytes())?;
    played?;
    report.failures().map_or(Ok(()), |failures| Err(Failure::failed(failures)))
}

fn options(args: &MatchArgs, board: BoardSize) -> Result<MatchOptions, Failure> {
    let clock = TimeControl { time: limit_of(args.contest.time), is_strict: args.strict_time };
    if clock.is_strict && clock.time.is_none() {
        let advice = "--strict-time needs --time MS, the time for a move: --time 1000 --strict-time";
        return Err(Failure::usage(advice));
    }
    let opening_plies = plies("--opening-plies", args.opening_plies, USUAL_PLIES, board, 6)?;
    Ok(MatchOptions { games: args.games, opening_plies, seed: args.contest.seed, clock })
}

/// Plays the games, and records each one as soon as it is over.
fn play(games: &mut Match, args: &MatchArgs, file: &mut Option<GamesFile<'_>>) -> Result<(), Failure> {
    let bar = progress::waiting_bar(Some(args.games), "the first game");
    let mut illegal_moves_of = String::new();
    while let Some(game) = games.play_next() {
        report_fault(&game, &bar, &mut illegal_moves_of);
        if let Some(file) = file {
            let is_json = args.contest.json;
            write_line(file, &if is_json { json_line(&game.record)? } else { game.record.fields() + "\n" })?;
        }
        progress::set_template(&bar, "{bar:20} {pos}/{len} games, {msg}, {eta} left");
        bar.set_message(games.report.in_short());
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

/// The file that games are written to, with its name.
type GamesFile<'a> = (File, &'a Path);

/// Creates the file of the games. An existing file is an error, or is replaced on request.
fn create_games<'a>(path: &'a Path, args: &MatchArgs, board: BoardSize) -> Result<GamesFile<'a>, Failure> {
    let file = if args.force { File::create(path) } else { File::create_new(path) };
    let mut file = (file.map_err(|error| Failure::write(path, &error))?, path);
    if !args.contest.json {
        let stated = if board == BoardSize::STANDARD { String::new() } else { format!("# board {board}\n") };
        write_line(&mut file, &format!("{stated}{}\n", MatchRecord::NAMES))?;
    }
    Ok(file)
}

/// Writes a line in one piece: a reader who follows the match sees whole lines.
fn write_line((file, path): &mut GamesFile<'_>, line: &str) -> Result<(), Failure> {
    file.write_all(line.as_bytes()).map_err(|error| Failure::write(path, &error))
}

/// The stream of random numbers that the player draws from; the positions have another stream.
const MOVES: u64 = 1;

/// Asks a player about positions, and prints the quality of its answers.
pub(super) fn run_score_agent(args: &ScoreAgentArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let spec = AgentSpec::from_words(&args.agent).map_err(Failure::usage)?;
    let games = games(args, args.engine.search.board)?;
    let board = games.first().map_or_else(BoardSize::default, Game::size);
    let solver = &args.engine.solver_on(board)?;
    let mut agent = spec.start(solver, Random::new(args.contest.seed, MOVES), args.contest.timeout)?;
    let asked_for = games.len();
    let answers = ask(&mut agent, games, args, solver);
    let report = QualityReport::new(&agent.name, &answers, args.blunders);
    let text = if args.contest.json { json_line(&report)? } else { report.table() };
    out.write_all(text.as_bytes())?;
    report.failures(asked_for).map_or(Ok(()), |failures| Err(Failure::failed(failures)))
}

/// Returns the positions to ask about, all of one board: those of a file, in any notation that has moves, or random ones.
fn games(args: &ScoreAgentArgs, board: Option<BoardSize>) -> Result<Vec<Game>, Failure> {
    if let Some(path) = &args.positions {
        let file = open_regular(path).map_err(|error| Failure::read_file(path, &error))?;
        return read_games(&printable_name(path), BufReader::new(file), board, position);
    }
    let board = board.unwrap_or_default();
    Ok(arena::random_positions(board, args.count, &plies_of_positions(args, board)?, args.contest.seed))
}

/// Returns the position of a line, or the reason why there is no move to ask for.
fn position(board: BoardSize, line: &str) -> Result<Option<Game>, String> {
    let game = read_game(reader().board(Some(board)), line).map_err(|error| error.to_string())?;
    let game = game.ok_or_else(|| {
        format!("expected MOVES or MOVES SCORE, as in '4433 18', found '{}'", excerpt(line))
    })?;
    match game.outcome() {
        Some(outcome) => Err(format!("there is no move to ask for: {outcome}")),
        None => Ok(Some(game)),
    }
}

/// Returns the numbers of stones that random positions of a board may have.
fn plies_of_positions(args: &ScoreAgentArgs, board: BoardSize) -> Result<RangeInclusive<u32>, Failure> {
    let usual_most = board.cells().saturating_sub(6);
    let min = plies("--min-plies", args.min_plies, USUAL_PLIES.min(usual_most), board, 4)?;
    let max = plies("--max-plies", args.max_plies, usual_most, board, 4)?;
    if min > max {
        Err(Failure::usage(format_args!("--min-plies {min} is greater than --max-plies {max}")))
    } else {
        Ok(min..=max)
    }
}

/// Asks about each position, until the player has failed too often in a row.
fn ask(
    agent: &mut RestartingAgent,
    games: Vec<Game>,
    args: &ScoreAgentArgs,
    solver: &Solver,
) -> Vec<RatedMove> {
    let bar = progress::bar(Some(games.len() as u64), "{bar:20} {pos}/{len} positions, {eta} left");
    let mut answers = Vec::new();
    for game in games {
        let answer = arena::rate_move(agent, game, limit_of(args.contest.time), solver);
        if let Some(failure) = answer.failure() {
            progress::write_line(&bar, format_args!("position {}: {failure}", answers.len() + 1));
        }
        answers.push(answer);
        bar.inc(1);
        if agent.has_failed_too_often() {
            break;
        }
    }
    bar.finish_and_clear();
    answers
}
