//! `review`: the mistakes of games.

use std::io::Write;

use marlin_coach::record::ReviewRecord;
use marlin_coach::request::{NEEDS_MOVES, reader};
use marlin_coach::review::{Games, Review};
use marlin_core::{BoardSize, Game, ParseError, ParseErrorKind};
use marlin_notation::{Notation, Reader};
use marlin_support::exit::Failure;
use marlin_support::options::{EngineOptions, whole};
use marlin_support::progress;
use marlin_svg::Graph;

use super::shared::{
    BaseArgs, LimitArgs, NamedInput, SvgArgs, in_words, json_line, not_a_position, read_games,
    stop_at_interrupt,
};

// Arguments of `review`. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
pub(super) struct ReviewArgs {
    /// Moves of a game, and files of games; '-' or nothing for standard input
    #[arg(value_name = "MOVES|FILE")]
    games: Vec<String>,

    #[command(flatten)]
    base: BaseArgs,

    /// Print a JSON object for each game
    #[arg(long)]
    json: bool,

    /// Print tables and sentences as Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,

    /// Of many games, print the N worst moves
    #[arg(long, value_name = "N", default_value = "5", value_parser = whole(0..=usize::MAX), allow_negative_numbers = true)]
    worst: usize,

    // A graph of the score, of one game.
    #[command(flatten)]
    svg: SvgArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    engine: EngineOptions,
}

/// The advice to a user at a terminal who has named no game.
const ADVICE: &str = "no game to review: name its MOVES or a FILE, '-' for the keyboard, or pipe them in";

impl ReviewArgs {
    /// Reviews the games, and prints one of them move by move, or many as a table.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let games = self.games()?;
        if self.svg.svg.is_some() && games.len() != 1 {
            let many = games.len();
            return Err(Failure::usage(format_args!(
                "--svg draws one game, and there are {many}: leave it out, or review a single one"
            )));
        }
        let solver = self.engine.solver_on(games.first().map_or_else(BoardSize::default, Game::size))?;
        let stop = stop_at_interrupt();
        let limits = self.limits.limits(&solver, &stop);
        let total = games.iter().map(|game| game.moves().len()).sum::<usize>();
        let bar = progress::bar(Some(total as u64), "{bar:20} {pos}/{len} moves, {elapsed}{msg}");
        if let Some(time) = limits.time {
            bar.set_message(format!(", {} s each at most", time.as_secs_f64()));
        }
        let (mut reviews, mut proven) = (Games::default(), 0);
        for (number, game) in (1..).zip(games) {
            let review = Review::new(&game, &solver, &limits, |_| bar.inc(1));
            proven += review.moves.iter().filter(|played| played.assessment.is_some()).count();
            if self.json && self.svg.svg.is_none() {
                let line = json_line(&ReviewRecord::new(&review))?;
                // At a terminal the bar and the line would share a line.
                bar.suspend(|| out.write_all(line.as_bytes()))?;
            } else {
                reviews.reviews.push((number, review));
            }
            if stop.is_stopped() {
                break;
            }
        }
        bar.finish_and_clear();
        let graph = || reviews.reviews.first().map_or_else(String::new, |(_, review)| graph(review));
        self.svg.write(&self.text(&reviews)?, graph, out)?;
        self.limits.check_proven(&solver, &stop, (total - proven) as u64, total as u64)
    }

    /// Returns the games to review, all on boards of one size. A word names a file if there is one, and
    /// otherwise has the moves of a game.
    fn games(&self) -> Result<Vec<Game>, Failure> {
        let board = self.engine.search.board;
        let reader = reader().board(board).base(self.base.base);
        let together = self.games.join(" ");
        if let Ok(read) = reader.read(&together)
            && self.games.len() > 1
            && read.has_moves()
        {
            return Ok(vec![read.game]);
        }
        let mut games = Vec::new();
        for input in NamedInput::open(&self.games, ADVICE)? {
            match input {
                NamedInput::Lines { name, input, .. } => {
                    games.extend(read_games(&name, input, board, |board, line| game(board, line, reader))?);
                }
                NamedInput::Text(text) => match reader.read(&text) {
                    Ok(read) if read.has_moves() => games.push(read.game),
                    Ok(_) => return Err(Failure::usage(NEEDS_MOVES)),
                    Err(error) => return Err(not_a_position(&self.games, &text, &error)),
                },
            }
        }
        match games.iter().find(|game| game.size() != games[0].size()) {
            Some(other) => Err(Failure::usage(format_args!(
                "there are games of {} and of {}: review the games of each board separately",
                games[0].size(),
                other.size()
            ))),
            None => Ok(games),
        }
    }

    /// Returns the reviews as text or Markdown. With `--json` the text is empty, because the objects are
    /// printed already, except before a graph.
    fn text(&self, reviews: &Games) -> std::io::Result<String> {
        Ok(match &reviews.reviews[..] {
            [(_, review)] if self.json && self.svg.svg.is_some() => json_line(&ReviewRecord::new(review))?,
            _ if self.json => String::new(),
            [(_, review)] if self.markdown => review.to_markdown(),
            [(_, review)] => review.to_text(),
            _ if self.markdown => reviews.to_markdown(self.worst),
            _ => reviews.to_text(self.worst),
        })
    }
}

