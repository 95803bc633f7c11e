"""The request of a data set, and its datasheet: the command, counts, columns and check sum, as a card of Hugging Face."""

from __future__ import annotations

import hashlib
import json
import shlex
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Final

import numpy as np

from .. import _batch
from .._core import __version__
from ._formats import SPLITS, Columns, Format, suffix_of
from ._labels import SHARES, check_split

DESCRIPTIONS: Final = {
    "cells": "the board, rows with the top one first: 0 empty, 1 for the player who moved first, 2 for the other",
    "first": "stones of the player who moved first, a bit of a number of 64 bits for each cell: column * (height + 1) + row, row 0 at the bottom",
    "second": "stones of the other player, in the same form",
    "first_high, second_high": "bits 64 and up of these, on boards that have them",
    "ply": "stones on the board",
    "s0..": "exact score of each column from 0, from the side to move; -128 where it cannot be played",
    "score": "exact score of the position: the stones that the winner has left, the winning one included; below 0 for a loss, 0 for a draw",
    "outcome": "1 if the side to move wins, 0 for a draw, -1 if it loses",
    "best": "columns that keep the score: bit 0 is column 0",
    "plies_to_end": "plies until the game ends under perfect play",
    "split": "train, validation or test; mirror images are in the same split",
    "threats_1, threats_2": "empty cells that complete four in a row of either player, in the form of `first`",
    "threats_1_high, threats_2_high": "bits 64 and up of these, on boards that have them",
    "odd_threats_1, odd_threats_2": "the number of threats on odd rows, counted from 1",
    "even_threats_1, even_threats_2": "the number of threats on even rows",
    "forced": "column that the side to move must play because the opponent would win there; -128 without one",
    "double_threat": "column by which the side to move gets two winning cells, one too many; -128 without one",
    "forced_line": "first column of a win by moves that force all replies; -128 without one",
    "claimeven": "upper bound of the score that claimeven of the opponent proves; -128 without one",
    "proven_by": "index of the layer of rules that proves the winner: " + ", ".join(_batch.LAYERS) + "; -128 without one",
}
"""The meaning of every column of a data set."""


@dataclass(frozen=True, slots=True)
class Request:
    """The contents of a data set."""

    plies: tuple[int, int]
    """The minimum and the maximum number of stones."""
    n: int | None = None
    """The number of random positions that are drawn; `None` for all positions."""
    seed: int = 0
    """The seed of random positions and of the splits."""
    split: tuple[float, float, float] = SHARES
    """The shares of training, validation and test."""
    features: bool = False
    """Whether there are concept labels."""
    board: str = "7x6"
    """The size of the board."""
    mirrors: bool = True
    """Whether both of two mirror images are kept."""
    boards: bool = False
    """Whether there are the cells of the boards."""

    def __post_init__(self) -> None:
        least, most = self.plies
        if not 0 <= least <= most:
            raise ValueError(f"plies {least} to {most}: the smaller number comes first")
        if self.n is not None and self.n < 1:
            raise ValueError(f"n={self.n}: a number of positions above 0 is expected")
        check_split(self.split, self.seed)


def command_of(name: str, request: Request, kind: Format) -> str:
    """Return the command that makes a data set."""
    least, most = request.plies
    file = shlex.quote(f"./{name}" if name.startswith("-") else name)
    parts = [f"python -m marlin_connect4 dataset {file} --plies {least}-{most} --seed {request.seed}"]
    parts += [f"--format {kind}"] if suffix_of(name) != kind else []
    parts += [f"--n {request.n}"] if request.n is not None else []
    parts += [f"--split {' '.join(repr(share) for share in request.split)}"]
    parts += ["--features"] if request.features else []
    parts += [f"--board {request.board}"] if request.board != "7x6" else []
    parts += ["--no-mirrors"] if not request.mirrors else []
    parts += ["--boards"] if request.boards else []
    return " ".join(parts)


def datasheet(name: str, request: Request, kind: Format, columns: Columns, contents: bytes) -> str:
    """Return the description of a data set: its command, counts, columns and check sum."""
    plies, counts = np.unique(columns["ply"], return_counts=True)
    outcomes = {text: int((columns["outcome"] == number).sum()) for text, number in (("won", 1), ("drawn", 0), ("lost", -1))}
    splits = {text: int((columns["split"] == index).sum()) for index, text in enumerate(SPLITS)}
    described = [line for line in DESCRIPTIONS.items() if line[0].split(",")[0].replace("s0..", "s0") in columns]
    lines = [
        *card(name, kind, len(columns["ply"])),
        f"# {name}",
        "",
        f"Connect Four positions on {request.board} with exact labels of all columns, by marlin-connect4 {__version__}.",
        "",
        "```bash",
        command_of(name, request, kind),
        "```",
        "",
        "| | |",
        "|---|---|",
        f"| Rows | {len(columns['ply']):,} |",
        f"| Format | {kind}, by {_library(kind)} |",
        f"| SHA-256 | `{hashlib.sha256(contents).hexdigest()}` |",
        f"| Outcomes of the side to move | {_list(outcomes)} |",
        f"| Splits | {_list(splits)} |",
        "",
        "Mirror images have the same key and are in the same split. The side to move is the player with fewer stones, and",
        "with equal numbers the one who moved first. The command gives the same bytes on any number of threads, with the",
        "same versions of the package and of the libraries that write the file.",
        "",
        "| stones | positions |",
        "|--:|--:|",
        *(f"| {ply} | {count:,} |" for ply, count in zip(plies.tolist(), counts.tolist(), strict=True)),
        "",
        "| column | meaning |",
        "|---|---|",
        *(f"| {column} | {text} |" for column, text in described),
        "",
        f"<!-- {json.dumps(asdict(request))} -->",
        "",
    ]
    return "\n".join(lines)


SIZES: Final = (("n<1K", 10**3), ("1K<n<10K", 10**4), ("10K<n<100K", 10**5), ("100K<n<1M", 10**6), ("1M<n<10M", 10**7))


def card(name: str, kind: Format, rows: int) -> list[str]:
    """Return the head of a card of Hugging Face, by which `load_dataset` finds the file beside it.

    A file has one split there, whatever its columns: it is named `full`, because the default would be `train`.
    """
    if kind == "npz" or suffix_of(name) != kind:
        return []
    size = next((size for size, least in SIZES if rows < least), "10M<n<100M")
    files = ["configs:", "- config_name: default", "  data_files:", "  - split: full", f"    path: {json.dumps(name)}"]
    return ["---", "tags: [connect-four, games]", f"size_categories: [{size}]", *files, "---", ""]


def _library(kind: Format) -> str:
    """Return the library that writes a format, with its version."""
    name = {"parquet": "pyarrow", "npz": "numpy", "csv": ""}[kind]
    return f"{name} {import_module(name).__version__}" if name else "Python's csv"


def _list(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())
