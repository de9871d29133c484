"""Throws random boards, puzzles and rubbish at the solver of any board, canonical forms and Sudoku Explainer's rules.

    python native/fuzz/boards.py [SECONDS [SEED]]

It is meant for a build with sanitizers (see tools/fuzz.py); every answer is judged by the rules as well.
"""

from __future__ import annotations

import importlib
import random
import signal
import sys
import time
from array import array
from contextlib import suppress
from typing import Any

from nonet.logic.se.records import read_conclusions

PUZZLES = (
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    b"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
    b"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
)


class Counted:
    """A module whose calls are counted."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.calls = 0

    def __getattr__(self, name: str) -> Any:
        self.calls += 1
        return getattr(self.module, name)


def boards(native: Any, rng: random.Random) -> None:
    """One board with any houses at all, and all questions about a puzzle on it."""
    size = rng.choice([1, 2, 3, 4, 4, 5, 6, 9, 9, 16, 25])
    cells = size * size
    rows = [[size * r + c for c in range(size)] for r in range(size)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    houses = rng.choice([rows, rows + columns, rows + columns, []])
    houses = houses + [rng.sample(range(cells), size) for _ in range(rng.choice([0, 0, 1, 3]))]
    table = array("H", [cell for house in houses for cell in house])
    if rng.random() < 0.1 and table:  # rubbish
        table[rng.randrange(len(table))] = rng.choice([0, cells - 1, cells, 65535])
        houses = [list(table[start : start + size]) for start in range(0, len(table), size)]
    if rng.random() < 0.02:
        table.append(0)
    try:
        side = rng.choice([size] * 30 + [0, 26, -3, size + 1])
        plan = native.rules_plan(native.rules_board(side, side * side, table), array("q"))
    except ValueError:
        return
    fill = rng.random() * rng.choice([0.1, 0.5, 1])
    values = bytearray(rng.randint(1, size) if rng.random() < fill else 0 for _ in range(cells))
    if rng.random() < 0.7:  # the givens obey the rules
        for house in houses:
            for i, cell in enumerate(house):
                if values[cell] in [values[other] for other in house[:i]]:
                    values[cell] = 0
    if rng.random() < 0.03:
        values[rng.randrange(cells)] = rng.randrange(256)
    if rng.random() < 0.03:
        values.append(0)
    allowed = None
    if rng.random() < 0.4:
        allowed = array(
            "I", [rng.getrandbits(32) | rng.getrandbits(32) | rng.getrandbits(32) for _ in range(cells)]
        )
        if rng.random() < 0.05:
            allowed.pop()
    order = array("H", rng.sample(range(cells), cells))
    digits = b"".join(bytes(rng.sample(range(1, size + 1), size)) for _ in range(cells))
    if rng.random() < 0.05:
        order[0] = rng.randrange(65536)
    if rng.random() < 0.05:
        digits = digits[: rng.randrange(len(digits) + 1)]
    calls = [0]

    def stop_soon(found: int) -> None:
        calls[0] += 1
        if calls[0] > 4:
            raise InterruptedError

    try:
        limit = rng.choice([1, 2, 50])
        question = values if allowed is None else masks(size, values, allowed)
        count = native.rules_count(plan, question, limit, stop_soon)
        if count == 0 and size > 9:
            return
        found = native.rules_solutions(plan, question, limit)
        assert len(found) == count * cells, (len(found), count)
        for start in range(0, len(found), cells):
            judge(size, houses, values, allowed, found[start : start + cells])
        search = native.rules_search(plan, question)
        assert native.rules_next(search, 1) + native.rules_next(search, limit - 1) == found
        first = native.rules_first(plan, question, order, digits)
        assert (first is None) == (count == 0)
        if first is not None:
            judge(size, houses, values, allowed, first)
            rank = {cell: digits[cell * size : cell * size + size] for cell in order}
            for start in range(0, len(found), cells):
                grid = found[start : start + cells]
                key = (
                    [rank[cell].index(first[cell]) for cell in order],
                    [rank[cell].index(grid[cell]) for cell in order],
                )
                assert key[0] <= key[1]
    except (ValueError, InterruptedError):
        pass


def masks(size: int, values: bytearray, allowed: array[int]) -> array[int]:
    """The digits that each cell may hold: the given alone, if it has one; none if the given is no digit."""
    given = [0xFFFFFFFF if not value else 1 << (value - 1) if value <= size else 0 for value in values]
    return array("I", [mask & bits for mask, bits in zip(allowed, given, strict=False)])


def judge(
    size: int, houses: list[list[int]], values: bytearray, allowed: array[int] | None, grid: bytes
) -> None:
    """Every house has every digit, givens are kept, and no cell has a digit that it may not have."""
    assert all(sorted(grid[cell] for cell in house) == list(range(1, size + 1)) for house in houses)
    assert all(value in (0, digit) for value, digit in zip(values, grid, strict=True))
    assert allowed is None or all(mask >> (digit - 1) & 1 for mask, digit in zip(allowed, grid, strict=True))


def forms(native: Any, rng: random.Random) -> None:
    """Canonical forms of a batch of boards and rubbish."""
    count = rng.choice([0, 1, 2, 65, 130])
    stride = rng.choice([81, 81, 82, 97])
    chance = rng.random() * rng.choice([0.1, 1])
    records = []
    for _ in range(count):
        values = [0] * 81
        for cell in rng.sample(range(81), 81):
            if rng.random() < chance:
                row, column = divmod(cell, 9)
                taken = {
                    values[9 * r + c]
                    for r in range(9)
                    for c in range(9)
                    if r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3)
                }
                fitting = [digit for digit in range(1, 10) if digit not in taken]
                values[cell] = rng.choice(fitting) if fitting and rng.random() < 0.999 else rng.randrange(10)
        text = bytearray(b"0._*-xX"[rng.randrange(7)] if value == 0 else value + 48 for value in values)
        if rng.random() < 0.02:
            text[rng.randrange(81)] = rng.randrange(256)
        records.append(bytes(text))
        with suppress(ValueError):
            native.canonical(bytes(values))
    data = b"".join(record + bytes(stride - 81) for record in records)
    if rng.random() < 0.2:
        data = data[: max(0, len(data) - rng.randrange(20))]
    status, out = bytearray(count), bytearray(81 * count - (rng.random() < 0.02 and count > 0))
    more: dict[str, Any] = {}
    if rng.random() < 0.7:
        more = {
            "cells": bytearray(81 * count),
            "digits": bytearray(9 * count - (rng.random() < 0.02 and count > 0)),
            "automorphisms": array("Q", bytes(8 * count)),
        }
    try:
        native.canonical_batch(data, out, status, stride=stride, threads=rng.choice([1, 1, 3]), **more)
    except ValueError:
        return
    for number in range(count):
        if status[number] == 1 and more:
            cells = more["cells"][81 * number : 81 * number + 81]
            names = [0, *more["digits"][9 * number : 9 * number + 9]]
            assert sorted(cells) == list(range(81))
            assert sorted(names) == list(range(10))
            moved = bytearray(81)
            for cell, sign in enumerate(records[number]):
                moved[cells[cell]] = names[sign - 48 if 48 < sign < 58 else 0]
            assert (
                bytes(46 if value == 0 else value + 48 for value in moved)
                == out[81 * number : 81 * number + 81]
            )


def ratings(native: Any, rng: random.Random) -> None:
    """Sudoku Explainer's ratings of puzzles with a few changes, most without one solution; an alarm limits the time."""
    records = []
    for _ in range(rng.choice([0, 1, 2, 5])):
        text = bytearray(rng.choice(PUZZLES))
        for _ in range(rng.choice([0, 0, 1, 3])):
            text[rng.randrange(81)] = (
                rng.choice(b"1234567890._*-xX") if rng.random() < 0.95 else rng.randrange(256)
            )
        records.append(bytes(text))
    for record in records:
        values = bytes(each - 48 if 48 < each < 58 else 0 for each in record)
        if rng.random() < 0.05:
            values = values[: rng.randrange(81)] + bytes([rng.randrange(256)])
        with suppress(ValueError):
            options = (
                bytes(rng.randrange(4) for _ in range(162)) if rng.random() < 0.2 else b"",
                rng.choice([121, 118]),
            )
            rating, path = native.explainer_rate(values, *options), native.explainer_path(values, *options)
            tenths = [round(10 * step.rating) for step in read_conclusions(path)]
            assert rating is None or (rating[5], rating[0]) == (len(tenths), max(tenths))
    stride = rng.choice([81, 81, 82, 97])
    data = b"".join(record.ljust(stride, b"!") for record in records)
    if rng.random() < 0.2:
        data = data[: max(0, len(data) - rng.randrange(20))]
    settings: dict[str, Any] = {
        "version": rng.choice([121, 118]),
        "stride": stride,
        "threads": rng.choice([1, 1, 3]),
    }
    with suppress(ValueError):
        native.explainer_batch(data, bytearray(10 * len(records)), **settings)
        for path in native.explainer_paths(data, **settings, evidence=rng.random() < 0.5):
            assert all(10 <= 10 * step.rating < 200 for step in read_conclusions(path))


def ring(*_: object) -> None:
    raise InterruptedError


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    native = Counted(importlib.import_module("nonet._native"))
    signal.signal(signal.SIGALRM, ring)
    end = time.monotonic() + seconds
    rounds = 0
    while time.monotonic() < end:
        rng = random.Random(f"{seed} {rounds}")
        for part in (boards, forms, ratings):
            if part is not boards and rounds % 4:
                continue
            signal.setitimer(
                signal.ITIMER_REAL, 0.3
            )  # random boards can be hard, and this tests interruption, too
            try:
                part(native, rng)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except InterruptedError:
                pass
        rounds += 1
    print(f"{native.calls} calls of the module, {rounds} rounds")


if __name__ == "__main__":
    main()
