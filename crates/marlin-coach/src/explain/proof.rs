//! The proofs of the layers, from cheap to deep.

use marlin_core::{Bounds, GameOutcome, Limits, Player, Position, Score};

use super::statement::{Branch, Claimeven, Explanation, Layer, SecondFour, Statement, Step};
use super::tactics::{
    ForcedWin, cells, double_threat, empty_cells, forced_loss, forced_win, fork, free_moves, has_no_line,
    moves, safe_moves, threats, win_in,
};
use crate::task::Allowance;

/// Returns the cost of the rules for another position, in positions of an [`Allowance`]: 18 on the standard
/// board, so that any limit suffices for all rules there, and 500 on the largest.
fn cost(position: &Position) -> u64 {
    u64::from(position.size().cells()).pow(3) >> 12
}

/// The further positions that the rules may examine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// None.
    Own,
    /// The position after a move that the side to move chooses.
    OneMove,
    /// The positions after every move.
    EveryMove,
}

/// A position, with the statements and bounds proven so far.
#[derive(Debug, Clone)]
pub(super) struct Proof {
    pub(super) position: Position,
    pub(super) bounds: Bounds,
    pub(super) steps: Vec<Step>,
    pub(super) outcome_layer: Option<Layer>,
    pub(super) score_layer: Option<Layer>,
    /// Each lower bound that a statement has raised, with the number of its step. The next field has the same
    /// for the upper bounds.
    lowers: Vec<(Score, usize)>,
    uppers: Vec<(Score, usize)>,
    /// Limits the tries after moves.
    allowance: Allowance,
}

/// Returns the proof of a position by the rules, without search.
///
/// Once the allowance is used up, the rules examine no position but this one: hundreds of others take some
/// tens of milliseconds. The statements up to then are proven.
pub(super) fn prove(position: &Position, reach: Reach, allowance: &Allowance) -> Proof {
    let mut proof = Proof::new(position, allowance);
    let layers: [fn(&mut Proof, Reach); 5] =
        [Proof::next_stones, Proof::double_threat, Proof::forced_line, Proof::threats, Proof::zugzwang];
    for layer in layers {
        if proof.score_layer.is_none() {
            layer(&mut proof, reach);
        }
    }
    proof
}

/// Explains a position by the rules alone, without search. The winner may stay open.
///
/// # Examples
///
/// ```
/// use marlin_coach::explain::{Layer, by_rules};
/// use marlin_core::{BoardSize, Position};
///
/// // . . . . . . .
/// // . . . . . . .
/// // . . O O . . .
/// // . . X X . . .
/// let explanation = by_rules(&Position::parse(BoardSize::STANDARD, "4433")?);
/// assert_eq!(explanation.score_layer, Some(Layer::DoubleThreat));
/// assert_eq!(
///     explanation.sentences()[0].to_string(),
///     "X plays e1 and threatens to win on both b1 and f1. O can block only one of them."
/// );
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
pub fn by_rules(position: &Position) -> Explanation {
    prove(position, Reach::EveryMove, &Allowance::of(&Limits::NONE)).into()
}

impl From<Proof> for Explanation {
    fn from(proof: Proof) -> Self {
        let Proof { position, steps, bounds, outcome_layer, score_layer, .. } = proof;
        Self { position, steps, bounds, outcome_layer, score_layer }
    }
}

impl Proof {
    fn new(position: &Position, allowance: &Allowance) -> Self {
        let bounds = Bounds::unknown(position.size());
        let (outcome_layer, score_layer) = (None, None);
        let (steps, lowers, uppers) = (Vec::new(), Vec::new(), Vec::new());
        let (position, allowance) = (*position, allowance.clone());
        Self { position, bounds, steps, outcome_layer, score_layer, lowers, uppers, allowance }
    }

    /// Returns the proof of another position by the rules, unless the allowance is used up.
    pub(super) fn prove_other(&self, position: &Position, reach: Reach) -> Option<Self> {
        self.allowance.take(cost(position)).then(|| prove(position, reach, &self.allowance))
    }

    fn us(&self) -> Player {
        self.position.side_to_move()
    }

    /// Adds a statement that is true and proves nothing by itself.
    pub(super) fn state(&mut self, layer: Layer, statement: Statement) {
        self.steps.push(Step { layer, statement, bounds: self.bounds });
    }

    /// Adds a statement with the bounds that it proves.
    pub(super) fn state_bounds(&mut self, layer: Layer, statement: Statement, bounds: Bounds) {
        let before = self.bounds;
        self.narrow(layer, bounds);
        if self.bounds.lower() > before.lower() {
            self.lowers.push((self.bounds.lower(), self.steps.len()));
        }
        if self.bounds.upper() < before.upper() {
            self.uppers.push((self.bounds.upper(), self.steps.len()));
        }
        self.state(layer, statement);
    }

