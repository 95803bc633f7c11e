"""Exact Connect Four: positions, solvers, labels in batches, opponents and data sets.

Columns count from 0 in numbers and from 1 in texts of moves. Scores are from the side to move: the stones that the winner has
left, the winning one included; below 0 for a loss, 0 for a draw. Arrays of boards are `(n, 6, 7)` with the top
row first.

Examples:
    >>> import marlin_connect4 as m4
    >>> m4.Solver().scores(m4.Position("4433"))
    [-3, 18, 2, 2, 18, -3, -4]
    >>> boards = m4.random_boards(1000, (0, 41), seed=1)
    >>> m4.analyze(boards).shape
    (1000, 7)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._answers import Analysis, Explanation, Review, ReviewedMove
from ._arrays import Cells, Layout, from_planes, to_planes
from ._batch import (
    ILLEGAL,
    LAYERS,
    Batch,
    all_boards,
    analyze,
    features,
    outcomes,
    plies_to_end,
    random_boards,
    solve,
)
from ._cell import Cell
from ._core import Game, Position, PositionError, Solver, __version__
from ._default import default_solver
from ._games import GameFile, read_games
from ._rules import canonical, legal, non_losing, policy, step, turn, winner
from .judges import Evaluation, Games, MatchResult, Mistake, Rate, evaluate, match
from .opponents import Opponent

if TYPE_CHECKING:
    from . import data, envs

__all__ = [
    "ILLEGAL",
    "LAYERS",
    "Analysis",
    "Batch",
    "Cell",
    "Cells",
    "Evaluation",
    "Explanation",
    "Game",
    "GameFile",
    "Games",
    "Layout",
    "MatchResult",
    "Mistake",
    "Opponent",
    "Position",
    "PositionError",
    "Rate",
    "Review",
    "ReviewedMove",
    "Solver",
    "__version__",
    "all_boards",
    "analyze",
    "canonical",
    "data",
    "default_solver",
    "envs",
    "evaluate",
    "features",
    "from_planes",
    "legal",
    "match",
    "non_losing",
    "outcomes",
    "plies_to_end",
    "policy",
    "random_boards",
    "read_games",
    "solve",
    "step",
    "to_planes",
    "turn",
    "winner",
]


def __getattr__(name: str) -> Any:
    """Import a module when it is first used, so that the import of the package stays short."""
    if name in ("data", "envs"):
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
