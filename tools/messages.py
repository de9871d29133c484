"""The catalogues of messages: collect what the code says, keep the translations in step, compile them.

    python tools/messages.py collect     src/nonet/messages/nonet.pot and the .po of each language, from the
                                         marks T and TN
    python tools/messages.py compile     the .mo of each language, from its .po

Both kinds of files are committed: a clone and an installed package speak every language with nothing but the
standard library. Babel is needed here alone (`make messages` runs both). The tests say when a catalogue is
out of date.
"""

from __future__ import annotations

import io
import struct
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from nonet.logic.catalog import techniques

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "nonet"
FOLDER = PACKAGE / "messages"
KEYWORDS = {"T": None, "TN": (1, 2)}


def collected() -> Catalog:
    """Every message that is marked in the package, by file; then the names of the techniques."""
    catalog = Catalog(project="nonet", charset="utf-8", fuzzy=False)
    found = extract_from_dir(
        str(PACKAGE), method_map=[("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",)
    )
    for name, _, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalog.add(message, None, [(f"src/nonet/{name}", 0)], auto_comments=comments, context=context)
    for technique in techniques():
        catalog.add(technique.name, None, [("src/nonet/logic/catalog.txt", 0)])
    return catalog


def languages() -> list[Path]:
    """The .po of each language there is."""
    return sorted(FOLDER.glob("*.po"))


def read(path: Path) -> Catalog:
    """The catalogue in a file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, domain="nonet")


def written(catalog: Catalog) -> bytes:
    """The text of a catalogue, the same each time: no dates, no line numbers."""
    memory = io.BytesIO()
    write_po(
        memory,
        catalog,
        width=110,
        omit_header=False,
        sort_by_file=False,
        include_lineno=False,
        ignore_obsolete=True,
    )
    lines = [
        line
        for line in memory.getvalue().decode().splitlines()
        if not line.startswith(
            (
                '"POT-Creation-Date',
                '"PO-Revision-Date',
                '"Generated-By',
                "# ",
                '"Report-Msgid',
                '"Last-Translator',
                '"Language-Team',
            )
        )
        and line not in ("#",)
    ]
    return ("\n".join(lines).strip() + "\n").encode()


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """The forms of a message or of its translation: one, or one for each kind of number."""
    return [text] if isinstance(text, str) else list(text or ())


def compiled(catalog: Catalog) -> bytes:
    """The catalogue as `gettext` reads it; written here, for Babel adds its version and the time of day.

    magic · revision · count · where the originals are · where the translations are · hash table (none);
    then for each text its length and place; then the texts, originals in order, each with a zero after it.
    """
    texts = {"": f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {catalog.plural_forms}\n"}
    for message in catalog:
        if message.id and message.string:
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


def collect() -> None:
    """Writes the template, and brings each language up to date; new messages are empty."""
    template = collected()
    (FOLDER / "nonet.pot").write_bytes(written(template))
    for path in languages():
        catalog = read(path)
        catalog.update(template, no_fuzzy_matching=True)
        path.write_bytes(written(catalog))


def compile_all() -> None:
    """Writes each language's .mo."""
    for path in languages():
        path.with_suffix(".mo").write_bytes(compiled(read(path)))


def main(arguments: list[str]) -> int:
    """Does what it is asked for."""
    actions = {"collect": collect, "compile": compile_all}
    if not arguments or not actions.keys() >= set(arguments):
        print(__doc__, file=sys.stderr)
        return 2
    for name in arguments:
        actions[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
