"""Explanations: every technique, in every language and tier, for a real step."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from unittest.mock import Mock

import pytest

from explain.reading import CELLS
from many_cases import check_all, for_cases, for_each, spread
from nonet.candidates import Candidates
from nonet.errors import NonetError
from nonet.explain import (
    FAMILIES,
    LANGUAGES,
    TIERS,
    Mark,
    explain,
    explaining,
    facts,
    family_of,
    picture,
    pictures,
    sentences,
    technique_name,
)
from nonet.explain import grammar as say
from nonet.explain.cell_names import CellNames
from nonet.explain.examples import Example, example, example_case, examples
from nonet.explain.explaining import explainer_of
from nonet.explain.folding import folded
from nonet.explain.notation import cell_parts
from nonet.explain.step_view import Account, StepView
from nonet.explain.voice import voice
from nonet.explain.wording import sentences_of, text_of
from nonet.explain.words.generic import generic
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.cases import parse_case
from nonet.logic.catalog import entry, technique_keys
from nonet.logic.path import next_step
from nonet.logic.position import Position
from nonet.step import Evidence, Link, Node, Role, RoleKind, Step, Truth

KEYS = technique_keys()
LARGE_FISH = [
    key for key in KEYS if key.endswith(("whale", "leviathan")) and ("franken" in key or "mutant" in key)
]
"""Their examples take longer to find than those of all other techniques."""
DATA = Path(__file__).resolve().parents[1] / "data"


@cache
def shown(key: str) -> Example:
    found = example(key)
    assert found is not None, f"{key} has no example"
    return found


def each_technique(check: Callable[[str], None]) -> Callable[[list[str]], None]:
    """Runs a test with the key of every technique; with those of the largest fish in `make test-all`."""
    most = [key for key in KEYS if key not in LARGE_FISH]
    large = pytest.param(LARGE_FISH, id="large fish", marks=pytest.mark.slow)

    @pytest.mark.parametrize("keys", [pytest.param(most, id="most"), large])
    def test(keys: list[str]) -> None:
        check_all(check, ((key,) for key in keys))

    test.__name__, test.__doc__ = check.__name__, check.__doc__
    return test


@each_technique
def test_every_technique_has_an_example_that_still_shows_it(key: str) -> None:
    assert shown(key).step.technique == key


@each_technique
def test_every_technique_is_explained_in_all_tiers(key: str) -> None:
    for language in LANGUAGES:
        check_tiers(key, language)


def check_tiers(key: str, language: str) -> None:
    step, position = shown(key).step, shown(key).position
    layout = position.layout
    texts = [explain(step, position, tier=tier, language=language) for tier in TIERS]
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


@each_technique
def test_the_first_tier_names_no_cell(key: str) -> None:
    """Nor does the second: where to look is a house, a digit or a rule."""
    for found in examples(key):
        for language in [*LANGUAGES, *(f"{each}@words" for each in LANGUAGES)]:
            for tier in (1, 2):
                text = explain(found.step, found.position, tier=tier, language=language)
                assert not CELLS.search(text), text
        for tier in (1, 2):
            assert not picture(found.position, found.step, tier=tier).marks


@each_technique
def test_it_begins_in_a_players_words(key: str) -> None:
    """The short form has no base, no cover and no case, and few sentences; but the line of a chain."""
    found = shown(key)
    text = explain(found.step, found.position, detail="short", language="en@words")
    assert explain(found.step, found.position, language="en@words").startswith(re.split(r"\.\s", text)[0])
    assert "cover" not in text
    assert "Suppose" not in text
    assert len(re.findall(r"\. ", "".join(line for line in text.split("\n") if "→" not in line))) < 9, text


def test_a_w_wing_is_told_in_three_sentences() -> None:
    found = shown("w-wing")
    assert explain(found.step, found.position, detail="short") == (
        "W-wing: r7c3 and r8c5 are both 1 or 2, and each of them sees one of the two places for 1 in row 9. So they "
        "cannot both be 1: one of them is 2. Therefore r7c6,r8c3 ≠ 2."
    )


@each_technique
def test_the_conclusion_comes_last_and_is_whole(key: str) -> None:
    """The last sentence names every placement and elimination, and nothing else."""
    step, layout = shown(key).step, shown(key).position.layout
    last = sentences(step, shown(key).position)[-1]
    assert last.startswith("Therefore ")
    found: dict[str, set[tuple[int, int]]] = {"=": set(), "≠": set()}
    for cells, sign, digit in re.findall(r"((?:r\d+c\d+,?)+) ([=≠]) (\d+)", last):
        for rows, columns in re.findall(r"r(\d+)c(\d+)", cells):
            for row in rows:
                for column in columns:
                    found[sign].add((layout.cell(int(row) - 1, int(column) - 1), int(digit)))
    assert found == {"=": set(step.placements), "≠": set(step.eliminations)}


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


EMPTY = Candidates.at(Grid.empty(CLASSIC))


def test_a_new_technique_is_explained_by_its_roles() -> None:
    text = explain(NEW, EMPTY)
    assert text.startswith("Brand new: Set A: r1c23, {57}.")
    assert "row 1 and column 2" in text
    assert "r1c1 = 5 → r1c23 ≠ 5 → r1c4 = 5" in text
    assert text.endswith("Therefore r1c1 ≠ 5.")
    assert "Množina A: r1c23" in explain(NEW, EMPTY, language="cs")


@pytest.mark.parametrize(
    ("key", "language", "said"),
    [
        ("x-wing", "de", "Die Basis liegt in den Zeilen 1 und 5, die Abdeckung in den Spalten 5 und 7."),
        ("mutant-x-wing", "de", "in Zeile 4 und in Spalte 2, die Abdeckung in den Blöcken 1 und 4."),
        ("kraken-fish-2", "cs", "Základ tvoří řádek 1 a blok 8, krytí sloupce 5 a 6."),
        ("naked-pair", "cs", "Políček a číslic je stejný počet"),
        ("dual-empty-rectangle", "cs", "jen v jednom z r1c1 a r2c123."),
    ],
)
def test_sentences_agree_in_number_and_case(key: str, language: str, said: str) -> None:
    found = example(key)
    assert found is not None
    assert said in explain(found.step, found.position, language=language)


def test_one_of_many_cells_is_named_in_the_form_that_is_asked_for() -> None:
    places = CellNames(voice("cs"), CLASSIC, [0, 9, 10, 11], choice=True)
    assert (f"{places}", f"{places:in}") == ("jedno z r1c1 a r2c123", "v jednom z r1c1 a r2c123")


@pytest.mark.parametrize("kind", list(RoleKind))
def test_every_role_has_a_name(kind: RoleKind) -> None:
    step = Step("brand-new", placements=((3, 1),), evidence=Evidence((Role(kind, (3,), (1,)),)))
    (fact,) = generic(StepView(step, EMPTY)).pattern
    for language in LANGUAGES:
        (sentence,) = sentences_of([fact], CLASSIC, language=language)
        assert sentence.endswith(": r1c4, {1}.")
        assert not sentence.startswith(":")


@each_technique
def test_the_generic_explainer_needs_no_evidence(key: str) -> None:
    bare = Step(key, eliminations=((0, 5),))
    for tier in TIERS:
        assert facts(bare, EMPTY, tier=tier, explainer=generic)


def test_a_technique_without_an_explainer_gets_the_generic_text() -> None:
    """That of a plug-in, which the catalogue does not have."""
    step = Step("brand-new", eliminations=((0, 5),), evidence=Evidence((Role(RoleKind.BASE, (3,), (1,)),)))
    assert explainer_of("brand-new") is generic
    assert "r1c4" in explain(step, EMPTY)


@pytest.mark.parametrize("fault", [LookupError, ValueError, AssertionError, StopIteration])
def test_the_fault_of_an_explainer_is_raised(monkeypatch: pytest.MonkeyPatch, fault: type[Exception]) -> None:
    def broken(view: StepView) -> Account:
        raise fault("a bug")

    monkeypatch.setattr(explaining, "explainer_of", lambda key: broken)
    with pytest.raises(fault, match="a bug"):
        explain(shown("x-wing").step, shown("x-wing").position)


def test_known_cases_are_told_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.explain.proof.MOST_SPLITS", 0)  # no search for cases
    found = shown("nested-net")
    assert explain(found.step, found.position)


@each_technique
def test_an_explanation_does_not_depend_on_how_the_key_is_spelt(key: str) -> None:
    """The catalogue names the function that explains a technique, and the step has the evidence; that is all."""
    step, position = shown(key).step, shown(key).position
    tell = explainer_of(key)
    assert tell(StepView(replace(step, technique="unknown"), position)) == tell(StepView(step, position))


# -- what a learner reads ----------------------------------------------------------------------------------------


def test_a_hidden_single_names_and_draws_the_digits_that_block_it() -> None:
    found = shown("hidden-single")
    (cell, digit), text = found.step.placements[0], explain(found.step, found.position)
    blocking = re.findall(rf"The {digit} in (r\dc\d) blocks", text)
    assert blocking
    drawn = picture(found.position, found.step, givens=found.givens)
    marked = {each for each, tag in drawn.cells.items() if tag.mark is Mark.BLOCKER}
    assert marked == {found.position.layout.cell_named(name) for name in blocking}
    assert all(found.position.grid[each] == digit for each in marked)
    assert cell not in marked


def test_base_and_cover_are_explained_where_fish_are() -> None:
    for key in ("x-wing", "finned-swordfish", "mutant-jellyfish"):
        text = explain(shown(key).step, shown(key).position)
        assert "The base is " in text
        assert "each cover house has room for only one" in text


@pytest.mark.parametrize("key", ["sue-de-coq", "als-xy-wing", "simple-colors-wrap", "multi-colors-2"])
def test_it_names_what_sees_what(key: str) -> None:
    text = explain(shown(key).step, shown(key).position)
    assert re.search(r"r\d+c\d+.* (sees?|see each other) ?.*", text)


@for_each([key for key in KEYS if "nice-loop" in key], LANGUAGES)
def test_loops_have_no_pincers(key: str, language: str) -> None:
    drawn = picture(shown(key).position, shown(key).step, language=language)
    assert Mark.PINCER not in {tag.mark for tag in drawn.tags.values()}
    assert not any(line.tag.mark is Mark.PINCER for line in drawn.legend)


def test_verities_are_drawn_one_case_at_a_time() -> None:
    step, position = shown("forcing-net-verity").step, shown("forcing-net-verity").position
    drawn = pictures(position, step)
    assert len(drawn) > 1
    for number, each in enumerate(drawn, start=1):
        assert f"(case {number} of {len(drawn)}: " in each.title
        assert sum(tag.mark is Mark.ASSUMED for tag in each.tags.values()) <= 1
        assert {curve.number for curve in each.links} <= {0}
    assert not picture(position, step).links


def test_long_cases_are_folded_and_say_how_much_is_left_out() -> None:
    for key in ("forcing-net-contradiction", "forcing-net-verity", "nested-net"):
        stated, layout = facts(shown(key).step, shown(key).position), shown(key).position.layout
        full, short = (text_of(each, layout).splitlines() for each in (stated, folded(stated)))
        left_out = sum(int(number) for line in short for number in re.findall(r"^ *… (\d+) lines? …$", line))
        shown_lines = [line for line in short if "…" not in line]
        assert len(shown_lines) + left_out == len(full)
        assert set(shown_lines) <= set(full)
        assert len(short) < len(full)


@each_technique
def test_it_reads_well(key: str) -> None:
    """No two sentences in a row begin with "So", and what a tier tells does not stop at a colon."""
    step, position = shown(key).step, shown(key).position
    for language, so in (("en", "So "), ("cs", "Takže ")):
        told = [sentence.strip() for sentence in sentences(step, position, language=language)]
        assert not any(one.startswith(so) and two.startswith(so) for one, two in pairwise(told)), told
        assert not explain(step, position, tier=3, language=language).endswith(":")


def test_unknown_details_are_refused() -> None:
    with pytest.raises(NonetError, match="short, full"):
        explain(shown("x-wing").step, shown("x-wing").position, detail="long")


# -- notation and grammar -------------------------------------------------------------------------------


@for_cases(
    [
        ([0], ["r1c1"]),
        ([0, 18], ["r13c1"]),
        ([0, 7], ["r1c18"]),
        ([0, 1, 9, 10], ["r12c12"]),
        ([0, 1, 9], ["r1c12", "r2c1"]),
        ([80, 0, 80], ["r1c1", "r9c9"]),
        ([3, 12, 21, 5], ["r1c46", "r23c4"]),
        ([3, 12, 21, 6, 15, 24, 40], ["r123c47", "r5c5"]),
    ]
)
def test_cell_parts(cells: list[int], parts: list[str]) -> None:
    assert cell_parts(CLASSIC, cells) == parts


def test_cells_beside_the_board_are_called_by_their_names() -> None:
    layout = Layout.named("4x4+M16")
    assert cell_parts(layout, [17, 0, 1, 16]) == ["r1c12", "the mark of r1c12"]
    said = str(CellNames(voice(), layout, [0, 16], words=True))
    assert said == "row 1, column 1 and the mark of row 1, column 1"
    assert cell_parts(Layout.named("4x4+A1+S16"), [16, 17, 18]) == ["A1", "the shading of r1c12"]
    assert str(CellNames(voice(), layout, [0, 15], words=True)) == "row 1, column 1 and row 4, column 4"


def test_numbers_of_big_boards_are_not_joined() -> None:
    big = Layout.named("16x16")
    assert cell_parts(big, [0, 11, 16]) == ["r1c1", "r1c12", "r2c1"]


@for_cases(
    [
        ("en", "in", [0], "in row 1"),
        ("en", "in", [0, 3, 8], "in rows 1, 4 and 9"),
        ("en", "of", [0, 9, 18], "of row 1, of column 1 and of box 1"),
        ("cs", "", [0, 1], "řádky 1 a 2"),
        ("cs", "in", [9], "ve sloupci 1"),
        ("cs", "in", [9, 10, 11, 12, 13], "ve sloupcích 1, 2, 3, 4 a 5"),
        ("cs", "of", [18, 19], "bloků 1 a 2"),
        ("cs", "at", [0, 9], "na řádek 1 a na sloupec 1"),
    ]
)
def test_houses_have_forms(language: str, form: str, houses: list[int], text: str) -> None:
    assert format(voice(language).houses(CLASSIC, houses), form) == text


def test_diagonals_and_windows_have_forms() -> None:
    for name, text in (("x", "na diagonále 1"), ("windoku", "v okně 1")):
        layout = Layout.named(name)
        assert format(voice("cs").houses(layout, [27]), "in") == text


def test_unknown_tiers_and_languages_are_refused() -> None:
    with pytest.raises(NonetError, match="tier 5"):
        explain(NEW, EMPTY, tier=5)
    with pytest.raises(NonetError, match="language 'tlh'"):
        explain(NEW, EMPTY, language="tlh")


# -- examples ----------------------------------------------------------------------------------------------------


ALWAYS_EASIER = (
    *("franken-x-wing", "mutant-x-wing", "finned-franken-x-wing", "finned-mutant-x-wing"),
    *("franken-swordfish", "mutant-swordfish", "template-set"),
)
"""Techniques for which we have no example without an easier step.

