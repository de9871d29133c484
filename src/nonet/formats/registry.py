"""The formats by name. A format's file is imported when it is first needed.

To add one: a file with a subclass of `format.Format`, and a line here. Other packages name such a class in an entry
point of the group `nonet.formats`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, cast

from nonet.errors import FormatError, expect, shown
from nonet.formats.format import Format
from nonet.formats.plain import PlainFormat
from nonet.plugins import load_all

_PLAIN = {
    "rows": ("plain_text", "RowsFormat"),
    "joined": ("plain_text", "JoinedFormat"),
    "line": ("plain_text", "OneLineFormat"),
    "board": ("board", "BoardFormat"),
    "csv": ("plain_text", "CsvFormat"),
}
_OTHERS = {
    "sdm": ("apps.line_lists", "SdmFormat"),
    "sdk": ("apps.sdk", "SdkFormat"),
    "ss": ("apps.simple_sudoku", "SsFileFormat"),
    "simple-sudoku": ("apps.simple_sudoku", "SimpleSudokuFormat"),
    "sdx": ("apps.sdx", "SdxFormat"),
    "fixed-rows": ("apps.fixed_rows", "FixedRowsFormat"),
    "pencilmarks": ("apps.pencilmarks", "PencilmarksFormat"),
    "sukaku": ("apps.line_lists", "SukakuFormat"),
    "hodoku": ("apps.hodoku", "HodokuLibraryFormat"),
    "hodoku-file": ("apps.hodoku", "HodokuFileFormat"),
    "gsf": ("apps.line_lists", "GsfFormat"),
    "exchange": ("apps.line_lists", "ExchangeFormat"),
    "table": ("apps.table", "TableFormat"),
    "opensudoku": ("apps.opensudoku", "OpenSudokuFormat"),
    "gnome": ("apps.gnome", "GnomeSaveFormat"),
    "gnome-share": ("apps.gnome", "GnomeShareFormat"),
    "share": ("links.share", "ShareFormat"),
    "sudokuwiki": ("links.short_links", "SudokuWikiFormat"),
    "sudokuexchange": ("links.short_links", "SudokuExchangeFormat"),
    "coach": ("links.coach", "CoachFormat"),
    "f-puzzles-json": ("links.fpuzzles", "FpuzzlesJsonFormat"),
    "f-puzzles": ("links.fpuzzles", "FpuzzlesLinkFormat"),
    "sudokupad-json": ("links.sudokupad", "SudokuPadJsonFormat"),
    "sudokupad": ("links.sudokupad", "SudokuPadLinkFormat"),
    "scf": ("links.short_links", "SudokuPadClassicFormat"),
    "lisudoku": ("links.lisudoku", "LisudokuFormat"),
    "penpa": ("links.penpa", "PenpaFormat"),
    "iss": ("variants.iss", "IssFormat"),
    "killer": ("variants.killers", "KillerTextFormat"),
    "sumocue": ("variants.killers", "SumoCueFormat"),
    "compact-killer": ("variants.killers", "CompactKillerFormat"),
    "json": ("json_format", "JsonFormat"),
    "solo": ("apps.solo", "SoloFormat"),
}
GROUP = "nonet.formats"
"""The entry points of other packages' formats."""


def format_names() -> tuple[str, ...]:
    """The plain text formats, in which any grid can be written.

    >>> format_names()
    ('rows', 'joined', 'line', 'board', 'csv')
    """
    return tuple(_PLAIN)


def all_format_names() -> tuple[str, ...]:
    """The names of all formats, ours first.

    >>> {"line", "sdk", "opensudoku"} <= set(all_format_names())
    True
    """
    return (*_PLAIN, *_OTHERS, *_from_entry_points())


def all_formats(*, plain: bool = True) -> Iterator[Format]:
    """Every format; without `plain`, those that have marks of their own."""
    for name in all_format_names():
        if plain or name not in _PLAIN:
            yield _known(name)


def format_named(name: str) -> Format:
    """The format of that name.

    >>> format_named("sdk").endings
    ('.sdk',)
    >>> format_named("docx")
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: unknown format 'docx'; `sudoku convert --list` shows them all
    """
    expect(name, str, "format")
    place = _PLAIN.get(name) or _OTHERS.get(name)
    if place is not None:
        return _built_in(*place)
    found = _from_entry_points().get(name)
    if found is None:
        raise FormatError(f"unknown format {name!r}; `sudoku convert --list` shows them all")
    return found


_known = cache(format_named)


def plain_named(name: str) -> PlainFormat:
    """The plain text format of that name."""
    if name not in _PLAIN:
        raise FormatError(f"unknown format {name!r}; choose from {', '.join(_PLAIN)}")
    return cast(PlainFormat, _built_in(*_PLAIN[name]))


def format_for_file(path: str) -> Format | None:
    """The format that a file's extension means, if any.

    >>> format_for_file("puzzles.SDM").name
    'sdm'
    """
    lower = path.lower()
    return next((each for each in all_formats() if lower.endswith(each.endings or ("\0",))), None)


@cache
def _built_in(module: str, class_: str) -> Format:
    return cast(Format, getattr(import_module(f"nonet.formats.{module}"), class_)())


@cache
def _from_entry_points() -> dict[str, Format]:
    """The formats of other packages. One that takes a name of ours is left out, too."""
    formats: dict[str, Format] = {}

    def take(name: str, made: Any) -> None:
        if name in _PLAIN or name in _OTHERS or not (isinstance(made, type) and issubclass(made, Format)):
            raise TypeError("not a new subclass of nonet.formats.Format")
        if not isinstance(made.endings, tuple) or not all(
            isinstance(end, str) and end for end in made.endings
        ):
            raise TypeError(f"endings are a tuple of texts, not {shown(made.endings)}")
        if not isinstance(getattr(made, "name", None), str) or not isinstance(
            getattr(made, "title", None), str
        ):
            raise TypeError("it has no name or no title")
        formats[name] = made()

    load_all(GROUP, "the format", take)
    return formats
