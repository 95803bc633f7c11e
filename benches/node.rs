//! One node of the search, piece by piece: the cost of each before any child is searched.
//!
//! The search compiles these for the instructions of the machine; here they have those of the build, so that
//! `RUSTFLAGS="-C target-cpu=native"` is closer to the time within a search.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use marlin_core::internals::weights::OrderingWeights;
use marlin_core::internals::{
    Child, Children, ClaimevenBounds, Keys, MoveBounds, Moves, Node, RawPosition, SearchThread, Standard,
    TableHandle, masks,
};
use marlin_core::{BoardSize, Bounds, Column, Limits, Position, Solver, TranspositionTable};

/// A position in the middle of a game, and its score.
const MOVES: &str = "621675512665711262462";
const SCORE: i32 = 3;

/// A column of it that the search of the position looks into.
const COLUMN: usize = 3;

/// The sum of the keys of its children, the key of the child of that column, and the columns by their priorities. They
/// change with the hash and with the numbers of the order.
const KEYS: u64 = 5_090_511;
const KEY: u64 = 804_469;
const ORDER: [usize; 6] = [6, 3, 4, 1, 0, 2];

fn position() -> Position {
    MOVES.parse().expect("a legal game")
}

fn column() -> Column {
    Column::new(COLUMN).expect("a column")
}

/// The greatest number of lanes that the search uses on the standard board.
const LANES: usize = 8;

/// The stages of a node before a search.
struct Stages {
    children: Children<u64, LANES>,
    claimeven: ClaimevenBounds<LANES>,
    keys: Keys<LANES>,
}

impl Stages {
    fn of(node: &Node<Standard>, search: &SearchThread<'_, Standard>) -> Self {
        let children = Children::expand(node);
        let claimeven = children.claimeven(node);
        let keys = Keys::of_children(node, &children, &search.table);
        Self { children, claimeven, keys }
    }

    fn bounds(
        &self,
        node: &Node<Standard>,
        table: Option<&TableHandle<'_>>,
        alpha: i32,
    ) -> MoveBounds<LANES> {
        MoveBounds::new(node, &self.children, &self.keys, self.claimeven.uppers, table, alpha)
    }
}

/// A node of the standard board whose children are expanded, and none of them searched.
struct OpenNode<'a> {
    search: SearchThread<'a, Standard>,
    node: Node<Standard>,
    stages: Stages,
    bounds: MoveBounds<LANES>,
    without_table: MoveBounds<LANES>,
    alpha: i32,
}

impl<'a> OpenNode<'a> {
    /// Enters a position without a win at once, with the question whether its score exceeds `alpha`.
    fn new(position: &Position, alpha: i32, table: &'a TranspositionTable) -> Self {
        let weights = OrderingWeights::of_board(masks(BoardSize::STANDARD));
        let search = SearchThread::observed(Standard, table, weights, &Limits::NONE, ());
        let raw = RawPosition { us: position.us().bits(), occupied: position.occupied().bits() };
        let node = Node::root(Standard, &raw);
        let stages = Stages::of(&node, &search);
        let bounds = stages.bounds(&node, Some(&search.table), alpha);
        let without_table = stages.bounds(&node, None, alpha);
        Self { search, node, stages, bounds, without_table, alpha }
    }

    /// Expands, bounds and hashes all children, and returns the sum of their keys.
    fn expand(&mut self) -> u64 {
        self.stages = Stages::of(&self.node, &self.search);
        let Stages { children, keys, .. } = &self.stages;
        (0..children.len()).map(|lane| number(keys.of_child(lane).words())).fold(0, u64::wrapping_add)
    }

    /// Returns the key that the child of a column, which is not full, has in the table.
    fn table_key(&self, column: Column) -> u64 {
        number(Child::of(&self.node, self.cell(column)).key().words())
    }

    /// Looks up all children in the table, and returns the bounds of that of a column, which must be a move that does not lose at
    /// once. The error is what they are without the table.
    fn probe(&self, column: Column) -> Result<Bounds, Bounds> {
        let lane = self.stages.children.lane(self.cell(column));
        let found = self.stages.bounds(&self.node, Some(&self.search.table), self.alpha).of_child(lane);
        let without = self.without_table.of_child(lane);
        if found == without { Err(without) } else { Ok(found) }
    }

    /// Returns the columns that may exceed `alpha`, the one of the highest priority first.
    fn order(&self) -> impl Iterator<Item = usize> {
        let Stages { children, claimeven, keys } = &self.stages;
        let (node, bounds, alpha) = (&self.node, &self.bounds, self.alpha);
        let mut picker =
            self.search.pick_moves(&Moves { node, children, claimeven, keys, bounds, alpha }, None);
        let column = |lane| children.cell(lane).trailing_zeros() as usize / (Position::HEIGHT + 1);
        std::iter::from_fn(move || picker.next().map(column))
    }

    /// Returns the cell that a stone in a column falls to.
    fn cell(&self, column: Column) -> u64 {
        let column = Position::column_mask(column);
        (self.node.position.occupied + Position::BOTTOM_MASK as u64) & column as u64
    }
}

/// Measures work on an open node, whose table has the score of the node or nothing.
fn bench(criterion: &mut Criterion, name: &str, is_known: bool, work: impl Fn(&mut OpenNode<'_>)) {
    let table = Arc::new(TranspositionTable::new(16).expect("a table of 16 MiB"));
    if is_known {
        let solver = Solver::builder().table(Arc::clone(&table)).without_book().threads(1).build();
        assert_eq!(solver.solve(&position()).get(), SCORE);
    }
    let mut node = OpenNode::new(&position(), 0, &table);
    criterion.bench_function(&format!("node/{name}"), |bencher| bencher.iter(|| work(black_box(&mut node))));
}

/// Returns a key as one number.
const fn number([hash, check]: [u64; 2]) -> u64 {
    hash ^ check
}

fn bench_node(criterion: &mut Criterion) {
    bench(criterion, "expand", false, |node| assert_eq!(node.expand(), KEYS));
    bench(criterion, "table_key", false, |node| assert_eq!(node.table_key(column()), KEY));
    bench(criterion, "probe_hit", true, |node| assert!(node.probe(column()).is_ok()));
    bench(criterion, "probe_miss", false, |node| assert!(node.probe(column()).is_err()));
    bench(criterion, "order", false, |node| assert!(node.order().eq(ORDER)));
}

criterion_group!(benches, bench_node);
criterion_main!(benches);
