//! [`QualityReport`]: the moves of a player, compared with the true scores, and [`RatedMove`]: one of them.

use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use marlin_core::{BoardSize, Column, Game, Score, Solver};
use marlin_support::random::Random;
use marlin_support::text::aligned;
use marlin_support::text::{milliseconds, push_line};
use serde::Serialize;

use super::agent::{Agent, Forfeit, ForfeitKind, MAX_FAILURES, play_move};

/// A player's move in a position, with the true scores.
#[derive(Debug)]
pub(crate) struct RatedMove {
    /// The position, and the moves that lead to it.
    pub(crate) game: Game,
    /// The column played, or the reason for a forfeit.
    pub(crate) column: Result<Column, Forfeit>,
    /// The true score of every column.
    pub(crate) scores: Vec<Option<Score>>,
    /// The time that the player took.
    pub(crate) elapsed: Duration,
}

impl RatedMove {
    /// Returns the score of the column played.
    pub(super) fn score(&self) -> Option<Score> {
        self.scores[self.column.as_ref().ok()?.index()]
    }

    /// Describes the failure of the player, if it failed.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.column.as_ref().err()?.failure()
    }

    /// Returns the greatest score of a column.
    pub(super) fn best(&self) -> Option<Score> {
        self.scores.iter().flatten().max().copied()
    }

    /// Returns whether the move keeps the outcome.
    pub(super) fn is_good(&self) -> bool {
        self.score().map(Score::outcome) == self.best().map(Score::outcome)
    }

    /// Returns whether the move keeps the score.
    pub(super) fn is_perfect(&self) -> bool {
        self.score() == self.best()
    }

    /// Returns the cost of the move, for an order. No legal move is the worst; then the loss of outcome counts, then the loss of
    /// score.
    pub(super) fn cost(&self) -> (bool, u8, i32) {
        let (Some(score), Some(best)) = (self.score(), self.best()) else { return (true, 0, 0) };
        (false, best.outcome() as u8 - score.outcome() as u8, best.get() - score.get())
    }
}

/// Asks a player for a move in a position, as in a new game, and solves the position.
pub(crate) fn rate_move(
    agent: &mut dyn Agent,
    game: Game,
    time: Option<Duration>,
    solver: &Solver,
) -> RatedMove {
    let mut played = game.clone();
    let ready = agent.new_game();
    let asked = Instant::now();
    let column = ready.and_then(|()| play_move(agent, &mut played, time));
    let elapsed = asked.elapsed();
    // Only now: a player with the same solver would find the result in the table.
    let scores = solver.query(game.position()).analyze().scores().to_vec();
    RatedMove { game, column, scores, elapsed }
}

/// The stream of random numbers for positions. Players draw from others, so the positions of a seed are the same for all
/// players.
const POSITIONS: u64 = 0;

/// Returns `count` random unfinished positions of a board, each with a random number of stones within a range.
///
/// # Panics
///
/// If the range is empty.
pub(crate) fn random_positions(
    board: BoardSize,
    count: u64,
    plies: &RangeInclusive<u32>,
    seed: u64,
) -> Vec<Game> {
    assert!(!plies.is_empty(), "a number of stones is drawn from {plies:?}");
    let mut random = Random::new(seed, POSITIONS);
    let mut game = || {
        let plies = random.within(plies);
        random.game(board, plies, |_| true)
    };
    (0..count).map(|_| game()).collect()
}

/// Returns the phases of a game, by the number of stones on the board: thirds of its cells.
fn phases(board: BoardSize) -> [RangeInclusive<usize>; 3] {
    let cells = board.cells() as usize;
    let third = cells / 3;
    [0..=third, third + 1..=2 * third, 2 * third + 1..=cells - 1]
}

/// Counts of some moves. The names are part of the interface.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Counts {
    /// The number of positions.
    positions: usize,
    /// Good moves: they keep the win or the draw, or all moves lose.
    good: usize,
    /// Perfect moves: they keep the score.
    perfect: usize,
    /// Answers that were no legal moves.
    illegal: usize,
    /// Positions at which the player crashed.
    crashes: usize,
    /// Positions at which it was silent for longer than `--timeout`.
    timeouts: usize,
    /// The mean time of an answer in milliseconds.
    mean_ms: Option<f64>,
}

