"""Positions, games and the solver, one at a time."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
import random

import marlin_connect4 as m4
import numpy as np
import pytest
from marlin_connect4 import Game, Position, Solver


FORMS = [
    "4433",
    "d1 d2 c1 c2",
    "1. d1 d2 2. c1 c2 *",
    [3, 3, 2, 2],
    (3, 3, 2, 2),
    np.array([3, 3, 2, 2]),
    Game("4433"),
    Position("4433"),
    Position("4433").fen,
    Position("4433").rows,
    str(Position("4433")),
    Position("4433").to_array(),
    Position("4433").to_array().tolist(),
    Position("4433").to_array(values="own"),
    Position("4433").to_array().reshape(-1).tolist(),
    f'{{"board": {Position("4433").to_array().reshape(-1).tolist()}, "mark": 1}}',
    "https://connect4.gamesolver.org/?pos=4433",
]
"""A position in all forms that the README and the docstring of `Position` name."""


@pytest.mark.parametrize("form", FORMS, ids=range(len(FORMS)))
def test_a_position_in_any_form_is_taken_wherever_a_position_is(form: object) -> None:
    solver = Solver(threads=1)
    assert Position(form) == Position(form, board="7x6") == Position("4433")
    found = {
        name: getattr(solver, name)(form)
        for name in dir(solver)
        if not name.startswith("_") and "position" in (getattr(getattr(solver, name), "__text_signature__", None) or "")
    }
    assert {"solve", "scores", "best_move", "analyze", "explain"} <= found.keys()
    assert (found["solve"], found["best_move"], found["scores"][1]) == (18, 4, 18)


def test_what_is_no_position_is_an_error_of_its_own() -> None:
    wrong = ["4438", "7/7/7/7/7/8 w", [3, 9], [[0, 0, 2, 1]], [[4, 4, 3, 3]], np.zeros((2, 6, 7)), Position("4433").to_array()[::-1]]
    for form in wrong:
        with pytest.raises(m4.PositionError):
            Position(form)
    for read in (Position, m4.solve, m4.legal, Solver().scores, m4.Opponent.perfect().move):
        with pytest.raises(m4.PositionError, match="is no board"):
            read(4433)
    for moves in ([[0, 0, 2, 1]], [[1, 2, 1, 2]], [[0, 1]]):
        with pytest.raises(m4.PositionError, match="may be lists of moves"):
            m4.solve(moves)
    assert m4.solve(m4.Batch([[0, 0, 2, 1]], board="4x1")) == 0
    assert Position([[0, 0, 2, 1]], board="4x1").ply == 2
    with pytest.raises(m4.PositionError, match="a position of 7x6, where 8x7 is expected"):
        Position(Position(), board="8x7")
    with pytest.raises(TypeError, match="one solver answers for every board"):
        Solver(board="9x7")  # type: ignore[call-arg]


def test_texts_count_from_one_and_lists_from_zero() -> None:
    assert Position("4433") == Position([3, 3, 2, 2]) == Position("3322", base=0) == Position(np.array([3, 3, 2, 2]))
    assert Position() == Position("") == Position([])


def test_every_notation_of_the_engine_is_read() -> None:
    position = Position("443")
    drops, rows = "1. d1 d2 2. c1 *", "......./......./......./......./...O.../..XX..."
    kaggle = '{"board": [' + ", ".join(str(cell) for cell in position.to_array().ravel()) + "]}"
    for text in ("443", drops, rows, position.fen, kaggle, str(position)):
        assert Position.parse(text) == position, text
    assert Position.parse(position.mirror().rows) == position.mirror()


def test_every_short_game_of_a_wide_board_is_read_from_its_text() -> None:
    for columns in itertools.product(range(12), repeat=2):
        game = Game(columns, board="12x4")
        assert Game(str(game), board="12x4") == game == eval(repr(game), {"Game": Game})


def test_moves_of_a_wide_board_are_numbers() -> None:
    game = Game([9, 2, 9], board="12x4")
    assert str(game) == "10,3,10" and game == Game("10 3 10", board="12x4") == Game("9,2,9", board="12x4", base=0)
    assert Position("10,3,10", board="12x4") == game.position == Position.parse("j1 c1 j2", board="12x4")
    for text in ("9abc", "4433", "13"):
        with pytest.raises(m4.PositionError, match="is no column"):
            Position(text, board="12x4")


@pytest.mark.parametrize("board", ["2x5", "9x7", "10x5", "12x4", "16x7", "32x3"])
def test_all_that_is_written_of_a_board_is_read(board: str) -> None:
    rng = random.Random(board)
    for _ in range(50):
        game = Game(board=board)
        for _ in range(rng.randrange(100)):
            if legal := game.position.legal_moves:
                game.push(rng.choice(legal))
        position = game.position
        assert Game(str(game), board=board) == game == Game.parse(str(game), board=board) == Game.parse(game.movetext, board=board)
        assert m4.read_games([game.movetext, str(game)], board=board).games == [game] * (2 if len(game) else 1)
        for text in (str(game), game.movetext, position.rows, position.fen, str(position)):
            assert Position(text, board=board) == position, text
        for cell in position.winning_cells:
            assert m4.Cell.parse(cell.name) == cell and position.piece_at(cell.name) == position.winner


def test_positions_of_every_board_are_values() -> None:
    for board in ("7x6", "4x4", "8x7", "5x10", "12x4"):
        position = Position([1, 1, 2], board=board)
        again = pickle.loads(pickle.dumps(position))
        assert position == again == copy.deepcopy(position) and hash(position) == hash(again)
        assert eval(repr(position), {"Position": Position}) == position
        assert position != position.mirror() and position.mirror().mirror() == position
    assert len({Position("12"), Position("12"), Position("21")}) == 2
    assert Position(board="4x4") != Position(board="4x5")


def test_the_rules_are_told_by_properties() -> None:
    won = Position("1122334")
    assert (won.winner, won.is_over, won.legal_moves, won.ply, won.turn) == (1, True, [], 7, 2)
    assert [cell.name for cell in won.winning_cells] == ["a1", "b1", "c1", "d1"]
    position = Position("11223")
    assert (position.winning_moves, position.non_losing_moves) == ([], [3])
    assert [cell.name for cell in position.threats(1)] == ["d1"] and position.threats(2) == []
    assert Position("112233").winning_moves == [3]
    assert not position.is_legal(7) and not position.is_legal(-1) and position.is_legal(0)


def test_the_cells_of_a_position_are_those_of_its_array_and_of_its_names() -> None:
    for position in (Position("44332"), Position("12", board="9x5"), Position()):
        array = position.to_array()
        for row, column in np.ndindex(array.shape):
            cell = m4.Cell(column, position.height - 1 - row)
            found = {position[row, column], position[row - position.height, column - position.width]}
            assert found | {position.piece_at(cell), position.piece_at(cell.name)} == {array[row, column]}
        assert len(position) == position.ply and type(position[0, 0]) is int
    # The empty board is a position, and a position is no sequence of cells.
    assert Position() and np.array([Position()]).shape == (1,)
    with pytest.raises(TypeError, match="not iterable"):
        iter(Position())  # type: ignore[call-overload]


def test_a_game_goes_on_and_back() -> None:
    game = Game("44")
    game.push(2)
    assert (str(game), game.moves, len(game), game.position) == ("443", [3, 3, 2], 3, Position("443"))
    with pytest.raises(ValueError, match="there is no column 7"):
        game.push(7)
    assert [game.pop() for _ in range(3)] == [2, 3, 3] and len(game) == 0
    with pytest.raises(IndexError, match="no move"):
        game.pop()
    for copied in (pickle.loads(pickle.dumps(game)), copy.copy(game)):
        assert copied == game and copied is not game
    setup = Game.from_position(Position("4433"))
    setup.push(4)
    assert pickle.loads(pickle.dumps(setup)) == setup and "from" in repr(setup)
    assert setup.moves == [4] and setup.position == Position("44335")


def test_the_solver_answers_without_book_and_threads_as_with_them() -> None:
    plain, full = Solver(book=False, threads=1, hash_mib=8), Solver(threads=2)
    assert (plain.book_plies, plain.threads, plain.hash_mib) == (0, 1, 8) and full.book_plies > 8
    for moves in ("32164625", "44444432", "121212", "67533133564473166572652732"):
        position = Position(moves)
        assert plain.scores(position) == full.scores(position)
        assert plain.solve(position) == full.solve(position) == max(s for s in full.scores(position) if s is not None)
        assert plain.best_move(position) == full.best_move(position)


def test_limits_are_for_the_scores_and_the_line_together() -> None:
    solver = Solver(book=False, threads=1, hash_mib=8)
    times = (solver.analyze(Position(board="8x7"), time=0.3, pv=9).seconds for _ in range(20))
    # A busy machine takes longer at any of the attempts.
    assert any(0.2 < seconds < 0.6 for seconds in times)
    assert Solver(book=None).book_plies == 0 < Solver(book=True).book_plies


def test_a_solver_forgets_the_searches_of_all_boards() -> None:
    solver = Solver(book=False, threads=1, hash_mib=8)
    for position in (Position("44444422"), Position("3333332", board="6x6")):
        nodes = solver.analyze(position, time=math.inf).nodes
        assert solver.analyze(position, time=math.inf).nodes < nodes
        solver.clear()
        assert solver.analyze(position, time=math.inf).nodes == nodes


def test_ties_are_broken_by_rule() -> None:
    solver, position = Solver(), Position("4433")
    assert [solver.best_move(position, tie=tie) for tie in ("center", "left")] == [4, 1]  # type: ignore[arg-type]
    for rng in (random.Random(1), np.random.default_rng(1)):
        assert {solver.best_move(position, tie="random", rng=rng) for _ in range(50)} == {1, 4}
    assert solver.best_move(position, tie="random") in (1, 4)


def test_an_analysis_within_limits_has_bounds_and_no_false_score() -> None:
    solver = Solver(book=False, threads=1, hash_mib=8)
    analysis = solver.analyze(Position(), nodes=2_000)
    assert not analysis.is_proven and analysis.score is None and analysis.best_moves == []
    assert analysis.bounds[0] <= 1 <= analysis.bounds[1] and analysis.best in range(7)
    assert analysis.words.startswith("the winner is not proven: the score is ") and 0 < analysis.nodes <= 2_000
    whole = Solver().analyze(Position("4433"), pv=3)
    assert (whole.score, whole.outcome, whole.plies_to_end, whole.best_moves) == (18, 1, 3, [1, 4])
    assert (whole.is_proven, whole.best_is_proven, whole.line, whole.source) == (True, True, [4, 3, 1], "book")
    assert whole.words == "X wins on move 7 if both play perfectly"
    assert Solver().analyze(Position("1122334")).best is Solver().analyze(Position("1122334")).play is None


def test_the_bounds_leave_the_best_move_possible_and_the_move_to_play_is_certain_to_keep_more() -> None:
    # The book has these scores, and no scores of columns.
    for moves in ("6631355216532", "7376265277444"):
        analysis = Solver(threads=1).analyze(Position(moves), nodes=1)
        assert analysis.best is not None and analysis.play not in (None, analysis.best)
        best, play = (analysis.column_bounds[column] for column in (analysis.best, analysis.play))  # type: ignore[index]
        assert best is not None and play is not None
        assert best[1] >= analysis.bounds[0] > play[1] and play[0] > best[0]
    whole = Solver().analyze(Position("4433"))
    assert whole.best == whole.play == 4


def test_explanations_and_reviews_are_data() -> None:
    explanation = Position("4433").explain()
    assert explanation.winner == 1 and explanation.winner_proven_by == "double threat"
    assert explanation.bounds == (18, 18) and m4.Cell.parse("e1") in explanation.cells
    review = Game("4433112").review()
    assert [move.column for move in review.moves] == [3, 3, 2, 2, 0, 0, 1]
    assert [move.number for move in review.blunders] == [3, 4, 5, 6]
    assert review.moves[4].best == [1, 4] and review.moves[4].scores == [-3, 18, 2, 2, 18, -3, -4]
    assert review.turning_point is not None


def test_notebooks_get_drawings() -> None:
    position, game = Position("4433"), Game("4433")
    for svg in (position._repr_svg_(), game._repr_svg_(), position.svg(scores=[0] * 7, line=[4], threats=True)):
        assert svg.startswith("<svg ") and svg.rstrip().endswith("</svg>")
    assert position.svg(scores=True) == position.svg(scores=Solver().scores(position)) != position.svg(scores=False)
    assert "Last move" in game.svg() and "@media" not in position.svg(appearance="dark")
    assert position.svg(arrows=[1, 4]).count('class="arrow"') == 2 == game.svg(arrows=(1, 4, 1)).count('class="arrow"')
    assert len({position.svg(theme=theme) for theme in ("classic", "quiet", "high-contrast")}) == 3
    for found in (Solver().analyze(position, pv=2), position.explain(), game.review()):
        text = found._repr_html_()
        assert "<svg " in text and text.count("<table>") == text.count("</table>")


def test_a_book_can_be_read_from_a_file(tmp_path: object) -> None:
    with pytest.raises(OSError, match="no-book"):
        Solver(book="no-book.bin")
