"""The catalogues of messages: collect what the code says, keep the translations in step, compile them.

    make messages       does all of it: run it after a message changed, or a .po file was edited or added

    src/nonet/messages/nonet.pot                every message in the code
    src/nonet/messages/cs.po                    updated: new messages are added empty, unused ones are dropped
    src/nonet/messages/cs.mo                    compiled from cs.po
    src/nonet/faces/web/static/words/cs.json    the page's part of cs.po
    src/nonet/faces/web/static/words/languages.json     what the languages are called

All of them are committed, so a clone and an installed package speak every language with the standard library
alone; Babel is needed here only. `tests/messages` fails when one is out of date.
"""

from __future__ import annotations

import ast
import gettext
import io
import json
import re
import struct
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from nonet.logic.catalog import techniques, variant_techniques
from nonet.play.lessons import TEXTS, WHYS

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "nonet"

LITERAL = r'("(?:[^"\\\n]|\\.)*")'
JAVASCRIPT = re.compile(rf"\b(?:[tT]\(\s*{LITERAL}|(?:tn|TN)\(\s*{LITERAL}\s*,\s*{LITERAL})")
"""In the page: t("Close"), tn("{n} hour", "{n} hours", hours), and the marks T and TN."""

VOLATILE = (
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Generated-By",
    "Report-Msgid",
    "Last-Translator",
    "Language-Team",
)
"""Header lines that would change with every run, or say nothing."""

Message = str | tuple[str, str]


class Folders:
    """Where things are, in this clone or in a copy of the package."""

    def __init__(self, package: Path = PACKAGE) -> None:
        self.package = package
        self.messages = package / "messages"
        self.page = package / "faces" / "web" / "static"
        self.template = self.messages / "nonet.pot"

    def catalogues(self) -> list[Path]:
        return sorted(self.messages.glob("*.po"))


# -- collecting ------------------------------------------------------------------------------------------------


def in_python(text: str) -> Iterator[tuple[Message, list[str]]]:
    """The messages in a Python file, with the comments for translators above them: the arguments of
    T and TN, and what is said directly, as in `say("Solved in {time}.", time=time)` or `refuse("it needs a clue")`.
    """
    if not re.search(r"\b(T|TN|say|refuse|impossible)\(", text):
        return
    lines = text.splitlines()
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and node.args]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        above = lines[call.lineno - 2].strip() if call.lineno > 1 else ""
        comments = [above.removeprefix("# ")] if above.startswith("# Translators:") else []
        match getattr(call.func, "attr", getattr(call.func, "id", "")), call.args:
            case (("T" | "say" | "refuse" | "impossible"), [ast.Constant(value=str(message)), *_]):
                yield message, comments
            case (
                ("T" | "say"),
                [ast.IfExp(body=ast.Constant(value=str(yes)), orelse=ast.Constant(value=str(no))), *_],
            ):
                yield yes, comments
                yield no, comments
            case "TN", [ast.Constant(value=str(one)), ast.Constant(value=str(several))]:
                yield (one, several), comments


def in_javascript(text: str) -> Iterator[Message]:
    """The messages in a file of the page."""
    code = re.sub(r"^\s*(//|/?\*).*$", "", text, flags=re.MULTILINE)
    for match in JAVASCRIPT.finditer(code):
        one, *forms = (json.loads(literal) for literal in match.groups() if literal)
        yield (one, *forms) if forms else one


def collected(folders: Folders) -> Catalog:
    """Every message in the package, by file; then the names of the techniques."""
    catalog = Catalog(project="nonet", charset="utf-8", fuzzy=False)
    lessons = folders.package / "play" / "lessons.txt"
    for path in sorted([*folders.package.rglob("*.py"), lessons]):
        found = (
            in_python(path.read_text("utf-8"))
            if path != lessons
            else ((text, []) for text in (*TEXTS.values(), *WHYS.values()))
        )
        for message, comments in found:
            catalog.add(message, None, [(_name(folders, path), 0)], auto_comments=comments)
    for path in sorted(folders.page.glob("*.js")):
        for message in in_javascript(path.read_text("utf-8")):
            catalog.add(message, None, [(_name(folders, path), 0)])
    for technique in techniques():
        catalog.add(technique.name, None, [("src/nonet/logic/catalog.txt", 0)])
    for technique in variant_techniques():
        catalog.add(technique.name, None, [("src/nonet/logic/variants.txt", 0)])
    return catalog


def _name(folders: Folders, path: Path) -> str:
    return f"src/nonet/{path.relative_to(folders.package).as_posix()}"


# -- catalogues --------------------------------------------------------------------------------------------------


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, domain="nonet")


