"""The setter's desk: what is wrong with a draft, its solutions, and the tools of the palette."""

from __future__ import annotations

import ast
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from many_cases import for_cases
from nonet import logic, rules
from nonet.clues import Clue, contradiction
from nonet.formats import read
from nonet.layout import Layout
from nonet.messages import LANGUAGES
from nonet.messages import catalogue as catalogue_of
from nonet.play import desk
from nonet.play.desk import Draft, candidates, clue_sentence, count, examine, exported, opened
from nonet.play.palette import Gesture, gesture_of, tools
from nonet.puzzle import Puzzle
from nonet.rules import Arrow, Cage, DutchFlatmates, Thermometer
from nonet.rules.registry import catalogue
from nonet.rules.shapes import Stroke
from nonet.step import Step

SMALL = Layout.named("4x4")


def draft(givens: str = "." * 16, *rules: Any) -> Draft:
    return Draft(SMALL, tuple(0 if sign == "." else int(sign) for sign in givens), rules)


# -- the palette ---------------------------------------------------------------------------------------------


def test_every_rule_has_a_tool_in_every_language() -> None:
    beside = {
        "doppelganger",
        "unknown_regions",
        "region_arrows",
        "region_count",
    }  # they need cells beside the board
    for language in LANGUAGES:
        found = tools(language)
        assert [tool.kind for tool in found] == [kind for kind in catalogue() if kind not in beside]
        assert all(tool.title and tool.text and "{" not in tool.text for tool in found)


GESTURES = {
    "cage": "cells",
    "lunchbox": "line",
    "magic_square": "cells",
    "same_digits": "groups",
    "clone": "parts",
    "count_distinct": "parts",
    "thermometer": "line",
    "arrow": "arrow",
    "difference": "edge",
    "greater": "edge",
    "quadruple": "corner",
    "negative": "switch",
    "yin_yang": "switch",
    "loop": "switch",
    "connected_digits": "cells",
    "odd": "marks",
    "minimum": "marks",
    "little_killer": "diagonal",
    "sandwich": "outside",
    "anti_knight": "switch",
    "diagonal": "switch",
    "either": "form",
}


@for_cases(GESTURES.items())
def test_how_a_rule_is_drawn(kind: str, gesture: str) -> None:
    assert gesture_of(catalogue()[kind]) is Gesture(gesture)


def test_an_arrow_may_have_a_larger_circle_but_not_an_average_arrow() -> None:
    known = {tool.kind: tool.fields for tool in tools()}
    (circle,) = known["arrow"]
    assert (circle.type, [value for value, _ in circle.choices]) == ("circle", ["1", "2", "3"])
    assert known["average_arrow"] == ()


def test_the_shaft_of_an_arrow_begins_at_the_near_end_of_its_circle() -> None:
    for circle, shaft, start in (((0, 1), (2,), 1), ((1, 2), (0,), 1), ((0, 4), (8,), 4)):
        _, stroke = Arrow(circle, shaft).shapes(SMALL)
        assert isinstance(stroke, Stroke)
        assert stroke.cells == (start, *shaft)


def test_drawn_and_filled_in_fields_are_all_that_a_rule_requires() -> None:
    for tool in tools():
        required = {field.name for field in catalogue()[tool.kind].fields() if field.required}
        asked = {*(name for name, _ in tool.cells), *(field.name for field in tool.fields)}
        assert tool.gesture is Gesture.FORM or required <= asked, tool.kind


# -- what is wrong -------------------------------------------------------------------------------------------


