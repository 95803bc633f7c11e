"""Agents for ConnectX on Kaggle.

Examples:
    >>> from kaggle_environments import make
    >>> from marlin_connect4 import Opponent
    >>> env = make("connectx")
    >>> steps = env.run([agent, agent_of(Opponent.level(3))])
    >>> steps[-1][0].reward
    1

A submission is an archive with a `main.py` at its top, whose last function plays. Kaggle runs it without a
network, so the package goes into the archive, from the wheel for Linux on x86-64:

    pip download marlin-connect4 --no-deps --only-binary :all: \\
        --platform manylinux_2_28_x86_64 --python-version 3.11
    unzip marlin_connect4-*.whl
    tar czf submission.tar.gz main.py marlin_connect4

where `main.py` is

    import sys
    sys.path.insert(0, "/kaggle_simulations/agent")
    from marlin_connect4.envs.kaggle_agent import agent
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

import marlin_connect4 as m4
from marlin_connect4.opponents import Rng, generator_of

__all__ = ["Agent", "agent", "agent_of"]

_SHARE: Final = 0.5
"""The share of the time for a move that the search takes; the rest is for the start of the process."""

Agent: TypeAlias = Callable[[Any, Any], int]
"""A function of an observation and a configuration, also as dictionaries, that returns a column."""


def agent_of(opponent: m4.Opponent, *, seed: Rng = None) -> Agent:
    """Return an agent that plays as an opponent.

    Args:
        opponent: The player that chooses the moves.
        seed: The seed of its random moves, a number or a generator.
    """
    rng = generator_of(seed)

    def play(observation: Any, configuration: Any) -> int:
        return int(opponent.moves(_board(observation, configuration), rng))

    return play


def agent(observation: Any, configuration: Any) -> int:
    """Return the best column; of equals, the nearest to the centre.

    On the board of the competition, 7x6, the column is exact. A larger board may need more time than half of
    `actTimeout`: the column is then `Analysis.play`, the move to play by the bounds proven so far.

    Raises:
        ValueError: The game is not about four in a row, its board is too large, or the agent has no move.
    """
    position = m4.Position.from_array(_board(observation, configuration), layout="top")
    seconds = _SHARE * float(_field(configuration, "actTimeout", 2))
    column = m4.default_solver().analyze(position, time=seconds).play
    assert column is not None
    return column


def _board(observation: Any, configuration: Any) -> npt.NDArray[np.int8]:
    """Return the board with the stones of the agent as 1, so that it is to move if the numbers are equal."""
    inarow, mark = _field(configuration, "inarow", 4), _field(observation, "mark")
    if inarow != 4:
        raise ValueError(f"inarow={inarow}: the solver knows four in a row alone")
    shape = (_field(configuration, "rows", 6), _field(configuration, "columns", 7))
    cells = np.array(_field(observation, "board"), dtype=np.int8).reshape(shape)
    board = np.where(cells == mark, 1, 2 * (cells != 0)).astype(np.int8)
    if m4.turn(cells, errors="mark") != mark:
        raise ValueError(f"mark {mark} has no move: it is not on turn, or the game is over")
    return board


def _field(record: Any, name: str, default: Any = None) -> Any:
    """Return a field of a record of Kaggle, or of a dictionary, which may lack fields with a default of ConnectX."""
    found = record.get(name, default) if isinstance(record, Mapping) else getattr(record, name, default)
    if found is None:
        raise ValueError(f"{name!r} is missing: an observation has 'board' and 'mark'")
    return found
