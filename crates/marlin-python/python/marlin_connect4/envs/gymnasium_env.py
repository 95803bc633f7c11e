"""A Gymnasium environment: an agent against an `Opponent`. The import of this module registers it.

Gymnasium imports it itself for the name with the module:
`gym.make("marlin_connect4.envs.gymnasium_env:marlin_connect4/ConnectFour-v0")`.

Examples:
    >>> import gymnasium as gym
    >>> from marlin_connect4 import Opponent
    >>> from marlin_connect4.envs import gymnasium_env
    >>> gym.register_envs(gymnasium_env)
    >>> env = gym.make("marlin_connect4/ConnectFour-v0", opponent=Opponent.perfect(), first=True)
    >>> board, info = env.reset(seed=1)
    >>> board, reward, terminated, truncated, info = env.step(3)
    >>> board[4:, 3], info["action_mask"]
    (array([-1,  1], dtype=int8), array([1, 1, 1, 1, 1, 1, 1], dtype=int8))
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

import marlin_connect4 as m4

from ._games import Games, Int8, Mask

try:
    import gymnasium as gym
except ImportError as error:
    raise ImportError("gymnasium is not installed: pip install 'marlin-connect4[gym]'") from error

__all__ = ["ConnectFourEnv"]

_COLOURS: Final = np.array([[255, 255, 255], [214, 69, 65], [244, 208, 63]], dtype=np.uint8)
_FRAME: Final = np.array([31, 78, 160], dtype=np.uint8)
_CELL: Final = 64
_ONE: Final = np.array([True])


class ConnectFourEnv(gym.Env[Int8, Any]):
    """Games of an agent against an opponent, which answers within `step`.

    The observation is the board, `(6, 7)`, the top row first: 1 for stones of the agent, -1 for stones of the
    opponent. All functions of the package read the boards of open games. `info["action_mask"]` has the legal
    columns for `action_space.sample(mask)`, and `action_masks()` has them for `MaskablePPO` of sb3-contrib.
    The reward is 1 for a win, -1 for a loss, and 0 otherwise. A column that is full loses the game. An action outside
    the space is an error, and leaves the game as it was.

    Args:
        opponent: The opponent. `None` is self-play: the agent plays both sides, each observation is in the
            view of the side to move, and each reward belongs to the side that moved.
        first: Whether the agent moves first; `None` draws it for each game. Self-play ignores it.
        render_mode: `"ansi"` for text, in which X moves first, or `"rgb_array"`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        opponent: m4.Opponent | None = None,
        *,
        first: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.observation_space = gym.spaces.Box(-1, 1, (6, 7), np.int8)
        self.action_space = gym.spaces.Discrete(7)
        self.render_mode = render_mode
        self._games = Games(1, opponent, first)
        self._is_open = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Int8, dict[str, Any]]:
        """Start a game. If the opponent moves first, its move is on the board."""
        super().reset(seed=seed)
        self._games.start(_ONE, self.np_random)
        self._is_open = True
        return self._observed()

    def step(self, action: Any) -> tuple[Int8, float, bool, bool, dict[str, Any]]:
        """Play a column and the answer to it.

        Raises:
            ValueError: The action is outside of the space.
        """
        if not self._is_open:
            raise gym.error.ResetNeeded("no game is open: call reset() before step()")
        rewards, over = self._games.play(_ONE, [action], self.np_random)
        self._is_open = not over[0]
        board, info = self._observed()
        return board, float(rewards[0]), bool(over[0]), False, info

    def action_masks(self) -> Mask:
        """Return the legal columns."""
        mask: Mask = self._games.legal[0].copy()
        return mask

    def _observed(self) -> tuple[Int8, dict[str, Any]]:
        return self._games.boards[0].copy(), {"action_mask": self._games.legal[0].astype(np.int8)}

    def render(self) -> Any:
        """Return the board as text or as a picture, by the render mode."""
        board = -self._games.boards[0] if self._games.is_second[0] else self._games.boards[0]
        if self.render_mode == "ansi":
            return str(m4.Position.from_array(board))
        return _picture(board) if self.render_mode == "rgb_array" else None


def _picture(board: Int8) -> npt.NDArray[np.uint8]:
    from_centre = np.arange(_CELL) - (_CELL - 1) / 2
    is_disc = from_centre[:, np.newaxis] ** 2 + from_centre**2 < (0.42 * _CELL) ** 2
    stones = board.repeat(_CELL, axis=0).repeat(_CELL, axis=1)
    return np.where(np.tile(is_disc, board.shape)[..., np.newaxis], _COLOURS[stones], _FRAME)


gym.register(
    "marlin_connect4/ConnectFour-v0",
    entry_point="marlin_connect4.envs.gymnasium_env:ConnectFourEnv",
    vector_entry_point="marlin_connect4.envs.gymnasium_vector:ConnectFourVectorEnv",
)
