"""Compares the compiled engine with Interactive Sudoku Solver (JavaScript) on the puzzles of a file of its strings.

    python -m benchmarks.iss_strings FILE ISS [NAME …] [--rounds 3] [--limit 60]

FILE has a JSON object with `name` and `iss` on each line; ISS is a copy of sigh/Interactive-Sudoku-Solver, which Node
runs. Neither is part of this repository. Both programs prove in one thread that a puzzle has one solution, or find two.
Times are processor times with set-up, the best of several rounds, in which both take turns; in a round each is started
anew and goes through all puzzles three times. The first time is shown by itself. Set-up begins with what was read;
"read" is what nonet needs to read the text. Of a puzzle's rules nonet keeps nothing from one pass to the next but
automata, tables, and what holds for the whole board. A NAME selects the puzzles whose names have it as a part. The
tables at the ends are those of docs/speed.md.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
from concurrent.futures import ProcessPoolExecutor
from math import exp, inf, log
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import NamedTuple

from nonet import _native
from nonet.engines.rules_kernel import RuleKernel, allowed_entries, rule_parts
from nonet.errors import NonetError
from nonet.formats import parse

SLOW = 20
"""Milliseconds; the table of lost puzzles has those for which ISS needs more, and nonet more than twice as long."""


class Ours(NamedTuple):
    """What nonet did with a puzzle; times are milliseconds."""

    read: float
    ms: float
    guesses: int
    solutions: int


def out_of_time(*_: object) -> None:
    raise TimeoutError


def ours(engine: RuleKernel, text: str, limit: float) -> Ours | str:
    """What nonet does with a puzzle, or why it does not answer."""
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        begun = process_time()
        puzzle = parse(text)
        read = process_time()
        plan = _native.rules_plan(engine.board(puzzle.layout), rule_parts(puzzle.layout, puzzle.rules))
        search = _native.rules_search(plan, allowed_entries(puzzle))
        found = _native.rules_next(search, 2)
        end = process_time()
    except (NonetError, TimeoutError) as error:
        return str(error) or f"more than {limit:g} s"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    solutions = len(found) // puzzle.layout.cell_count
    return Ours(1000 * (read - begun), 1000 * (end - read), _native.rules_guesses(search), solutions)


def round_of_ours(texts: list[str], limit: float) -> tuple[list[Ours | str], list[Ours | str]]:
    """The first pass through the puzzles, and the better of the other two."""
    signal.signal(signal.SIGALRM, out_of_time)
    engine = RuleKernel(_native)
    first, second, third = ([ours(engine, text, limit) for text in texts] for _ in range(3))
    return first, better(second, third)


def theirs(folder: Path, texts: list[str]) -> list[dict[str, float]]:
    script = Path(__file__).with_name("peers") / "iss.mjs"
    command = ["node", str(script), str(folder)]
    done = subprocess.run(command, input="\n".join(texts), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.iss_strings")
    parser.add_argument("file", type=Path, help="puzzles: lines of JSON with name and iss")
    parser.add_argument("iss", type=Path, help="a copy of the repository sigh/Interactive-Sudoku-Solver")
    parser.add_argument("name", nargs="*", help="only puzzles whose names have this part")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60, help="seconds for a puzzle")
    arguments = parser.parse_intermixed_args()
    rows = [json.loads(line) for line in arguments.file.read_text(encoding="utf-8").splitlines()]
    asked = [row for row in rows if not arguments.name or any(part in row["name"] for part in arguments.name)]
    texts = [row["iss"].replace("\n", "") for row in asked]
    first: list[Ours | str] = []
    again: list[Ours | str] = []
    other: list[dict[str, float]] = []
    for _ in range(arguments.rounds):
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            passes = pool.submit(round_of_ours, texts, arguments.limit).result()
        first, again = better(first or passes[0], passes[0]), better(again or passes[1], passes[1])
        peer = theirs(arguments.iss, texts)
        other = [fastest(*pair) for pair in zip(other or peer, peer, strict=True)]
    names = [row["name"] for row in asked]
    print("When each puzzle is met for the first time:\n")
    show(names, first, [{**peer, "ms": peer["first"]} for peer in other])
    print("\nWhen the same puzzles come again:\n")
    show(names, again, other)


def fastest(one: dict[str, float], other: dict[str, float]) -> dict[str, float]:
    return {name: min(value, other[name]) for name, value in one.items()}


def better(one: list[Ours | str], other: list[Ours | str]) -> list[Ours | str]:
    """Of each puzzle the faster answer; no answer has the reason why."""

    def milliseconds(row: Ours | str) -> float:
        return inf if isinstance(row, str) else row.ms

    return [min(pair, key=milliseconds) for pair in zip(one, other, strict=True)]


def show(names: list[str], own: list[Ours | str], other: list[dict[str, float]]) -> None:
    """A line for each puzzle, those on which nonet does best first, and how both compare on all of them."""
    rows, unanswered, lost = [], [], []
    for name, row, peer in zip(names, own, other, strict=True):
        if isinstance(row, Ours) and row.solutions == peer["solutions"]:
            rows.append((peer["ms"] / row.ms, name, row, peer))
            if peer["ms"] > SLOW and row.ms > 2 * peer["ms"]:
                lost.append((row.ms / peer["ms"], name, shown(row.ms), f"{row.guesses:,}", peer))
        else:
            reason = (
                row if isinstance(row, str) else f"{row.solutions} solutions, ISS finds {peer['solutions']}"
            )
            unanswered.append(f"{peer['ms']:34.1f} {peer['guesses']:8}       -  {name}: {reason}")
            if peer["ms"] > SLOW:
                lost.append((inf, name, reason, "", peer))
    print(f"{'read':>6} {'nonet ms':>9} {'guesses':>8} {'ISS ms':>8} {'guesses':>8} {'ratio':>7}")
    for ratio, name, row, peer in sorted(rows, reverse=True):
        times = f"{row.read:6.1f} {row.ms:9.2f} {row.guesses:8} {peer['ms']:8.1f} {peer['guesses']:8}"
        print(f"{times} {ratio:7.2f}  {name}")
    print(*unanswered, sep="\n")
    mean = geometric_mean([(peer["ms"], row.ms) for _, _, row, peer in rows])
    reading = geometric_mean([(peer["ms"] + peer["read"], row.ms + row.read) for _, _, row, peer in rows])
    print(f"both answer {len(rows)}; nonet is faster on {sum(ratio > 1 for ratio, *_ in rows)}")
    print(f"in the geometric mean nonet is {mean:.1f} times as fast, {reading:.1f} times with reading")
    print("\n| puzzle | nonet | guesses | Interactive Sudoku Solver | guesses |\n|---|--:|--:|--:|--:|")
    for _, name, time, guesses, peer in sorted(lost, key=lambda row: row[:2], reverse=True):
        print(f"| {name} | {time} | {guesses} | {shown(peer['ms'])} | {peer['guesses']:,} |")


def geometric_mean(pairs: list[tuple[float, float]]) -> float:
    """Of how many times as long the first of each pair took."""
    return exp(sum(log(long / short) for long, short in pairs) / max(len(pairs), 1))


def shown(ms: float) -> str:
    return f"{ms / 1000:.1f} s" if ms >= 1000 else f"{ms:.0f} ms"


if __name__ == "__main__":
    main()
