//! [`RawQuery`]: the answer to a question about a position, by the rules, the book or the search, for a board of any size.

use crate::board_size::BoardSize;
use crate::book::RawBook;
use crate::decided::decided_score;
use crate::geometry::{Board, Masks};
use crate::limits::Limits;
use crate::raw_bounds::RawBounds;
use crate::raw_position::RawPosition;
use crate::report::{Source, is_complete};
use crate::search::{self, Columns, Driver, Effort, Goal, Interrupted, ProgressFn, Resources, Root};

/// A position to ask about, and what may be used for it. [`Query`](crate::Query) has what each answer means.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawQuery<'a, B> {
    pub(crate) board: B,
    pub(crate) position: RawPosition,
    pub(crate) book: Option<&'a RawBook>,
    pub(crate) resources: Resources<'a>,
    pub(crate) limits: &'a Limits,
}

/// What was found out about a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) bounds: RawBounds,
    pub(crate) columns: Columns,
    pub(crate) best: Option<usize>,
    pub(crate) source: Source,
    pub(crate) effort: Effort,
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
}

impl<B: Board> RawQuery<'_, B> {
    fn masks(&self) -> &'static Masks {
        self.board.static_masks()
    }

    /// Answers a question, and calls `progress`, if there is one, as the search proceeds.
    pub(crate) fn ask(&self, question: Asked, progress: Option<&mut ProgressFn<'_>>) -> Answer {
        match question {
            Asked::Score => {
                let is_enough = |root: &Root| root.bounds().score().is_some();
                self.answer(progress, is_enough, |driver, root| driver.prove(root, Goal::Score))
            }
            Asked::Outcome => {
                let is_enough = |root: &Root| root.bounds().outcome().is_some();
                self.answer(progress, is_enough, |driver, root| driver.prove(root, Goal::Outcome))
            }
            Asked::Columns => {
                let is_enough = |root: &Root| is_complete(root.bounds(), &root.columns());
                self.answer(progress, is_enough, |driver, root| {
                    driver.prove(root, Goal::Score)?;
                    driver.prove(root, Goal::Columns)
                })
            }
            Asked::BestMove => self.answer(progress, Root::best_is_proven, |driver, root| {
                driver.prove(root, Goal::Score)?;
                let score = root.bounds().score().filter(|&score| self.is_in_sight(score));
                score.map_or(Ok(()), |_| driver.prove(root, Goal::BestMove))
            }),
        }
    }

    /// Returns whether the game ends within the depth, if the position has this score.
    fn is_in_sight(&self, score: i32) -> bool {
        let nb_moves = self.position.nb_moves();
        let plies_to_end = self.masks().final_move(score, nb_moves).saturating_sub(nb_moves);
        self.limits.depth.is_none_or(|depth| plies_to_end <= depth)
    }

    /// Asks the rules, then the book, and then the search for what isn't known yet.
    fn answer(
        &self,
        progress: Option<&mut ProgressFn<'_>>,
        is_enough: impl Fn(&Root) -> bool,
        prove: impl FnOnce(&mut Driver<'_, '_, B>, &mut Root) -> Result<(), Interrupted>,
    ) -> Answer {
        let (mut root, source) = self.root_before_search(self.position, is_enough);
        let effort = search::drive(self.board, self.resources, self.limits, progress, |driver| {
            root.as_mut().map_or(Ok(()), |root| prove(driver, root))
        });
        let (bounds, columns, best) = match root {
            Some(root) => (root.bounds(), root.columns(), root.best()),
            None => (self.bounds_at_the_end(), [None; BoardSize::MAX_WIDTH], None),
        };
        Answer { bounds, columns, best, source, effort }
    }

    pub(crate) fn principal_variation(&self, len: usize) -> Vec<usize> {
        self.prove_line(None, len, Goal::BestMove)
    }

    /// Returns the moves that look best to both sides, and how many of them are proven to be.
    pub(crate) fn line(&self, bounds: RawBounds) -> (Vec<usize>, usize) {
        let mut moves = match bounds.score() {
            Some(score) => self.prove_line(Some(score), usize::MAX, Goal::AnyBestMove),
            None => Vec::new(),
        };
        let proven = moves.len();
        let after = |position: RawPosition, &column: &usize| position.after_column(self.masks(), column);
        let position = moves.iter().fold(self.position, after);
        let bounds = if proven.is_multiple_of(2) { bounds } else { -bounds };
        moves.extend(search::likely_line(self.masks(), position, bounds, &self.resources.table.reader()));
        (moves, proven)
    }

    /// Returns the first moves of a line that keeps the score of the position, as many as are wanted and proven within the
    /// limits; `goal` says which of the best moves. A score that is known already needn't be proven again.
    fn prove_line(&self, mut score: Option<i32>, len: usize, goal: Goal) -> Vec<usize> {
        let mut position = self.position;
        let mut line = Vec::new();
        search::drive(self.board, self.resources, self.limits, None, |driver| {
            while line.len() < len {
                let (Some(mut root), _) = self.root_before_search(position, Root::best_is_proven) else {
                    break;
                };
                if let Some(score) = score {
                    root.adopt_score(score);
                }
                driver.prove(&mut root, Goal::Score)?;
                let Some(found) = root.bounds().score() else { break };
                driver.prove(&mut root, goal)?;
                let Some(column) = root.best() else { break };
                position = position.after_column(self.masks(), column);
                line.push(column);
                // The best move keeps the score, unless a wrong book has given it.
                let keeps_it = root.columns()[column].is_some_and(|bounds| bounds.lower >= found);
                score = keeps_it.then(|| -found);
            }
            Ok(())
        });
        line
    }

    /// Returns what is known of a position before any search, unless the game is over, and where it comes from, if that is
    /// enough.
    fn root_before_search(
        &self,
        position: RawPosition,
        is_enough: impl Fn(&Root) -> bool,
    ) -> (Option<Root>, Source) {
        if position.is_over(self.masks()) {
            return (None, Source::Rules);
        }
        let mut root = Root::new(self.board, position).with_depth(self.limits.depth);
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

    /// Returns the bounds of a position that is over.
    fn bounds_at_the_end(&self) -> RawBounds {
        let most = self.masks().max_score();
        let unknown = RawBounds { lower: -most, upper: most };
        decided_score(self.masks(), &self.position).map_or(unknown, RawBounds::exact)
    }
}
