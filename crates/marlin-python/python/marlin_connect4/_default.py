"""The default solver of calls."""

from __future__ import annotations

import os
import threading

from ._core import Solver

_lock = threading.RLock()
_solver: Solver | None = None


def _unlock() -> None:
    """Make the lock anew: a fork may have copied it while another thread held it."""
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


def default_solver() -> Solver:
    """Return the solver that is used where none is given: 64 MiB, all cores, the built-in book.

    It is made at the first call, once a process.

    Examples:
        >>> default_solver() is default_solver()
        True
    """
    global _solver
    with _lock:
        if _solver is None:
            _solver = Solver()
        return _solver