Franken and mutant X-wings without fins cannot have one. Two houses cross in one cell, or in the cells that a line and
a box share; so the places of each base house are two groups, P in the one cover house and Q in the other, and
P1 = Q1 - Q2 = P2 is a grouped chain, both ends of which are seen by what the fish eliminates. Such chains come first.

Of the others we only know that they are rare: none was found among the steps of 17,000 hard puzzles, nor in 45,000
positions of a single digit, some of them built around such a fish. Chains, nets and smaller fish come first.
"""


@for_each(spread((key for key in KEYS if not key.endswith(("squirmbag", "whale", "leviathan"))), 2))
def test_an_example_has_no_easier_step(key: str) -> None:
    """Nothing that is tried before the technique applies in its example."""
    found = shown(key)
    first = next_step(Position.at(found.position, givens=found.givens))
    assert first is not None
    own = min(KEYS.index(each.key) for each in entry(key).techniques)
    assert KEYS.index(first.technique) >= own or key in ALWAYS_EASIER, first.technique


def test_a_chain_in_the_notation_is_explained_to_players() -> None:
    """The key is about a cell of the chain and comes before it; nothing else of the text needs it."""
    found = shown("x-chain")
    text = explain(found.step, found.position, language="en@words")
    heading, key, chain, *rest = text.split("\n")
    name = re.match(r" *(r(\d)c(\d))", chain)
    assert name is not None
    assert key.startswith(f"({name[1]} is short for row {name[2]}, column {name[3]}; ")
    assert "→" in key
    assert not re.search(r"r\dc\d", heading + "".join(rest))


def test_an_unknown_modifier_is_refused() -> None:
    with pytest.raises(NonetError, match="unknown language 'en@roman'"):
        voice("en@roman")


@each_technique
def test_czech_declines_cells(key: str) -> None:
    """After a preposition that asks for another case, no row or column is in the nominative."""
    found = shown(key)
    text = explain(found.step, found.position, language="cs@words")
    assert not re.search(r"\b(v|ve|z|do|Do|V|s) (řádek|řádky|sloupec) \d", text), text


def test_cells_and_digits_of_equal_numbers_are_told_apart() -> None:
    """Sentences are remembered."""
    some = [say.RoleIs("base", "", *each) for each in (((4,), (), ()), ((), (4,), ()), ((), (), (4,)))]
    assert sentences_of(some, CLASSIC) == ["Base: r1c5.", "Base: {4}.", "Base: row 5."]


def test_the_example_of_one_technique_is_read_without_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Mock(wraps=parse_case)
    monkeypatch.setattr("nonet.explain.examples.parse_case", read)
    case = example_case("x-wing")
    assert case is not None
    assert (case.technique, read.call_count) == ("x-wing", 1)
    with pytest.raises(NonetError, match="x-ring"):
        example_case("x-ring")
