"""Interfaces of other packages, so that programs written for them run on this solver.

`bitbully` has the classes of BitBully 0.0.79:

    from marlin_connect4.compat import bitbully as bb
"""

from __future__ import annotations

__all__ = ["bitbully"]

from . import bitbully


def __dir__() -> list[str]:
    return __all__
