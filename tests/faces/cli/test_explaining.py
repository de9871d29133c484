"""`explain`, `hint`, `rate` and `techniques`: tests that cannot be written as transcripts."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from nonet.explain import from_record, technique_name
from nonet.formats.json_puzzle import from_json, to_json
from nonet.grid import Grid
from nonet.jobs import operations
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import technique_keys, variant_techniques
from nonet.logic.path import path
from nonet.logic.position import Position
from nonet.logic.verify import verify
from nonet.native import kernel
from nonet.parallel.processes import ProcessPool
from nonet.play.lessons import KILLER_PATH, RULE_PATH
from nonet.puzzle import Puzzle
from nonet.rating.variants import VariantScale
from nonet.rules import from_data
from nonet.solving import some_solution

from .conftest import Sudoku

PUZZLE = "..5..478..7..1.4...1..5...6591..3....43...5..............7..8.58....93.7....6.1.."
EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
LAST = "213443121243342."


def position_of(text: str) -> Position:
    return Position.of(Puzzle.of(CLASSIC, (0 if sign == "." else int(sign) for sign in text)))


def test_the_json_of_a_path_can_be_replayed_and_proved(sudoku: Sudoku) -> None:
    """The JSON is complete: its steps solve the puzzle, and the verifier proves each of them."""
    answer = sudoku("explain", "--json", PUZZLE)
    assert (answer.err, answer.status) == ("", 0)
    document = json.loads(answer.out)
    assert (document["schema"], document["layout"], document["givens"]) == ("nonet-step-1", "9x9", PUZZLE)
    position = position_of(PUZZLE)
    for number, record in enumerate(document["steps"], start=1):
        assert record["number"] == number
        step = from_record(record, CLASSIC)
        verify(position, step)
        position.apply(step)
        assert set(record["text"]) == {"1", "2", "3", "4"}
    assert position.is_solved
    assert document["rating"]["score"] == sum(record["score"] for record in document["steps"])


@pytest.mark.parametrize(
    "rule",
    [
        {"kind": "diagonal"},
        {"kind": "windoku"},
        {"kind": "disjoint_groups"},
        {"kind": "extra_region", "cells": [f"r{number}c{number}" for number in range(1, 10)]},
    ],
    ids=lambda rule: rule["kind"],
)
def test_the_json_of_steps_in_the_houses_of_a_rule(sudoku: Sudoku, rule: dict[str, object]) -> None:
    board = from_json(json.dumps({"nonet": 1, "layout": "9x9", "rules": [rule]}))
    grid = some_solution(board)
    assert grid is not None
    givens = [0 if cell % 5 in (0, 2) else value for cell, value in enumerate(grid)]
    puzzle = replace(board, givens=Grid(CLASSIC, bytes(givens)))
    answer = sudoku("explain", "--json", to_json(puzzle))
    assert (answer.err, answer.status) == ("", 0)
    position = Position.of(puzzle)
    steps = [from_record(record, position.layout) for record in json.loads(answer.out)["steps"]]
    for step, found in zip(steps, path(puzzle), strict=True):
        assert step == found == from_record(found.to_json(), position.layout)
        position.apply(step)
    assert position.is_solved
    houses = {house for step in steps for role in step.evidence.roles for house in role.houses}
    assert max(houses) >= len(CLASSIC.houses), "none of them is in a house of the rule"


@pytest.mark.parametrize("scheme", ["hodoku", *(["se"] if kernel else [])])
def test_a_solved_puzzle_has_no_next_step(sudoku: Sudoku, scheme: str) -> None:
    solved = sudoku("solve", EASY, "--format", "line").out.strip()
    for language, sentence in (("en", "The puzzle is solved."), ("de", "Das Sudoku ist gelöst.")):
        for command in (("explain", "--scheme", scheme), ("explain", "--next"), ("hint",)):
            answer = sudoku(*command, "--lang", language, solved)
            assert (answer.out, answer.err, answer.status) == (f"{sentence}\n", "", 0)


def test_where_no_technique_helps(sudoku: Sudoku) -> None:
    """Our techniques say nothing about the only cell of a board."""
    for command in (("explain",), ("explain", "--next"), ("hint", "--tier", "1")):
        answer = sudoku(*command, "--layout", "1x1", "0")
        assert (answer.out, answer.err, answer.status) == ("None of our techniques helps here.\n", "", 0)


def test_no_step_of_the_techniques_asked_for(sudoku: Sudoku) -> None:
    answer = sudoku("explain", "12....1..3..4...", "--technique", "x-wing", "--lang", "cs")
    assert (answer.out, answer.err, answer.status) == (
        "",
        "Žádný krok tu nepoužívá tuto techniku: X-wing.\n",
        1,
    )
    answer = sudoku("explain", "12....1..3..4...", "--technique", "x-wing", "--technique", "swordfish")
    assert answer.err == "No step here uses these techniques: X-wing, swordfish.\n"
    assert sudoku("explain", "12....1..3..4...", "--technique", "x-wing", "--json").status == 1


@pytest.mark.parametrize("command", [("explain", "--next", PUZZLE), ("hint", PUZZLE), ("techniques",)])
def test_json_is_valid_where_only_ascii_can_be_written(sudoku: Sudoku, command: tuple[str, ...]) -> None:
    answers = [
        sudoku(*command, "--json", "--lang", "cs", encoding=encoding) for encoding in ("ascii", "utf-8")
    ]
    assert json.loads(answers[0].out) == json.loads(answers[1].out)
    assert not answers[1].out.isascii()


def test_the_texts_in_json_name_cells_as_asked(sudoku: Sudoku) -> None:
    answer = sudoku("explain", "--next", "--json", "--cells", "words", PUZZLE)
    texts = json.loads(answer.out)["steps"][0]["text"]
    assert "row" in texts["4"]
    assert "r1c" not in texts["4"]


def test_the_json_of_a_variant_has_its_rules(sudoku: Sudoku) -> None:
    """What the JSON says is enough to build the puzzle again and to prove every step."""
    killer = sudoku("create", "--variant", "killer", "--layout", "4x4", "--seed", "1").out
    document = json.loads(sudoku("explain", "--json", killer).out)
    layout = Layout.named(document["layout"])
    rules = [from_data(rule, layout) for rule in document["rules"]]
    puzzle = Puzzle.of(layout, document["givens"], rules=rules)
    assert puzzle == from_json(killer)
    position = Position.of(puzzle)
    for record in document["steps"]:
        step = from_record(record, layout)
        verify(position, step)
        position.apply(step)
    assert position.is_solved


def test_text_and_json_describe_the_same_path(sudoku: Sudoku) -> None:
    lines = sudoku("explain", "--tier", "2", EASY).out.splitlines()
    steps = json.loads(sudoku("explain", "--json", EASY).out)["steps"]
    assert len(lines) == len(steps) + 1
    for line, record in zip(lines, steps, strict=False):
        assert line == f"{record['number']:2}. {record['text']['2']}"


def test_a_picture_of_every_step(sudoku: Sudoku, tmp_path: Path) -> None:
    answer = sudoku("explain", "--svg", str(tmp_path / "step.svg"), EASY)
    files = sorted(tmp_path.glob("*.svg"))
    assert [str(path) for path in files] == answer.err.splitlines()
    assert len(files) == len(answer.out.splitlines()) - 1
    assert files[0].name == "step-01.svg"
    for file in files:
        ElementTree.parse(file)


def test_one_picture_has_the_given_name(sudoku: Sudoku, tmp_path: Path) -> None:
    for arguments in (("explain", "--next"), ("hint",)):
        path = tmp_path / "next.svg"
        assert sudoku(*arguments, "--svg", str(path), EASY).status == 0
        assert ElementTree.parse(path).getroot().get("role") == "img"
        path.unlink()


def test_a_picture_that_cannot_be_written(sudoku: Sudoku, tmp_path: Path) -> None:
    answer = sudoku("hint", "--svg", str(tmp_path / "no" / "where.svg"), EASY)
    assert answer.status == 2
    assert "cannot write" in answer.err


def test_all_steps_of_a_technique_in_this_position(sudoku: Sudoku) -> None:
    steps = json.loads(sudoku("explain", "--next", "--technique", "hidden-single", "--json", EASY).out)[
        "steps"
    ]
    assert len(steps) > 1
    assert {record["technique"] for record in steps} == {"hidden-single"}
    position = position_of(EASY.replace("0", "."))
    for record in steps:
        verify(position, from_record(record, CLASSIC))


def test_uniqueness_can_be_left_out(sudoku: Sudoku) -> None:
    steps = json.loads(sudoku("explain", "--no-uniqueness", "--json", PUZZLE).out)["steps"]
    assert not any("deadly" in record["evidence"] for record in steps)


def test_colour_on_a_terminal_only(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[" in sudoku("explain", "--next", LAST, terminal=True).out
    assert "\x1b[" not in sudoku("explain", "--next", LAST).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in sudoku("explain", "--next", LAST, terminal=True).out


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize(
    "command", [("explain", "--next"), ("hint", "--tier", "4"), ("techniques", "xy-chain")]
)
def test_plain_terminals_get_plain_text(sudoku: Sudoku, command: tuple[str, ...], language: str) -> None:
    arguments = (*command, "--lang", language)
    puzzle = () if command[0] == "techniques" else (PUZZLE,)
    answer = sudoku(*arguments, *puzzle, encoding="ascii")
    assert (answer.err, answer.status) == ("", 0)
    assert answer.out.isascii()


def test_hint_as_json(sudoku: Sudoku) -> None:
    document = json.loads(sudoku("hint", "--json", EASY).out)
    assert document["kind"] == "step"
    verify(position_of(EASY.replace("0", ".")), from_record(document["step"], CLASSIC))
    wrong = EASY[:2] + "1" + EASY[3:]  # 1 fits into r1c3, but the solution has 4 there
    answer = sudoku("hint", "--json", EASY, "--at", wrong)
    document = json.loads(answer.out)
    assert (document["kind"], document["cells"], answer.status) == ("mistake", ["r1c3"], 1)


def test_a_board_in_a_file_may_break_the_rules(sudoku: Sudoku, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(EASY[:2] + "5" + EASY[3:])
    answer = sudoku("hint", "--tier", "3", EASY, "--at", str(tmp_path / "board.txt"))
    assert (answer.status, answer.err) == (1, "")
    assert answer.out.startswith("      c1")  # it is drawn
    assert "Two 5s in row 1" in answer.out


# -- rating many ----------------------------------------------------------------------------------------


def test_many_lines_on_several_threads_keep_their_order(sudoku: Sudoku, tmp_path: Path) -> None:
    """Thirty puzzles and two bad lines give the same output, in order, with one thread and with two."""
    puzzles = [EASY[:81]] * 3 + [PUZZLE]
    lines = [puzzles[number % 4] for number in range(30)]
    lines.insert(7, "not a puzzle")
    lines.insert(20, "." * 81)
    file = tmp_path / "many.txt"
    file.write_text("\n".join(lines))
    one = sudoku("rate", "--lines", str(file), "--format", "csv", "--threads", "1")
    two = sudoku("rate", "--lines", str(file), "--format", "csv", "--threads", "2")
    assert one == two
    assert one.status == 1
    assert [line.split(":")[0] for line in one.err.splitlines()] == ["line 8", "line 21"]
    rated = [line.split(",")[0].replace(".", "0") for line in one.out.splitlines()[1:]]
    assert rated == [line.replace(".", "0") for line in lines if len(line) == 81 and line != "." * 81]


def test_lines_that_take_python_are_shared_among_processes(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other boards and variants, once they have taken some time; the output is that of one process."""
    shared: list[Puzzle] = []
    original = ProcessPool.map

    def noting(pool: ProcessPool, function: Any, items: Iterable[Puzzle]) -> Any:
        shared.extend(puzzles := list(items))
        return original(pool, function, puzzles)

    file = tmp_path / "many.txt"
    file.write_text("\n".join([LAST, "oops", EASY, "." * 16, f"{LAST} # layout: 4x4", ".13.43.2.2.3...."]))
    one = sudoku("rate", "--lines", str(file), "--threads", "1")
    monkeypatch.setattr(ProcessPool, "map", noting)
    assert sudoku("rate", "--lines", str(file), "--threads", "2") == one
    assert shared == []  # too little work to start a process for
    monkeypatch.setattr(operations, "ALONE", 0)
    assert sudoku("rate", "--lines", str(file), "--threads", "2") == one
    assert [puzzle.layout.name for puzzle in shared] == ["4x4"] * 4
    assert [line.split(":")[0] for line in one.err.splitlines()] == ["line 2", "line 4"]


