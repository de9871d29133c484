r"""The grids in a text.

A text is read line by line. What frames a grid (bars, brackets, commas, quotes, rulings) is taken away; what is left of
a line is then a row, a whole grid, nothing, or prose:

    | 5 | 3 | 4 | 6 …        a row; so are "Row 1: 534678912", [5, 3, 4, …], and r1 | 5 3 4 | 6 …
    +-------+-------+        nothing: rows go on below it
    {"grid": [[5, 3, …       a whole grid, if so many cells come one after the other
    Here is my answer:       prose: rows end here
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, pairwise
from string import ascii_uppercase

from nonet.grid import symbols_of
from nonet.layout import Layout

_COLUMNS = re.compile(r"\W{0,20}(?:(?:by|the|in|as|all) ){0,3}col(?:umn)?s\W{0,20}", re.IGNORECASE)
"""A heading of rows that are columns."""
_ROW_WORDS = "row|line|r|zeile|reihe|řádek|fila|ligne|riga|linha|rij|rad|wiersz|строка"
_COUNTED = "one|two|three|four|five|six|seven|eight|nine"
_ORDINALS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_REMARK = re.compile(r"\([a-z][^()\d]{1,60}(?:\d{1,3}[^()\d]{0,9})?\)", re.IGNORECASE)
_FRAME = re.compile(
    r"</?[a-z][^<>]{0,80}>"  # tags
    r"|\\(?:begin|end)\{[a-z*]{1,20}\}(?:\{[^{}]{0,80}\})?"  # LaTeX
    r"|\\(?:cline|[a-z]{0,6}color)\{[^{}]{0,30}\}|\\\\\[[^][]{0,9}\]|\\(?-i:[a-z]{0,20})"  # and \n in a string
    r"|(?:^[\s>]{0,9}[-*]\s{1,3})?[*`]{0,3}\b(?:(?:the|final) )?"
    rf"(?:(?:{_ORDINALS}|\d{{1,2}}(?:st|nd|rd|th)) )?"
    rf"(?:{_ROW_WORDS})(?:[ _#-]{{0,2}}(?:\d{{1,2}}|{_COUNTED}))?\b"
    r"(?: is| becomes|[.,]|[*\"`\s]{0,4}(?:=>|[:|=)\]→–-])?)\*{0,2}|第\d{1,2}行|\d{1,2}行目"  # names of rows
    r"|[\s,{}\]\"]{0,9}\"(?:(?:c|col|column)?_?\d{1,2}|[a-z])\"\s{0,3}:"  # and numbers and letters, as keys of JSON
    r"|[\s|,;:=\[\](){}\"'`/&#$>•→–—║│┃┆┊╎╏¦‖!]+"
    r"|(?<=[\])}'`*])\.\s{0,9}$"  # a full stop
    r"|(?:(?<![\w-])-{3,}(?![\w-])|[─═━]{3,}|[+┼╬╋├┤┬┴┌┐└┘╠╣╦╩╔╗╚╝┏┓┗┛┣┫┳┻╪╫╂┿])[-─═━]*",
    re.IGNORECASE,
)
_RULING = re.compile(r"(?=.{0,99}(?:--|:-|-:|==|~~))[-|:=~+>\s]+")
"""A line below a heading, such as |:-:|:-:|, or between rows."""
_UNSEEN = re.compile(
    "[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufe0e\ufe0f\u20e3✓✔✅]|\x1b\\[[0-9;]{0,9}m"
)
"""Marks that say nothing: parts of emoji, directions and colours of writing, ticks after a row."""
_WIDE = {0xFEE0 + code: code for code in range(0x21, 0x7F)} | {
    one + digit: ord("1") + digit for one in (0x2460, 0x24F5, 0x2776, 0x2780, 0x278A) for digit in range(9)
}
"""Characters as wide as Chinese ones, and digits in circles."""
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")
_EMPTY_VALUES = re.compile(
    r"<td\b[^<>]{0,80}>(?:\s|&nbsp;){0,9}</td>|(?<=[\[,:\s])(?:null|None|\"\"|'')(?=\s{0,9}[\],}])"
)
_ROW_KEY = re.compile(
    r"\"row\"\s{0,3}:\s{0,3}\"?(\d{1,2})\"?,\s{0,20}\"[a-z_]{1,20}\"\s{0,3}:\s{0,3}(?=[\[\"])"
)
"""{"row": 1, "values": before the cells of a row."""
_COLUMN_KEY = re.compile(r"\"(?:c|col|column)[ _]?(\d{1,2})\"\s{0,3}:\s{0,3}(?=\[|\"\w\w)", re.IGNORECASE)
"""{"col1": before the cells of a column."""
_COLUMNS_KEY = re.compile(r"\"col(?:umn)?s\"\s{0,3}:", re.IGNORECASE)
_ROW_NAME = (
    r"(?:\b(?:the |final )?"
    rf"(?:(?:{_ROW_WORDS})[ _#-]{{0,2}}(\d{{1,2}}|{_COUNTED})"
    rf"|({_ORDINALS}|\d{{1,2}}(?:st|nd|rd|th)) (?:{_ROW_WORDS}))\b"
    r"|第(\d{1,2})行|(\d{1,2})行目|[\"'](\d{1,2})[\"']\s{0,3}:)"
)
"""What a row is called: "row4":, R4 |, fourth row:, "4":."""
_LIST = re.compile(r"\[[\s\d,?]{1,400}\]")
"""[3, 4, 2, 1], which may be on several lines."""
_NAMES = re.compile(_ROW_NAME, re.IGNORECASE)
_NAMED_ROW = re.compile(r"[\s|│┃║\"'`{}\[\](),;*_>•-]{0,20}" + _ROW_NAME, re.IGNORECASE)
_NOTHING = re.compile(r"^[ \t]{0,20}(?=&)|(?<=[|│┃║&])[ \t]{1,20}(?=[|│┃║&]|\\\\)")
"""A cell of a table with nothing in it."""
_JOINED = re.compile(r"(?<=\w)\s?[-·]\s?(?=\w)")
_MARKED = re.compile(r"(\*{1,3}|_{1,3})([^\W_]{1,2})\1")
_BOLD = re.compile(r"\*\*|__")
_BLANKS = frozenset("._*?X-·□⬜")


@lru_cache(maxsize=32)
def entries_of_signs(layout: Layout) -> dict[str, int]:
    """What can be written in a cell: digits, as numbers and as single characters, and signs for an empty cell."""
    found = {**dict.fromkeys(_BLANKS, 0), "0": 0}
    found |= {sign: entry for entry, sign in enumerate(symbols_of(layout)) if entry}
    return found | {str(layout.digit_of(entry)): entry for entry in layout.entries}


@lru_cache(maxsize=32)
def row_lengths(layout: Layout) -> tuple[int, ...]:
    rows = (layout.row_of(cell) for cell in range(layout.board_count))
    return tuple(len(list(same)) for _, same in groupby(rows))


@dataclass(frozen=True)
class _ReadLine:
    """What a line can be: a row of cells, or one behind a label, or both."""

    plain: bytes | None
    label: str = ""
    labelled: bytes | None = None
    number: int | None = None


def normalized(text: str) -> str:
    """A text with ordinary digits and letters, without marks that say nothing."""
    return _OTHER_DIGIT.sub(lambda digit: str(int(digit[0])), _UNSEEN.sub("", text.translate(_WIDE)))


def prepared(text: str) -> str:
    """A text with each row of JSON on a line of its own, and with columns that are named as such."""
    text = _ROW_KEY.sub(r"\nRow \1: ", _EMPTY_VALUES.sub(" ? ", text))
    text = _COLUMNS_KEY.sub(r"\n\g<0>\n", _COLUMN_KEY.sub(r"\nColumn \1: ", text))
    return _LIST.sub(lambda found: " ".join(found[0].split()), text)


def grids_in(layout: Layout, text: str) -> Iterator[tuple[bytes, int]]:
    """The entries of every grid of this board in a text, in order, and the number of the line that it begins in."""
    lengths, is_cells = row_lengths(layout), _is_cells(layout)
    rows, loose = list[_ReadLine | None](), list[str]()
    leads = False  # whether the first row is the end of a line of prose
    turned = False  # whether the rows are columns
    start = 0
    lines = (
        (part, number) for number, line in enumerate(text.split("\n")) for part in _rows_of_line(layout, line)
    )
    for line, number in chain(lines, [("the end", 0)]):
        parts = [] if _RULING.fullmatch(line) else _parts(line)
        if not parts:
            turned = turned or len(_NAMES.findall(line)) == len(lengths) > 1
            continue
        joined = "".join(parts)
        if not rows and not loose:
            start = number
        row = _row(layout, line, parts, lengths[len(rows) % len(lengths)])
        if row is not None:
            rows.append(row)
            loose += parts
        elif not is_cells(joined):
            for grid in _stacked(layout, rows, leads) if any(rows) else _whole(layout, loose):
                yield _turned(layout, grid) if turned else grid, start
            runs = list(_runs(layout, parts))
            for run in runs:
                yield from ((grid, number) for grid in _whole(layout, run))
            first = _cells(layout, runs[-1], lengths[0]) if runs and is_cells(parts[-1]) else None
            rows, loose, leads = [] if first is None else [_ReadLine(first)], [], first is not None
            start, turned = number, _COLUMNS.fullmatch(line) is not None
        elif found := _whole(layout, parts):
            for grid in [*_stacked(layout, rows, leads), *found]:
                yield _turned(layout, grid) if turned else grid, start
            rows, loose, leads, turned = [], [], False, False
        else:
            loose += parts
            if not _BLANKS.issuperset(joined):  # or it is a ruling
                rows.append(None)


def _turned(layout: Layout, grid: bytes) -> bytes:
    """A grid whose rows were written as columns."""
    count = len(row_lengths(layout))
    return b"".join(grid[at::count] for at in range(count)) if count * count == len(grid) else grid


def _rows_of_line(layout: Layout, line: str) -> list[str]:
    """Several rows on one line, if each has its name: {"row1": [...], "row2": [...]}."""
    names = [name.start() for name in _NAMES.finditer(line)]
    rows = [line[start:end] for start, end in pairwise([*names, len(line)])]
    count = row_lengths(layout)[0]
    if len(rows) < 2 or not all(_row(layout, row, _parts(row), count) for row in rows):
        return [line]
    return [line[: names[0]], *rows]


def _parts(line: str) -> list[str]:
    return [part for part in _FRAME.split(_REMARK.sub(" ", line)) if part]


_LABEL = re.compile(r"[*_]{0,3}(\d{1,2}|[a-z])[*_]{0,3}[.]?", re.IGNORECASE)


def _row(layout: Layout, line: str, parts: list[str], count: int) -> _ReadLine | None:
    """The row that a line is: with or without bold type, cells with nothing in them, and remarks."""
    tried = set[str]()
    for form in _forms(line) if len(line) >= count else ():
        plain, label, labelled = None, "", None
        if form in tried:
            continue
        for some in _without_remark(layout, parts if form == line else _parts(form)):
            cells = _cells(layout, some, count)
            is_listed = some[:1] in (["-"], ["*"]) and not (cells and len(some) == count)
            if is_listed and any(count in (len(each), sum(map(len, each))) for each in (some[1:], some[2:])):
                some = some[1:]
                cells = _cells(layout, some, count)
            plain = plain or cells or (_cells(layout, some[:-1], count) if some[-1:] == ["."] else None)
            if labelled is None and some and (found := _LABEL.fullmatch(some[0])):
                label, labelled = found[1].upper(), _cells(layout, some[1:], count)
        if plain or labelled:
            return _ReadLine(plain, label, labelled, _row_number(line))
        tried.add(form)
    return None


def named_row(layout: Layout, line: str) -> tuple[int, bytes] | None:
    """The number and the cells of a row that has a name, if the line is one."""
    row = _row(layout, line, _parts(line), row_lengths(layout)[0])
    cells = row and (row.plain or row.labelled)
    return (row.number, cells) if row and cells and row.number is not None else None


def _row_number(line: str) -> int | None:
    """The number in the name of a row."""
    found = _NAMED_ROW.match(line)
    if found is None:
        return None
    name = next(filter(None, found.groups())).lower()
    for words in (_COUNTED.split("|"), _ORDINALS.split("|")):
        if name in words:
            return words.index(name) + 1
    return int(name.rstrip("stndrh"))


def _forms(line: str) -> Iterator[str]:
    yield _NOTHING.sub(" ? ", line)
    yield line
    yield _NOTHING.sub(" ? ", line.replace("||", "| |").replace("||", "| |"))
    yield from (line.replace("**", ""), _MARKED.sub(r"\2", line), _BOLD.sub("", line), _JOINED.sub(" ", line))


def _without_remark(layout: Layout, parts: list[str]) -> Iterator[list[str]]:
    """A line up to the words behind a row, if no digits come after them. A dash before them is first theirs."""
    is_cells = _is_cells(layout)
    words = next((number for number, part in enumerate(parts) if number and not is_cells(part)), len(parts))
    if any(map(is_cells, parts[words:])):
        words = len(parts)
    if words < len(parts) and parts[words - 1] in "-–*":
        yield parts[: words - 1]
    yield parts[:words]


def _stacked(layout: Layout, rows: list[_ReadLine | None], leads: bool) -> list[bytes]:
    """Grids of rows that follow each other, then the rows behind the last of them. All rows of a grid have a label, or
    none has.
    """
    count, at, grids, left = len(row_lengths(layout)), 0, list[bytes](), b""
    rows = _by_number(rows, count)
    plain = [row.plain if row else None for row in rows]
    labelled = [_labelled(rows[place : place + count], count) for place in range(len(rows))]
    while at < len(rows):
        first, grid = rows[at], labelled[at]
        end = next((n for n in range(at, len(rows)) if not plain[n] or labelled[n]), len(rows))
        if grid:
            found, end = [grid], at + count
        elif end > at:
            found = _split([row for row in plain[at:end] if row], count, leads and at == 0)
        else:
            found, end = [first.labelled] if first and first.labelled else [], at + 1
        for each in found:
            whole = len(each) == layout.board_count
            grids, left = ([*grids, each], b"") if whole else (grids, left + each)
        at = end
    return [*grids, left[: layout.board_count - 1]]


def _by_number(rows: list[_ReadLine | None], count: int) -> list[_ReadLine | None]:
    """The rows, those of a grid in the order of their names. Of a row that is written twice, one after the other, the
    second counts.
    """
    numbers = [row.number if row else None for row in rows]
    last = [n for n in range(len(rows)) if numbers[n] is None or numbers[n : n + 1] != numbers[n + 1 : n + 2]]
    rows, numbers, at = [rows[n] for n in last], [numbers[n] for n in last], 0
    while at + count <= len(rows):
        places = {number: at + n for n, number in enumerate(numbers[at : at + count])}
        first = next((first for first in (1, 0) if places.keys() == {*range(first, first + count)}), None)
        if first is None:
            at += 1
            continue
        rows[at : at + count] = [rows[places[number]] for number in range(first, first + count)]
        at += count
    return rows


def _labelled(rows: list[_ReadLine | None], count: int) -> bytes | None:
    """The cells of so many rows whose labels count from 1, from 0 or from A."""
    cells = [row.labelled for row in rows if row and row.labelled]
    if len(cells) != count:
        return None
    labels = "".join(row.label for row in rows if row)
    counted = ["".join(map(str, range(first, first + count))) for first in (0, 1)]
    return b"".join(cells) if labels in (*counted, ascii_uppercase[:count]) else None


def _split(rows: list[bytes], count: int, leads: bool) -> list[bytes]:
    """Grids of rows, the last of them maybe in part. If some are left over, these may be a line that ends in prose,
    numbers columns, or is a ruling.
    """
    tries = [rows]
    if rows and (leads or _numbers_columns(rows[0])):
        tries.append(rows[1:])
    tries += [[row for row in some if any(row)] for some in tries]
    tries.append([row for row in rows if any(row) and not _numbers_columns(row)])
    rows = next((some for some in tries if some and len(some) % count == 0), rows)
    return [b"".join(rows[start : start + count]) for start in range(0, len(rows), count)]


def _numbers_columns(row: bytes) -> bool:
    return row in (bytes(range(1, len(row) + 1)), bytes(range(len(row))))


def _whole(layout: Layout, parts: list[str]) -> list[bytes]:
    """The grid whose cells these are, if there are as many."""
    found = _cells(layout, parts, layout.board_count)
    return [] if found is None else [found]


@lru_cache(maxsize=32)
def _is_cells(layout: Layout) -> Callable[[str], bool]:
    """Whether a part of a line is what a cell holds, or several without anything between."""
    signs = frozenset("".join(entries_of_signs(layout)))
    return lambda part: signs.issuperset(part.upper())


def _runs(layout: Layout, parts: list[str]) -> Iterator[list[str]]:
    """Stretches of a line in which nothing but cells is written."""
    return (list(run) for is_cells, run in groupby(parts, key=_is_cells(layout)) if is_cells)


def _cells(layout: Layout, parts: list[str], count: int) -> bytes | None:
    """The entries that so many cells hold: a part for each cell, or a character for each; a full stop may follow."""
    if sum(map(len, parts)) < count:
        return None
    entries = entries_of_signs(layout)
    if len(parts) == count:
        found = [entries.get(part.upper().strip("*_").rstrip(".") or part) for part in parts]
    else:
        joined = "".join(parts).upper()
        if len(joined) == count + 1 and joined[-1] == "." != parts[-1]:
            joined = joined[:-1]
        found = [entries.get(sign) for sign in joined] if len(joined) == count else [None]
    return None if None in found else bytes(entry for entry in found if entry is not None)
