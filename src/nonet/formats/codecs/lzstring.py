"""LZ-string: the compression of f-puzzles and SudokuPad, as base64.

It is LZ78 with codes of growing width. The dictionary starts with three codes:

    0   a new character of 8 bits follows        2   the end
    1   a new character of 16 bits follows       3, 4, 5 …   phrases, in the order in which they appeared

A code is as wide as the dictionary needs at that moment, and is written low bit first. Six bits make a letter of
base64, high bit first; the last letter is filled up with zeros.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.errors import FormatError
from nonet.limits import check, check_time

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {letter: value for value, letter in enumerate(_LETTERS)} | {"-": 62, "_": 63}
_CHAR_8, _CHAR_16, _END = 0, 1, 2


def compress(text: str) -> str:
    """The text as base64; the twin of `decompress`.

    >>> compress("hello hello")
    'BYUwNmD2AEoZQ==='
    """
    bits: list[int] = []
    codes: dict[tuple[int, int], int] = {}  # by the code of all but the last character, and that character
    fresh: dict[int, int] = {}  # characters, by their codes, that have not been written yet
    width, room = 2, 2  # the width of a code, and how many more entries fit that width

    def put(value: int, size: int) -> None:
        bits.extend(value >> at & 1 for at in range(size))

    def enter() -> None:
        nonlocal width, room
        room -= 1
        if not room:
            room = 1 << width
            width += 1

    def flush(phrase: int) -> None:
        unit = fresh.pop(phrase, None)
        if unit is None:
            put(phrase, width)
        else:
            wide = unit >= 256
            put(_CHAR_16 if wide else _CHAR_8, width)
            put(unit, 16 if wide else 8)
            enter()
        enter()

    phrase = 0  # the code of what has been read and not written; 0: nothing
    for unit in _utf16(text):
        if (0, unit) not in codes:
            fresh[len(codes) + 3] = unit
            codes[0, unit] = len(codes) + 3
        if (longer := codes.get((phrase, unit))) is not None:
            phrase = longer
            continue
        flush(phrase)
        codes[phrase, unit] = len(codes) + 3
        phrase = codes[0, unit]
    if phrase:
        flush(phrase)
    put(_END, width)
    bits += [0] * (6 - len(bits) % 6)
    letters = [
        _LETTERS[int("".join(map(str, bits[start : start + 6])), 2)] for start in range(0, len(bits), 6)
    ]
    return "".join(letters) + "=" * (-len(letters) % 4)


def decompress(payload: str) -> str:
    """The text of a payload; the twin of `compress`.

    >>> decompress("BYUwNmD2AEoZQ===")
    'hello hello'
    """
    stream = _bits(payload)

    def take(size: int) -> int:
        value = 0
        for at in range(size):
            value |= next(stream) << at
        return value

    phrases: list[str] = ["", "", ""]
    pieces: list[str] = []
    length, width, room = 0, 2, 4
    last = ""
    try:
        while True:
            code = take(width)
            if code == _END:
                break
            if code in (_CHAR_8, _CHAR_16):
                phrases.append(chr(take(16 if code else 8)))
                code = len(phrases) - 1
                room -= 1
                if not room and last:
                    room, width = 1 << width, width + 1
            if code < len(phrases):
                phrase = phrases[code]
            elif code == len(phrases) and last:
                phrase = last + last[0]
            else:
                raise FormatError("the compressed text is damaged", text=payload)
            pieces.append(phrase)
            length += len(phrase)
            check("puzzle", length)
            check_time()
            if last:
                phrases.append(last + phrase[0])
                room -= 1
            else:
                width, room = 3, 4
            if not room:
                room, width = 1 << width, width + 1
            last = phrase
    except StopIteration:
        raise FormatError("the compressed text is cut off", text=payload) from None
    return "".join(pieces).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _bits(payload: str) -> Iterator[int]:
    for place, letter in enumerate(payload.rstrip("="), start=1):
        value = _VALUES.get(letter)
        if value is None:
            raise FormatError("not a letter of base64", column=place, text=letter)
        for at in range(5, -1, -1):
            yield value >> at & 1


def _utf16(text: str) -> list[int]:
    data = text.encode("utf-16-le", "surrogatepass")
    return [data[at] | data[at + 1] << 8 for at in range(0, len(data), 2)]