def test_a_variant_may_be_a_line(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among classic puzzles; one that takes too long says so, in a file and alone."""
    thermo = ".Shape~4x4.Thermo~R1C3~R2C4~R3C3.Thermo~R2C3~R1C2~R2C1.~R4C4_1"
    lines = f"{EASY}\n{thermo}\n{LAST}\n"
    rows = [*csv.DictReader(sudoku("rate", "--format", "csv", "--lines", "-", stdin=lines).out.splitlines())]
    alone = sudoku("rate", "--json", thermo)
    assert [row["level"] for row in rows] == ["easy", json.loads(alone.out)["level"], "easy"]
    assert [row["scheme"].split()[0] for row in rows] == ["hodoku", "variants", "hodoku"]

    def endless(scale: VariantScale, puzzle: Puzzle) -> None:
        while True:
            pass

    monkeypatch.setattr(VariantScale, "rate", endless)
    answer = sudoku("rate", "--json", "--lines", "-", "--timeout", "0.05", stdin=lines)
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert [each["level"] for each in found] == ["easy", "unknown", "easy"]
    assert [each["score"] is None for each in found] == [False, True, False]
    assert answer.status == 0
    alone = sudoku("rate", "--timeout", "0.05", thermo)
    assert (alone.out, alone.err, alone.status) == ("unknown (variants 2, out of time)\n", "", 3)


def test_every_bad_line_is_named_and_comments_are_skipped(sudoku: Sudoku) -> None:
    answer = sudoku("rate", "--lines", "-", stdin="\ufeff213443121243342.\n# a remark\n\n" + "oops\n" * 30)
    assert answer.out.startswith("213443121243342. # easy")
    assert [line.split(":")[0] for line in answer.err.splitlines()] == [f"line {n}" for n in range(4, 34)]
    assert answer.status == 1


def test_invalid_utf8_is_a_bad_line(sudoku: Sudoku) -> None:
    answer = sudoku("rate", "--lines", "-", stdin=b"\xff\xfe\n213443121243342.\n")
    assert answer.status == 1
    assert answer.err.startswith("line 1: ")
    assert answer.out.startswith("213443121243342. # easy")


@pytest.mark.skipif(kernel is None, reason="takes a while without the kernel")
def test_a_value_with_a_comma_is_quoted_once(sudoku: Sudoku) -> None:
    hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    rows = [*csv.DictReader(sudoku("rate", "--format", "csv", hard).out.splitlines())]
    assert [row["scheme"] for row in rows] == ["hodoku 2.2, differs"]


def test_nan_is_no_number_of_seconds(sudoku: Sudoku) -> None:
    answer = sudoku("check", "--timeout", "nan", LAST)
    assert (answer.out, answer.status) == ("", 2)
    assert "'nan' is not a valid number." in answer.err


def test_ratings_as_json(sudoku: Sudoku) -> None:
    record = json.loads(sudoku("rate", "--json", LAST).out)
    assert (record["scheme"], record["version"], record["score"]) == ("hodoku", "2.2", 4)


# -- the catalog ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_list_names_every_technique(sudoku: Sudoku, language: str) -> None:
    words = set(sudoku("techniques", "--lang", language).out.split())
    assert words.issuperset(technique_keys())


def test_techniques_of_cages_and_of_other_rules_are_listed_apart(sudoku: Sudoku) -> None:
    out = sudoku("techniques").out
    cages, others = out.partition("\nKiller cages\n")[2].split("\nOther rules\n")
    listed = [{line.split()[0] for line in part.splitlines()} for part in (cages, others)]
    assert listed[0] >= set(KILLER_PATH)
    assert listed[1] >= set(RULE_PATH)
    assert listed[0] | listed[1] == {each.key for each in variant_techniques()}


@pytest.mark.parametrize("key", ["no-partner", "twins", "skyline"])
def test_a_technique_of_a_rule_is_drawn_and_explained(sudoku: Sudoku, key: str) -> None:
    out = sudoku("techniques", key).out
    assert "┏━" in out
    assert out.splitlines()[-1].casefold().startswith(f"{technique_name(key)}: ".casefold())


def test_the_catalog_as_json_has_an_example_for_each(sudoku: Sudoku) -> None:
    catalog = json.loads(sudoku("techniques", "--json").out)
    assert tuple(record["key"] for record in catalog) == technique_keys()
    assert all(record["example"].startswith(":") for record in catalog)


def test_one_technique_is_drawn_and_explained(sudoku: Sudoku) -> None:
    out = sudoku("techniques", "x-wing").out
    assert "┏━" in out
    assert "  ✗  eliminated: " in out
    assert out.splitlines()[-1].startswith(
        "X-wing: In rows 1 and 5 the 1s can only be in columns 5 and 7, so "
    )


def test_one_technique_as_json_and_as_a_file(sudoku: Sudoku, tmp_path: Path) -> None:
    assert json.loads(sudoku("techniques", "x-wing", "--json").out)["technique"] == "x-wing"
    answer = sudoku("techniques", "x-wing", "--svg", str(tmp_path / "x.svg"))
    assert answer.err.strip() == str(tmp_path / "x.svg")
    ElementTree.parse(tmp_path / "x.svg")


def test_techniques_that_no_path_tries_can_be_allowed(sudoku: Sudoku) -> None:
    monster = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    run = sudoku("explain", "--allow", "sk-loop", monster)
    assert run.status == 0
    assert " 1. SK-loop: " in run.out
    assert run.out.endswith("None of the techniques that are allowed helps from here on.\n")
    document = json.loads(sudoku("explain", "--allow", "sk-loop", "--json", monster).out)
    assert document["steps"][0]["technique"] == "sk-loop"
    assert "rating" not in document
    run = sudoku("explain", "--allow", "tridagon", monster)
    assert (run.status, run.out) == (1, "")
    assert sudoku("explain", "--allow", "exocet", "--scheme", "se", monster).status == 2
