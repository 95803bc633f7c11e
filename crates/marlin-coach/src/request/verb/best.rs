//! [`Verb::Best`](super::Verb::Best): the best move, with the bounds of the others so far.

use super::prelude::*;

pub(super) const SPEC: Spec = Spec {
    task: |request, solver, limits| {
        scores(request, solver, limits, Goal::BestMove, |report| Found::Columns(report, None))
    },
    ..COMMON
};
