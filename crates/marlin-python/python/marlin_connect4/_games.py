"""Files of games and of positions with scores."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Literal

import numpy as np

from ._arrays import Int8, Layout
from ._batch import Batch, Errors
from ._core import Game


class GameFile(Batch):
    """A batch of the positions of a file, in the order of its lines: all functions for arrays take it.

    Examples:
        >>> read = read_games(["# board 7x6", "4433 18", "1. d1 d2 2. c1"])
        >>> read, read.scores.tolist(), read.lines
        (<GameFile of 2 boards of 7x6>, [18, -128], [2, 3])
        >>> read.games[1].moves, read.cells.shape
        ([3, 3, 2], (2, 6, 7))
    """

    games: list[Game | None]
    """The game of each row, with its moves where the line has them; `None` for a row that is not a position."""
    scores: Int8
    """The score that each line states, `ILLEGAL` where it states none. It is not checked: `solve` finds the exact one."""
    lines: list[int]
    """The number of the line of each row, from 1."""

    def __init__(
        self, lines: list[str], layout: Layout | None, board: str | None, base: Literal[0, 1], errors: Errors
    ) -> None:
        rows = self._read(lines, layout, board, base, errors, is_file=True)
        self.lines, self.games = [index + 1 for index, _, _ in rows], [game for _, _, game in rows]
        self.scores = np.array([score for _, score, _ in rows], dtype=np.int8)


def read_games(
    source: str | os.PathLike[str] | Iterable[str] | Iterable[bytes],
    *,
    layout: Layout | None = None,
    board: str | None = None,
    base: Literal[0, 1] = 1,
    errors: Errors = "raise",
) -> GameFile:
    """Read a file with a game or a position on each line, in any notation, and a score after moves if it has one.

    Pascal Pons's sets have `moves score` on each line. Blank lines and lines that begin with `#` are skipped; `# board 8x7`
    before the first position states the board.

    Args:
        source: The path of the file, the open file, or its lines.
        layout: The order of the cells.
        board: The size of the board; by default the size that the file states or its drawn boards have, otherwise 7x6.
        base: The number of the leftmost column in moves.
        errors: `"mark"` keeps lines that are not positions as rows without a position, with their `reasons`.

    Raises:
        ValueError: A line is not a position, or is a position of another board. The message has its number and the reason.
        OSError: The file cannot be read.

    Examples:
        >>> read_games(["4433 18", "4444444 1"])
        Traceback (most recent call last):
        marlin_connect4.PositionError: line 2: move 7: column 4 is full
        >>> marked = read_games(["4433 18", "4444444 1"], errors="mark")
        >>> marked.reasons, marked.games[1], marked.scores.tolist()
        ({1: 'move 7: column 4 is full'}, None, [18, -128])
    """
    if not isinstance(source, str | os.PathLike):
        lines = [line.decode(errors="replace") if isinstance(line, bytes) else line for line in source]
        return GameFile(lines, layout, board, base, errors)
    # A byte that is no text is an error of its line.
    with open(source, encoding="utf-8-sig", errors="replace") as file:
        lines = list(file)
    try:
        return GameFile(lines, layout, board, base, errors)
    except ValueError as error:
        raise ValueError(f"{os.fspath(source)}, {error}") from None