impl Counts {
    fn of(moves: &[&RatedMove]) -> Self {
        let count =
            |is_counted: fn(&RatedMove) -> bool| moves.iter().filter(|rated| is_counted(rated)).count();
        let forfeits = || moves.iter().filter_map(|rated| rated.column.as_ref().err());
        let count_forfeits =
            |kinds: &[ForfeitKind]| forfeits().filter(|forfeit| kinds.contains(&forfeit.kind)).count();
        let crashes = count_forfeits(&[ForfeitKind::Start, ForfeitKind::Crash]);
        let timeouts = count_forfeits(&[ForfeitKind::Timeout]);
        let positions = moves.len();
        let answered = positions - crashes - timeouts;
        let time: Duration =
            moves.iter().filter(|rated| rated.failure().is_none()).map(|rated| rated.elapsed).sum();
        Self {
            positions,
            good: count(RatedMove::is_good),
            perfect: count(RatedMove::is_perfect),
            illegal: count_forfeits(&[ForfeitKind::Illegal]),
            crashes,
            timeouts,
            mean_ms: (answered > 0).then(|| milliseconds(time / answered as u32)),
        }
    }
}

/// The counts of the positions of a phase.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PhaseCounts {
    /// The stones on the board, as in `0-14`: a third of the cells.
    plies: String,
    #[serde(flatten)]
    counts: Counts,
}

/// An imperfect move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ImperfectMove {
    /// The moves that lead to the position.
    position: String,
    /// The column played; null if there is none.
    #[cfg_attr(test, schemars(with = "marlin_coach::record::As<Option<Column>>"))]
    column: Option<Column>,
    /// The reason why the answer was illegal; null for a legal move.
    illegal: Option<String>,
    /// The failure of the player; null if it answered.
    failure: Option<String>,
    /// The score of the move; null if there is none.
    #[cfg_attr(test, schemars(with = "marlin_coach::record::As<Option<Score>>"))]
    score: Option<Score>,
    /// The columns of the best moves.
    #[cfg_attr(test, schemars(with = "marlin_coach::record::As<Vec<Column>>"))]
    best_columns: Vec<Column>,
    /// Their score.
    #[cfg_attr(test, schemars(with = "marlin_coach::record::As<Option<Score>>"))]
    best_score: Option<Score>,
}

impl ImperfectMove {
    fn of(rated: &RatedMove) -> Self {
        let best = rated.best();
        let columns = rated.game.size().columns().zip(&rated.scores);
        let is_best = |(_, score): &(Column, &Option<Score>)| best.is_some() && **score == best;
        Self {
            position: rated.game.to_string(),
            column: rated.column.as_ref().ok().copied(),
            illegal: rated.column.as_ref().err().and_then(Forfeit::illegal).map(str::to_owned),
            failure: rated.failure().map(str::to_owned),
            score: rated.score(),
            best_columns: columns.filter(is_best).map(|(column, _)| column).collect(),
            best_score: best,
        }
    }

    /// Describes the move and the best ones in a line.
    fn line(&self) -> String {
        let score = |score: Option<Score>| score.map_or_else(|| "-".to_owned(), |score| score.to_string());
        let instead = self.illegal.as_deref().or(self.failure.as_deref()).unwrap_or_default();
        let played = self
            .column
            .map_or_else(|| instead.to_owned(), |column| format!("{column} (score {})", score(self.score)));
        let best: Vec<String> = self.best_columns.iter().map(Column::to_string).collect();
        format!("{} {played}, best {} (score {})", self.position, best.join(" "), score(self.best_score))
    }
}

/// The quality of a player's moves. The names are part of the interface.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct QualityReport {
    /// The player.
    agent: String,
    /// The counts of all positions.
    all: Counts,
    /// Those of each phase.
    phases: Vec<PhaseCounts>,
    /// The worst moves, at most the number given by `--blunders`.
    blunders: Vec<ImperfectMove>,
}

impl QualityReport {
    /// Sums up the moves of a player on one board, and keeps the `blunders` worst of them.
    pub(crate) fn new(agent: &str, moves: &[RatedMove], blunders: usize) -> Self {
        let board = moves.first().map_or_else(BoardSize::default, |rated| rated.game.size());
        let within = |plies: &RangeInclusive<usize>| -> Vec<&RatedMove> {
            moves.iter().filter(|rated| plies.contains(&rated.game.moves().len())).collect()
        };
        let phase = |plies: &RangeInclusive<usize>| PhaseCounts {
            plies: format!("{}-{}", plies.start(), plies.end()),
            counts: Counts::of(&within(plies)),
        };
        let mut worst: Vec<&RatedMove> = moves.iter().filter(|rated| !rated.is_perfect()).collect();
        // A stable sort: equally bad moves stay in the order of the questions.
        worst.sort_by_key(|rated| Reverse(rated.cost()));
        Self {
            agent: agent.to_owned(),
            all: Counts::of(&moves.iter().collect::<Vec<_>>()),
            phases: phases(board).iter().map(phase).collect(),
            blunders: worst.into_iter().take(blunders).map(ImperfectMove::of).collect(),
        }
    }

