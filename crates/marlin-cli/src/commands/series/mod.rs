//! `match`: games between two players, beside what perfect play would have come to.

mod game;
mod tally;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use marlin_core::{Player, Solver};

use self::game::{Log, Opening, Played, reversed};
use self::tally::{Report, Tally};
use super::batch::json_line;
use crate::agent::{Agent, Spec};
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
    let start = |name: &String, purpose| -> Result<Box<dyn Agent>, CliError> {
        let spec = Spec::from_words(std::slice::from_ref(name))?;
        Ok(spec.start(solver, Random::new(args.play.seed, purpose), args.play.patience())?)
    };
    let mut a = start(&args.a, MOVES_OF_A)?;
    let mut b = start(&args.b, MOVES_OF_B)?;
    let mut log = args.out.as_deref().map(|path| create(path, args.play.json)).transpose()?;
    let report = play(args, solver, a.as_mut(), b.as_mut(), &mut log)?;
    let text = if args.play.json { json_line(&report)? } else { report.table() };
    Ok(out.write_all(text.as_bytes())?)
}

/// Plays all games, and writes each one down as soon as it is over.
fn play(
    args: &MatchArgs,
    solver: &Solver,
    a: &mut dyn Agent,
    b: &mut dyn Agent,
    log: &mut Option<Log<File>>,
) -> Result<Report, CliError> {
    let mut random = Random::new(args.play.seed, OPENINGS);
    let mut report = Report {
        games: args.games,
        opening_plies: args.opening_plies,
        seed: args.play.seed,
        a: Tally::new(a.name()),
        b: Tally::new(b.name()),
    };
    let bar = progress::bar(Some(args.games), "{bar:20} {pos}/{len} games, {msg}, {eta} left");
    let mut opening = None;
    for number in 1..=args.games {
        // The second game of an opening takes it away, so that the next one draws another.
        let a_is_first = opening.is_none();
        let current =
            opening.take().unwrap_or_else(|| Opening::draw(args.opening_plies, &mut random, solver));
        let players: [&mut dyn Agent; 2] = if a_is_first { [&mut *a, &mut *b] } else { [&mut *b, &mut *a] };
        let played = game::play(&current, players, args.play.time())?;
        count(&mut report, a_is_first, &current, &played);
        if let Some(log) = log {
            let names = if a_is_first { [a.name(), b.name()] } else { [b.name(), a.name()] };
            log.write(number, &current, &played, names)?;
        }
        opening = a_is_first.then_some(current);
        bar.set_message(report.a.in_short());
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(report)
}

/// Counts a game for both players.
fn count(report: &mut Report, a_is_first: bool, opening: &Opening, played: &Played) {
    let (first, second) =
        if a_is_first { (&mut report.a, &mut report.b) } else { (&mut report.b, &mut report.a) };
    let culprit = played.illegal.as_ref().map(|(player, _)| *player);
    let (result, theory) = (played.result, opening.theory);
    first.add(true, result, theory, culprit == Some(Player::X));
    second.add(false, reversed(result), reversed(theory), culprit == Some(Player::O));
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
