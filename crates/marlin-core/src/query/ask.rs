//! The path of a question: to the rules, to the book, and then to the search.

use std::time::Duration;

use super::Query;
use crate::book::Book;
use crate::bounds::{Bounds, decided_score};
use crate::columns::Columns;
use crate::cpu::CpuLevel;
use crate::geometry::Column;
use crate::geometry::{BoardSize, Layout, OfHeight, Standard, with_masks};
use crate::limits::StopFlag;
use crate::position::Position;
use crate::raw_position::RawPosition;
use crate::report::{Line, Report, Source};
use crate::search::{self, Driver, Effort, Goal, ProgressFn, Resources, Root, Searched};
use crate::target;

/// Evaluates an expression with the layout of a query's board. The masks of the layout are constants as far
/// as the search is compiled for the size or the height; otherwise they are looked up.
macro_rules! with_layout {
    ($query:expr, $layout:ident => $answer:expr) => {
        with_layout!($query, $layout => $answer; 4 5 6 7 8)
    };
    ($query:expr, $layout:ident => $answer:expr; $($height:literal)*) => {{
        let size = $query.position.size();
        let level = $query.solver.cpu().0;
        match (size.masks_u64(), size.height()) {
            _ if size == BoardSize::STANDARD => {
                let $layout = Standard;
                $answer
            }
            $((Some(masks), $height) if const { target::knows_height($height) } && (level >= CpuLevel::Avx2 || !OfHeight::<$height>::NEEDS_AVX2) => {
                let $layout = OfHeight::<$height>(masks);
                $answer
            })*
            _ => with_masks!(size, $layout => $answer),
        }
    }};
}

impl Query<'_> {
    /// Proves a goal as far as the limits allow, and calls the progress callback if there is one.
    pub(super) fn ask(&self, goal: Goal, progress: Option<&mut ProgressFn<'_>>) -> Report {
        with_layout!(self, layout => self.answer(layout, goal, progress))
    }

    fn answer<L: Layout>(&self, layout: L, goal: Goal, progress: Option<&mut ProgressFn<'_>>) -> Report {
        let is_reached = |root: &Root| goal.is_reached(root);
        let (root, source) = self.root_before_search(layout, self.position.raw, is_reached);
        let Some(mut root) = root else { return report_of_the_end(&self.position) };
        if is_reached(&root) {
            let report = root.report(source);
            if let Some(progress) = progress {
                progress(&report, &self.solver.table().handle());
            }
            return report;
        }
        let Effort { nodes, elapsed } =
            search::drive(layout, self.resources(), &self.limits, progress, &mut |driver| {
                self.prove(driver, &mut root, goal)
            });
        Report { nodes, elapsed, ..root.report(Source::Search) }
    }

    fn prove<L: Layout>(&self, driver: &mut Driver<'_, '_, L>, root: &mut Root, goal: Goal) -> Searched<()> {
        if matches!(goal, Goal::Score | Goal::Outcome) {
            return driver.prove(root, goal);
        }
        driver.prove(root, Goal::Score)?;
        let is_open =
            goal == Goal::Columns || root.bounds().value().is_some_and(|score| self.is_in_sight(score));
        if is_open { driver.prove(root, goal) } else { Ok(()) }
    }

    /// Returns whether a game of this score ends within the depth.
    fn is_in_sight(&self, score: i32) -> bool {
        let nb_moves = self.position.nb_moves();
        let plies_to_end = self.position.masks().final_move(score, nb_moves).saturating_sub(nb_moves);
        self.limits.depth.is_none_or(|depth| plies_to_end <= depth)
    }

    /// Returns the first moves of the line that both sides play if each chooses, among equally good moves,
    /// the one nearest to the centre. The result has at most `len` moves, and only moves that are proven
    /// within the limits. [`Solver::best_line`] is the whole line, without limits.
    ///
    /// [`Solver::best_line`]: crate::Solver::best_line
    pub fn best_line(self, len: usize) -> Line {
        with_layout!(self, layout => self.prove_line(layout, None, len, Goal::BestMove))
    }

    /// Returns best play from the position, given proven `bounds` of its score, such as the bounds of a
    /// [`Report`]. If the bounds are exact, the first moves are proven to keep the score, as far as the
    /// limits allow ([`Line::proven`]). The moves after these look best by the entries of the table. If the
    /// score is open, the first move may differ from [`Report::best`], with which
    /// [`Progress::principal_variation`](crate::Progress::principal_variation) begins. There is at least one
    /// move, unless the game is over.
    ///
    /// After a search without a book the table has the proof: a line to the end of the game takes hundreds of
    /// nodes, and seldom more than a thousand. [`Self::best_line`] takes far more, because it plays the move
    /// nearest to the centre among equally good moves; this method plays any of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// let position: Position = "32164625".parse()?;
    /// let report = solver.query(&position).score();
    /// let line = solver.query(&position).nodes(500).principal_variation(report.bounds);
    /// let plies = position.ending(report.bounds.score().unwrap()).plies;
    /// assert_eq!((line.moves.len(), line.proven), (plies as usize, plies as usize));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[doc(alias = "pv")]
    pub fn principal_variation(self, bounds: Bounds) -> Line {
        let mut line = match bounds.value() {
            Some(score) => {
                let goal = Goal::AnyBestMove;
                with_layout!(self, layout => self.prove_line(layout, Some(score), usize::MAX, goal))
            }
            None => self.line(Vec::new(), Effort::NONE),
        };
        let position = line.moves.iter().fold(self.position, |position, &column| position.after(column));
        let bounds = if line.proven.is_multiple_of(2) { bounds } else { -bounds };
        line.moves.extend(search::likely_line(position, bounds, &self.solver.table().handle()));
        line
    }

    fn prove_line<L: Layout>(&self, layout: L, score: Option<i32>, len: usize, goal: Goal) -> Line {
        let mut line = KeptLine { position: self.position, score, moves: Vec::new() };
        // A move that the rules or the book know needs no search.
        let mut open = None;
        while line.moves.len() < len {
            let (Some(root), source) = self.next_root(layout, &line) else { break };
            if source == Source::Search || !line.play(&root) {
                open = Some(root);
                break;
            }
        }
        let Some(first) = open else { return self.line(line.moves, Effort::NONE) };
        let mut next = Some(first);
        let effort = search::drive(layout, self.resources(), &self.limits, None, &mut |driver| {
            while line.moves.len() < len {
                let root = next.take().or_else(|| self.next_root(layout, &line).0);
                let Some(mut root) = root else { break };
                driver.prove(&mut root, Goal::Score)?;
                driver.prove(&mut root, goal)?;
                if !line.play(&root) {
                    break;
                }
            }
            Ok(())
        });
        self.line(line.moves, effort)
    }

    /// Returns the root at the end of a line before any search, unless the game is over there.
    fn next_root<L: Layout>(&self, layout: L, line: &KeptLine) -> (Option<Root>, Source) {
        let (mut root, source) = self.root_before_search(layout, line.position.raw, Root::best_is_proven);
        if let (Some(root), Some(score)) = (&mut root, line.score) {
            root.adopt_score(score);
        }
        (root, source)
    }

    fn root_before_search<L: Layout>(
        &self,
        layout: L,
        position: RawPosition,
        is_enough: impl Fn(&Root) -> bool,
    ) -> (Option<Root>, Source) {
        root_before_search(layout, position, self.solver.book(), self.limits.depth, is_enough)
    }

    /// Returns a line of moves that are proven.
    const fn line(&self, moves: Vec<Column>, Effort { nodes, elapsed }: Effort) -> Line {
        Line { proven: moves.len(), moves, nodes, elapsed, size: self.position.size() }
    }

    fn resources(&self) -> Resources<'_> {
        Resources { growth: self.serial.as_ref().map(StopFlag::signal), ..self.solver.resources() }
    }
}