/// Returns the graph of a game's score, with its blunders marked.
fn graph(review: &Review) -> String {
    let blunders = (1..).zip(&review.moves).filter(|(_, played)| played.is_blunder());
    let marks = blunders.map(|(index, _)| index).collect();
    Graph { marks, ..Graph::new(review.game.size(), review.scores_of_x()) }.to_string()
}

/// Returns the game of a line in any notation that has moves. A line that may be moves alone is read as
/// moves.
pub(super) fn read_game(reader: Reader, line: &str) -> Result<Option<Game>, ParseError> {
    let read = match reader.read_line(line) {
        Err(error) if error.kind() == &ParseErrorKind::MovesOrScore => {
            reader.notation(Some(Notation::Moves)).read(line)?
        }
        read => read?,
    };
    Ok(read.has_moves().then_some(read.game))
}

/// Returns the game of a line, `None` if it has none, or the reason why it is invalid.
fn game(board: BoardSize, line: &str, reader: Reader) -> Result<Option<Game>, String> {
    if line.trim().is_empty() {
        return Ok(None);
    }
    let game = read_game(reader.board(Some(board)), line).map_err(|error| in_words(&error))?;
    game.map(Some).ok_or_else(|| NEEDS_MOVES.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_lines(text: &str) -> Result<Vec<String>, String> {
        let read = |board, line: &str| game(board, line, reader());
        let games = read_games("a test", text.as_bytes(), None, read).map_err(|error| error.to_string())?;
        Ok(games.iter().map(Game::to_string).collect())
    }

    #[test]
    fn each_line_is_a_game_in_any_of_the_forms() {
        let text = "# games\n4433\n\n4 4 3 3\n4 4\n4433 18\n443 -1 \n1. d1 d2 2. c1 *\n\
                    {\"game\": 2, \"moves\": \"12\"}\n";
        assert_eq!(read_lines(text).unwrap(), ["4433", "4433", "44", "4433", "443", "443", "12"]);
    }

    #[test]
    fn a_line_without_a_game_is_named_with_its_reason() {
        for (text, expected) in [
            ("4433\n44x", "a test, line 2: invalid character 'x'"),
            ("12121212", "a test, line 1: move 8: the game is over"),
            (
                "{\"board\": []}",
                "a test, line 1: read as an object, because of '{': 0 cells, where the board has 42",
            ),
            (
                "{\"moves\": \"44\", \"start\": \"...\"}",
                "a test, line 1: read as an object, because of '{': `start` is not read, and may change",
            ),
            (
                "{\"moves\": \"44\", \"opening\": \"3\"}",
                "a test, line 1: read as an object, because of '{': `opening` is not read, and may change",
            ),
            ("moves,score", "a test, line 1: no form of a position: "),
            ("# board 8x5\n# board 9x5\n1", "a test, line 2: a set of board 9x5, where 8x5 is expected"),
            ("# board 99x99", "a test, line 1: a board of 99x99 does not fit"),
            ("7/7/7/7/3p3/3P3", "a test, line 1: a review needs the moves"),
            ("", "no positions in a test"),
            ("# nothing\n\n", "no positions in a test"),
        ] {
            let error = read_lines(text).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
