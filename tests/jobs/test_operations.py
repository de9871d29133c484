"""Jobs: every answer judged by another engine; the rows that cannot be used, and why; the columns that come out."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bulk.row_data import EASY, NONE, SEVERAL, SOLVED, puzzle, puzzles
from many_cases import examples, for_each
from nonet import rank as rank_grid
from nonet.canonical import canonical
from nonet.engines import engine
from nonet.engines.effort import effort
from nonet.errors import FormatError, LayoutError, NonetError
from nonet.formats import format_grid, parse, parse_line
from nonet.formats.json_puzzle import to_json
from nonet.jobs import Answer, Block, Job, job_names
from nonet.jobs.job import Boards, Words
from nonet.layout import Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import rate
from nonet.rating.variants import VariantScale
from nonet.research import unrank_many
from nonet.rules import Cage, Greater, Thermometer

JUDGE = engine("propagation")
SMALL = "12............4."
JOBS = [name for name in job_names() if kernel is not None or name != "rank"]
ROWS = st.one_of(
    st.integers(0, 20).map(puzzle),
    st.sampled_from([EASY, SEVERAL, NONE, SOLVED, SMALL, "." * 16, "11" + "." * 14]),
    st.sampled_from(["", "hello", EASY[:80], EASY + "1", EASY[:80] + "?", "é" * 81, "A" * 16]),
    st.sampled_from([f"{EASY} # a comment", EASY.replace(".", "0"), EASY[:40] + "\n" + EASY[41:]]),
)


def block_of(texts: list[str]) -> Block:
    return Block.of([text.encode() for text in texts])


def values(found: Answer, name: str, count: int) -> list[Any]:
    """A column as a list, None where a row was rejected or has no value."""
    column = found.columns[name]
    get: Any = column.text if isinstance(column, (Boards, Words)) else column.__getitem__
    return [None if row in found.rejects else get(row) for row in range(count)]


def judged(text: str, limit: int) -> int | None:
    """How many solutions, by another engine than the one that the job asks; None for what is not a puzzle."""
    try:
        return JUDGE.count_solutions(parse_line(text), limit=limit)
    except FormatError:
        return None
    except NonetError:
        return 0


@settings(max_examples=examples(40), deadline=None)
@given(texts=st.lists(ROWS, max_size=12), gap=st.sampled_from([0, 1]), threads=st.sampled_from([1, 2, None]))
@example(texts=[EASY[:40] + "\n" + EASY[41:], EASY], gap=0, threads=1)
def test_solve_count_and_check(texts: list[str], gap: int, threads: int | None) -> None:
    block, count = block_of(texts), len(texts)
    counts = [judged(text, 3) for text in texts]
    expected = [None if each is None else ("none", "one", "several")[min(each, 2)] for each in counts]
    solved = Job("solve")(block, threads=threads, gap=gap)
    assert values(solved, "status", count) == expected
    assert solved.tally == {word: expected.count(word) for word in set(expected) if word}
    assert sorted(solved.rejects) == [row for row in range(count) if counts[row] is None]
    assert all(solved.rejects.values())
    for text, status, solution in zip(texts, expected, values(solved, "solution", count), strict=True):
        if status in (None, "none"):
            assert solution is None
        else:
            grid = parse(solution.decode()).givens
            assert grid.is_solution()
            assert grid.extends(parse_line(text).givens)
    checked = Job("check")(block, threads=threads)
    assert values(checked, "status", count) == expected
    assert (checked.rejects, checked.tally) == (solved.rejects, solved.tally)
    counted = Job("count", options={"limit": 3})(block, threads=threads)
    assert values(counted, "count", count) == counts
    assert (counted.rejects, counted.tally) == (solved.rejects, solved.tally)


@for_each(JOBS, [82, 85])
def test_the_arrangement_does_not_matter(job: str, stride: int) -> None:
    texts = [*puzzles(3), EASY[:80] + "?", EASY]
    apart = b"".join(text.encode().ljust(stride, b"~") for text in texts)
    found, other = Job(job)(Block(apart, 5, stride)), Job(job)(block_of(texts))
    assert list(found.columns) == list(other.columns)
    for name in found.columns:
        assert values(found, name, 5) == values(other, name, 5)
    assert (found.rejects, found.tally) == (other.rejects, other.tally)
    assert list(found.rejects) == [3]
    assert "row 9, column 9" in found.rejects[3]


def test_of_several_solutions_the_greatest() -> None:
    for text in (SEVERAL, SMALL):
        every = [format_grid(grid, "line").encode() for grid in engine("search").solutions(parse(text))]
        assert values(Job("solve")(block_of([text])), "solution", 1) == [max(every)]


def test_canonical() -> None:
    texts = [*puzzles(3), EASY, SMALL, "55" + "." * 79, "hello", "." * 81]
    found = Job("canonical")(block_of(texts))
    forms, automorphisms = values(found, "canonical", 8), values(found, "automorphisms", 8)
    assert len(set(forms[:4])) == 1
    for text, form, symmetries in zip(texts, forms, automorphisms, strict=True):
        if form is not None:
            expected = canonical(parse(text))
            assert parse(form.decode()).givens == expected.form.givens
            assert symmetries == expected.automorphisms
    assert sorted(found.rejects) == [5, 6]
    assert "two 5s" in found.rejects[5]
    assert found.tally == {"canonical": 6}


@pytest.mark.skipif(kernel is None, reason="the catalogue is compiled")
def test_rank() -> None:
    grids = unrank_many([0, 5_472_730_537, 77]).decode()
    texts = [*(grids[i : i + 81] for i in (0, 81, 162)), EASY, SEVERAL, NONE, "hello", "1234341221434321"]
    texts.append(f"{grids[:81]} # the first")
    found = Job("rank")(block_of(texts))
    assert values(found, "rank", 9) == [0, 5_472_730_537, 77, rank_grid(SOLVED), None, None, None, None, 0]
    assert [found.rejects[row] for row in (4, 5)] == ["more than one solution", "no solution"]
    assert "classic board alone" in found.rejects[7]
    assert found.tally == {"ranked": 5}


def test_rate() -> None:
    texts = [EASY, SEVERAL, NONE, "hello", "0130430202030000"]
    found = Job("rate")(block_of(texts))
    for row in (0, 4):
        expected = rate(parse(texts[row]))
        row_found = tuple(values(found, name, 5)[row] for name in ("rating", "level", "technique"))
        assert row_found == (expected.score, expected.level, expected.technique)
    assert sorted(found.rejects) == [1, 2, 3]
    assert found.rejects[1] == "more than one solution"
    assert found.tally == {"easy": 2}
    assert Job("rate").metadata["nonet.scheme"].startswith("hodoku ")


VARIANTS = [
    "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.Thermo~R1C3~R2C4~R3C3.Thermo~R2C3~R1C2~R2C1.~R4C4_1",
    "https://f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT2AF9lQA3AQwBsBXOeAZlTQjJgDsEAXDOk40kQC6yQv3GCRY0iEq16ARm"
    "asO3XjAnEpAneKEiQGDgCMKneIRBUI7GGHx4QAJQUBhBiFQvXiT84BMPiD6/FY2dg7ODK7+fk6Irgpx0UkhMta29haO8UFeCR5e0b4hQkRAA==",
    '{"nonet": 1, "layout": "4x4", "givens": "..2.............", "rules": [{"kind": "arrow", "circle": ["r2c4"], '
    '"shaft": ["r3c4", "r4c4"]}, {"kind": "arrow", "circle": ["r3c1"], "shaft": ["r3c2", "r2c2"]}]}',
]


@for_each([1, 2])
def test_variants_among_classic_puzzles_are_rated(threads: int) -> None:
    texts = [EASY, VARIANTS[0], "hello", *puzzles(2), *VARIANTS[1:], SMALL]
    found = Job("rate")(block_of(texts), threads=threads)
    assert sorted(found.rejects) == [2, 7]
    for row in {*range(len(texts))} - found.rejects.keys():
        expected = rate(parse(texts[row]))
        assert values(found, "level", len(texts))[row] == expected.level
        assert values(found, "rating", len(texts))[row] == expected.score


def test_a_rating_that_takes_too_long_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(scale: VariantScale, puzzle: Puzzle) -> None:
        while True:
            pass

    monkeypatch.setattr(VariantScale, "rate", endless)
    found = Job("rate", options={"timeout": 0.05})(block_of([VARIANTS[0], EASY, VARIANTS[1]]))
    assert values(found, "level", 3) == ["unknown", "easy", "unknown"]
    assert found.tally == {"unknown": 2, "easy": 1}
    assert not found.rejects


def test_rate_by_sudoku_explainer() -> None:
    found = Job("rate", options={"scheme": "se"})(block_of([EASY, SEVERAL]))
    assert list(found.columns) == ["er", "ep", "ed", "technique"]
    expected = rate(parse(EASY), scheme="se")
    assert [values(found, name, 2)[0] for name in found.columns] == [
        expected.score,
        expected.parts["ep"],
        expected.parts["ed"],
        expected.technique,
    ]
    assert sorted(found.rejects) == [1]


def test_convert() -> None:
    texts = [EASY, EASY.replace(".", "x"), NONE, SMALL, "hello", "1" * 2 + "." * 14]
    as_it_was = Job("convert")(block_of(texts))
    assert (as_it_was.puzzles, list(as_it_was.rejects)) == (None, [4])
    zeros = Job("convert", options={"blank": "0"})(block_of(texts))
    assert zeros.puzzles is not None
    assert sorted(zeros.rejects) == [4, 5]
    for row in range(4):
        assert zeros.puzzles.text(row) == texts[row].replace(".", "0").replace("x", "0").encode()


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9+x", "16x16"])
def test_other_layouts(name: str) -> None:
    layout = Layout.named(name)
    grid = next(iter(engine("search").solutions(parse("." * layout.cell_count, layout=layout))))
    full = format_grid(grid, "line")
    texts = ["." * 3 + full[3:], full, "hello", full + "1"]
    found = Job("solve", layout=name)(block_of(texts))
    assert values(found, "solution", 4) == [full.encode(), full.encode(), None, None]
    assert sorted(found.rejects) == [2, 3]
    counted = Job("count", layout=name, options={"limit": 5})(block_of(texts[:1]))
    assert values(counted, "count", 1) == [JUDGE.count_solutions(parse_line(texts[0], layout), limit=5)]
    assert Job("convert", layout=name)(block_of(texts)).rejects.keys() == {2, 3}


def test_the_classic_board_by_name_takes_no_other() -> None:
    found = Job("check", layout="9x9")(block_of([EASY, SMALL]))
    assert values(found, "status", 2) == ["one", None]


def test_81_bytes_that_are_another_board() -> None:
    """A small board and its comment may have 81 bytes together: the kernel takes no such record."""
    text = (SMALL + " # layout: 4x4, and a remark").ljust(81, "!")
    for texts in ([text], [EASY, text, SMALL]):
        for job in set(JOBS) - {"rank", "rate"}:
            found, alone = Job(job)(block_of(texts)), Job(job)(block_of([SMALL]))
            assert not found.rejects
            for name in found.columns:
                assert values(found, name, len(texts))[texts.index(text)] == values(alone, name, 1)[0]


@pytest.mark.parametrize("job", JOBS)
def test_no_rows(job: str) -> None:
    found = Job(job)(block_of([]))
    assert (found.rejects, found.tally) == ({}, {})


def test_a_value_that_is_too_long_or_not_utf8() -> None:
    found = Job("check")(Block.of([b"." * 70_000, b"caf\xe9", EASY.encode()]))
    assert found.rejects[0].startswith("more than 65,536 characters in a line")
    assert found.rejects[1] == "column 4: this byte is not UTF-8; save the text as UTF-8: '0xe9'"
    assert found.tally == {"one": 1}


def test_wrong_jobs() -> None:
    for error, name, wrong in (
        (NonetError, "paint", {}),
        (LayoutError, "solve", {"layout": "nine"}),
        (NonetError, "count", {"options": {"limit": 0}}),
        (NonetError, "rate", {"options": {"scheme": "feeling"}}),
        (NonetError, "rate", {"options": {"timeout": 0}}),
        (FormatError, "convert", {"options": {"blank": "?"}}),
        (NonetError, "solve", {"options": {"limit": 2}}),
    ):
        with pytest.raises(error):
            Job(name, **wrong)
    with pytest.raises(NonetError, match="threads must be 1 to 1024"):
        Job("solve")(block_of([EASY]), threads=0)


def test_jobs_travel() -> None:
    job = Job("count", options={"limit": 7})
    assert pickle.loads(pickle.dumps(job)) == job
    assert hash(job) == hash(Job("count", options={"limit": 7}))
    assert job.metadata["nonet.limit"] == "7"


ROOM = """
from nonet.jobs import Answer, Operation, register

