"""Adding a language is adding one file: a .po in a copy of the package, and `make messages`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import Any

import pytest

import messages

# Runs in the copy: what the command, the terminal game and the page have to say for themselves.
SCRIPT = """
import asyncio, contextlib, io, json, sys
from nonet.faces.cli import run
from nonet.faces.tui.app import PlayApp
from nonet.faces.tui.dialogs import SettingsScreen
from nonet.faces.web.assets import static_files
from nonet.faces.web.openapi import LANGUAGE
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
    "api": LANGUAGE["enum"],
}, sys.stdout)
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a copy of nonet with one more language says; the language has forms for even and for odd numbers."""
    package = tmp_path_factory.mktemp("copy") / "nonet"
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


def test_the_command_speaks_it(said: dict[str, Any]) -> None:
    assert said["hint"].startswith("~")
    for text in said["help"]:
        assert "[en|cs|de|xx]" in text


def test_the_terminal_game_speaks_it(said: dict[str, Any]) -> None:
    shown = "\n".join(said["game"])
    assert "~New game~" in shown
    assert "~Language~" in shown
    assert "~English~" in shown  # what the language calls itself, in the menu of languages


def test_the_page_speaks_it(said: dict[str, Any]) -> None:
    assert said["page"]["plurals"].startswith("010101")
    assert said["page"]["messages"]["Close"] == "~Close~"
    assert said["page"]["messages"]["{n} hour"] == ["~{n} hours~ even", "~{n} hour~ odd"]
    assert said["names"] == {"en": "English", "cs": "čeština", "de": "Deutsch (ungeprüft)", "xx": "~English~"}
    assert said["api"] == ["en", "cs", "de", "xx"]
