"""Cells of a board."""

from __future__ import annotations

from string import ascii_lowercase
from typing import NamedTuple

#: The names of the columns: `a` to `z`, and `aa` to `af` on the widest boards.
FILES = [*ascii_lowercase, *(f"a{letter}" for letter in "abcdef")]


class Cell(NamedTuple):
    """A cell of a board: its column and row, both from 0, the bottom row first.

    Examples:
        >>> Cell(3, 1).name
        'd2'
        >>> Cell.parse("d2")
        Cell(column=3, row=1)
    """

    column: int
    row: int

    @property
    def name(self) -> str:
        """The name of the cell: letters for the column and a number for the row, from 1."""
        return f"{FILES[self.column]}{self.row + 1}"

    @classmethod
    def parse(cls, name: str) -> Cell:
        """Return the cell with a name."""
        file = name.rstrip("0123456789")
        rank = name.removeprefix(file)
        if file not in FILES or int(rank or 0) < 1:
            raise ValueError(f"{name!r} is not a cell: a letter and a number are expected, as in 'd2'")
        return cls(FILES.index(file), int(rank) - 1)
