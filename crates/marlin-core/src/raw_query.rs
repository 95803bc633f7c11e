//! [`RawQuery`]: the answer to a question about a position, by the rules, the book or the search, for a board of any
//! size.

use crate::board_size::BoardSize;
use crate::book::RawBook;
use crate::bounds::decided_score;
use crate::bounds::is_complete;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use crate::geometry::OfHeight;
use crate::geometry::{Layout, Masks, Standard};
use crate::limits::Limits;
use crate::raw_bounds::RawBounds;
use crate::raw_position::RawPosition;
use crate::report::Source;
use crate::search::{
    self, ColumnBounds, Driver, Effort, Found, Goal, Interrupted, ProgressFn, Resources, Root,
};

/// A position to answer, with the resources for it. [`Query`](crate::Query) documents each answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawQuery<'a> {
    pub(crate) masks: &'static Masks,
    pub(crate) position: RawPosition,
    pub(crate) book: Option<&'a RawBook>,
    pub(crate) resources: Resources<'a>,
    pub(crate) limits: &'a Limits,
}

/// The result of a query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) bounds: RawBounds,
    pub(crate) columns: ColumnBounds,
    pub(crate) best: Option<usize>,
    pub(crate) source: Source,
    pub(crate) effort: Effort,
}

/// A line of play.
#[derive(Debug)]
pub(crate) struct RawLine {
    pub(crate) moves: Vec<usize>,
    /// The number of moves that are proven.
    pub(crate) proven: usize,
    pub(crate) effort: Effort,
}

impl RawLine {
    /// Returns a line all of whose moves are proven.
    const fn proven(moves: Vec<usize>, effort: Effort) -> Self {
        Self { proven: moves.len(), moves, effort }
    }
}

/// A question about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Its score.
    Score,
    /// Its winner.
    Outcome,
    /// The score of every column.
    Columns,
    /// Its best move.
    BestMove,
    /// Its score, and a move that keeps it: if the book has the score, only a move that the book has too.
    ScoreAndMove,
}

impl Asked {
    /// Returns whether the proven bounds of a root answer the question.
    fn is_answered(self, root: &Root) -> bool {
        match self {
            Self::Score => root.bounds().score().is_some(),
            Self::Outcome => root.bounds().outcome().is_some(),
            Self::Columns => is_complete(root.bounds(), root.columns().into_iter().flatten()),
            Self::BestMove | Self::ScoreAndMove => root.best_is_proven(),
        }
    }
}

/// Evaluates an expression with the layout of a query's board. The numbers of the layout are constants if the search is
/// compiled for the size or the height; otherwise they are looked up. Each height takes seconds to compile, so unit tests and
/// builds with debug assertions have one of them, unless `--cfg marlin_all_forms` asks for all.
macro_rules! with_layout {
    ($query:expr, $layout:ident => $answer:expr) => {{
        // For a page each form of the search has to be loaded, and is hardly faster than the one that looks numbers up.
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        {
            with_layout!($query, $layout => $answer;)
        }
        #[cfg(all(any(debug_assertions, test), not(marlin_all_forms), not(all(target_arch = "wasm32", target_os = "unknown"))))]
        {
            with_layout!($query, $layout => $answer; 5)
        }
        #[cfg(all(any(not(any(debug_assertions, test)), marlin_all_forms), not(all(target_arch = "wasm32", target_os = "unknown"))))]
        {
            with_layout!($query, $layout => $answer; 4 5 6 7 8)
        }
    }};
    ($query:expr, $layout:ident => $answer:expr; $($height:literal)*) => {{
        let masks = $query.masks;
        match (masks.width, masks.height) {
            (7, 6) => {
                let $layout = Standard;
                $answer
            }
            $((_, $height) => {
                let $layout = OfHeight::<$height>(masks);
                $answer
            })*
            _ => {
                let $layout = masks;
                $answer
            }
        }
    }};
}

