"""Texts that say two different things, or more than is read, are refused: nothing is dropped."""

from __future__ import annotations

import json
from typing import Any

import pytest

from many_cases import for_cases
from nonet import solution
from nonet.errors import FormatError
from nonet.formats import SavedState, parse, read, read_all, write
from nonet.formats.entry import PuzzleEntry
from nonet.grid import Grid
from nonet.rules import Even, Odd

from .samples import GIVENS, ZEROS

SOLUTION = solution(GIVENS)
OTHER = "." * 80 + "1"
OTHER_SOLUTION = SOLUTION.translate(str.maketrans("123456789", "234567891"))
WIKI, EXCHANGE = "https://www.sudokuwiki.org/sudoku.htm?bd=", "https://sudokuexchange.com/play/?s="
F_PUZZLES = write(parse(GIVENS), "f-puzzles")
ISS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
GRID: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]


def f_puzzles(**record: Any) -> str:
    return json.dumps({"size": 9, "grid": GRID, **record})


def with_cell(**cell: Any) -> str:
    return f_puzzles(grid=[[cell, *GRID[0][1:]], *GRID[1:]])


def sudokupad(**record: Any) -> str:
    return json.dumps({"cells": GRID, **record})


def cages(*values: str) -> list[dict[str, str]]:
    return [{"value": value} for value in values]


@for_cases(
    [
        # JSON with a field twice
        (f'{{"nonet": 1, "givens": "{GIVENS}", "givens": "{OTHER}"}}', "this field twice: 'givens'"),
        ('{"nonet": 1, "rules": [{"kind": "anti_king"}], "rules": []}', "this field twice: 'rules'"),
        ('{"nonet": 1, "ruled_out": {"r1c1": [1], "R1C1": [2]}}', "r1c1 twice"),
        (f_puzzles()[:-1] + ', "antiking": true, "antiking": false}', "this field twice: 'antiking'"),
        (sudokupad()[:-1] + ', "cages": [], "cages": [1]}', "this field twice: 'cages'"),
        ("{ce:" + json.dumps(GRID).replace('"', "") + ",ca:[],cages:[]}", "this field twice: 'cages'"),
        # two links in a line, and one that has two puzzles
        (f"{WIKI}{ZEROS} and {WIKI}{'0' * 81}", "other text after the link"),
        (f"{F_PUZZLES} {F_PUZZLES}", "other text after the link"),
        (f"https://sudoku.coach/en/play/{ZEROS} or {GIVENS}", "other text after the link"),
        (f"{WIKI}{ZEROS}&bd={'0' * 81}", "two values for bd"),
        (f"{EXCHANGE}{ZEROS}&s={'0' * 81}", "two values for s"),
        (f"{ISS}.~R1C1_5&q=.~R1C1_6", "two values for q"),
        (f"https://lisudoku.xyz/solver?import={ZEROS}&import={'0' * 81}", "two values for import"),
        (f"{F_PUZZLES}&load=N4Ig", "two values for load"),
        # tables
        (f"puzzle,quizzes\n{GIVENS},{OTHER}", "puzzle and quizzes differ"),
        (f"solution,puzzle,answer\n{SOLUTION},{GIVENS},{OTHER_SOLUTION}", "solution and answer differ"),
        (f"puzzle,layout,layout\n{GIVENS},9x9,9x9+x", "layout"),
        (f'puzzle,rules\n{GIVENS},"[{{""kind"": ""anti_king""}}]"', "the column rules has rules"),
        (f"{SOLUTION},{GIVENS}", "does not solve"),
        (f"puzzle,solution\n{GIVENS},{OTHER_SOLUTION}", "does not solve"),
        # f-puzzles
        (f_puzzles(solution=[1] * 81), "does not solve"),
        (f_puzzles(killercage=[{"cells": ["R1C1", "R1C2"], "sum": 7}]), "does not know this field: 'sum'"),
        (f_puzzles(thermometer=[{"lines": [["R1C1", "R1C2"]], "slow": True}]), "this field: 'slow'"),
        (f_puzzles(palindrome=[{"lines": [["R1C1", "R1C2"]], "value": "3"}]), "this field: 'value'"),
        (f_puzzles(antiknight="false"), "antiknight: must be true or false"),
        (with_cell(candidates=[1]), "rules that nonet does not read: candidates"),
        (with_cell(parity="odd"), "the parity of a cell"),
        (
            f_puzzles(littlekillersum=[{"cell": "R0C1", "direction": "DR", "cells": ["R1C2"], "value": "9"}]),
            "not those in this direction: 'DR'",
        ),
        # SudokuPad
        (sudokupad(norowcol=1), "does not read: norowcol"),
        (sudokupad(metadata={"antiking": "true"}), "does not read: antiking"),
        (sudokupad(cages=cages("norowcol: true")), "does not read: norowcol"),
        (sudokupad(cages=cages("foglight: r1c1")), "does not read: foglight"),
        (sudokupad(cages=[{"cells": [[0, 0]], "type": "look"}]), "cosmetic cages"),
        (sudokupad(cells=[[{"candidates": [1]}, *GRID[0][1:]], *GRID[1:]]), "does not read: candidates"),
        (sudokupad(cages=cages("title: A"), metadata={"title": "B"}), "two texts for title"),
        (sudokupad(solution=SOLUTION, metadata={"solution": OTHER_SOLUTION}), "two texts for solution"),
        # numbers of rows and columns
        ("\n".join([",1,2,3,4,5,6", *(f"{row},,,,,," for row in range(1, 7))]), "count from 1"),
        ("\n".join(["0 0 1 2 3", *(f"{row} 0 0 0 0" for row in range(4))]), "count from 0"),
        ("\n".join(["| . | 1 | 2 | 3 | 4 |", *(f"| {row} |   |   |   |   |" for row in "1234")]), "count"),
        # 0 and empty cells
        ("\n".join(["0,15" + "," * 14] + ["," * 15] * 15), "0 and an empty cell are both used for blanks"),
        # others
        (f"bbab350d8ae8 {ZEROS}  1.2", "the checksum is not that of these digits"),
    ]
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason.replace("(", r"\(")):
        read(text)


