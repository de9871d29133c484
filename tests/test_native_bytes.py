"""The kernel's ways in and out of text: `solve_bytes`, `unique_bytes`, `has_endings`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from many_cases import for_cases
from nonet import records
from nonet.many import solve_many, solve_records, unique_many
from nonet.native import kernel
from nonet.records import BAD, NONE, ONE, SEVERAL, Records, SolvedMany, has_endings

pytestmark = pytest.mark.skipif(kernel is None, reason="this is about the kernel")

EASY = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TEXT = b"\n".join([EASY, b"?" * 81, b"55" + EASY[2:], b"." * 81])


@pytest.mark.parametrize("threads", [1, 3])
def test_solutions_and_status(threads: int) -> None:
    assert kernel is not None
    found = kernel.solve_bytes(TEXT, 4, stride=82, ending=b"\n", threads=threads)
    assert found is not None
    solutions, status = found
    assert status == bytes([ONE, BAD, NONE, SEVERAL])
    expected, same = bytearray(4 * 81), bytearray(4)
    kernel.solve_batch(TEXT, expected, same, stride=82)
    assert (solutions, status) == (expected, same)
    assert solutions[:243] == SOLVED + b"." * 162
    assert kernel.unique_bytes(TEXT, 4, stride=82, threads=threads) == status
    assert kernel.solve_bytes(b"", 0) == (b"", b"")
    assert kernel.unique_bytes(b"", 0, stride=82, ending=b"\n") == b""


@pytest.mark.parametrize("threads", [1, 3])
def test_newlines_between_solutions(threads: int) -> None:
    assert kernel is not None
    boards = [*[SOLVED, b"." * 81, b"." * 81] * 40_000, SOLVED]
    text = b"\n".join([*[EASY, b"?" * 81, b"55" + EASY[2:]] * 40_000, EASY])
    found = kernel.solve_bytes(text, len(boards), stride=82, gap=2, threads=threads)
    assert found is not None
    assert found[0] == b"".join(board + b"\n\n" for board in boards)


@for_cases(
    [
        (TEXT, 5, {"stride": 82}, "5 records, 82 bytes apart, do not fit"),
        (TEXT, -1, {}, "-1 records"),
        (TEXT, 2**62, {}, "records"),
        (TEXT, 1, {"stride": 80}, "a record has 81 bytes"),
        (TEXT, 1, {"threads": 0}, "threads must be 1..1024"),
        (TEXT, 1, {"gap": -1}, "-1 newlines"),
        (TEXT, 4, {"gap": 2**62}, "newlines"),
        (TEXT, 4, {"stride": 82, "ending": b"\r\n"}, "an ending has 2 bytes"),
    ]
)
def test_refused(text: bytes, count: int, options: dict[str, Any], message: str) -> None:
    assert kernel is not None
    for call in (kernel.solve_bytes, kernel.unique_bytes):
        with pytest.raises(ValueError, match=message):
            call(text, count, **options)


@given(
    rows=st.lists(st.sampled_from([EASY, b"." * 80, b"55" + EASY[2:], b"?" * 40 + b"\n" * 41]), max_size=5),
    endings=st.lists(st.sampled_from([b"\n", b"\r\n", b"", b"\r", b" "]), max_size=5),
    ending=st.sampled_from([b"\n", b"\r\n", b""]),
    threads=st.sampled_from([1, 3]),
)
def test_text_with_any_endings(rows: list[bytes], endings: list[bytes], ending: bytes, threads: int) -> None:
    """Endings checked on the way give the same puzzles as endings checked beforehand."""
    text = b"".join(row + end for row, end in zip(rows, [*endings, *[ending] * 5], strict=False))
    known = Records.of(text)
    solutions, status = solve_records(known)
    assert solve_many(text, threads=threads) == SolvedMany(solutions, bytes(status))
    assert unique_many(text, threads=threads) == status


@pytest.mark.parametrize("threads", [1, 4])
def test_a_wrong_ending_ends_a_batch(threads: int) -> None:
    assert kernel is not None
    rows = 20_000
    for ending in (b"\n", b"\r\n"):
        stride = 81 + len(ending)
        text = bytearray((EASY + ending) * rows)
        for place in (*range(81, stride), 12_345 * stride + 81, rows * stride - 1):
            text[place] ^= 1
            for call in (kernel.solve_bytes, kernel.unique_bytes):
                assert call(text, rows, stride=stride, ending=ending, threads=threads) is None, place
            text[place] ^= 1
        for cut in (text, text[: -len(ending)]):
            found = kernel.unique_bytes(cut, rows, stride=stride, ending=ending, threads=threads)
            assert found == bytes([ONE]) * rows


@pytest.mark.parametrize("threads", [1, 2, 5, 16])
def test_every_record_is_answered(threads: int) -> None:
    """However threads divide a batch; also where a thread takes nothing but bad records at first."""
    assert kernel is not None
    for rows in (1, 15, 16, 17, 33, 255, 257, 1025, 4097):
        for bad in {0, rows // 2, rows}:
            text = b"?" * 81 * bad + EASY * (rows - bad)
            found = kernel.solve_bytes(text, rows, threads=threads)
            assert found == (
                b"." * 81 * bad + SOLVED * (rows - bad),
                bytes([BAD]) * bad + bytes([ONE]) * (rows - bad),
            )
            assert kernel.unique_bytes(text, rows, threads=threads) == found[1]


@given(
    rows=st.lists(st.sampled_from([b"1" * 81, b"." * 80, b"\n" * 81]), max_size=4),
    endings=st.lists(st.sampled_from([b"\n", b"\r\n", b"", b"\r"]), max_size=4),
    ending=st.sampled_from([b"\n", b"\r\n"]),
)
def test_endings_as_in_pure_python(rows: list[bytes], endings: list[bytes], ending: bytes) -> None:
    text = memoryview(b"".join(row + end for row, end in zip(rows, [*endings, *[ending] * 4], strict=False)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "kernel", None)
        expected = has_endings(text, ending)
    assert has_endings(text, ending) == expected


def test_endings_in_several_threads() -> None:
    """Blocks of 4,096 records go to the threads; a wrong ending is found in each of them."""
    text = bytearray((b"." * 81 + b"\n") * 200_000)
    assert has_endings(memoryview(text), b"\n", 4)
    for record in (0, 4_095, 4_096, 123_456, 199_999):
        text[82 * record + 81] = ord(" ")
        assert not has_endings(memoryview(text), b"\n", 4), record
        text[82 * record + 81] = ord("\n")


def test_the_last_ending_may_be_missing() -> None:
    line = b"." * 81
    assert has_endings(memoryview(line + b"\n" + line), b"\n")
    assert has_endings(memoryview(line + b"\r\n" + line + b"\r\n"), b"\r\n")
    assert not has_endings(memoryview(line + b"\n" + line[1:]), b"\n")
    assert not has_endings(memoryview(line + b" " + line), b"\n")


@pytest.mark.skipif(kernel is None, reason="the kernel's own")
def test_alone_refuses_a_newline_inside_a_record() -> None:
    assert kernel is not None
    lines = (b"." * 81 + b"\n") * 5000
    assert kernel.has_endings(lines, b"\n", 4, True)
    for place in (0, 80, 82 * 3000 + 40, len(lines) - 2):
        cut = lines[:place] + b"\n" + lines[place + 1 :]
        assert kernel.has_endings(cut, b"\n", 4)
        assert not kernel.has_endings(cut, b"\n", 4, True), place
