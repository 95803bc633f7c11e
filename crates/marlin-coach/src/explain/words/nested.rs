//! The sentences of a statement with those of the statements below it.

use marlin_core::Cell;
use marlin_core::any::Position;

use super::list;
use crate::explain::board::after;
use crate::explain::statement::{Branch, Statement, Step};

/// Moves after which the same sentences are true.
#[derive(Debug, Clone)]
pub(crate) struct BranchGroup<'a> {
    /// The cells of the moves.
    pub(crate) cells: Vec<Cell>,
    /// The first of the moves.
    pub(crate) branch: &'a Branch,
    /// The sentences.
    sentences: String,
}

impl BranchGroup<'_> {
    /// Returns the moves as the beginning of the sentences: "After b6, f6 or g2:".
    pub(crate) fn intro(&self) -> String {
        format!("After {}:", list(&self.cells, "or"))
    }
}

/// Returns the branches of a statement, those of the same sentences together.
pub(crate) fn groups<'a>(statement: &'a Statement, position: &Position) -> Vec<BranchGroup<'a>> {
    let mut groups: Vec<BranchGroup<'a>> = Vec::new();
    for branch in statement.branches() {
        let sentences = in_words(branch, position);
        match groups.iter_mut().find(|group| group.sentences == sentences) {
            Some(group) => group.cells.push(branch.cell),
            None => groups.push(BranchGroup { cells: vec![branch.cell], branch, sentences }),
        }
    }
    groups
}

/// Returns the sentences about the position after a move, in a line.
fn in_words(branch: &Branch, position: &Position) -> String {
    let next = after(position, branch.cell.column());
    let in_words = |step: &Step| match &step.statement {
        Statement::After { branch, .. } => format!("{} {}", step.brief(&next), in_words(branch, &next)),
        _ => step.brief(&next),
    };
    branch.steps.iter().map(in_words).collect::<Vec<_>>().join(" ")
}

impl Step {
    /// Returns the statement in plain words, with the statements below it: each on a line of its own, indented by two spaces.
    ///
    /// `position` is the one that the statement is about.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::explain::by_rules;
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse(BoardSize::STANDARD, "44553")?;
    /// let explanation = by_rules(&position);
    /// assert_eq!(
    ///     explanation.steps[0].sentence(&position),
    ///     "X threatens to win on both b1 and f1. O can block only one of them."
    /// );
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn sentence(&self, position: &Position) -> String {
        let text = self.text(position);
        match &self.statement {
            Statement::After { branch, .. } => format!("{text} {}", in_words(branch, position)),
            Statement::EveryMove { .. } => {
                let groups = groups(&self.statement, position);
                let groups = groups.iter().map(|group| format!("{} {}", group.intro(), group.sentences));
                with_reasons(&text, groups)
            }
            Statement::Search(search) => {
                let reasons = search.end.iter().flat_map(|end| {
                    let proofs = end.steps.iter().filter(|step| step.statement.proves_something());
                    proofs.map(|step| step.sentence(&end.position))
                });
                with_reasons(&text, reasons)
            }
            _ => text,
        }
    }
}

/// Returns a text with its reasons below it, moved in.
fn with_reasons(text: &str, reasons: impl Iterator<Item = String>) -> String {
    let mut lines = vec![text.to_owned()];
    for reason in reasons {
        lines.extend(reason.lines().map(|line| format!("  {line}")));
    }
    lines.join("\n")
}
