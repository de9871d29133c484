"""Many 9x9 episodes at once, on arrays of numpy, CuPy or torch: the vector form of the environment in `gym.py`.

    action    0 … 728        place digit action % 9 + 1 in cell action // 9
              729 … 1457     exclude a digit from a cell: the same numbers, 729 higher
    legal     if the digit is a candidate of the cell; anything else changes nothing
    the end   the board is full, which only its solution can be; or some empty cell has no candidate left
    solved    the reward is 1 for a full board
    digits    1 for each right digit, -1 for a wrong one, for excluding a right one, and for what is not legal

A board that is at its end, or has had `most_steps`, gets the next puzzle of the pool in the same step: rewards and ends
are those of the old episode, values and candidates those of the new one. The seed decides which puzzle it is.

`step` is a loop of the kernel (`native/python/episodes.cpp`), or a kernel on the GPU; both compile `gpu/episodes.h`.
`_step_in_numpy` is its twin.
"""

from __future__ import annotations

from typing import Any, Literal

from nonet.arguments import clear_type_errors
from nonet.errors import NonetError
from nonet.generate import Recipe, make
from nonet.layout import CLASSIC
from nonet.many import solve_records
from nonet.native import kernel
from nonet.optional_import import optional_import
from nonet.parallel.cores import thread_count
from nonet.records import CELLS, ONE, Records

CANDIDATES = 729
ACTIONS = 2 * CANDIDATES
REWARDS = ("solved", "digits")
_WORD = (1 << 64) - 1


class Pool:
    """The puzzles that boards are filled with, their candidates and their solutions: arrays of the shape (n, 81)."""

    def __init__(self, puzzles: Any) -> None:
        numpy = optional_import("numpy", "episodes")
        records = Records.of(puzzles)
        if not records.count:
            raise NonetError("a pool has at least one puzzle")
        solutions, status = solve_records(records)
        bad = numpy.flatnonzero(numpy.frombuffer(status, "uint8") != ONE)
        if bad.size:
            raise NonetError(f"puzzle {bad[0]} of the pool does not have exactly one solution")
        self.values = _digits(numpy, records.joined())
        self.solutions = _digits(numpy, solutions)
        bits = (1 << self.values.astype("int16")) >> 1
        used = [numpy.bitwise_or.reduce(bits[:, list(peers)], axis=1) for peers in CLASSIC.peers]
        self.candidates = numpy.where(self.values > 0, 0, 511 & ~numpy.stack(used, axis=1)).astype("int16")

    def __len__(self) -> int:
        return len(self.values)

    @staticmethod
    def of_level(level: str, count: int = 1000, *, seed: int = 0) -> Pool:
        """New puzzles of a level.

        >>> len(Pool.of_level("easy", 2))
        2
        """
        made = make(Recipe(level=level), seed, count=count)
        return Pool(["".join(map(str, each.puzzle.givens.entries)) for each in made])


