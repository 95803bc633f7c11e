"""Tests of `marlin_connect4.compat.bitbully`: alone, and beside BitBully as a black box."""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import os
import random
import re
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import marlin_connect4 as m4
from marlin_connect4.compat import bitbully as ours

WON = "0101010"
DRAWN = "146660203633536103043506522512202545444111"

# The answers of a BitBully board after the end of the game, too.
ALWAYS = "has_win winner is_full is_game_over current_player count_tokens moves_left get_column_heights " \
    "to_array to_string __str__ __repr__"
# The examples of BitBully's documentation that play on after a win.
PLAYED_ON = {"Board.is_full": 0, "Board.is_legal_move": 2}

SETUPS = """None|""|[]|(3, 3)|range(3)|np.array([3, 1])|["3", 1.0]|"7"|"a"|"3 3"|" 3"|"３"|"²"|b"33"|[7]|[-1]
3|3.0|{3}|[None]|["x"]|[3] * 7|[[]]|[[0] * 6] * 7|[[0] * 7] * 6|[[0] * 5] * 7|[[0] * 7] * 7
[[0] * 6] * 6 + [[0]]|[[3] * 6] * 7|[[2] + [0] * 5] + [[0] * 6] * 6|[[0, 1] + [0] * 4] + [[0] * 6] * 6
[[1, -1] + [0] * 4] + [[0] * 6] * 6"""
MOVES = """3|7|-1|True|256|"31"|"33"|"38"|""|"x"|[]|[3, 1]|[3, 3]|(1, 2)|range(7)|{1, 2}|["1"]|[300]|b"12"|3.0
None|["x"]|[[1]]"""
COLUMNS = ("-1", "3", "7", "'3'", "3.0")
EXPRESSIONS = [
    *(f"bb.Board({setup}).to_array()" for setup in re.split("[|\n]", SETUPS)),
    *(f"[(b.play({move}), b.to_array()) for b in [bb.Board('33333')]]" for move in re.split("[|\n]", MOVES)),
    *(f"bb.Board('3').reset_board({setup})" for setup in ("None", "'1'", "'7'", "[9]", "[[0] * 7] * 6", "7")),
    *(f"bb.Board().{name}({c})" for name in ("is_legal_move", "get_column_height") for c in COLUMNS),
    *(f"bb.Board('010101').can_win_next({column})" for column in ("0", *COLUMNS)),
    *(f"bb.Board().play_on_copy({column}).to_array()" for column in COLUMNS[1::2]),
    *(f"len(bb.Board().all_positions({ply}, True))" for ply in (-1, 1, 43)),
    *(f"bb.Board.random_board({ply}, True)[0].count_tokens()" for ply in ("-1", "2", "43", "'3'", "3.0")),
    *(f"type(bb.Board('{DRAWN[:ply]}').to_huffman())" for ply in (0, 7, 8, 12, 13, 42)),
    *(f"bb.Board() {comparison}" for comparison in ("== 3", "!= 3", "== None", "!= None")),
    *(f"repr(bb.BitBully({book}))" for book in ("", "'default'", "'8-ply'", "None", "'bad'", "7")),
    *(f"bb.BitBully(None).load_book({book})" for book in ("'8-ply'", "'bad'", "Path('bad')", "None", "7")),
    *(f"bb.BitBully().score_move(bb.Board('333333'), {column})" for column in ("2", *COLUMNS)),
    *(f"bb.BitBully().best_move(bb.Board('{moves}'), tie_break='left')" for moves in ("", "341", DRAWN)),
    *(f"bb.BitBully().mtdf({board})" for board in ("'3'", "None", f"bb.Board('{DRAWN}')")),
    *(f"bb.BitBully(max_depth={depth}).mtdf(bb.Board())" for depth in ("'3'", "2.5", "None", "-7")),
    *(f"bb.BitBully.score_to_moves_left({score}, bb.Board())" for score in ("'1'", "1.5", "True")),
    f"bb.BitBully().score_all_moves(bb.Board('{DRAWN}'))",
    "bb.BitBully.available_opening_books(), bb.Board.N_COLUMNS, bb.Board.N_ROWS, bb.__version__",
    "[(each.name, int(each), str(each), repr(each)) for each in map(bb.Board.Player, range(3))]",
    "bb.Board.Player.P_RED == 2, bb.Board.Player.P_YELLOW == bb.Board().current_player()",
]


