//! `--compat pons`: the batch format of Pascal Pons's solver, <http://blog.gamesolver.org>, which scripts and
//! other engines expect. The scores are Marlin's.
//!
//! | a line | standard output | standard error |
//! |---|---|---|
//! | `4433` | `4433 18` | |
//! | `4433`, all columns | `4433 -3 18 2 2 18 -3 -4` | |
//! | `44x` | | `Line 1: Invalid move 3 "44x"` |
//!
//! Differences from Marlin's own format:
//!
//! - A line is the bytes up to a line feed, with nothing stripped. The empty line is the empty board; spaces,
//!   a carriage return and a byte order mark are invalid moves, so every line of a file with carriage returns
//!   is invalid. Commas separate the moves of boards with more than nine columns, and are invalid elsewhere.
//! - Moves are played as long as they are possible: in a column with an empty cell and without a win. A
//!   winning move is refused like one in a full column, so only a full board ends the game: its score is 0.
//! - An invalid line has no answer, and the exit code is 0 all the same. Each answer repeats its line, so the
//!   two can be matched. The error counts lines and moves from 1 and names the first invalid move.
//! - A full column scores -1000, and so does each of a full board.
//! - Weak scores are 1, 0 and -1 with one exception: a win of the side to move with its next stone is tested
//!   first, and has its full score. A column that wins at once has its full score, too, and one that lets the
//!   other side win at once has the negated full score of the position after it.
//!
//! The first bytes of a line, one more than the board has cells, decide its answer. So a line that is too
//! long, or is not text, needs no special case. Only the error is written to a terminal, with unprintable
//! characters escaped and a long line cut.

use marlin_core::{BoardSize, Bounds, Column, Outcome, Position, Query};
use marlin_support::text::excerpt;

use super::answer::{EntryReply, Question};
use super::input::Entry;
use super::search::EntrySearch;

/// The score of a full column.
const FULL_COLUMN: i32 = -1000;

/// Answers a line with the score of its position, the scores of all columns, or outcomes.
pub(super) fn reply(question: Question, entry: &Entry, search: &EntrySearch<'_>) -> EntryReply {
    let line = entry.text.as_deref().unwrap_or_default();
    let (position, is_valid) = play(entry.board.unwrap_or_default(), line);
    if !is_valid {
        let (invalid, line) = (position.nb_moves() + 1, excerpt(line));
        let complaint = format!("Line {}: Invalid move {invalid} \"{line}\"\n", entry.line);
        return EntryReply { complaint, ..EntryReply::default() };
    }
    let scores = match question {
        Question::Score | Question::Outcome => {
            vec![score(&position, question == Question::Outcome, search)]
        }
        Question::Columns => columns(&position, search),
        Question::ColumnOutcomes => weak_columns(&position, search),
    };
    let scores: Vec<_> = scores.iter().map(ToString::to_string).collect();
    EntryReply { text: format!("{line} {}\n", scores.join(" ")), ..EntryReply::default() }
}

/// Plays the moves of a line up to the first invalid one. Returns whether all were valid.
fn play(board: BoardSize, line: &str) -> (Position, bool) {
    let mut position = Position::on(board);
    // As this program writes moves: digits, or numbers with commas on a wide board.
    let separator = if board.width() > 9 { "," } else { "" };
    let names =
        line.split(separator).filter(|name| !separator.is_empty() && !line.is_empty() || !name.is_empty());
    for name in names {
        let is_number = name.bytes().all(|digit| digit.is_ascii_digit());
        let column = name.parse().ok().filter(|_| is_number).and_then(Column::from_number);
        match column.filter(|&column| position.can_play(column) && !position.is_winning_move(column)) {
            Some(column) => position.play_unchecked(column),
            None => return (position, false),
        }
    }
    (position, true)
}

/// Returns the score of a position without a win.
fn score(position: &Position, is_weak: bool, search: &EntrySearch<'_>) -> i32 {
    if !is_weak || position.can_win_next() {
        return proven(search.ask(position, Query::score).bounds.score()).get();
    }
    match proven(search.ask(position, Query::outcome).bounds.outcome()) {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}

fn columns(position: &Position, search: &EntrySearch<'_>) -> Vec<i32> {
    let analysis = search.ask(position, Query::analyze);
    let score = |column: Option<Bounds>| column.map_or(FULL_COLUMN, |bounds| proven(bounds.score()).get());
    analysis.columns.map(score).to_vec()
}

fn weak_columns(position: &Position, search: &EntrySearch<'_>) -> Vec<i32> {
    let score_of = |column: Column| {
        if !position.can_play(column) {
            return FULL_COLUMN;
        }
        let child = position.after(column);
        // The score of a position that is lost already costs no search.
        -score(&child, !position.is_winning_move(column), search)
    };
    position.size().columns().map(score_of).collect()
}

/// Returns the answer of a search without limits, which ends only with the proof.
fn proven<T>(answer: Option<T>) -> T {
    answer.unwrap_or_else(|| unreachable!("a search without limits ends with a proof"))
}
