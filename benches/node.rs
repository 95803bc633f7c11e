//! One node of the search, piece by piece: the cost of each before any child is searched.
//!
//! The search compiles these pieces for the instructions of the machine. Here they have the instructions of
//! the build, so a build with `RUSTFLAGS="-C target-cpu=native"` is closer to the time within a search.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use marlin_core::internals::weights::OrderingWeights;
use marlin_core::internals::{
    Child, Children, ClaimevenBounds, Keys, MoveBounds, Moves, Node, RawPosition, SearchThread, Standard,
    masks,
};
use marlin_core::{BoardSize, Column, Limits, Position, Solver, TranspositionTable};

/// A position in the middle of a game, and its score.
const MOVES: &str = "621675512665711262462";
const SCORE: i32 = 3;

/// A column of it that the search of the position searches.
const COLUMN: usize = 3;

/// The sum of the upper bounds of its children by claimeven.
const UPPERS: i64 = 54;

/// The columns by their priorities, which change with the numbers of the order.
const ORDER: [usize; 6] = [6, 3, 4, 1, 0, 2];

fn position() -> Position {
    MOVES.parse().expect("a legal game")
}

fn column() -> Column {
    Column::new(COLUMN).expect("a column")
}

/// The maximum number of lanes that the search uses on the standard board.
const LANES: usize = 8;

/// A node of the standard board whose children are expanded, and none of them searched.
struct OpenNode<'a> {
    search: SearchThread<'a, Standard>,
    children: Children<'a, Standard, LANES>,
    claimeven: ClaimevenBounds<LANES>,
    keys: Keys<LANES>,
    /// The bounds of the children without the table.
    bounds: MoveBounds<LANES>,
}

/// The question about the node is whether its score exceeds this.
const ALPHA: i32 = 0;

impl<'a> OpenNode<'a> {
    fn new(node: &'a Node<Standard>, table: &'a TranspositionTable) -> Self {
        let weights = OrderingWeights::of_board(masks(BoardSize::STANDARD));
        let search = SearchThread::observed(Standard, table, weights, &Limits::NONE, ());
        let children = Children::expand(node);
        let (claimeven, keys) = (children.claimeven(), Keys::of_children(&children, &search.table));
        let bounds = MoveBounds::new(&children, &keys, claimeven.uppers, None, ALPHA);
        Self { search, children, claimeven, keys, bounds }
    }

    /// Expands, bounds and hashes all children, and returns the sum of their upper bounds by claimeven.
    fn expand(&mut self) -> i64 {
        self.children = Children::expand(self.children.node);
        self.claimeven = self.children.claimeven();
        self.keys = Keys::of_children(&self.children, &self.search.table);
        (0..self.children.len()).map(|lane| self.claimeven.uppers[lane]).sum()
    }

    /// Returns whether the key of the child of a column is the same by itself.
    fn agrees_on_key(&self, column: Column) -> bool {
        let cell = self.cell(column);
        Child::of(self.children.node, cell).key() == self.keys.of_child(self.children.lane(cell))
    }

    /// Bounds the children with the table, and returns whether the table narrows the bounds of the child of a
    /// column. The column must be a move that does not lose at once.
    fn is_known(&self, column: Column) -> bool {
        let Self { search, children, claimeven, keys, .. } = self;
        let bounds = MoveBounds::new(children, keys, claimeven.uppers, Some(&search.table), ALPHA);
        let lane = children.lane(self.cell(column));
        bounds.of_child(lane) != self.bounds.of_child(lane)
    }

    /// Returns the columns that may exceed alpha, the one of the highest priority first.
    fn order(&self) -> impl Iterator<Item = usize> {
        let Self { search, children, claimeven, keys, bounds } = self;
        let mut picker = search.pick_moves(&Moves { children, claimeven, keys, bounds, alpha: ALPHA }, None);
        let column = |lane| children.cells[lane].trailing_zeros() as usize / (Position::HEIGHT + 1);
        std::iter::from_fn(move || picker.next().map(column))
    }

    /// Returns the cell that a stone in a column falls to.
    fn cell(&self, column: Column) -> u64 {
        let column = Position::column_mask(column);
        (self.children.node.position.occupied + Position::BOTTOM_MASK as u64) & column as u64
    }
}

/// Measures work on an open node, whose table has the score of the node or nothing.
fn bench(criterion: &mut Criterion, name: &str, is_known: bool, work: impl Fn(&mut OpenNode<'_>)) {
    let table = Arc::new(TranspositionTable::new(16).expect("a table of 16 MiB"));
    if is_known {
        let solver = Solver::builder().table(Arc::clone(&table)).without_book().threads(1).build();
        assert_eq!(solver.solve(&position()).get(), SCORE);
    }
    let (us, occupied) = (position().us().bits(), position().occupied().bits());
    let node = Node::root(Standard, &RawPosition { us, occupied });
    let mut node = OpenNode::new(&node, &table);
    criterion.bench_function(&format!("node/{name}"), |bencher| bencher.iter(|| work(black_box(&mut node))));
}

fn bench_node(criterion: &mut Criterion) {
    bench(criterion, "expand", false, |node| assert_eq!(node.expand(), UPPERS));
    bench(criterion, "key_of_child", false, |node| assert!(node.agrees_on_key(column())));
    bench(criterion, "bounds_hit", true, |node| assert!(node.is_known(column())));
    bench(criterion, "bounds_miss", false, |node| assert!(!node.is_known(column())));
    bench(criterion, "order", false, |node| assert!(node.order().eq(ORDER)));
}

criterion_group!(benches, bench_node);
criterion_main!(benches);
