"""Sharing: links that other programs read back, and a picture without the solution."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from faces.web.client import Api
from nonet.faces.cli.web import command
from nonet.faces.web.app import make_app
from nonet.faces.web.core import DirectJobs
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.security import Hosts
from nonet.formats import parse
from nonet.play import Store

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KILLER = (
    '{"nonet": 1, "layout": "4x4", "givens": "12..34......4...", "rules": ['
    '{"kind": "cage", "cells": ["r1c3", "r1c4"], "sum": 7}]}'
)
BASE = "https://example.org/sudoku/#p="


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with Store(tmp_path / "play.sqlite") as store:
        asking = Api(make_app(OpenGames(store, DirectJobs()), Hosts("127.0.0.1"), link_base=BASE))
        yield asking
        asking.client.close()


@pytest.mark.parametrize(
    ("text", "sites"), [(CLASSIC, ["SudokuPad", "sudoku.coach"]), (KILLER, ["SudokuPad"])]
)
def test_every_link_contains_the_puzzle(api: Api, text: str, sites: list[str]) -> None:
    game = api.post("/api/games", {"puzzle": text}, status=201)
    shared = api.get(f"/api/games/{game['id']}/share")
    assert shared["base"] == BASE
    assert [link["site"] for link in shared["links"]] == sites
    puzzle = parse(text)
    assert parse(unquote(shared["fragment"])) == puzzle
    for link in shared["links"]:
        assert link["link"].startswith("https://")
        assert parse(link["link"]) == puzzle
    again = api.post("/api/games", {"puzzle": unquote(shared["fragment"]), "shared": True}, status=201)
    assert again["givens"] == game["givens"]
    root = ElementTree.fromstring(shared["svg"])
    digits = [each.text for each in root.iter() if each.tag.endswith("text") and each.text]
    assert len([digit for digit in digits if re.fullmatch("[1-9]", digit)]) >= puzzle.clue_count


@pytest.mark.parametrize(
    "base", ["example.org", "https://", "https://[::1", "https://a/\udcff", "https://a\x1b", 'https://a"><b>']
)
def test_the_base_of_links_is_an_address(base: str) -> None:
    answer = CliRunner().invoke(command, ["--link-base", base, "--no-browser"], standalone_mode=True)
    assert answer.exit_code == 2
    assert "is not the address of a page" in answer.output
