"""The formats of variants: every rule goes through every format that can hold it, and texts put together by hand."""

from __future__ import annotations

import json
import os
from array import array
from pathlib import Path
from typing import Any

import pytest

from many_cases import for_cases, for_each
from nonet.errors import FormatError, NonetError
from nonet.formats import PuzzleEntry, parse, parse_line, read, read_all, write
from nonet.formats.codecs import lzstring, zipped_json
from nonet.formats.format import ESSENTIAL, Format
from nonet.formats.registry import all_formats, format_named
from nonet.formats.variants import iss_rules
from nonet.grid import Grid
from nonet.jobs import Block, Job
from nonet.jobs.job import Boards
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import (
    AllRules,
    AntiKnight,
    AnyRule,
    Arrow,
    Cage,
    Diagonal,
    Difference,
    ExtraRegion,
    Fog,
    FogTrigger,
    FullRank,
    Greater,
    LittleKiller,
    LookAndSayCage,
    MultiSumCage,
    Negative,
    Odd,
    PairRelation,
    Quadruple,
    Ratio,
    RegexLine,
    RegionSumLine,
    Renban,
    Rule,
    SameDigits,
    Sandwich,
    StateMachineLine,
    Thermometer,
    Whisper,
    Windoku,
    XSum,
    catalogue,
)
from nonet.rules.codec import from_data

from .samples import SOLUTION

HOLDING = [each.name for each in all_formats() if "rules" in each.holds]


def example(class_: type[Rule]) -> Puzzle:
    """The puzzle with the example rule of a class."""
    layout = Layout.named(class_.example.layout)
    rule = from_data({"kind": class_.kind, **class_.example.data}, layout)
    return Puzzle.of(layout, "." * layout.board_count, rules=[rule])


@for_each(HOLDING, catalogue())
def test_every_rule_is_read_back_or_refused_by_name(name: str, kind: str) -> None:
    puzzle = example(catalogue()[kind])
    if kind == "windoku" and not format_named(name).tells_rules_from_houses:
        puzzle = Puzzle.of("windoku", "." * 81)  # what is written instead
    lacking = format_named(name).lacks([PuzzleEntry(puzzle)])
    if any(part in ESSENTIAL for part in lacking):
        assert name != "json"
        with pytest.raises(FormatError, match=f"{name} cannot hold"):
            write(puzzle, name)
    else:
        assert parse(write(puzzle, name)) == puzzle


@for_each(HOLDING, ["1x1", "1x4", "4x1"], [XSum((0,), 1), Sandwich((0,), 1)])
def test_clues_beside_a_line_of_one_cell(name: str, board: str, rule: Rule) -> None:
    puzzle = Puzzle.of(board, "." * Layout.named(board).board_count, rules=[rule])
    if any(part in ESSENTIAL for part in format_named(name).lacks([PuzzleEntry(puzzle)])):
        with pytest.raises(FormatError, match=f"{name} cannot hold"):
            write(puzzle, name)
    else:
        assert parse(write(puzzle, name)) == puzzle


def test_how_many_kinds_a_format_holds() -> None:
    """Counted by hand from the tables of the formats: a kind that gets lost is noticed."""
    counts = dict.fromkeys(HOLDING, 0)
    for class_ in catalogue().values():
        for name in HOLDING:
            counts[name] += not format_named(name).lacks([PuzzleEntry(example(class_))])
    assert counts["json"] == len(catalogue())
    assert counts["f-puzzles"] == counts["f-puzzles-json"] == counts["sudokupad"] >= 32
    assert counts["iss"] >= 45
    assert counts["killer"] == counts["solo"] == 1


# -- killer texts: dominoes along the rows, the last cell of each row alone ---------------------------------

DOMINOES = [(row * 9 + column, row * 9 + column + 1) for row in range(9) for column in range(0, 8, 2)]
CAGES = [Cage(cells, sum(int(SOLUTION[cell]) for cell in cells)) for cells in DOMINOES]
KILLER = Puzzle.of("9x9", "." * 81, rules=CAGES)


def in_cells(first: dict[int, str], second: dict[int, str], alone: str) -> list[str]:
    return [first.get(cell) or second.get(cell) or alone for cell in range(81)]


def test_killers_of_ps_and_jsudoku() -> None:
    numbers = ["0"] * 81
    for identity, cage in enumerate(CAGES):
        for cell in cage.cells:
            numbers[cell] = str((cage.sum or 0) * 256 + identity)
    assert read(f"3x3::k:{':'.join(numbers)}:").puzzle == KILLER
    assert read(f"3x3:d:k:{':'.join(numbers)}:").puzzle.layout.name == "9x9+x"
    with pytest.raises(FormatError, match="80 cells instead of 81"):
        read(f"3x3::k:{':'.join(numbers[1:])}:")


