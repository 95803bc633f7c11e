//! [`Opening`] and [`Played`]: where games start, and how they went.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use marlin_core::{Game, GameOutcome, Outcome, Player, Solver};
use serde::{Serialize, Serializer};

use crate::agent::{Agent, Fault, play_move};
use crate::commands::batch::json_line;
use crate::random::Random;
use crate::text::milliseconds;

/// The first moves of a game.
#[derive(Debug, Clone)]
pub(super) struct Opening {
    /// The moves.
    game: Game,
    /// Who wins from there under best play, from X's view.
    pub(super) theory: Outcome,
}

impl Opening {
    /// Returns a random opening of so many moves, after which the side to move can't win at once.
    pub(super) fn draw(plies: u32, random: &mut Random, solver: &Solver) -> Self {
        let game = random.game(plies, |position| !position.can_win_next());
        let outcome = solver.solve_outcome(game.position());
        let theory = match game.position().side_to_move() {
            Player::X => outcome,
            Player::O => reversed(outcome),
        };
        Self { game, theory }
    }
}

/// What a move may take beyond its time: its way through two pipes, and the wait for a core that is free.
const MARGIN: Duration = Duration::from_millis(20);

/// How long a move may take.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Clock {
    /// The time, if there is a limit.
    pub(super) time: Option<Duration>,
    /// Whether a move that takes longer loses the game.
    pub(super) is_strict: bool,
}

impl Clock {
    /// Returns by how much a move overstepped the time, `None` if it kept it, or nearly so.
    fn overstep(self, taken: Duration) -> Option<Duration> {
        taken.checked_sub(self.time?).filter(|&over| over > MARGIN)
    }

    /// Returns what is wrong with a move that took longer.
    fn too_late(self, taken: Duration) -> String {
        let [taken, time] = [taken, self.time.unwrap_or_default()].map(milliseconds);
        format!("the move took {taken} ms, of {time} ms")
    }
}

/// Moves that overstepped the time. The names are part of the interface.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Oversteps {
    /// Their number.
    #[serde(rename = "oversteps")]
    pub(super) count: u64,
    /// The time by which the worst of them did.
    #[serde(rename = "worst_overstep_ms", serialize_with = "as_milliseconds")]
    pub(super) worst: Option<Duration>,
}

impl Oversteps {
    /// Adds other ones.
    pub(super) fn add(&mut self, others: Self) {
        self.count += others.count;
        self.worst = self.worst.max(others.worst);
    }
}

#[expect(clippy::ref_option, reason = "serde hands on fields by reference")]
fn as_milliseconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(milliseconds).serialize(serializer)
}

/// A game that was played.
#[derive(Debug)]
pub(super) struct Played {
    /// The moves, those of the opening too.
    pub(super) game: Game,
    /// How it ended, from X's view.
    pub(super) result: Outcome,
    /// Who lost by something else than the rules, if anybody did.
    pub(super) fault: Option<(Player, Fault)>,
    /// The oversteps of X and O.
    pub(super) oversteps: [Oversteps; 2],
}

/// Lets X and O play from an opening to the end.
pub(super) fn play(opening: &Opening, players: [&mut dyn Agent; 2], clock: Clock) -> Played {
    let mut game = opening.game.clone();
    let mut oversteps = [Oversteps::default(); 2];
    let ended = play_on(&mut game, players, clock, &mut oversteps);
    let (outcome, fault) = match ended {
        Ok(outcome) => (outcome, None),
        Err((culprit, fault)) => (GameOutcome::Won(culprit.opponent()), Some((culprit, fault))),
    };
    Played { game, result: for_x(outcome), fault, oversteps }
}

/// Plays a game on until it is over by the rules, or until a player does something else than to move.
fn play_on(
    game: &mut Game,
    [x, o]: [&mut dyn Agent; 2],
    clock: Clock,
    [oversteps_of_x, oversteps_of_o]: &mut [Oversteps; 2],
) -> Result<GameOutcome, (Player, Fault)> {
    x.new_game().map_err(|error| (Player::X, error.into()))?;
    o.new_game().map_err(|error| (Player::O, error.into()))?;
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(outcome);
        }
        let side = game.position().side_to_move();
        let (agent, oversteps): (&mut dyn Agent, _) = match side {
            Player::X => (x, &mut *oversteps_of_x),
            Player::O => (o, &mut *oversteps_of_o),
        };
        let asked = Instant::now();
        play_move(agent, game, clock.time).map_err(|fault| (side, fault))?;
        let taken = asked.elapsed();
        let Some(over) = clock.overstep(taken) else { continue };
        oversteps.add(Oversteps { count: 1, worst: Some(over) });
        if clock.is_strict {
            game.undo();
            return Err((side, Fault::Overstep(clock.too_late(taken))));
        }
    }
}

