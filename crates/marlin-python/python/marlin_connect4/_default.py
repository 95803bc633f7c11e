"""The solver of calls that name none."""

from __future__ import annotations

import threading

from ._core import Solver

_lock = threading.Lock()
_solver: Solver | None = None


def default_solver() -> Solver:
    """Return the solver that is used where none is given: 64 MiB, all cores, the built-in book.

    It is made at the first call, and lives as long as the process.

    Examples:
        >>> default_solver() is default_solver()
        True
    """
    global _solver
    with _lock:
        if _solver is None:
            _solver = Solver()
        return _solver
