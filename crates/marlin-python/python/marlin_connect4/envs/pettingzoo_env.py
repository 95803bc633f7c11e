"""An `Opponent` as a policy for PettingZoo.

Examples:
    >>> from pettingzoo.classic import connect_four_v3
    >>> from marlin_connect4 import Opponent
    >>> policy = PettingZooPolicy(Opponent.perfect())
    >>> env = connect_four_v3.env()
    >>> env.reset()
    >>> for agent in env.agent_iter(max_iter=42):
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated or truncated else policy(observation))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

import marlin_connect4 as m4
from marlin_connect4.opponents import Rng, generator_of

__all__ = ["PettingZooPolicy"]


class PettingZooPolicy:
    """A policy for `pettingzoo.classic.connect_four_v3`: a function of an observation that returns an action.

    It reads only the planes, `(6, 7, 2)` with the plane of the agent first, so it plays for both agents. It also
    takes observations of pgx.

    Args:
        opponent: The player that chooses the moves.
        seed: The seed of its random moves, a number or a generator.
    """

    def __init__(self, opponent: m4.Opponent, *, seed: Rng = None) -> None:
        self.opponent = opponent
        self.rng = generator_of(seed)

    def __call__(self, observation: Mapping[str, npt.ArrayLike] | npt.NDArray[Any]) -> int:
        """Return a column for an observation of the agent on turn.

        Raises:
            ValueError: The agent is not on turn, or the game is over.
        """
        planes = observation["observation"] if isinstance(observation, Mapping) else observation
        board = m4.from_planes(planes, axis=-1)
        # The winner's view of its last board is marked: by the numbers of stones, it would be on turn.
        if m4.turn(board, errors="mark") != 1:
            raise ValueError("the agent has no move: it is not on turn, or the game is over")
        return int(self.opponent.moves(board, self.rng))
