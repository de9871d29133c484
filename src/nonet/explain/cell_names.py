"""Cells in a slot: in words or in the notation, in the form that the sentence asks for.

    {cells}         row 4, columns 7 and 8      r4c78       řádek 4, sloupce 7 a 8
    {cells:in}      in row 4, column 7          in r4c7     v řádku 4, sloupci 7
    {cells:of}      of row 4, column 7          of r4c7     řádku 4, sloupce 7

Players read words; the notation is for experts, and for sentences that name too many cells to be read in words.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Protocol

from nonet.explain.notation import Notation, cell_parts, rectangles, split_cells
from nonet.layout import Layout
from nonet.messages import T


class Speaker(Notation, Protocol):
    """What is needed of a `Voice`."""

    def __hash__(self) -> int: ...

    def say(self, text: str, /, **slots: object) -> str: ...

    def all_of(self, items: Iterable[object], *, separator: str = ", ") -> str: ...

    def either(self, items: Iterable[object], *, separator: str = ", ") -> str: ...


class CellNames:
    """The names of cells. `choice`: one of them is meant. `group`: the notation joins them, as those of a cage.

    >>> from nonet.explain.voice import voice
    >>> from nonet.layout import CLASSIC
    >>> pair = CellNames(voice(), CLASSIC, [33, 34], words=True)
    >>> f"{pair}", f"{pair:in}", f"{CellNames(voice(), CLASSIC, [33, 34])}"
    ('row 4, columns 7 and 8', 'in row 4, columns 7 and 8', 'r4c78')
    >>> f"{CellNames(voice(), CLASSIC, [33, 34], words=True, choice=True)}"
    'row 4, column 7 or 8'
    """

    def __init__(
        self,
        speaker: Speaker,
        layout: Layout,
        cells: Iterable[int],
        *,
        words: bool = False,
        choice: bool = False,
        group: bool = False,
    ) -> None:
        self.speaker = speaker
        self.layout = layout
        self.cells = tuple(sorted(set(cells)))
        self.words = words
        self.choice = choice
        self.group = group

    @cached_property
    def _split(self) -> tuple[list[int], list[int], dict[str, list[int]]]:
        return split_cells(self.layout, self.cells)

    @cached_property
    def _places(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        own, _, _ = self._split
        return self._choices(own) if self.choice else rectangles(self.layout, own)

    @property
    def parts(self) -> int:
        """How many places the words list."""
        _, beside, labels = self._split
        return len(self._places) + len(beside) + sum(map(len, labels.values()))

    def _choices(self, cells: list[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """In one row or column `column 7 or 8` is enough; otherwise cell by cell."""
        whole = rectangles(self.layout, cells)
        if len(whole) == 1 and 1 in (len(whole[0][0]), len(whole[0][1])):
            return whole
        return [place for cell in cells for place in rectangles(self.layout, [cell])]

    def __format__(self, form: str) -> str:
        if not self.words:
            return _notation(self.speaker, self.layout, self.cells, self.choice, self.group, form)
        _, beside, labels = self._split
        listed = [self._place(rows, columns, form) for rows, columns in self._places]
        for cell in beside:
            name = self.layout.cell_name(cell)
            listed.append(self.speaker.say(_NOTATION[form], cells=name) if form else name)
        for group, about in labels.items():
            cells = CellNames(self.speaker, self.layout, about, words=True, choice=self.choice)
            listed.append(self.speaker.say(_LABELS[group][form], cells=cells))
        join = self.speaker.either if self.choice else self.speaker.all_of
        return join(listed, separator="; ")

    def __str__(self) -> str:
        return format(self, "")

    def _place(self, rows: tuple[int, ...], columns: tuple[int, ...], form: str) -> str:
        join = self.speaker.either if self.choice else self.speaker.all_of
        several = (len(rows) > 1 and not self.choice, len(columns) > 1 and not self.choice)
        return self.speaker.say(_WORDS[form][several], rows=join(rows), columns=join(columns))


@lru_cache(maxsize=1 << 14)
def _notation(
    speaker: Speaker, layout: Layout, cells: tuple[int, ...], choice: bool, group: bool, form: str
) -> str:
    if choice and len(cells) <= 3:
        names = speaker.either(part for cell in cells for part in cell_parts(layout, [cell], speaker))
    else:
        parts = cell_parts(layout, cells, speaker)
        if choice:
            return speaker.say(_ONE_OF[form], cells=speaker.all_of(parts))
        names = "+".join(parts) if group else speaker.all_of(parts)
    _, _, labels = split_cells(layout, cells)
    message = T("for {cells}") if form == "in" and labels else _NOTATION.get(form)
    return speaker.say(message, cells=names) if message else names


_NOTATION = {"in": T("in {cells}"), "of": T("of {cells}")}
_ONE_OF = {"": T("one of {cells}"), "in": T("in one of {cells}"), "of": T("of one of {cells}")}

_REGION = {
    "": T("the region {cells:of}"),
    "in": T("for the region {cells:of}"),
    "of": T("of the region {cells:of}"),
}
_LABELS = {
    "R": _REGION,
    "CC": _REGION,
    "M": {
        "": T("the mark {cells:of}"),
        "in": T("for the mark {cells:of}"),
        "of": T("of the mark {cells:of}"),
    },
    "S": {
        "": T("the shading {cells:of}"),
        "in": T("for the shading {cells:of}"),
        "of": T("of the shading {cells:of}"),
    },
}
_WORDS = {
    "": {
        (False, False): T("row {rows}, column {columns}"),
        (False, True): T("row {rows}, columns {columns}"),
        (True, False): T("rows {rows}, column {columns}"),
        (True, True): T("rows {rows}, columns {columns}"),
    },
    "in": {
        (False, False): T("in row {rows}, column {columns}"),
        (False, True): T("in row {rows}, columns {columns}"),
        (True, False): T("in rows {rows}, column {columns}"),
        (True, True): T("in rows {rows}, columns {columns}"),
    },
    "of": {
        (False, False): T("of row {rows}, column {columns}"),
        (False, True): T("of row {rows}, columns {columns}"),
        (True, False): T("of rows {rows}, column {columns}"),
        (True, True): T("of rows {rows}, columns {columns}"),
    },
}
"""By whether there are several rows, and several columns."""