/// Returns the outcome from X's view.
const fn for_x(outcome: GameOutcome) -> Outcome {
    match outcome {
        GameOutcome::Won(Player::X) => Outcome::Win,
        GameOutcome::Won(Player::O) => Outcome::Loss,
        GameOutcome::Drawn => Outcome::Draw,
    }
}

/// Returns an outcome from the other side's view.
pub(super) const fn reversed(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => Outcome::Win,
    }
}

/// Returns the points of X and O.
const fn points(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "1-0",
        Outcome::Draw => "1/2-1/2",
        Outcome::Loss => "0-1",
    }
}

/// The names of the fields of a game, as they stand in the first line of a file.
const FIELDS: &str = "game\topening\tmoves\tfirst\tsecond\tresult\ttheory\tillegal\tend\tfailure";

/// A game as it is written down. The names are part of the interface.
#[derive(Debug, Serialize)]
struct Record<'a> {
    game: u64,
    opening: String,
    moves: String,
    first: &'a str,
    second: &'a str,
    result: &'static str,
    theory: &'static str,
    illegal: Option<&'a str>,
    end: &'static str,
    failure: Option<&'a str>,
}

impl Record<'_> {
    /// Returns the fields as a line.
    fn line(&self) -> String {
        let Self { game, opening, moves, first, second, result, theory, end, .. } = self;
        let [illegal, failure] = [self.illegal, self.failure].map(Option::unwrap_or_default);
        format!(
            "{game}\t{opening}\t{moves}\t{first}\t{second}\t{result}\t{theory}\t{illegal}\t{end}\t{failure}\n"
        )
    }
}

/// Returns a word for how a game ended.
const fn end(fault: Option<&Fault>) -> &'static str {
    match fault {
        None => "rules",
        Some(Fault::Illegal(_)) => "illegal",
        Some(Fault::Crash(_)) => "crash",
        Some(Fault::Timeout(_)) => "timeout",
        Some(Fault::Overstep(_)) => "overstep",
    }
}

/// The file that games are written to.
#[derive(Debug)]
pub(super) struct Log<W> {
    out: W,
    json: bool,
}

impl<W: Write> Log<W> {
    /// Begins a file.
    pub(super) fn new(mut out: W, json: bool) -> io::Result<Self> {
        if !json {
            writeln!(out, "{FIELDS}")?;
        }
        Ok(Self { out, json })
    }