def game(seed: int) -> list[int]:
    """Return random moves, of which the last may win."""
    rng, position, moves = random.Random(seed), m4.Position(), list[int]()
    for _ in range(rng.randrange(43)):
        if not position.is_over:
            moves.append(rng.choice(position.legal_moves))
            position = position.play(moves[-1])
    return moves


GAMES = [game(seed) for seed in range(600 if os.environ.get("MARLIN_EXHAUSTIVE") else 150)]
RUNNING = [moves for moves in GAMES if not m4.Position(moves).is_over]


@pytest.fixture(scope="module")
def theirs() -> ModuleType:
    module: ModuleType = pytest.importorskip("bitbully")
    return module


@pytest.fixture(scope="module")
def solvers(theirs: ModuleType) -> tuple[ours.BitBully, Any]:
    return ours.BitBully(), theirs.BitBully()


# The programs of BitBully's documentation.


def programs(text: str) -> list[str]:
    """Return the blocks of Python in a text of Markdown."""
    return [textwrap.dedent(block) for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL)]


def run(code: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a program with our module in BitBully's place."""
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "bitbully", ours)
        exec(compile(code, name, "exec"), {"__name__": name})


def test_the_programs_of_its_readme_run(theirs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = importlib.metadata.metadata(theirs.__name__).json["description"]
    found = [code for code in programs(str(readme)) if "import bitbully as bb" in code]
    assert len(found) == 10
    for index, code in enumerate(found):
        run(code, f"README, program {index}", monkeypatch)


def test_the_examples_of_its_methods_run(theirs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = 0
    for cls in (theirs.Board, theirs.BitBully):
        for name, member in {cls.__name__: cls, **vars(cls)}.items():
            where = f"{cls.__name__}.{name}"
            for index, code in enumerate(programs(inspect.getdoc(member) or "")):
                if PLAYED_ON.get(where) == index:
                    with pytest.raises(AssertionError):
                        run(code, where, monkeypatch)
                else:
                    run(code, f"{where}, example {index}", monkeypatch)
                ran += 1
    assert ran >= 60


# Every method beside BitBully's.


def parameters(cls: type, name: str) -> list[object] | None:
    """Return the parameters of a method; `None` for other members."""
    member = getattr(cls, name)
    if isinstance(member, type) or not callable(member):
        return None
    return [(each.name, each.kind, each.default) for each in inspect.signature(member).parameters.values()]


@pytest.mark.parametrize("name", ["Board", "BitBully"])
def test_every_public_method_has_the_same_parameters(theirs: ModuleType, name: str) -> None:
    for member in ("__init__", *(each for each in dir(getattr(theirs, name)) if not each.startswith("_"))):
        both = [parameters(getattr(module, name), member) for module in (ours, theirs)]
        assert both[0] == both[1], member


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_results_and_types_of_errors_are_equal(theirs: ModuleType, expression: str) -> None:
    found = []
    for module in (ours, theirs):
        try:
            found.append(eval(expression, {"bb": module, "np": np, "Path": Path}))
        except Exception as error:
            # A program that catches a ValueError catches one of its own kinds too.
            found.append(ValueError if isinstance(error, ValueError) else type(error))
    assert found[0] == found[1]


def test_boards_of_all_games_give_equal_answers(theirs: ModuleType) -> None:
    for moves in GAMES:
        board, other = ours.Board(moves), theirs.Board("".join(map(str, moves)))
        for name in ALWAYS.split():
            assert getattr(board, name)() == getattr(other, name)(), (name, moves)
        assert [*map(board.get_column_height, range(7))] == [*map(other.get_column_height, range(7))]
        assert board.mirror().to_array() == other.mirror().to_array()
        assert board == ours.Board(other.to_array()) == ours.Board(board.to_array(False)) == board.copy()


def test_the_rules_of_running_games_are_equal(theirs: ModuleType) -> None:
    for moves in RUNNING:
        board, other = ours.Board(moves), theirs.Board(moves)
        assert board.legal_moves() == other.legal_moves(), moves
        assert board.legal_moves(non_losing=True) == other.legal_moves(non_losing=True), moves
        assert sorted(board.legal_moves(True, True)) == sorted(other.legal_moves(True, True)), moves
        assert board.can_win_next() is other.can_win_next(), moves
        for column in range(-1, 8):
            assert board.is_legal_move(column) is other.is_legal_move(column), (moves, column)
            assert board.can_win_next(column) is other.can_win_next(column), (moves, column)
            copies = board.copy(), other.copy()
            assert copies[0].play(column) is copies[1].play(column), (moves, column)
            assert copies[0].to_array() == copies[1].to_array(), (moves, column)


def test_scores_and_their_order_are_equal(solvers: tuple[ours.BitBully, Any], theirs: ModuleType) -> None:
    for moves in RUNNING:
        board, other = ours.Board(moves), theirs.Board(moves)
        scores = solvers[0].score_all_moves(board)
        assert list(scores.items()) == list(solvers[1].score_all_moves(other).items()), moves
        assert {column: solvers[0].score_move(board, column) for column in scores} == scores, moves
        for name in ("mtdf", "negamax", "null_window"):
            assert getattr(solvers[0], name)(board) == getattr(solvers[1], name)(other), (name, moves)


@pytest.mark.parametrize("tie_break", [None, "center", "leftmost", "random"])
def test_best_moves_are_equal_for_every_rule_of_ties(
    solvers: tuple[ours.BitBully, Any], theirs: ModuleType, tie_break: ours.TieBreakStrategy | None
) -> None:
    rngs = random.Random(1), random.Random(1)
    for moves in RUNNING:
        move = solvers[0].best_move(ours.Board(moves), tie_break=tie_break, rng=rngs[0])
        assert move == solvers[1].best_move(theirs.Board(moves), tie_break=tie_break, rng=rngs[1]), moves


def test_scores_mean_equal_numbers_of_moves(theirs: ModuleType) -> None:
    for moves in (DRAWN[:ply] for ply in range(42)):
        board, other = ours.Board(moves), theirs.Board(moves)
        for score in range(-22, 23):
            expected = theirs.BitBully.score_to_moves_left(score, other)
            assert ours.BitBully.score_to_moves_left(score, board) == expected, (moves, score)


def test_wins_within_a_limited_depth_have_equal_scores(theirs: ModuleType) -> None:
    compared = 0
    for depth in (1, 4, 9):
        solver, other = ours.BitBully(None, max_depth=depth), theirs.BitBully(None)
        for moves in [moves for moves in RUNNING if len(moves) > 15][::4]:
            other.reset_transposition_table()
            scores = other.score_all_moves(theirs.Board(moves), max_depth=depth)
            seen = {c: score for c, score in solver.score_all_moves(ours.Board(moves)).items() if score}
            assert {column: scores[column] for column in seen} == seen, (moves, depth)
            compared += len(seen)
    assert compared > len(GAMES) // 6


@pytest.mark.parametrize("exactly", [True, False])
def test_the_positions_that_follow_are_equal(theirs: ModuleType, exactly: bool) -> None:
    for moves, ply in [("", 4), ("333", 5), ("010101", 9), (WON, 7), (WON, 8), ("333", 2)]:
        both = [module.Board(moves).all_positions(ply, exactly) for module in (ours, theirs)]
        assert sorted(map(str, both[0])) == sorted(map(str, both[1])), (moves, ply)


@pytest.mark.parametrize("name", ["ours", "theirs"])
def test_the_numbers_of_each_module_keep_their_laws(request: pytest.FixtureRequest, name: str) -> None:
    bb: Any = ours if name == "ours" else request.getfixturevalue(name)
    boards = [bb.Board(moves) for moves in GAMES]
    for number in (bb.Board.uid, hash):
        assert all(type(number(board)) is int and number(board) == number(board.copy()) for board in boards)
        assert len({number(board) for board in boards}) == len({str(board) for board in boards})
    solver, counts = bb.BitBully(), []
    for moves in (DRAWN[:20], DRAWN[:21]):
        counts.append(solver.get_node_counter())
        solver.score_all_moves(bb.Board(moves))
    assert 0 == counts[0] < counts[1] < solver.get_node_counter()
    solver.reset_node_counter()
    assert solver.get_node_counter() == 0
    for ply, forbid in [(0, True), (9, False), (20, True), (42, True)]:
        board, moves = bb.Board.random_board(ply, forbid)
        assert board == bb.Board(moves) and len(moves) == ply and not board.has_win()
        assert not (forbid and board.can_win_next())


# An agent for BitBully's boards.


def test_an_agent_plays_on_boards_of_bitbully(theirs: ModuleType) -> None:
    agent, opponent, board = ours.Agent(), theirs.BitBully(tie_break="random"), theirs.Board()
    while not board.is_game_over():
        assert board.play((agent, opponent)[board.count_tokens() % 2].best_move(board))
    assert board.winner() == 1 and agent.score_all_moves(board) == {}
    for moves in RUNNING[:50]:
        assert agent.score_all_moves(theirs.Board(moves)) == opponent.score_all_moves(theirs.Board(moves))


def test_an_agent_has_the_methods_of_the_protocol(theirs: ModuleType) -> None:
    protocol = importlib.import_module(f"{theirs.__name__}.agent_interface").Connect4Agent
    for name in (name for name in vars(protocol) if not name.startswith("_")):
        required = parameters(protocol, name) or []
        assert (parameters(ours.Agent, name) or [])[: len(required)] == required, name


def test_an_agent_needs_only_the_array_of_a_board() -> None:
    class Other:
        def to_array(self) -> list[list[int]]:
            return ours.Board("010101").to_array()

    assert ours.Agent().best_move(Other()) == 0


# Without BitBully.


def test_a_stone_on_a_finished_game_is_refused() -> None:
    for moves, winner in [(WON, 1), ("60101010", 2), (DRAWN, None)]:
        board = ours.Board(moves)
        assert board.is_game_over() and board.winner() == winner
        assert not any(board.play(move) for move in (*range(7), "2", [2, 3]))
        assert board == ours.Board(moves)


@pytest.mark.parametrize("setup", [WON + "1", [[1, 1, 1, 1, 0, 0], [2, 2, 2, 2, 0, 0], *5 * [[0] * 6]]])
def test_a_game_that_went_on_after_its_end_is_refused(setup: Any) -> None:
    with pytest.raises(ValueError):
        ours.Board(setup)
    board = ours.Board("01")
    assert not board.reset_board(setup) and not board.play("010102") and board == ours.Board("01")


def test_a_finished_game_has_no_moves() -> None:
    board = ours.Board(WON)
    assert board.legal_moves() == board.legal_moves(True) == board.legal_moves(order_moves=True) == []
    assert not board.can_win_next() and not any(map(board.is_legal_move, range(7)))
    with pytest.raises(ValueError, match="the game is over"):
        board.play_on_copy(1)


def test_a_finished_game_has_a_score_but_no_best_move() -> None:
    agent, board = ours.BitBully(), ours.Board(WON)
    assert agent.score_all_moves(board) == {}
    assert agent.mtdf(board) == -18 and agent.score_to_moves_left(-18, board) == 0
    with pytest.raises(ValueError, match="the game is over"):
        agent.best_move(board)
    with pytest.raises(ValueError, match="the game is over"):
        agent.score_move(board, 2)


def minimax(position: m4.Position, depth: int) -> int:
    """Return the value of a plain search with leaves of 0."""
    if position.winner is not None:
        return (position.ply + 1) // 2 - 22
    if position.is_over or depth == 0:
        return 0
    return max(-minimax(position.play(column), depth - 1) for column in position.legal_moves)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_limited_depth_is_a_search_with_leaves_of_zero(depth: int) -> None:
    agent, opponent = ours.Agent(m4.Solver(book=False), max_depth=9), m4.Opponent.depth(depth)
    for position in [m4.Position(moves) for moves in RUNNING if len(moves) > 8][::8]:
        values = {column: -minimax(position.play(column), depth - 1) for column in position.legal_moves}
        board = ours.Board(position.to_array().tolist())
        assert agent.score_all_moves(board, max_depth=depth) == values, position
        boards = np.repeat(position.to_array()[None], 100, axis=0)
        best = {column for column, value in values.items() if value == max(values.values())}
        assert set(opponent.moves(boards, np.random.default_rng(1)).tolist()) == best, position


def test_ordered_moves_begin_with_the_most_threats() -> None:
    assert ours.Board().legal_moves(order_moves=True) == [3, 2, 4, 1, 5, 0, 6]
    assert ours.Board("0606").legal_moves(order_moves=True)[0] == 0


def test_the_book_changes_no_score() -> None:
    agent, board = ours.BitBully("8-ply"), ours.Board("33332")
    scores = agent.score_all_moves(board)
    agent.reset_book()
    agent.reset_transposition_table()
    assert repr(agent) == "BitBully(opening_book=None, book_loaded=False)"
    assert agent.score_all_moves(board) == scores
    agent.load_book(Path(__file__))
    assert agent.is_book_loaded()


def test_a_generator_of_numpy_breaks_ties() -> None:
    rng: Any = np.random.default_rng(1)
    found = [ours.Agent(tie_break="random", rng=rng).best_move(ours.Board("341")) for _ in range(50)]
    assert set(found) == {1, 3, 4} and {type(move) for move in found} == {int}