    fn narrow(&mut self, layer: Layer, bounds: Bounds) {
        let lower = self.bounds.lower().max(bounds.lower());
        let upper = self.bounds.upper().min(bounds.upper());
        debug_assert!(lower <= upper, "contradicting proofs of {:?}", self.position);
        self.bounds = Bounds::new(lower, upper).unwrap_or(self.bounds);
        if self.bounds.outcome().is_some() {
            self.outcome_layer.get_or_insert(layer);
        }
        if self.bounds.score().is_some() {
            self.score_layer.get_or_insert(layer);
        }
    }

    fn at_least(&self, lower: Score) -> Bounds {
        Bounds::new(lower, Score::highest(self.position.size())).unwrap_or(self.bounds)
    }

    fn at_most(&self, upper: Score) -> Bounds {
        Bounds::new(-Score::highest(self.position.size()), upper).unwrap_or(self.bounds)
    }

    /// Adds the earliest wins: in `ours` plies for the side to move, and in `theirs` plies for the other
    /// side.
    fn not_before(&mut self, layer: Layer, ours: u32, theirs: u32) {
        let (upper, lower) = (win_in(&self.position, ours), -win_in(&self.position, theirs));
        for (bounds, limit, player) in
            [(self.at_most(upper), upper, self.us()), (self.at_least(lower), lower, self.us().opponent())]
        {
            let is_new = bounds.lower() > self.bounds.lower() || bounds.upper() < self.bounds.upper();
            if is_new && limit == Score::DRAW {
                self.state_bounds(layer, Statement::TooLate { player }, bounds);
            } else {
                self.narrow(layer, bounds);
            }
        }
    }

    fn next_stones(&mut self, _: Reach) {
        let (position, layer) = (self.position, Layer::NextStones);
        if position.is_over() {
            let winner = position.winner();
            let outcome = winner.map_or(GameOutcome::Drawn, GameOutcome::Won);
            let score = winner.map_or(Score::DRAW, |_| -win_in(&position, 0));
            let stones = cells(position.winning_stones());
            return self.state_bounds(layer, Statement::Over { outcome, stones }, Bounds::exact(score));
        }
        let playable = position.playable_cells();
        if position.can_win_next() {
            let cells = cells(position.winning_cells() & playable);
            let statement = Statement::WinsAtOnce { player: self.us(), cells };
            return self.state_bounds(layer, statement, Bounds::exact(win_in(&position, 1)));
        }
        if let Some(fork) = fork(&position) {
            let statement = Statement::CannotBlock { winner: self.us().opponent(), fork };
            return self.state_bounds(layer, statement, Bounds::exact(-win_in(&position, 2)));
        }
        self.not_before(layer, 3, 4);
        if let Some(cell) = (position.opponent_winning_cells() & playable).iter().next() {
            self.state(layer, Statement::MustBlock { player: self.us(), cell });
        }
    }

    fn double_threat(&mut self, _: Reach) {
        let (position, layer) = (self.position, Layer::DoubleThreat);
        if let Some((by, fork)) = double_threat(&position) {
            let statement = Statement::DoubleThreat { player: self.us(), by, fork };
            return self.state_bounds(layer, statement, Bounds::exact(win_in(&position, 3)));
        }
        // No side wins sooner than that: we have no double threat, and after one of our moves they have none.
        let is_safe = safe_moves(&position).any(|(_, _, next)| double_threat(&next).is_none());
        self.not_before(layer, 5, if is_safe { 6 } else { 4 });
    }

    fn forced_line(&mut self, reach: Reach) {
        let (position, layer) = (self.position, Layer::ForcedLine);
        let ours = forced_win(&position).map(|line| (self.us(), line));
        let forced = ours.or_else(|| Some((self.us().opponent(), forced_loss(&position)?)));
        if let Some((winner, ForcedWin { moves, fork })) = forced {
            // The reply to the fork and the win follow the moves.
            let score = win_in(&position, moves.len() as u32 + 2);
            let bounds = if winner == self.us() { self.at_least(score) } else { self.at_most(-score) };
            self.state_bounds(layer, Statement::ForcedLine { winner, moves, fork }, bounds);
        }
        self.every_move(layer, reach);
    }

    fn threats(&mut self, _: Reach) {
        let (position, layer) = (self.position, Layer::Threats);
        let threats = threats(&position);
        if self.outcome_layer.is_none() && !threats.is_empty() {
            self.state(layer, Statement::Threats(threats));
        }
        let (us, them) = (self.us(), self.us().opponent());
        for (player, bounds) in [(us, self.at_most(Score::DRAW)), (them, self.at_least(Score::DRAW))] {
            if self.may_win(player) && has_no_line(&position, player) {
                self.state_bounds(layer, Statement::NoLineLeft { player }, bounds);
            }
        }
    }

