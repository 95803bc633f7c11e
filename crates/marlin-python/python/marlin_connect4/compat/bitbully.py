"""The interface of BitBully 0.0.79: programs written for it run with one import changed.

Examples:
    >>> from marlin_connect4.compat import bitbully as bb
    >>> agent, board = bb.BitBully(), bb.Board("010101")
    >>> agent.best_move(board), agent.score_move(board, 0)
    (0, 18)
    >>> board.play([2, 7]), board.play(0), board.winner()
    (False, True, 1)
    >>> board.play(6)  # the game is over
    False

Scores, legal moves, the order of `score_all_moves`, the three tie rules (also "random" with a seeded `rng`),
arrays, strings and errors are those of BitBully. These points differ:

| Topic | BitBully | This module |
|---|---|---|
| A game that is over | takes more stones, forgets its winner | takes no stone; no column is legal or best |
| Arrays, columns | lists, `int` | also those of NumPy; no array of a game that went on after a win |
| `play_on_copy` of an illegal column | an empty board | `ValueError` |
| `from_moves` of illegal moves | `AssertionError` | `ValueError` |
| `to_array(False)` | `NotImplementedError` | the rows, the top row first |
| `uid`, `hash`, `to_huffman` | bits of its own | `Position.key`: equal exactly for equal boards |
| `legal_moves(order_moves=True)` | an order of its own | most threats first, then from the center |
| `random_board` | a generator of its own | the module `random`, which `random.seed` repeats |
| Books | four; two of them do not know distances | one, exact, under each of the four names |
| `load_book(path)` | reads the file | loads the same book if there is such a file |
| `max_depth` | plays out the lines beyond it | counts them 0: not move for move the same |
| `negamax` with a window | a bound outside of it | the exact score |
| `get_node_counter` | nodes | positions that the solver was asked for |
| `native` | a `BoardCore` | a `Position` |

The low-level module `bitbully_core` and the widget `GuiC4` are missing. BitBully's widget takes an `Agent`.
"""

from __future__ import annotations

import enum
import operator
import os
import random
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Literal, Protocol, TypeAlias, cast

import numpy as np

from marlin_connect4 import Position, Solver, default_solver
from marlin_connect4.opponents import Rng, generator_of

__all__ = ["Agent", "BitBully", "Board"]

__version__: Final = "0.0.79"
"""The version of BitBully that has this interface."""

Moves: TypeAlias = str | Iterable[int]
Cells: TypeAlias = Sequence[Sequence[int]]
Setup: TypeAlias = Cells | Sequence[int] | str | None
OpeningBookName: TypeAlias = Literal["default", "8-ply", "12-ply", "12-ply-dist"]
TieBreakStrategy: TypeAlias = Literal["center", "leftmost", "random"]

_BOOKS: Final[tuple[OpeningBookName, ...]] = ("default", "8-ply", "12-ply", "12-ply-dist")
_COLUMNS, _CELLS = 7, 42
_LAYOUTS: Final[dict[tuple[int, ...], Literal["columns", "top"]]] = {(7, 6): "columns", (6, 7): "top"}


class HasCells(Protocol):
    """A board of BitBully or of this module."""

    def to_array(self) -> Cells:
        """Return the columns, each from the bottom up."""
        ...