def test_sumocue() -> None:
    heads = {cage.cells[0]: f"={cage.sum}" for cage in CAGES}
    tails = {cage.cells[1]: f"+{cage.cells[0]}" for cage in CAGES}
    assert read("SumoCueV1" + "".join(in_cells(heads, tails, "=0"))).puzzle == KILLER
    given = read("SumoCueV1=5" + "=0" * 80).puzzle
    assert given == Puzzle.of("9x9", "5" + "." * 80)
    assert read("SumoCueV1D=5" + "=0" * 80).puzzle.layout.name == "9x9+x"
    with pytest.raises(FormatError, match="cage that has no first cell"):
        read("SumoCueV1" + "+5" * 81)


def test_compact_killers() -> None:
    letters = "0123456789ABCDEFGHIJ"
    heads = {cage.cells[0]: letters[cage.sum or 0] for cage in CAGES}
    tails = {cage.cells[1]: "<" for cage in CAGES}
    text = "".join(in_cells(heads, tails, "0"))
    assert read(text).puzzle == KILLER
    assert read(text).format == "compact-killer"
    assert parse_line(text) == KILLER
    with pytest.raises(FormatError, match="lead nowhere"):
        read("<" + text[1:])
    with pytest.raises(FormatError, match="lead nowhere"):
        read(">" + "<" + text[2:])


@for_each(all_formats())
def test_a_text_is_read_on_the_board_asked_for_or_refused(form: Format) -> None:
    """Never on the one that the text names, without a word."""
    puzzles = [
        Puzzle.of(board, f"1{'.' * (cells - 1)}") for board, cells in (("9x9", 81), ("x", 81), ("4x4", 16))
    ]
    for puzzle in (*puzzles, Puzzle.of("9x9", "." * 81, rules=CAGES)):
        if form.only_read or not form.lacks([PuzzleEntry(puzzle)]).keys().isdisjoint(ESSENTIAL):
            continue
        for board in map(Layout.named, ("9x9", "x", "windoku", "4x4", "6x6", "samurai")):
            try:
                found = parse(write(puzzle, form.name), layout=board)
            except NonetError:
                continue
            assert found.layout == board, puzzle


def test_solo_killers() -> None:
    """A cage of the first two cells: of the 24 inner edges of a 4x4 board only the first has no wall."""
    text = "2x2k:p,a" + "_" * 23 + ",3o"
    puzzle = Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3)])
    assert read(text).puzzle == puzzle
    assert write(puzzle, "solo") == text


# -- f-puzzles ----------------------------------------------------------------------------------------------


def fpuzzles(**fields: object) -> str:
    return json.dumps({"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)], **fields})


@for_cases(
    [
        ({"antiknight": True}, [AntiKnight()]),
        ({"diagonal+": True}, [Diagonal("rising")]),
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "3"}]}, [Cage((0, 1), 3)]),
        ({"killercage": [{"cells": ["R1C1", "R1C2"]}]}, [Cage((0, 1))]),
        (
            {"thermometer": [{"lines": [["R1C1", "R2C2"], ["R1C1", "R2C1"]]}]},
            [Thermometer((0, 10)), Thermometer((0, 9))],
        ),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R1C3"]]}]}, [Arrow((0,), (1, 2))]),
        ({"whispers": [{"lines": [["R1C1", "R1C2"]]}]}, [Whisper((0, 1), 5)]),
        ({"difference": [{"cells": ["R1C1", "R1C2"]}]}, [Difference((0, 1), 1)]),
        ({"ratio": [{"cells": ["R1C1", "R1C2"], "value": "3"}]}, [Ratio((0, 1), 3)]),
        ({"odd": [{"cell": "R1C1"}, {"cell": "R9C9"}]}, [Odd((0, 80))]),
        (
            {"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 1, 4]}]},
            [Quadruple((0, 1, 9, 10), (1, 1, 4))],
        ),
        ({"sandwichsum": [{"cell": "R10C2", "value": "8"}]}, [Sandwich(tuple(range(73, -1, -9)), 8)]),
        ({"xsum": [{"cell": "R2C0", "value": "8"}]}, [XSum(tuple(range(9, 18)), 8)]),
        (
            {"littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "9"}]},
            [LittleKiller((1, 11, 21, 31, 41, 51, 61, 71), 9)],
        ),
        ({"renban": [{"lines": [["R1C1", "R1C2", "R2C2", "R1C1"]]}]}, [Renban((0, 1, 10, 0))]),
        # two digits make 3 to 17; the sums with the digital root 5 are 5 and 14
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "DR5"}]}, [MultiSumCage((0, 1), (5, 14))]),
        (
            {"ratio": [{"cells": ["R1C1", "R1C2"]}], "negative": ["ratio"]},
            [Ratio((0, 1), 2), Negative(ratios=(2,), marked=((0, 1),))],
        ),
        (
            {"difference": [{"cells": ["R1C1", "R1C2"]}], "nonconsecutive": True},
            [Difference((0, 1), 1), Negative(differences=(1,), marked=((0, 1),))],
        ),
        ({"extraregion": [{"cells": ["R1C1", "R2C2"]}]}, [ExtraRegion((0, 10))]),
        ({"line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}]}, []),
    ]
)
def test_fields_of_fpuzzles(fields: dict[str, object], rules: list[Rule]) -> None:
    puzzle = read(fpuzzles(**fields)).puzzle
    assert puzzle == Puzzle.of("9x9", "." * 81, rules=rules)
    assert parse("https://f-puzzles.com/?load=" + lzstring.compress(fpuzzles(**fields))) == puzzle
    assert parse("https://sudokupad.app/fpuz" + lzstring.compress(fpuzzles(**fields))) == puzzle
    assert parse(write(puzzle, "sudokupad")) == puzzle


