"""Data sets of exact labels: written with a datasheet, read as boards and masks, labelled in parts by any engine.

The same command writes the same bytes, on any number of threads and of machines: `python -m marlin_connect4 dataset`.

Examples:
    >>> import tempfile
    >>> from pathlib import Path
    >>> file = Path(tempfile.mkdtemp()) / "early.npz"
    >>> sheet = write(file, plies=(0, 3))
    >>> rows = read(file)
    >>> rows.boards.shape, rows.scores.shape, rows.best.shape
    ((295, 6, 7), (295, 7), (295, 7))
"""

from ._formats import FORMATS, SPLITS, Columns, Format
from ._labels import label, positions, split_of, stones
from ._read import DataSet, read
from ._sheet import DESCRIPTIONS, Request
from ._write import boards_of, merge, write

__all__ = [
    "DESCRIPTIONS",
    "FORMATS",
    "SPLITS",
    "Columns",
    "DataSet",
    "Format",
    "Request",
    "boards_of",
    "label",
    "merge",
    "positions",
    "read",
    "split_of",
    "stones",
    "write",
]


def __dir__() -> list[str]:
    return __all__
