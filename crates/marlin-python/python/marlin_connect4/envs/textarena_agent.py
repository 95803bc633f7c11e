"""Agents for `ConnectFour-v0` in TextArena: functions of an observation that return an action, both as text.

Examples:
    >>> import textarena as ta
    >>> from marlin_connect4 import Opponent
    >>> env = ta.make("ConnectFour-v0")
    >>> agents = [agent, agent_of(Opponent.level(3), seed=1)]
    >>> env.reset(num_players=2, seed=1)
    >>> done = False
    >>> while not done:
    ...     player, observation = env.get_observation()
    ...     done, info = env.step(agents[player](observation))
    >>> env.close()[0]
    {0: 1, 1: -1}
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

import marlin_connect4 as m4
from marlin_connect4.opponents import Rng, generator_of

__all__ = ["Agent", "agent", "agent_of", "position_of"]

Agent: TypeAlias = Callable[[str], str]
"""A function of an observation that returns an action, as in `[col 3]`. Columns count from 0."""

_ROWS: Final = re.compile(r"^[.XO](?: [.XO])+$", re.MULTILINE)


def position_of(observation: str) -> m4.Position:
    """Return the position of the last board in an observation.

    Raises:
        ValueError: The observation has no board, as in `ConnectFour-v0-blind`, or its board is too large, as in
            `ConnectFour-v0-large`.
    """
    # After a legal move the game shows its board last, so a board in the text of the other player is not read.
    _, title, board = observation.rpartition("Board state:\n")
    rows = _ROWS.findall(board)
    if not title or not rows:
        raise ValueError("the observation has no board: ConnectFour-v0-blind is not supported")
    return m4.Position.parse("\n".join(rows), board=f"{len(rows[0].split())}x{len(rows)}")


def agent_of(opponent: m4.Opponent, *, seed: Rng = None) -> Agent:
    """Return an agent that plays as an opponent.

    Args:
        opponent: The player that chooses the moves.
        seed: The seed of its random moves, a number or a generator.
    """
    rng = generator_of(seed)

    def play(observation: str) -> str:
        return f"[col {opponent.move(position_of(observation), rng)}]"

    return play


def agent(observation: str) -> str:
    """Return the best column as an action, as `Opponent.perfect()` plays it."""
    return agent_of(m4.Opponent.perfect())(observation)