@for_cases(
    [
        ({"line": [{"lines": [["R1C1", "R1C2"]]}]}, "only drawn, so their meaning is not known: lines"),
        ({"cage": [{"cells": ["R1C1"], "value": "7"}]}, "meaning is not known: cosmetic cages"),
        ({"chainreaction": [{}]}, "rules that nonet does not read: chainreaction"),
        (
            {
                "new": [1],
                "chain": [{}],
                "line": [{"lines": [["R1C1", "R1C2"]]}],
                "cage": [{"cells": ["R1C1"]}],
            },
            "read: chain, new; rules that are only drawn, so their meaning is not known: lines, cosmetic cages",
        ),
        ({"killercage": [{"cells": ["R1C1", "R1C99"]}]}, "killercage: there is no such cell: 'R1C99'"),
        ({"killercage": [{"cells": "R1C1"}]}, "killercage: expected a list of cells"),
        ({"killercage": [{"cells": ["R1C1"], "value": "DR0"}]}, "killercage: value is not a number"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "W"}]}, "xv: the value is neither X nor V"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": {}}]}, "xv: the value is neither X nor V: '{}'"),
        ({"negative": ["parity"]}, "negative: nonet does not know parity"),
        ({"thermometer": 5}, "thermometer: thermometer is not a list"),
        (
            {"arrow": [{"cells": ["R1C1", "R1C2"], "lines": [["R2C2", "R2C3"]]}]},
            "arrow: a line does not begin in the circle",
        ),
        ({"sandwichsum": [{"cell": "R1C1", "value": "5"}]}, "sandwichsum: not a place outside the board"),
        (
            {"ruleset": "There is one doubler in each row."},
            "rules name “doubler”, for which this format has no",
        ),
    ]
)
def test_what_fpuzzles_does_not_state_is_named(fields: dict[str, object], message: str) -> None:
    with pytest.raises(NonetError, match=message):
        read(fpuzzles(**fields))


# -- SudokuPad ----------------------------------------------------------------------------------------------


def sudokupad(**fields: object) -> str:
    return json.dumps({"cells": [[{} for _ in range(4)] for _ in range(4)], **fields})


def test_cages_of_sudokupad() -> None:
    cage = {"cells": [[0, 0], [0, 1]], "value": "5"}
    puzzle = read(sudokupad(cages=[cage, {"value": "title: T"}, {"value": "solution: 1234"}])).puzzle
    assert puzzle == Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 5)])
    assert write(puzzle, "sudokupad").startswith("https://sudokupad.app/scl")
    assert parse(write(puzzle, "sudokupad")) == puzzle
    thermo = Puzzle.of("4x4", "." * 16, rules=[Thermometer((0, 1))])
    assert write(thermo, "sudokupad").startswith("https://sudokupad.app/fpuz")


@pytest.mark.parametrize(
    ("name", "words"),
    [("lines", "lines"), ("arrows", "arrows"), ("underlays", "shapes"), ("overlays", "shapes")],
)
def test_drawings_are_named_and_never_guessed(name: str, words: str) -> None:
    with pytest.raises(FormatError, match=f"only drawn, so their meaning is not known: {words}$"):
        read(sudokupad(**{name: [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]]}]}))


def test_all_that_is_drawn_is_named() -> None:
    drawn = sudokupad(lines=[{}], overlays=[{}], cages=[{"cells": [[0, 0]], "unique": False}])
    with pytest.raises(FormatError, match="not known: lines, shapes, cosmetic cages"):
        read(drawn)


