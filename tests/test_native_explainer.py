"""The compiled rules of Sudoku Explainer: candidates ruled out, batches, and bad input."""

from pathlib import Path
from struct import unpack_from

import pytest

from nonet import _native
from nonet.formats import parse
from nonet.logic.se.records import read_conclusions, rule_name
from nonet.solving import solution

DATA = Path(__file__).parent / "data" / "se" / "ratings.txt"
CASES = [line.split(" ", 2) for line in DATA.read_text().splitlines() if not line.startswith("#")]
LINES = [line for line, _, _ in CASES]


def test_candidates_that_are_ruled_out() -> None:
    values = parse(LINES[0]).givens.values
    answer = solution(parse(LINES[0])).values
    only = b"".join((0x1FF & ~(1 << digit - 1)).to_bytes(2, "little") for digit in answer)
    path = read_conclusions(_native.explainer_path(values, only))
    assert {step.rating for step in path} <= {1.0, 1.2, 1.5, 2.3}
    with pytest.raises(ValueError, match="ruled_out has 0 or 162 bytes, not 1"):
        _native.explainer_path(values, b"1")
    with pytest.raises(ValueError, match="version is 121 or 118, not 120"):
        _native.explainer_path(values, only, 120)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_rates_as_one_by_one(threads: int) -> None:
    ratings = bytearray(10 * len(LINES))
    _native.explainer_batch("".join(LINES).encode(), ratings, threads=threads)
    for k, (_, told, name) in enumerate(CASES):
        er, ep, ed, rule, solved, size, _ = unpack_from("<5BxHH", ratings, 10 * k)
        assert (f"{er / 10:.1f}/{ep / 10:.1f}/{ed / 10:.1f}", rule_name(rule, size), solved) == (
            told,
            name,
            1,
        )


def test_invalid_puzzles_get_no_rating() -> None:
    ratings = bytearray(b"\xff" * 20)
    _native.explainer_batch(f"{'h' * 81}\n{LINES[0]}\n".encode(), ratings, stride=82)
    assert not any(ratings[:10])
    assert ratings[14] == 1


@pytest.mark.parametrize(
    ("puzzles", "ratings", "options", "why"),
    [
        (b"." * 80, bytearray(10), {}, "1 records, 81 bytes apart, do not fit"),
        (b"." * 81, bytearray(10), {"stride": 80}, "stride is 80"),
        (b"." * 81, bytearray(10), {"threads": 0}, "threads must be"),
        (b"." * 81, bytearray(10), {"version": 120}, "version is 121 or 118, not 120"),
    ],
)
def test_wrong_arguments(puzzles: bytes, ratings: bytearray, options: dict[str, int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        _native.explainer_batch(puzzles, ratings, **options)


def test_buffers_that_share_memory_are_refused() -> None:
    buffer = bytearray(LINES[0].encode())
    with pytest.raises(ValueError, match="share memory"):
        _native.explainer_batch(buffer, memoryview(buffer)[:10])


@pytest.mark.parametrize("values", [bytes(80), bytes([10]) + bytes(80)])
def test_values_are_checked(values: bytes) -> None:
    with pytest.raises(ValueError, match=r"81 cells|0 to 9"):
        _native.explainer_rate(values)
