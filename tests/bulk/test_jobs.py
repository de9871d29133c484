"""Jobs: every answer judged by another engine; the rows that cannot be used, and why; the columns that come out."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bulk.row_data import EASY, NONE, SEVERAL, SOLVED, puzzle, puzzles, run, table, words
from nonet.bulk import JOBS, Chunk, Job, Kind
from nonet.bulk.chunk import Column
from nonet.bulk.texts import Texts
from nonet.canonical import canonical
from nonet.engines import engine
from nonet.errors import FormatError, LayoutError, NonetError
from nonet.formats import parse, parse_line
from nonet.layout import Layout
from nonet.rating import rate

JUDGE = engine("propagation")
SMALL = "12.. .... .... ...4".replace(" ", "")
ROWS = st.one_of(
    st.integers(0, 20).map(puzzle),
    st.sampled_from([EASY, SEVERAL, NONE, SOLVED, SMALL, "." * 16, "11" + "." * 14]),
    st.sampled_from(
        [
            "",
            "hello",
            EASY[:80],
            EASY + "1",
            EASY[:80] + "?",
            "é" * 81,
            EASY[:40] + "\n" + EASY[41:],
            "A" * 16,
        ]
    ),
    st.sampled_from(
        [f"  {EASY}", f"{EASY}\t", f"{EASY} # a comment", EASY.replace(".", "0"), EASY.replace(".", "x")]
    ),
)


def chunk_of(texts: list[str], *, stride: int | None = None, first: int = 0) -> Chunk:
    """A chunk of these puzzles; with a stride as a block in which they are evenly spaced."""
    if stride is None:
        column = Texts.of([text.encode() for text in texts])
    else:
        block = b"".join(text.encode().ljust(stride, b"~") for text in texts)
        column = Texts.even(block, count=len(texts), stride=stride, width=81)
    return Chunk(column, (Column("puzzle", column),), first=first)


def judged(text: str, limit: int) -> int | None:
    """How many solutions, by another engine than the one that bulk asks; None for what is no puzzle."""
    try:
        puzzle = parse_line(text)
    except FormatError:
        return None
    except NonetError:
        return 0
    return JUDGE.count_solutions(puzzle, limit=limit)


BROKEN = EASY[:40] + "\n" + EASY[41:]


@settings(max_examples=40, deadline=None)
@given(
    texts=st.lists(ROWS, max_size=12), gap=st.sampled_from([0, 1, 4]), threads=st.sampled_from([1, 2, None])
)
@example(texts=[BROKEN, EASY, EASY], gap=0, threads=1)
def test_solve_count_and_check(texts: list[str], gap: int, threads: int | None) -> None:
    chunk = chunk_of(texts, first=100)
    counts = [judged(text, 3) for text in texts]
    good = [k for k, count in enumerate(counts) if count is not None]
    expected = [("none", "one", "several")[min(counts[k] or 0, 2)] for k in good]

    solved = Job("solve").run(chunk, threads=threads, gap=gap)
    assert [column.name for column in solved.chunk.columns] == ["puzzle", "solution", "status"]
    assert words(solved.chunk.columns[2]) == expected
    assert solved.tally == {word: expected.count(word) for word in set(expected)}
    assert [fault.row for fault in solved.rejects] == [100 + k for k in range(len(texts)) if k not in good]
    assert all(fault.reason for fault in solved.rejects)
    assert [solved.chunk.row(k) for k in range(len(good))] == [100 + k for k in good]
    for (text, solution, status), row in zip(table(solved.chunk), good, strict=True):
        assert text == texts[row]
        if status == "none":
            assert solution == ""
        else:
            grid = parse(solution).givens
            assert grid.is_solution()
            assert grid.extends(parse_line(text).givens)

    checked = Job("check").run(chunk, threads=threads, gap=gap)
    assert words(checked.chunk.columns[1]) == expected
    assert (checked.rejects, checked.tally) == (solved.rejects, solved.tally)

    counted = Job("count", limit=3).run(chunk, threads=threads, gap=gap)
    assert counted.chunk.columns[1].values.tolist() == [counts[k] for k in good]
    assert (counted.rejects, counted.tally) == (solved.rejects, solved.tally)


@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("stride", [None, 81, 82, 83, 85])
def test_the_arrangement_does_not_matter(job: str, stride: int | None) -> None:
    texts = [*puzzles(3), EASY[:80] + "?", EASY]
    result = Job(job).run(chunk_of(texts, stride=stride), gap=0)
    other = Job(job).run(chunk_of(texts), gap=1)
    assert table(result.chunk) == table(other.chunk)
    assert (result.rejects, result.tally) == (other.rejects, other.tally)
    assert [fault.row for fault in result.rejects] == [3]
    assert "row 9, column 9" in result.rejects[0].reason


def test_of_several_solutions_the_greatest() -> None:
    for text in (SEVERAL, SMALL):
        ((_, solution, _),) = table(Job("solve").run(chunk_of([text])).chunk)
        assert solution == max("".join(map(str, grid)) for grid in JUDGE.solutions(parse(text)))


def test_canonical() -> None:
    texts = [EASY, *puzzles(3), SMALL, NONE, "hello"]
    result = Job("canonical").run(chunk_of(texts))
    rows = table(result.chunk)
    assert len({form for _, form, _ in rows[:4]}) == 1
    for text, form, automorphisms in rows:
        found = canonical(parse(text))
        assert parse(form).givens == found.form.givens
        assert automorphisms == str(found.automorphisms)
    assert [fault.row for fault in result.rejects] == [5, 6]
    assert "stands twice" in result.rejects[0].reason
    assert result.tally == {"canonical": 5}


def test_rate() -> None:
    texts = [EASY, SEVERAL, NONE, SMALL.replace("4", "."), "hello", "0130430202030000"]
    result = Job("rate").run(chunk_of(texts))
    assert [column.name for column in result.chunk.columns] == ["puzzle", "rating", "level", "technique"]
    for text, rating, level, technique in table(result.chunk):
        expected = rate(parse(text))
        assert (float(rating), level, technique) == (expected.score, expected.level, expected.technique)
    assert [fault.row for fault in result.rejects] == [1, 2, 3, 4]
    assert result.rejects[0].reason == "more than one solution"
    assert result.tally == {"easy": 2}
    assert Job("rate").metadata["nonet.scheme"] == "hodoku 2.2"


def test_convert() -> None:
    texts = [EASY, EASY.replace(".", "x"), NONE, " " + EASY, SMALL, "hello", "1" * 2 + "." * 14]
    as_it_was = Job("convert").run(chunk_of(texts))
    assert [row[0] for row in table(as_it_was.chunk)] == [*texts[:5], texts[6]]
    zeros = Job("convert", blank="0").run(chunk_of(texts))
    assert [row[0] for row in table(zeros.chunk)] == [
        text.strip().replace(".", "0").replace("x", "0") for text in texts[:5]
    ]
    assert [fault.row for fault in as_it_was.rejects] == [5]
    assert [fault.row for fault in zeros.rejects] == [5, 6]
    only = Job("convert", blank="-").run(chunk_of(texts[:3]))
    assert [row[0] for row in table(only.chunk)] == [
        text.replace(".", "-").replace("x", "-") for text in texts[:3]
    ]


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9+x", "16x16"])
def test_other_layouts(name: str) -> None:
    layout = Layout.named(name)
    grid = next(iter(engine("search").solutions(parse("." * layout.cell_count, layout=layout))))
    from nonet.formats import format_grid

    full = format_grid(grid, "line")
    texts = ["." * 3 + full[3:], full, "hello", full + "1"]
    result = Job("solve", layout=name).run(chunk_of(texts))
    assert [row[1] for row in table(result.chunk)] == [full, full]
    assert [fault.row for fault in result.rejects] == [2, 3]
    assert Job("solve", layout=name).metadata["nonet.layout"] == name
    counts = Job("count", layout=name, limit=5).run(chunk_of(texts[:1])).chunk.columns[1].values.tolist()
    assert counts == [JUDGE.count_solutions(parse_line(texts[0], layout), limit=5)]


def test_the_classic_board_by_name_takes_no_other() -> None:
    result = Job("check", layout="9x9").run(chunk_of([EASY, SMALL]))
    assert words(result.chunk.columns[1]) == ["one"]
    assert [fault.row for fault in result.rejects] == [1]


def test_81_bytes_that_are_another_board() -> None:
    """A small board and its comment may have 81 bytes together: the kernel takes no such record."""
    text = (SMALL + " # layout: 4x4, and a remark").ljust(81, "!")
    for texts in ([text], [text, EASY], [EASY, text, SMALL]):
        for job in JOBS:
            if job == "rate":
                continue
            result = Job(job, blank="0" if job == "convert" else None).run(chunk_of(texts))
            alone = Job(job, blank="0" if job == "convert" else None).run(chunk_of([SMALL]))
            row = table(result.chunk)[texts.index(text)]
            assert row[1:] == table(alone.chunk)[0][1:]
            assert not result.rejects


def test_new_columns_never_hide_old_ones() -> None:
    texts = Texts.of([EASY.encode()])
    columns = tuple(Column(name, texts) for name in ("puzzle", "solution", "status", "status_2"))
    result = Job("solve").run(Chunk(texts, columns))
    assert [column.name for column in result.chunk.columns] == [
        "puzzle", "solution", "status", "status_2", "solution_2", "status_3",
    ]  # fmt: skip
    assert table(result.chunk)[0][4:] == (SOLVED, "one")


@pytest.mark.parametrize("job", JOBS)
def test_no_rows(job: str) -> None:
    result = Job(job).run(chunk_of([]))
    assert (len(result.chunk), result.rejects, result.tally) == (0, (), {})
    assert table(result.chunk) == []


def test_wrong_jobs() -> None:
    for error, name, options in (
        (NonetError, "paint", {}),
        (LayoutError, "solve", {"layout": "nine"}),
        (NonetError, "count", {"limit": 0}),
        (NonetError, "rate", {"scheme": "feeling"}),
        (FormatError, "convert", {"blank": "?"}),
    ):
        with pytest.raises(error):
            Job(name, **options)
    with pytest.raises(NonetError, match="0 threads"):
        Job("solve").run(chunk_of([EASY]), threads=0)


def test_jobs_travel() -> None:
    job = Job("count", limit=7, seed=3)
    assert pickle.loads(pickle.dumps(job)) == job
    assert job.metadata["nonet.limit"] == "7"
    assert job.metadata["nonet.seed"] == "3"


def test_rejects_say_the_row_of_the_file(tmp_path: Path) -> None:
    lines = puzzles(40)
    for number in (0, 7, 8, 21, 39):
        lines[number] = f"no puzzle {number}"
    (tmp_path / "a.txt").write_text("\n".join(lines))
    for rows in (1, 6, 100):
        ran = run([tmp_path / "a.txt"], Job("check"), Kind("lines"), tmp_path, rows=rows)
        assert [(name, row) for name, row, _ in ran.rejects] == [("a.txt", n) for n in (1, 8, 9, 22, 40)]
        assert ran.tally == {"one": 35}
        assert ran.data == b"one\n" * 35


def test_count_goes_beyond_32_bits() -> None:
    values = np.array([2**62, 5], "uint64")
    from nonet.bulk.fields import plain_texts

    assert list(plain_texts(Column("count", values))) == [b"4611686018427387904", b"5"]
