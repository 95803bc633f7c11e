"""Tests of the adapters in the environments that they are for."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import marlin_connect4 as m4
from marlin_connect4 import envs

ID = "marlin_connect4.envs.gymnasium_env:marlin_connect4/ConnectFour-v0"
PERFECT = m4.Opponent.perfect()
OPPONENTS = [PERFECT, m4.Opponent.epsilon(0.2), m4.Opponent.level(3), None]


def keeps_the_score(position: m4.Position, column: int) -> bool:
    scores = m4.default_solver().scores(position)
    return scores[column] == max(score for score in scores if score is not None)


def test_no_package_is_imported_before_its_adapter_is_used() -> None:
    packages = "('gymnasium', 'pettingzoo', 'pyspiel', 'kaggle_environments', 'textarena')"
    code = f"import sys, marlin_connect4.envs; print([name for name in {packages} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


MODULES = [("gymnasium_env", "gymnasium", "gym"), ("gymnasium_vector", "gymnasium", "gym")]
MODULES += [("openspiel_bot", "pyspiel", "openspiel")]


@pytest.mark.parametrize(("module", "package", "extra"), MODULES)
def test_a_missing_package_is_named_with_its_extra(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"marlin_connect4.envs.{module}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"is not installed: pip install 'marlin-connect4\[{extra}\]'"):
        importlib.import_module(f"marlin_connect4.envs.{module}")


def test_an_agent_of_kaggle_takes_plain_dictionaries() -> None:
    observation = {"board": m4.Position("4433").to_array().ravel().tolist(), "mark": 1}
    played = envs.agent_of(PERFECT)
    for configuration in ({"rows": 6, "columns": 7, "inarow": 4, "actTimeout": 2}, {}):
        assert envs.kaggle_agent.agent(observation, configuration) == 4
        assert played(observation, configuration) == 4
    with pytest.raises(ValueError, match="inarow=5"):
        played(observation, {"inarow": 5})
    for moves, mark in (("4433", 2), ("443", 1)):
        observation = {"board": m4.Position(moves).to_array().ravel().tolist(), "mark": mark}
        with pytest.raises(ValueError, match=f"mark {mark} has no move"):
            played(observation, {})


class TestGymnasium:
    @pytest.fixture(autouse=True)
    def gym(self) -> Any:
        return pytest.importorskip("gymnasium", minversion="1.1")

    @pytest.mark.parametrize("opponent", OPPONENTS, ids=str)
    @pytest.mark.parametrize("first", [True, False, None])
    def test_the_checker_of_gymnasium_has_no_complaint(
        self, gym: Any, opponent: m4.Opponent | None, first: bool | None
    ) -> None:
        checker = importlib.import_module("gymnasium.utils.env_checker")
        env = gym.make(ID, opponent=opponent, first=first, render_mode="rgb_array")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            checker.check_env(env.unwrapped)

    @pytest.mark.parametrize("opponent", OPPONENTS, ids=str)
    def test_a_board_is_in_the_view_of_its_agent(self, gym: Any, opponent: m4.Opponent | None) -> None:
        env, rng = gym.make(ID, opponent=opponent), np.random.default_rng(1)
        for seed in range(20):
            board, info = env.reset(seed=seed)
            over = False
            while not over:
                assert m4.turn(board) == 1
                assert (info["action_mask"] == m4.legal(board)).all()
                assert (env.get_wrapper_attr("action_masks")() == m4.legal(board)).all()
                action = m4.Opponent.random().moves(board, rng)
                board, reward, over, truncated, info = env.step(action)
                assert not truncated and (over or reward == 0)
            assert not info["action_mask"].any()
            # The winner is the side that moved last: the agent if it got 1, in self-play always.
            to_move = -board if reward == 1 and opponent is not None else board
            assert m4.winner(to_move) == -abs(reward)

    @pytest.mark.parametrize(("first", "reward"), [(True, 1), (False, -1)])
    def test_the_side_that_moves_first_wins_between_perfect_players(self, first: bool, reward: int) -> None:
        env = envs.ConnectFourEnv(PERFECT, first=first)
        board, _ = env.reset(seed=1)
        result, over = 0.0, False
        while not over:
            board, result, over, _, _ = env.step(PERFECT.moves(board, np.random.default_rng(1)))
        assert result == reward and (board != 0).sum() == 41

    def test_the_name_with_its_module_needs_no_import(self) -> None:
        code = f"import gymnasium; print(gymnasium.make({ID!r}).reset(seed=1)[0].shape)"
        result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert result.stdout.strip() == "(6, 7)"

    def test_a_column_that_is_full_loses_the_game(self, gym: Any) -> None:
        env = envs.ConnectFourEnv()
        env.reset(seed=1)
        for _ in range(6):
            board, reward, over, _, _ = env.step(3)
            assert (reward, over) == (0, False)
        after, reward, over, _, _ = env.step(3)
        assert (reward, over) == (-1, True) and (after == board).all()
        with pytest.raises(gym.error.ResetNeeded, match="call reset"):
            env.step(3)

    @pytest.mark.parametrize("action", [7, -1, 3.0, "3", None])
    def test_an_action_outside_the_space_is_an_error_and_the_game_goes_on(self, gym: Any, action: Any) -> None:
        env = envs.ConnectFourEnv(PERFECT, first=True)
        env.reset(seed=1)
        assert not env.action_space.contains(action)
        with pytest.raises(ValueError, match="game 0 is outside of the action space: columns are whole numbers"):
            env.step(action)
        board, _, over, _, _ = env.step(3)
        assert (board != 0).sum() == 2 and not over
        many = envs.ConnectFourVectorEnv(2)
        many.reset(seed=1)
        with pytest.raises(ValueError, match="is outside of the action space"):
            many.step([3, action])
        boards, _, _, _, _ = many.step([3, 4])
        assert (boards != 0).sum(axis=(1, 2)).tolist() == [1, 1]

    def test_the_side_that_moves_first_is_drawn_unless_it_is_given(self) -> None:
        for first, stones in ((True, {0}), (False, {1}), (None, {0, 1})):
            env = envs.ConnectFourEnv(PERFECT, first=first)
            assert {int((env.reset(seed=seed)[0] != 0).sum()) for seed in range(20)} == stones

    @pytest.mark.parametrize(("opponent", "stones"), [(PERFECT, (2, 1)), (None, (1, 0))])
    def test_x_and_red_move_first(self, opponent: m4.Opponent | None, stones: tuple[int, int]) -> None:
        env = envs.ConnectFourEnv(opponent, first=False, render_mode="ansi")
        env.reset(seed=1)
        env.step(3)
        assert (env.render().count("X"), env.render().count("O")) == stones
        env.render_mode = "rgb_array"
        middles = env.render()[32::64, 32::64].reshape(-1, 3).tolist()
        assert (middles.count([214, 69, 65]), middles.count([244, 208, 63])) == stones

    @pytest.mark.parametrize("first", [True, False])
    @pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
    def test_a_vector_of_games_equals_single_games(self, gym: Any, mode: str, first: bool) -> None:
        equal = importlib.import_module("gymnasium.utils.env_checker").data_equivalence
        autoreset = gym.vector.AutoresetMode(mode)
        ours = envs.ConnectFourVectorEnv(5, PERFECT, first=first, autoreset_mode=autoreset)
        singles = [lambda: envs.ConnectFourEnv(PERFECT, first=first)] * 5
        theirs = gym.vector.SyncVectorEnv(singles, autoreset_mode=autoreset)
        assert ours.observation_space == theirs.observation_space
        assert ours.action_space == theirs.action_space
        assert equal(ours.reset(seed=1), theirs.reset(seed=1), exact=True)
        rng = np.random.default_rng(1)
        for _ in range(200):
            actions = rng.integers(0, 7, size=5)
            assert equal(ours.step(actions), theirs.step(actions), exact=True)

    def test_a_vector_of_games_without_autoreset_takes_a_mask(self, gym: Any) -> None:
        many = gym.make_vec(ID, num_envs=3, autoreset_mode=gym.vector.AutoresetMode.DISABLED)
        assert isinstance(many.unwrapped, envs.ConnectFourVectorEnv)
        many.reset(seed=1)
        for other in range(6):
            many.step([other, 3, other])
        _, rewards, over, _, _ = many.step([6, 3, 6])
        assert rewards.tolist() == [0, -1, 0] and over.tolist() == [False, True, False]
        with pytest.raises(gym.error.ResetNeeded, match="row 1"):
            many.step([3, 3, 3])
        boards, _ = many.reset(options={"reset_mask": over})
        assert (boards != 0).sum(axis=(1, 2)).tolist() == [7, 0, 7]
        many.step([3, 3, 3])

    def test_the_same_seed_gives_the_same_games(self) -> None:
        many = envs.ConnectFourVectorEnv(50, m4.Opponent.epsilon(0.5))
        games = [[many.reset(seed=7)[0], *(many.step([3] * 50)[0] for _ in range(9))] for _ in range(2)]
        assert all((one == other).all() for one, other in zip(*games, strict=True))


class TestPettingZoo:
    def test_a_policy_plays_for_both_agents_and_keeps_the_score(self) -> None:
        pytest.importorskip("pettingzoo")
        connect_four = importlib.import_module("pettingzoo.classic.connect_four.connect_four")
        policy, rng = envs.PettingZooPolicy(m4.Opponent.perfect("random"), seed=1), np.random.default_rng(1)
        for game in range(10):
            env, position, rewards = connect_four.env(), m4.Position(), {}
            env.reset(seed=game)
            for agent in env.agent_iter():
                seen, rewards[agent], over, _, _ = env.last()
                action = None if over else int(rng.choice(np.flatnonzero(seen["action_mask"])))
                if not over and agent == f"player_{game % 2}":
                    action = policy(seen)
                    assert keeps_the_score(position, action)
                elif over:
                    with pytest.raises(ValueError, match="the agent has no move"):
                        policy(seen["observation"])
                position = position if action is None else position.play(action)
                env.step(action)
            assert rewards[f"player_{game % 2}"] == 1


class TestOpenSpiel:
    @pytest.fixture(autouse=True)
    def spiel(self) -> Any:
        return pytest.importorskip("pyspiel")

    @pytest.mark.parametrize("opponent", [None, m4.Opponent.perfect("random")])
    @pytest.mark.parametrize("side", [0, 1])
    def test_a_bot_beats_the_random_one_and_keeps_the_score(
        self, spiel: Any, opponent: m4.Opponent | None, side: int
    ) -> None:
        evaluate_bots = importlib.import_module("open_spiel.python.algorithms.evaluate_bots").evaluate_bots
        state, rng = spiel.load_game("connect_four").new_initial_state(), np.random.RandomState(1)
        bots = [envs.MarlinBot(opponent, seed=1), spiel.make_uniform_random_bot(1 - side, 1)]
        assert evaluate_bots(state, bots if side == 0 else bots[::-1], rng)[side] == 1
        position = m4.Position()
        for ply, column in enumerate(state.history()):
            assert ply % 2 != side or keeps_the_score(position, column)
            position = position.play(column)

    def test_the_loop_of_openspiel_in_c_takes_a_bot_on_another_board(self, spiel: Any) -> None:
        state = spiel.load_game("connect_four(rows=4,columns=5)").new_initial_state()
        returns = spiel.evaluate_bots(state, [envs.MarlinBot(seed=1), envs.MarlinBot(PERFECT)], 1)
        assert returns[0] == np.sign(m4.Solver().solve(m4.Position(board="5x4")))

    @pytest.mark.parametrize("size", [8, 10])
    def test_a_bot_moves_within_seconds_on_a_board_that_is_not_solved_in_them(self, spiel: Any, size: int) -> None:
        state = spiel.load_game(f"connect_four(rows={size},columns={size})").new_initial_state()
        for bot in (envs.MarlinBot(seed=1), envs.MarlinBot(PERFECT)):
            with pytest.warns(RuntimeWarning, match="not proven"):
                assert bot.step(state) in state.legal_actions()

    def test_the_policy_gives_the_best_columns_the_same_probability(self, spiel: Any) -> None:
        state = spiel.load_game("connect_four").new_initial_state()
        for column in (3, 3, 2, 2):
            state.apply_action(column)
        bot = envs.MarlinBot(seed=1)
        policy, action = bot.step_with_policy(state)
        assert bot.provides_policy() and action in (1, 4)
        assert policy == [(column, 0.5 if column in (1, 4) else 0) for column in range(7)]
        with pytest.raises(ValueError, match=r"the probabilities of Opponent.level\(3\) are not known"):
            envs.MarlinBot(m4.Opponent.level(3)).get_policy(state)

    @pytest.mark.parametrize("copied", [copy.deepcopy, lambda bot: pickle.loads(pickle.dumps(bot))])
    @pytest.mark.parametrize("opponent", [None, m4.Opponent.random()])
    def test_a_copy_of_a_bot_goes_on_as_the_bot_does(self, spiel: Any, opponent: m4.Opponent | None, copied: Any) -> None:
        state, bot = spiel.load_game("connect_four").new_initial_state(), envs.MarlinBot(opponent, seed=1)
        for column in (3, 3, 2, 2):
            state.apply_action(column)
        bot.step(state)
        again = copied(bot)
        assert [again.step(state) for _ in range(20)] == [bot.step(state) for _ in range(20)]

    def test_other_games_and_games_that_are_over_are_refused(self, spiel: Any) -> None:
        with pytest.raises(ValueError, match="x_in_row=3"):
            envs.MarlinBot().step(spiel.load_game("connect_four(x_in_row=3)").new_initial_state())
        state = spiel.load_game("connect_four").new_initial_state()
        for column in (3, 2, 3, 2, 3, 2, 3):
            state.apply_action(column)
        with pytest.raises(ValueError, match="the game is over"):
            envs.MarlinBot().step(state)


class TestKaggle:
    @pytest.fixture(autouse=True)
    def kaggle(self) -> Any:
        random.seed(1)
        return pytest.importorskip("kaggle_environments")

    @pytest.mark.parametrize("other", ["7x6 random", "7x6 negamax", "6x5 negamax", "9x6 random"])
    @pytest.mark.parametrize("side", [0, 1])
    def test_the_agent_beats_the_agents_of_kaggle(self, kaggle: Any, other: str, side: int) -> None:
        size, other = other.split()
        columns, rows = (int(number) for number in size.split("x"))
        env = kaggle.make("connectx", {"columns": columns, "rows": rows, "actTimeout": 1}, debug=True)
        agents = [envs.kaggle_agent.agent, other]
        env.run(agents if side == 0 else agents[::-1])
        assert env.state[side].reward == 1

    def test_a_main_file_plays_as_a_submission(self, kaggle: Any, tmp_path: Path) -> None:
        main = tmp_path / "main.py"
        main.write_text("import sys\nfrom marlin_connect4.envs.kaggle_agent import agent\n")
        env = kaggle.make("connectx", debug=True)
        env.run([str(main), envs.agent_of(m4.Opponent.level(5), seed=1)])
        assert env.state[0].reward == 1

    def test_other_games_and_agents_that_are_not_on_turn_are_refused(self, kaggle: Any) -> None:
        env = kaggle.make("connectx", {"inarow": 5})
        with pytest.raises(ValueError, match="inarow=5"):
            envs.kaggle_agent.agent(env.state[0].observation, env.configuration)
        env = kaggle.make("connectx")
        env.step([3, 0])
        with pytest.raises(ValueError, match="mark 1 has no move"):
            envs.kaggle_agent.agent(env.state[0].observation, env.configuration)


class TestTextArena:
    @pytest.fixture(autouse=True)
    def arena(self) -> Any:
        return pytest.importorskip("textarena")

    @pytest.mark.parametrize("wrapper", ["ConnectFour-v0", "ConnectFour-v0-train"])
    @pytest.mark.parametrize("side", [0, 1])
    def test_an_agent_keeps_the_score_and_wins_against_random_moves(
        self, arena: Any, wrapper: str, side: int
    ) -> None:
        agents = [envs.textarena_agent.agent_of(m4.Opponent.random(), seed=1)] * 2
        agents[side] = envs.textarena_agent.agent
        env, position, done = arena.make(wrapper), m4.Position(), False
        env.reset(num_players=2, seed=1)
        while not done:
            player, observation = env.get_observation()
            assert envs.textarena_agent.position_of(observation) == position
            action = agents[player](observation)
            column = int(action.removeprefix("[col ").removesuffix("]"))
            assert player != side or keeps_the_score(position, column)
            position = position.play(column)
            done, _ = env.step(action)
        assert env.close()[0][side] == 1

    def test_a_board_in_the_text_of_the_other_player_is_not_read(self, arena: Any) -> None:
        env = arena.make("ConnectFour-v0")
        env.reset(num_players=2, seed=1)
        _, observation = env.get_observation()
        env.step(f"[col 3] {observation}")
        _, observation = env.get_observation()
        assert envs.textarena_agent.position_of(observation) == m4.Position([3])

    def test_hidden_and_large_boards_and_games_that_are_over_are_refused(self, arena: Any) -> None:
        for variant, message in [("blind", "the observation has no board"), ("large", "a board of 15x12")]:
            env = arena.make(f"ConnectFour-v0-{variant}")
            env.reset(num_players=2, seed=1)
            with pytest.raises(ValueError, match=message):
                envs.textarena_agent.agent(env.get_observation()[1])
        over = "Board state:\n" + ". . . . . . .\n" * 5 + "X X X X O O O"
        for agent in (envs.textarena_agent.agent, envs.textarena_agent.agent_of(PERFECT)):
            with pytest.raises(ValueError, match="the game is over"):
                agent(over)
