"""A folder of files in every format, all with the same puzzle, which is not part of this repository.

It runs if NONET_SHARED names the folder with `data/formats`:

    NONET_SHARED=FOLDER python -m pytest tests/formats/test_conformance.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import nonet
from nonet.faces.cli import run
from nonet.formats import read_all
from nonet.play.exchange import options_of
from nonet.play.game import Game
from nonet.play.session import Session
from nonet.rating import rate

FOLDER = Path(os.environ.get("NONET_SHARED", "/nowhere")) / "data" / "formats"
FILES = sorted(path for path in FOLDER.glob("*.*") if path.name != "SOLUTION.txt")
OTHERS = {"gsf_taxonomy.csv"}
"""Files that have another puzzle than the rest, besides those of 16x16."""

pytestmark = pytest.mark.skipif(not FILES, reason="NONET_SHARED does not name the collection")


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_file_is_solved_rated_and_played(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = read_all(path.read_bytes())
    assert run(["solve", str(path), "--format", "line"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(entries)
    if path.name not in OTHERS and not path.name.startswith("hex16"):
        assert printed[0] == (FOLDER / "SOLUTION.txt").read_text().strip()
    for entry in entries:
        game = Game.of(entry.puzzle)
        session = Session(game, **options_of(entry.state, entry.puzzle))
        assert session.board.grid.extends(entry.puzzle.givens)
        if nonet.is_unique(entry.puzzle) and entry.puzzle.layout.size == 9:
            assert rate(entry.puzzle).score > 0


def test_the_16x16_boards_are_one() -> None:
    found = {read_all(path.read_bytes())[0].puzzle for path in FILES if path.name.startswith("hex16")}
    assert len(found) == 1
