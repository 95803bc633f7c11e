//! [`Call`]: a call of a tool, with its arguments, and [`Reply`], its result.

use std::time::Duration;

use marlin_coach::level::SkillLevel;
use marlin_coach::review::after_setup;
use marlin_core::{
    BoardSize, Game, ParseError,
    notation::{Reader, Reading},
};

use super::argument::Arguments;
use super::message::Params;
use super::tool::{REQUIRED, Tool};
use crate::commands::review::input::{NEEDS_MOVES, has_moves};

/// The advice that follows an error of a position.
const ADVICE: &str = "A position is the columns played from the empty board, as in \"4433\" (the leftmost column is 1), or a \
    drawn board, its rows from the top with / between them; a board that is not 7x6 needs the argument board, as in \"8x7\".";

/// A call of a tool.
#[derive(Debug)]
pub(super) struct Call {
    /// The position as given.
    pub(super) given: String,
    pub(super) request: Request,
    /// The time of the whole call.
    pub(super) time: Duration,
    /// The nodes of each search.
    pub(super) nodes: Option<u64>,
}

/// The request of a call.
#[derive(Debug)]
pub(super) enum Request {
    /// The scores of all columns, and moves of best play.
    Analyze { game: Game, line: usize },
    /// The best move, or that of a player of a level.
    BestMove { game: Game, level: SkillLevel, seed: u64 },
    /// The reasons for a result.
    Explain { game: Game },
    /// The mistakes of a game.
    Review { game: Game },
    /// The board as text and as a picture.
    Draw { game: Game, scores: bool, threats: bool, svg: bool },
    /// The game that leads to a board.
    Reach { read: Result<Game, ParseError> },
}

impl Call {
    /// Returns the call of a tool on a board of the size that it names, or of a default one.
    ///
    /// # Errors
    ///
    /// The first error of the arguments, with advice for the model.
    pub(super) fn new(tool: Tool, given: &Params, default: BoardSize) -> Result<Self, String> {
        let arguments = Arguments::new(tool.arguments(), given)?;
        if let Some(name) = REQUIRED.iter().find(|&&name| arguments.text(name).is_none()) {
            return Err(format!("{name} is missing. {ADVICE}"));
        }
        let board = arguments.text("board").map(str::parse::<BoardSize>).transpose();
        let board = board.map_err(|error| format!("invalid board: {error}"))?;
        let text = arguments.text("position").unwrap_or_default();
        let read = Reader::new().board(board).default_board(default).read(text);
        Ok(Self {
            given: text.to_owned(),
            request: Request::new(tool, &arguments, read)?,
            time: Duration::from_millis(arguments.number("time").unwrap_or(0)),
            nodes: arguments.number("nodes"),
        })
    }

    /// Returns the board of the solver that the call needs.
    pub(super) fn board(&self) -> Option<BoardSize> {
        match &self.request {
            Request::Draw { scores: false, .. } | Request::Reach { .. } => None,
            Request::Analyze { game, .. }
            | Request::BestMove { game, .. }
            | Request::Explain { game }
            | Request::Review { game }
            | Request::Draw { game, .. } => Some(game.size()),
        }
    }
}

impl Request {
    fn new(
        tool: Tool,
        arguments: &Arguments<'_>,
        read: Result<Reading<'_>, ParseError>,
    ) -> Result<Self, String> {
        let position_error = |error: ParseError| format!("invalid position: {error}. {ADVICE}");
        let number = |name| arguments.number(name).unwrap_or(0);
        let read = match read {
            // Whether a board breaks a rule is the question.
            Err(error) if tool == Tool::Reach && error.breaks_a_rule() => {
                return Ok(Self::Reach { read: Err(error) });
            }
            read => read.map_err(position_error)?,
        };
        let is_game = has_moves(&read);
        let game = read.game;
        Ok(match tool {
            Tool::Analyze => Self::Analyze { game, line: number("line") as usize },
            Tool::BestMove => {
                let level = SkillLevel::new(number("level") as usize).unwrap_or_default();
                Self::BestMove { game, level, seed: number("seed") }
            }
            Tool::Explain => Self::Explain { game },
            Tool::Review if !is_game => return Err(NEEDS_MOVES.to_owned()),
            Tool::Review => {
                let stones = number("setup") as usize;
                let many = || format!("a setup of {stones} stones, and {} moves", game.moves().len());
                Self::Review { game: after_setup(&game, stones).ok_or_else(many)? }
            }
            Tool::Draw => {
                let [scores, threats, svg] = ["scores", "threats", "svg"].map(|name| arguments.flag(name));
                Self::Draw { game, scores, threats, svg }
            }
            Tool::Reach => Self::Reach { read: Ok(game) },
        })
    }
}
