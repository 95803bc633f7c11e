//! The rules: an issue is a move, the beginning of a game, or refused.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use marlin_coach::level::Opponent;
use marlin_core::{Column, Solver};

use crate::issue::Issue;
use crate::series::Series;
use crate::side::Side;
use crate::state::LoggedMove;
use crate::title::{Mover, Title, Turn};

/// The time over which the moves of a player are counted.
const WINDOW: SignedDuration = SignedDuration::from_hours(1);

/// An accepted issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Accepted {
    /// The beginning of the next game.
    NewGame,
    /// A move.
    Move(LoggedMove),
}

/// The reason for refusing an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The title is not in the grammar.
    NotUnderstood,
    /// The author is blocked.
    Blocked,
    /// The title names another turn.
    OtherTurn { now: Turn, side: Side },
    /// The game is over.
    Over,
    /// The running game is not over, and the author may not end it.
    NotOver,
    /// The board is empty already.
    Empty,
    /// It is the other side's turn.
    OtherSide(Side),
    /// The author has made the last move.
    Twice,
    /// The bot has made the last move.
    BotTwice,
    /// The column is full.
    Full(Column),
    /// The author has reached the limit of moves an hour.
    TooMany(usize),
}

impl Series {
    /// Decides an issue.
    pub(crate) fn decide(&self, issue: &Issue, solver: &Solver) -> Result<Accepted, Refusal> {
        if self.settings.blocked.contains(&issue.author) {
            return Err(Refusal::Blocked);
        }
        match issue.title.parse() {
            Err(_) => Err(Refusal::NotUnderstood),
            Ok(Title::New { turn }) => self.decide_new(issue, turn),
            Ok(Title::Drop { side, mover, turn }) => self.decide_drop(issue, side, mover, turn, solver),
        }
    }

    fn decide_new(&self, issue: &Issue, turn: Option<Turn>) -> Result<Accepted, Refusal> {
        self.check_turn(turn)?;
        let may_end = issue.author.is(self.state.owner()) || self.settings.moderators.contains(&issue.author);
        if self.ended().is_some() {
            Ok(Accepted::NewGame)
        } else if self.state.moves.is_empty() {
            Err(Refusal::Empty)
        } else if may_end {
            Ok(Accepted::NewGame)
        } else {
            Err(Refusal::NotOver)
        }
    }

    /// Refuses a title that names another turn.
    fn check_turn(&self, turn: Option<Turn>) -> Result<(), Refusal> {
        let (now, side) = (self.state.turn(), self.state.side_to_move());
        if turn.is_some_and(|turn| turn != now) { Err(Refusal::OtherTurn { now, side }) } else { Ok(()) }
    }

    fn decide_drop(
        &self,
        issue: &Issue,
        side: Side,
        mover: Mover,
        turn: Option<Turn>,
        solver: &Solver,
    ) -> Result<Accepted, Refusal> {
        let to_move = self.state.side_to_move();
        if self.ended().is_some() {
            return Err(Refusal::Over);
        }
        self.check_turn(turn)?;
        if side != to_move {
            return Err(Refusal::OtherSide(to_move));
        }
        let last = self.state.moves.last();
        let board = self.state.board();
        let column = match mover {
            Mover::Bot if last.is_some_and(|last| last.bot) => return Err(Refusal::BotTwice),
            Mover::Bot => self.bot_column(solver).ok_or(Refusal::Over)?,
            Mover::Person(_) if last.and_then(LoggedMove::person) == Some(&issue.author) => {
                return Err(Refusal::Twice);
            }
            Mover::Person(column) if !board.legal_moves().contains(&column) => {
                return Err(Refusal::Full(column));
            }
            Mover::Person(column) => column,
        };
        if self.moves_within_an_hour(issue) >= self.settings.moves_per_hour {
            return Err(Refusal::TooMany(self.settings.moves_per_hour));
        }
        Ok(Accepted::Move(LoggedMove {
            column: column.number(),
            player: Some(issue.author.clone()),
            bot: mover == Mover::Bot,
            issue: Some(issue.number),
            at: Some(issue.at),
        }))
    }

    /// Returns the bot's choice: at the perfect level a best column, and so the fastest win.
    fn bot_column(&self, solver: &Solver) -> Option<Column> {
        let seed = self.state.seed.wrapping_add(u64::from(self.state.game));
        let opponent = Opponent::new(self.settings.level, seed);
        Some(opponent.choose(self.state.board().position(), solver)?.column)
    }

    /// Returns the number of moves by the author of an issue in the hour before it, those of the bot at their request
    /// included.
    fn moves_within_an_hour(&self, issue: &Issue) -> usize {
        let is_recent = |at: Timestamp| at <= issue.at && issue.at.duration_since(at) < WINDOW;
        let is_counted = |played: &&LoggedMove| {
            played.player.as_ref() == Some(&issue.author) && played.at.is_some_and(is_recent)
        };
        self.moves().filter(is_counted).count()
    }
}

/// The answer to the author.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUnderstood => f.write_str(
                "That title isn't one of this game, so nothing has happened. The links below the board open issues \
                 with the right titles: please leave them as they are.",
            ),
            Self::Blocked => f.write_str("This account can't take part in the game."),
            Self::OtherTurn { now, side } => write!(
                f,
                "The board has changed since that link was made: it is {side}'s turn at move {} of game {}. Please \
                 choose again.",
                now.ply + 1,
                now.game
            ),
            Self::Over => f.write_str("This game is over. The link below the board begins a new one."),
            Self::NotOver => f.write_str("The running game isn't over yet. The next one begins after its end."),
            Self::Empty => f.write_str("The board is empty already: the first move is red's."),
            Self::OtherSide(side) => write!(f, "It is {side}'s turn."),
            Self::Twice => f.write_str(
                "You have made the last move. Somebody else is next, or the bot if you ask it to move.",
            ),
            Self::BotTwice => f.write_str("The bot has made the last move. Now it is a person's turn."),
            Self::Full(column) => write!(f, "Column {column} is full. Please choose another one."),
            Self::TooMany(limit) => {
                let moves = if *limit == 1 { "move" } else { "moves" };
                write!(f, "That would be more than {limit} {moves} within an hour. Please come back later.")
            }
        }
    }
}