@for_cases(
    [
        ({"global": ["antiknight"]}, "rules that nonet does not read: global"),
        ({"global": {"antiknight": True}, "new": [1]}, "does not read: global, new"),
        ({"metadata": {"title": "T", "norowcol": True}}, "does not read: norowcol"),
        ({"antiknight": True}, "does not read: antiknight"),
        ({"regions": [5, [[0, 0]]]}, "the regions do not divide the board into 4"),
        (
            {"regions": [[[row, column] for column in range(4)] for row in range(4)] + [[[0, 0]]]},
            "the regions do not divide the board into 4",
        ),
        (
            {"regions": [[[0, 0]] + [[row, column] for column in range(4)] for row in range(4)]},
            "the regions do not divide the board into 4",
        ),
        ({"cages": [{"cells": [[0, 0]], "value": "3", "unique": 0}]}, "not known: cosmetic cages"),
        ({"cages": [{"cells": [[0, 0], [0, 1]], "value": "3", "sum": 4}]}, "a cage has two sums: '3 and 4'"),
    ]
)
def test_what_sudokupad_does_not_state_is_named(fields: dict[str, object], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(sudokupad(**fields))


def test_fields_of_sudokupad_that_only_describe_the_puzzle() -> None:
    cage = {"cells": [[0, 0], [0, 1]], "sum": 5, "unique": True}
    fields = {"id": "new", "cellSize": 50, "version": 2, "global": [], "settings": {"nogrid": True}}
    puzzle = read(sudokupad(cages=[cage], metadata={"title": "T", "featured": False}, **fields)).puzzle
    assert puzzle == Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 5)])


def test_doublers_in_the_words_are_named() -> None:
    cage = {"cells": [[0, 0], [0, 1]], "value": "12"}
    with pytest.raises(
        FormatError, match="the setter's rules name “Doublers”, for which this format has no field"
    ):
        read(sudokupad(cages=[cage, {"value": "rules: Doublers count twice."}]))


def test_fog_has_lights() -> None:
    assert read(sudokupad(foglight=[[0, 0]])).puzzle.rules == (Fog((0,)),)
    found = read(fpuzzles(fogofwar=["R1C1"], foglight=["R2C2"], triggereffect=[{}])).puzzle
    assert found.rules == (Fog((0, 1, 9, 10)),)


def test_given_is_true_or_false() -> None:
    wrongs: tuple[Any, ...] = ([[]], [], "true", 1, {})
    for make, name, usual in ((fpuzzles, "grid", 0), (sudokupad, "cells", 1)):
        record = json.loads(make())
        cell = record[name][0][0]
        for given, clues in ((True, 1), (False, 0), (None, usual)):
            cell |= {"value": 2, "given": given}
            assert read(json.dumps(record)).puzzle.clue_count == clues
        for wrong in wrongs:
            cell["given"] = wrong
            with pytest.raises(FormatError, match="given of r1c1 must be true or false"):
                read(json.dumps(record))


def test_fog_has_triggers() -> None:
    def effect(cell: str, cells: str) -> dict[str, Any]:
        trigger = {"type": "cellvalue", "cell": cell}
        return {"triggereffect": [{"trigger": trigger, "effect": {"type": "foglight", "cells": cells}}]}

    for make, width in ((fpuzzles, 9), (sudokupad, 4)):
        puzzle = read(make(**effect("r1c1", "R1C4r2c4, r3c1-r4c2"))).puzzle
        lit = (3, width + 3, *(row * width + column for row in (2, 3) for column in (0, 1)))
        assert puzzle.rules == (FogTrigger((0,), lit),)
        assert read(write(puzzle, "f-puzzles")).puzzle == read(write(puzzle, "sudokupad")).puzzle == puzzle
        assert read(write(puzzle, "sudokupad-json")).puzzle == puzzle
        assert read(make(**effect("r1c1", "r2c2"), foglight=[])).puzzle.rules[0] == Fog()
        for wrong in ("", "r0c1", "r1c10", "r1", "r1c1x", "r1c1-", "r" + "9" * 5000 + "c1"):
            with pytest.raises(FormatError, match="triggereffect"):
                read(make(**effect("r1c1", wrong)))


@pytest.mark.parametrize("link", ["scl", "sclN4Ig", "ctc!", "fpuzXXXX"])
def test_a_damaged_link_is_told_from_one_without_a_puzzle(link: str) -> None:
    with pytest.raises(FormatError, match="the puzzle in the link is damaged"):
        read(f"https://sudokupad.app/{link}")
    with pytest.raises(FormatError, match="the page would have to be downloaded"):
        read("https://sudokupad.app/x" + link)


def test_the_short_form_of_json() -> None:
    record = {
        "cells": [[{"value": 5}, {}, {}]],
        "title": 'it\'s "q"',
        "solution": "12",
        "x": {"y": True, "z": "#00ff00"},
    }
    assert zipped_json.unshortened(zipped_json.shortened(record)) == record
    assert zipped_json.shortened({"cells": [[{}, {"value": "7"}]], "x": "'"}) == "{ce:[[,{v:7}]],x:'\\''}"


# -- ISS ----------------------------------------------------------------------------------------------------


