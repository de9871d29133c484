"""Steps a second of the environment for learners: one core, a GPU, and Jumanji, in one run.

    python -m benchmarks.gym [--boards N] [--steps N] [--puzzles FILE]

A step is one action for one board, with its reward, its end and the refill from the pool. The actions are recorded
before: mostly right placements, some wrong ones, exclusions, and some that are not legal. The best of several turns
counts. On the GPU, everything is in its memory already, and the final state is compared with that of the CPU. Jumanji
(`pip install jumanji`; not part of the development environment) runs its own Sudoku by jax, `lax.scan` over `vmap` of
its step, with random legal actions that are drawn inside: its number has the choice of actions in it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy

from nonet.errors import NonetError
from nonet.models.episodes import CANDIDATES, Episodes, Pool

TURNS = 5
MOST_ON_CPU = 1024
"""Boards of Jumanji without a GPU; more take minutes, and are no faster."""


def main() -> int:
    """Prints a line for each; the status is 1 if the GPU ended in another state than the CPU."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gym", description="Steps a second.")
    parser.add_argument("--boards", type=int, nargs="+", default=[65_536, 1_048_576], metavar="N")
    parser.add_argument("--steps", type=int, default=64, metavar="N", help="actions of each board")
    parser.add_argument("--puzzles", type=Path, metavar="FILE", help="one a line; without it, 1000 are made")
    options = parser.parse_args()
    lines = options.puzzles.read_text().split() if options.puzzles else None
    pool = Pool(lines) if lines else Pool.of_level("medium", 1000)
    failed = 0
    for boards in options.boards:
        batch = Episodes(boards, pool, seed=1)
        actions = recorded(batch, options.steps)
        _line("one core", boards, _best(partial(_play, batch, actions)), actions)
        try:
            failed += _gpu(batch, actions)
        except NonetError as error:
            print(f"GPU: {error}")
    if find_spec("jumanji"):
        _jumanji(options.boards[0], options.steps)
    else:
        print("Jumanji: not installed")
    return 1 if failed else 0


def recorded(batch: Episodes, steps: int) -> list[Any]:
    """Actions for each step, of a player who makes some mistakes. The batch is reset in the end."""
    rng, rows = numpy.random.default_rng(0), numpy.arange(len(batch))
    actions = []
    for _ in range(steps):
        cell = numpy.where(batch.values == 0, rng.random(batch.values.shape, "float32"), -1).argmax(axis=1)
        left = batch.candidates[rows, cell, None] >> numpy.arange(9) & 1
        digit = (left * rng.random((len(batch), 9), "float32")).argmax(axis=1)
        right = batch.pool.solutions[batch._progress[:, 0], cell] - 1
        chance = rng.random(len(batch))
        chosen = numpy.where(chance < 0.9, cell * 9 + right, cell * 9 + digit + CANDIDATES * (chance < 0.98))
        chosen = numpy.where(chance > 0.995, rng.integers(0, 2 * CANDIDATES, len(batch)), chosen)
        actions.append(chosen.astype("int32"))
        batch.step(actions[-1])
    batch.reset()
    return actions


def _play(batch: Episodes, actions: list[Any], wait: Callable[[], object] = int) -> float:
    batch.reset()
    wait()
    start = time.perf_counter()
    for each in actions:
        batch.step(each)
    wait()
    return time.perf_counter() - start


def _best(turn: Callable[[], float]) -> float:
    return min(turn() for _ in range(TURNS))


def _line(what: str, boards: int, seconds: float, actions: list[Any]) -> None:
    print(f"{what:24}{boards:>10,} boards{boards * len(actions) / seconds:>16,.0f} steps a second")


def _gpu(batch: Episodes, actions: list[Any]) -> bool:
    there = Episodes(len(batch), batch.pool, seed=1, device="cuda")
    cupy = there._arrays
    given = [cupy.asarray(each) for each in actions]
    wait = cupy.cuda.Device().synchronize
    _line("GPU", len(batch), _best(partial(_play, there, given, wait)), actions)
    _play(batch, actions)
    same = all(
        bool((getattr(there, name).get() == getattr(batch, name)).all())
        for name in ("values", "candidates", "_progress", "rewards", "terminated", "truncated")
    )
    print(f"{'':24}the GPU is in {'the same state as' if same else 'ANOTHER STATE THAN'} the CPU")
    return not same


def _jumanji(boards: int, steps: int) -> None:
    import jax
    import jumanji
    from jumanji.wrappers import AutoResetWrapper

    if jax.default_backend() == "cpu":
        boards = min(boards, MOST_ON_CPU)
    env = AutoResetWrapper(jumanji.make("Sudoku-v0"))

    def step(carry: Any, _: Any) -> Any:
        state, mask, key = carry
        key, now = jax.random.split(key)
        flat = mask.reshape(boards, -1)
        chosen = jax.random.categorical(now, jax.numpy.where(flat, 0.0, -1e9))
        action = jax.numpy.stack(jax.numpy.unravel_index(chosen, (9, 9, 9)), axis=1)
        state, timestep = jax.vmap(env.step)(state, action)
        return (state, timestep.observation.action_mask, key), timestep.reward

    run = jax.jit(lambda carry: jax.lax.scan(step, carry, None, length=steps))
    key = jax.random.key(0)
    state, timestep = jax.jit(jax.vmap(env.reset))(jax.random.split(key, boards))
    carry = (state, timestep.observation.action_mask, key)
    jax.block_until_ready(run(carry))

    def turn() -> float:
        start = time.perf_counter()
        jax.block_until_ready(run(carry))
        return time.perf_counter() - start

    _line(f"Jumanji, {jax.default_backend()}", boards, _best(turn), [None] * steps)


if __name__ == "__main__":
    raise SystemExit(main())
