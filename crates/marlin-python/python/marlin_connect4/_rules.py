"""The rules, and targets of scores, for many boards in one call: nothing here searches."""

from __future__ import annotations

from typing import Literal, cast

import numpy as np
import numpy.typing as npt

from ._arrays import Cells, Int8, Layout
from ._batch import ILLEGAL, Batch, Errors, batch_of


def legal(boards: Cells | Batch, *, layout: Layout | None = None, errors: Errors = "raise") -> npt.NDArray[np.bool_]:
    """Return a mask of the columns that can be played, `(n, 7)`; none after the end of a game.

    Examples:
        >>> legal(Position("444444").to_array())
        array([ True,  True,  True, False,  True,  True,  True])
    """
    batch = batch_of(boards, layout, errors)
    return batch.result(batch.mask("legal"))


def non_losing(boards: Cells | Batch, *, layout: Layout | None = None, errors: Errors = "raise") -> npt.NDArray[np.bool_]:
    """Return a mask of the columns after which the opponent has no move that wins at once: `(n, 7)`.

    Examples:
        >>> non_losing(Position("11223").to_array())
        array([False, False, False,  True, False, False, False])
    """
    batch = batch_of(boards, layout, errors)
    return batch.result(batch.mask("non_losing"))


def winner(boards: Cells | Batch, *, layout: Layout | None = None, errors: Errors = "raise") -> Int8:
    """Return the number of the player with four in a row, as in the board, and 0 without one: `(n,)`.

    Examples:
        >>> winner(Position("1122334").to_array())
        np.int8(1)
    """
    batch = batch_of(boards, layout, errors)
    found = batch.new(np.int8)
    batch.core.winner(found)
    return batch.result(found)


def turn(boards: Cells | Batch, *, layout: Layout | None = None, errors: Errors = "raise") -> Int8:
    """Return the number of the side to move, as in the board, and 0 when the game is over: `(n,)`.

    The side with fewer stones moves; with equal numbers, the side whose stones are 1 moves.

    Examples:
        >>> turn(Position("443").to_array())
        np.int8(2)
    """
    batch = batch_of(boards, layout, errors)
    found = batch.new(np.int8)
    batch.core.turn(found)
    return batch.result(found)


def canonical(boards: Cells | Batch, *, layout: Layout | None = None, errors: Errors = "raise") -> Int8:
    """Return boards from the view of the side to move: 1 for its stones, -1 for the stones of the other side.

    Examples:
        >>> canonical(Position("443").to_array())[4:]
        array([[ 0,  0,  0,  1,  0,  0,  0],
               [ 0,  0, -1, -1,  0,  0,  0]], dtype=int8)
    """
    batch = batch_of(boards, layout, errors)
    view = np.empty_like(batch.cells)
    batch.core.canonical(view)
    return batch.result(view)


def step(
    boards: Cells | Batch,
    columns: npt.ArrayLike,
    *,
    layout: Layout | None = None,
) -> Int8:
    """Return the boards after one move in each: a vector environment in one function.

    Args:
        boards: One board, or many.
        columns: A column for each board, from 0; -1 leaves a board as it is.
        layout: The order of the cells.

    Raises:
        ValueError: A column cannot be played. The message has the index of the board and the reason.

    Examples:
        >>> boards = np.zeros((3, 6, 7), dtype=np.int8)
        >>> step(boards, [0, 3, -1])[:, 5, [0, 3]]
        array([[1, 0],
               [0, 1],
               [0, 0]], dtype=int8)
    """
    batch = batch_of(boards, layout)
    moves = np.asarray(columns)
    if moves.dtype.kind not in "iu" and moves.size:
        raise TypeError(f"columns of {moves.dtype} are no whole numbers")
    expected = () if batch.is_one else (batch.n,)
    if moves.shape != expected:
        raise ValueError(f"columns have the shape {moves.shape}, where {expected} is expected: one for each board")
    after = batch.cells.copy()
    # Numbers beyond all boards stay beyond them: a cast would change them.
    batch.core.step(np.ascontiguousarray(np.minimum(moves, 64).reshape(batch.n), dtype=np.int64), after)
    return batch.result(after)


def policy(
    scores: Int8,
    kind: Literal["best", "keep", "softmax"] = "best",
    temperature: float = 1.0,
) -> npt.NDArray[np.float32]:
    """Return training targets by the scores of all columns: probabilities, equal for equal scores.

    Args:
        scores: `(n, 7)` or `(7,)`, as `analyze` returns them.
        kind: `"best"` plays the best columns, `"keep"` all that keep the outcome, `"softmax"` all by their scores.
        temperature: The scores are divided by it before the softmax.

    Returns:
        Rows that sum to 1, or to 0 where no column can be played.

    Examples:
        >>> policy(np.array([-3, 18, 2, 2, 18, ILLEGAL, -4], dtype=np.int8))
        array([0. , 0.5, 0. , 0. , 0.5, 0. , 0. ], dtype=float32)
    """
    found = np.asarray(scores)
    if found.dtype.kind != "i":
        raise TypeError(f"scores of {found.dtype} are no whole numbers: analyze() returns int8")
    playable = found != ILLEGAL
    best = found.max(axis=-1, keepdims=True)
    if kind == "best":
        weights = ((found == best) & playable).astype(np.float32)
    elif kind == "keep":
        weights = ((np.sign(found) == np.sign(best)) & playable).astype(np.float32)
    elif kind == "softmax":
        if not temperature > 0:
            raise ValueError(f"temperature={temperature}: a number above 0 is expected")
        distances = (found.astype(np.float64) - best.astype(np.float64)) / temperature
        weights = np.where(playable, np.exp(distances), 0.0).astype(np.float32)
    else:
        raise ValueError(f"kind={kind!r} is not one of 'best', 'keep' and 'softmax'")
    total = weights.sum(axis=-1, keepdims=True, dtype=np.float32)
    return cast("npt.NDArray[np.float32]", weights / np.where(total > 0, total, np.float32(1)))
