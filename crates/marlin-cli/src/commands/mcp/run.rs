//! Carries out the calls of tools.

use marlin_coach::explain::{ExplanationTask, headline};
use marlin_coach::level::{ChosenMove, LevelTask, Opponent, SkillLevel};
use marlin_coach::record::{
    ColumnsRecord, ExplanationRecord, LevelMoveRecord, PositionRecord, ReachRecord, ReviewRecord,
};
use marlin_coach::review::ReviewTask;
use marlin_coach::task::{AnalysisTask, Goal, LineTask};
use marlin_core::{Column, Game, ParseError, Report, Source};
use marlin_support::solvers::SolverPool;
use marlin_support::text::push_line;

use super::call::{Call, Request};
use super::reply::{self, Found};
use super::search::{CallLimits, OnProgress, Search};
use super::version::Era;
use crate::commands::show::Extras;
use crate::commands::{explain, explore, show};

/// The end of a text about something that is not proven.
const UNPROVEN: &str = "Not all is proven within the limits: allow more time or nodes.";

/// Carries out a call, and returns its result as JSON.
pub(super) fn run<'a>(
    call: Call,
    era: Era,
    pool: &SolverPool,
    limits: CallLimits,
    report: Option<&'a mut OnProgress<'a>>,
) -> serde_json::Result<String> {
    let board = call.board().unwrap_or_else(|| pool.main().size());
    let solver = match pool.on(board) {
        Ok(solver) => solver,
        Err(error) => return reply::failed(era, &error.to_string()),
    };
    let mut search = Search::begin(solver, limits, report);
    let given = &call.given;
    match call.request {
        Request::Analyze { game, line } => reply::found(era, &analyze(&mut search, given, &game, line)),
        Request::BestMove { game, level, seed } => {
            reply::found(era, &best_move(&mut search, given, &game, level, seed))
        }
        Request::Explain { game } => reply::found(era, &explanation(&mut search, given, &game)),
        Request::Review { game } => reply::found(era, &review(&mut search, &game)),
        Request::Draw { game, scores, threats, svg } => {
            reply::found(era, &draw(&mut search, given, &game, (scores, threats, svg)))
        }
        Request::Reach { read } => match reach(read) {
            Ok(found) => reply::found(era, &found),
            Err(error) => reply::failed(era, &error.to_string()),
        },
    }
}

/// Returns the scores of all columns: at once if they are known, and otherwise by a search.
fn columns(search: &mut Search<'_>, game: &Game) -> Report {
    let known = search.solver.query(game.position()).nodes(0).analyze();
    if known.is_complete() {
        return known;
    }
    let task = AnalysisTask::new(&search.solver, game.position(), Goal::Columns, &search.limits());
    search.run(task)
}

fn analyze(search: &mut Search<'_>, given: &str, game: &Game, plies: usize) -> Found<ColumnsRecord> {
    let analysis = columns(search, game);
    let record = ColumnsRecord::new(given, game.position(), &analysis);
    let mut text = format!("{}{}.\n", game.to_drawing(), headline(game.position(), analysis.bounds));
    for (column, bounds) in analysis.columns.by_column() {
        if let Some(bounds) = *bounds {
            let result = explore::result(bounds, game.position());
            let value = if bounds.score().is_some() { "score" } else { "not proven, bounds" };
            push_line(&mut text, format_args!("Column {column}: {value} {bounds}, {result}"));
        }
    }
    match &record.best_columns {
        Some(best) if !best.is_empty() => push_line(&mut text, format_args!("Best: {}", joined(best))),
        Some(_) => {}
        None => push_line(&mut text, format_args!("{UNPROVEN}")),
    }
    if plies == 0 {
        return Found::new(text, record);
    }
    let line = if analysis.bounds.score().is_some() {
        let task = LineTask::new(&search.solver, game.position(), plies, &search.limits());
        search.run(task).moves
    } else {
        Vec::new()
    };
    push_line(&mut text, format_args!("Best play: {}", joined(&line)));
    Found::new(text, record.with_line(&line))
}