REFUSED: list[tuple[dict[str, object], str, str, str]] = [
    (
        {"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 9},
        "Killer cage: 2 different digits from 1 to 4 cannot sum to 9.",
        "Klec (killer): různé číslice od 1 do 4 nemohou mít v 2 políčkách součet 9.",
        "Killer-Käfig: 2 verschiedene Ziffern von 1 bis 4 können nicht die Summe 9 haben.",
    ),
    (
        {"kind": "rellik_cage", "cells": ["r1c1", "r1c1"], "sum": 3},
        "Rellik cage: r1c1 occurs twice.",
        "Klec rellik: r1c1 se opakuje.",
        "Rellik-Käfig: r1c1 kommt zweimal vor.",
    ),
    (
        {"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": "3"},
        "Killer cage: Sum: expected a number, not '3'.",
        "Klec (killer): Součet: sem patří číslo, ne '3'.",
        "Killer-Käfig: Summe: eine Zahl erwartet, nicht '3'.",
    ),
    (
        {"kind": "cage", "cells": [], "sum": 3},
        "Killer cage: it has no cells.",
        "Klec (killer): chybějí políčka.",
        "Killer-Käfig: Die Zellen fehlen.",
    ),
    (
        {"kind": "cage", "cells": ["r1c1"], "sum": 5},
        "Killer cage: a digit from 1 to 4 cannot be 5.",
        "Klec (killer): číslice od 1 do 4 nemůže být 5.",
        "Killer-Käfig: Eine Ziffer von 1 bis 4 kann nicht 5 sein.",
    ),
    (
        {"kind": "regex_line", "cells": ["r1c1", "r1c2"], "pattern": "(12"},
        "Regular expression: pattern, character 4: a closing parenthesis is missing.",
        "Regulární výraz: výraz, 4. znak: chybí pravá závorka.",
        "Regulärer Ausdruck: Ausdruck, Zeichen 4: Eine schließende Klammer fehlt.",
    ),
]


def test_a_refused_rule_is_explained_in_every_language() -> None:
    for data, *texts in REFUSED:
        said = [examine(draft("." * 16, data), language=each).troubles[0].text for each in ("en", "cs", "de")]
        assert said == texts


def test_every_reason_for_refusing_a_rule_is_in_the_catalogue() -> None:
    """Reasons are written as messages with slots: a text put together at run time cannot be translated."""
    messages = set()
    for path in Path(rules.__file__).parent.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") in ("refuse", "impossible"):
                assert isinstance(call.args[0], ast.Constant), f"{path.name}, line {call.lineno}"
                messages.add(str(call.args[0].value))
    assert len(messages) > 50
    for language in LANGUAGES[1:]:
        assert not {message for message in messages if catalogue_of(language).say(message) == message}


def test_a_good_draft_has_no_troubles() -> None:
    cage = {"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}
    report = examine(draft("1" + "." * 15, cage))
    assert report.troubles == ()
    assert report.rules == (Cage((0, 1), 3),)


def test_all_troubles_are_found_with_their_rules_and_cells() -> None:
    rules: tuple[object, ...] = (
        {"kind": "cage", "cells": ["r1c1", "r9c9"]},
        {"kind": "thermometer", "cells": ["r1c1", "r1c2"]},
        {"kind": "nonsense"},
        [],
    )
    report = examine(draft("4.......4.......", *rules))
    assert [trouble.rule for trouble in report.troubles] == [0, 2, 3, None, 1]
    assert report.rules == (None, Thermometer((0, 1)), None, None)
    assert report.troubles[3].cells == (0, 8)
    assert report.troubles[3].text == "Two 4s in column 1."
    assert report.troubles[4].cells == (0,)
    assert report.troubles[4].text == "The givens r1c1 break a rule: thermometer."


def test_what_is_missing_has_the_name_of_the_form() -> None:
    rules = (
        {"kind": "sandwich", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]},
        {"kind": "clone", "cells": ["r1c1"]},
    )
    assert [trouble.text for trouble in examine(draft("." * 16, *rules)).troubles] == [
        "Sandwich: its clue is missing (Sum).",
        "Clones: a part of it is not drawn yet.",
    ]


def test_what_is_wrong_with_a_rule_inside_another() -> None:
    cage = {"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 30}
    room = {"kind": "numbered_room", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "digit": 1}
    rules = (
        {"kind": "either", "rules": [cage]},
        {"kind": "doublers"},
        {"kind": "doublers", "rules": [room]},
        {"kind": "yin_yang"},
    )
    assert [trouble.text for trouble in examine(draft("." * 16, *rules), language="de").troubles] == [
        "Killer-Käfig: 2 verschiedene Ziffern von 1 bis 4 können nicht die Summe 30 haben.",
        "Verdoppler: für jede Zelle ist neben dem Brett eine Markierung nötig: ein Brett 4x4+M16.",
        "Verdoppler: die Regel „nummeriertes Zimmer“ gilt für Ziffern, nicht für Werte.",
        "Yin-Yang: für jede Zelle ist neben dem Brett ein Kennzeichen nötig: ein Brett 4x4+S16.",
    ]


# -- its solutions -------------------------------------------------------------------------------------------


def test_counting_stops_at_the_limit_and_in_time() -> None:
    empty = Puzzle.of("4x4", "." * 16)
    assert (count(empty, limit=288, seconds=60).number, count(empty, limit=288, seconds=60).complete) == (
        288,
        True,
    )
    assert count(empty, limit=287, seconds=60).complete is False
    hurried = count(empty, limit=288, seconds=-1)
    assert (hurried.number, hurried.complete) == (1, False)


def test_a_step_that_takes_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found before is kept."""
    steps = iter(list(logic.path(".13.43.2.2.3....")))
    is_found = False

    def slow_step(position: logic.Position) -> Step | None:
        nonlocal is_found
        if position.values.count(0) == 8:
            for _ in range(500):
                sleep(0.01)
            is_found = True
        return next(steps)

    monkeypatch.setattr(desk, "next_step", slow_step)
    report = desk.path_report(Puzzle.of("4x4", ".13.43.2.2.3...."), seconds=1)
    assert report == desk.PathReport("unknown", "", (desk.TechniqueUse("full house", (1,)),))
    assert not is_found


def test_candidates_are_those_of_the_solutions() -> None:
    line = Puzzle.of("4x4", "." * 16, rules=[Thermometer((0, 1, 2, 3))])
    found = candidates(line, seconds=60)
    assert found is not None
    assert found[:4] == (1, 2, 4, 8)
    assert found[4] == 0b1100  # box 1 has 1 and 2 in its first row
    assert candidates(line, seconds=-1) is None


def test_a_contradiction_is_minimal() -> None:
    rules = [Thermometer((0, 1, 2, 3)), Thermometer((15, 11, 7, 3)), Cage((0, 4), 3)]
    puzzle = Puzzle.of("4x4", "." * 14 + "1.", rules=rules)
    # The thermometer makes r1c1 = 1 and r1c2 = 2; the cage makes r2c1 = 2, in the same box.
    assert contradiction(puzzle) == (Clue(rule=rules[2]), Clue(rule=rules[0]))


def test_no_contradiction_where_there_is_a_solution() -> None:
    assert contradiction("12" + "." * 14) == ()


def test_a_clue_in_words() -> None:
    puzzle = Puzzle.of("4x4", "1" + "." * 15, rules=[Cage((0, 1), 3)])
    assert clue_sentence(Clue(rule=Cage((0, 1), 3)), puzzle) == "Killer cage, r1c12"


# -- texts ---------------------------------------------------------------------------------------------------


def test_what_is_exported_is_opened_again() -> None:
    puzzle = Puzzle.of("9x9", "." * 80 + "1", rules=[Cage((0, 1), 3), Thermometer((20, 21))])
    texts = {each.format: each.text for each in exported(puzzle)}
    for name in ("share", "sudokupad", "f-puzzles", "json"):
        text = texts[name]
        assert text is not None, name
        assert read(text).puzzle == puzzle
        assert opened(text).puzzle() == puzzle


def test_a_format_that_cannot_hold_a_rule_says_why() -> None:
    puzzle = Puzzle.of("9x9", "." * 81, rules=[DutchFlatmates()])
    (export,) = (each for each in exported(puzzle) if each.format == "f-puzzles")
    assert export.text is None
    assert "dutch_flatmates" in export.reason
