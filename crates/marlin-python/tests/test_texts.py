"""Batches of texts, positions and games, and files of them."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import ILLEGAL, Batch, Game, Opponent, Position

TEXTS = ["4433", "1. d1 d2 2. c1", Position("4433112").rows, Position("44").fen, ""]
POSITIONS = [*map(Position.parse, TEXTS[:-1]), Position()]
CELLS = np.stack([position.to_array() for position in POSITIONS])

QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "analyze": m4.analyze,
    "solve": m4.solve,
    "outcomes": m4.outcomes,
    "legal": m4.legal,
    "non_losing": m4.non_losing,
    "winner": m4.winner,
    "turn": m4.turn,
    "canonical": m4.canonical,
    "step": lambda boards: m4.step(boards, [0, 1, -1, 3, 6]),
    "plies_to_end": lambda boards: m4.plies_to_end(boards, m4.solve(boards)),
    "features": lambda boards: m4.features(boards)["threats"],
    "moves": lambda boards: Opponent.perfect("left").moves(boards),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_texts_positions_and_games_are_taken_wherever_boards_are(name: str) -> None:
    question, expected = QUESTIONS[name], QUESTIONS[name](CELLS)
    games = [Game.parse(text) for text in TEXTS]
    mixed = [TEXTS[0], POSITIONS[1], games[2], *TEXTS[3:]]
    arrays = np.array(TEXTS), np.array(POSITIONS, dtype=object)
    for boards in (TEXTS, tuple(TEXTS), POSITIONS, games, mixed, *arrays, Batch(TEXTS)):
        assert np.array_equal(question(boards), expected), boards


def test_one_text_is_one_board() -> None:
    for board in ("4433", Position("4433"), Game("4433"), Batch("4433")):
        assert m4.solve(board) == 18 and m4.solve(board).shape == ()
    assert m4.solve(["4433"]).tolist() == [18] and m4.solve([]).shape == (0,)


def test_a_batch_of_texts_has_the_board_the_base_and_the_layout_that_are_given() -> None:
    items: list[Any] = ["01", Position(board="5x4")]
    batch = Batch(items, board="5x4", base=0, layout="columns")
    assert batch.cells.shape == (2, 5, 4) and batch.cells[0, :2, 0].tolist() == [1, 2]
    assert batch.positions == [Position("12", board="5x4"), Position(board="5x4")]
    assert np.array_equal(m4.legal(batch), np.ones((2, 5), dtype=bool))


BAD: list[tuple[str, Callable[[], object]]] = [
    ("board 2: move 7: column 4 is full", lambda: m4.solve(["44", "1", "4444444"])),
    ("board 1: a board of 5x4, where 7x6 is expected", lambda: Batch([Position(), Position(board="5x4")])),
    ("board 0: a board of 7x6, where 5x4 is expected", lambda: Batch([Position()], board="5x4")),
    ("board 1: column 0 at character 1: columns count from 1 here; base=0 reads columns from 0", lambda: Batch(["1", "0"])),
    ("base= is for texts of moves", lambda: Batch(CELLS, base=0)),
    ("boards of 7x6, where board='5x4' is expected", lambda: Batch(CELLS, board="5x4")),
    ("errors='no' is not one of", lambda: Batch("44", errors="no")),  # type: ignore[arg-type]
    ("line 3: move 7: column 4 is full", lambda: m4.read_games(["# a set", "44 1", "4444444 1"])),
    ("line 1: read as moves and their score, because of ' ': invalid score", lambda: m4.read_games(["4433 19"])),
    ("line 2: a board of 7x6, where 5x4 is expected", lambda: m4.read_games(["...../...../..O../..X..", "44"])),
    ("line 2: a set of board 5x4, where 7x6 is expected", lambda: m4.read_games(["44", "# board 5x4"], errors="mark")),
]


@pytest.mark.parametrize(("message", "call"), BAD, ids=[message for message, _ in BAD])
def test_a_bad_text_is_named_by_its_index_and_a_bad_line_by_its_number(message: str, call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("boards", "message"), [(["44", 3], "board 1 is int"), (iter(["44"]), "board 0 is list_iterator")])
def test_an_item_that_is_no_text_is_an_error_of_its_type(boards: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"{message}: a text, a Position or a Game is expected"):
        m4.solve(boards)
    with pytest.raises(TypeError, match="line 2 is int"):
        m4.read_games(["44", 3])  # type: ignore[arg-type]


def test_marked_texts_have_no_answers_and_a_reason() -> None:
    items: list[Any] = ["44", "x", Position(board="5x4"), "4433"]
    batch = Batch(items, errors="mark")
    assert m4.solve(batch).tolist() == [1, ILLEGAL, ILLEGAL, 18] and (batch.cells[1:3] == ILLEGAL).all()
    assert batch.positions == [Position("44"), None, None, Position("4433")]
    assert m4.step(batch, [0, -1, -1, 0]).shape == (4, 6, 7) and (Opponent.random().moves(batch)[1:3] == -1).all()
    assert list(batch.reasons) == [1, 2] and batch.reasons[2] == "a board of 5x4, where 7x6 is expected"
    assert "nothing below it" in Batch(CELLS[:2, ::-1], errors="mark").reasons[0]
    assert Batch(CELLS).reasons == {}


SET = "# a set\n4433 18\n\n44 1\r\n1. d1 d2 *\n"


def sources(folder: Path) -> list[Any]:
    """Return all forms of a set, the path of its file first."""
    file = folder / "set.txt"
    file.write_bytes(b"\xef\xbb\xbf" + SET.encode())
    return [file, str(file), io.StringIO(SET, newline=""), io.BytesIO(SET.encode()), SET.splitlines()]


def test_a_file_of_games_is_a_batch_with_scores(tmp_path: Path) -> None:
    for source in sources(tmp_path):
        read = m4.read_games(source)
        assert read.scores.tolist() == [18, 1, ILLEGAL] and read.scores.dtype == np.int8 and read.lines == [2, 4, 5]
        assert [game and game.moves for game in read.games] == [[3, 3, 2, 2], [3, 3], [3, 3]]
        assert m4.solve(read).tolist() == [18, 1, 1] and len(read) == 3


def test_a_file_may_state_its_board_and_may_be_empty() -> None:
    read = m4.read_games(["# board 5x4", "11 0", "...../...../..O../..X.."])
    assert read.cells.shape == (2, 4, 5) and read.positions[1] == Position("33", board="5x4")
    assert m4.read_games(["11"], board="5x4").width == 5 and m4.read_games(["01"], base=0).games == [Game("12")]
    assert m4.read_games([]).cells.shape == (0, 6, 7) == m4.read_games(["# nothing", ""]).cells.shape


def test_bad_lines_of_a_file_name_the_file_or_are_marked(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_bytes(b"4433 18\n44\xff\n44 99\n44 1\n")
    with pytest.raises(ValueError, match=r"games\.txt, line 2: "):
        m4.read_games(file)
    read = m4.read_games(file, errors="mark")
    assert read.scores.tolist() == [18, ILLEGAL, ILLEGAL, 1] and [game is None for game in read.games] == [0, 1, 1, 0]
    assert list(read.reasons) == [1, 2] and 'invalid score "99"' in read.reasons[2]
    with pytest.raises(FileNotFoundError):
        m4.read_games(tmp_path / "none.txt")


def test_a_column_of_a_table_has_an_answer_for_each_row() -> None:
    class Series:
        """As in pandas: no sequence, and an array for NumPy."""

        def __init__(self, texts: list[str]) -> None:
            self.texts = texts

        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            return np.array(self.texts, dtype=object)

    assert m4.solve(Series(["44", "4433"])).tolist() == [1, 18]  # type: ignore[arg-type]
    assert m4.solve(np.array(["44"])).shape == (1,) and m4.solve("44").shape == ()


def test_a_cell_is_no_index_and_one_position_has_one_move() -> None:
    position = m4.Position("4433")
    with pytest.raises(TypeError, match="piece_at"):
        position[m4.Cell(2, 1)]
    assert m4.Opponent.perfect().move("4433") == 4
    with pytest.raises(TypeError, match="moves"):
        m4.Opponent.perfect().move(["4433"])
    assert "svg" in m4.Position("444444").svg(scores=m4.analyze("444444"))