impl RawQuery<'_> {
    /// Answers a question, and calls `progress`, if there is one, as the search proceeds.
    pub(crate) fn ask(&self, question: Asked, progress: Option<&mut ProgressFn<'_>>) -> Answer {
        with_layout!(self, layout => self.answer(layout, question, progress))
    }

    /// Asks the rules, then the book, and then the search if the question is still open.
    fn answer<L: Layout>(&self, layout: L, question: Asked, progress: Option<&mut ProgressFn<'_>>) -> Answer {
        let is_answered = |root: &Root| question.is_answered(root);
        let (root, source) = self.root_before_search(layout, self.position, is_answered);
        let Some(mut root) = root else { return self.answer_at_the_end() };
        let source =
            if question == Asked::ScoreAndMove { self.source_of_score(layout, &root) } else { source };
        if is_answered(&root)
            || question == Asked::ScoreAndMove && source == Source::Book && self.limits.is_none()
        {
            let mut answer = Answer::of(&root, source, Effort::NONE);
            answer.best = answer.best.filter(|_| question != Asked::ScoreAndMove || is_answered(&root));
            if let Some(progress) = progress {
                progress(&answer.found(self.position));
            }
            return answer;
        }
        let effort = search::drive(layout, self.resources, self.limits, progress, |driver| {
            self.prove(driver, &mut root, question)
        });
        Answer::of(&root, Source::Search, effort)
    }

    fn prove<L: Layout>(
        &self,
        driver: &mut Driver<'_, '_, L>,
        root: &mut Root,
        question: Asked,
    ) -> Result<(), Interrupted> {
        match question {
            Asked::Score => driver.prove(root, Goal::Score),
            Asked::Outcome => driver.prove(root, Goal::Outcome),
            Asked::Columns => {
                driver.prove(root, Goal::Score)?;
                driver.prove(root, Goal::Columns)
            }
            Asked::BestMove | Asked::ScoreAndMove => {
                driver.prove(root, Goal::Score)?;
                let score = root.bounds().value().filter(|&score| self.is_in_sight(score));
                score.map_or(Ok(()), |_| driver.prove(root, Goal::BestMove))
            }
        }
    }

    /// Returns the bounds by the rules, the book and the table, without a search.
    pub(crate) fn known(&self) -> Answer {
        let is_answered = |root: &Root| Asked::Columns.is_answered(root);
        let (root, source) = self.root_before_search(self.masks, self.position, is_answered);
        let Some(mut root) = root else { return self.answer_at_the_end() };
        if source == Source::Search {
            root.narrow(self.masks, &self.resources.table.reader());
            root.infer_last_column();
        }
        Answer::of(&root, source, Effort::NONE)
    }

    /// Returns the source of the score of a position, if rules or book have it.
    fn source_of_score<L: Layout>(&self, layout: L, root: &Root) -> Source {
        let by_rules = || Root::new(layout, self.position).bounds().value();
        match root.bounds().value() {
            Some(_) if by_rules().is_some() => Source::Rules,
            Some(_) => Source::Book,
            None => Source::Search,
        }
    }

    /// Returns whether the game ends within the depth, if the position has this score.
    fn is_in_sight(&self, score: i32) -> bool {
        let nb_moves = self.position.nb_moves();
        let plies_to_end = self.masks.final_move(score, nb_moves).saturating_sub(nb_moves);
        self.limits.depth.is_none_or(|depth| plies_to_end <= depth)
    }

    /// Returns the first moves of the principal variation that are proven.
    pub(crate) fn best_line(&self, len: usize) -> RawLine {
        with_layout!(self, layout => self.prove_line(layout, None, len, Goal::BestMove))
    }

    /// Returns the best moves of both sides by the proven bounds, and the number of them that are proven.
    pub(crate) fn line(&self, bounds: RawBounds) -> RawLine {
        let RawLine { mut moves, proven, effort } = match bounds.value() {
            Some(score) => {
                let goal = Goal::AnyBestMove;
                with_layout!(self, layout => self.prove_line(layout, Some(score), usize::MAX, goal))
            }
            None => RawLine::proven(Vec::new(), Effort::NONE),
        };
        let after = |position: RawPosition, &column: &usize| position.after_column(self.masks, column);
        let position = moves.iter().fold(self.position, after);
        let bounds = if proven.is_multiple_of(2) { bounds } else { -bounds };
        moves.extend(search::likely_line(self.masks, position, bounds, &self.resources.table.reader()));
        RawLine { moves, proven, effort }
    }

    /// Returns the first moves of a line that keeps the score of the position, up to the requested number, as far as
    /// they are proven within the limits; `goal` selects one of the best moves. A score that is known already need not
    /// be proven again.
    fn prove_line<L: Layout>(&self, layout: L, score: Option<i32>, len: usize, goal: Goal) -> RawLine {
        let mut line = KeptLine { masks: self.masks, position: self.position, score, moves: Vec::new() };
        // As far as rules and book know the best moves, there is nothing to search.
        let mut open = None;
        while line.moves.len() < len {
            let (Some(root), source) = self.next_root(layout, &line) else { break };
            if source == Source::Search || !line.play(&root) {
                open = Some(root);
                break;
            }
        }
        let Some(first) = open else { return RawLine::proven(line.moves, Effort::NONE) };
        let effort = search::drive(layout, self.resources, self.limits, None, |driver| {
            let mut next = Some(first);
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
        RawLine::proven(line.moves, effort)
    }

    /// Returns the root at the end of a line before any search, unless the game is over there.
    fn next_root<L: Layout>(&self, layout: L, line: &KeptLine) -> (Option<Root>, Source) {
        let (mut root, source) = self.root_before_search(layout, line.position, Root::best_is_proven);
        if let (Some(root), Some(score)) = (&mut root, line.score) {
            root.adopt_score(score);
        }
        (root, source)
    }

    /// Returns the root of a position with its bounds before any search, unless the game is over, and their source, if
    /// they suffice.
    fn root_before_search<L: Layout>(
        &self,
        layout: L,
        position: RawPosition,
        is_enough: impl Fn(&Root) -> bool,
    ) -> (Option<Root>, Source) {
        if position.is_over(&layout.masks()) {
            return (None, Source::Rules);
        }
        let mut root = Root::new(layout, position).with_depth(self.limits.depth);
        if is_enough(&root) {
            return (Some(root), Source::Rules);
        }
        if let Some(book) = self.book {
            root.look_up(book);
            if !is_enough(&root) {
                root.look_up_parents(book);
            }
        }
        let source = if is_enough(&root) { Source::Book } else { Source::Search };
        (Some(root), source)
    }

    /// Returns the answer to a position that is over.
    fn answer_at_the_end(&self) -> Answer {
        let unknown = RawBounds::of_board(self.masks);
        Answer {
            bounds: decided_score(self.masks, &self.position).map_or(unknown, RawBounds::of_value),
            columns: [None; BoardSize::MAX_WIDTH],
            best: None,
            source: Source::Rules,
            effort: Effort::NONE,
        }
    }
}

impl Answer {
    fn of(root: &Root, source: Source, effort: Effort) -> Self {
        Self { bounds: root.bounds(), columns: root.columns(), best: root.best(), source, effort }
    }

    /// Returns the answer as the progress of its search.
    const fn found(&self, position: RawPosition) -> Found {
        let Self { bounds, columns, best, effort: Effort { nodes, elapsed }, .. } = *self;
        Found { position, bounds, columns, best, nodes, elapsed }
    }
}

/// A line of play from a position on, whose moves keep its score.
#[derive(Debug)]
struct KeptLine {
    masks: &'static Masks,
    position: RawPosition,
    /// The score of the position, if it is known.
    score: Option<i32>,
    moves: Vec<usize>,
}

impl KeptLine {
    /// Plays the best move of the position if its score is proven. Returns whether it has.
    fn play(&mut self, root: &Root) -> bool {
        let Some((score, column)) = root.bounds().value().zip(root.best()) else { return false };
        self.position = self.position.after_column(self.masks, column);
        self.moves.push(column);
        // The best move keeps the score, unless a wrong book has given it.
        let keeps_it = root.columns()[column].is_some_and(|bounds| bounds.lower >= score);
        self.score = keeps_it.then_some(-score);
        true
    }
}