@for_cases(
    [
        (".Cage~15~R1C3~R1C4", [Cage((2, 3), 15)]),
        (".Cage~0~R1C3~R1C4", [Cage((2, 3))]),
        (".Diagonal~1.AntiKnight", [Diagonal("rising"), AntiKnight()]),
        (".Whisper~R1C1~R1C2", [Whisper((0, 1), 5)]),
        (".Whisper~4~R1C1~R1C2~R1C1", [Whisper((0, 1, 0), 4)]),
        (".XSum~C2~27~9", [XSum(tuple(range(1, 81, 9)), 27), XSum(tuple(range(73, 0, -9)), 9)]),
        (".Sandwich~8~R1", [Sandwich(tuple(range(9)), 8)]),
        (".LittleKiller~22~R1C3", [LittleKiller((2, 10, 18), 22)]),
        (".LittleKiller~22~R7C1", [LittleKiller((54, 64, 74), 22)]),
        (".Quad~R1C1~1~4", [Quadruple((0, 1, 9, 10), (1, 4))]),
        (".BlackDot~R1C1~R1C2~R9C9~R9C8", [Ratio((0, 1), 2), Ratio((79, 80), 2)]),
        (".X~R1C1~R1C2.StrictXV", None),
        (".Or.Cage~3~R1C1~R1C2.Cage~4~R1C1~R1C2.End", [AnyRule((Cage((0, 1), 3), Cage((0, 1), 4)))]),
        (".Shape~6x6.Cage~5~R1C1~R1C2", None),
        # F is 1 + 4: the first place and the third
        (".Replicate~F.Cage~3~R1C1~R1C2.End", [Cage((0, 1), 3), Cage((2, 3), 3)]),
        (".Replicate~F~R2C1.Cage~3~R2C1~R1C1.End", [Cage((0, 9), 3), Cage((2, 11), 3)]),
        (
            ".Or.Replicate~F.Cage~3~R1C1~R1C2.End.Cage~4~R1C1~R1C2.End",
            [AnyRule((AllRules((Cage((0, 1), 3), Cage((2, 3), 3))), Cage((0, 1), 4)))],
        ),
        (".Or.~R1C1_5~R1C2_1_2.End", [AnyRule((RegexLine((0,), "[5]"), RegexLine((1,), "[12]")))]),
        # the first alternative can never hold
        (".Or.Cage~1~R1C1~R1C2.Cage~4~R1C1~R1C2.End", [AnyRule((Cage((0, 1), 1), Cage((0, 1), 4)))]),
        (".FullRank~R1~5~.FullRankTies~any", [FullRank(tuple(range(9)), 5, "any")]),
        (
            ".FullRankTies~any.Or.FullRank~R1~5~.AntiKnight.End",
            [AnyRule((FullRank(tuple(range(9)), 5, "any"), AntiKnight()))],
        ),
        (".SearchPriority~2~R1C1.AntiKnight", [AntiKnight()]),
        # MTI is 12 in base64
        (".Regex~MTI~R1C1~R1C2~~R2C1~R2C2", [RegexLine((0, 1), "12"), RegexLine((9, 10), "12")]),
        # C is 2: the second pair of all, 1 and 2; a name is for the lines after it
        (
            ".PairX~C~_a~R1C1~R1C2~_b~R2C1~R2C2",
            [PairRelation((0, 1), ((1, 2),), True, "a"), PairRelation((9, 10), ((1, 2),), True, "b")],
        ),
    ]
)
def test_constraints_of_iss(text: str, rules: list[Rule] | None) -> None:
    puzzle = read(text).puzzle
    if rules is not None:
        assert puzzle == Puzzle.of("9x9", "." * 81, rules=rules)
    assert parse(f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}") == puzzle
    assert parse_line(text) == puzzle
    assert parse(write(puzzle, "iss")) == puzzle


def test_constraints_of_iss_on_lines_of_their_own_are_one_puzzle() -> None:
    text = ".Or.Cage~3~R1C1~R1C2.Cage~4~R1C1~R1C2.End.AntiKnight.~R1C1_1~R9C9_5"
    puzzle = read(text).puzzle
    assert read(text.replace(".", "\n.")).puzzle == puzzle
    assert read(text.replace(".", " \r\n\r\n# a comment\r\n  .").replace("~R9", "\n~R9")).puzzle == puzzle
    assert read(text.replace(".", " .")).puzzle == parse_line(text.replace(".", " .")) == puzzle
    link = write(puzzle, "iss")
    assert [each.puzzle for each in read_all(f"{link}\n{link}")] == [puzzle] * 2


