"""Thrift's compact protocol, as far as the footer of a Parquet file needs it: read it whole, write it whole.

A struct is a dict of its fields by number, each a pair (type, value); what its fields mean is the reader's business.
Where one is written, its bytes will do.

    field      delta·16 + type, or type and the number as a zigzag integer
    integer    zigzag, seven bits a byte        binary   its length, its bytes
    list       length·16 + type of the items    struct   fields, then a 0
"""

from __future__ import annotations

from typing import Any

from nonet.errors import NonetError

__all__ = ["Fields", "packed", "unpacked", "unpacked_from"]

Fields = dict[int, tuple[int, Any]]

TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
_TRUTHS, _INTEGERS = frozenset((TRUE, FALSE)), frozenset((I16, I32, I64))


def unpacked(data: bytes) -> Fields:
    """The struct that these bytes hold.

    >>> unpacked(bytes([0x15, 6, 0x18, 1, 65, 0]))
    {1: (5, 3), 2: (8, b'A')}
    """
    return _Reader(data).struct()


def unpacked_from(data: bytes) -> tuple[Fields, int]:
    """The struct that these bytes begin with, and how many of them it takes."""
    reader = _Reader(data)
    return reader.struct(), reader.place


def packed(fields: Fields) -> bytes:
    """The bytes of a struct; the twin of `unpacked`.

    >>> packed({1: (5, 3), 2: (8, b"A")}) == bytes([0x15, 6, 0x18, 1, 65, 0])
    True
    """
    out = bytearray()
    _put_struct(out, fields)
    return bytes(out)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def number(self) -> int:
        result = shift = 0
        while True:
            if self.place >= len(self.data) or shift > 63:
                raise NonetError("the footer breaks off")
            byte = self.data[self.place]
            self.place += 1
            result |= (byte & 127) << shift
            if byte < 128:
                return result
            shift += 7

    def signed(self) -> int:
        number = self.number()
        return (number >> 1) ^ -(number & 1)

    def take(self, count: int) -> bytes:
        self.place += count
        if self.place > len(self.data):
            raise NonetError("the footer breaks off")
        return self.data[self.place - count : self.place]

    def struct(self) -> Fields:
        fields: Fields = {}
        data, number = self.data, 0
        try:
            while head := data[self.place]:
                self.place += 1
                kind = head & 15
                number = number + (head >> 4) if head >> 4 else self.signed()
                if kind in _INTEGERS and (byte := data[self.place]) < 128:  # most are small
                    self.place += 1
                    fields[number] = (kind, (byte >> 1) ^ -(byte & 1))
                else:
                    fields[number] = (kind, kind == TRUE if kind in _TRUTHS else self.value(kind))
        except IndexError:
            raise NonetError("the footer breaks off") from None
        self.place += 1
        return fields

    def value(self, kind: int) -> Any:
        if kind in _INTEGERS:
            return self.signed()
        if kind == BINARY:
            return self.take(self.number())
        if kind == STRUCT:
            return self.struct()
        if kind in (LIST, SET):
            head = self.take(1)[0]
            size = head >> 4 if head >> 4 < 15 else self.number()
            inner = head & 15
            return (inner, [self.value(inner) for _ in range(size)])
        if kind in (TRUE, FALSE, BYTE):
            return self.take(1)[0]
        if kind == DOUBLE:
            return self.take(8)
        raise NonetError(f"the footer has a field of the kind {kind}")


def _put_number(out: bytearray, number: int) -> None:
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def _put_struct(out: bytearray, fields: Fields) -> None:
    before = 0
    for number in sorted(fields):
        kind, value = fields[number]
        if kind in _TRUTHS:
            kind = TRUE if value else FALSE
        if 0 < number - before < 16:
            out.append((number - before) << 4 | kind)
        else:
            out.append(kind)
            _put_number(out, number << 1)
        before = number
        if kind in _INTEGERS and 0 <= value < 64:  # most are small
            out.append(value << 1)
        elif kind not in _TRUTHS:
            _put_value(out, kind, value)
    out.append(0)


def _put_value(out: bytearray, kind: int, value: Any) -> None:
    if kind in _INTEGERS:
        _put_number(out, value << 1 if value >= 0 else ((-value - 1) << 1) | 1)
    elif kind == BINARY:
        _put_number(out, len(value))
        out += value
    elif kind == STRUCT and isinstance(value, bytes):
        out += value
    elif kind == STRUCT:
        _put_struct(out, value)
    elif kind in (LIST, SET):
        inner, items = value
        if len(items) < 15:
            out.append(len(items) << 4 | inner)
        else:
            out.append(0xF0 | inner)
            _put_number(out, len(items))
        for item in items:
            _put_value(out, inner, item)
    elif kind == DOUBLE:
        out += value
    else:
        out.append(value)
