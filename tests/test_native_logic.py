"""The compiled finders against the Python ones: the same steps, in the same order, with the same evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from logic.boards import FOLDER, case_lines
from many_cases import every, for_each, spread
from nonet import _native, generate
from nonet.formats import format_grid, parse
from nonet.generate.dig import Dig, dig_many
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.logic.cases import parse_case
from nonet.logic.catalog import ENTRIES, Entry, techniques, variant_entries
from nonet.logic.compiled import (
    UNKNOWN,
    board_of,
    finder_number,
    option_bytes,
)
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import classic_plan, entries_for, path
from nonet.logic.position import Position
from nonet.logic.step_records import read_step, read_steps
from nonet.rating import rate
from nonet.step import Step

COMPILED = [entry for entry in ENTRIES if finder_number(entry, DEFAULTS) != UNKNOWN]
LARGE = ("5", "6", "7", "mutant", "4 franken")
"""Fish of these sizes and kinds take the Python finders seconds."""
SLOW = ("als", "forcing", "kraken", "nested", "nets")
"""Families that take the Python finders long to find all steps."""
HARD = "...9....228..3.5.9.4...1..7...1.6.........1...3..27.4.3.6.1.9........2..7.4....3."
BANK = Path(generate.__file__).with_name("bank.txt")
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def numbers_of(options: Options) -> bytes:
    numbers = option_bytes(options)
    assert numbers is not None
    return numbers


def test_the_catalogue_is_the_same_on_both_sides() -> None:
    assert _native.logic_techniques() == [(each.key, each.level, each.score) for each in techniques()]


def test_every_compiled_finder_is_in_the_catalogue() -> None:
    assert set(_native.logic_finders()) <= {entry.path for entry in variant_entries()}


def test_the_options_are_bytes_in_the_order_of_the_class() -> None:
    names = [field.name for field in fields(Options)]
    for place, name in enumerate(names):
        values: dict[str, Any] = {name: 77}
        changed = numbers_of(replace(DEFAULTS, **values))
        assert [n for n, byte in enumerate(changed) if byte == 77] == [place]
    assert option_bytes(replace(DEFAULTS, max_fins=256)) is None


# -- the same steps --------------------------------------------------------------------------------------------


@cache
def positions() -> list[tuple[str, Position, Options]]:
    """Of every case on the classic board: the file, the position and the options."""
    found = []
    for file in sorted(FOLDER.glob("*.txt")):
        for line in case_lines(file.stem):
            case = parse_case(line)
            position = Position.at(case.position, givens=case.givens)
            found.append((case.technique, position, case.options))
    return found


def check(entry: Entry, position: Position, options: Options) -> None:
    """Compares all steps of a finder; of finders that take long in Python, the first ones."""
    finder = finder_number(entry, options)
    if finder == UNKNOWN:
        return
    most = 2 if entry.path.split(".")[0] in SLOW else None
    records = _native.logic_all(board_of(position), finder, numbers_of(options))
    found, wanted = list(map(read_step, records[:most])), list(islice(entry.finder(position, options), most))
    assert found == wanted
    assert [step.beyond_hodoku for step in found] == [step.beyond_hodoku for step in wanted]


QUICK = [entry for entry in COMPILED if not any(word in entry.path for word in LARGE)]


@for_each(QUICK)
def test_the_same_steps_on_the_cases(entry: Entry) -> None:
    check_on_the_cases(entry)


def check_on_the_cases(entry: Entry) -> None:
    """On the cases of the finder's techniques, and on some of the others."""
    own = {each.key for each in entry.techniques}
    for _, position, options in spread((each for each in positions() if each[0] in own), 3):
        check(entry, position, options)
    for _, position, options in positions()[:: 50 * every(4)]:
        check(entry, position, options)


@cache
def on_the_way() -> list[Position]:
    """Positions on the way through a hard puzzle."""
    position, found = Position.of(HARD), []
    for number, step in enumerate(path(HARD)):
        if number % 8 == 0:
            found.append(position.copy())
        position.apply(step)
    return found


@for_each(QUICK)
def test_the_same_steps_on_the_way_through_a_hard_puzzle(entry: Entry) -> None:
    check_on_the_way_through_a_hard_puzzle(entry)


def check_on_the_way_through_a_hard_puzzle(entry: Entry) -> None:
    for position in on_the_way():
        check(entry, position, DEFAULTS)


@pytest.mark.slow
@for_each(QUICK)
def test_the_same_steps_on_boards_without_a_solution(entry: Entry) -> None:
    check_on_boards_without_a_solution(entry)


def check_on_boards_without_a_solution(entry: Entry) -> None:
    """Hints follow them to a contradiction: cells without candidates, houses without a place."""
    for wrong in spread(range(0, CLASSIC.cell_count, 32), 2):
        position = Position.of(EASY)
        for digit in (1, 2, 3):
            if position.has((wrong, digit)):
                position.place(wrong, digit)
                break
        for cell in range(wrong % 7, CLASSIC.cell_count, 11):
            position.eliminate(cell, 4)
            position.eliminate(cell, 5)
        check(entry, position, DEFAULTS)