def test_what_may_be_said_twice() -> None:
    alike = [
        f"puzzle,quizzes\n{GIVENS},{ZEROS}",
        f"{WIKI}{ZEROS}&bd={ZEROS}&utm_source=x",
        f"{WIKI}{ZEROS} # from Jane",
        f"https://sudoku.coach/en/play/{ZEROS}",
    ]
    assert {parse(text) for text in alike} == {parse(GIVENS)}
    text = sudokupad(title="T", cages=cages("title: T", "msgcorrect: Well done!"), version=1)
    assert read(text).about.title == "T"
    assert read(sudokupad(metadata={"title": 0})).about.title == "0"


def test_a_digit_of_the_player_on_a_given() -> None:
    given = parse(GIVENS)
    state = SavedState(values=given.givens, corner=(1,) * 81)
    text = write(PuzzleEntry(given, state), "simple-sudoku")
    with pytest.raises(FormatError, match="the last board has other digits"):
        read(text.replace("| 5 ", "| 4 ", 1))


def test_parity_in_the_cells_of_f_puzzles() -> None:
    assert parse(with_cell(parity="Odd")).rules == (Odd((0,)),)
    assert parse(with_cell(parity="Even")).rules == (Even((0,)),)


def test_empty_cells_are_blanks_beside_zeros() -> None:
    """Then 0 is a digit, as it is beside other symbols for blanks."""
    rows = [["0", "F"] + [""] * 14] + [[""] * 16] * 15
    values = Grid.of("16x16", [1, 16] + [0] * 254)
    texts = [
        "\n".join(",".join(row) for row in rows),
        "\n".join("\t".join(row) for row in rows),
        "\n".join(f"| {' | '.join(cell or ' ' for cell in row)} |" for row in rows),
    ]
    assert [parse(text).givens for text in texts] == [values] * 3


def test_the_first_files_of_opensudoku_keep_notes_and_time() -> None:
    (entry,) = read_all(f'<opensudoku><game data="{ZEROS}" note="n" time="5000"/></opensudoku>')
    assert entry.about.description == "n"
    assert entry.state is not None
    assert entry.state.seconds == 5
