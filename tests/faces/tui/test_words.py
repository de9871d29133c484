"""Everything that is said has its Czech; every key has its deed."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import nonet.faces.tui as face
from nonet.faces.tui.ascii_filter import ascii_sign
from nonet.faces.tui.game import GameScreen
from nonet.faces.tui.keys import FOOT, KEYS
from nonet.faces.tui.words import CZECH, say


def said() -> set[str]:
    """What the screens say: the first argument of every `say`, and the table of keys."""
    found: set[str] = {"check: rules", "check: solution"}
    for path in Path(face.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name == "say":
                    texts = [each for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)]
                    if not isinstance(node.args[0], ast.JoinedStr):
                        found.update(each.value for each in texts if isinstance(each.value, str))
    for key in KEYS:
        found.update(word for word in (key.section, key.short, key.text) if word)
    return found


def test_every_word_has_its_czech_and_none_is_left_over() -> None:
    assert len(said()) > 150
    assert said() == set(CZECH)


def test_slots_are_the_same_in_both_languages() -> None:
    def slots(text: str) -> list[str]:
        return sorted(re.findall(r"\{(\w+)\}", text))

    for english, czech in CZECH.items():
        assert slots(english) == slots(czech), english
        assert czech.strip(), english


def test_english_is_what_the_code_says() -> None:
    assert say("Solved in {time}.", "en", time="1:00") == "Solved in 1:00."
    assert say("Nobody translated this", "cs") == "Nobody translated this"


def test_czech_survives_in_ascii() -> None:
    for czech in CZECH.values():
        plain = "".join(map(ascii_sign, czech))
        assert plain.isascii()
        assert len(plain) == len(czech)
        assert "?" not in plain.replace("?", "", czech.count("?"))


def test_every_key_does_something_and_no_key_does_two_things() -> None:
    keys = [name for key in KEYS for name in key.keys]
    assert len(keys) == len(set(keys))
    for key in KEYS:
        assert hasattr(GameScreen, f"_do_{key.action}"), key
    assert set(FOOT) <= {key.action for key in KEYS if key.short}
    assert not any(name.isdigit() and name != "0" for name in keys)
    assert not any(len(name) == 1 and name.isupper() for name in keys)


def test_the_page_in_docs_lists_every_key() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "play.md").read_text(encoding="utf-8")
    for key in KEYS:
        if key.text:
            assert f"| {key.shown} | {key.text} |\n" in page


def test_lines_of_the_help_fit_into_80_columns() -> None:
    width = max(len(key.shown) for key in KEYS)
    for key in KEYS:
        for text in (key.text, CZECH.get(key.text, "")):
            assert width + 2 + len(text) <= 70, text