class Episodes:
    """A batch of boards. `values` (0 where a cell is empty) and `candidates` (bit k for digit k + 1) have the shape
    (n, 81); `rewards`, `terminated` and `truncated` the shape (n,). `step` changes these arrays: copy what you keep.

    `device="cuda"` keeps them on the GPU, as arrays of CuPy, or with `torch=True` as tensors that share their memory.

    >>> batch = Episodes(3, Pool(["53467891267219534819834256785976142342685379171392485696153728428741963534528617."]))
    >>> rewards, terminated, truncated = batch.step([80 * 9 + 8, 80 * 9 + 7, 729 + 80 * 9 + 8])
    >>> rewards.tolist(), terminated.tolist()
    ([1.0, -1.0, -1.0], [True, False, True])
    >>> batch.values[0].tolist() == batch.pool.values[0].tolist()
    True
    """

    @clear_type_errors
    def __init__(
        self,
        count: int,
        pool: Pool,
        *,
        reward: str = "digits",
        most_steps: int = 1000,
        seed: int = 0,
        device: Literal["cpu", "cuda"] = "cpu",
        torch: bool = False,
        threads: int | None = 1,
    ) -> None:
        if reward not in REWARDS:
            raise NonetError(f"unknown reward {reward!r}; many boards at once have {' and '.join(REWARDS)}")
        if not 1 <= count < 1 << 32 or not 1 <= most_steps < 1 << 32:
            raise NonetError("a batch has at least one board, and an episode at least one step")
        if device not in ("cpu", "cuda"):
            raise NonetError(f"unknown device {device!r}; choose from cpu, cuda")
        self.pool, self.reward, self.most_steps, self.seed = pool, reward, most_steps, seed
        self.threads = thread_count(threads)
        self._device: Any = None
        if device == "cuda":
            from nonet.gpu.device import kernels

            self._device = kernels()
        self._torch = optional_import("torch", "torch=True") if torch else None
        self._arrays = xp = self._device.cupy if self._device else optional_import("numpy", "episodes")
        self._pool = [xp.asarray(each) for each in (pool.values, pool.candidates, pool.solutions)]
        self._values, self._candidates = xp.empty((count, 81), "uint8"), xp.empty((count, 81), "int16")
        self._progress = xp.empty((count, 4), "uint32")
        """Of each board: the puzzle, how many episodes came before, steps, empty cells."""
        self._rewards = xp.zeros(count, "float32")
        self._ends = xp.zeros(count, "bool"), xp.zeros(count, "bool")
        self.values, self.candidates, self.rewards = map(
            self._shared, (self._values, self._candidates, self._rewards)
        )
        self.terminated, self.truncated = map(self._shared, self._ends)
        self.reset()

    def __len__(self) -> int:
        return len(self._values)

    def reset(self, seed: int | None = None) -> None:
        """Begins again with the first episode of every board."""
        self.seed = self.seed if seed is None else seed
        xp = self._arrays
        self._fill(xp.arange(len(self)), xp.zeros(len(self), "uint32"))

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        """Takes an action on every board; the rewards, and which episodes are at an end or were cut off."""
        actions = self._given(actions)
        parts = (self._values, self._candidates, self._progress, self._rewards, *self._ends, *self._pool)
        digits = self.reward == "digits"
        if self._device is not None:
            from numpy import uint32, uint64

            numbers = (
                *(uint32(len(self.pool)), uint64(self.seed & _WORD)),
                *(uint32(self.most_steps), uint32(digits), uint32(len(self))),
            )
            self._device.each("step", len(self), actions, *parts, *numbers)
        elif kernel is not None:
            rules = self.seed & _WORD, self.most_steps, digits
            kernel.episodes_step(actions, *parts, *rules, threads=self.threads)
        else:
            self._step_in_numpy(actions, digits)
        return self.rewards, self.terminated, self.truncated

    def legal(self) -> Any:
        """Whether each candidate may be placed, or excluded: (n, 729). All actions: this twice, one after the other."""
        xp = self._arrays
        bits = self._candidates[:, :, None] >> xp.arange(9, dtype="int16") & 1
        return self._shared(bits.astype("bool").reshape(len(self), CANDIDATES))

    def _given(self, actions: Any) -> Any:
        """The actions as int32, without a copy where they are."""
        xp = self._arrays
        if self._torch is not None and isinstance(actions, self._torch.Tensor):
            actions = xp.from_dlpack(actions.detach())
        given = xp.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (len(self),):
            raise NonetError(f"actions are {len(self)} whole numbers, not {given.dtype} {given.shape}")
        if not xp.can_cast(given.dtype, "int32"):  # numbers that are too large stay so
            given = given.clip(-1 if given.dtype.kind == "i" else 0, ACTIONS)
        return xp.ascontiguousarray(given.astype("int32", copy=False))

    def _shared(self, array: Any) -> Any:
        if self._torch is None:
            return array
        is_bool = array.dtype == bool  # which not every version hands over
        tensor = self._torch.from_dlpack(array.view("uint8") if is_bool else array)
        return tensor.view(self._torch.bool) if is_bool else tensor

    def _fill(self, boards: Any, episodes: Any) -> None:
        """Puts puzzles on these boards; which one follows from the seed, the board and its episode."""
        word = optional_import("numpy").uint64
        z = (boards.astype("uint64") << word(32) | episodes) ^ word(self.seed & _WORD)
        z = z + word(0x9E3779B97F4A7C15)
        z = (z ^ z >> word(30)) * word(0xBF58476D1CE4E5B9)
        z = (z ^ z >> word(27)) * word(0x94D049BB133111EB)
        puzzles = (((z ^ z >> word(31)) >> word(32)) * word(len(self.pool)) >> word(32)).astype("int64")
        self._values[boards], self._candidates[boards] = self._pool[0][puzzles], self._pool[1][puzzles]
        empty = (self._pool[0][puzzles] == 0).sum(axis=1)
        for column, numbers in enumerate((puzzles, episodes, 0, empty)):
            self._progress[boards, column] = numbers

    def _step_in_numpy(self, actions: Any, digits: bool) -> None:
        """What the kernel does."""
        xp, progress = self._arrays, self._progress
        boards = xp.arange(len(self))
        places = actions < CANDIDATES
        candidate = xp.where(places, actions, actions - CANDIDATES)
        known = (candidate >= 0) & (candidate < CANDIDATES)
        cell, digit = xp.divmod(xp.where(known, candidate, 0), 9)
        bit = (1 << digit).astype("int16")
        legal = known & ((self._candidates[boards, cell] & bit) > 0)
        right = self._pool[2][progress[:, 0], cell] == digit + 1
        before = self._candidates.copy()
        self._candidates[boards[legal], cell[legal]] &= ~bit[legal]
        placed = legal & places
        self._values[boards[placed], cell[placed]] = digit[placed] + 1
        peers = xp.array(CLASSIC.peers)[cell[placed]]
        self._candidates[boards[placed, None], peers] &= ~bit[placed, None]
        self._candidates[boards[placed], cell[placed]] = 0
        progress[:, 2] += 1
        progress[:, 3] -= placed
        emptied = (before > 0) & (self._candidates == 0) & (self._values == 0)
        full = progress[:, 3] == 0
        worth = xp.where(places == right, places * 1.0, -1.0) if digits else full * 1.0
        self._rewards[:] = xp.where(legal, worth, -1.0 if digits else 0.0)
        terminated, truncated = self._ends
        terminated[:] = full | emptied.any(axis=1)
        truncated[:] = ~terminated & (progress[:, 2] >= self.most_steps)
        over = xp.flatnonzero(terminated | truncated)
        self._fill(over, progress[over, 1] + 1)


def _digits(numpy: Any, signs: Any) -> Any:
    """Records of puzzles or solutions as an array (n, 81) of bytes, 0 for an empty cell."""
    digits = numpy.frombuffer(signs, "uint8").reshape(-1, CELLS) - 48
    return numpy.where(digits > 9, 0, digits).astype("uint8")