def written(catalog: Catalog, head: str = "") -> bytes:
    """The text of a catalogue after the comment at its head, the same every time: no dates, no line numbers."""
    memory = io.BytesIO()
    write_po(memory, catalog, width=110, include_lineno=False, ignore_obsolete=True)
    lines = memory.getvalue().decode().splitlines()
    lines = lines[lines.index('msgid ""') :]  # the head that Babel writes says nothing
    kept = [line for line in lines if not line.startswith(tuple(f'"{name}' for name in VOLATILE))]
    if catalog.locale_identifier and not any(line.startswith('"Plural-Forms') for line in kept):
        place = next(index for index, line in enumerate(kept) if line.startswith('"Language'))
        kept.insert(place + 1, f'"Plural-Forms: {catalog.plural_forms}\\n"')  # Babel knows no such language
    return (head + "\n".join(kept).strip() + "\n").encode()


def head_of(path: Path) -> str:
    """The comment at the head of a catalogue: a glossary, for instance."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    return "".join(takewhile(lambda line: line.startswith("#") and not line.startswith("#,"), lines))


def updated(catalog: Catalog, template: Catalog) -> Catalog:
    """The catalogue with the messages of the template: new ones are empty, unused ones are dropped."""
    catalog.update(template, no_fuzzy_matching=True)
    return catalog


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """The forms of a message or of its translation: one, or one for each kind of number."""
    return [text] if isinstance(text, str) else list(text or ())


def is_translated(message: Any) -> bool:
    strings = forms(message.string)
    return bool(message.id and strings and all(strings))


def compiled(catalog: Catalog) -> bytes:
    """The catalogue as `gettext` reads it. Babel's own writer adds its version and the time of day.

    magic · revision · count · offset of the originals · offset of the translations · hash table (none);
    then length and offset of each text; then the texts, sorted by original, each followed by a zero byte.
    """
    texts = {"": f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {catalog.plural_forms}\n"}
    for message in catalog:
        if is_translated(message):
            texts["\0".join(forms(message.id))] = "\0".join(forms(message.string))
    pairs = sorted((key.encode(), text.encode()) for key, text in texts.items())
    start = 7 * 4
    place = start + 16 * len(pairs)
    tables: tuple[list[int], list[int]] = ([], [])
    data = b""
    for which, table in enumerate(tables):
        for pair in pairs:
            table += [len(pair[which]), place + len(data)]
            data += pair[which] + b"\0"
    head = (0x950412DE, 0, len(pairs), start, start + 8 * len(pairs), 0, place)
    numbers = (*head, *tables[0], *tables[1])
    return struct.pack(f"<{len(numbers)}I", *numbers) + data


# -- the page ------------------------------------------------------------------------------------------------------


def plural_table(catalog: Catalog) -> str:
    """The plural form of every number from 0 to 199, a digit each, from the catalogue's header. From 200 on the
    forms repeat with every hundred, in every language gettext knows; a header for which they do not is refused.
    """
    form = gettext.c2py(catalog.plural_expr)
    table = "".join(str(form(number)) for number in range(200))
    if any(str(form(number)) != table[100 + number % 100] for number in range(200, 3000)):
        raise SystemExit(f"{catalog.locale_identifier}: the plural forms do not repeat with every hundred")
    return table


def page_words(catalog: Catalog, folders: Folders) -> bytes:
    """What `words.js` needs of a catalogue: the plural forms, and the page's messages with their translations."""
    asked = {
        message for path in folders.page.glob("*.js") for message in in_javascript(path.read_text("utf-8"))
    }
    words = {
        forms(message.id)[0]: message.string if isinstance(message.id, str) else forms(message.string)
        for message in catalog
        if message.id in asked and is_translated(message)
    }
    return _json({"plurals": plural_table(catalog), "messages": dict(sorted(words.items()))})


def language_names(folders: Folders) -> bytes:
    """The languages, each by its own name, for the page's menu."""
    names = {path.stem: str(read(path)["English"].string or path.stem) for path in folders.catalogues()}
    return _json({"en": "English", **names})


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


# -- all of it -------------------------------------------------------------------------------------------------


def made(folders: Folders) -> dict[Path, bytes]:
    """Every file that is made, and what should be in it."""
    template = collected(folders)
    files = {folders.template: written(template)}
    for path in folders.catalogues():
        catalog = updated(read(path), template)
        files[path] = written(catalog, head_of(path))
        files[path.with_suffix(".mo")] = compiled(catalog)
        files[folders.page / "words" / f"{path.stem}.json"] = page_words(catalog, folders)
    files[folders.page / "words" / "languages.json"] = language_names(folders)
    return files


def main(arguments: list[str]) -> int:
    if len(arguments) > 1 or arguments[:1] in (["-h"], ["--help"]):
        print(__doc__, file=sys.stderr)
        return 2
    for path, data in made(Folders(*map(Path, arguments))).items():
        path.write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
