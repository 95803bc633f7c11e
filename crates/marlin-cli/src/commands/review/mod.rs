//! `review`: the mistakes of games.
//!
//! | module | contents |
//! |---|---|
//! | `input` | the games of the command line or of a file |

pub(super) mod input;

use std::io::Write;
use std::path::Path;

use marlin_coach::record::ReviewRecord;
use marlin_coach::review::{Games, Review};
use marlin_support::files::{Existing, write_whole};
use marlin_support::options::EngineOptions;
use marlin_support::progress;
use marlin_svg::Graph;

use self::input::ReviewInput;
use super::json::json_line;
use super::unproven::{check_proven, stop_at_interrupt};
use crate::args::{ReviewArgs, ReviewFormat};
use crate::failure::{Failure, Reason};
use crate::files::FileError;

/// A graph of several games.
#[derive(Debug, thiserror::Error)]
#[error("--svg draws one game, and there are {games}: leave it out, or review a single one")]
struct GraphOfManyGames {
    games: usize,
}

impl Reason for GraphOfManyGames {}

/// Reviews the games, and prints one of them move by move, or many as a table.
pub(super) fn run(args: &ReviewArgs, engine: &EngineOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let ReviewInput { board, games } = input::read(&args.games, engine.search.board, args.base)?;
    if args.svg.is_some() && games.len() != 1 {
        return Err(GraphOfManyGames { games: games.len() }.into());
    }
    let solver = engine.solver_on(board)?;
    let stop = stop_at_interrupt();
    let limits = args.limits.limits(&solver, &stop);
    let total = games.iter().map(|game| game.moves().len()).sum::<usize>();
    let bar = progress::bar(Some(total as u64), "{bar:20} {pos}/{len} moves, {elapsed}{msg}");
    if let Some(time) = limits.time {
        bar.set_message(format!(", {} s each at most", time.as_secs_f64()));
    }
    let mut reviews = Games::default();
    for (number, game) in (1..).zip(games) {
        let review = Review::new(&game, &solver, &limits, |_| bar.inc(1));
        if args.format == ReviewFormat::Json {
            let line = json_line(&ReviewRecord::new(&review))?;
            // At a terminal the bar and the line would share a line.
            bar.suspend(|| out.write_all(line.as_bytes()))?;
        }
        reviews.push(number, review);
        if stop.is_stopped() {
            break;
        }
    }
    bar.finish_and_clear();
    out.write_all(text(&reviews, args).as_bytes())?;
    if let (Some(path), [(_, review)]) = (&args.svg, &reviews.reviews[..]) {
        write_graph(path, review, args.force)?;
    }
    let moves = reviews.reviews.iter().flat_map(|(_, review)| &review.moves);
    let proven = moves.filter(|played| played.assessment.is_some()).count();
    Ok(check_proven(&args.limits, &solver, &stop, (total - proven) as u64, total as u64)?)
}

/// Returns the reviews as text or Markdown; nothing for JSON, which has been printed.
fn text(reviews: &Games, args: &ReviewArgs) -> String {
    match (&reviews.reviews[..], args.format) {
        (_, ReviewFormat::Json) => String::new(),
        ([(_, review)], ReviewFormat::Text) => review.to_text(),
        ([(_, review)], ReviewFormat::Markdown) => review.to_markdown(),
        (_, ReviewFormat::Text) => reviews.to_text(args.worst),
        (_, ReviewFormat::Markdown) => reviews.to_markdown(args.worst),
    }
}

/// Writes the graph of a game's score, with its blunders marked.
fn write_graph(path: &Path, review: &Review, force: bool) -> Result<(), FileError> {
    let blunders = (1..).zip(&review.moves).filter(|(_, played)| played.is_blunder());
    let graph = Graph::new(review.game.size(), review.scores_of_x())
        .with_marks(blunders.map(|(index, _)| index).collect());
    let written = write_whole(path, graph.to_string().as_bytes(), Existing::by_force(force));
    written.map_err(|source| FileError::write(path, source))
}
