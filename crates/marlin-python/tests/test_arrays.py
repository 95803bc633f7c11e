"""Arrays of boards: every layout, type and order of the memory, and the rules beside a model."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import marlin_connect4 as m4
import model
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marlin_connect4 import Position

LAYOUTS = ("top", "bottom", "columns")
BOARDS = ("7x6", "4x4", "5x6", "9x5", "3x3")


@st.composite
def positions(draw: Any, boards: tuple[str, ...] = BOARDS) -> Position:
    """Draw a position by a game: over, or not."""
    position = Position(board=draw(st.sampled_from(boards)))
    for choice in draw(st.lists(st.integers(0, 11), max_size=45)):
        if position.is_over:
            break
        position = position.play(position.legal_moves[choice % len(position.legal_moves)])
    return position


@st.composite
def batches(draw: Any) -> npt.NDArray[np.int8]:
    """Draw boards of one size, with the numbers 1 and 2 or 1 and -1."""
    board, values = draw(st.sampled_from(BOARDS)), draw(st.sampled_from(["players", "signs", "own"]))
    found = draw(st.lists(positions((board,)), min_size=1, max_size=6))
    return np.stack([position.to_array(values=values) for position in found])


@given(positions(), st.sampled_from(LAYOUTS), st.sampled_from(["players", "signs", "own"]))
def test_a_position_is_read_back_in_every_layout_and_form(position: Position, layout: Any, values: Any) -> None:
    array = position.to_array(layout=layout, values=values)
    again = Position.from_array(array, layout=layout)
    # A board from the view of the side to move has no first player: with equal numbers of stones, it is the
    # side to move.
    assert again == position
    assert array.flags.writeable and array.dtype == np.int8


READERS: list[Any] = [
    Position.from_array,
    m4.Batch,
    partial(m4.analyze, time=math.inf),
    partial(m4.solve, time=math.inf),
    partial(m4.outcomes, time=math.inf),
    m4.legal,
    m4.non_losing,
    m4.winner,
    m4.turn,
    m4.canonical,
    m4.features,
    lambda boards, **given: m4.step(boards, -1 if np.ndim(boards) == 2 else [-1], **given),
    lambda boards, **given: m4.plies_to_end(boards, m4.solve(boards, layout="top", time=math.inf), **given),
    lambda boards, **given: m4.Opponent.random().moves(boards, np.random.default_rng(1), **given),
    lambda boards, **given: m4.evaluate(m4.Opponent.random(), boards=np.reshape(boards, (-1, 7, 6)), **given),
]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("shape", [(7, 6), (1, 7, 6)])
def test_boards_that_may_be_columns_or_rows_need_a_layout(read: Any, shape: tuple[int, ...]) -> None:
    boards = np.zeros(shape, dtype=np.int8)
    message = r"shape \((1, )?7, 6\), where \(6, 7\) or \(n, 6, 7\) is expected: layout='columns' .* and layout='top'"
    with pytest.raises(ValueError, match=message):
        read(boards)
    read(boards, layout="columns")
    read(boards, layout="top")


@given(positions())
def test_layouts_differ_by_turns_of_the_array(position: Position) -> None:
    top = position.to_array()
    assert (position.to_array(layout="bottom") == top[::-1]).all()
    assert (position.to_array(layout="columns") == top[::-1].T).all()


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "int64", "uint64", "float32", "float64"])
def test_every_type_of_number_is_read(dtype: str) -> None:
    cells = Position("44335").to_array().astype(dtype)
    assert Position.from_array(cells) == Position("44335") == Position.from_array(cells.tolist())
    assert m4.turn(cells) == 2


def test_every_order_of_the_memory_is_read() -> None:
    boards = m4.random_boards(6, (5, 20), seed=1)
    expected = m4.solve(boards)
    read_only = boards.copy()
    read_only.flags.writeable = False
    wide = np.repeat(boards, 2, axis=2)[:, :, ::2]
    for form in (np.asfortranarray(boards), read_only, wide, boards[::-1][::-1], boards.transpose(2, 0, 1).transpose(1, 2, 0)):
        assert (m4.solve(form) == expected).all()
    assert (m4.solve(boards[::-1]) == expected[::-1]).all()
    assert (m4.solve(list(boards)) == expected).all()


def test_no_boards_are_no_error() -> None:
    none = np.zeros((0, 6, 7), dtype=np.int8)
    assert m4.analyze(none).shape == (0, 7) and m4.solve(none).shape == (0,) == m4.winner(none).shape
    assert m4.legal(none).shape == (0, 7) and m4.step(none, np.zeros(0, dtype=int)).shape == (0, 6, 7)
    assert m4.features(none)["threats"].shape == (0, 2, 6, 7)
    assert m4.Opponent.random().moves(none, np.random.default_rng(1)).shape == (0,)
    assert m4.random_boards(0, 5, seed=1).shape == (0, 6, 7)


def test_planes_are_read_along_either_axis() -> None:
    boards = m4.random_boards(20, (0, 41), seed=2)
    planes = np.stack([boards == 1, boards == 2], axis=1)
    for found in (planes, planes.astype(float), planes.astype("uint8")):
        assert (m4.from_planes(found) == boards).all()
        assert (m4.from_planes(np.moveaxis(found, 1, -1), axis=-1) == boards).all()
    assert (m4.from_planes(planes[3]) == boards[3]).all()
    assert (m4.to_planes(boards) == planes).all() and (m4.to_planes(m4.canonical(boards)[2])[0] == (m4.canonical(boards)[2] == 1)).all()
    assert (m4.from_planes(m4.to_planes(boards, axis=-1), axis=-1) == boards).all()


@settings(deadline=None)
@given(batches(), st.data())
def test_the_rules_of_arrays_are_those_of_the_model(boards: npt.NDArray[np.int8], data: st.DataObject) -> None:
    other = -1 if (boards == -1).any() else 2
    assert m4.winner(boards).tolist() == [model.winner(board) for board in boards]
    assert m4.legal(boards).tolist() == [model.legal(board) for board in boards]
    playable = [[column for column, free in enumerate(row) if free] or [-1] for row in m4.legal(boards)]
    columns = [data.draw(st.sampled_from(row)) for row in playable]
    after = m4.step(boards, columns)
    for board, column, found in zip(boards, columns, after, strict=True):
        assert (found == (board if column < 0 else model.step(board, column, other))).all()


@given(batches())
def test_boards_from_the_side_to_move_are_those_of_positions(boards: npt.NDArray[np.int8]) -> None:
    expected = [Position.from_array(board).to_array(values="own") for board in boards]
    assert (m4.canonical(boards) == expected).all()


@given(batches())
def test_non_losing_moves_of_arrays_are_those_of_positions(boards: npt.NDArray[np.int8]) -> None:
    for board, row in zip(boards, m4.non_losing(boards), strict=True):
        assert np.flatnonzero(row).tolist() == Position.from_array(board).non_losing_moves