    /// Writes down a game by its number and the names of X and O.
    pub(super) fn write(
        &mut self,
        number: u64,
        opening: &Opening,
        played: &Played,
        [first, second]: [&str; 2],
    ) -> io::Result<()> {
        let fault = played.fault.as_ref().map(|(_, fault)| fault);
        let record = Record {
            game: number,
            opening: opening.game.to_string(),
            moves: played.game.to_string(),
            first,
            second,
            result: points(played.result),
            theory: points(opening.theory),
            illegal: fault.and_then(Fault::illegal),
            end: end(fault),
            failure: fault.and_then(|fault| fault.failure().or(fault.too_late())),
        };
        let line = if self.json { json_line(&record)? } else { record.line() };
        // In one piece: whoever reads the file while the match goes on sees whole lines.
        self.out.write_all(line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::agent::{AgentError, Choice};
    use crate::args::Args;

    /// Plays the same choice again and again, or fails if it has none.
    struct Stubborn(Option<Choice>);

    const DEAF: &str = "stubborn doesn't read what it is sent, 'go' for one";

    impl Agent for Stubborn {
        fn name(&self) -> &'static str {
            "stubborn"
        }

        fn new_game(&mut self) -> Result<(), AgentError> {
            Ok(())
        }

        fn choose(&mut self, _: &Game, _: Option<Duration>) -> Result<Choice, AgentError> {
            let deaf = || AgentError::Deaf { name: "stubborn".to_owned(), sent: "go".to_owned() };
            self.0.clone().ok_or_else(deaf)
        }
    }

    fn column(number: usize) -> Stubborn {
        Stubborn(Some(Choice::from(marlin_core::Column::new(number - 1))))
    }

    fn played(opening: &str, mut x: Stubborn, mut o: Stubborn) -> Played {
        let opening = Opening { game: opening.parse().unwrap(), theory: Outcome::Draw };
        play(&opening, [&mut x, &mut o], Clock::default())
    }

    #[test]
    fn who_has_four_in_a_row_wins() {
        let first = played("", column(1), column(2));
        assert_eq!((first.game.to_string().as_str(), first.result), ("1212121", Outcome::Win));
        let second = played("3", column(1), column(2));
        assert_eq!((second.game.to_string().as_str(), second.result), ("32121212", Outcome::Loss));
    }

    #[test]
    fn a_move_that_is_none_loses_and_is_not_played() {
        let full = played("44444", column(1), column(4));
        assert_eq!((full.result, full.game.to_string().as_str()), (Outcome::Win, "4444441"));
        assert_eq!(full.fault, Some((Player::O, Fault::Illegal("column 4 is full".to_owned()))));
        let other = played("", Stubborn(Some(Choice::Other("e2e4".to_owned()))), column(4));
        assert_eq!((other.result, other.game.moves().len()), (Outcome::Loss, 0));
        assert_eq!(other.fault, Some((Player::X, Fault::Illegal("'e2e4' is no move".to_owned()))));
    }

    #[test]
    fn a_player_that_fails_loses_the_game() {
        let second = played("44", column(1), Stubborn(None));
        assert_eq!((second.result, second.game.to_string().as_str()), (Outcome::Win, "441"));
        assert_eq!(second.fault, Some((Player::O, Fault::Timeout(DEAF.to_owned()))));
        assert_eq!(played("", Stubborn(None), column(1)).result, Outcome::Loss);
    }

    #[test]
    fn a_margin_beyond_the_time_is_no_overstep() {
        let time = Duration::from_millis(50);
        let overstep = |taken| Clock { time: Some(time), is_strict: false }.overstep(taken);
        assert_eq!([overstep(Duration::ZERO), overstep(time), overstep(time + MARGIN)], [None; 3]);
        let more = MARGIN + Duration::from_nanos(1);
        assert_eq!(overstep(time + more), Some(more));
        assert_eq!(Clock::default().overstep(Duration::MAX), None);
        let help = Args::command().find_subcommand("match").unwrap().get_after_help().unwrap().to_string();
        assert!(help.contains(&format!(" more than {} ms longer ", MARGIN.as_millis())), "{help}");
    }

    #[test]
    fn openings_leave_the_game_open_and_know_their_theory() {
        let solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
        let mut random = Random::new(1, 0);
        for plies in [30, 31] {
            let opening = Opening::draw(plies, &mut random, &solver);
            let position = opening.game.position();
            assert!(position.nb_moves() == plies && !position.is_over() && !position.can_win_next());
            let winner = solver.solve(position).winner(plies);
            let expected = winner.map_or(Outcome::Draw, |winner| for_x(GameOutcome::Won(winner)));
            assert_eq!(opening.theory, expected);
        }
    }

    #[test]
    fn games_are_written_as_lines_of_fields_or_as_objects() {
        let opening = Opening { game: "3".parse().unwrap(), theory: Outcome::Draw };
        let written = |fault: Option<Fault>, json| {
            let fault = fault.map(|fault| (Player::O, fault));
            let played = Played {
                game: "3212".parse().unwrap(),
                result: Outcome::Win,
                fault,
                oversteps: Default::default(),
            };
            let mut out = Vec::new();
            Log::new(&mut out, json).unwrap().write(7, &opening, &played, ["a", "b"]).unwrap();
            String::from_utf8(out).unwrap()
        };
        for (fault, fields) in [
            (None, "\trules\t"),
            (Some(Fault::Illegal("'x' is no move".to_owned())), "'x' is no move\tillegal\t"),
            (Some(Fault::Crash("b ended".to_owned())), "\tcrash\tb ended"),
            (Some(Fault::Timeout("b gave no answer".to_owned())), "\ttimeout\tb gave no answer"),
            (Some(Fault::Overstep("the move took long".to_owned())), "\toverstep\tthe move took long"),
        ] {
            let expected = format!("{FIELDS}\n7\t3\t3212\ta\tb\t1-0\t1/2-1/2\t{fields}\n");
            assert_eq!(written(fault, false), expected);
        }
        let object: serde_json::Map<_, _> = serde_json::from_str(&written(None, true)).unwrap();
        let names: Vec<_> = FIELDS.split('\t').collect();
        assert!(object.len() == names.len() && names.iter().all(|&name| object.contains_key(name)));
        assert_eq!((&object["game"], &object["result"]), (&7.into(), &"1-0".into()));
    }
}