    /// Returns whether the bounds allow a side to win.
    fn may_win(&self, player: Player) -> bool {
        if player == self.us() {
            self.bounds.upper() > Score::DRAW
        } else {
            self.bounds.lower() < Score::DRAW
        }
    }

    fn zugzwang(&mut self, reach: Reach) {
        let (position, layer) = (self.position, Layer::Zugzwang);
        if self.outcome_layer.is_none()
            && let Some(statement) = free_moves(&position)
        {
            self.state(layer, statement);
        }
        if let Some(found) = marlin_core::Claimeven::of(&position)
            && found.upper < self.bounds.upper()
        {
            let statement = Statement::Claimeven(by_claimeven(&position, &found));
            self.state_bounds(layer, statement, self.at_most(found.upper));
        }
        self.after_a_move(layer, reach);
        self.every_move(layer, reach);
    }

    /// Tries the rules after each move for a lower bound.
    fn after_a_move(&mut self, layer: Layer, reach: Reach) {
        if reach < Reach::OneMove || self.score_layer.is_some() {
            return;
        }
        let after = safe_moves(&self.position).map_while(|(_, cell, next)| {
            let (upper, steps) = self.prove_other(&next, Reach::Own)?.upper_with_steps();
            Some((-upper, Branch { cell, steps }))
        });
        let Some((lower, branch)) = after.max_by_key(|&(lower, _)| lower) else { return };
        if lower >= Score::DRAW && lower > self.bounds.lower() {
            let statement = Statement::After { player: self.us(), branch };
            self.state_bounds(layer, statement, self.at_least(lower));
        }
    }

    /// Tries the rules after each move for an upper bound.
    fn every_move(&mut self, layer: Layer, reach: Reach) {
        if reach < Reach::EveryMove || self.score_layer.is_some() {
            return;
        }
        let mut upper = -Score::highest(self.position.size());
        let mut branches = Vec::new();
        for (_, cell, next) in moves(&self.position) {
            let Some(other) = self.prove_other(&next, Reach::OneMove) else { return };
            let (lower, steps) = other.lower_within(layer);
            upper = upper.max(-lower);
            if upper > Score::DRAW {
                return;
            }
            branches.push(Branch { cell, steps });
        }
        if upper < self.bounds.upper() {
            let statement = Statement::EveryMove { player: self.us(), branches };
            self.state_bounds(layer, statement, self.at_most(upper));
        }
    }

    /// Returns the lower bound that statements of the layers up to `layer` prove, and the statement that
    /// proves it.
    fn lower_within(&self, layer: Layer) -> (Score, Vec<Step>) {
        let within = |&&(_, step): &&(Score, usize)| self.steps[step].layer <= layer;
        self.with_step(self.lowers.iter().rev().find(within), -Score::highest(self.position.size()))
    }

    /// Returns the upper bound that statements prove, and the statement that proves it.
    fn upper_with_steps(&self) -> (Score, Vec<Step>) {
        self.with_step(self.uppers.last(), Score::highest(self.position.size()))
    }

    /// Returns a bound with the statement that proves it; without such a statement, the bound `other`.
    fn with_step(&self, found: Option<&(Score, usize)>, other: Score) -> (Score, Vec<Step>) {
        found.map_or((other, Vec::new()), |&(bound, step)| (bound, vec![self.steps[step].clone()]))
    }
}

/// Returns the guarantee of the side not to move, with its cells in the column of the odd threat too.
fn by_claimeven(position: &Position, found: &marlin_core::Claimeven) -> Claimeven {
    let up_to_odd_threat = found.odd_threat.into_iter().flat_map(|odd_threat| {
        empty_cells(position, odd_threat.column()).take_while(move |cell| cell.row() <= odd_threat.row())
    });
    let in_its_column = up_to_odd_threat.filter(|&cell| !found.our_cells.contains(cell));
    let fours = found.second_fours.iter();
    let second_fours = fours.map(|four| SecondFour { opponent: cells(four.ours), own: cells(four.theirs) });
    let (player, odd_threat) = (position.side_to_move().opponent(), found.odd_threat);
    let (second_fours, at_least) = (second_fours.collect(), -found.upper);
    let own_cells = found.their_cells.iter().chain(in_its_column).collect();
    let [opponent_cells, traps] = [found.our_cells, found.traps].map(cells);
    Claimeven { player, at_least, opponent_cells, own_cells, traps, odd_threat, second_fours }
}