def test_marks_in_groups_of_iss_count_as_marks() -> None:
    """StrictKropki forbids what is not marked. ISS refuses marks that need not hold: it has to know which there are."""
    alone = read(".BlackDot~R1C1~R1C2.WhiteDot~R1C1~R2C1.StrictKropki").puzzle
    grouped = read(".And.BlackDot~R1C1~R1C2.And.WhiteDot~R1C1~R2C1.End.End.StrictKropki").puzzle
    negative = Negative((1,), (2,), marked=((0, 1), (0, 9)))
    assert negative in alone.rules
    assert negative in grouped.rules
    assert parse(write(grouped, "iss")) == grouped
    with pytest.raises(FormatError, match=r"StrictKropki has no clear meaning with marks inside \.Or"):
        read(".Or.BlackDot~R1C1~R1C2.WhiteDot~R1C1~R1C2.End.StrictKropki")


def test_givens_and_boards_of_iss() -> None:
    assert read(".~R1C1_5~R1C2_1_2").puzzle == Puzzle.of(
        "9x9", "5" + "." * 80, ruled_out={1: [3, 4, 5, 6, 7, 8, 9]}
    )
    assert read(".Shape~16x16.~R1Ca_16").puzzle.givens[9] == 16
    assert read(".Diagonal~1.Diagonal~-1.~R1C1_5").puzzle.layout.name == "9x9+x"
    assert read(".NoBoxes.~R1C1_5").puzzle.layout.name == "9x9/1x9"
    raw = read(".Shape~4x5~0-2~Raw.Sum~0~R1C1~R1C2").puzzle
    assert (raw.layout.name, raw.layout.houses) == ("raw:4x5:0-2", ())
    assert read(".Shape~4x4~~Raw.Sum~8~R1C1~R1C2").puzzle.layout.name == "raw:4x4"
    assert read(".Shape~4x4~0-4~Sudoku.AntiKnight").puzzle.layout.name == "4x4:0-4"
    one_alone = read(".Var~A.Var~B~~2.Arrow~VA~VB1~VB2.~VA_5").puzzle
    assert (one_alone.layout.name, one_alone.givens[81]) == ("9x9+VA1+VB2", 5)
    wide = read(".Shape~4x4.Var~A~~3.Var~B~~2x2.GreaterThan~VA3~VA2~VA1~R4C4.WhiteDot~VB1~VB2~VB3~VB4").puzzle
    dots = (Difference(pair, 1) for pair in ((19, 20), (19, 21), (20, 22), (21, 22)))
    assert {*wide.rules} == {Greater((18, 17)), Greater((17, 16)), *dots}
    boxes = read(".Shape~9x9~0-9.Doppelganger.GreaterThan~DGB9~DGB8~DGB6").puzzle
    assert {rule.cells for rule in boxes.rules if isinstance(rule, Greater)} == {(107, 106), (107, 104)}
    same = read(".Shape~4x4~5.RegionSameValues.LookAndSay~0524~R1C1~R1C2~R2C3").puzzle
    assert same.rules == (
        LookAndSayCage((0, 1, 6), ((0, 5), (2, 4))),
        SameDigits(tuple(house.cells for house in same.layout.houses)),
    )
    for puzzle in (raw, one_alone, same):
        assert parse(write(puzzle, "iss")) == puzzle
    table = read(".Shape~4x4.Pair~B~_first~R1C1~R1C2").puzzle.rules
    assert table == (PairRelation((0, 1), ((1, 1),), False, "first"),)