@pytest.mark.slow
@for_each([entry for entry in COMPILED if entry not in QUICK])
def test_the_same_large_fish(entry: Entry) -> None:
    check_on_the_cases(entry)
    check_on_the_way_through_a_hard_puzzle(entry)
    check_on_boards_without_a_solution(entry)


def python_path(line: str) -> Iterator[Step]:
    """What `path` does without the kernel."""
    position = Position.of(line)
    entries = entries_for(CLASSIC, DEFAULTS)
    while position.unsolved:
        step = next((step for entry in entries for step in entry.finder(position, DEFAULTS)), None)
        if step is None:
            return
        yield step
        position.apply(step)


@pytest.mark.parametrize("line", [EASY, HARD])
def test_the_same_path(line: str) -> None:
    assert list(path(line)) == list(python_path(line))


@pytest.mark.slow
def test_the_same_paths_of_random_puzzles() -> None:
    """Of all levels; `python -m benchmarks.same_paths` compares any others."""
    dug = dig_many(Dig(layout=CLASSIC), 11, 0, 60)
    lines = [format_grid(Grid(CLASSIC, values), "line") for values in dug if values is not None]
    assert len({rate(line).level for line in lines}) == 5
    for line in lines:
        assert list(path(line)) == list(python_path(line))


def _bank() -> Iterator[object]:
    """Puzzles of every technique, three each."""
    count = Counter[str]()
    for line in BANK.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            key, puzzle = line.split()
            count[key] += 1
            if count[key] <= 3:
                yield pytest.param(puzzle, id=f"{key}-{count[key]}")


@pytest.mark.slow
@pytest.mark.parametrize("line", list(_bank()))
def test_the_same_path_through_puzzles_of_every_technique(line: str) -> None:
    found, wanted = list(path(line)), list(python_path(line))
    assert found == wanted
    assert [step.beyond_hodoku for step in found] == [step.beyond_hodoku for step in wanted]


# -- batches ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_paths_of_a_batch(threads: int) -> None:
    puzzles = [EASY, "x" * 80 + "?", EASY[::-1]] * 5
    plan = classic_plan(DEFAULTS)
    assert plan is not None
    found = _native.logic_paths("".join(puzzles).encode(), plan.finders, plan.options, threads=threads)
    assert [records[0] for records in found] == [1, 0, 1] * 5
    for line, records in zip(puzzles, found, strict=True):
        assert list(read_steps(records[1:])) == (list(path(line)) if records[0] else [])


def test_a_batch_stops_where_only_python_goes_on() -> None:
    plan = bytes([finder_number(ENTRIES[0], DEFAULTS), UNKNOWN])
    (found,) = _native.logic_paths(EASY.encode(), plan, numbers_of(DEFAULTS))
    assert found[0] == 3
    (found,) = _native.logic_paths(EASY.encode(), plan[:1], numbers_of(DEFAULTS))
    assert found[0] == 2


# -- bad input -------------------------------------------------------------------------------------------------

GOOD = board_of(Position.of(parse(EASY)))


def _boards() -> Iterator[tuple[str, bytes]]:
    yield "empty", b""
    yield "a byte too short", GOOD[:-1]
    yield "a byte too long", GOOD + b"\0"
    yield "without singles", GOOD[: 4 * 81]
    yield "a value of 10", b"\x0a" + GOOD[1:]
    yield "a mask of 16 bits", GOOD[:81] + b"\xff\xff" + GOOD[83:]
    yield "candidates in a filled cell", GOOD[:81] + b"\x01\x01" + GOOD[83:]
    yield "a naked single in cell 81", GOOD[:326] + b"\x51" + GOOD[327:]


@pytest.mark.parametrize(("what", "board"), list(_boards()))
def test_what_is_not_a_board(what: str, board: bytes) -> None:
    with pytest.raises(ValueError, match="not a position"):
        _native.logic_step(board, b"\0", numbers_of(DEFAULTS))


def test_bad_arguments() -> None:
    numbers = numbers_of(DEFAULTS)
    with pytest.raises(ValueError, match="no finder 250"):
        _native.logic_step(GOOD, b"\xfa", numbers)
    with pytest.raises(ValueError, match="there are 11 options, not 10"):
        _native.logic_step(GOOD, b"\0", numbers[:-1])
    with pytest.raises(ValueError, match="no finder 250"):
        _native.logic_all(GOOD, 250, numbers)
    with pytest.raises(ValueError, match="2 records, 81 bytes apart, do not fit"):
        _native.logic_rate(EASY.encode(), bytearray(18), b"\0", numbers)
    with pytest.raises(ValueError, match="stride is 80"):
        _native.logic_paths(EASY.encode(), b"\0", numbers, stride=80)
