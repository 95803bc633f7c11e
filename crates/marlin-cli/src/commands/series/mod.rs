//! `match`: games between two players, beside what perfect play would have come to.

mod game;
mod tally;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use marlin_core::{Player, Solver};

use self::game::{Clock, Log, Opening, Played};
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
    let mut file = args.out.as_deref().map(|path| GamesFile::create(path, args)).transpose()?;
    let mut report = Report::new(args, [a.name(), b.name()]);
    let played = play(args, solver, [&mut a, &mut b], &mut file, &mut report);
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
    file: &mut Option<GamesFile>,
    report: &mut Report,
) -> Result<(), CliError> {
    let mut random = Random::new(args.play.seed, OPENINGS);
    let bar = progress::waiting_bar(Some(args.games), "the first game");
    let clock = Clock { time: args.play.time(), is_strict: args.strict_time };
    let mut opening = None;
    let mut has_told_illegal = [false; 2];
    for number in 1..=args.games {
        // The second game of an opening takes it away, so that the next one draws another.
        let a_is_first = opening.is_none();
        let current =
            opening.take().unwrap_or_else(|| Opening::draw(args.opening_plies, &mut random, solver));
        let players: [&mut dyn Agent; 2] = if a_is_first { [&mut *a, &mut *b] } else { [&mut *b, &mut *a] };
        let played = game::play(&current, players, clock);
        if let Some((player, fault)) = &played.fault {
            let is_a = (*player == Player::X) == a_is_first;
            let name = if is_a { "A" } else { "B" };
            if let Some(failure) = fault.failure() {
                progress::tell(&bar, format_args!("game {number}, {name}: {failure}"));
            }
            // Once: who is started in a wrong way answers wrongly in every game.
            if let Some(illegal) = fault.illegal()
                && !std::mem::replace(&mut has_told_illegal[usize::from(!is_a)], true)
            {
                progress::tell(
                    &bar,
                    format_args!(
                        "game {number}, {name}: illegal move: {illegal} (the table counts any others)"
                    ),
                );
            }
        }
        report.add(a_is_first, current.theory, &played);
        if let Some(file) = file {
            let names = if a_is_first { [a.name(), b.name()] } else { [b.name(), a.name()] };
            file.write(number, &current, &played, names)?;
        }
        if a.is_given_up() || b.is_given_up() {
            break;
        }
        opening = a_is_first.then_some(current);
        progress::show(&bar, "{bar:20} {pos}/{len} games, {msg}, {eta} left");
        bar.set_message(report.in_short());
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// The file that games are written to, and its name, fit to print.
struct GamesFile {
    log: Log<File>,
    name: String,
}

impl GamesFile {
    /// Begins a file. One that exists is left alone, or replaced if that was asked for.
    fn create(path: &Path, args: &MatchArgs) -> Result<Self, CliError> {
        let name = excerpt(&path.to_string_lossy());
        let file = if args.force { File::create(path) } else { File::create_new(path) };
        let file = file.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => CliError::Exists { name: name.clone() },
            _ => CliError::Write { name: name.clone(), source },
        })?;
        match Log::new(file, args.play.json) {
            Ok(log) => Ok(Self { log, name }),
            Err(source) => Err(CliError::Write { name, source }),
        }
    }

    /// Writes down a game by its number and the names of X and O.
    fn write(
        &mut self,
        number: u64,
        opening: &Opening,
        played: &Played,
        names: [&str; 2],
    ) -> Result<(), CliError> {
        let written = self.log.write(number, opening, played, names);
        written.map_err(|source| CliError::Write { name: self.name.clone(), source })
    }
}
