"""A Gymnasium vector environment: each step answers all boards in one call.

Examples:
    >>> from marlin_connect4 import Opponent
    >>> from marlin_connect4.envs import ConnectFourVectorEnv
    >>> envs = ConnectFourVectorEnv(1000, Opponent.level(5))
    >>> boards, infos = envs.reset(seed=1)
    >>> boards, rewards, terminations, truncations, infos = envs.step(np.full(1000, 3))
    >>> boards.shape, infos["action_mask"].shape
    ((1000, 6, 7), (1000, 7))
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

import marlin_connect4 as m4

from ._games import Games, Int8, Mask, Rewards

try:
    import gymnasium as gym
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("gymnasium is not installed: pip install 'marlin-connect4[gym]'") from error

__all__ = ["ConnectFourVectorEnv"]


class ConnectFourVectorEnv(VectorEnv[Int8, npt.ArrayLike, npt.NDArray[Any]]):
    """Many games of an agent against an opponent. Boards, rewards and masks are as in `ConnectFourEnv`.

    Args:
        num_envs: The number of games.
        opponent: The opponent; `None` for self-play.
        first: Whether the agent moves first; `None` draws it for each game.
        autoreset_mode: `NEXT_STEP`, the default of Gymnasium, starts the next game in the step after the last
            step of a game, and ignores the action of that step. `SAME_STEP` starts it at once, and
            `infos["final_obs"]` has the last board. `DISABLED` leaves it to `reset` with its `reset_mask`.
    """

    def __init__(
        self,
        num_envs: int,
        opponent: m4.Opponent | None = None,
        *,
        first: bool | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = gym.spaces.Box(-1, 1, (6, 7), np.int8)
        self.single_action_space = gym.spaces.Discrete(7)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games = Games(num_envs, opponent, first)
        self._over = np.ones(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Int8, dict[str, Any]]:
        """Start a game in each row, or in the rows of the mask `options["reset_mask"]`."""
        super().reset(seed=seed)
        rows: Mask = np.ones(self.num_envs, dtype=np.bool_)
        if options and "reset_mask" in options:
            rows = np.asarray(options["reset_mask"], dtype=np.bool_)
        self._games.start(rows, self.np_random)
        self._over = self._over & ~rows
        return self._games.boards.copy(), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Int8, Rewards, Mask, Mask, dict[str, Any]]:
        """Play a column in each row and the answers to them.

        Raises:
            ValueError: An action is outside of the space. No game has changed.
        """
        infos: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._games.start(self._over, self.np_random)
        elif self._over.any():
            row = int(self._over.argmax())
            raise gym.error.ResetNeeded(f"no game is open in row {row}: call reset() before step()")
        rewards, over = self._games.play(~self._over, actions, self.np_random)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            infos = self._final(over)
            self._games.start(over, self.np_random)
        self._over = over & (self.autoreset_mode is not AutoresetMode.SAME_STEP)
        return self._games.boards.copy(), rewards, over, np.zeros_like(over), infos | self._infos()

    def _infos(self) -> dict[str, Any]:
        masks, every_row = self._games.legal.astype(np.int8), np.ones(self.num_envs, dtype=np.bool_)
        return {"action_mask": masks, "_action_mask": every_row}

    def _final(self, over: Mask) -> dict[str, Any]:
        """Return the last boards and masks of the games that are over, as `SyncVectorEnv` does."""
        boards = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(over):
            boards[row] = self._games.boards[row].copy()
        info = {"action_mask": np.zeros((self.num_envs, 7), dtype=np.int8), "_action_mask": over}
        return {"final_obs": boards, "_final_obs": over, "final_info": info, "_final_info": over}