    /// Describes the crashes and timeouts of the player, and whether they ended the run before the `requested` positions;
    /// `None` without any.
    pub(crate) fn failures(&self, requested: usize) -> Option<String> {
        let Counts { positions, crashes, timeouts, .. } = self.all;
        let (agent, failed) = (&self.agent, crashes + timeouts);
        let ended = if positions < requested {
            format!("; {MAX_FAILURES} failures in a row without a move ended the questions")
        } else {
            String::new()
        };
        (failed > 0).then(|| {
            format!(
                "{agent} failed at {failed} of {positions} positions: crashes {crashes}, timeouts {timeouts}{ended}"
            )
        })
    }

    /// Returns the report as a table.
    pub(crate) fn table(&self) -> String {
        let heads = ["stones", "positions", "good", "perfect", "illegal", "crashes", "timeouts", "mean ms"];
        let phases = self.phases.iter().filter(|phase| phase.counts.positions > 0);
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        rows.extend(phases.map(|phase| row(&phase.plies, &phase.counts)));
        rows.push(row("all", &self.all));
        let mut text = format!("{}\n\n{}", self.agent, aligned(&rows));
        if !self.blunders.is_empty() {
            text.push('\n');
        }
        for blunder in &self.blunders {
            push_line(&mut text, format_args!("{}", blunder.line()));
        }
        text
    }
}

