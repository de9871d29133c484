"""A voice: one language, and the words whose form depends on their neighbours.

Houses have forms, for languages that need them:

    {house}         row 4           řádek 4
    {house:in}      in row 4        v řádku 4           ve sloupci 2, na diagonále 1
    {house:of}      of row 4        řádku 4
    {house:at}      at row 4        na řádek 4          after "look"

A language is named by its code. With the modifier `@letters`, as in `cs@letters`, the digits from 10 on are written as
letters: A is 10.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from nonet.explain.notation import cell_parts
from nonet.layout import HouseKind, Layout
from nonet.messages import TN, Catalogue, T, catalogue

__all__ = ["LETTERS", "Houses", "Voice", "capital", "digit_letter", "voice"]


class Voice:
    """Says things in one language.

    >>> from nonet.layout import CLASSIC
    >>> english, czech = voice("en"), voice("cs")
    >>> english.say("{digits} or nothing", digits=english.either([1, 2, 3]))
    '1, 2 or 3 or nothing'
    >>> f"{english.houses(CLASSIC, [0, 6]):in}", f"{czech.houses(CLASSIC, [0, 6]):in}"
    ('in rows 1 and 7', 'v řádcích 1 a 7')
    >>> f"{czech.houses(CLASSIC, [3, 12]):of}"
    'řádku 4 a sloupce 4'
    >>> english.digits([9, 10]), voice("en@letters").digits([9, 10])
    ('9 and 10', '9 and A')
    """

    def __init__(self, messages: Catalogue, *, letters: bool = False) -> None:
        self.language = messages.language + (LETTERS if letters else "")
        self.digit = digit_letter if letters else str
        self.say = messages.say
        self.count = messages.count

    def sentence(self, message: str, **slots: object) -> str:
        """The message, beginning with a capital letter (but a cell's name stays as it is)."""
        return capital(self.say(message, **slots))

    # -- lists -----------------------------------------------------------------------------------------------

    def all_of(self, items: Iterable[object]) -> str:
        """`1, 2 and 3`."""
        return self._listed([str(item) for item in items], self.say(T("{all} and {last}")))

    def either(self, items: Iterable[object]) -> str:
        """`1, 2 or 3`."""
        return self._listed([str(item) for item in items], self.say(T("{all} or {last}")))

    def _listed(self, items: Sequence[str], pattern: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return pattern.format(all=", ".join(items[:-1]), last=items[-1])

    # -- what a board has ------------------------------------------------------------------------------------

    def cells(self, layout: Layout, cells: Iterable[int]) -> str:
        """`r12c3, r4c5 and r9c9`."""
        return self.all_of(cell_parts(layout, cells))

    def places(self, layout: Layout, cells: Iterable[int]) -> str:
        """One of them: `r1c3 or r2c3`; `one of r12c34` where there are many."""
        several = sorted(set(cells))
        if len(several) > 3:
            return self.say(T("one of {cells}"), cells=self.cells(layout, several))
        return self.either(layout.cell_name(cell) for cell in several)

    def digits(self, digits: Iterable[int]) -> str:
        """`1, 2 and 3`."""
        return self.all_of(map(self.digit, sorted(set(digits))))

    def one_of_digits(self, digits: Iterable[int]) -> str:
        """`1, 2 or 3`."""
        return self.either(map(self.digit, sorted(set(digits))))

    def cells_in_words(self, layout: Layout, cells: Iterable[int]) -> str:
        """Cells in words, without a notation to learn; where they are many or scattered, only how many.

        >>> from nonet.layout import CLASSIC
        >>> [voice().cells_in_words(CLASSIC, cells) for cells in ([0], [0, 1, 2], [0, 40, 80])]
        ['row 1, column 1', 'row 1, columns 1, 2 and 3', '3 cells']
        """
        several = set(cells)
        rows = sorted({layout.row_of(cell) + 1 for cell in several})
        columns = sorted({layout.column_of(cell) + 1 for cell in several})
        if (len(rows) > 1 and len(columns) > 1) or len(several) > 4:
            return self.count(TN("{n} cell", "{n} cells"), len(several))
        row = self.count(TN("row {numbers}", "rows {numbers}"), len(rows), numbers=self.all_of(rows))
        column = self.count(
            TN("column {numbers}", "columns {numbers}"), len(columns), numbers=self.all_of(columns)
        )
        return f"{row}, {column}"

    def houses(self, layout: Layout, houses: Iterable[int]) -> Houses:
        """Houses, by their numbers in `layout.houses`, for a slot that may ask for a form."""
        return Houses(self, layout, tuple(dict.fromkeys(houses)))


class Houses:
    """Houses in a slot; the format after the colon is the form."""

    def __init__(self, speaker: Voice, layout: Layout, houses: tuple[int, ...]) -> None:
        self.speaker = speaker
        self.layout = layout
        self.houses = houses

    def __format__(self, form: str) -> str:
        by_kind: dict[HouseKind, list[int]] = {}
        for number in self.houses:
            house = self.layout.houses[number]
            by_kind.setdefault(house.kind, []).append(house.index + 1)
        table = _FORMS[form]
        parts = []
        for kind, numbers in by_kind.items():
            listed = self.speaker.all_of(sorted(numbers))
            parts.append(self.speaker.count(table[kind], len(numbers), numbers=listed))
        return self.speaker.all_of(parts)

    def __str__(self) -> str:
        return format(self, "")


_FORMS: dict[str, dict[HouseKind, tuple[str, str]]] = {
    "": {
        HouseKind.ROW: TN("row {numbers}", "rows {numbers}"),
        HouseKind.COLUMN: TN("column {numbers}", "columns {numbers}"),
        HouseKind.BOX: TN("box {numbers}", "boxes {numbers}"),
        HouseKind.REGION: TN("region {numbers}", "regions {numbers}"),
        HouseKind.DIAGONAL: TN("diagonal {numbers}", "diagonals {numbers}"),
        HouseKind.WINDOW: TN("window {numbers}", "windows {numbers}"),
    },
    "in": {
        HouseKind.ROW: TN("in row {numbers}", "in rows {numbers}"),
        HouseKind.COLUMN: TN("in column {numbers}", "in columns {numbers}"),
        HouseKind.BOX: TN("in box {numbers}", "in boxes {numbers}"),
        HouseKind.REGION: TN("in region {numbers}", "in regions {numbers}"),
        HouseKind.DIAGONAL: TN("on diagonal {numbers}", "on diagonals {numbers}"),
        HouseKind.WINDOW: TN("in window {numbers}", "in windows {numbers}"),
    },
    "of": {
        HouseKind.ROW: TN("of row {numbers}", "of rows {numbers}"),
        HouseKind.COLUMN: TN("of column {numbers}", "of columns {numbers}"),
        HouseKind.BOX: TN("of box {numbers}", "of boxes {numbers}"),
        HouseKind.REGION: TN("of region {numbers}", "of regions {numbers}"),
        HouseKind.DIAGONAL: TN("of diagonal {numbers}", "of diagonals {numbers}"),
        HouseKind.WINDOW: TN("of window {numbers}", "of windows {numbers}"),
    },
    "at": {
        HouseKind.ROW: TN("at row {numbers}", "at rows {numbers}"),
        HouseKind.COLUMN: TN("at column {numbers}", "at columns {numbers}"),
        HouseKind.BOX: TN("at box {numbers}", "at boxes {numbers}"),
        HouseKind.REGION: TN("at region {numbers}", "at regions {numbers}"),
        HouseKind.DIAGONAL: TN("at diagonal {numbers}", "at diagonals {numbers}"),
        HouseKind.WINDOW: TN("at window {numbers}", "at windows {numbers}"),
    },
}


LETTERS = "@letters"


def digit_letter(digit: int) -> str:
    """A digit as one character.

    >>> digit_letter(9), digit_letter(10), digit_letter(25)
    ('9', 'A', 'P')
    """
    return str(digit) if digit < 10 else chr(ord("A") + digit - 10)


def capital(text: str) -> str:
    """The text with a capital first letter; `r4c7 …` keeps its small r.

    >>> capital("in row 4"), capital("r4c7 is 5")
    ('In row 4', 'r4c7 is 5')
    """
    if len(text) > 1 and text[0] == "r" and text[1].isdigit():
        return text
    return text[:1].upper() + text[1:]


@cache
def voice(language: str = "en") -> Voice:
    """The voice of a language, which may have the modifier `@letters`."""
    code = language.removesuffix(LETTERS)
    return Voice(catalogue(code), letters=code != language)
