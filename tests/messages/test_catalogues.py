"""The catalogues of messages: whole, in step with the code, compiled."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

import messages
from nonet.errors import NonetError
from nonet.messages import catalogue

PO = messages.languages()
IDS = [path.stem for path in PO]


def slots(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def house_forms(text: str) -> set[str]:
    return {form for _, name, form, _ in string.Formatter().parse(text) if name and form}


def test_there_is_czech() -> None:
    assert IDS == ["cs"]


def test_the_template_is_up_to_date() -> None:
    written = (messages.FOLDER / "nonet.pot").read_bytes()
    assert written == messages.written(messages.collected()), "run `make messages`"


@pytest.mark.parametrize("path", PO, ids=IDS)
def test_every_message_is_translated(path: Path) -> None:
    catalogue = messages.read(path)
    missing = [message.id for message in messages.collected() if message.id and not catalogue.get(message.id)]
    assert not missing, "run `make messages`, and translate"
    for message in catalogue:
        if message.id:
            strings = messages.forms(message.string)
            assert strings, message.id
            assert all(strings), message.id
            assert not message.fuzzy, message.id


@pytest.mark.parametrize("path", PO, ids=IDS)
def test_translations_have_the_slots_of_their_messages(path: Path) -> None:
    for message in messages.read(path):
        if not message.id:
            continue
        wanted = slots("".join(messages.forms(message.id)))
        for text in messages.forms(message.string):
            assert slots(text) == wanted, message.id
            assert house_forms(text) <= {"in", "of", "at", "g"}, message.id


@pytest.mark.parametrize("path", PO, ids=IDS)
def test_the_compiled_catalogue_is_up_to_date(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == messages.compiled(messages.read(path)), (
        "run `make messages`"
    )


def test_a_message_without_a_translation_is_said_in_english() -> None:
    assert catalogue("cs").say("Nobody translated {this}.", this="this") == "Nobody translated this."


def test_an_unknown_language_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(NonetError, match="'xx'; choose from en, cs"):
        catalogue("xx")