fn best_move(
    search: &mut Search<'_>,
    given: &str,
    game: &Game,
    level: SkillLevel,
    seed: u64,
) -> Found<LevelMoveRecord> {
    let position = game.position();
    let player = Opponent { limits: search.limits(), ..Opponent::new(level, seed) };
    let known = player.choose_proven(search.solver.query(position).nodes(0).solve_with_move());
    let choice = known.filter(|_| !position.is_over()).or_else(|| {
        let task = LevelTask::new(&player, position, &search.solver)?;
        Some(search.run(task))
    });
    let text = choice.as_ref().map_or_else(
        || game.outcome().map_or_else(String::new, |outcome| format!("The game is over: {outcome}.\n")),
        |choice| best_move_in_words(game, level, choice),
    );
    Found::new(text, LevelMoveRecord::new(given, position, (level, seed), choice.as_ref()))
}

fn best_move_in_words(game: &Game, level: SkillLevel, choice: &ChosenMove) -> String {
    let (column, position) = (choice.column, game.position());
    let player = position.side_to_move();
    let bounds = choice.analysis.columns[column];
    let result = bounds.filter(|bounds| bounds.outcome().is_some());
    let result = result
        .map_or_else(String::new, |bounds| format!(" After it: {}.", explore::result(bounds, position)));
    let quality = match (choice.keeps_score(), level == SkillLevel::MAX) {
        (true, true) => "It is proven to be best.".to_owned(),
        (false, true) => format!("It is the most promising move, and not proven to be best. {UNPROVEN}"),
        (_, false) => format!("Level {level} plays so; its moves need not be the best."),
    };
    format!("{player} plays column {column}.{result} {quality}\n")
}

fn explanation(search: &mut Search<'_>, given: &str, game: &Game) -> Found<ExplanationRecord> {
    let task = ExplanationTask::new(&search.solver, game.position(), &search.limits());
    let explanation = search.run(task);
    let mut text = explain::to_text(game, &explanation);
    if explanation.score_layer.is_none() {
        push_line(&mut text, format_args!("{UNPROVEN}"));
    }
    Found::new(text, ExplanationRecord::new(given, &explanation))
}

fn review(search: &mut Search<'_>, game: &Game) -> Found<ReviewRecord> {
    let task = ReviewTask::new(game, &search.solver, &search.limits());
    let review = search.run(task);
    let mut text = review.to_text();
    if !review.is_complete() {
        push_line(&mut text, format_args!("{UNPROVEN}"));
    }
    Found::new(text, ReviewRecord::new(&review))
}

fn draw(
    search: &mut Search<'_>,
    given: &str,
    game: &Game,
    (scores, threats, svg): (bool, bool, bool),
) -> Found<PositionRecord> {
    let analysis = scores.then(|| columns(search, game));
    let extras = Extras { scores: analysis.as_ref().map(Report::scores), threats, line: None };
    let mut text = show::to_text(game, &extras);
    if analysis.as_ref().is_some_and(|analysis| !analysis.is_complete()) {
        push_line(&mut text, format_args!("{UNPROVEN}"));
    }
    let mut record = PositionRecord::new(game);
    let known = analysis.filter(|analysis| analysis.source != Source::Search);
    record.known = known.map(|known| Box::new(ColumnsRecord::new(given, game.position(), &known)));
    Found { svg: svg.then(|| show::to_diagram(game, &extras).to_string()), ..Found::new(text, record) }
}

/// Returns the game that leads to a board, or the reason why none does.
fn reach(read: Result<Game, ParseError>) -> Result<Found<ReachRecord>, ParseError> {
    let record = ReachRecord::new(read)?;
    let text = match (&record.moves, &record.reason) {
        (Some(moves), _) if moves.is_empty() => "It is the empty board.\n".to_owned(),
        (Some(moves), _) => format!("The moves {moves} lead to this board.\n"),
        (None, reason) => {
            format!("No game leads to this board: {}.\n", reason.as_deref().unwrap_or("it breaks a rule"))
        }
    };
    Ok(Found::new(text, record))
}

/// Returns columns with spaces between them.
fn joined(columns: &[Column]) -> String {
    columns.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
