"""The kernel digs the same puzzles as the Python version, for every instruction set and number of threads."""

from __future__ import annotations

import subprocess
import sys
from array import array
from typing import Any

import pytest

from many_cases import every, for_cases, for_each
from nonet import _native
from nonet.engines import engine
from nonet.engines.kernel import Kernel
from nonet.generate.dig import Dig, _dug
from nonet.generate.exchange import _deciding_clues
from nonet.generate.orbits import SYMMETRIES, orbit_map
from nonet.layout import CLASSIC
from nonet.rng import Rng

TEXT = bytes(range(48, 58)) + bytes(246)
PATTERNS = [
    Dig(symmetry="none", clues=26),
    Dig(symmetry="none", clues=24),
    Dig(symmetry="rotational", clues=30),
    Dig(symmetry="rotational", clues=45),
    Dig(symmetry="full", clues=36),
    Dig(symmetry="diagonal", clues=81),
    Dig(symmetry="vertical", clues=25),
    Dig(symmetry="none", given=frozenset({0, 8, 40, 72, 80})),
    Dig(symmetry="none", blank=frozenset(range(30, 51))),
    Dig(symmetry="rotational", given=frozenset({4}), blank=frozenset({0, 1, 2, 3, 40}), clues=32),
    Dig(symmetry="none", blank=frozenset(range(0, 81, 2))),
    Dig(symmetry="none", given=frozenset(range(81))),
]


def dug(what: Dig, seed: int, first: int, count: int, **options: Any) -> list[bytes | None]:
    """Calls the kernel directly."""
    values, found = bytearray(81 * count), bytearray(count)
    kinds = bytes(1 if o[0] in what.kept else 2 if o[0] in what.emptied else 0 for o in what.orbits)
    _native.dig_batch(
        seed,
        first,
        bytes(orbit_map(CLASSIC, what.symmetry)),
        kinds,
        values,
        found,
        clues=-1 if what.clues is None else what.clues,
        **options,
    )
    return [bytes(values[81 * i : 81 * i + 81]) if found[i] else None for i in range(count)]


def by_the_rules(what: Dig, seed: int, first: int, count: int, name: str = "kernel") -> list[bytes | None]:
    chosen = Kernel(_native) if name == "kernel" else engine(name)
    return [_dug(what, Rng(seed, stream=k), chosen) for k in range(first, first + count)]


@for_each(SYMMETRIES)
def test_same_puzzles_as_in_python(symmetry: str) -> None:
    what = Dig(symmetry=symmetry)
    count = 4 // every(2)
    expected = by_the_rules(what, 3, 2, count, name="search")
    for isa in _native.isas:
        assert dug(what, 3, 2, count, isa=isa) == expected
        assert dug(what, 3, 2, count, isa=isa, threads=2) == expected


@for_each(PATTERNS)
def test_same_puzzles_for_clue_counts_and_patterns(what: Dig) -> None:
    count = 6 // every(3)
    expected = by_the_rules(what, 2**64 - 5, 0, count, name="search")
    for isa in _native.isas:
        assert dug(what, 2**64 - 5, 0, count, isa=isa) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "what",
    [*(Dig(symmetry=name) for name in SYMMETRIES), *PATTERNS],
    ids=range(len(SYMMETRIES) + len(PATTERNS)),
)
def test_thousands_of_puzzles_as_in_python(what: Dig) -> None:
    expected = by_the_rules(what, 77, 1000, 500)
    for isa in _native.isas:
        assert dug(what, 77, 1000, 500, isa=isa, threads=2) == expected


@pytest.mark.slow
def test_threads_and_instruction_sets_agree_on_thousands() -> None:
    for what in (Dig(), Dig(symmetry="rotational"), Dig(clues=23)):
        expected = dug(what, 5, 0, 2000)
        assert dug(what, 5, 0, 2000, threads=2) == expected
        assert dug(what, 5, 0, 1500) + dug(what, 5, 1500, 500) == expected
        for isa in _native.isas[1:]:
            assert dug(what, 5, 0, 400, isa=isa) == expected[:400]


@for_each(SYMMETRIES)
def test_many_are_unique_and_minimal(symmetry: str) -> None:
    """Checked with the solving kernel, a different algorithm; tests/generate/test_dig.py checks in Python."""
    what, count = Dig(symmetry=symmetry), 1000 // every(5)
    puzzles = [each for each in dug(what, 1, 0, count) if each is not None]
    assert len(puzzles) == count
    status = bytearray(count)
    _native.unique_batch(b"".join(puzzles).translate(TEXT), status)
    assert status == b"\1" * count
    smaller = [
        bytes(0 if cell in orbit else value for cell, value in enumerate(values))
        for values in puzzles
        for orbit in what.orbits
        if values[orbit[0]]
    ]
    status = bytearray(len(smaller))
    _native.unique_batch(b"".join(smaller).translate(TEXT), status)
    assert status == b"\2" * len(smaller)


