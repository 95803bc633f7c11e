"""Every error of the package: its type, and a message with the remedy."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import Batch, Cell, Game, Opponent, Position, Solver, data, envs
from marlin_connect4.compat import bitbully

EMPTY = np.zeros((6, 7), dtype=np.int8)


def board(**cells: int) -> Any:
    """Return a board with some cells, as in `d1=1`."""
    found = EMPTY.copy()
    for name, number in cells.items():
        cell = Cell.parse(name)
        found[5 - cell.row, cell.column] = number
    return found


def rows(*numbers: str) -> Any:
    """Return a board of rows from the bottom."""
    found = EMPTY.copy()
    for row, text in enumerate(numbers):
        found[5 - row] = [int(number) for number in text]
    return found


FOURS = {
    "both players have four in a row": rows("1111000", "2222000"),
    "a player has four in a row, but the other one moved last": rows("1111200", "2220000"),
    "a player has won twice over": rows("1222001", "1220001", "1220001", "1000001"),
}

class _Column0(Opponent):
    """A player of the left column, full or not: after six stones there, the other side has no answer."""

    def _choose(self, batch: Batch, rng: np.random.Generator, settings: object) -> Any:
        return np.zeros(batch.n, dtype=np.int8)


CASES: list[tuple[str, type[Exception], Callable[[], object]]] = [
    # positions
    ("move 7: column 4 is full", ValueError, lambda: Position("4444444")),
    ("move 6: column 3 is full .columns count from 0.", ValueError, lambda: Position([3] * 7)),
    ("move 1: there is no column 7: columns are 0 to 6", ValueError, lambda: Position([0, 7])),
    ("there is no column -1", ValueError, lambda: Position().play(-1)),
    ("base=0 reads columns from 0", ValueError, lambda: Position("0")),
    ("columns count from 0 or from 1", ValueError, lambda: Position("4", base=2)),  # type: ignore[arg-type]
    ("the game is over, player 1 has won", ValueError, lambda: Position("1122334").play(0)),
    ("the game is over, it is a draw", ValueError, lambda: Position("1212", board="2x2").play(0)),
    ("write columns x rows, as in 7x6", ValueError, lambda: Position(board="wide")),
    ("write columns x rows, as in 7x6", ValueError, lambda: Position([3, 3], board="wide")),
    ("invalid character 'x'", ValueError, lambda: Position("x")),
    ("there is no player 3: players are 1 and 2", ValueError, lambda: Position().threats(3)),
    ("theme='pink' is not one of 'classic', 'quiet' and 'high-contrast'", ValueError, lambda: Position().svg(theme="pink")),  # type: ignore[arg-type]
    ("appearance='dusk' is not one of 'auto', 'light' and 'dark'", ValueError, lambda: Position().svg(appearance="dusk")),  # type: ignore[arg-type]
    ("99 is no score of a board of 7x6", ValueError, lambda: Position().svg(scores=[99] * 7)),
    ("values='x' is not one of 'players', 'signs' and 'own'", ValueError, lambda: Position().to_array(values="x")),  # type: ignore[arg-type]
    ("42 of the other: .*; -1 is the other player, and 0 is empty", ValueError, lambda: Position.from_array(np.full((6, 7), -1))),
    ("layout='x' is not one of 'top', 'bottom' and 'columns'", ValueError, lambda: Position().to_array(layout="x")),  # type: ignore[arg-type]
    ("boards have the shape .3, 6, 7., where one of .6, 7. is expected", ValueError, lambda: Position.from_array([EMPTY] * 3)),
    ("'d' is not a cell", ValueError, lambda: Cell.parse("d")),
    ("index 6 is out of bounds for 6 cells", IndexError, lambda: Position()[6, 0]),
    ("index -8 is out of bounds for 7 cells", IndexError, lambda: Position()[0, -8]),
    (".row, column. takes two whole numbers: position.to_array.. takes slices", TypeError, lambda: Position()[0:2, 0]),  # type: ignore[index]
    (".row, column. takes two whole numbers", TypeError, lambda: Position()[3]),  # type: ignore[index]
    ("a board of 7x6 has no cell h1", ValueError, lambda: Position().piece_at("h1")),
    ("a board of 7x6 has no cell .0, -1.", ValueError, lambda: Position().piece_at((0, -1))),
    ('"x" is no cell', ValueError, lambda: Position().piece_at("x")),
    ("piece_at takes a cell, as in 'd1' or Cell.3, 0.", TypeError, lambda: Position().piece_at(3)),  # type: ignore[arg-type]
    # Sizes beyond all memory: no item behind the first wrong one is read.
    ("there is no column 7", ValueError, lambda: Position().svg(line=range(10**15))),
    ("there is no column 7: columns are 0 to 6", ValueError, lambda: Position().svg(arrows=range(10**15))),
    ("1000000000000000 scores, where a board of 7x6 has 7 columns", ValueError, lambda: Position().svg(scores=range(10**15))),
    ("there is no column 7", ValueError, lambda: Game().__setstate__(range(10**15))),
    ("the text has 2000000 bytes, where 1048576 at most are expected", ValueError, lambda: Position.parse("4" * 2_000_000)),
    ("layout='xxx*...' is not one of", ValueError, lambda: Position().to_array(layout="x" * 1000)),  # type: ignore[arg-type]
    ("no move to take back", IndexError, lambda: Game().pop()),
    # arrays
    ("boards have the shape .42,.: one board has two axes", ValueError, lambda: m4.solve(EMPTY.ravel())),
    ("boards of the type <U1 and the shape .6, 7.: numbers are expected", TypeError, lambda: m4.solve([["x"] * 7] * 6)),
    (r"cell \[0, 5, 3\] is 257: cells are 0.* the boards have the shape .1, 6, 7.", ValueError, lambda: m4.solve([board(d1=1).astype(int) * 257])),
    (r"cell \[5, 3\] is 255", ValueError, lambda: m4.solve(board(d1=-1).astype("uint8"))),
    (r"cell \[5, 3\] is 1.5", ValueError, lambda: m4.solve(board(d1=1) * 1.5)),
    (r"cell \[5, 3\] is nan", ValueError, lambda: m4.solve(np.where(board(d1=1) == 1, np.nan, 0.0))),
    (r"board 0 is not a position: cell \[5, 3\] is 3: cells are 0", ValueError, lambda: m4.solve(board(d1=3))),
    ("its cells have both 2 and -1", ValueError, lambda: m4.solve(board(a1=1, b1=2, c1=-1, d1=1))),
    (
        r"board 1 is not a position: the stone in cell \[4, 3\] has nothing below it; layout='top' reads the shape .6, 7. as 6 rows of 7 cells$",
        ValueError,
        lambda: m4.solve([EMPTY, board(a1=2, d2=1, e1=1, e6=2)]),
    ),
    ("row 0 looks like the bottom: layout='bottom'", ValueError, lambda: m4.solve(board(d1=1, d2=2)[::-1])),
    ("row 0 looks like the top: layout='top'", ValueError, lambda: m4.solve(board(d1=1, d2=2), layout="bottom")),
    ("3 stones of player 1 and 0 of the other", ValueError, lambda: m4.solve(board(a1=1, b1=1, c1=1))),
    ("a board of 13x9 does not fit.*the shape .9, 13.", ValueError, lambda: m4.solve(np.zeros((1, 9, 13)))),
    ("boards have the shape .7,.: one board has two axes", ValueError, lambda: m4.solve(np.zeros(7))),
    ("errors='no' is not one of 'raise' and 'mark'", ValueError, lambda: Batch(EMPTY, errors="no")),  # type: ignore[arg-type]
    ("3 planes along axis 1 of the shape .3, 6, 7.: two are expected", ValueError, lambda: m4.from_planes(np.zeros((3, 6, 7)))),
    ("planes have the shape", ValueError, lambda: m4.from_planes(np.zeros((6, 7)))),
    ("planes of the shape .2, 6, 7. have other cells than 0 and 1, or a stone of both players", ValueError, lambda: m4.from_planes(np.ones((2, 6, 7)))),
    ("out is int16 of the shape", ValueError, lambda: m4.analyze(EMPTY, out=np.zeros(7, dtype=np.int16))),  # type: ignore[arg-type]
    ("out must be contiguous and writeable", ValueError, lambda: m4.analyze(EMPTY, out=np.zeros(14, np.int8)[::2])),
    ("columns have the shape .2,., where .1,. is expected", ValueError, lambda: m4.step([EMPTY], [1, 2])),
    ("columns of float64 are no whole numbers", TypeError, lambda: m4.step([EMPTY], [1.0])),
    ("board 1: column 0 is full", ValueError, lambda: m4.step([EMPTY, Position("111111").to_array()], [0, 0])),
    ("board 0: there is no column 9", ValueError, lambda: m4.step([EMPTY], [9])),
    ("board 0: column 0: the game is over", ValueError, lambda: m4.step([Position("1122334").to_array()], [0])),
    ("temperature=0", ValueError, lambda: m4.policy(np.zeros(7, np.int8), "softmax", 0)),
    ("kind='x' is not one of", ValueError, lambda: m4.policy(np.zeros(7, np.int8), "x")),  # type: ignore[arg-type]
    ("scores of float64 are no whole numbers", TypeError, lambda: m4.policy(np.zeros(7))),  # type: ignore[arg-type]
    ("scores are int8 of the shape .2,.: int8 of .. is expected", ValueError, lambda: m4.plies_to_end(EMPTY, np.zeros(2, np.int8))),
    ("found 7 different positions with 1 stones, where 8 are asked for", ValueError, lambda: m4.random_boards(8, 1, seed=1)),
    ("numbers of stones below 42 are expected", ValueError, lambda: m4.random_boards(1, 42, seed=1)),
    ("n=-1, seed=1: numbers from 0 on are expected", ValueError, lambda: m4.random_boards(-1, 2, seed=1)),
    ("seed=-1", ValueError, lambda: m4.random_boards(1, 2, seed=-1)),
    ("a number of stones from 0 on is expected", ValueError, lambda: m4.random_boards(1, (1, 2, 3), seed=1)),  # type: ignore[arg-type]
    ("no memory for 18446744073709551615 bytes: ask for fewer positions", MemoryError, lambda: m4.random_boards(2**62, 3, seed=1)),
    ("no memory for 420000000000000 bytes", MemoryError, lambda: m4.random_boards(10**13, 3, seed=1)),
    ("a board of 2x2 has 4 cells", ValueError, lambda: m4.all_boards(5, board="2x2")),
    ("layout='bottom': the batch was read with 'top'", ValueError, lambda: m4.solve(Batch(EMPTY), layout="bottom")),
    ("layout='top': the batch was read with 'bottom'", ValueError, lambda: m4.solve(Batch(EMPTY, layout="bottom"), layout="top")),
    ("axis=3: the players are along axis 1 or -1", ValueError, lambda: m4.from_planes(np.zeros((2, 6, 7)), axis=3)),  # type: ignore[arg-type]
    ("axis=0: the players are along axis 1 or -1", ValueError, lambda: m4.to_planes(EMPTY, axis=0)),  # type: ignore[arg-type]
    ("3 scores, where a board of 7x6 has 7 columns", ValueError, lambda: Position().svg(scores=[1, 2, 3])),
    ("base is str: an Opponent is expected", TypeError, lambda: Opponent.epsilon(0.1, base="x")),  # type: ignore[arg-type]
    ("openings=-1", ValueError, lambda: m4.match(Opponent.random(), Opponent.random(), games=2, openings=-1)),
    ("n=0: a number of positions above 0", ValueError, lambda: m4.evaluate(Opponent.random(), n=0)),
    ("board 0 is not a position", ValueError, lambda: m4.step(Batch(board(d1=3), errors="mark"), 3)),
    ("the rows look like columns: layout='columns'", ValueError, lambda: m4.solve(Position("4433").to_array(layout="columns"), layout="top")),
    ("a number from 0 on is expected", ValueError, lambda: m4.all_boards(-1)),
    # solvers
    ("hash_mib=-1: ", ValueError, lambda: Solver(hash_mib=-1)),
    ("at least one thread is needed", ValueError, lambda: Solver(threads=0)),
    ("at least one thread is needed", ValueError, lambda: m4.solve(EMPTY, threads=-1)),
    ("no-book.bin: ", FileNotFoundError, lambda: Solver(book="no-book.bin")),
    ("the game is over: there is no move", ValueError, lambda: Solver().best_move(Position("1122334"))),
    ("tie='x' is not one of", ValueError, lambda: Solver().best_move(Position(board="9x7"), tie="x", nodes=1)),  # type: ignore[arg-type]
    ("time=-1", ValueError, lambda: Solver().analyze(Position(), time=-1)),
    # opponents
    *(
        (f"rng={rng}: a seed from 0 on, a Generator of NumPy, a random.Random or None is expected", kind, call)
        for rng, kind in (("'x'", TypeError), ("1.5", TypeError), ("-1", ValueError))
        for call in (
            lambda rng=eval(rng): Opponent.random().moves(EMPTY, rng),
            lambda rng=eval(rng): Solver().best_move(Position(), tie="random", rng=rng),
            lambda rng=eval(rng): bitbully.Agent(rng=rng),
            lambda rng=eval(rng): envs.PettingZooPolicy(Opponent.random(), seed=rng),
        )
    ),
    ("the game is over: there is no move", ValueError, lambda: Opponent.random().move(Position("1122334"))),
    ("there is no level 11: levels are 1 to 10", ValueError, lambda: Opponent.level(11)),
    ("depth.-1.: a number of plies from 0 on", ValueError, lambda: Opponent.depth(-1)),
    ("a probability from 0 to 1", ValueError, lambda: Opponent.epsilon(2)),
    ("tie='x' is not one of", ValueError, lambda: Opponent.perfect("x")),  # type: ignore[arg-type]
    ("games=3: an even number", ValueError, lambda: m4.match(Opponent.random(), Opponent.random(), games=3)),
    ("the policy returns the shape .2,. for 1 boards", ValueError, lambda: m4.evaluate(lambda b: np.zeros(2), n=1)),
    ("whole numbers are expected", TypeError, lambda: m4.evaluate(lambda b: np.zeros(1), n=1)),
    (".NaN.", ValueError, lambda: m4.evaluate(lambda b: np.full((1, 7), np.nan), n=1)),
    ("the policy plays column 8 on board 0, which has the columns 0 to 6", ValueError, lambda: m4.evaluate(lambda b: np.array([8]), n=1, plies=3)),
    ("the policy plays column -1 on board 0", ValueError, lambda: m4.evaluate(lambda b: np.array([-1]), n=1, plies=3)),
    ("the policy plays column 0 on board [01], where it is full", ValueError, lambda: m4.match(lambda b: np.zeros(len(b), int), _Column0(), games=2)),
    ("n=0: a number of positions above 0", ValueError, lambda: data.write("x.npz", plies=1, n=0)),
    ("seed=-1: a number from 0", ValueError, lambda: data.write("x.npz", plies=1, seed=-1)),
    ("board 0: the game is over", ValueError, lambda: m4.evaluate(Opponent.random(), boards=[Position("1122334").to_array()])),
    # data sets
    ("format 'txt' of x.txt is not one of parquet, npz, csv", ValueError, lambda: data.write("x.txt", plies=1)),
    ("the smaller number comes first", ValueError, lambda: data.write("x.npz", plies=(3, 1))),
    ("three shares are expected that sum to 1", ValueError, lambda: data.write("x.npz", plies=1, split=(1, 1, 1))),
]


@pytest.mark.parametrize(("message", "kind", "call"), CASES, ids=[case[0] for case in CASES])
def test_an_error_says_what_is_wrong(message: str, kind: type[Exception], call: Callable[[], object]) -> None:
    with pytest.raises(kind, match=message):
        call()


@pytest.mark.parametrize("message", FOURS)
def test_a_board_that_no_game_leads_to_is_refused(message: str) -> None:
    with pytest.raises(ValueError, match=f"board 0 is not a position: {message}"):
        m4.winner(FOURS[message])
    with pytest.raises(ValueError, match=message):
        Position.from_array(FOURS[message])


@pytest.mark.parametrize(
    ("package", "extra", "call"),
    [
        ("tqdm.auto", "progress", lambda: m4.solve(EMPTY, progress=True)),
        ("pyarrow", "data", lambda: data.write("x.parquet", plies=1)),
    ],
)
def test_a_missing_package_is_named_with_its_extra(
    package: str, extra: str, call: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"pip install 'marlin-connect4\[{extra}\]'"):
        call()
