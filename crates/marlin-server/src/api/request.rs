//! [`PositionRequest`]: a request about one position.

use marlin_core::Position;

use super::Problem;
use super::params::Params;
use super::shared::Shared;
use crate::pool::Budget;

/// A request about one position.
#[derive(Debug)]
pub(super) struct PositionRequest {
    /// The position as it was given.
    pub(super) given: String,
    pub(super) position: Position,
    pub(super) budget: Budget,
    /// The greatest number of moves of the principal variation.
    pub(super) line: usize,
}

impl PositionRequest {
    /// Parses the parameters of a request.
    pub(super) fn parse(query: Option<&str>, shared: &Shared) -> Result<Self, Problem> {
        Self::of(&Params::new(query, &["moves", "position", "board", "base", "time", "nodes"])?, shared)
    }

    /// Parses the parameters of a request that may ask for a principal variation.
    pub(super) fn parse_with_line(query: Option<&str>, shared: &Shared) -> Result<Self, Problem> {
        let allowed = ["moves", "position", "board", "base", "line", "time", "nodes"];
        Self::of(&Params::new(query, &allowed)?, shared)
    }

    fn of(params: &Params, shared: &Shared) -> Result<Self, Problem> {
        let (given, game) = params.position(shared.pool.board())?;
        Ok(Self {
            given: given.to_owned(),
            position: *game.position(),
            budget: params.budget(shared.time)?,
            line: params.line()?,
        })
    }
}
