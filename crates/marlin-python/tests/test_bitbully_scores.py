"""The scores beside the scores of another solver: BitBully 0.0.79, as a program."""

from __future__ import annotations

import os

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import Position

bitbully = pytest.importorskip("bitbully")

# All of them take BitBully three minutes.
COUNT = 2000 if os.environ.get("MARLIN_EXHAUSTIVE") else 40


def test_no_column_of_random_positions_differs() -> None:
    boards = m4.random_boards(2000, (8, 41), seed=2026)[:COUNT]
    ours = m4.analyze(boards)
    agent = bitbully.BitBully(opening_book=None)
    for board, scores in zip(boards, ours, strict=True):
        theirs = agent.score_all_moves(bitbully.Board(Position.from_array(board).to_array(layout="columns").tolist()))
        assert {int(column): int(scores[column]) for column in np.flatnonzero(scores != m4.ILLEGAL)} == theirs
