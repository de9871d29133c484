"""The environment: gymnasium's own checker, every reward, and the compiled step against its twin in numpy."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import nonet.models.episodes
from nonet import solution
from nonet.errors import NonetError
from nonet.models.episodes import ACTIONS, CANDIDATES, REWARDS, Episodes, Pool
from nonet.models.gym import SudokuEnv, VectorSudoku
from nonet.native import kernel

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = solution(PUZZLE)
SMALL = ".13. 43.2 .2.3 ...."


def made(**arguments: Any) -> Any:
    return gymnasium.make("nonet/Sudoku-v0", **arguments)


@pytest.mark.once
@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"board": "4x4", "reward": "solved", "render_mode": "rgb_array"},
        {"board": "6x6", "reward": "proved", "render_mode": "ansi"},
        {"variant": "killer"},
        *(pytest.param({"board": board}, marks=pytest.mark.slow) for board in ("jigsaw", "8x8")),
    ],
)
@pytest.mark.filterwarnings("ignore:.*The result returned by.*metadata")
def test_the_checker_is_content(arguments: dict[str, Any]) -> None:
    check_env(made(**arguments).unwrapped)


def test_a_seed_decides_everything() -> None:
    one, other = made(level="medium"), made(level="medium")
    assert (one.reset(seed=3)[0]["values"] == other.reset(seed=3)[0]["values"]).all()
    assert (one.reset()[0]["values"] == other.reset()[0]["values"]).all()
    assert (one.reset(seed=3)[0]["values"] != other.reset(seed=4)[0]["values"]).any()


@pytest.mark.parametrize("reward", ["solved", "digits", "proved"])
def test_hints_lead_to_the_solution(reward: str) -> None:
    """Each costs; the actions that it names are legal and, for `proved`, follow."""
    env = made(level="hard", reward=reward, hint_cost=0.25)
    env.reset(seed=5)
    total, placed, followed, terminated = 0.0, 0, 0, False
    while not terminated:
        _, cost, _, _, info = env.step(env.action_space.n - 1)
        assert cost == -0.25
        assert info["hint"]
        for action in info["hint_actions"]:
            if env.unwrapped._info()["action_mask"][action]:
                _, earned, terminated, _, _ = env.step(action)
                total += earned
                placed += action < CANDIDATES
                followed += 1
    assert total == {"solved": 1, "digits": placed, "proved": total}[reward]
    assert (
        reward != "proved" or total > 0.95 * followed
    )  # a step's later eliminations may need its earlier ones


def test_rewards_of_wrong_and_unproved_actions() -> None:
    wrong, right = 2 * 9 + 0, 2 * 9 + 3  # r1c3 is 4
    rewards = {}
    for reward in ("solved", "digits", "proved"):
        earned = []
        for action in (wrong, right, CANDIDATES + right, CANDIDATES + wrong, 0, 80 * 9):
            env = SudokuEnv(puzzle=PUZZLE, reward=reward, level="easy")
            env.reset(seed=1)
            earned.append(env.step(action)[1])
        rewards[reward] = earned
    assert rewards == {
        "solved": [0, 0, 0, 0, 0, 0],
        "digits": [-1, 1, -1, 0, -1, -1],
        "proved": [-1, 0, -1, 0, -1, -1],  # both are true, but no single says so
    }


def test_a_dead_end_is_the_end() -> None:
    env = SudokuEnv(puzzle=SMALL)
    observation, info = env.reset(seed=1)
    for digit in numpy.flatnonzero(observation["candidates"][0]):
        action = env.candidate_count + int(digit)
        assert info["action_mask"][action]
        _, _, terminated, _, info = env.step(action)
    assert terminated


def test_pictures_and_text() -> None:
    env = SudokuEnv(puzzle=PUZZLE, render_mode="ansi")
    env.reset(seed=1)
    assert env.render().count("\n") == 12
    env = SudokuEnv(puzzle=PUZZLE, render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    env.step(2 * 9 + 3)
    assert before.shape == env.render().shape == (480, 480, 3)
    assert (before != env.render()).any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"reward": "fame"}, "choose from solved, digits, proved"),
        ({"board": "99x"}, "unknown layout"),
        ({"render_mode": "human"}, "choose from ansi"),
        ({"hint_cost": "x"}, "hint_cost: expected a number, not 'x'"),
        ({"hint_cost": None}, "hint_cost: expected a number, not None"),
        ({"hint_cost": float("nan")}, "hint_cost: expected a number, not nan"),
    ],
)
def test_errors_say_what_there_is(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(NonetError, match=message):
        SudokuEnv(**arguments)


def test_options_are_a_dict() -> None:
    with pytest.raises(NonetError, match="options: expected a value of the type dict"):
        SudokuEnv(board="4x4").reset(options="x")  # type: ignore[arg-type]


def test_options_that_would_be_ignored() -> None:
    with pytest.raises(NonetError, match="reset has no option 'puzle'; it has puzzle"):
        SudokuEnv(board="4x4").reset(options={"puzle": "." * 16})
    with pytest.raises(NonetError, match="reset has no option 'puzzle'; it has none"):
        VectorSudoku(1, level="easy", pool=1).reset(options={"puzzle": "." * 81})
    for use in (lambda: SudokuEnv(board="4x4").step(0), SudokuEnv(board="4x4", render_mode="ansi").render):
        with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
            use()


@pytest.mark.parametrize("action", ["x", None, 1.5, float("nan"), numpy.array([3]), numpy.array(1.5)])
def test_what_is_no_action(action: Any) -> None:
    env = SudokuEnv(puzzle=SMALL)
    env.reset(seed=1)
    with pytest.raises(NonetError, match="an action is a whole number, not "):
        env.step(action)


def test_actions_of_every_kind_of_whole_number() -> None:
    actions: tuple[Any, ...] = (3, numpy.int64(3), numpy.uint8(3), numpy.array(3), -1, 10**30)
    for action in actions:
        env = SudokuEnv(puzzle=SMALL)
        env.reset(seed=1)
        assert env.step(action)[1] == -1


def test_a_puzzle_that_is_not_found_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.models.gym.SECONDS", 0.0)
    env = SudokuEnv(board="25x25")
    with pytest.raises(NonetError, match="no 25x25 puzzle of the level easy was found; try another level"):
        env.reset(seed=1)


# -- many at once ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pool() -> Pool:
    return Pool.of_level("medium", 40, seed=1)


def some_actions(batch: Episodes, rng: numpy.random.Generator) -> Any:
    """Mostly right placements; also wrong ones, exclusions, and what is not legal or no action at all."""
    n = numpy.arange(len(batch))
    legal = batch.legal().reshape(len(batch), 81, 9)
    cell = (rng.random((len(batch), 81)) * legal.any(axis=2)).argmax(axis=1)
    digit = (rng.random((len(batch), 9)) * legal[n, cell]).argmax(axis=1)
    right = batch.pool.solutions[batch._progress[:, 0], cell] - 1
    chance = rng.random(len(batch))
    actions = numpy.where(chance < 0.8, cell * 9 + right, cell * 9 + digit)
    actions = numpy.where(chance > 0.85, actions + CANDIDATES, actions)
    return numpy.where(chance > 0.98, rng.integers(-9, 2 * ACTIONS, len(batch)), actions)


@pytest.mark.parametrize("width", ["int64", "uint64", "uint32"])
def test_a_number_whose_lower_half_is_an_action_is_none(pool: Pool, width: str) -> None:
    batch = Episodes(len(pool), pool, seed=7)
    before = batch.values.copy()
    action = numpy.argmax(batch.legal(), axis=1).astype(width)
    batch.step(action + numpy.array(0x8000_0000 if width == "uint32" else 0x1_0000_0000, width))
    assert (batch.values == before).all()
    assert (batch.rewards == -1).all()


@pytest.mark.skipif(kernel is None, reason="this compares the kernel with its twin")
@pytest.mark.parametrize("reward", REWARDS)
def test_the_kernel_and_its_twin_agree(pool: Pool, reward: str, monkeypatch: pytest.MonkeyPatch) -> None:
    batches = [Episodes(300, pool, reward=reward, most_steps=45, seed=7, threads=each) for each in (1, 2)]
    ends = numpy.zeros(2, int)
    rng = numpy.random.default_rng(0)
    for _ in range(120):
        actions = some_actions(batches[0], rng)
        for batch, compiled in zip(batches, (kernel, None), strict=True):
            monkeypatch.setattr(nonet.models.episodes, "kernel", compiled)
            batch.step(actions)
        for name in ("values", "candidates", "_progress", "rewards", "terminated", "truncated"):
            one, other = (getattr(batch, name) for batch in batches)
            assert (one == other).all(), name
        ends += [batches[0].terminated.sum(), batches[0].truncated.sum()]
    assert (ends > 10).all()


def test_many_boards_are_those_of_the_single_environment(pool: Pool) -> None:
    batch, rng = Episodes(1, pool, seed=2), numpy.random.default_rng(1)
    env = SudokuEnv(puzzle="".join(map(str, batch.values[0])))
    env.reset(seed=0)
    for _ in range(400):
        action = some_actions(batch, rng)
        if not 0 <= action[0] < ACTIONS:
            continue
        (reward,), (terminated,), _ = batch.step(action)
        observation, earned, ended, _, info = env.step(int(action[0]))
        assert (earned, ended) == (reward, terminated)
        if ended:
            _, info = env.reset(options={"puzzle": "".join(map(str, batch.values[0]))})
        else:
            assert (observation["values"] == batch.values[0]).all()
        assert (info["action_mask"][:CANDIDATES] == batch.legal()[0]).all()


def test_solving_every_board(pool: Pool) -> None:
    batch = Episodes(50, pool, reward="solved", seed=1)
    first = batch.pool.solutions[batch._progress[:, 0]].astype(int)
    total = numpy.zeros(50)
    for cell in range(81):
        alive = batch._progress[:, 1] == 0
        actions = numpy.where(alive, cell * 9 + first[:, cell] - 1, -1)  # that of a given is not legal
        total += batch.step(actions)[0]
    assert (total == 1).all()
    assert (batch._progress[:, 1] == 1).all()


def test_the_vector_environment() -> None:
    envs = gymnasium.make_vec("nonet/Sudoku-v0", 6, "vector_entry_point", level="easy", pool=20)
    observations, _ = envs.reset(seed=4)
    assert observations["values"].shape == (6, 81)
    first = observations["values"].copy()
    observations, rewards, _, _, _ = envs.step(envs.action_space.sample())
    assert rewards.dtype == numpy.float32
    assert observations in envs.observation_space
    assert (envs.reset(seed=4)[0]["values"] == first).all()
    with pytest.raises(NonetError, match="9x9"):
        VectorSudoku(2, board="6x6")
    with pytest.raises(NonetError, match="2 whole numbers"):
        VectorSudoku(2, pool=5).step([1, 2, 3])


@pytest.mark.parametrize(
    "puzzles",
    [
        [PUZZLE, f" {PUZZLE}\n"],
        iter([PUZZLE, PUZZLE]),
        f"{PUZZLE}\n{PUZZLE}".encode(),
        [PUZZLE.encode()] * 2,
        [PUZZLE.replace(".", "x")] * 2,
        numpy.array([[int(sign.replace(".", "0")) for sign in PUZZLE]] * 2),
    ],
)
def test_a_pool_takes_what_solve_many_takes(puzzles: Any) -> None:
    pool = Pool(puzzles)
    assert pool.values.tolist() == [[int(sign.replace(".", "0")) for sign in PUZZLE]] * 2
    assert pool.solutions.tolist() == [[*map(int, SOLVED)]] * 2


def test_a_pool_has_puzzles_with_one_solution() -> None:
    with pytest.raises(NonetError, match="at least one puzzle"):
        Pool([])
    assert Pool([PUZZLE]).solutions[0].tolist() == [*map(int, SOLVED)]
    with pytest.raises(NonetError, match="puzzle 1 of the pool"):
        Pool([PUZZLE, "." * 81])