/// Returns the root of a position with its bounds before any search, unless the game is over. The source is
/// [`Source::Search`] if these bounds do not suffice.
pub(super) fn root_before_search<L: Layout>(
    layout: L,
    position: RawPosition,
    book: Option<&Book>,
    depth: Option<u32>,
    is_enough: impl Fn(&Root) -> bool,
) -> (Option<Root>, Source) {
    if position.is_over(BoardSize::of_masks(layout.static_masks()).masks()) {
        return (None, Source::Rules);
    }
    let mut root = Root::new(layout, position);
    root.depth = depth;
    root.note_source(Source::Rules);
    if is_enough(&root) {
        return (Some(root), Source::Rules);
    }
    if let Some(book) = book {
        root.look_up(book);
        if !is_enough(&root) {
            root.look_up_parents(book);
        }
        root.note_source(Source::Book);
    }
    let source = if is_enough(&root) { Source::Book } else { Source::Search };
    (Some(root), source)
}

/// Returns the report on a game that is over.
pub(super) fn report_of_the_end(position: &Position) -> Report {
    let (position, size) = (*position, position.size());
    let score = decided_score(position.masks(), &position.raw);
    let bounds = score.map_or(Bounds::unknown(size), Bounds::of_value);
    let (columns, source, elapsed) = (Columns::on(size, |_| None), Source::Rules, Duration::ZERO);
    Report { bounds, columns, best: None, source, nodes: 0, elapsed, position }
}

/// The moves of a line that are proven, and the position after them.
#[derive(Debug)]
struct KeptLine {
    position: Position,
    /// The score of the position, if it is known.
    score: Option<i32>,
    moves: Vec<Column>,
}

impl KeptLine {
    /// Plays the best move of the position, if the root has a proven score. Returns whether it has.
    fn play(&mut self, root: &Root) -> bool {
        let Some((score, column)) = root.bounds().value().zip(root.best()) else {
            return false;
        };
        self.position = self.position.after(column);
        self.moves.push(column);
        // The best move keeps the score, unless a wrong book has given it.
        let keeps_it = root.columns[column].is_some_and(|bounds| bounds.lower >= score);
        self.score = keeps_it.then_some(-score);
        true
    }
}
