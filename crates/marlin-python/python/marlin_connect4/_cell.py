"""Cells of a board."""

from __future__ import annotations

from typing import NamedTuple


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
        """The name of the cell: a letter for the column and a number for the row, from 1."""
        return f"{chr(ord('a') + self.column)}{self.row + 1}"

    @classmethod
    def parse(cls, name: str) -> Cell:
        """Return the cell with a name."""
        if len(name) < 2 or not "a" <= name[0] <= "z" or not name[1:].isdecimal() or int(name[1:]) < 1:
            raise ValueError(f"{name!r} is not a cell: a letter and a number are expected, as in 'd2'")
        return cls(ord(name[0]) - ord("a"), int(name[1:]) - 1)