@for_cases(
    [
        (".Shape~9x9~2-10.AntiKnight", "begin with 0 or 1"),
        (".Shape~7x7~5.AntiKnight", "no line has more cells than digits"),
        (".Shape~40x40.AntiKnight", "a board of 40x40 with the digits 1 to 40 is not supported here"),
        (".Shape~9x9~3~Row.AntiKnight", "a shape that nonet cannot read: '9x9~3~Row'"),
        (".Shape~4x4~~Raw.Jigsaw~1122112233443344", "a board without houses cannot be a jigsaw"),
        (".RegionSize~six", "RegionSize is a number of cells: 'six'"),
        (".Shape~4x4~0-3.AntiKnight.Shape~4x4", "Shape says two different things: 4x4~0-3: '4x4'"),
        (".Whisper~5~R1C1~R1C2~R2C2~LOOP", "Whisper: there is no such cell: 'LOOP'"),
        (".SumLine~10~LOOP~R1C1~R1C2", "SumLine: there is no such cell: 'LOOP'"),
        (".BlackDot~R1C1~R5C5", "BlackDot needs cells that share an edge"),
        (".Shape~4x4.Var~A~~3.WhiteDot~R4C1~VA1", "WhiteDot needs cells that share an edge"),
        (".Shape~six.AntiKnight", "a shape that nonet cannot read: 'six~'"),
        (".Chess~R1C1.AntiKnight.Or.Go.End.Chess", "rules that nonet does not read: Chess, Go"),
        (".Za~R1C1.Zb.Zc.Zd.Ze.Zf.Zg.Zh.Zi.Zj.Zk.Zl", "Za, Zb, Zc, Zd, Ze, Zf, Zg, Zh, Zi, Zj, and 2 more"),
        (".Diagonal~2", "a rule that nonet does not read: Diagonal"),
        (".ChaosCount~R1C1", "it needs ChaosConstruction"),
        (".Var~a~~3", "Var needs a name in capital letters"),
        (".Cage~x~R1C1~R1C2", "Cage: not a number"),
        (".Cage~3~R1C0~R1C2", "there is no such cell"),
        (".Or.Cage~3~R1C1~R1C2", "has no .End"),
        (".~R1C1_5.AntiKnight\n.~R1C1_6", "R1C1 is given as 5 and as 6"),
        (".Cage~18~R1C1~R1C2", r"cage \(r1c1, r1c2\): 2 different digits"),
        (".Regex~é~R1C1", "Regex: the pattern is not text in base64"),
        (".NFA~é~~R1C1", "NFA: the state machine is not in base64"),
        (".NFA~QO~~R1C1~R1C2", "NFA: the state machine is cut off"),
        (".NFA~QOmA~~R1C1~-~R1C2", "NFA: a state machine for several lines"),
        (".FullRankTies~none", "FullRankTies without a rank"),
        (".FullRankTies~few.FullRank~R1~5~", "FullRankTies is one of"),
        (".Replicate~B.Cage~3~R1C1~R1C2", ".Replicate has no .End"),
        (".Replicate~AAAAAAAAAAAAAAB.Cage~3~R1C1~R1C2.End", "Replicate: a copy is not on the board"),
        (".Replicate~AC.Cage~3~R1C1~R1C3.End", "Replicate: a copy is not on the board"),
        (
            ".Replicate~" + "_" * 13 + ".Replicate~" + "_" * 13 + ".Windoku.Windoku.End.End",
            "more than 10,000 rules",
        ),
        ("." + "Or." * 30 + "AntiKnight", "nested more than ten levels"),
    ]
)
def test_what_iss_can_say_and_nonet_cannot(text: str, message: str) -> None:
    with pytest.raises(NonetError, match=message):
        read(text)


@pytest.mark.parametrize("text", ["QOmA", "AOlBAA"])
def test_a_state_machine_of_iss_in_both_forms(text: str) -> None:
    """One state that starts and accepts, and stays for the digits 1 and 2, written bit by bit: as a set of digits
    (01 0000 0011 1 0 1, 0011 0 0) and as a list of pairs (00 0000 0011 1 0 1 0010, 10 00 0 01 0).
    """
    puzzle = read(f".Shape~4x4.NFA~{text}~_low~R1C1~R2C3~~R4C4").puzzle
    table, accepting = (0, 0, -1, -1), (0,)
    assert puzzle.rules == (
        StateMachineLine((0, 6), table, accepting),
        StateMachineLine((15,), table, accepting),
    )
    assert read(write(puzzle, "iss")).puzzle == puzzle


def test_a_jigsaw_takes_the_place_of_boxes_where_there_are_none() -> None:
    regions = "1112222111122233334443334444556667755666775556777"
    puzzle = read(f".Shape~7x7.Jigsaw~{regions}.RegionSumLine~R1C1~R1C4").puzzle
    assert puzzle.layout.boxes[0].cells == tuple(cell for cell, region in enumerate(regions) if region == "1")
    assert puzzle.rules == (RegionSumLine((0, 3)),)


@for_each(sorted(iss_rules._READERS))
def test_a_constraint_of_iss_without_cells_is_refused(name: str) -> None:
    with pytest.raises(NonetError):
        read(f".AntiKnight.{name}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://example.com/1234", "not a link that nonet reads"),
        ('{"gridSize": 9}', "JSON, but not a puzzle in a form that nonet reads"),
        (
            "SumoCueV1" + "=0" * 81 + "\nsolution 123",
            "line 2 is not in the format of line 1, sumocue: 'solution 123'",
        ),
    ],
)
def test_a_text_that_is_no_puzzle_is_called_what_it_is(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text)


def test_the_rule_of_windoku_becomes_houses() -> None:
    rules = Puzzle.of("9x9", "5" + "." * 80, rules=[Windoku(), Diagonal("rising"), Cage((1, 2), 5)])
    houses = Puzzle.of("windoku", "5" + "." * 80, rules=[Diagonal("rising"), Cage((1, 2), 5)])
    assert parse(write(rules, "iss")) == houses
    assert parse(write(rules, "json")) == rules


def test_rules_for_both_diagonals_become_houses() -> None:
    both = Puzzle.of("9x9", "5" + "." * 80, rules=[Diagonal("rising"), Diagonal("falling"), Cage((1, 2), 5)])
    houses = Puzzle.of("9x9+x", "5" + "." * 80, rules=[Cage((1, 2), 5)])
    for name in ("f-puzzles", "sudokupad", "iss", "solo"):
        assert parse(write(both, name)) == houses
    assert parse(write(both, "json")) == both


