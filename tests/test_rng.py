"""The random number generator: published numbers, and statistical tests for bias."""

from __future__ import annotations

from collections import Counter

import pytest

from nonet import Rng
from nonet.rng import fresh_seed

# The first numbers of SplitMix64 from seed 0, as published with the reference implementation.
FROM_ZERO = [
    0xE220A8397B1DCDAF,
    0x6E789E6AA1B965F4,
    0x06C45D188009454F,
    0xF88BB8A8724C81EC,
    0x1B39896A51A8749B,
]


def test_the_published_numbers() -> None:
    rng = Rng(0)
    assert [rng.next() for _ in FROM_ZERO] == FROM_ZERO


def test_the_state_determines_the_numbers() -> None:
    rng = Rng(5)
    rng.next()
    again = Rng(rng.state)
    assert [rng.next() for _ in range(5)] == [again.next() for _ in range(5)]


def test_streams_differ() -> None:
    firsts = {Rng(42, stream=k).next() for k in range(1000)} | {Rng(43, stream=k).next() for k in range(1000)}
    assert len(firsts) == 2000


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


def test_below_is_uniform() -> None:
    rng = Rng(11)
    counts = Counter(rng.below(24) for _ in range(24_000))
    assert chi_square([counts[i] for i in range(24)]) < 49.7  # 23 degrees of freedom, p = 0.001


def test_shuffles_are_uniform() -> None:
    rng = Rng(12)
    counts = Counter(tuple(rng.shuffled("abcd")) for _ in range(24_000))
    assert len(counts) == 24
    assert chi_square(list(counts.values())) < 49.7


def test_a_list_is_shuffled_as_other_sequences_are() -> None:
    """Lists by the kernel, if it is there, all else by the rule in Python."""
    for size in (0, 1, 2, 9, 144, 250):
        items, others = list(range(size)), bytearray(range(size))
        rng, other = Rng(size), Rng(size)
        rng.shuffle(items)
        other.shuffle(others)
        assert (items, rng.state) == (list(others), other.state)


def test_rejection_keeps_numbers_in_range() -> None:
    rng = Rng(3)
    n = (1 << 63) + 1  # nearly half of all draws are rejected
    assert all(rng.below(n) < n for _ in range(100))


def test_bounds() -> None:
    rng = Rng(4)
    assert {rng.between(3, 5) for _ in range(100)} == {3, 4, 5}
    assert rng.below(1) == 0
    assert {rng.choice("xy") for _ in range(50)} == {"x", "y"}
    with pytest.raises(ValueError, match="at least 1"):
        rng.below(0)


def test_fresh_seeds_are_fresh_and_short() -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(0 <= seed < 1 << 53 for seed in seeds)
