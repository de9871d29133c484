"""Sudoku as an environment of gymnasium; importing this registers `nonet/Sudoku-v0`.

    import gymnasium, nonet.models.gym
    env = gymnasium.make("nonet/Sudoku-v0", level="hard", board="9x9", variant=None, reward="proved")
    many = gymnasium.make_vec("nonet/Sudoku-v0", 65536, "vector_entry_point", level="hard", reward="digits")

Of a board with n cells and d digits, action k < n·d places digit k % d + 1 in cell k // d, the next n·d actions exclude
a digit from a cell, and the last one asks for a hint. `info["action_mask"]` says which are legal; others do nothing.
docs/gym.md has the rewards. Needs the extra `gym`.
"""

from __future__ import annotations

from io import BytesIO
from math import isfinite
from operator import index
from typing import Any

from nonet.errors import MissingExtra, NonetError, expect, shown

try:
    import gymnasium
    import numpy
    from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise MissingExtra(str(error.name), "gym", "nonet.models.gym") from None

from nonet.candidates import Candidates
from nonet.draw.board import board_scene
from nonet.draw.png import scene_png
from nonet.engines import engine_for
from nonet.explain import advise
from nonet.formats import PuzzleLike, as_puzzle, format_grid
from nonet.generate import Recipe, make
from nonet.generate.variants import VariantNotFound, VariantRecipe, make_variant
from nonet.grid import Grid
from nonet.hints import hint
from nonet.layout import Layout
from nonet.logic.catalog import Level
from nonet.logic.path import every_step
from nonet.logic.position import Position
from nonet.models.episodes import ACTIONS, Episodes, Pool
from nonet.optional_import import optional_import
from nonet.play.new_game import BOARDS, new_puzzle
from nonet.play.rule_candidates import candidates_left
from nonet.puzzle import Puzzle

REWARDS = ("solved", "digits", "proved")
MOST_STEPS = 1000
ATTEMPTS = 20
"""Seeds that are tried for a puzzle of a variant."""
SECONDS = 20.0
"""For a puzzle of a board and level; most take far less than one."""
WIDTH = 480
"""Pixels of a picture."""

_BOARDS = {each.name: each for each in BOARDS}


