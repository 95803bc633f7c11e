//! `weak`: checks and plays the weak solution.

use std::io::Write;
use std::path::Path;

use marlin_coach::weak::{
    FILE, Fault, LostLine, ParseSolutionError, Proof, Reason as MoveReason, Solution, WeakPlayer, draw,
    verify,
};
use marlin_core::{BoardSize, Player};
use marlin_support::files::read_text;

use super::position;
use crate::args::WeakCommand;
use crate::failure::{BAD_INPUT, FAILED, Failure, Reason};
use crate::files::FileError;

/// The reason why there is no move or no proof.
#[derive(Debug, thiserror::Error)]
enum WeakError {
    /// The file is damaged.
    #[error("no weak solution: {0}")]
    Damaged(#[from] ParseSolutionError),
    /// A game is not won.
    #[error("X does not win: {0}")]
    Lost(#[from] LostLine),
    /// The solution does not win the game that is played.
    #[error("the solution has no move: {0}")]
    Fault(#[from] Fault),
    /// X has played another move.
    #[error("the solution plays {expected}, not {played}, as move {number}")]
    Left {
        /// The number of the move.
        number: usize,
        /// The column of the solution.
        expected: u32,
        /// The column that X has played.
        played: u32,
    },
    /// The position gives no game from the empty board, or it is not X's turn.
    #[error("name moves from the empty board after which it is X's turn, as in 44")]
    NoTurn,
}

impl Reason for WeakError {
    fn exit_code(&self) -> u8 {
        if matches!(self, Self::Damaged(_) | Self::Lost(_)) { FAILED } else { BAD_INPUT }
    }
}

/// Carries out a command about the weak solution.
pub(super) fn run(command: &WeakCommand, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        WeakCommand::Verify { file } => {
            let solution = read(file.as_deref())?;
            let proof = verify(&solution).map_err(WeakError::from)?;
            Ok(write_proof(&proof, out)?)
        }
        WeakCommand::Draw => Ok(out.write_all(draw(&read(None)?).as_bytes())?),
        WeakCommand::Move(args) => {
            let game = position::read_or_piped(args, Some(BoardSize::STANDARD))?;
            let is_turn = game.position().side_to_move() == Player::X && !game.position().is_over();
            if !is_turn || game.start().nb_moves() != 0 {
                return Err(WeakError::NoTurn.into());
            }
            let moves: Vec<u32> = game.moves().iter().map(|column| column.number() as u32).collect();
            let (column, reason) = next_move(&read(None)?, &moves)?;
            let reason = reason.map_or_else(|| "the first move".to_owned(), |reason| reason.to_string());
            Ok(writeln!(out, "{column}: {reason}")?)
        }
    }
}

/// Reads a solution, by default the one that is part of the program.
fn read(file: Option<&Path>) -> Result<Solution, Failure> {
    let text = file.map(|path| read_text(path).map_err(|error| FileError::read(path, error)));
    let text = text.transpose()?;
    Ok(text.as_deref().unwrap_or(FILE).parse().map_err(WeakError::Damaged)?)
}

/// Returns the move after a game with X to move, with its reason.
fn next_move(solution: &Solution, moves: &[u32]) -> Result<(u32, Option<MoveReason>), WeakError> {
    let mut player = WeakPlayer::new(solution);
    let mut reason = None;
    for (index, pair) in moves.chunks(2).enumerate() {
        let &[own, reply] = pair else { return Err(WeakError::NoTurn) };
        if own != player.column() {
            return Err(WeakError::Left { number: 2 * index + 1, expected: player.column(), played: own });
        }
        let (next, why) = player.answer(reply)?;
        (player, reason) = (next, Some(why));
    }
    Ok((player.column(), reason))
}

/// Writes the counts of a proof.
fn write_proof(proof: &Proof, out: &mut dyn Write) -> std::io::Result<()> {
    let Proof { with_o, with_x, only_moves, leaves, items, played, longest, .. } = *proof;
    writeln!(
        out,
        "tree: {} positions, {with_o} with O to move and {with_x} with X to move",
        proof.positions()
    )?;
    writeln!(out, "only moves: {only_moves} of the positions with X to move")?;
    writeln!(out, "leaves: {leaves} of the positions with O to move, with {items} items in their rules")?;
    writeln!(out, "played: {played} positions with O to move after the leaves and the decided moves")?;
    writeln!(out, "longest game: {longest} stones")?;
    writeln!(out, "X wins against every reply.")
}