@for_each(
    ["4x4:0-3", "jigsaw:4x4:0-3:1112122233343444", "6x6+A3", "9x9:0-8"],
    ["rows", "joined", "line", "board", "csv"],
)
def test_rules_that_become_houses_leave_the_board_as_it_is(layout: str, name: str) -> None:
    cells = Layout.named(layout).board_count
    both = Puzzle.of(layout, "1" + "." * (cells - 1), rules=[Diagonal("rising"), Diagonal("falling")])
    houses = "6x6+x+A3" if layout == "6x6+A3" else f"{layout}+x"
    assert parse(write(both, name)) == Puzzle.of(houses, "1" + "." * (cells - 1))


def test_windows_and_diagonals_keep_digits_from_0() -> None:
    rules = [Windoku(), Diagonal("rising"), Diagonal("falling"), Cage((9, 10), 5)]
    houses = Puzzle.of("9x9:0-8+x+windows", "01" + "." * 79, rules=rules[3:])
    assert parse(write(Puzzle.of("9x9:0-8", "01" + "." * 79, rules=rules), "iss")) == houses


# -- several, and lines -------------------------------------------------------------------------------------


def test_a_variant_a_line() -> None:
    texts = [write(KILLER, name) for name in ("killer", "compact-killer", "json", "iss", "sudokupad")]
    assert [parse_line(text) for text in texts] == [KILLER] * len(texts)
    assert [entry.puzzle for entry in read_all("\n".join([texts[0]] * 3))] == [KILLER] * 3
    assert [entry.puzzle for entry in read_all("\n".join([texts[2]] * 3))] == [KILLER] * 3


def test_bulk_jobs_take_a_variant_a_line() -> None:
    """Of the 12 ways to complete a 4x4 board with this first row, 3 stands before 4 in the second row of half."""
    domino = Puzzle.of("4x4", "1234" + "." * 12, rules=[Thermometer((4, 5))])
    texts = [write(domino, name).encode() for name in ("json", "iss", "f-puzzles")]
    texts += [write(KILLER, "compact-killer").encode(), b"4x4:1234............", b"2x2::k:"]
    counts = Job("count", options={"limit": 10})(Block.of(texts))
    numbers = counts.columns["count"]
    assert isinstance(numbers, array)
    assert [*numbers[:3], numbers[4]] == [6, 6, 6, 10]
    assert list(counts.rejects) == [5]
    solved = Job("solve")(Block.of(texts)).columns["solution"]
    assert isinstance(solved, Boards)
    assert solved.text(0) == solved.text(2)
    assert parse_line((solved.text(0) or b"").decode()).givens.extends(domino.givens)
    blanks = Job("convert", options={"blank": "0"})(Block.of(texts))
    assert "does not support the rules" in blanks.rejects[0]


# -- the samples of the collection --------------------------------------------------------------------------

FOLDER = Path(os.environ.get("NONET_SHARED", "/nowhere")) / "data" / "variants" / "samples"
collection = pytest.mark.skipif(not FOLDER.exists(), reason="NONET_SHARED does not name the collection")


def table(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (FOLDER / name).read_text().split("\n")[1:] if line]


@collection
def test_lz_string_byte_for_byte() -> None:
    for _, payload, *_ in table("fpuzzles.tsv"):
        assert lzstring.compress(lzstring.decompress(payload)) == payload
    link = (FOLDER / "sudokupad_scl.txt").read_text().strip().removeprefix("scl")
    short = (FOLDER / "sudokupad_scl.zipped.txt").read_text().strip()
    assert lzstring.decompress(link) == short
    assert lzstring.compress(short) == link
    assert zipped_json.shortened(json.loads((FOLDER / "sudokupad_scl.json").read_text())) == short


@collection
@pytest.mark.parametrize(
    ("name", "column", "read_at_least"),
    [("solo_ids.tsv", 0, 120), ("iss_strings.tsv", 1, 92), ("fpuzzles.tsv", 1, 32)],
)
def test_the_samples_have_their_answers_and_are_written_again(
    name: str, column: int, read_at_least: int
) -> None:
    found, refused = 0, list[str]()
    for row in table(name):
        text = row[column] if name != "fpuzzles.tsv" else f"https://f-puzzles.com/?load={row[column]}"
        try:
            reading = read(text)
        except FormatError as error:
            refused.append(str(error))
            continue
        found += 1
        layout = reading.puzzle.layout
        answer = row[column + 1].split(",") if "," in row[column + 1] else list(row[column + 1])
        if len(answer) == layout.cell_count:
            assert reading.puzzle.is_solved_by(Grid.of(layout, map(int, answer)))
        again = write(reading, reading.format)
        assert parse(again) == reading.puzzle
        assert name != "solo_ids.tsv" or again == text
    assert found >= read_at_least
    # each refusal names the board or the rule
    assert all("nonet" in error or "only drawn" in error for error in refused)
