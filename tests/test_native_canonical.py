"""The kernel's canonical forms: compared with the Python version and brute force, in batches, and for bad input."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from functools import lru_cache
from itertools import permutations, product
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from many_cases import examples, for_each
from nonet import _native
from nonet.canonical import canonical
from nonet.engines import Order
from nonet.engines.kernel import Kernel
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import Transformation, random_transformation

seeds = st.integers(0, 2**32 - 1)
MOST = bytes(map(int, "123456789456789123789123456231564897564897231897231564312645978645978312978312645"))
"""The grid with the most automorphisms: 648."""


@lru_cache
def full_grid(seed: int) -> bytes:
    grid = Kernel(_native).first_solution(
        Puzzle(Grid.empty(CLASSIC)), Order.random_digits(CLASSIC, Rng(seed))
    )
    assert grid is not None
    assert grid.is_solution()
    return grid.values


def thinned(values: bytes, seed: int, how: str) -> bytes:
    """Some of the clues: random ones, or those of a few digits, rows or boxes, which preserves symmetries."""
    rng = random.Random(seed)
    chance = rng.random()
    chosen = set(rng.sample(range(9), rng.randint(1, 9)))
    kept: dict[str, Callable[[int], bool]] = {
        "any": lambda cell: rng.random() < chance,
        "digits": lambda cell: values[cell] - 1 in chosen,
        "rows": lambda cell: cell // 9 in chosen,
        "boxes": lambda cell: cell // 27 * 3 + cell % 9 // 3 in chosen,
        "all but some": lambda cell: rng.random() < 0.95,
        "all": lambda cell: True,
    }
    return bytes(value if kept[how](cell) else 0 for cell, value in enumerate(values))


@given(
    seed=seeds,
    how=st.sampled_from(["any", "any", "digits", "rows", "boxes", "all but some", "all"]),
    symmetric=st.booleans(),
)
@example(seed=0, how="all", symmetric=True)
@settings(max_examples=examples(25), deadline=None)
def test_the_same_as_in_python(seed: int, how: str, symmetric: bool) -> None:
    values = (
        random_transformation(CLASSIC, Rng(seed))(Grid(CLASSIC, MOST)).values
        if symmetric
        else full_grid(seed)
    )
    grid = Grid(CLASSIC, thinned(values, seed, how))
    with patch("nonet.canonical.kernel", None):
        expected = canonical(grid)
    with patch("nonet.canonical.kernel", _native):
        assert canonical(grid) == expected
    assert _native.canonical(grid.values)[0] == expected.form.values


@given(seed=seeds, clues=st.integers(0, 81))
@settings(max_examples=examples(100), deadline=None)
def test_any_clues_that_obey_the_rules(seed: int, clues: int) -> None:
    rng = random.Random(seed)
    values = bytearray(81)
    for cell in rng.sample(range(81), clues):
        fitting = set(range(1, 10)).difference(values[peer] for peer in CLASSIC.peers[cell])
        values[cell] = rng.choice(sorted(fitting)) if fitting else 0
    grid = Grid(CLASSIC, bytes(values))
    form, cells, digits, automorphisms = _native.canonical(grid.values)
    with patch("nonet.canonical.kernel", None):
        expected = canonical(grid)
    assert (form, automorphisms) == (expected.form.values, expected.automorphisms)
    change = Transformation(CLASSIC, tuple(cells), tuple(digits))
    assert change == expected.transformation
    assert change(grid).values == form


@given(seed=seeds, how=st.sampled_from(["any", "digits", "boxes", "all"]))
@settings(max_examples=examples(60), deadline=None)
def test_symmetries_do_not_change_the_canonical_form(seed: int, how: str) -> None:
    grid = Grid(CLASSIC, thinned(full_grid(seed % 100), seed, how))
    form, _, _, automorphisms = _native.canonical(grid.values)
    for stream in range(1, 4):
        disguised = random_transformation(CLASSIC, Rng(seed, stream=stream))(grid)
        other = _native.canonical(disguised.values)
        assert (other[0], other[3]) == (form, automorphisms)
    assert _native.canonical(form)[0] == form


@pytest.mark.parametrize(
    ("values", "smallest", "automorphisms"),
    [
        (bytes(81), bytes(81), 3_359_232),
        (bytes(40) + b"\5" + bytes(40), bytes(80) + b"\1", 3_359_232 // 81),
        (MOST, MOST, 648),
    ],
    ids=["empty", "one clue", "648"],
)
def test_known_forms(values: bytes, smallest: bytes, automorphisms: int) -> None:
    found = _native.canonical(values)
    assert found[0] == smallest
    assert found[3] == automorphisms


# -- brute force -------------------------------------------------------------------------------------------------


def lines() -> list[tuple[int, ...]]:
    """The 1,296 orders of nine lines that keep the bands together."""
    return [
        tuple(3 * band + line for band, within in zip(bands, order, strict=True) for line in within)
        for bands in permutations(range(3))
        for order in product(permutations(range(3)), repeat=3)
    ]


def smallest_image(values: bytes) -> tuple[bytes, int]:
    """Tries all 3,359,232 symmetries; returns the smallest image and the number of symmetries that give it."""
    orders = lines()
    best, ways = [10] * 81, 0
    for sheet in (values, bytes(values[9 * c + r] for r in range(9) for c in range(9))):
        for rows in orders:
            chosen = [sheet[9 * row : 9 * row + 9] for row in rows]
            for columns in orders:
                names = [0, *[0] * 9]
                free, place, smaller = 1, 0, False
                image = best
                for row in chosen:
                    for column in columns:
                        digit = row[column]
                        if digit and not names[digit]:
                            names[digit] = free
                            free += 1
                        name = names[digit]
                        if smaller:
                            image.append(name)
                        elif name != best[place]:
                            if name > best[place]:
                                break
                            smaller, image = True, [*best[:place], name]
                        place += 1
                    else:
                        continue
                    break
                else:
                    if smaller:
                        best, ways = image, 0
                    ways += 1
    return bytes(best), ways


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "how"), [(1, "digits"), (2, "any")])
def test_brute_force(seed: int, how: str) -> None:
    values = thinned(full_grid(seed), seed, how)
    form, _, _, automorphisms = _native.canonical(values)
    assert (form, automorphisms) == smallest_image(values)


# -- batches -----------------------------------------------------------------------------------------------------


@for_each([1, 2, 5], [81, 82, 100])
def test_batches(threads: int, stride: int) -> None:
    rng = random.Random(stride)
    boards = [thinned(full_grid(k % 7), k, "any") for k in range(300)]
    twice = bytes([0] * 72 + [3, 0, 3] + [0] * 6)
    boards[17] = twice
    texts = [
        "".join(rng.choice("0._*-xX") if value == 0 else str(value) for value in values) for values in boards
    ]
    texts[23] = texts[23][:80] + "?"
    texts[24] = "\0" + texts[24][1:]
    data = "".join(text.ljust(stride, "~") for text in texts).encode("ascii")[: 299 * stride + 81]
    count = len(texts)
    forms, status = bytearray(81 * count + 3), bytearray(count)
    cells, digits, automorphisms = bytearray(81 * count), bytearray(9 * count), array("Q", bytes(8 * count))
    _native.canonical_batch(
        data,
        forms,
        status,
        stride=stride,
        threads=threads,
        cells=cells,
        digits=digits,
        automorphisms=automorphisms,
    )
    assert [number for number in range(count) if status[number] != 1] == [17, 23, 24]
    assert (status[17], status[23], status[24]) == (0, 255, 255)
    assert bytes(forms[81 * count :]) == bytes(3)
    for number, values in enumerate(boards):
        form = bytes(forms[81 * number : 81 * number + 81])
        if status[number] != 1:
            assert (form, automorphisms[number]) == (b"." * 81, 0)
            continue
        expected = _native.canonical(values)
        assert bytes(0 if sign == 46 else sign - 48 for sign in form) == expected[0]
        assert bytes(cells[81 * number : 81 * number + 81]) == expected[1]
        assert bytes(digits[9 * number : 9 * number + 9]) == expected[2][1:]
        assert automorphisms[number] == expected[3]
    short, again = bytearray(81 * count), bytearray(count)
    _native.canonical_batch(data, short, again, stride=stride)
    assert (short, again) == (forms[: 81 * count], status)
    _native.canonical_batch(b"", bytearray(), bytearray())


def test_bad_input_is_refused() -> None:
    for values in (bytes(80), bytes(82), b"\x0a" + bytes(80), b"\1\1" + bytes(79)):
        with pytest.raises(ValueError, match=r"81 cells|not 10|twice in a house"):
            _native.canonical(values)
    with pytest.raises(ValueError, match="records"):
        _native.canonical_batch(bytes(81), bytearray(162), bytearray(2))
    with pytest.raises(ValueError, match="forms"):
        _native.canonical_batch(bytes(162), bytearray(161), bytearray(2))
    with pytest.raises(ValueError, match="stride"):
        _native.canonical_batch(bytes(162), bytearray(162), bytearray(2), stride=80)
    with pytest.raises(ValueError, match="threads"):
        _native.canonical_batch(bytes(162), bytearray(162), bytearray(2), threads=0)
    with pytest.raises(ValueError, match="automorphisms"):
        _native.canonical_batch(bytes(162), bytearray(162), bytearray(2), automorphisms=array("Q", [0]))
    with pytest.raises(BufferError):
        _native.canonical_batch(bytes(162), bytes(162), bytearray(2))
