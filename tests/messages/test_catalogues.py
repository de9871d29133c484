"""The catalogues of messages: whole, in step with the code, compiled."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest

import messages
from nonet.errors import NonetError
from nonet.messages import LANGUAGES, catalogue

FOLDERS = messages.Folders()
PO = FOLDERS.catalogues()
IDS = [path.stem for path in PO]


def slots(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def house_forms(text: str) -> set[str]:
    return {form for _, name, form, _ in string.Formatter().parse(text) if name and form}


REVIEWED = [path for path in PO if "UNREVIEWED" not in messages.head_of(path)]


def test_there_are_czech_and_german() -> None:
    assert IDS == ["cs", "de"]
    assert [path.stem for path in REVIEWED] == ["cs"]


def test_an_unreviewed_language_says_so_in_the_menu() -> None:
    assert catalogue("de").name == "Deutsch (ungeprüft)"


def test_an_unreviewed_language_has_most_messages() -> None:
    """Messages that are new since it was written may wait: they are said in English."""
    german = [message for message in messages.read(FOLDERS.messages / "de.po") if message.id]
    assert sum(map(messages.is_translated, german)) > 0.9 * len(german)


def test_every_file_is_in_step_with_the_code() -> None:
    """The template, and each language's catalogue, compiled catalogue and words for the page."""
    stale = [path.name for path, data in messages.made(FOLDERS).items() if path.read_bytes() != data]
    assert not stale, "run `make messages`"


def test_nothing_is_left_of_a_language_that_is_gone() -> None:
    languages = {"en", *IDS}
    assert set(LANGUAGES) == languages
    assert {path.stem for path in (FOLDERS.page / "words").iterdir()} == {*IDS, "languages"}
    assert json.loads((FOLDERS.page / "words" / "languages.json").read_text("utf-8")).keys() == languages


@pytest.mark.parametrize("path", REVIEWED, ids=lambda path: path.stem)
def test_every_message_is_translated(path: Path) -> None:
    catalogue = messages.read(path)
    for message in catalogue:
        if message.id:
            strings = messages.forms(message.string)
            assert strings, message.id
            assert all(strings), message.id
            assert not message.fuzzy, message.id


@pytest.mark.parametrize("path", PO, ids=IDS)
def test_translations_have_the_slots_of_their_messages(path: Path) -> None:
    for message in messages.read(path):
        if not message.id or not messages.is_translated(message):
            continue
        wanted = slots("".join(messages.forms(message.id)))
        for text in messages.forms(message.string):
            assert slots(text) == wanted, message.id
            assert house_forms(text) <= {"in", "of", "at", "those", "g"}, message.id


@pytest.mark.parametrize("path", PO, ids=IDS)
def test_one_word_for_one_thing(path: Path) -> None:
    """A message that is written with a capital in one place and without in another is translated the same."""
    known: dict[tuple[str, ...], list[str]] = {}
    for message in messages.read(path):
        if message.id and messages.is_translated(message):
            key = tuple(text.casefold() for text in messages.forms(message.id))
            strings = [text.casefold() for text in messages.forms(message.string)]
            assert known.setdefault(key, strings) == strings, message.id


def test_czech_does_not_assume_that_the_player_is_a_man() -> None:
    """The past tense in the second person has a gender: "zadal jsi", "nechal sis"."""
    gendered = re.compile(r"\b(jsi|sis|ses|jste)\b", re.IGNORECASE)
    for message in messages.read(FOLDERS.messages / "cs.po"):
        for text in messages.forms(message.string) if message.id else ():
            assert not gendered.search(text), text


STRAY = {
    "cs": re.compile(r"\bbuň|úhlopříč|řetězc|\bvazb|\b[Vv]áš\b|\b\w{2,}te\b(?!})"),
    "de": re.compile(r"\w+en Sie\b|\bSie können\b|\bIhr\b|Rätsel|\b[Ii]n Zeilen\b"),
}
"""Second words for a thing that has one (a cell, a diagonal, a chain, a link), formal address, a missing article."""


@pytest.mark.parametrize("path", PO, ids=IDS)
def test_translations_keep_to_their_words_and_say_nothing_twice(path: Path) -> None:
    for message in messages.read(path):
        for text in messages.forms(message.string) if message.id else ():
            assert not STRAY[path.stem].search(text), text
            assert not re.search(r"(.{20,})\1", text), text


def test_a_message_without_a_translation_is_said_in_english() -> None:
    assert catalogue("cs").say("Nobody translated {this}.", this="this") == "Nobody translated this."


def test_an_unknown_language_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(NonetError, match="'xx'; choose from en, cs, de"):
        catalogue("xx")
