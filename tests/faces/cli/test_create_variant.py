"""`sudoku create --variant`: formats, and what is refused."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from nonet.formats import Reading, parse, read_all
from nonet.generate.variants import VariantRecipe, make_variant
from nonet.layout import Layout
from nonet.rating import rate

from .conftest import Sudoku

SMALL = ("--layout", "6x6", "--seed", "4")


@pytest.mark.parametrize("form", ["json", "f-puzzles", "iss"])
def test_formats_hold_the_puzzle(sudoku: Sudoku, form: str) -> None:
    answer = sudoku("create", "--variant", "renban", *SMALL, "--format", form)
    assert answer.status == 0
    assert parse(answer.out) == make_variant(VariantRecipe("renban", Layout.named("6x6")), 4).puzzle


def test_a_jigsaw_whose_map_is_given(sudoku: Sudoku) -> None:
    name = "jigsaw:1122112233443344"
    answer = sudoku("create", "--variant", "killer", "--layout", name, "--seed", "1")
    assert parse(answer.out) == make_variant(VariantRecipe("killer", Layout.named(name)), 1).puzzle


def test_several_with_their_solutions(sudoku: Sudoku) -> None:
    lines = sudoku(
        "create", "--variant", "killer", *SMALL, "--count", "2", "--with-solution"
    ).out.splitlines()
    assert len(lines) == 2
    for number in (0, 1):
        made = make_variant(VariantRecipe("killer", Layout.named("6x6")), 4, stream=number)
        assert read_all(lines[number])[0] == Reading(
            made.puzzle, solution=made.solution, format="json", description=ANY
        )


@pytest.mark.parametrize("form", ["json", "f-puzzles", "sudokupad"])
def test_what_is_written_with_solutions_can_be_read(sudoku: Sudoku, form: str) -> None:
    asked = ("create", "--variant", "killer", *SMALL, "--count", "3", "--format", form)
    for more in (("--with-solution",), ("--with-solution", "--with-rating")):
        text = sudoku(*asked, *more).out
        assert (sudoku("check", "-", stdin=text.encode()).out, more) == ("one\n" * 3, more)


@pytest.mark.parametrize("form", ["iss", "killer", "sumocue", "compact-killer", "solo"])
def test_formats_that_cannot_hold_the_solution(sudoku: Sudoku, form: str) -> None:
    answer = sudoku("create", "--variant", "killer", *SMALL, "--format", form, "--with-solution")
    assert (answer.out, answer.status) == ("", 2)
    assert f"--with-solution: {form} cannot hold the solution" in answer.err


def test_a_format_that_holds_one_puzzle(sudoku: Sudoku) -> None:
    asked = ("create", "--variant", "killer", *SMALL, "--format", "f-puzzles-json", "--with-solution")
    assert sudoku("check", "-", stdin=sudoku(*asked).out.encode()).out == "one\n"
    for more, words in ((("--count", "2"), "more than one puzzle"), (("--with-rating",), "comments")):
        refused = sudoku(*asked, *more)
        assert (refused.out, refused.status) == ("", 2)
        assert f"{more[0]}: f-puzzles-json cannot hold {words}" in refused.err


def test_a_rating_is_what_rate_says(sudoku: Sudoku) -> None:
    puzzle, rating = sudoku("create", "--variant", "killer", *SMALL, "--with-rating").out.splitlines()
    assert rating == f"# {rate(parse(puzzle))}"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--variant futoshiki", "unknown variant 'futoshiki'"),
        ("--variant arrow --level extreme", "unknown level 'extreme' for arrow puzzles"),
        ("--variant sandwich --level easy", "about 18 digits would be given"),
        ("--variant arrow --level easy --minimal", "some of the clues may be unnecessary"),
        ("--variant killer --level mild", "mild"),
        ("--variant killer --technique x-wing", "--technique cannot be used together with --variant"),
        ("--variant killer --clues 20..30", "clues: a puzzle of a variant takes one number, not a range"),
        ("--variant killer --layout jigsaw", "a known map"),
        ("--variant killer --layout 9x9:0-8", "with digits from 1 on"),
        ("--variant mixed --layout 6x6:0-5", "with digits from 1 on"),
        (
            "--variant thermo --layout 6x6 --seed 4 --format killer",
            "killer cannot hold the rules thermometer",
        ),
        ("--cage-size 4", "--cage-size is for puzzles with --variant"),
        ("--format iss", "--format iss is for puzzles with --variant"),
    ],
)
def test_what_is_refused(sudoku: Sudoku, options: str, words: str) -> None:
    answer = sudoku("create", *options.split())
    assert (answer.status, answer.out) == (2, "")
    assert words in answer.err
    assert len(answer.err.splitlines()) == 1


def test_giving_up_is_not_bad_input(sudoku: Sudoku) -> None:
    answer = sudoku("create", "--variant", "kropki", *SMALL, "--symmetry", "rotational", "--clues", "9")
    assert (answer.status, answer.out) == (1, "")
    assert "no kropki puzzle with exactly 9 givens in 20 attempts" in answer.err
