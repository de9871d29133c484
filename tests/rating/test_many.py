"""Ratings and paths of many puzzles: what `rate` and `path` say of each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from logic.boards import case_lines
from many_cases import every
from nonet import parse, path_many, rate, rate_many
from nonet.errors import NonetError
from nonet.logic.cases import parse_case, run_case
from nonet.logic.options import DEFAULTS
from nonet.logic.path import EXPLAINER_VERSIONS, path
from nonet.logic.step_records import read_step, write_step
from nonet.native import kernel
from nonet.play.packs import our_pack
from nonet.puzzle import Puzzle
from nonet.rating import Rating, base, register
from nonet.records import BAD, NONE, ONE, SEVERAL
from nonet.step import Evidence

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MEDIUM = "...9....228..3.5.9.4...1..7...1.6.........1...3..27.4.3.6.1.9........2..7.4....3."
SE_LINES = [
    line.split(" ")[0]
    for line in (Path(__file__).parent.parent / "data" / "se" / "ratings.txt").read_text().splitlines()
    if not line.startswith("#")
]
GIVEN = [EASY, "." * 81, MEDIUM, "no puzzle", "55" + "." * 79, EASY]
STATUS = bytes([ONE, SEVERAL, ONE, BAD, NONE, ONE])


@pytest.mark.parametrize("threads", [1, 3, None])
def test_rate_many_rates_as_rate_does(threads: int | None) -> None:
    rated = rate_many(GIVEN, threads=threads)
    assert rated.status == STATUS
    assert list(rated) == [
        rate(line) if code == ONE else None for line, code in zip(GIVEN, STATUS, strict=True)
    ]
    assert rated[1:3] == (None, rate(MEDIUM))


def test_rate_many_takes_puzzles_of_any_board() -> None:
    small = ".3.........2.43."
    rated = rate_many([parse(EASY), parse("." * 81), parse(small)])
    assert (rated.status, list(rated)) == (bytes([ONE, SEVERAL, ONE]), [rate(EASY), None, rate(small)])


def test_rate_many_rates_puzzles_with_rules_as_rate_does() -> None:
    killers = [our_pack("killer").puzzle(number) for number in (1, 5)]
    assert list(rate_many(killers)) == [rate(killer) for killer in killers]
    assert list(rate_many(killers, scheme="variants")) == [rate(killer) for killer in killers]
    if kernel is not None:
        assert list(rate_many(killers, scheme="se")) == [None, None], "it knows no rules"


@pytest.mark.parametrize("threads", [1, 3])
def test_path_many_gives_the_paths(threads: int) -> None:
    paths = path_many(GIVEN, threads=threads)
    assert paths.status == STATUS
    for line, code, steps in zip(GIVEN, STATUS, paths, strict=True):
        assert steps == (tuple(path(line)) if code == ONE else ())
    assert paths[2:3] == (tuple(path(MEDIUM)),)


@pytest.mark.parametrize("scheme", EXPLAINER_VERSIONS)
def test_paths_of_sudoku_explainer(scheme: Literal["se", "se-1.18"]) -> None:
    paths = path_many(GIVEN, scheme=scheme, threads=2)
    assert paths.status == STATUS
    for line, code, steps in zip(GIVEN, STATUS, paths, strict=True):
        assert steps == (tuple(path(line, scheme=scheme)) if code == ONE else ())
    hardest = max(paths.conclusions(2), key=lambda each: each.rating)
    rating = rate(MEDIUM, scheme=scheme)
    assert (hardest.rating, hardest.name) == (rating.score, rating.technique)
    assert [each.rating for each in paths.rated(2)] == [each.rating for each in paths.conclusions(2)]


def test_paths_of_sudoku_explainer_without_evidence() -> None:
    paths = path_many([SE_LINES[27]], scheme="se", evidence=False)
    whole = path_many([SE_LINES[27]], scheme="se")
    assert any(each.chains for each in whole.conclusions(0))
    assert paths.conclusions(0) == tuple(each._replace(chains=()) for each in whole.conclusions(0))
    for bare, step in zip(paths[0], whole[0], strict=True):
        assert bare.placements == step.placements
        assert set(bare.eliminations) >= set(step.eliminations)
        assert bare.evidence == Evidence()


def test_paths_by_an_unknown_scheme() -> None:
    with pytest.raises(NonetError, match=r"choose from hodoku, se, se-1\.18"):
        path_many([EASY], scheme="feelings")  # type: ignore[call-overload]


def test_paths_without_evidence() -> None:
    paths = path_many([MEDIUM], evidence=False)
    assert paths[0] == tuple(replace(step, evidence=Evidence()) for step in path(MEDIUM))


def test_paths_with_other_options() -> None:
    options = replace(DEFAULTS, uniqueness=False, max_fins=1000)
    assert path_many([MEDIUM], options=options)[0] == tuple(path(MEDIUM, options=options))


def test_nothing_to_rate() -> None:
    assert len(rate_many([])) == len(path_many([])) == 0


def test_a_scheme_that_has_no_batches_and_refuses_some() -> None:
    class FewBlanks:
        name = "few-blanks"
        version = "1"
        columns = ("score",)

        def rate(self, puzzle: Puzzle) -> Rating:
            if puzzle.clue_count < 30:
                raise NonetError("too many blanks")
            return Rating(self.name, self.version, 81 - puzzle.clue_count, "", "", 0)

    register("few-blanks", FewBlanks)
    try:
        rated = rate_many([EASY, MEDIUM], scheme="few-blanks")
        assert [each and each.score for each in rated] == [51, None]
        assert rated.status == bytes([ONE, ONE])
    finally:
        base._FACTORIES.pop("few-blanks")


def test_an_unknown_scheme() -> None:
    with pytest.raises(NonetError, match="unknown rating scheme"):
        rate_many([EASY], scheme="nobody")


@pytest.mark.once
@pytest.mark.parametrize(
    "family", ["singles", "subsets", "uniqueness", "coloring", "loops", "forcing", "als"]
)
def test_records_keep_the_whole_step(family: str) -> None:
    """Whatever its evidence consists of: roles, links, chains, deadly patterns, proofs by cases."""
    for line in case_lines(family)[:: 5 * every(2)]:
        for step in run_case(parse_case(line)).found[:3]:
            assert read_step(write_step(step)) == step


def test_records_of_many_truths() -> None:
    """Counts above 254 take three bytes."""
    (step, *_) = path(EASY)
    for count in (254, 255, 700):
        long = replace(step, evidence=Evidence(truths=step.evidence.truths * count), beyond_hodoku=True)
        assert read_step(write_step(long)) == long
