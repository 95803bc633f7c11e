//! [`EntryRequest`] and [`EntryReply`]: a position of the input, and the text written for it.

use std::io;

use marlin_core::{
    Bounds, Column, ParseError, ParseErrorKind, Position,
    notation::{Reader, join_rows},
};
use marlin_support::text::excerpt;
use serde::Serialize;

use super::answer::{EntryAnswer, Format, Writer};
use super::input::{Content, Entry};
use super::search::EntrySearch;
use crate::commands::position::in_words;

/// A position of the input to answer.
#[derive(Debug)]
pub(crate) struct EntryRequest<'a> {
    /// The position as the input gives it.
    pub(crate) given: &'a str,
    /// The position.
    pub(crate) position: Position,
    writer: &'a Writer,
    /// The search for the answer.
    pub(crate) search: EntrySearch<'a>,
}

impl EntryRequest<'_> {
    /// Returns whether the answer is text, without fields.
    pub(crate) fn is_for_text(&self) -> bool {
        self.writer.format == Format::Text
    }

    /// Returns whether the fields have the moves of a perfect game.
    pub(crate) const fn with_line(&self) -> bool {
        self.writer.with_line
    }

    /// Returns the moves of a perfect game, none without a proof of the score.
    pub(crate) fn proven_line(&self, bounds: Bounds) -> Vec<Column> {
        bounds.score().map_or_else(Vec::new, |_| self.search.line(&self.position))
    }

    /// Returns the line of an answer that is text.
    pub(crate) fn text(&self, answer: &str) -> String {
        format!("{} {answer}\n", self.given)
    }

    /// Returns the line of an answer with fields.
    pub(crate) fn record(&self, record: &impl Serialize) -> io::Result<String> {
        self.writer.record(record)
    }
}

/// The reply to an entry of the input.
#[derive(Debug, Default)]
pub(crate) struct EntryReply {
    /// For standard output.
    pub(crate) text: String,
    /// For standard error.
    pub(crate) complaint: String,
    /// The state of the entry, for the counts of the run.
    pub(crate) state: EntryState,
}

/// The state of an entry of the input after its reply.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryState {
    /// It is answered.
    #[default]
    Answered,
    /// It is no position, on this line.
    Invalid(u64),
    /// It states a wrong score, on this line.
    WrongScore(u64),
    /// The limits left something unproven.
    Unproven,
}

/// Returns the reply to an entry: its answer, or its error.
pub(super) fn reply(
    entry: &Entry,
    reader: Reader,
    writer: &Writer,
    search: EntrySearch<'_>,
    answer: &impl Fn(&EntryRequest<'_>) -> io::Result<EntryAnswer>,
) -> io::Result<EntryReply> {
    let bad = |state: fn(u64) -> EntryState, position: &str, error: &str| -> io::Result<EntryReply> {
        let text = writer.bad_line(entry.line, position, error)?;
        Ok(EntryReply { text, state: state(entry.line), ..EntryReply::default() })
    };
    let line = match &entry.content {
        Content::Text(Ok(line)) => line,
        Content::Text(Err(error)) => return bad(EntryState::Invalid, error.start(), &error.to_string()),
        Content::Bytes(_) => return Err(io::Error::other("text was asked for")),
    };
    let is_drawn = line.contains('\n');
    let read = match reader.board(entry.board).read_line(line) {
        Ok(read) => read,
        Err(error) => {
            let shown = if is_drawn { join_rows(line) } else { line.clone() };
            return bad(EntryState::Invalid, &excerpt(&shown), &described(&error));
        }
    };
    // An answer is one line, and so is the position in it.
    let shown = if is_drawn { join_rows(read.text) } else { read.text.to_owned() };
    let (given, position) = (&*shown, *read.position());
    let is_limited = search.is_limited();
    let search = match search.on(position.size()) {
        Ok(search) => search,
        Err(error) => return bad(EntryState::Invalid, given, &error.to_string()),
    };
    let EntryAnswer { is_proven, bounds, line } = answer(&EntryRequest { given, position, writer, search })?;
    if let Some(error) = read.contradiction(bounds) {
        return bad(EntryState::WrongScore, given, &error);
    }
    if !is_proven && !is_limited {
        return Err(io::Error::other("the search ended without a proof"));
    }
    let state = if is_proven { EntryState::Answered } else { EntryState::Unproven };
    Ok(EntryReply { text: line, state, ..EntryReply::default() })
}

/// Returns the reason for which a line is no position, with the option that helps.
fn described(error: &ParseError) -> String {
    match error.kind() {
        ParseErrorKind::MovesOrScore => format!("{error}; --input moves or --input set chooses"),
        ParseErrorKind::DrawnRow => {
            format!("{error}; --input board reads boards that are drawn on several lines")
        }
        _ => in_words(error),
    }
}
