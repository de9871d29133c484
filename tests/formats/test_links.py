"""lisudoku's and Penpa+'s links: what is read of them, and what is refused."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from many_cases import for_cases
from nonet.errors import FormatError
from nonet.formats import About, read, write
from nonet.formats.codecs import lzstring
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKing,
    AntiKnight,
    Arrow,
    Cage,
    Diagonal,
    Difference,
    Even,
    ExtraRegion,
    Negative,
    Odd,
    Palindrome,
    Ratio,
    Renban,
    Rule,
    Thermometer,
)

from .samples import GIVENS, penpa


def at(*places: int) -> list[dict[str, int]]:
    """Cells of a 4x4 board as lisudoku writes them."""
    return [{"row": place // 4, "col": place % 4} for place in places]


def lisudoku(**record: Any) -> str:
    packed = lzstring.compress(json.dumps({"gridSize": 4, **record}))
    return f"https://lisudoku.xyz/e?import={quote(packed, safe='')}"


@for_cases(
    [
        ({}, []),
        ({"thermos": [at(0, 1, 2)], "renbans": []}, [Thermometer((0, 1, 2))]),
        ({"arrows": [{"circleCells": at(0), "arrowCells": at(1, 2)}]}, [Arrow((0,), (1, 2))]),
        ({"killer_cages": [{"sum": 5, "region": at(0, 4)}]}, [Cage((0, 4), 5)]),
        ({"killerCages": [{"sum": None, "region": at(0, 4)}]}, [Cage((0, 4))]),
        ({"primaryDiagonal": True, "secondaryDiagonal": False}, [Diagonal("falling")]),
        ({"antiKnight": True, "antiKing": True}, [AntiKnight(), AntiKing()]),
        ({"oddCells": at(3), "evenCells": at(5, 6)}, [Odd((3,)), Even((5, 6))]),
        ({"palindromes": [at(0, 5, 10)], "renbans": [at(1, 2)]}, [Palindrome((0, 5, 10)), Renban((1, 2))]),
        ({"extraRegions": [at(5, 6, 9, 10)]}, [ExtraRegion((5, 6, 9, 10))]),
        (
            {
                "kropkiDots": [
                    {"dotType": "Consecutive", "cell1": at(0)[0], "cell2": at(1)[0]},
                    {"dot_type": "Double", "cell1": at(2)[0], "cell2": at(6)[0]},
                ]
            },
            [Difference((0, 1), 1), Ratio((2, 6), 2)],
        ),
    ]
)
def test_the_rules_of_lisudoku(record: dict[str, Any], rules: list[Rule]) -> None:
    number = {"position": {"row": 3, "col": 3}, "value": 2}
    found = read(lisudoku(fixedNumbers=[number], **record))
    assert (found.format, found.puzzle) == ("lisudoku", Puzzle.of("4x4", "." * 15 + "2", rules=rules))


def test_lisudokus_regions_and_missing_dots() -> None:
    rows = [at(*range(row * 4, row * 4 + 4)) for row in range(4)]
    swapped = [[*rows[0][:3], rows[1][0]], [rows[0][3], *rows[1][1:]], *rows[2:]]
    assert read(lisudoku(regions=swapped)).puzzle.layout.box_of[:8] == (0, 0, 0, 1, 0, 1, 1, 1)
    dot = {"dotType": "Double", "cell1": at(0)[0], "cell2": at(1)[0]}
    missing = Negative(differences=(1,), ratios=(2,), marked=((0, 1),))
    assert read(lisudoku(kropkiDots=[dot], kropkiNegative=True)).puzzle.rules == (missing, Ratio((0, 1), 2))


@for_cases(
    [
        ({"topBottom": True}, "rules that nonet does not read: topBottom"),
        ({"gridSize": 0}, "there is no gridSize"),
        ({"gridSize": 400}, "gridSize"),
        ({"thermos": [at(0, 16)]}, "row"),
        ({"thermos": [3]}, "a list of cells"),
        ({"arrows": [{"circleCells": at(0)}]}, "arrowCells"),
        ({"kropkiDots": [{"dotType": "Triple", "cell1": 0, "cell2": 1}]}, "an unknown kind of dot"),
        ({"fixedNumbers": [{"position": at(0)[0], "value": 5}]}, "r1c1"),
        (
            {"fixedNumbers": [{"position": at(1)[0], "value": value} for value in (3, 4)]},
            "r1c2 has two digits",
        ),
        ({"regions": [at(0)]}, "the regions do not divide the board into 4"),
        (
            {"regions": [at(*range(row * 4, row * 4 + 4 + (row < 3))) for row in range(4)]},
            "the regions do not divide the board into 4",
        ),
    ]
)
def test_what_lisudoku_says_wrongly(record: dict[str, Any], reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read(lisudoku(**record))


def test_lisudoku_is_written_as_digits() -> None:
    puzzle = Puzzle.of("9x9", GIVENS)
    assert read(write(puzzle, "lisudoku")).puzzle == puzzle
    with pytest.raises(FormatError, match="lisudoku cannot hold the rules of a variant"):
        write(Puzzle.of("9x9", GIVENS, rules=[AntiKnight()]), "lisudoku")


def test_penpas_board_may_have_room_around_it_and_other_regions() -> None:
    regions = "111222333111122333112222333" + "444555666" * 3 + "777888999" * 3
    found = read(penpa(GIVENS, regions=regions, around=2))
    assert found.puzzle == Puzzle.of(Layout.jigsaw(regions), GIVENS)


def test_penpas_words() -> None:
    head = "Title: A%2C B,Author: Ada,https://example.org/x,Normal rules%2D1 %2F 1"
    found = read(penpa(GIVENS, head=head))
    assert found.about == About(
        title="A, B", author="Ada", source="https://example.org/x", description="Normal rules\n1 = 1"
    )
    assert found.puzzle.about == found.about


@for_cases(
    [
        ({"zT": [[33, 34]]}, "only drawn, so their meaning is not known: thermometers"),
        ({"zS": {"30": 1}, "zY": {"40": [1, "circle_L", 1]}}, "not known: shaded cells, symbols"),
        ({"zE": {"183,197": 12}}, "not known: lines"),
        ({"zN": {"30": ["12", 1, "5"]}}, "not known: text"),
        ({"zN": {"0": ["5", 1, "1"]}}, "not known: text"),  # beside the board
        ({"zN": {"30": ["10", 1, "1"]}}, "a digit"),
        ({"zN": {"30": 7}}, "number is damaged"),
        ({"zE": {"183,196": 2, "184,197": 2, "183,184": 2, "196,197": 2}}, "do not divide the board into 9"),
    ]
)
def test_what_penpa_only_draws(drawn: dict[str, Any], reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read(penpa("." * 81, **drawn))


def test_penpa_is_not_written() -> None:
    with pytest.raises(FormatError, match="penpa is read, but not written"):
        write(Puzzle.of("9x9", GIVENS), "penpa")
