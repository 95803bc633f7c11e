//! [`Verb::Draw`](super::Verb::Draw): a position by the rules, as a drawing.

use super::position;
use super::prelude::*;

/// Whether to add the score of each column.
pub const SCORES: &Field =
    &Field::new("scores", FieldKind::Flag).about(None, "Whether to add the score of each column.");
const THREATS: &Field =
    &Field::new("threats", FieldKind::Flag).about(None, "Whether to show the threats of both sides.");
const SVG: &Field =
    &Field::new("svg", FieldKind::Flag).about(None, "Whether to add the board as an SVG of some kilobytes.");

pub(super) const SPEC: Spec = Spec {
    fields: fields![SCORES, THREATS, SVG],
    read: |request, fields| {
        let [scores, threats, svg] = [SCORES, THREATS, SVG].map(|field| fields.flag(field));
        request.drawn = Drawn { scores, threats, svg };
    },
    needs_search: |request| request.drawn.scores,
    task: |request, solver, limits| match request.drawn.scores.then(|| known(request, &solver.lookup())) {
        Some(None) => scores(request, solver, limits, Goal::Columns, |report| Found::Position(Some(report))),
        known => done(solver, known.flatten()),
    },
    answer: |request, found| {
        position::answer(request, found.report().filter(|report| report.source != Source::Search))
    },
    ..COMMON
};
