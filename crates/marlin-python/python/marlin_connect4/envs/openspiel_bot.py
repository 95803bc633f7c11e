"""A bot for OpenSpiel.

Examples:
    >>> import pyspiel
    >>> from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
    >>> from open_spiel.python.bots.uniform_random import UniformRandomBot
    >>> rng = np.random.RandomState(1)
    >>> bots = [MarlinBot(), UniformRandomBot(1, rng)]
    >>> evaluate_bots(pyspiel.load_game("connect_four").new_initial_state(), bots, rng)
    [1.0, -1.0]
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

import marlin_connect4 as m4
from marlin_connect4._batch import settings_of
from marlin_connect4.opponents import Rng, best_columns, generator_of

try:
    pyspiel: Any = import_module("pyspiel")
except ImportError as error:
    raise ImportError("open_spiel is not installed: pip install 'marlin-connect4[openspiel]'") from error

__all__ = ["MarlinBot"]


class MarlinBot(pyspiel.Bot):  # type: ignore[misc]
    """A `pyspiel.Bot` for `connect_four`, for both players and every size of the board.

    Without an opponent it plays as `Opponent.perfect("random")`: each of the best columns has the same
    probability, which `get_policy` returns.

    Args:
        opponent: The player that chooses the moves.
        seed: The seed of its random moves, a number or a generator.
    """

    def __init__(
        self, opponent: m4.Opponent | None = None, *, seed: Rng = None
    ) -> None:
        super().__init__()
        self.opponent = opponent
        self.rng = generator_of(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return _bot_of, (type(self), self.opponent, self.rng)

    def restart(self) -> None:
        """Do nothing: the bot keeps no state."""

    def restart_at(self, state: Any) -> None:
        """Do nothing: the bot keeps no state."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Do nothing: `step` reads the whole state."""

    def step(self, state: Any) -> int:
        """Return the column to play.

        Raises:
            ValueError: The game is over, or is not about four in a row.
        """
        if self.opponent is None:
            return self.step_with_policy(state)[1]
        return self.opponent.move(_position(state), self.rng)

    def provides_policy(self) -> bool:
        """Return whether there is no opponent: the probabilities of an opponent are not known."""
        return self.opponent is None

    def get_policy(self, state: Any) -> list[tuple[int, float]]:
        """Return each legal column with its probability."""
        if self.opponent is not None:
            raise ValueError(f"the probabilities of {self.opponent} are not known")
        best = best_columns(m4.Batch(_position(state)), settings_of(None, None, False), all=True)[0]
        return [(action, best[action] / best.sum()) for action in state.legal_actions()]

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """Return the policy and a column that is drawn by it."""
        policy = self.get_policy(state)
        columns, chances = zip(*policy, strict=True)
        return policy, int(self.rng.choice(columns, p=chances))


def _bot_of(kind: type[MarlinBot], opponent: m4.Opponent | None, rng: np.random.Generator) -> MarlinBot:
    return kind(opponent, seed=rng)


def _position(state: Any) -> m4.Position:
    parameters = state.get_game().get_parameters()
    number = parameters.get("x_in_row", 4)
    if number != 4:
        raise ValueError(f"x_in_row={number}: the solver knows four in a row alone")
    board = f"{parameters.get('columns', 7)}x{parameters.get('rows', 6)}"
    position = m4.Position.parse(str(state), board=board)
    if position.is_over:
        raise ValueError("the game is over: there is no move")
    return position