def test_minimizing_existing_puzzles() -> None:
    starts = [each for each in dug(Dig(clues=35), 1, 0, 10 // every(3)) if each is not None]
    for what in (
        Dig(),
        Dig(symmetry="quarter"),
        Dig(clues=30),
        Dig(clues=35),
        Dig(given=frozenset(range(27))),
    ):
        chosen = engine("search")
        expected = [_dug(what, Rng(6, stream=i), chosen, each) for i, each in enumerate(starts)]
        for isa in _native.isas:
            assert dug(what, 6, 0, len(starts), start=b"".join(starts), isa=isa) == expected


def test_puzzles_without_a_solution_give_none() -> None:
    dead = bytes([1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]) + bytes(63)
    twice = bytes([1, 1]) + bytes(79)
    assert dug(Dig(), 1, 0, 2, start=dead + twice) == [None, None]


def test_deciding_clues_by_the_kernel() -> None:
    puzzles = [each for each in dug(Dig(), 3, 0, 12) if each is not None]
    bases = []
    for values in puzzles:
        clues = [cell for cell in range(81) if values[cell]]
        bases.append(bytes(0 if cell in clues[:2] else value for cell, value in enumerate(values)))
    expected = [_deciding_clues(base, CLASSIC, 300) for base in bases]
    for isa in _native.isas:
        for threads in (1, 2):
            digits, counts = array("H", bytes(2 * 81 * len(bases))), array("I", bytes(4 * len(bases)))
            _native.deciding_clues_batch(b"".join(bases), digits, counts, 300, threads=threads, isa=isa)
            for i, base in enumerate(bases):
                here = [
                    (cell, digit)
                    for cell in range(81)
                    if not base[cell]
                    for digit in range(1, 10)
                    if digits[81 * i + cell] >> (digit - 1) & 1
                ]
                assert here == expected[i]
                assert (counts[i] > 300) == (counts[i] == 301)


# -- bad arguments ------------------------------------------------------------------------------------------------

ORBITS, KINDS = bytes(range(81)), bytes(81)


@for_cases(
    [
        ((1, 0, bytes(80), KINDS, bytearray(81), bytearray(1)), {}, "orbits must be 81 bytes"),
        ((1, 0, ORBITS, b"", bytearray(81), bytearray(1)), {}, "1 to 81 orbits, not 0"),
        ((1, 0, ORBITS, bytes(82), bytearray(81), bytearray(1)), {}, "1 to 81 orbits, not 82"),
        ((1, 0, ORBITS, bytes(80), bytearray(81), bytearray(1)), {}, "a cell has no orbit"),
        ((1, 0, ORBITS, b"\3" * 81, bytearray(81), bytearray(1)), {}, "kinds must be 0, 1 or 2"),
        ((1, 0, ORBITS, KINDS, bytearray(80), bytearray(1)), {}, "values holds 80 bytes, but 81 are needed"),
        ((1, 0, ORBITS, KINDS, bytearray(81), bytearray(1)), {"threads": 0}, "threads must be 1..1024"),
        ((1, 0, ORBITS, KINDS, bytearray(81), bytearray(1)), {"clues": 82}, "clues must be 0..81"),
        ((1, 0, ORBITS, KINDS, bytearray(81), bytearray(1)), {"start": bytes(80)}, "start holds 80 bytes"),
        (
            (1, 0, ORBITS, KINDS, bytearray(81), bytearray(1)),
            {"start": b"\12" * 81},
            "not a value from 0 to 9",
        ),
        ((1, 0, ORBITS, KINDS, bytearray(81), bytearray(1)), {"rounds": bytearray(7)}, "rounds holds 7"),
        ((1, 0, ORBITS, KINDS, bytearray(81), bytearray(1)), {"isa": "abacus"}, "abacus"),
    ]
)
def test_bad_arguments_are_refused(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _native.dig_batch(*arguments, **options)


def test_results_must_be_writable() -> None:
    with pytest.raises(BufferError):
        _native.dig_batch(1, 0, ORBITS, KINDS, bytes(81), bytearray(1))
    with pytest.raises(BufferError):
        _native.dig_batch(1, 0, ORBITS, KINDS, bytearray(81), bytes(1))


def test_bad_arguments_for_deciding_clues() -> None:
    digits, counts = array("H", bytes(162)), array("I", [0])
    for arguments, message in [
        ((bytes(80), digits, counts, 5), "puzzles holds 80"),
        ((bytes(81), array("H", bytes(160)), counts, 5), "digits holds 160"),
        ((bytes(81), digits, counts, 0), "limit must be 1"),
        ((b"\12" * 81, digits, counts, 5), "not a value from 0 to 9"),
    ]:
        with pytest.raises(ValueError, match=message):
            _native.deciding_clues_batch(*arguments)


def test_nothing_to_dig() -> None:
    assert dug(Dig(), 1, 0, 0) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX signals")
@pytest.mark.parametrize(
    "call",
    [
        "n.dig_batch(1, 0, bytes(range(81)), bytes(81), bytearray(81 << 21), bytearray(1 << 21))",
        "n.dig_batch(1, 0, bytes(range(81)), bytes(81), bytearray(81 << 21), bytearray(1 << 21), threads=2)",
        "n.deciding_clues_batch(bytes(81), bytearray(162), bytearray(4), 2**30)",
    ],
)
def test_ctrl_c(call: str) -> None:
    code = (
        "import os, signal, threading, time\nfrom nonet import _native as n\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        f"try:\n {call}\nexcept KeyboardInterrupt:\n print('interrupted')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.stdout == "interrupted\n", done