/// Returns a row of the table.
fn row(name: &str, counts: &Counts) -> Vec<String> {
    let &Counts { positions, good, perfect, illegal, crashes, timeouts, mean_ms } = counts;
    let percent = |count: usize| format!("{:.1} %", count as f64 * 100.0 / positions as f64);
    let mean = mean_ms.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.3}"));
    let text = |count: usize| count.to_string();
    let counts =
        [text(positions), percent(good), percent(perfect), text(illegal), text(crashes), text(timeouts)];
    [name.to_owned()].into_iter().chain(counts).chain([mean]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer to a position, by its column or none, and the scores as `marlin-cli analyze` prints them.
    fn answer(moves: &str, column: Option<usize>, scores: &str) -> RatedMove {
        let score =
            |word: &str| word.parse().ok().and_then(|score| Score::checked(BoardSize::STANDARD, score));
        let scores: Vec<Option<Score>> = scores.split(' ').map(score).collect();
        let column = column.and_then(|number| Column::new(number - 1));
        RatedMove {
            game: Game::parse(BoardSize::STANDARD, moves).unwrap(),
            column: column.ok_or_else(|| Forfeit::new(ForfeitKind::Illegal, "'x' is no move")),
            scores,
            elapsed: Duration::from_millis(3),
        }
    }

    fn late(column: Option<usize>) -> RatedMove {
        answer("2252576253462244111563365343671351441", column, "- - - - - -1 -2")
    }

    fn early(column: usize) -> RatedMove {
        answer("4433", Some(column), "-3 18 2 2 18 -3 -4")
    }

    #[test]
    fn positions_have_stones_within_the_range_and_are_the_same_for_a_seed() {
        let random_positions = |count, plies, seed| random_positions(BoardSize::STANDARD, count, plies, seed);
        let games = random_positions(50, &(20..=22), 1);
        assert!(games.iter().all(|game| (20..=22).contains(&game.moves().len()) && game.outcome().is_none()));
        assert!([20, 21, 22].iter().all(|&plies| games.iter().any(|game| game.moves().len() == plies)));
        assert_eq!(games, random_positions(50, &(20..=22), 1));
        assert_ne!(games, random_positions(50, &(20..=22), 2));
    }

    #[test]
    fn a_move_is_good_if_it_keeps_the_outcome_and_perfect_if_it_keeps_the_score() {
        let quality = |answer: RatedMove| (answer.is_good(), answer.is_perfect());
        assert_eq!(quality(early(2)), (true, true));
        assert_eq!(quality(early(5)), (true, true));
        assert_eq!(quality(early(3)), (true, false));
        assert_eq!(quality(early(7)), (false, false));
        assert_eq!(quality(late(Some(6))), (true, true));
        assert_eq!(quality(late(Some(7))), (true, false));
        assert_eq!(quality(late(None)), (false, false));
    }

    #[test]
    fn the_worst_answers_come_first() {
        let answers = [early(3), early(2), late(Some(7)), early(1), early(7), late(None)];
        let blunders = |count| QualityReport::new("x", &answers, count).blunders;
        let columns: Vec<_> = blunders(9).iter().map(|blunder| blunder.column.map(Column::number)).collect();
        assert_eq!(columns, [None, Some(7), Some(1), Some(3), Some(7)]);
        assert_eq!(blunders(2).len(), 2);
    }

    #[test]
    fn the_table_lists_the_phases_that_occurred_and_the_blunders() {
        let report = QualityReport::new("a player", &[early(3), early(2), late(None), early(7)], 2);
        let expected = "\
a player

stones  positions    good  perfect  illegal  crashes  timeouts  mean ms
0-14            3  66.7 %   33.3 %        0        0         0    3.000
29-41           1   0.0 %    0.0 %        1        0         0    3.000
all             4  50.0 %   25.0 %        1        0         0    3.000

2252576253462244111563365343671351441 'x' is no move, best 6 (score -1)
4433 7 (score -4), best 2 5 (score 18)
";
        assert_eq!(report.table(), expected);
    }

    #[test]
    fn failures_are_counted_separately_and_excluded_from_the_mean_time() {
        let failed = |forfeit| RatedMove {
            column: Err(forfeit),
            elapsed: Duration::from_secs(60),
            ..answer("4433", None, "-3 18 2 2 18 -3 -4")
        };
        let crash = failed(Forfeit::new(ForfeitKind::Crash, "it ended"));
        let timeout = failed(Forfeit::new(ForfeitKind::Timeout, "it gave no answer"));
        let report = QualityReport::new("a player", &[early(2), crash, late(None), timeout], 1);
        let Counts { illegal, crashes, timeouts, mean_ms, .. } = report.all;
        assert_eq!((illegal, crashes, timeouts, mean_ms), (1, 1, 1, Some(3.0)));
        assert_eq!(report.blunders[0].line(), "4433 it ended, best 2 5 (score 18)");
        let expected = "a player failed at 2 of 4 positions: crashes 1, timeouts 1";
        assert_eq!(report.failures(4).unwrap(), expected);
        assert_eq!(
            report.failures(5).unwrap(),
            format!("{expected}; 3 failures in a row without a move ended the questions")
        );
        assert_eq!(QualityReport::new("a player", &[late(None)], 1).failures(1), None);
    }

    #[test]
    fn the_phases_are_thirds_of_the_cells_and_columns_past_the_ninth_numbers() {
        let board = BoardSize::new(12, 4).unwrap();
        let score = |score| Score::checked(board, score);
        let mut scores = vec![score(0); 12];
        scores[10] = score(3);
        let answer = RatedMove {
            game: Game::parse(board, "10,11").unwrap(),
            column: Ok(Column::new(9).unwrap()),
            scores,
            elapsed: Duration::ZERO,
        };
        let report = QualityReport::new("a player", &[answer], 1);
        let phases: Vec<_> = report.phases.iter().map(|phase| phase.plies.as_str()).collect();
        assert_eq!(phases, ["0-16", "17-32", "33-47"]);
        assert!(
            report.table().ends_with("\n\n10,11 10 (score 0), best 11 (score 3)\n"),
            "{}",
            report.table()
        );
        let blunder = serde_json::to_value(&report).unwrap()["blunders"][0].clone();
        assert_eq!((&blunder["column"], &blunder["best_columns"]), (&10.into(), &serde_json::json!([11])));
    }

    #[test]
    fn a_phase_without_positions_has_no_mean_time() {
        let report = serde_json::to_value(QualityReport::new("a player", &[early(3)], 1)).unwrap();
        assert_eq!(report["phases"][1]["positions"], 0);
        assert!(report["phases"][1]["mean_ms"].is_null());
        assert_eq!((&report["all"]["good"], &report["all"]["perfect"]), (&1.into(), &0.into()));
        let blunder = serde_json::json!({
            "position": "4433", "column": 3, "illegal": null, "failure": null, "score": 2, "best_columns": [2, 5],
            "best_score": 18
        });
        assert_eq!(report["blunders"][0], blunder);
    }
}
