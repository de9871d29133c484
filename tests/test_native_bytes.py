"""The kernel's ways in and out of text: `solve_bytes`, `has_endings`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet import records
from nonet.native import kernel
from nonet.records import BAD, NONE, ONE, SEVERAL, has_endings

pytestmark = pytest.mark.skipif(kernel is None, reason="this is about the kernel")

EASY = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TEXT = b"\n".join([EASY, b"?" * 81, b"55" + EASY[2:], b"." * 81])


@pytest.mark.parametrize("threads", [1, 3])
def test_solutions_and_status(threads: int) -> None:
    assert kernel is not None
    solutions, status = kernel.solve_bytes(TEXT, 4, stride=82, threads=threads)
    assert status == bytes([ONE, BAD, NONE, SEVERAL])
    expected, same = bytearray(4 * 81), bytearray(4)
    kernel.solve_batch(TEXT, expected, same, stride=82)
    assert (solutions, status) == (expected, same)
    assert solutions[:243] == SOLVED + b"." * 162
    assert kernel.solve_bytes(b"", 0) == (b"", b"")


@pytest.mark.parametrize(
    ("text", "count", "options", "message"),
    [
        (TEXT, 5, {"stride": 82}, "5 records, 82 bytes apart, do not fit"),
        (TEXT, -1, {}, "-1 records"),
        (TEXT, 2**62, {}, "records"),
        (TEXT, 1, {"stride": 80}, "a record has 81 bytes"),
        (TEXT, 1, {"threads": 0}, "threads must be 1..1024"),
    ],
)
def test_refused(text: bytes, count: int, options: dict[str, int], message: str) -> None:
    assert kernel is not None
    with pytest.raises(ValueError, match=message):
        kernel.solve_bytes(text, count, **options)


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
