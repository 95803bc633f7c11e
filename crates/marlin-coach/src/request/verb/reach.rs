//! [`Verb::Reach`](super::Verb::Reach): the game that leads to a board, as plain data.

use marlin_core::ParseErrorKind;

use super::prelude::*;

pub(super) const SPEC: Spec = Spec {
    fields: &[POSITION, BOARD, BASE],
    takes_broken_rules: true,
    needs_search: |_| false,
    answer: |request, _| {
        let read = request.refuted.clone().map_or_else(|| Ok(request.game.clone()), Err);
        Answer::Reach(ReachRecord::new(read).unwrap_or_else(|error| unreachable!("{error}")))
    },
    ..COMMON
};

/// The game that leads to a board, or the reason why none does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reach"))]
#[non_exhaustive]
pub struct ReachRecord {
    /// Whether a game leads there, `null` if that is not decided within a million steps.
    pub possible: Option<bool>,
    /// Its moves, from the empty board.
    pub moves: Option<String>,
    /// The reason why there are no such moves.
    pub reason: Option<String>,
    /// The cell with the error.
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Option<Cell>>"))]
    pub cell: Option<Cell>,
}

impl ReachRecord {
    /// Records the game that leads to a board, or the reason why none does.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the text is no board at all. A board that breaks a rule has a record.
    pub fn new(read: Result<Game, ParseError>) -> Result<Self, ParseError> {
        let has_history = |game: &Game| game.start().nb_moves() == 0;
        let found = read
            .and_then(|game| if has_history(&game) { Ok(game) } else { Game::leading_to(game.position()) });
        let possible = match &found {
            Ok(_) => Some(true),
            Err(error) if error.breaks_a_rule() => Some(false),
            Err(error) if error.kind() == &ParseErrorKind::Undecided => None,
            Err(error) => return Err(error.clone()),
        };
        let (moves, error) = (found.as_ref().ok().map(Game::to_string), found.as_ref().err());
        let (reason, cell) = (error.map(ParseError::to_string), error.and_then(ParseError::cell));
        Ok(Self { possible, moves, reason, cell })
    }
}
