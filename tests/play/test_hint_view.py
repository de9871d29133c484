"""What a face gets of a hint: its lines, its cases, and a folded text."""

from __future__ import annotations

import pytest

from nonet.explain import TIERS
from nonet.explain.examples import example
from nonet.explain.marks import Mark
from nonet.faces.web.json_text import json_text
from nonet.faces.web.views import help_view
from nonet.hints import Hint, HintKind
from nonet.play.hint_view import HintView, hint_view
from nonet.puzzle import Puzzle


def view_of(key: str, *, tier: int = 4, language: str = "en") -> HintView:
    found = example(key)
    assert found is not None
    hint = Hint(HintKind.STEP, found.position, found.givens, step=found.step)
    return hint_view(hint, tier=tier, language=language)


@pytest.mark.parametrize("key", ["hidden-single", "xy-chain", "forcing-net-verity", "nested-net"])
def test_the_lines_are_the_text(key: str) -> None:
    view = view_of(key)
    assert " ".join(line.text for line in view.lines) == " ".join(view.short.split())
    assert " ".join(view.text.split()).endswith(" ".join(line.text for line in view.proof))
    assert bool(view.proof) == (view.short != view.text)
    assert view.lines[0].depth == 0
    assert any(line.cells for line in view.lines)


def test_a_proof_is_left_out_unless_it_is_asked_for() -> None:
    view = view_of("forcing-net-verity")
    assert "Suppose" not in view.short
    assert "Suppose" in view.proof[0].text
    assert len(view.short.splitlines()) < len(view.text.splitlines())
    assert view_of("hidden-single").short == view_of("hidden-single").text


def test_a_proof_by_cases_shows_one_case_at_a_time() -> None:
    view = view_of("forcing-net-verity")
    assert not view.picture.links
    assert len(view.cases) > 1
    for case in view.cases:
        assert sum(tag.mark is Mark.ASSUMED for *_, tag in case.picture.marks) <= 1
        assert case.title
    assert not view_of("xy-chain").cases


def test_a_fault_of_an_explainer_gives_the_generic_text_and_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(view: object) -> None:
        raise StopIteration("a bug")

    usual = view_of("jellyfish")
    monkeypatch.setattr("nonet.explain.explaining.explainer_of", lambda key: broken)
    for tier in TIERS:
        view = view_of("jellyfish", tier=tier)
        assert view.text
    assert view.text != usual.text
    assert view.moves == usual.moves
    (record,) = caplog.records
    assert "Step(technique='jellyfish'" in record.getMessage()
    assert record.exc_info is not None
    assert record.exc_info[0] is StopIteration


def test_the_digits_that_block_a_hidden_single_are_lit() -> None:
    view = view_of("hidden-single")
    assert any(tag.mark is Mark.BLOCKER and digit is None for _, digit, tag in view.picture.marks)


def test_the_page_gets_the_drawing_of_each_step_and_case() -> None:
    for key in ("finned-x-wing", "forcing-net-verity", "x-chain"):
        view = view_of(key)
        shown = help_view(view, Puzzle(view.picture.givens), "en")
        elements = shown["elements"]
        parts = (shown, *shown["walk"], *shown["cases"])
        assert {number for part in parts for number in part["drawn"]} == set(range(len(elements)))
        assert len({str(element) for element in elements}) == len(elements)  # none is sent twice
        assert shown["walk"][-1]["drawn"] == shown["drawn"]
        assert shown["walk"][0]["text"] != shown["walk"][-1]["text"]
        for line in shown["legend"]:
            assert line["text"]
            assert any(
                "var(--rule-" in value for element in line["sign"] for value in element["attributes"].values()
            )
    assert not help_view(view_of("x-chain", tier=3), Puzzle(view.picture.givens), "en")["walk"]


@pytest.mark.parametrize("key", ["als-chain", "forcing-net-contradiction"])
def test_the_answer_with_a_long_proof_stays_small(key: str) -> None:
    view = view_of(key)
    assert len(json_text(help_view(view, Puzzle(view.picture.givens), "en"))) < 60_000


def test_the_terminal_says_that_a_hint_can_be_unfolded() -> None:
    pytest.importorskip("textual")
    from dataclasses import replace

    from nonet.faces.tui.game_view import hint_text

    view = view_of("forcing-net-verity")
    folded = hint_text(view, False, lambda text, **slots: text.format(**slots)).plain
    unfolded = hint_text(
        replace(view, short=view.text), False, lambda text, **slots: text.format(**slots)
    ).plain
    assert "unfold" in folded
    assert "unfold" not in unfolded
    assert len(unfolded.splitlines()) > len(folded.splitlines())
