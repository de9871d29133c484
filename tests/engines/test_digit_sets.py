"""Groups and lines of different digits: exactly what a list of all their fillings says."""

from __future__ import annotations

import random
from itertools import permutations, product

from many_cases import for_each
from nonet.bitsets import digits_in, mask_of
from nonet.engines.digit_sets import distinct_support
from nonet.engines.line_propagators import DistinctWord
from nonet.rules.automaton import Automaton, built


def random_masks(rng: random.Random, size: int, count: int) -> tuple[int, ...]:
    return tuple(mask_of(rng.sample(range(1, size + 1), rng.choice([1, 2, 3, size]))) for _ in range(count))


def fillings(masks: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every choice of different digits."""
    return [digits for digits in product(*map(digits_in, masks)) if len(set(digits)) == len(digits)]


def occurring(words: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(mask_of(column) for column in zip(*words, strict=True))


@for_each(range(200))
def test_sums_of_different_digits(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(4, 7)
    masks = random_masks(rng, size, rng.randint(1, 5))
    totals = rng.choice([-1, 1 << rng.randint(1, 25), rng.getrandbits(30)])
    words = [digits for digits in fillings(masks) if totals >> sum(digits) & 1]
    found = distinct_support(masks, totals)
    if not words:
        assert found is None
        return
    everywhere = set.intersection(*(set(digits) for digits in words))
    sums = sum(1 << total for total in {sum(digits) for digits in words})
    assert found == (occurring(words), mask_of(everywhere), sums)


def even_after_ones(size: int) -> Automaton:
    """The digit after each 1 is even."""
    return built(
        range(1, size + 1),
        False,
        lambda after_one, digit: None if after_one and digit % 2 else digit == 1,
        lambda after_one: not after_one,
    )


def rises(size: int, count: int) -> Automaton:
    """So many digits are greater than the one before."""

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        before, seen = state
        seen += digit > before
        return (digit, seen) if seen <= count else None

    return built(range(1, size + 1), (size, 0), step, lambda state: state[1] == count)


@for_each(range(200))
def test_words_of_different_digits(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(4, 7)
    automaton = even_after_ones(size) if seed % 2 else rises(size, rng.randint(0, 3))
    masks = random_masks(rng, size, rng.randint(2, 5))
    words = [digits for digits in fillings(masks) if automaton.accepts(digits)]
    found = DistinctWord(tuple(range(len(masks))), automaton).support(masks)
    assert (found and tuple(found)) == (occurring(words) if words else None)


def test_a_whole_line() -> None:
    """Nothing is known but the automaton: every permutation counts."""
    automaton = rises(6, 1)
    words = [digits for digits in permutations(range(1, 7)) if automaton.accepts(digits)]
    assert 0 < len(words) < 720
    found = DistinctWord(tuple(range(6)), automaton).support((63,) * 6)
    assert found is not None
    assert tuple(found) == occurring(words)