def clues(block, job, *, threads=1, gap=0):
    numbers = [sum(sign in b"123456789" for sign in block.text(row)) for row in range(block.count)]
    return Answer({"clues": [str(number) for number in numbers]})

register("clues", Operation(clues, {"unit": None}))
"""


def test_a_job_registered_by_another_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that registers a job makes it known to everyone, also to a process that is only sent the job."""
    from nonet import bulk
    from nonet.jobs import job as module

    (tmp_path / "other_room.py").write_text(ROOM)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(module, "_REGISTERED", dict(module._REGISTERED))
    monkeypatch.delitem(sys.modules, "other_room", raising=False)
    import_module("other_room")
    assert [row["clues"] for row in bulk.answer("clues", [EASY, SMALL])] == ["30", "3"]
    assert replace(Job("clues"), options={"unit": "cells"}).metadata["nonet.unit"] == "cells"

    script = f"import pickle; print(pickle.loads({pickle.dumps(Job('clues'))!r}).operation.options)"
    path = os.pathsep.join([str(tmp_path), *sys.path])
    ran = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert (ran.stdout, ran.stderr) == ("{'unit': None}\n", "")


def test_effort() -> None:
    texts = [EASY, SMALL, "hello", "11" + "." * 14, "1" + EASY[1:].replace(".", "1", 1), SEVERAL]
    found = Job("effort")(block_of(texts))
    guesses, rounds = values(found, "guesses", len(texts)), values(found, "rounds", len(texts))
    assert list(found.rejects) == [2]
    assert (guesses[0], guesses[3], rounds[3], guesses[4], rounds[4]) == (0, 0, 1, 0, 1)
    for row in (0, 1, 5):
        direct = effort(parse_line(texts[row]))
        assert (guesses[row], rounds[row]) == (direct.guesses, direct.rounds)
    assert found.tally == {"no guess": 3, "guesses": 2}


