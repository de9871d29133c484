"""Messages of the terminal game fit on the screen in every language; every key does something."""

from __future__ import annotations

from pathlib import Path

import pytest

import messages
from nonet.faces.tui.base import ascii_sign
from nonet.faces.tui.game import SHORT_ACTIONS, GameScreen
from nonet.faces.tui.keys import FOOT, KEYS, STEPS
from nonet.messages import LANGUAGES, catalogue


@pytest.mark.parametrize("path", messages.Folders().catalogues(), ids=lambda path: path.stem)
def test_every_translation_survives_in_ascii(path: Path) -> None:
    for message in messages.read(path):
        if not any(name.startswith("src/nonet/faces/tui/") for name, _ in message.locations):
            continue
        for text in messages.forms(message.string):
            plain = "".join(map(ascii_sign, text))
            assert plain.isascii(), text
            assert len(plain) == len(text), text
            assert plain.count("?") == text.count("?"), text


def test_every_key_does_something_and_no_key_does_two_things() -> None:
    keys = [name for key in KEYS for name in key.keys.split()]
    assert len(keys) == len(set(keys))
    for key in KEYS:
        assert key.action in {*STEPS, *SHORT_ACTIONS} or hasattr(GameScreen, f"_do_{key.action}"), key
    assert set(FOOT) <= {key.action for key in KEYS if key.short}
    assert not any(name.isdigit() and name != "0" for name in keys)
    assert not any(len(name) == 1 and name.isupper() for name in keys)


def test_the_page_in_docs_lists_every_key() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "play.md").read_text(encoding="utf-8")
    for key in KEYS:
        if key.text:
            assert f"| {key.shown} | {key.text} |\n" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_of_the_help_fit_into_80_columns(language: str) -> None:
    width = max(len(key.shown) for key in KEYS)
    for key in KEYS:
        if key.text:
            assert width + 2 + len(catalogue(language).say(key.text)) <= 70, key.text
