"""From the text of a cell to its value.

Blanks are 0 . _ * - x (and X); on a board that has the digit 0 all but 0. Numbers are the digits of the board. Where
each cell is one symbol, 10 and above are letters, and if digits begin with 1 there are three conventions; for 16x16:

    1-G    1 2 3 … 9 A B … G     what we write; 0 is a blank
    0-F    0 1 2 … 9 A B … F     here 0 is a digit
    A-P    A B C … P

A text that fits only one of them is read that way. Otherwise, 0 is a digit if blanks have another symbol or are left
empty, or if all symbols 0 … F fill the board; else 0 is a blank, and the digits start at 1. What is still ambiguous
(neither 0 nor G, or only letters up to F) is refused: say `symbols="1-G"`, or add the comment `# symbols: 1-G`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from nonet.dimensions import Dimensions
from nonet.errors import FormatError
from nonet.limits import check_time

BLANKS = "0._*-xX"
_BLANKS = frozenset(BLANKS)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
_CUSTOMS = ("123456789" + _LETTERS, "0123456789" + _LETTERS, _LETTERS)


class Cells(NamedTuple):
    """The values row by row, the blanks that occur in the order of `BLANKS`, and the convention, if any."""

    values: bytes
    blanks: list[str]
    symbols: str | None


def from_tokens(rows: Sequence[Sequence[str]], board: Dimensions, symbols: str | None = None) -> Cells:
    r"""The values of cells that are numbers (or, on a board of more than nine digits, letters); "" is a blank.

    >>> from_tokens([["1", ""], [".", "02"]], Dimensions(2, 2))
    Cells(values=b'\x01\x00\x00\x02', blanks=['', '.'], symbols=None)
    >>> from_tokens([["1", "3"], ["0", "2"]], Dimensions(2, 2))
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 1, column 2: larger than 2: '3'
    """
    if board.digits[-1] > 9 and _are_symbols(rows, board, asked=symbols is not None):
        return from_symbols(rows, board, symbols)
    return _looked_up(rows, board, _numbers(board.digits), None)


def from_symbols(rows: Sequence[Sequence[str]], board: Dimensions, symbols: str | None = None) -> Cells:
    r"""The values of cells that are one symbol each.

    >>> from_symbols(["12", ".1"], Dimensions(2, 2)).values
    b'\x01\x02\x00\x01'
    >>> from_symbols(["01", ".0"], Dimensions(2, 2, range(2))).values
    b'\x01\x02\x00\x01'
    """
    digits = _chosen(rows, board, symbols)
    named = f"{digits[0]}-{digits[-1]}" if board.digits[-1] > 9 else None
    return _looked_up(rows, board, _symbols(digits), named)


def note_needed(text: str, board: Dimensions) -> list[str]:
    """The comment that our own 1-G text needs, so that it is not refused or taken for 0-F or A-P; or nothing.

    >>> note_needed("1..." * 64, Dimensions(16, 16)), note_needed("1..G" * 64, Dimensions(16, 16))
    (['symbols: 1-G'], [])
    """
    ours = _customs(board)[0]
    try:
        understood = _chosen(text.split(), board, None) == ours
    except FormatError:
        understood = False
    return [] if understood else [f"symbols: {ours[0]}-{ours[-1]}"]


def a_board(board: Dimensions) -> str:
    """A board of these dimensions, with the right article.

    >>> a_board(Dimensions(9, 9)), a_board(Dimensions(8, 9))
    ('a 9x9 board', 'an 8x9 board')
    """
    return f"{'an' if board.rows in (8, 11, 18) else 'a'} {board.name} board"


def impossible(rows: Sequence[Sequence[str]]) -> FormatError | None:
    """The error for the first token that cannot be a cell of any board: a word, a bracket, a foreign digit.

    >>> print(impossible([["1", "<puzzle>"]]))
    row 1, column 2: not a cell of a puzzle: '<puzzle>'
    """
    for r, row in enumerate(rows, 1):
        check_time()
        for c, token in enumerate(row, 1):
            if not _may_be_cell(token):
                return FormatError(_foreign(token) or "not a cell of a puzzle", row=r, column=c, text=token)
    return None


def _may_be_cell(token: str) -> bool:
    letter = len(token) == 1 and token.isalpha()
    return not token or token in _BLANKS or (token.isascii() and (letter or token.isdigit()))


def without_cells(rows: Sequence[Sequence[str]]) -> FormatError | None:
    """The error for a text in which nothing can be a cell: its length does not tell of what board it is.

    >>> print(without_cells([["%", "%"]]), without_cells([["%", "1"]]))
    row 1, column 1: not a cell of a puzzle: '%' None
    """
    return None if any(_may_be_cell(token) for row in rows for token in row) else impossible(rows)


# -- which symbols ------------------------------------------------------------------------------------------


def _are_symbols(rows: Sequence[Sequence[str]], board: Dimensions, *, asked: bool) -> bool:
    """Whether the cells of a big board, one token each, are symbols and not numbers."""
    found = {token for row in rows for token in row}
    if all(len(token) < 2 for token in found) and (
        asked or any(token.isalpha() and token not in "xX" for token in found if token)
    ):
        return True
    table = _numbers(board.digits)
    blanks = {token for token in found if table.get(token) == 0}
    if (
        board.digits[0]
        and "0" in found
        and len(blanks) > 1
        and blanks != found
        and not any(table.get(token) == len(board.digits) for token in found)
    ):
        raise FormatError(
            f"0 and {'an empty cell' if '' in blanks else 'another symbol'} are both used for blanks; use only one",
            text="0",
        )
    return False


def _customs(board: Dimensions) -> list[str]:
    """The symbols of the digits, in each convention."""
    if not board.digits[0]:
        return [_CUSTOMS[1][: len(board.digits)]]
    return [custom[: len(board.digits)] for custom in (_CUSTOMS if len(board.digits) > 9 else _CUSTOMS[:1])]


def _chosen(rows: Sequence[Sequence[str]], board: Dimensions, asked: str | None) -> str:
    """The symbols of the digits, in the convention that the text follows."""
    customs, size = _customs(board), len(board.digits)
    if asked is not None:
        asked = str(asked)
        for digits in customs:
            if asked.upper() in (digits[0], f"{digits[0]}-{digits[-1]}"):
                return digits
        raise FormatError(f"the symbols of {a_board(board)} are {_named(customs)}", text=asked)
    if len(customs) == 1:
        return customs[0]
    counts: dict[str, int] = {}
    for row in rows:
        for symbol in row:
            known = symbol.upper() if symbol.isascii() else symbol
            counts[known] = counts.get(known, 0) + 1
    left_empty = counts.pop("", 0)
    used = counts.keys()
    one, zero, letters = customs
    fitting = [digits for digits in customs if used <= {*digits, *BLANKS}]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:  # the error is raised when the cells are looked up
        return letters if used.isdisjoint("123456789") else one
    if used <= {*"._*-X"} - {*letters}:
        return one
    if "0" in used and one in fitting:
        other_blanks = left_empty or used & {*"._*-X"}
        full = all(counts.get(digit) == size for digit in zero)
        return zero if zero in fitting and (other_blanks or full) else one
    raise FormatError(
        f"the symbols may be {_named(fitting)}; say which, with symbols='{one[0]}-{one[-1]}' "
        f"or a comment '# symbols: {one[0]}-{one[-1]}'"
    )


def _named(customs: Sequence[str]) -> str:
    return " or ".join(f"{digits[0]}-{digits[-1]}" for digits in customs)


# -- looking them up ----------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _numbers(digits: range) -> dict[str, int]:
    table = {"": 0, "00": 0} | dict.fromkeys(BLANKS, 0)
    for value, digit in enumerate(digits, 1):
        table[str(digit)] = table[f"{digit:02}"] = value
    return table


@lru_cache(maxsize=96)
def _symbols(digits: str) -> dict[str, int]:
    table = {"": 0} | dict.fromkeys(BLANKS, 0)
    for value, digit in enumerate(digits, 1):
        table[digit] = table[digit.lower()] = value
    return table


def _looked_up(
    rows: Sequence[Sequence[str]], board: Dimensions, table: dict[str, int], symbols: str | None
) -> Cells:
    values = bytearray()
    signs_used: set[str] = set()
    for r, row in enumerate(rows, 1):
        for c, token in enumerate(row, 1):
            value = table.get(token)
            if value is None:
                raise FormatError(_reason(token, board, symbols), row=r, column=c, text=token)
            values.append(value)
        signs_used.update(row)
    signs = ["", *BLANKS] if "00" not in signs_used else ["", *BLANKS, "00"]
    return Cells(
        bytes(values), [blank for blank in signs if blank in signs_used and not table[blank]], symbols
    )


def _reason(token: str, board: Dimensions, symbols: str | None) -> str:
    if foreign := _foreign(token):
        return foreign
    if token.isdigit():
        return f"larger than {board.digits[-1]}"
    if len(token) == 1 and token.isalpha():
        return f"a letter on {a_board(board)}{f' of the symbols {symbols}' if symbols else ''}"
    what = f"symbol of {symbols}" if symbols else f"number from {board.digits[0]} to {board.digits[-1]}"
    return f"neither a {what} nor a blank ({'0 ' if board.digits[0] else ''}. _ * - x)"


def _foreign(token: str) -> str | None:
    if not token.isascii() and any(map(str.isnumeric, token)):
        return "not one of the digits 0 to 9"
    if token[:1] == "-" and token[1:].isdigit() and token.isascii():
        return "a negative number"
    return None
