"""Adding a language is adding one file: a .po in a copy of the package, and `make messages`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import messages

SOURCE = messages.PACKAGE
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

TERMINAL_GAME = """
import asyncio
from nonet.faces.tui.app import PlayApp
from nonet.faces.tui.dialogs import SettingsScreen
from nonet.play.saved.store import Store

async def main():
    app = PlayApp(Store(":memory:"), language="xx")
    async with app.run_test(size=(80, 40)) as pilot:
        for screen in (None, SettingsScreen()):
            if screen:
                await app.push_screen(screen)
            await pilot.pause()
            for strip in app.screen._compositor.render_strips():
                print("".join(segment.text for segment in strip))

asyncio.run(main())
"""

PAGE = """
import json
from nonet.faces.web.app import static_files
from nonet.faces.web.openapi import LANGUAGE
words = json.loads(static_files()["words/xx.json"][0])
print(json.dumps([words["plurals"][:6], words["messages"]["Close"], words["messages"]["{n} hour"], LANGUAGE["enum"]]))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of nonet that speaks one language more; its plural forms are for even and odd numbers."""
    package = tmp_path_factory.mktemp("copy") / "nonet"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    folders = messages.Folders(package)
    catalogue = folders.template.read_text("utf-8").replace(
        '"MIME-Version', '"Language: xx\\n"\n"Plural-Forms: nplurals=2; plural=(n%2);\\n"\n"MIME-Version'
    )
    (folders.messages / "xx.po").write_text(catalogue, "utf-8")
    translated = messages.read(folders.messages / "xx.po")
    for message in translated:
        if message.id:
            forms = messages.forms(message.id)
            message.string = (
                f"«{forms[0]}»" if len(forms) == 1 else (f"«{forms[1]}» even", f"«{forms[0]}» odd")
            )
    (folders.messages / "xx.po").write_bytes(messages.written(translated))
    assert messages.main([str(package)]) == 0
    return package


def run(package: Path, *arguments: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(package.parent),
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": "100",
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=package.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_speaks_it(package: Path) -> None:
    told = run(package, "-m", "nonet", "hint", "--lang", "xx", "--tier", "1", PUZZLE)
    assert "«" in told
    for command in ("explain", "play"):
        assert "[en|cs|xx]" in run(package, "-m", "nonet", command, "--help")


def test_the_terminal_game_speaks_it(package: Path) -> None:
    shown = run(package, "-c", TERMINAL_GAME)
    assert "«New game»" in shown
    assert "«Language»" in shown
    assert "«English»" in shown  # what the language calls itself


def test_the_page_speaks_it(package: Path) -> None:
    plurals, close, hours, languages = json.loads(run(package, "-c", PAGE))
    assert plurals == "010101"
    assert close == "«Close»"
    assert hours == ["«{n} hours» even", "«{n} hour» odd"]
    assert languages == ["en", "cs", "xx"]
    names = json.loads((messages.Folders(package).page / "words" / "languages.json").read_text("utf-8"))
    assert names == {"en": "English", "cs": "čeština", "xx": "«English»"}
