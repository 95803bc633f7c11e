"""Games of an agent against an opponent, side by side: the rules of the Gymnasium environments."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

import marlin_connect4 as m4

Int8: TypeAlias = npt.NDArray[np.int8]
Mask: TypeAlias = npt.NDArray[np.bool_]
Rewards: TypeAlias = npt.NDArray[np.float64]


class Games:
    """Games side by side. Each board is in the view of its agent: 1 for its stones, -1 for the other stones.

    Args:
        n: The number of games.
        opponent: The opponent; `None` for self-play.
        first: Whether the agent moves first; `None` draws it for each game.
    """

    def __init__(self, n: int, opponent: m4.Opponent | None, first: bool | None) -> None:
        self.opponent, self.first = opponent, first
        self.boards: Int8 = np.zeros((n, 6, 7), dtype=np.int8)
        self.legal: Mask = np.ones((n, 7), dtype=np.bool_)
        self.is_second: Mask = np.zeros(n, dtype=np.bool_)

    def start(self, rows: Mask, rng: np.random.Generator) -> None:
        """Start new games in some rows."""
        self.boards[rows], self.legal[rows], self.is_second[rows] = 0, True, False
        if self.opponent is not None:
            choices = [False, True] if self.first is None else [not self.first]
            self.is_second[rows] = rng.choice(choices, size=int(rows.sum()))
            self._answer(self.boards, rows & self.is_second, self.opponent, rng)

    def play(self, rows: Mask, actions: npt.ArrayLike, rng: np.random.Generator) -> tuple[Rewards, Mask]:
        """Play actions and the answers to them in some rows; return the rewards, and which games are over.

        Raises:
            ValueError: An action is outside of the space. No game has changed.
        """
        columns = np.asarray(actions).reshape(len(self.boards))
        is_inside = np.isin(columns, np.arange(7)) if columns.dtype.kind in "iu" else np.zeros_like(rows)
        if (rows & ~is_inside).any():
            game = int((rows & ~is_inside).argmax())
            raise ValueError(
                f"action {columns[game]!r} in game {game} is outside of the action space: columns are whole numbers from 0 to 6"
            )
        is_legal = ((columns[:, np.newaxis] == np.arange(7)) & self.legal).any(axis=1)
        is_played, is_illegal = rows & is_legal, rows & ~is_legal
        boards = m4.step(self.boards, np.where(is_played, columns, -1))
        boards[is_played] *= -1
        is_last = is_played.copy()
        if self.opponent is not None:
            is_last[self._answer(boards, is_played, self.opponent, rng)] = False
        # Here each board is in the view of the side to move, so the side that has won is the other one.
        batch = m4.Batch(boards)
        won, self.legal = m4.winner(batch) != 0, m4.legal(batch)
        if self.opponent is None:
            self.is_second ^= is_played
        else:
            boards[is_last] *= -1
        self.boards = boards
        self.legal[is_illegal] = False
        rewards = np.where(is_illegal | (won & ~is_last), -1.0, won.astype(np.float64))
        return rewards, self.legal.sum(axis=1) == 0

    @staticmethod
    def _answer(
        boards: Int8, rows: Mask, opponent: m4.Opponent, rng: np.random.Generator
    ) -> npt.NDArray[np.intp]:
        """Play for the opponent on boards in its view, and return the rows where it had a move."""
        moves = np.full(len(boards), -1, dtype=np.int8)
        moves[rows] = opponent.moves(boards[rows], rng)
        played = np.flatnonzero(moves >= 0)
        boards[played] = -m4.step(boards[played], moves[played])
        return played