def _from_center(column: int) -> tuple[int, int]:
    """Return the key that sorts columns from the center to the sides, the left of two first."""
    return abs(column - _COLUMNS // 2), column


def _columns(moves: Moves) -> list[int]:
    """Read moves; a character that names no column becomes -1, which no board has."""
    if isinstance(moves, str):
        return ["0123456".find(character) for character in moves]
    return [int(move) for move in moves]


def _after(position: Position, columns: Iterable[int]) -> Position:
    """Play all columns, or raise a `ValueError`."""
    for column in columns:
        if not 0 <= column < _COLUMNS:
            raise ValueError(f"there is no column {column}: columns are 0 to 6")
        position = position.play(column)
    return position


def _from_cells(cells: Cells) -> Position:
    """Read an array of seven columns or of six rows."""
    layout = _LAYOUTS.get((len(cells), *{len(line) for line in cells}))
    if layout is None:
        raise TypeError("an array of 7 columns (7 x 6) or of 6 rows (6 x 7) is expected")
    array = np.asarray(cells).astype(np.int8)
    position = Position.from_array(array, layout=layout)
    # `from_array` also reads -1 and boards where 2 moved first. They come back with other values.
    if not np.array_equal(position.to_array(layout=layout), array):
        raise ValueError("cells are 0, 1 and 2, and player 1 moves first")
    return position


def _set_up(setup: Setup) -> Position:
    """Read a board in any form."""
    if setup is None or len(setup) == 0:
        return Position()
    if not isinstance(setup, str) and not isinstance(setup[0], str) and hasattr(setup[0], "__len__"):
        return _from_cells(cast(Cells, setup))
    return _after(Position(), _columns(cast(Moves, setup)))


def _position_of(board: HasCells) -> Position:
    """Return the position of a board of either package."""
    return board.native if isinstance(board, Board) else _from_cells(board.to_array())


def _check_ply(ply: int) -> None:
    if not 0 <= ply <= _CELLS:
        raise ValueError(f"there is not a position with {ply} stones: 0 to {_CELLS} are expected")


class Board:
    """A board that moves change in place.

    Examples:
        >>> board = Board([3, 3, 2])
        >>> board.play("22"), board.get_column_heights()
        (True, [0, 0, 3, 2, 0, 0, 0])
        >>> board == Board(board.to_array()) == Board(board.to_array(False))
        True
    """

    N_COLUMNS: ClassVar[int] = _COLUMNS
    N_ROWS: ClassVar[int] = _CELLS // _COLUMNS

    class Player(enum.IntEnum):
        """The contents of a cell."""

        P_EMPTY = 0
        P_YELLOW = 1
        P_RED = 2

        __str__ = enum.Enum.__str__

    def __init__(self, init_with: Setup = None) -> None:
        """Set the board up from moves or from an array; an impossible one raises a `ValueError`."""
        self._position = _set_up(init_with)

    @classmethod
    def _of(cls, position: Position) -> Board:
        board = cls()
        board._position = position
        return board

    @classmethod
    def from_array(cls, arr: Cells) -> Board:
        """Return the board of an array of columns (7 x 6) or of rows (6 x 7)."""
        return cls(arr)

    @classmethod
    def from_moves(cls, moves: Moves) -> Board:
        """Return the board after moves; an illegal one raises a `ValueError`."""
        board = cls()
        if not board.play(moves):
            raise ValueError(f"illegal moves: {moves!r}")
        return board

    @staticmethod
    def random_board(n_ply: int, forbid_direct_win: bool) -> tuple[Board, list[int]]:
        """Return a board after random moves that do not win, and the moves.

        If `forbid_direct_win`, the side to move cannot win at once either.
        """
        _check_ply(n_ply)
        while True:
            position, moves = Position(), list[int]()
            for _ in range(n_ply):
                quiet = sorted(set(position.legal_moves).difference(position.winning_moves))
                if not quiet:
                    break
                moves.append(random.choice(quiet))
                position = position.play(moves[-1])
            if len(moves) == n_ply and not (forbid_direct_win and position.winning_moves):
                return Board._of(position), moves

    def all_positions(self, up_to_n_ply: int, exactly_n: bool) -> list[Board]:
        """Return every board that can follow, up to a number of stones or with exactly that number."""
        _check_ply(up_to_n_ply)
        level = [self._position]
        found = list(level)
        for _ in range(self.count_tokens(), up_to_n_ply):
            children = (parent.play(column) for parent in level for column in parent.legal_moves)
            level = list(dict.fromkeys(children))
            found += level
        wanted = [position for position in found if not exactly_n or position.ply == up_to_n_ply]
        return [Board._of(position) for position in wanted]

    def play(self, move: int | Moves) -> bool:
        """Play one move or several; if one is illegal, none is played and the result is `False`."""
        columns = [int(move)] if isinstance(move, int | np.integer) else _columns(move)
        try:
            self._position = _after(self._position, columns)
        except ValueError:
            return False
        return True

    def play_on_copy(self, move: int) -> Board:
        """Return the board after a move; an illegal one raises a `ValueError`."""
        return self._of(_after(self._position, [operator.index(move)]))

    def reset_board(self, board: Setup = None) -> bool:
        """Set the board up again; if that is impossible, nothing changes and the result is `False`."""
        try:
            self._position = _set_up(board)
        except ValueError:
            return False
        return True

    def legal_moves(self, non_losing: bool = False, order_moves: bool = False) -> list[int]:
        """Return the legal columns.

        `non_losing` keeps the moves that win, and those after which the opponent cannot win at once.
        `order_moves` puts the moves with the most threats first, and equal ones from the center to the sides.
        """
        position = self._position
        moves = position.non_losing_moves if non_losing else position.legal_moves
        if order_moves:
            threats = {column: len(position.play(column).threats(position.turn)) for column in moves}
            moves.sort(key=lambda column: (-threats[column], _from_center(column)))
        return moves

    def is_legal_move(self, move: int) -> bool:
        """Return whether the rules allow a column; once the game is over, they allow none."""
        return operator.index(move) in self._position.legal_moves

    def can_win_next(self, move: int | None = None) -> bool:
        """Return whether the side to move wins with a column, or with any."""
        wins = self._position.winning_moves
        return bool(wins) if move is None else operator.index(move) in wins

    def has_win(self) -> bool:
        """Return whether a player has four in a row."""
        return self._position.winner is not None

    def winner(self) -> int | None:
        """Return the player who has won."""
        return self._position.winner

    def is_full(self) -> bool:
        """Return whether no cell is empty."""
        return self.moves_left() == 0

    def is_game_over(self) -> bool:
        """Return whether a player has won or the board is full."""
        return self._position.is_over

    def current_player(self) -> int:
        """Return the player whose stone is next."""
        return 1 + self.count_tokens() % 2

    def count_tokens(self) -> int:
        """Return the number of stones."""
        return self._position.ply

    def moves_left(self) -> int:
        """Return the number of empty cells."""
        return _CELLS - self._position.ply

    def get_column_heights(self) -> list[int]:
        """Return the number of stones in each column."""
        return [sum(map(bool, column)) for column in self.to_array()]

    def get_column_height(self, column: int) -> int:
        """Return the number of stones in a column."""
        if not 0 <= column < _COLUMNS:
            raise ValueError(f"there is no column {column}: columns are 0 to 6")
        return self.get_column_heights()[column]

    def to_array(self, column_major_layout: bool = True) -> list[list[int]]:
        """Return the columns from the bottom up, or the rows from the top down."""
        array = self._position.to_array(layout="columns" if column_major_layout else "top")
        return cast(list[list[int]], array.tolist())

    def to_string(self) -> str:
        """Return a drawing with `_`, `X` and `O`."""
        rows = ("  ".join("_XO"[cell] for cell in row) for row in self.to_array(False))
        return "\n" + "".join(f"  {row}  \n" for row in rows) + "  "

    def mirror(self) -> Board:
        """Return the board with left and right exchanged."""
        return self._of(self._position.mirror())

    def copy(self) -> Board:
        """Return an equal board that changes on its own."""
        return self._of(self._position)

    def uid(self) -> int:
        """Return a number that no other board has."""
        return self._position.key

    def to_huffman(self) -> int:
        """Return `uid()`, of boards with 8 or 12 stones only."""
        if self.count_tokens() not in (8, 12):
            raise NotImplementedError("only boards with 8 or 12 stones have such a number")
        return self.uid()

    @property
    def native(self) -> Position:
        """The position, which later moves do not change."""
        return self._position

    def __eq__(self, value: object) -> bool:
        """Return whether the cells are equal; anything but a board raises a `NotImplementedError`."""
        if not isinstance(value, Board):
            raise NotImplementedError("a board is only comparable with a board")
        return self._position == value._position

    def __hash__(self) -> int:
        return hash(self._position)

    __str__ = __repr__ = to_string


class Agent:
    """A player for BitBully's widget `GuiC4`, by its protocol `Connect4Agent`.

    It takes boards of BitBully and of this module. Without a solver, it asks `default_solver()`.
    It has no scores for a game that is over; the widget then shows none, and logs "Evaluation failed".
    `tie_break` and `rng` choose among equal moves; `rng` is a seed, or anything with the
    method `choice`.

    `max_depth` is the number of plies that the agent sees, and -1 is no limit. A win beyond them counts 0,
    as with `Opponent.depth`. BitBully plays such lines to the end, so the two do not agree move for move.

    Examples:
        >>> agent = Agent(tie_break="leftmost")
        >>> agent.best_move(Board("3322")), agent.best_move(Board("3322"), max_depth=2)
        (1, 0)
    """

    def __init__(
        self,
        solver: Solver | None = None,
        *,
        tie_break: TieBreakStrategy | None = None,
        rng: Rng = None,
        max_depth: int = -1,
    ) -> None:
        self.tie_break: TieBreakStrategy = "center" if tie_break is None else tie_break
        self.rng: Any = _chooser(rng)
        self.max_depth = max_depth
        self._solver = default_solver() if solver is None else solver
        self._positions = 0

    def score_all_moves(self, board: HasCells, *, max_depth: int | None = None) -> dict[int, int]:
        """Return the score of each legal column, the best first; none when the game is over."""
        position, depth = _position_of(board), self._depth(max_depth)
        self._positions += len(position.legal_moves)
        exact = enumerate(self._solver_for(depth).scores(position))
        scores = {column: _seen(score, position, depth) for column, score in exact if score is not None}
        return dict(sorted(scores.items(), key=lambda item: -item[1]))

    def best_move(
        self,
        board: HasCells,
        *,
        tie_break: TieBreakStrategy | None = None,
        rng: Rng = None,
        max_depth: int | None = None,
    ) -> int:
        """Return a column with the highest score; a game that is over raises a `ValueError`."""
        scores = self.score_all_moves(board, max_depth=max_depth)
        if not scores:
            raise ValueError("the game is over: there is no move")
        best = [column for column, score in scores.items() if score == max(scores.values())]
        if len(best) == 1:  # as BitBully does, so that a generator in use stays in step with it
            return best[0]
        match str(self.tie_break if tie_break is None else tie_break):
            case "center":
                return min(best, key=_from_center)
            case "leftmost":
                return min(best)
            case "random":
                return int((self.rng if rng is None else _chooser(rng)).choice(best))
            case other:
                raise ValueError(f"tie_break={other!r} is not one of 'center', 'leftmost' and 'random'")

    def score_move(
        self, board: HasCells, column: int, first_guess: int = 0, *, max_depth: int | None = None
    ) -> int:
        """Return the score of a column; one that is not legal raises a `ValueError`."""
        position, depth = _position_of(board), self._depth(max_depth)
        child = _after(position, [operator.index(column)])
        return _seen(-self._score(child, depth), position, depth)

    def _depth(self, max_depth: int | None) -> int:
        return operator.index(self.max_depth if max_depth is None else max_depth)

    def _solver_for(self, depth: int) -> Solver:
        """Return the solver; for a limited depth, a solver with a book, because BitBully is fast there without a book."""
        return self._solver if depth < 0 or self._solver.book_plies > 0 else default_solver()

    def _score(self, position: Position, depth: int) -> int:
        """Return the exact score."""
        self._positions += 1
        return self._solver_for(depth).solve(position)


def _chooser(rng: Any) -> Any:
    """Return a generator with the method `choice`."""
    return rng if hasattr(rng, "choice") else generator_of(rng)


def _seen(score: int, position: Position, depth: int) -> int:
    """Return the score if the game ends within a depth, otherwise 0.

    Minimax with leaves of 0 gives the same: a side that can force a win within the depth also does.
    """
    return score if depth < 0 or _plies_left(score, position) <= depth else 0


def _plies_left(score: int, position: Position) -> int:
    """Return the plies until a game with that score ends."""
    empty = _CELLS - position.ply
    if score == 0:
        return empty
    return 2 * ((empty + 1) // 2 - score) + 1 if score > 0 else 2 * (empty // 2 + score) + 2


class BitBully(Agent):
    """The solver, with the names of BitBully's searches. All of them return the exact score.

    Examples:
        >>> agent = BitBully()
        >>> agent.score_all_moves(Board())
        {3: 1, 2: 0, 4: 0, 1: -1, 5: -1, 0: -2, 6: -2}
        >>> BitBully.score_to_moves_left(agent.mtdf(Board()), Board())
        41
    """

    def __init__(
        self,
        opening_book: OpeningBookName | None = "default",
        *,
        tie_break: TieBreakStrategy | None = None,
        rng: Rng = None,
        max_depth: int = -1,
    ) -> None:
        """Make a solver with or without a book; `Agent` explains the other arguments."""
        if opening_book is not None and opening_book not in _BOOKS:
            raise ValueError(f"opening_book={opening_book!r} is not one of {', '.join(_BOOKS)}")
        solver = Solver(book=opening_book is not None)
        super().__init__(solver, tie_break=tie_break, rng=rng, max_depth=max_depth)
        self.opening_book_type = opening_book

    def mtdf(self, board: HasCells, first_guess: int = 0, *, max_depth: int | None = None) -> int:
        """Return the score of a board; the guess changes nothing."""
        position, depth = _position_of(board), self._depth(max_depth)
        return _seen(self._score(position, depth), position, depth)

    def negamax(
        self,
        board: HasCells,
        alpha: int = -1000,
        beta: int = 1000,
        depth: int = 0,
        *,
        max_depth: int | None = None,
    ) -> int:
        """Return the score of a board; the window and the depth change nothing."""
        return self.mtdf(board, max_depth=max_depth)

    def null_window(self, board: HasCells, *, max_depth: int | None = None) -> int:
        """Return the score of a board."""
        return self.mtdf(board, max_depth=max_depth)

    @staticmethod
    def score_to_moves_left(score: int, board: HasCells) -> int:
        """Return the plies until a game with that score ends."""
        return _plies_left(operator.index(score), _position_of(board))

    @classmethod
    def available_opening_books(cls) -> tuple[OpeningBookName, ...]:
        """Return the names of the books."""
        return _BOOKS

    def is_book_loaded(self) -> bool:
        """Return whether the solver has a book."""
        return self._solver.book_plies > 0

    def load_book(self, book: OpeningBookName | os.PathLike[str] | str) -> None:
        """Load the book of this package, under a name of BitBully or the path of a file."""
        if book not in _BOOKS and not os.path.isfile(str(book)):
            raise ValueError(f"book={book!r} is neither one of {', '.join(_BOOKS)} nor a file")
        self._solver = Solver()
        self.opening_book_type = next((name for name in _BOOKS if name == book), None)

    def reset_book(self) -> None:
        """Search without a book from now on."""
        self._solver = Solver(book=False)
        self.opening_book_type = None

    def reset_transposition_table(self) -> None:
        """Forget the results of earlier searches."""
        self._solver.clear()

    def get_node_counter(self) -> int:
        """Return the number of positions asked for since the last reset."""
        return self._positions

    def reset_node_counter(self) -> None:
        """Set the counter to 0."""
        self._positions = 0

    def __repr__(self) -> str:
        return f"BitBully(opening_book={self.opening_book_type!r}, book_loaded={self.is_book_loaded()})"


def __dir__() -> list[str]:
    return __all__
