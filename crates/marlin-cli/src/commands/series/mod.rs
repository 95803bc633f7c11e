//! `match`: games between two players, beside what perfect play would have come to.

mod game;
mod tally;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use marlin_core::{Player, Solver};

use self::game::{Clock, Log, Opening};
use self::tally::Report;
use super::batch::json_line;
use crate::agent::{Agent, Restarting, Spec};
use crate::args::MatchArgs;
use crate::error::CliError;
use crate::progress;
use crate::random::Random;
use crate::text::excerpt;

/// The purposes of random numbers: the openings, and the moves of each player.
const OPENINGS: u64 = 0;
const MOVES_OF_A: u64 = 1;
const MOVES_OF_B: u64 = 2;

/// Lets two players play, and prints what came of it.
pub(crate) fn run(args: &MatchArgs, solver: &Solver, out: &mut dyn Write) -> Result<(), CliError> {
    if args.strict_time && args.play.time().is_none() {
        return Err(CliError::StrictTime);
    }
    let start = |name: &String, purpose| -> Result<Restarting, CliError> {
        let spec = Spec::from_words(std::slice::from_ref(name))?;
        Ok(spec.start(solver, Random::new(args.play.seed, purpose), args.play.patience())?)
    };
    let mut a = start(&args.a, MOVES_OF_A)?;
    let mut b = start(&args.b, MOVES_OF_B)?;
    let mut log = args.out.as_deref().map(|path| create(path, args.play.json)).transpose()?;
    let mut report = Report::new(args, [a.name(), b.name()]);
    let played = play(args, solver, [&mut a, &mut b], &mut log, &mut report);
    // Whatever ended the match, the games before it count.
    let text = if args.play.json { json_line(&report)? } else { report.table() };
    out.write_all(text.as_bytes())?;
    played?;
    report.failures().map_or(Ok(()), |failures| Err(CliError::PlayerFailed(failures)))
}

/// Plays all games, or as many as both players are of use for, and writes each one down as soon as it is over.
fn play(
    args: &MatchArgs,
    solver: &Solver,
    [a, b]: [&mut Restarting; 2],
    log: &mut Option<Log<File>>,
    report: &mut Report,
) -> Result<(), CliError> {
    let mut random = Random::new(args.play.seed, OPENINGS);
    let bar = progress::bar(Some(args.games), "{bar:20} {pos}/{len} games, {msg}, {eta} left");
    let clock = Clock { time: args.play.time(), is_strict: args.strict_time };
    let mut opening = None;
    for number in 1..=args.games {
        // The second game of an opening takes it away, so that the next one draws another.
        let a_is_first = opening.is_none();
        let current =
            opening.take().unwrap_or_else(|| Opening::draw(args.opening_plies, &mut random, solver));
        let players: [&mut dyn Agent; 2] = if a_is_first { [&mut *a, &mut *b] } else { [&mut *b, &mut *a] };
        let played = game::play(&current, players, clock);
        if let Some((player, fault)) = &played.fault
            && let Some(failure) = fault.failure()
        {
            let name = if (*player == Player::X) == a_is_first { "A" } else { "B" };
            progress::tell(&bar, format_args!("game {number}, {name}: {failure}"));
        }
        report.add(a_is_first, current.theory, &played);
        if let Some(log) = log {
            let names = if a_is_first { [a.name(), b.name()] } else { [b.name(), a.name()] };
            log.write(number, &current, &played, names)?;
        }
        if a.is_given_up() || b.is_given_up() {
            break;
        }
        opening = a_is_first.then_some(current);
        bar.set_message(report.in_short());
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Begins a file that isn't there yet.
fn create(path: &Path, json: bool) -> Result<Log<File>, CliError> {
    let name = || excerpt(&path.to_string_lossy());
    let file = File::create_new(path).map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => CliError::Exists { name: name() },
        _ => CliError::Write { name: name(), source },
    })?;
    Log::new(file, json).map_err(|source| CliError::Write { name: name(), source })
}
