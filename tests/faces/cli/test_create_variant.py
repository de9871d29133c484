"""`sudoku create --variant`: formats, and what is refused."""

from __future__ import annotations

import pytest

from nonet.formats import parse
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
    assert len(lines) == 4
    for number in (0, 1):
        made = make_variant(VariantRecipe("killer", Layout.named("6x6")), 4, stream=number)
        assert parse(lines[2 * number]) == made.puzzle
        assert lines[2 * number + 1].startswith(made.solution.symbols)


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
