"""Answers about positions and games: analyses, explanations and reviews."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ._cell import Cell
from ._core import Position

Bounds: TypeAlias = tuple[int, int]
"""The minimum and the maximum possible score, both included."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The scores of all columns of a position, as far as they are proven.

    Examples:
        >>> from marlin_connect4 import Solver
        >>> analysis = Solver().analyze(Position("4433"))
        >>> analysis.score, analysis.best_moves, analysis.words
        (18, [1, 4], 'X wins on move 7 if both play perfectly')
    """

    position: Position
    """The position."""
    bounds: Bounds
    """The bounds of the score; equal if it is proven."""
    column_bounds: list[Bounds | None]
    """The bounds of the score of each column; `None` for a column that cannot be played."""
    best: int | None
    """The best move; before its proof, the most promising move that the bounds allow; `None` when the game is over."""
    play: int | None
    """The move to play: `best`, unless another move has a higher certain score, although it is proven not to be the best."""
    best_is_proven: bool
    """Whether the best move is proven to keep the score."""
    outcome: int | None
    """1 if the side to move wins, 0 for a draw, -1 if it loses; `None` without a proof."""
    plies_to_end: int | None
    """The plies until the game ends; `None` without a proof of the score."""
    words: str
    """The score in words."""
    source: str
    """The source of the scores: `rules`, `book` or `search`."""
    nodes: int
    """The nodes of the search."""
    seconds: float
    """The time of the search."""
    line: list[int]
    """The proven moves of best play, at most the requested number."""

    @property
    def score(self) -> int | None:
        """The score of the position from the side to move; `None` without a proof."""
        return _exact(self.bounds)

    @property
    def scores(self) -> list[int | None]:
        """The score of each column; `None` for a column that cannot be played, or without a proof."""
        return [_exact(bounds) for bounds in self.column_bounds]

    @property
    def is_proven(self) -> bool:
        """Whether the scores of all columns are proven."""
        return self.score is not None and all(bounds is None or bounds[0] == bounds[1] for bounds in self.column_bounds)

    @property
    def best_moves(self) -> list[int]:
        """The columns that are proven to keep the score."""
        score = self.score
        if score is None:
            return []
        return [column for column, bounds in enumerate(self.column_bounds) if bounds and bounds[0] >= score]

    def _repr_html_(self) -> str:
        return self.position.svg(scores=self.scores, line=self.line)


def _exact(bounds: Bounds | None) -> int | None:
    return bounds[0] if bounds and bounds[0] == bounds[1] else None


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons for the score of a position. Each sentence is proven.

    Sentences name cells as in `e1`, and the players X, who moves first, and O.

    Examples:
        >>> explanation = Position("4433").explain()
        >>> print(explanation)
        X wins on move 7 if both play perfectly
        X plays e1 and threatens to win on both b1 and f1. O can block only one of them.
    """

    position: Position
    """The position."""
    headline: str
    """The winner and the end of the game, in words."""
    sentences: list[str]
    """The statements, the simplest first."""
    bounds: Bounds | None
    """The bounds of the score that the statements prove together."""
    winner: int | None
    """The player who wins, 0 for a draw; `None` without a proof."""
    winner_proven_by: str | None
    """The deepest layer of the proof of the winner: one of `LAYERS`."""
    score_proven_by: str | None
    """The deepest layer of the proof of the score."""
    cells: list[Cell]
    """The cells that the statements name, each once."""

    def __str__(self) -> str:
        return "\n".join([self.headline, *self.sentences])

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in self.sentences)
        return f"{self.position.svg(threats=True)}<p><b>{html.escape(self.headline)}</b></p><ul>{items}</ul>"


Verdict: TypeAlias = Literal["perfect", "slow win", "quick loss", "blunder"]


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game, with its quality."""

    number: int
    """Its number, from 1."""
    player: int
    """Its player."""
    column: int
    """Its column."""
    before: int | None
    """The score before it, from its player; `None` without a proof, as for all fields that follow."""
    after: int | None
    """The score after it, from its player."""
    scores: list[int | None]
    """The score of each column."""
    best: list[int]
    """The columns that keep the score."""
    verdict: Verdict | None
    """Its quality: a blunder changes the outcome."""
    line: list[int]
    """After a blunder, a line of perfect play instead."""


@dataclass(frozen=True, slots=True)
class Review:
    """The quality of every move of a game.

    Examples:
        >>> from marlin_connect4 import Game
        >>> review = Game("44444455").review()
        >>> review.summary
        'No blunder in 8 moves.'
    """

    board: str
    """The size of the board."""
    moves: list[ReviewedMove]
    """All moves."""
    accuracy: tuple[float | None, float | None]
    """The accuracy of both players in percent; `None` where no move counts."""
    summary: str
    """The number of blunders in words."""
    turning_point: int | None
    """The number of the last move that changed the winner."""
    graph: str
    """The score over the game, as SVG."""

    @property
    def blunders(self) -> list[ReviewedMove]:
        """The moves that changed the outcome."""
        return [move for move in self.moves if move.verdict == "blunder"]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("Move", "Player", "Column", "Score", "Best", "Verdict"))
        rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in _row(move))}</tr>" for move in self.moves)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        note = "Columns are numbered as on the board, from 1."
        return f"{self.graph}<p>{html.escape(self.summary)} {note}</p>{table}"


def _row(move: ReviewedMove) -> list[str]:
    score = "" if move.after is None else f"{move.after:+d}" if move.after else "0"
    best = " ".join(str(column + 1) for column in move.best)
    return [str(move.number), str(move.player), str(move.column + 1), score, best, move.verdict or ""]
