//! Checks of the rules, of the search and of the weak solution: `perft`, `bench` and `weak`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Subcommand;
use marlin_coach::weak::{FILE, ParseSolutionError, Proof, Reason, Solution, WeakPlayer, verify};
use marlin_core::{BoardSize, Player, Solver, perft, suite};
use marlin_support::exit::Failure;
use marlin_support::files::read_text;
use marlin_support::options::whole;

use super::shared::{PositionArgs, SvgArgs};
use super::tree::draw;

// Arguments of `perft`. No doc comment: see `CliCommand`.
#[derive(Debug, clap::Args)]
pub(super) struct PerftArgs {
    /// Length of the longest sequences, from 1: on 7x6 each further move takes about seven times as long
    #[arg(value_parser = whole(1..=longest_game()), allow_negative_numbers = true)]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,

    /// The board, columns x rows
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    board: Option<BoardSize>,
}

/// Returns the number of moves of the longest game of all boards.
fn longest_game() -> u32 {
    BoardSize::all().map(BoardSize::cells).max().unwrap_or_default()
}

impl PerftArgs {
    /// Prints the number of sequences of 1 to `depth` moves from a position, each as soon as it is known.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.position.read(self.board)?;
        for depth in 1..=self.depth {
            writeln!(out, "perft {depth} {}", perft(game.position(), depth))?;
            out.flush()?;
        }
        Ok(())
    }
}

/// The positions of the recorded signature.
pub(super) const BENCH: &str = include_str!("bench.txt");

/// The table of the recorded signature, in MiB.
const BENCH_HASH: usize = 16;

/// Solves positions, each by one thread from an empty table, and prints the nodes of all as engines do.
pub(super) fn bench(positions: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let builder = Solver::builder().without_book().threads(1).hash_mib(BENCH_HASH);
    let solver = builder.map_err(Failure::failed)?.build();
    let (started, mut nodes) = (Instant::now(), 0);
    for (game, score) in suite::read(positions.as_bytes()).map_err(Failure::failed)?.lines {
        solver.table().clear();
        let found = solver.query(game.position()).score();
        if found.bounds.score() != Some(score) {
            let text = format_args!("wrong score of {game}: {}, not {score}", found.bounds);
            return Err(Failure::failed(text));
        }
        nodes += found.nodes;
    }
    let per_second = nodes as f64 / started.elapsed().as_secs_f64();
    Ok(writeln!(out, "Bench: {nodes} nodes {per_second:.0} nps")?)
}

/// The commands on the weak solution, deferred like the commands of the program.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(super) enum WeakCommand {
    /// Play every reply to the end by the rules alone
    #[command(after_help = include_str!("help/weak-verify.txt"))]
    Verify {
        /// The solution [default: the one that is part of the program]
        file: Option<PathBuf>,

        // A picture of the tree.
        #[command(flatten)]
        svg: SvgArgs,
    },
    /// Print the move of X that the solution plays
    #[command(after_help = include_str!("help/weak-move.txt"))]
    Move(PositionArgs),
}

/// The error of a position that gives no game from the empty board, or in which it is not X's turn.
const NO_TURN: &str = "name moves from the empty board after which it is X's turn, as in 44";

impl WeakCommand {
    /// Carries out a command about the weak solution.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Verify { file, svg } => {
                let solution = read(file.as_deref())?;
                let lost = |line| Failure::failed(format_args!("X does not win: {line}"));
                svg.write(&in_words(&verify(&solution).map_err(lost)?), || draw(&solution), out)
            }
            Self::Move(args) => {
                let (game, _) = args.read_or_piped(Some(BoardSize::STANDARD))?;
                let is_turn = game.position().side_to_move() == Player::X && !game.position().is_over();
                if !is_turn || game.start().nb_moves() != 0 {
                    return Err(Failure::usage(NO_TURN));
                }
                let moves: Vec<u32> = game.moves().iter().map(|column| column.number() as u32).collect();
                let (column, reason) = next_move(&read(None)?, &moves)?;
                let reason = reason.map_or_else(|| "the first move".to_owned(), |reason| reason.to_string());
                Ok(writeln!(out, "{column}: {reason}")?)
            }
        }
    }
}

/// Reads a solution, by default the one that is part of the program.
fn read(file: Option<&Path>) -> Result<Solution, Failure> {
    let text = file.map(|path| read_text(path).map_err(|error| Failure::read_file(path, &error)));
    let text = text.transpose()?;
    let damaged = |error: ParseSolutionError| Failure::failed(format_args!("no weak solution: {error}"));
    text.as_deref().unwrap_or(FILE).parse().map_err(damaged)
}

/// Returns the move after a game with X to move, with its reason.
fn next_move(solution: &Solution, moves: &[u32]) -> Result<(u32, Option<Reason>), Failure> {
    let mut player = WeakPlayer::new(solution);
    let mut reason = None;
    for (index, pair) in moves.chunks(2).enumerate() {
        let &[own, reply] = pair else { return Err(Failure::usage(NO_TURN)) };
        let (expected, number) = (player.column(), 2 * index + 1);
        if own != expected {
            let text = format_args!("the solution plays {expected}, not {own}, as move {number}");
            return Err(Failure::usage(text));
        }
        let no_move = |fault| Failure::usage(format_args!("the solution has no move: {fault}"));
        let (next, why) = player.answer(reply).map_err(no_move)?;
        (player, reason) = (next, Some(why));
    }
    Ok((player.column(), reason))
}

/// Returns the counts of a proof in words.
fn in_words(proof: &Proof) -> String {
    let Proof { with_o, with_x, only_moves, leaves, items, played, longest, .. } = *proof;
    let positions = proof.positions();
    format!(
        "tree: {positions} positions, {with_o} with O to move and {with_x} with X to move
only moves: {only_moves} of the positions with X to move
leaves: {leaves} of the positions with O to move, with {items} items in their rules
played: {played} positions with O to move after the leaves and the decided moves
longest game: {longest} stones
X wins against every reply.
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_of_the_bench_are_those_of_the_recorded_signature() {
        let recorded = include_str!("../../../../test-positions/signature.toml");
        // All of them take a minute without optimisation.
        let is_whole = std::env::var_os("MARLIN_EXHAUSTIVE").is_some();
        let lines: Vec<_> = BENCH.lines().take(if is_whole { usize::MAX } else { 20 }).collect();
        let mut out = Vec::new();
        bench(&lines.join("\n"), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let (nodes, rate) = text.strip_prefix("Bench: ").unwrap().split_once(" nodes ").unwrap();
        assert!(rate.ends_with(" nps\n") && (!is_whole || recorded.contains(&format!("nodes = {nodes}\n"))));
        let wrong = bench("4433 0\n", &mut Vec::new()).unwrap_err().to_string();
        assert_eq!(wrong, "wrong score of 4433: 18, not 0");
    }
}
