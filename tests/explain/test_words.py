"""Explanations: every technique, in every language and tier, for a real step."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from nonet.candidates import Candidates
from nonet.errors import NonetError
from nonet.explain import FAMILIES, LANGUAGES, TIERS, explain, family_of, sentences, technique_name
from nonet.explain.examples import Example, example
from nonet.explain.notation import cell_parts
from nonet.explain.telling import teller
from nonet.explain.view import Account, View
from nonet.explain.voice import voice
from nonet.explain.wording import sentences_of
from nonet.explain.words.generic import generic
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import technique_keys
from nonet.step import Candidate, Case, Evidence, Link, Node, Role, RoleKind, Step, Truth

KEYS = technique_keys()
DATA = Path(__file__).resolve().parents[1] / "data"


@cache
def shown(key: str) -> Example:
    found = example(key)
    assert found is not None, f"{key} has no example"
    return found


@pytest.mark.parametrize("key", KEYS)
def test_every_technique_has_an_example_that_still_shows_it(key: str) -> None:
    assert shown(key).step.technique == key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_technique_is_told_in_all_tiers(key: str, language: str) -> None:
    step, layout = shown(key).step, shown(key).position.layout
    texts = [explain(step, layout, tier=tier, language=language) for tier in TIERS]
    name = technique_name(key, language)
    assert len(set(texts)) == 4, texts
    for text in texts:
        assert text.strip() == text
        assert not re.search(r"[{][a-z_]", text), text  # no slot is left unfilled
        assert not re.search(r"\bNone\b(?! of)", text), text
        assert "  \n" not in text
    assert name not in texts[0]
    assert name in texts[1]
    for text in texts[2:]:
        assert text.lower().startswith(name.lower())
    for cell, _ in (*step.placements, *step.eliminations):
        assert 0 <= cell < layout.cell_count
    assert texts[3].endswith(".")


@pytest.mark.parametrize("key", KEYS)
def test_the_conclusion_comes_last_and_is_whole(key: str) -> None:
    """The last sentence names every placement and elimination, and nothing else."""
    step, layout = shown(key).step, shown(key).position.layout
    last = sentences(step, layout)[-1]
    assert last.startswith("Therefore ")
    found: dict[str, set[tuple[int, int]]] = {"=": set(), "≠": set()}
    for cells, sign, digit in re.findall(r"((?:r\d+c\d+,?)+) ([=≠]) (\d+)", last):
        for rows, columns in re.findall(r"r(\d+)c(\d+)", cells):
            for row in rows:
                for column in columns:
                    found[sign].add((layout.cell(int(row) - 1, int(column) - 1), int(digit)))
    assert found == {"=": set(step.placements), "≠": set(step.eliminations)}


def _told(key: str, view: View) -> Account:
    tell = teller(key)
    assert tell is not None
    return tell(view)


@pytest.mark.parametrize("key", KEYS)
def test_it_has_a_teller_of_its_own(key: str) -> None:
    """The fallback must not hide that a teller breaks down."""
    told = _told(key, View(shown(key).step, shown(key).position.layout))
    assert told.where
    assert told.pattern
    assert told.reasoning


@pytest.mark.parametrize("key", KEYS)
def test_an_explanation_does_not_depend_on_how_the_key_is_spelt(key: str) -> None:
    """The catalogue names the function that explains a technique, and the step has the evidence; that is all."""
    step, layout = shown(key).step, shown(key).position.layout
    assert _told(key, View(replace(step, technique="unknown"), layout)) == _told(key, View(step, layout))


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_said_of_cells_that_play_no_part(key: str) -> None:
    """Every cell named in the text is in the evidence or the conclusion."""
    step, layout = shown(key).step, shown(key).position.layout
    evidence = step.evidence
    known = {cell for cell, _ in (*step.placements, *step.eliminations)}
    for role in evidence.roles:
        known.update(role.cells)
    for link in (*evidence.links, *(link for chain in evidence.chains for link in chain)):
        for node in (link.start, link.end):
            known.update(node.cells)
            known.update(node.set_cells)
    for truth in (*evidence.truths, *_case_truths(evidence.cases)):
        if truth.cell is not None:
            known.add(truth.cell)
    for rows, columns in re.findall(r"r(\d+)c(\d+)", explain(step, layout)):
        for row in rows:
            for column in columns:
                assert layout.cell(int(row) - 1, int(column) - 1) in known


def _case_truths(case: Case | None) -> list[Truth]:
    if case is None:
        return []
    found = [*case.truths, *([case.split] if case.split else [])]
    if case.candidate is not None:
        found.append(Truth(cell=case.candidate[0]))
    for inner in case.cases:
        found += _case_truths(inner)
    return found


def test_names_differ() -> None:
    for language in LANGUAGES:
        names = [technique_name(key, language) for key in KEYS]
        assert len(set(names)) == len(names)


def test_every_technique_has_a_family() -> None:
    assert {family_of(key) for key in KEYS} == set(FAMILIES)


# -- an unknown technique ------------------------------------------------------------------------------


NEW = Step(
    "brand-new",
    eliminations=((0, 5),),
    evidence=Evidence(
        (Role(RoleKind.SET, (1, 2), (5, 7), (), "A"), Role(RoleKind.COVER, (), (5,), (0, 10))),
        (Truth(cell=1), Truth(house=0, digit=5)),
        (
            Link(Node(5, (0,)), Node(5, (1, 2), on=False), False),
            Link(Node(5, (1, 2), on=False), Node(5, (3,)), True),
        ),
    ),
)


def test_a_new_technique_is_told_by_its_roles() -> None:
    text = explain(NEW, CLASSIC)
    assert text.startswith("Brand new: Set A: r1c23, {57}.")
    assert "row 1 and column 2" in text
    assert "r1c1 = 5 → r1c23 ≠ 5 → r1c4 = 5 (row 1)" in text
    assert text.endswith("Therefore r1c1 ≠ 5.")
    assert "Množina A: r1c23" in explain(NEW, CLASSIC, language="cs")


@pytest.mark.parametrize("kind", list(RoleKind))
def test_every_role_has_a_name(kind: RoleKind) -> None:
    step = Step("brand-new", placements=((3, 1),), evidence=Evidence((Role(kind, (3,), (1,)),)))
    (fact,) = generic(View(step, CLASSIC)).pattern
    for language in LANGUAGES:
        (sentence,) = sentences_of([fact], CLASSIC, language=language)
        assert sentence.endswith(": r1c4, {1}.")
        assert not sentence.startswith(":")


@pytest.mark.parametrize("key", KEYS)
def test_evidence_of_another_kind_is_no_reason_to_fail(key: str) -> None:
    """A step of a plug-in may have a known key but its own roles."""
    bare = Step(key, eliminations=((0, 5),))
    for tier in TIERS:
        assert explain(bare, CLASSIC, tier=tier)


# -- notation and grammar -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "parts"),
    [
        ([0], ["r1c1"]),
        ([0, 18], ["r13c1"]),
        ([0, 7], ["r1c18"]),
        ([0, 1, 9, 10], ["r12c12"]),
        ([0, 1, 9], ["r1c12", "r2c1"]),
        ([80, 0, 80], ["r1c1", "r9c9"]),
        ([3, 12, 21, 5], ["r1c46", "r23c4"]),
        ([3, 12, 21, 6, 15, 24, 40], ["r123c47", "r5c5"]),
    ],
)
def test_cell_parts(cells: list[int], parts: list[str]) -> None:
    assert cell_parts(CLASSIC, cells) == parts


def test_numbers_of_big_boards_are_not_joined() -> None:
    big = Layout.named("16x16")
    assert cell_parts(big, [0, 11, 16]) == ["r1c1", "r1c12", "r2c1"]


@pytest.mark.parametrize(
    ("language", "form", "houses", "text"),
    [
        ("en", "in", [0], "in row 1"),
        ("en", "in", [0, 3, 8], "in rows 1, 4 and 9"),
        ("en", "of", [0, 9, 18], "of row 1, of column 1 and of box 1"),
        ("cs", "", [0, 1], "řádky 1 a 2"),
        ("cs", "in", [9], "ve sloupci 1"),
        ("cs", "in", [9, 10, 11, 12, 13], "ve sloupcích 1, 2, 3, 4 a 5"),
        ("cs", "of", [18, 19], "bloků 1 a 2"),
        ("cs", "at", [0, 9], "na řádek 1 a na sloupec 1"),
    ],
)
def test_houses_have_forms(language: str, form: str, houses: list[int], text: str) -> None:
    assert format(voice(language).houses(CLASSIC, houses), form) == text


def test_diagonals_and_windows_have_forms() -> None:
    for name, text in (("x", "na diagonále 1"), ("windoku", "v okně 1")):
        layout = Layout.named(name)
        assert format(voice("cs").houses(layout, [27]), "in") == text


def test_unknown_tiers_and_languages_are_refused() -> None:
    with pytest.raises(NonetError, match="tier 5"):
        explain(NEW, CLASSIC, tier=5)
    with pytest.raises(NonetError, match="language 'tlh'"):
        explain(NEW, CLASSIC, language="tlh")


# -- dead ends --------------------------------------------------------------------------------------------


def dead_ends(case: Case) -> list[Truth]:
    """The contradictions that the text names for the leaves of a proof by cases."""
    if case.split is None:
        return [case.truths[-1]]
    return [truth for inner in case.cases for truth in dead_ends(inner)]


def test_the_dead_ends_that_are_told_are_dead() -> None:
    """Each leaf of a nested net names a cell or a house, which has no candidates left in that branch."""
    found = shown("nested-net")
    case = found.step.evidence.cases
    assert case is not None
    assert dead_ends(case)
    check_leaves(found.position, case, [], [])


def check_leaves(position: Candidates, case: Case, truths: list[Truth], true: list[Candidate]) -> None:
    truths = [*truths, *case.truths]
    true = true if case.candidate is None else [*true, case.candidate]
    for inner in case.cases:
        check_leaves(position, inner, truths, true)
    if case.split is None:
        assert not left(position, case.truths[-1], followed(position, truths[:-1], true))


def followed(position: Candidates, truths: list[Truth], true: list[Candidate]) -> list[Candidate]:
    """Everything that the truths force."""
    true = list(true)
    found = true
    while found:
        options = [left(position, truth, true) for truth in truths]
        found = [some[0] for some in options if len(some) == 1 and some[0] not in true][:1]
        true += found
    return true


def left(position: Candidates, truth: Truth, true: list[Candidate]) -> list[Candidate]:
    """The candidates that no truth excludes."""
    layout = position.layout
    if truth.cell is not None:
        options = [(truth.cell, digit) for digit in position.digits(truth.cell)]
    else:
        assert truth.house is not None
        assert truth.digit is not None
        options = [
            (cell, truth.digit)
            for cell in layout.houses[truth.house].cells
            if truth.digit in position.digits(cell)
        ]
    return [
        (cell, digit)
        for cell, digit in options
        if not any(
            (cell == other and digit != value) or (digit == value and other in layout.peers[cell])
            for other, value in true
        )
    ]