def test_variants_are_searched_together() -> None:
    thermometers = (Thermometer((0, 1, 2, 3)), Thermometer((12, 8, 4)))
    several = Puzzle.of("4x4", "." * 16, rules=thermometers)
    one = Puzzle.of("4x4", "." * 16, rules=(*thermometers, Greater((15, 14))))
    none = Puzzle.of("4x4", "." * 16, rules=(*thermometers, Cage((0, 5), 7)))
    asked = [one, parse(EASY), several, none, one]
    texts = [EASY if not each.rules else to_json(each).replace("\n", " ") for each in asked]
    readable = [list(engine("rules").solutions(each)) for each in asked if each.rules]
    assert [len(found) for found in readable] == [1, 3, 0, 1]
    for threads in (1, 3):
        answer = Job("solve")(block_of(texts), threads=threads)
        assert values(answer, "status", 5) == ["one", "one", "several", "none", "one"]
        boards = values(answer, "solution", 5)
        assert boards[0] == boards[4] == format_grid(readable[0][0], "line").encode()
        assert boards[2] == max(format_grid(grid, "line").encode() for grid in readable[1])
        checked = Job("check")(block_of(texts), threads=threads)
        assert values(checked, "status", 5) == values(answer, "status", 5)
        counted = Job("count", options={"limit": 10})(block_of(texts), threads=threads)
        assert list(values(counted, "count", 5)) == [1, 1, 3, 0, 1]


def test_an_answer_that_breaks_a_rule_of_the_puzzle_is_wrong() -> None:
    variant = Puzzle.of("4x4", "." * 16, rules=[Thermometer((0, 1, 2, 3)), Thermometer((12, 8, 4))])
    block = replace(block_of([to_json(variant)] * 2), answers=[b"1234431234212143", b"2143341212344321"])
    assert values(Job("check")(block), "status", 2) == ["several", "wrong answer"]
