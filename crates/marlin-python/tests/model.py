"""A plain model of the rules, for comparison with the library."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Board = npt.NDArray[np.int8]


def lines(height: int, width: int) -> list[list[tuple[int, int]]]:
    """Return the cells of all fours."""
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    ends = [
        [(row + k * down, column + k * right) for k in range(4)]
        for row in range(height)
        for column in range(width)
        for down, right in steps
    ]
    return [four for four in ends if all(row < height and 0 <= column < width for row, column in four)]


def winner(board: Board) -> int:
    """Return the number with four in a row, 0 without one."""
    for four in lines(*board.shape):
        numbers = {int(board[cell]) for cell in four}
        if len(numbers) == 1 and numbers != {0}:
            return numbers.pop()
    return 0


def turn(board: Board, other: int) -> int:
    """Return the number that moves: the side with fewer stones, or 1 with equal numbers."""
    return 1 if (board == 1).sum() <= (board == other).sum() else other


def legal(board: Board) -> list[bool]:
    """Return a mask of the columns that can be played; the top row is first."""
    return [winner(board) == 0 and bool(cell == 0) for cell in board[0]]


def step(board: Board, column: int, other: int) -> Board:
    """Return the board after a stone in a column."""
    after = board.copy()
    row = max(row for row in range(len(board)) if board[row, column] == 0)
    after[row, column] = turn(board, other)
    return after
