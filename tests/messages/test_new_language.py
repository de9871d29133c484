"""Adding a language is adding one file: a .po in a copy of the package, and `make messages`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import messages
from many_cases import check_all

# Runs in the copy: what the command, the terminal game and the page have to say for themselves.
SCRIPT = """
import asyncio, contextlib, io, json, sys
from nonet.faces.cli import run
from nonet.faces.tui.app import PlayApp
from nonet.faces.tui.dialogs import SettingsScreen
from nonet.faces.web.assets import static_files
from nonet.faces.web.openapi import description
from nonet.play.saved.store import Store

def printed(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert run(arguments) == 0, arguments
    return out.getvalue()

async def shown():
    app, lines = PlayApp(Store(":memory:"), language="xx"), []
    async with app.run_test(size=(80, 40)) as pilot:
        for screen in (None, SettingsScreen()):
            if screen:
                await app.push_screen(screen)
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            lines += ["".join(segment.text for segment in strip) for strip in strips]
    return lines

json.dump({
    "hint": printed("hint", "--lang", "xx", "--tier", "1", "0130430202030000"),
    "help": [printed(command, "--help") for command in ("explain", "play")],
    "game": asyncio.run(shown()),
    "page": json.loads(static_files()["words/xx.json"][0]),
    "names": json.loads(static_files()["words/languages.json"][0]),
    "api": description()["components"]["schemas"]["Settings"]["properties"]["language"]["enum"],
}, sys.stdout)
"""


def said_by_a_copy(folder: Path) -> dict[str, Any]:
    """What a copy of nonet with one more language says; the language has forms for even and for odd numbers."""
    package = folder / "nonet"
    ignored = shutil.ignore_patterns("__pycache__", "_native*", "*.json")
    shutil.copytree(messages.PACKAGE, package, ignore=ignored)
    folders = messages.Folders(package)
    head = '"Language: xx\\n"\n"Plural-Forms: nplurals=2; plural=(n%2);\\n"\n"MIME-Version'
    added = folders.messages / "xx.po"
    added.write_text(folders.template.read_text("utf-8").replace('"MIME-Version', head), "utf-8")
    catalogue = messages.read(added)
    for message in catalogue:
        match messages.forms(message.id):
            case [text] if text:
                message.string = f"~{text}~"
            case [one, several]:
                message.string = (f"~{several}~ even", f"~{one}~ odd")
    added.write_bytes(messages.written(catalogue))
    assert messages.main([str(package)]) == 0
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "PYTHONUTF8": "1", "COLUMNS": "100"}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.slow
def test_everything_speaks_a_new_language(tmp_path: Path) -> None:
    """The command, the terminal game and the page, in one test: the copy takes seconds to make."""
    said = said_by_a_copy(tmp_path)
    check_all(lambda check: check(said), [(check_command,), (check_terminal_game,), (check_page,)])


def check_command(said: dict[str, Any]) -> None:
    assert said["hint"].startswith("~")
    for text in said["help"]:
        assert "[en|cs|de|xx]" in text


def check_terminal_game(said: dict[str, Any]) -> None:
    shown = "\n".join(said["game"])
    assert "~New game~" in shown
    assert "~Language~" in shown
    assert "~English~" in shown  # what the language calls itself, in the menu of languages


def check_page(said: dict[str, Any]) -> None:
    assert said["page"]["plurals"].startswith("010101")
    assert said["page"]["messages"]["Close"] == "~Close~"
    assert said["page"]["messages"]["{n} hour"] == ["~{n} hours~ even", "~{n} hour~ odd"]
    assert said["names"] == {"en": "English", "cs": "čeština", "de": "Deutsch (ungeprüft)", "xx": "~English~"}
    assert said["api"] == ["en", "cs", "de", "xx"]
