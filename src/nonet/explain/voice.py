"""A voice: one language, and the words whose form depends on their neighbours.

Houses have forms, for languages that need them:

    {house}         row 4           řádek 4
    {house:in}      in row 4        v řádku 4           ve sloupci 2, na diagonále 1
    {house:of}      of row 4        řádku 4
    {house:at}      at row 4        na řádek 4          after "look"
    {house:those}   in that row     v tom řádku         of houses that were just named

A language is named by its code, which may have modifiers: `cs@letters@words`.

    @letters    digits from 10 on are letters: A is 10
    @words      cells are named as people do: row 4, column 7 instead of r4c7
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from nonet.dimensions import HouseKind
from nonet.errors import NonetError, expect
from nonet.explain.cell_names import CellNames
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.messages import TN, Catalogue, T, catalogue


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

    def __init__(
        self, messages: Catalogue, *, letters: bool = False, words: bool = False, first_digit: int = 1
    ) -> None:
        self.language = messages.language + (LETTERS if letters else "") + (WORDS if words else "")
        self.words = words
        self.letters = letters
        self.first_digit = first_digit
        self.messages = messages

    def digit(self, entry: int) -> str:
        """A digit, counted as in `Layout.entries`, as it is written on the board."""
        digit = entry + self.first_digit - 1
        return digit_letter(digit) if self.letters else str(digit)

    def say(self, message: str, /, **slots: object) -> str:
        return self.messages.say(message, **slots)

    def count(self, forms: tuple[str, str], number: int, /, **slots: object) -> str:
        return self.messages.count(forms, number, **slots)

    def sentence(self, message: str, **slots: object) -> str:
        """The message, beginning with a capital letter (but a cell's name stays as it is)."""
        return capital(self.say(message, **slots))

    # -- lists -----------------------------------------------------------------------------------------------

    def all_of(self, items: Iterable[object], *, separator: str = ", ") -> str:
        """`1, 2 and 3`."""
        return self._listed(items, T("{all} and {last}"), separator)

    def either(self, items: Iterable[object], *, separator: str = ", ") -> str:
        """`1, 2 or 3`."""
        return self._listed(items, T("{all} or {last}"), separator)

    def neither(self, items: Iterable[object]) -> str:
        """`1, 2 nor 3`, after "neither"."""
        return self._listed(items, T("{all} nor {last}"), ", ")

    def _listed(self, items: Iterable[object], message: str, separator: str) -> str:
        *all_, last = [str(item) for item in items] or [""]
        return self.say(message, all=separator.join(all_), last=last) if all_ else last

    # -- what a board has ------------------------------------------------------------------------------------

    def digits(self, digits: Iterable[int]) -> str:
        """`1, 2 and 3`."""
        return self._digits(tuple(sorted(set(digits))))

    @lru_cache(maxsize=1 << 12)  # noqa: B019 - voices are remembered anyway
    def _digits(self, digits: tuple[int, ...]) -> str:
        return self.all_of(map(self.digit, digits))

    def one_of_digits(self, digits: Iterable[int]) -> str:
        """`1, 2 or 3`."""
        return self.either(map(self.digit, sorted(set(digits))))

    def cells(self, layout: Layout, cells: Iterable[int]) -> str:
        """`r4c78 and r9c1`, or in words: `row 4, columns 7 and 8 and row 9, column 1`."""
        return str(CellNames(self, layout, cells, words=self.words))

    def cells_in_words(self, layout: Layout, cells: Iterable[int], *, most: int = 2) -> str:
        """Cells in words; where they are scattered over more than `most` places, only how many.

        >>> from nonet.layout import CLASSIC
        >>> [voice().cells_in_words(CLASSIC, cells) for cells in ([0], [0, 1, 2], [0, 40, 80])]
        ['row 1, column 1', 'row 1, columns 1, 2 and 3', '3 cells']
        """
        names = CellNames(self, layout, cells, words=True)
        if names.parts <= most:
            return str(names)
        return self.count(TN("{n} cell", "{n} cells"), len(names.cells))

    def houses(self, layout: Layout, houses: Iterable[int]) -> Houses:
        """Houses, by their numbers in `layout.houses`, for a slot that may ask for a form."""
        return Houses(self, layout, tuple(dict.fromkeys(houses)))


@dataclass(frozen=True)
class Houses:
    """Houses in a slot; the format after the colon is the form."""

    speaker: Voice
    layout: Layout
    houses: tuple[int, ...]

    @lru_cache(maxsize=1 << 12)  # noqa: B019 - few, and small
    def __format__(self, form: str) -> str:
        houses = [self.layout.houses[number] for number in self.houses]
        by_kind = grouped((house.kind, house.index + 1) for house in houses)
        table = _FORMS[form]
        parts = []
        for kind, numbers in by_kind.items():
            listed = self.speaker.all_of(sorted(numbers))
            parts.append(self.speaker.count(table[kind], len(numbers), numbers=listed))
        # Without a preposition, `row 4, column 7` would be a cell.
        return self.speaker.all_of(parts, separator=", " if form else "; ")

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
        HouseKind.EXTRA: TN("extra region {numbers}", "extra regions {numbers}"),
    },
    "in": {
        HouseKind.ROW: TN("in row {numbers}", "in rows {numbers}"),
        HouseKind.COLUMN: TN("in column {numbers}", "in columns {numbers}"),
        HouseKind.BOX: TN("in box {numbers}", "in boxes {numbers}"),
        HouseKind.REGION: TN("in region {numbers}", "in regions {numbers}"),
        HouseKind.DIAGONAL: TN("on diagonal {numbers}", "on diagonals {numbers}"),
        HouseKind.WINDOW: TN("in window {numbers}", "in windows {numbers}"),
        HouseKind.EXTRA: TN("in extra region {numbers}", "in extra regions {numbers}"),
    },
    "of": {
        HouseKind.ROW: TN("of row {numbers}", "of rows {numbers}"),
        HouseKind.COLUMN: TN("of column {numbers}", "of columns {numbers}"),
        HouseKind.BOX: TN("of box {numbers}", "of boxes {numbers}"),
        HouseKind.REGION: TN("of region {numbers}", "of regions {numbers}"),
        HouseKind.DIAGONAL: TN("of diagonal {numbers}", "of diagonals {numbers}"),
        HouseKind.WINDOW: TN("of window {numbers}", "of windows {numbers}"),
        HouseKind.EXTRA: TN("of extra region {numbers}", "of extra regions {numbers}"),
    },
    "those": {
        HouseKind.ROW: TN("in that row", "in those rows"),
        HouseKind.COLUMN: TN("in that column", "in those columns"),
        HouseKind.BOX: TN("in that box", "in those boxes"),
        HouseKind.REGION: TN("in that region", "in those regions"),
        HouseKind.DIAGONAL: TN("on that diagonal", "on those diagonals"),
        HouseKind.WINDOW: TN("in that window", "in those windows"),
        HouseKind.EXTRA: TN("in that extra region", "in those extra regions"),
    },
    "at": {
        HouseKind.ROW: TN("at row {numbers}", "at rows {numbers}"),
        HouseKind.COLUMN: TN("at column {numbers}", "at columns {numbers}"),
        HouseKind.BOX: TN("at box {numbers}", "at boxes {numbers}"),
        HouseKind.REGION: TN("at region {numbers}", "at regions {numbers}"),
        HouseKind.DIAGONAL: TN("at diagonal {numbers}", "at diagonals {numbers}"),
        HouseKind.WINDOW: TN("at window {numbers}", "at windows {numbers}"),
        HouseKind.EXTRA: TN("at extra region {numbers}", "at extra regions {numbers}"),
    },
}


LETTERS = "@letters"
WORDS = "@words"


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


def voice(language: str = "en", layout: Layout | None = None) -> Voice:
    """The voice of a language, which may have modifiers; where digits are named, of a board.

    >>> voice("cs@words").words, voice("en@letters@words").digit(10)
    (True, 'A')
    >>> voice("en", Layout.named("9x9:0-8")).digit(1)
    '0'
    """
    return _voice(language, 1 if layout is None else layout.first_digit)


@cache
def _voice(language: str, first_digit: int) -> Voice:
    expect(language, str, "language")
    code, *modifiers = language.split("@")
    if not {*modifiers} <= {"letters", "words"}:
        raise NonetError(f"unknown language {language!r}")
    letters, words = "letters" in modifiers, "words" in modifiers
    return Voice(catalogue(code), letters=letters, words=words, first_digit=first_digit)