class SudokuEnv(gymnasium.Env[dict[str, Any], int]):
    """One board; `level`, `board` and `variant` are those of `sudoku create`. Each reset makes a puzzle from the seed,
    unless `puzzle`, or the option `puzzle` of `reset`, says which one.

    >>> env = SudokuEnv(board="4x4", puzzle=".13. 43.2 .2.3 ....")
    >>> observation, info = env.reset(seed=1)
    >>> observation["values"][:4].tolist(), int(info["action_mask"].sum())
    ([0, 1, 3, 0], 29)
    >>> observation, reward, terminated, truncated, info = env.step(0 * 4 + 1)
    >>> observation["values"][:4].tolist(), reward, terminated
    ([2, 1, 3, 0], 1.0, False)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        *,
        level: str | None = "easy",
        board: str = "9x9",
        variant: str | None = None,
        reward: str = "digits",
        hint_cost: float = 1.0,
        puzzle: PuzzleLike | None = None,
        render_mode: str | None = None,
    ) -> None:
        if reward not in REWARDS:
            raise NonetError(f"unknown reward {reward!r}; choose from {', '.join(REWARDS)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise NonetError(f"unknown render_mode {render_mode!r}; choose from ansi, rgb_array")
        if not isinstance(hint_cost, int | float | numpy.number) or not isfinite(hint_cost):
            raise NonetError(f"hint_cost: expected a number, not {shown(hint_cost)}")
        self.level, self.board, self.variant = level, board, variant
        self.reward, self.hint_cost, self.render_mode = reward, hint_cost, render_mode
        self._given = None if puzzle is None else as_puzzle(puzzle)
        layout = self._given.layout if self._given is not None else self._layout()
        self.cells, self.digits = layout.cell_count, layout.size
        self.candidate_count = self.cells * self.digits
        self.observation_space = Dict(
            values=Box(0, self.digits, (self.cells,), numpy.uint8),
            candidates=MultiBinary((self.cells, self.digits)),
        )
        self.action_space: Any = Discrete(2 * self.candidate_count + 1)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        _check_options(options, ("puzzle",))
        given = (options or {}).get("puzzle", self._given)
        self.puzzle = self._made() if given is None else as_puzzle(given)
        if (self.puzzle.layout.cell_count, self.puzzle.layout.size) != (self.cells, self.digits):
            raise NonetError(
                f"the puzzle is on another board ({self.puzzle.layout.name}) than the environment"
            )
        self._solution = engine_for(self.puzzle).solution(self.puzzle).entries
        self._excluded = [0] * self.cells
        self._set(self.puzzle.givens)
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        try:
            action = index(action)
        except TypeError:
            raise NonetError(f"an action is a whole number, not {shown(action)}") from None
        self._check_begun()
        if action == 2 * self.candidate_count:
            return self._observation(), -float(self.hint_cost), False, False, self._info() | self._hint()
        places = action < self.candidate_count
        cell, digit = divmod(action % self.candidate_count, self.digits)
        earned = -1.0 if self.reward != "solved" else 0.0
        if 0 <= action < 2 * self.candidate_count and self._masks[cell] >> digit & 1:
            is_true = places == (self._solution[cell] == digit + 1)
            if is_true and self.reward != "solved":
                proved = self.reward == "proved" and self._follows(cell, digit + 1, places)
                earned = float(places if self.reward == "digits" else proved)
            if places:
                self._set(self._grid.with_value(cell, digit + 1))
            else:
                self._excluded[cell] |= 1 << digit
                self._set(self._grid)
        solved = self._grid.entries == self._solution
        dead = any(
            not mask and not entry for mask, entry in zip(self._masks, self._grid.entries, strict=True)
        )
        earned = float(solved) if self.reward == "solved" else earned
        return self._observation(), earned, solved or dead, False, self._info()

    def render(self) -> Any:
        """The board as text, or as a picture: pixels of the shape (height, width, 3)."""
        self._check_begun()
        if self.render_mode == "ansi":
            style = "board" if self.puzzle.layout.places is None else "rows"
            return format_grid(self._grid, style)
        if self.render_mode == "rgb_array":
            image = optional_import("PIL.Image", "render_mode='rgb_array'")
            scene = board_scene(
                self.puzzle, grid=self._grid, candidates=Candidates(self._grid, tuple(self._masks))
            )
            with image.open(BytesIO(scene_png(scene, width=WIDTH))) as picture:
                return numpy.asarray(picture.convert("RGB"))
        return None

    def _check_begun(self) -> None:
        if not hasattr(self, "_grid"):
            raise gymnasium.error.ResetNeeded("call reset() before step() and render()")

    def _layout(self) -> Layout:
        return _BOARDS[self.board].example_layout() if self.board in _BOARDS else Layout.named(self.board)

    def _made(self) -> Puzzle:
        """A new puzzle; the same for the same seed."""
        for _ in range(ATTEMPTS):
            seed = int(self.np_random.integers(1 << 53))
            if self.variant is None and self.board in _BOARDS:
                return new_puzzle(self.board, self.level, seed).puzzle
            if self.variant is None:
                recipe = Recipe(layout=self._layout(), level=self.level)
                for made in make(recipe, seed, timeout=SECONDS):
                    return made.puzzle
                break
            try:
                return make_variant(VariantRecipe(self.variant, self._layout(), self.level), seed).puzzle
            except VariantNotFound:
                continue
        what = self.variant or self.board
        raise NonetError(f"no {what} puzzle of the level {self.level} was found; try another level")

    def _set(self, grid: Grid) -> None:
        self._grid = grid
        left = candidates_left(self.puzzle, grid).masks
        self._masks = [
            0 if entry else mask & ~excluded
            for mask, excluded, entry in zip(left, self._excluded, grid.entries, strict=True)
        ]

    def _observation(self) -> dict[str, Any]:
        values = numpy.frombuffer(self._grid.entries, numpy.uint8).copy()
        return {"values": values, "candidates": self._legal().reshape(self.cells, self.digits)}

    def _legal(self) -> Any:
        masks = numpy.array(self._masks, numpy.int64)
        return (masks[:, None] >> numpy.arange(self.digits) & 1).astype(numpy.int8).reshape(-1)

    def _info(self) -> dict[str, Any]:
        legal = self._legal()
        return {"action_mask": numpy.concatenate([legal, legal, numpy.ones(1, numpy.int8)])}

    def _hint(self) -> dict[str, Any]:
        """The next step in words, and as actions. Of a mistake, the words alone."""
        masks = [mask or (1 << self.digits) - 1 for mask in self._masks]
        found = hint(self.puzzle, self._grid, candidates=masks)
        step = found.step
        placed = [] if step is None else [cell * self.digits + digit - 1 for cell, digit in step.placements]
        out = [] if step is None else [cell * self.digits + digit - 1 for cell, digit in step.eliminations]
        return {"hint": advise(found), "hint_actions": placed + [self.candidate_count + each for each in out]}

    def _follows(self, cell: int, digit: int, places: bool) -> bool:
        """Whether one step of a technique up to the level (without one: of any but the extreme ones) says so."""
        most = Level.UNFAIR if self.level is None else Level[self.level.upper()]
        candidates = Candidates(self._grid, tuple(self._masks))
        position = Position.of(self.puzzle, candidates)
        return any(
            (cell, digit) in (step.placements if places else step.eliminations)
            for step in every_step(position, level=most)
        )


class VectorSudoku(VectorEnv[dict[str, Any], Any, Any]):
    """Many 9x9 boards, by `Episodes`: rewards `solved` and `digits`, no hints. A board that is at its end gets the next
    puzzle of the pool in the same step. Observations are the arrays that the next step changes: copy what you keep.

    >>> envs = VectorSudoku(4, pool=Pool.of_level("easy", 10))
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["values"].shape, envs.legal().shape
    ((4, 81), (4, 729))
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        *,
        level: str = "easy",
        board: str = "9x9",
        variant: str | None = None,
        reward: str = "digits",
        pool: Pool | int = 1000,
        max_episode_steps: int = MOST_STEPS,
        device: Any = "cpu",
        torch: bool = False,
        threads: int | None = 1,
    ) -> None:
        if board != "9x9" or variant is not None:
            raise NonetError(
                "many boards at once are 9x9, without a variant; others: vectorization_mode='sync'"
            )
        self.num_envs = num_envs
        chosen = pool if isinstance(pool, Pool) else Pool.of_level(level, pool)
        self.episodes = Episodes(
            num_envs,
            chosen,
            reward=reward,
            most_steps=max_episode_steps,
            device=device,
            torch=torch,
            threads=threads,
        )
        self.single_observation_space: Any = Dict(
            values=Box(0, 9, (81,), numpy.uint8), candidates=Box(0, 511, (81,), numpy.int16)
        )
        self.single_action_space: Any = Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        _check_options(options, ())
        self.episodes.reset(int(self.np_random.integers(1 << 53)))
        return self._observation(), {}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        ends = self.episodes.step(actions)
        return self._observation(), *ends, {}

    def legal(self) -> Any:
        """Whether each candidate may be placed, or excluded: (num_envs, 729)."""
        return self.episodes.legal()

    def _observation(self) -> dict[str, Any]:
        return {"values": self.episodes.values, "candidates": self.episodes.candidates}


def _check_options(options: dict[str, Any] | None, known: tuple[str, ...]) -> None:
    """Refuses options of `reset` that would be ignored."""
    expect(options or {}, dict, "options")
    unknown = [repr(name) for name in options or {} if name not in known]
    if unknown:
        raise NonetError(f"reset has no option {', '.join(unknown)}; it has {', '.join(known) or 'none'}")


gymnasium.register(
    "nonet/Sudoku-v0",
    entry_point="nonet.models.gym:SudokuEnv",
    vector_entry_point="nonet.models.gym:VectorSudoku",
    max_episode_steps=MOST_STEPS,
)
